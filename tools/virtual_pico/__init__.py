"""The microcontroller as it is: MicroPython and the firmware on an emulated RP2040."""
