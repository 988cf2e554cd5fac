"""The emulated chip as a process: its two serial lines on ptys, its power, sensors, buttons and ring."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Literal, Self

import msgspec

from firmware_bridge.firmware.parts import (
    BUTTONS,
    COLOUR_ADDRESS,
    I2C_HZ,
    LINK_BAUD,
    MOTION_ADDRESS,
    PINS,
    PIXELS,
)
from firmware_bridge.simulator.controller import Controller, Fault

HERE: Final = Path(__file__).resolve().parent
LineName = Literal["uart", "usb"]
WIRING: Final = {
    "baud": LINK_BAUD,
    "i2c_hz": I2C_HZ,
    "colour": COLOUR_ADDRESS,
    "motion": MOTION_ADDRESS,
    "ring": PINS["ring"],
    "pixels": PIXELS,
    "tilt": PINS["tilt"],
    "buttons": [PINS[f"button_{seat}"] for seat in range(BUTTONS)],
}


class Chip:
    """Runs from its creation on. A context manager. `rom`, `image`: what `build` made."""

    def __init__(self, rom: Path, image: Path) -> None:
        command = ["node", str(HERE / "chip.mjs"), str(rom), str(image), msgspec.json.encode(WIRING).decode()]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=HERE)
        self._hears: dict[LineName, Callable[[bytes], None]] = {}
        self._lock = threading.Lock()
        self._values: dict[str, Any] = {"colour": [None, None], "motion": None, "contacts": [], "gone": []}
        self.ring: tuple[tuple[int, int, int], ...] = ()
        """What the lights were last told."""
        self.torn = 0
        """Pictures for the ring that broke off."""
        self.ports_found = 0
        """How often the board's USB port was found."""
        self._ms = 0
        self._reader = threading.Thread(target=self._read, name="emulated chip", daemon=True)
        self._reader.start()
        self.link = Controller(program=lambda hears: _Line(self, "uart", hears))
        """The cable of the link."""
        self.prompt = Controller(program=lambda hears: _Line(self, "usb", hears))
        """The USB cable, with MicroPython's prompt."""

    @property
    def ended(self) -> bool:
        """Whether the emulator is no longer there."""
        return self._process.poll() is not None

    def seconds(self) -> float:
        """What the chip's clock shows since it was made, cuts of its power left out."""
        return self._ms / 1000

    def put(self, **values: Any) -> None:
        """What the sensors and buttons say: `colour`, `motion`, `contacts`, `gone` (names of parts)."""
        self._values |= values
        self.say({"put": self._values})

    def power(self, on: bool) -> None:
        """Cut the power, or give it back."""
        self.say({"power": on})

    def say(self, order: dict[str, Any]) -> None:
        """Tell the emulator something."""
        with self._lock, suppress(OSError):
            assert self._process.stdin is not None
            self._process.stdin.write(msgspec.json.encode(order) + b"\n")
            self._process.stdin.flush()

    def listen(self, name: LineName, hears: Callable[[bytes], None]) -> None:
        """Who hears what the chip sends on a line."""
        self._hears[name] = hears

    def spoil(self, fault: Fault | None) -> None:
        """What the link's cable makes of bytes."""
        self.link.fault = fault

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.link.close()
        self.prompt.close()
        self._process.kill()
        self._process.wait()
        self._reader.join(5)

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            note = msgspec.json.decode(line, type=dict[str, Any])
            self._ms = note.get("ms", self._ms)
            if "ring" in note:
                self.ring = tuple(tuple(colour) for colour in note["ring"])
            self.torn += "torn" in note
            self.ports_found += "enumerated" in note
            for name, hears in self._hears.items():
                if name in note:
                    hears(bytes.fromhex(note[name]))


class _Line:
    """One of the chip's lines, as a program on a board that `Controller` puts on a pty."""

    def __init__(self, chip: Chip, name: LineName, hears: Callable[[bytes], None]) -> None:
        self._chip, self._name = chip, name
        chip.listen(name, hears)

    @property
    def ring(self) -> tuple[tuple[int, int, int], ...]:
        return self._chip.ring

    def write(self, data: bytes) -> None:
        self._chip.say({self._name: data.hex()})

    def put(self, values: dict[str, Any]) -> None:
        if values:
            self._chip.put(**values)

    def memory(self) -> int:
        return 0

    def close(self) -> None:
        self._chip.listen(self._name, lambda _: None)
