"""The microcontroller's program: runs under MicroPython as it stands, and its rooms without pins under CPython too."""
