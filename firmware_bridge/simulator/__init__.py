"""A microcontroller in software: the firmware's own files under MicroPython (or CPython), joined to a pty."""
