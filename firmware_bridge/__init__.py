"""The link to the table's microcontroller; it knows no game."""
