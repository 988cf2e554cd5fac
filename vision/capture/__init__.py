"""Reads the parts of a printed game from photographs: star map, board, tiles."""
