"""gpiozero's pins on the kernel's GPIO character device (`gpiod`): nothing runs while no button is pressed.

gpiozero's own way, lgpio, looks at watched pins 2000 times a second. Here the kernel keeps quiet contacts from noise,
and wakes one thread when a pin has changed. Pins are on or off: for dimmed lamps lgpio is needed.
"""

from __future__ import annotations

import os
import select
import threading
import time
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import gpiod
from gpiod.line import Bias, Direction, Edge, Value
from gpiozero import PinInvalidFunction, PinSetInput
from gpiozero.pins.local import get_pi_revision
from gpiozero.pins.pi import PiFactory, PiPin

DEVICES: Final = Path("/dev")
PI_5: Final = 0x17
"""Its number in a Raspberry Pi's revision; early kernels call its pins' chip 4."""
DIRECTIONS: Final = {"input": Direction.INPUT, "output": Direction.OUTPUT}
EDGES: Final = {"both": Edge.BOTH, "rising": Edge.RISING, "falling": Edge.FALLING}
PULLS: Final = {"up": Bias.PULL_UP, "down": Bias.PULL_DOWN, "floating": Bias.DISABLED}


class LineFactory(PiFactory):  # type: ignore[misc]
    """The pins of the Raspberry Pi that this runs on. Raises OSError without them, PinUnknownPi on another machine.

    `chip`: the device, found by itself unless said.
    """

    def __init__(self, chip: Path | None = None) -> None:
        super().__init__()
        self.pin_class = LinePin
        self.chip = gpiod.Chip(str(chip or self._chip()))
        self.lock = threading.RLock()
        """Held while a line is used: gpiod leaves that to its users."""
        self._watched: dict[int, LinePin] = {}
        self._stop = os.eventfd(0)
        self._epoll = select.epoll()
        self._epoll.register(self._stop, select.EPOLLIN)
        self._thread = threading.Thread(target=self._watch, name="pins", daemon=True)

    def close(self) -> None:
        """Free all pins. May be called twice."""
        if self.chip:
            super().close()
            self.chip.close()
            os.eventfd_write(self._stop, 1)
            if self._thread.ident is not None:
                self._thread.join()
            self._epoll.close()
            os.close(self._stop)

    def watch(self, line: int, pin: LinePin) -> None:
        """Tell a pin of what happens at its line, from now on."""
        self._watched[line] = pin
        self._epoll.register(line, select.EPOLLIN)
        if self._thread.ident is None:
            self._thread.start()

    def ignore(self, line: int) -> None:
        """Tell nothing more of that line."""
        if self._watched.pop(line, None) is not None:
            self._epoll.unregister(line)

    def ticks(self) -> float:
        """Seconds of the clock that the kernel times changes with."""
        return time.monotonic()

    def ticks_diff(self, later: float, earlier: float) -> float:
        """Seconds between two ticks."""
        return later - earlier

    def _watch(self) -> None:
        while True:
            for line, _ in self._epoll.poll():
                if line == self._stop:
                    return
                with self.lock:
                    pin = self._watched.get(line)
                    if pin is None:
                        continue
                    changes, tell = pin.changes(), pin.when_changed
                for change in changes if tell else ():
                    tell(*change)

    def _chip(self) -> Path:
        early = DEVICES / "gpiochip4"
        pi_5 = self._get_revision() >> 4 & 0xFF == PI_5
        return early if pi_5 and early.exists() else DEVICES / "gpiochip0"

    def _get_revision(self) -> int:
        return int(get_pi_revision())


class LinePin(PiPin):  # type: ignore[misc]
    """A pin that is read, watched, or switched on and off."""

    when_changed: Any
    """gpiozero's device, which is called with the ticks and the level of each change."""

    def __init__(self, factory: LineFactory, info: Any) -> None:
        super().__init__(factory, info)
        self._lines: gpiod.LineRequest | None = None
        self._settings = gpiod.LineSettings(direction=Direction.INPUT)
        self._edges = "both"
        self._set()

    def close(self) -> None:
        """Give the line back to the kernel; it is taken again where it is used again."""
        with self.factory.lock:
            self._when_changed = None
            self._settings = gpiod.LineSettings(direction=Direction.INPUT)
            if self._lines is not None:
                self.factory.ignore(self._lines.fd)
                self._lines.release()
                self._lines = None

    def changes(self) -> list[tuple[float, bool]]:
        """Ticks and levels since the last call; never waits. A line whose chip is gone is watched no more."""
        lines = self._taken()
        try:
            events = lines.read_edge_events() if lines.wait_edge_events(0) else []
        except OSError:
            self.factory.ignore(lines.fd)
            return []
        return [(event.timestamp_ns / 1e9, event.event_type is event.Type.RISING_EDGE) for event in events]

    def _taken(self) -> gpiod.LineRequest:
        return self._lines or self._set()

    def _set(self, **changed: Any) -> gpiod.LineRequest:
        with self.factory.lock:
            self._settings = replace(self._settings, **changed)
            config: Any = {self._number: self._settings}
            if self._lines is None:
                self._lines = self.factory.chip.request_lines(config, consumer="planisphere")
            else:
                self._lines.reconfigure_lines(config)
            return self._lines

    def _get_function(self) -> str:
        return "output" if self._settings.direction is Direction.OUTPUT else "input"

    def _set_function(self, value: str) -> None:
        if value not in DIRECTIONS:
            raise PinInvalidFunction(f"invalid function {value!r} for pin {self!r}")
        self.when_changed = None
        self._set(direction=DIRECTIONS[value], bias=Bias.AS_IS, debounce_period=timedelta())

    def _get_state(self) -> bool:
        with self.factory.lock:
            return bool(self._taken().get_value(self._number).value)

    def _set_state(self, value: float) -> None:
        if self.function == "input":
            raise PinSetInput(f"cannot set state of pin {self!r}")
        self._set(output_value=Value(bool(value)))

    def _get_pull(self) -> str:
        return next((name for name, bias in PULLS.items() if bias is self._settings.bias), "floating")

    def _set_pull(self, value: str) -> None:
        self._set(bias=PULLS[value])

    def _get_bounce(self) -> float | None:
        return self._settings.debounce_period.total_seconds() or None

    def _set_bounce(self, value: float | None) -> None:
        self._set(debounce_period=timedelta(seconds=value or 0))

    def _get_edges(self) -> str:
        return self._edges

    def _set_edges(self, value: str) -> None:
        watching, self.when_changed = self.when_changed, None
        self._edges = value
        self.when_changed = watching

    def _enable_event_detect(self) -> None:
        with self.factory.lock:
            self.factory.watch(self._set(edge_detection=EDGES[self._edges]).fd, self)

    def _disable_event_detect(self) -> None:
        with self.factory.lock:
            self.factory.ignore(self._taken().fd)
            self._set(edge_detection=Edge.NONE)
