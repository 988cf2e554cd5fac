"""Reads the two balls that show in the clear tube at the foot of a mother ship."""
