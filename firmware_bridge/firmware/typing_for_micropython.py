"""Becomes `typing` on the microcontroller, where annotations are read over."""

Any = object
