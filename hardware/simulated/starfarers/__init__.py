"""The foot of a mother ship with two balls in its clear tube, on a card with markers, photographed."""
