"""A bare disc: its photographs made one straight picture, and the stars, axis and circles printed on it."""
