"""A card for a Raspberry Pi with the table on it: flash, plug, play."""
