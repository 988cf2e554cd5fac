# mypy: disable-error-code="attr-defined,no-any-return"
"""The real board: a Raspberry Pi Pico or Pico 2 with its sensors, ring and buttons. Runs under MicroPython only."""

import gc
import json
import os
import time
from typing import Any

import machine  # type: ignore[import-not-found]
import neopixel  # type: ignore[import-not-found]

from .lis3dh import Lis3dh
from .parts import (
    BUTTONS,
    COLOUR_ADDRESS,
    I2C_HZ,
    LINK_BAUD,
    MOTION_ADDRESS,
    PINS,
    PIXELS,
    SLOTS,
    WATCHDOG_MS,
)
from .tcs34725 import Tcs34725

KEPT = "table.json"
RETRY_MS = 1000


class Board:
    """Raw values of every part; a part that does not answer gives None and is tried again each second."""

    def __init__(self) -> None:
        pin = machine.Pin
        self._ring = neopixel.NeoPixel(pin(PINS["ring"]), PIXELS)
        self._contacts = [pin(PINS[f"button_{k}"], pin.IN, pin.PULL_UP) for k in range(BUTTONS)]
        self._tilt = pin(PINS["tilt"], pin.IN, pin.PULL_UP)
        pin(PINS["colour_lamp"], pin.OUT).on()
        self._buses = [
            machine.I2C(k, sda=pin(PINS[f"colour_{k}_sda"]), scl=pin(PINS[f"colour_{k}_scl"]), freq=I2C_HZ)
            for k in range(SLOTS)
        ]
        self._colours: list[Any] = [None] * SLOTS
        self._motion: Lis3dh | None = None
        self._tried = [-RETRY_MS] * (SLOTS + 1)
        self._dog = machine.WDT(timeout=WATCHDOG_MS)
        self.line = _line()

    def feed(self) -> None:
        """Tell the watchdog that all is well."""
        self._dog.feed()

    def colour(self, slot: int) -> "tuple[int, int, int, int] | None":
        """A slot's red, green, blue and clear counts."""
        try:
            if self._colours[slot] is None and self._may_try(slot):
                self._colours[slot] = Tcs34725(self._buses[slot], COLOUR_ADDRESS)
            return self._colours[slot] and self._colours[slot].counts()
        except OSError:
            self._colours[slot] = None
            return None

    def motion(self) -> "tuple[int, int, int] | None":
        """Acceleration in thousandths of g; with a tilt switch instead of the sensor, its contact as a jump of 1 g."""
        try:
            if self._motion is None and self._may_try(SLOTS):
                self._motion = Lis3dh(self._buses[0], MOTION_ADDRESS)
            if self._motion is not None:
                return self._motion.acceleration()
        except OSError:
            self._motion = None
        return (0, 0, 1000 * self._tilt.value())

    def contacts(self) -> list[bool]:
        """Whether each seat's button is held down."""
        return [not contact.value() for contact in self._contacts]

    def show(self, ring: "list[tuple[int, int, int]]") -> None:
        """Light the ring."""
        for k, colour in enumerate(ring):
            self._ring[k] = colour
        self._ring.write()

    def load(self) -> "dict[str, Any] | None":
        """What was kept, or None."""
        try:
            with open(KEPT) as file:
                return json.load(file)
        except (OSError, ValueError):
            return None

    def store(self, values: dict[str, Any]) -> None:
        """Keep values over a loss of power; the old ones stay until the new ones are whole."""
        with open(KEPT + ".new", "w") as file:
            json.dump(values, file)
        os.rename(KEPT + ".new", KEPT)

    def free_memory(self) -> int:
        """Bytes of heap that are free after tidying."""
        gc.collect()
        return gc.mem_free()

    def _may_try(self, part: int) -> bool:
        now = time.ticks_ms()
        if time.ticks_diff(now, self._tried[part]) < RETRY_MS:
            return False
        self._tried[part] = now
        return True


def _line() -> object:
    """The link's line: a second USB serial port where its package is installed, else the UART; never the REPL's."""
    try:
        import usb.device  # type: ignore[import-not-found]
        from usb.device.cdc import CDCInterface  # type: ignore[import-not-found]
    except ImportError:
        tx, rx = machine.Pin(PINS["link_tx"]), machine.Pin(PINS["link_rx"])
        return machine.UART(0, LINK_BAUD, tx=tx, rx=rx, rxbuf=1024, txbuf=2048)
    port = CDCInterface()
    port.init(timeout=0)
    usb.device.get().init(port, builtin_driver=True)
    return port
