"""The table's parts and where their wires go: the one place that code, build guide and simulator take them from."""

PROGRAM = "1.0.1"
"""Version of the microcontroller's program."""
NAME = "planisphere-table"

PIXELS = 24
"""Lights in the ring."""
BUTTONS = 4
SLOTS = 2
"""Places for a ball at the foot of the mother ship, each with a colour sensor of its own."""

PINS = {
    "link_tx": 0,
    "link_rx": 1,
    "colour_0_sda": 4,
    "colour_0_scl": 5,
    "colour_1_sda": 6,
    "colour_1_scl": 7,
    "button_0": 10,
    "button_1": 11,
    "button_2": 12,
    "button_3": 13,
    "tilt": 14,
    "ring": 15,
    "colour_lamp": 16,
}
"""GPIO numbers of the RP2040 or RP2350 (Raspberry Pi Pico, Pico 2)."""

LINK_BAUD = 115200
I2C_HZ = 400000
COLOUR_ADDRESS = 0x29
MOTION_ADDRESS = 0x18

RING_LIMIT_MA = 400
"""What the ring may draw: a USB port gives 500 mA, the rest is for the microcontroller and the sensors."""
CHANNEL_MA = 12
"""One colour of one WS2812 pixel, full on, as its makers state it."""
PIXEL_IDLE_MA = 1
WATCHDOG_MS = 8000
STEP_MS = 5
