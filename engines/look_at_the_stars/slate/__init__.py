"""The slate: its lattice and sky, shapes laid on it, lines that touch, and where all of it lies on the board."""
