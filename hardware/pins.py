"""What is wired to the machine's own pins: opened once it can be, and opened anew where the pins fail."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from engines.errors import Finding, finding
from hardware.status import READY

GPIO_CHIPS = Path("/dev")
LOOK_S: Final = 3.0
"""Seconds between two looks at the pins, whether they work or not."""


class Pins:
    """gpiozero's devices of one part of a table. Any thread may use them.

    `devices`: opens them one by one, on the pin factory that it is given. `absent`: what is told on a machine without
    pins. `dimmed`: whether they need more than on and off. `factory`: one of gpiozero's (tests). `clock`: seconds.
    """

    def __init__(
        self,
        devices: Callable[[Any], Iterator[Any]],
        absent: Finding,
        *,
        dimmed: bool = False,
        factory: Any = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._opening, self._absent, self._factory, self._clock = devices, absent, factory, clock
        self._kind = "dimmed" if dimmed else "plain"
        self._lock = threading.RLock()
        self._open: list[Any] = []
        self._status = absent
        self._looked = -math.inf
        self._look()

    @property
    def status(self) -> Finding:
        """`READY`, or why they cannot be used; looked at anew every `LOOK_S`."""
        with self._lock:
            if self._clock() - self._looked >= LOOK_S:
                self._look()
            return self._status

    def each(self, do: Callable[[Any], object]) -> None:
        """Do something with each device that is open; where one fails, all are lost, and looked for again."""
        with self._lock:
            try:
                for device in self._open:
                    do(device)
            except Exception as error:  # gpiozero lets each pin library's own errors through
                used = self._open[0].pin_factory
                self._lose(error)
                if _SHARED.get(self._kind) is used:
                    _forget(self._kind)

    def close(self) -> None:
        """Free the pins for good. May be called twice."""
        with self._lock:
            self._looked = math.inf
            self._free()

    def _look(self) -> None:
        self._looked = self._clock()
        if self._open:
            self.each(lambda device: device.value)
        else:
            self._try()

    def _try(self) -> None:
        self._status = self._absent
        if self._factory is None and not has_gpio():
            return
        try:
            for device in self._opening(self._factory or _shared(self._kind)):
                self._open.append(device)
            self._status = READY
        except Exception as error:  # as above
            self._lose(error)

    def _lose(self, error: Exception) -> None:
        text = " ".join(str(error).split())
        why = type(error).__name__ + (f": {text}" if text else "")
        self._status = finding("device.pins", "the pins cannot be used ({why})", why)
        self._free()

    def _free(self) -> None:
        while self._open:
            with suppress(Exception):
                self._open.pop().close()


def has_gpio(folder: Path = GPIO_CHIPS) -> bool:
    """Whether this machine has pins."""
    return any(folder.glob("gpiochip*"))


def _plain() -> Any:
    from hardware.lines import LineFactory

    return LineFactory()


def _dimmed() -> Any:
    from gpiozero.pins.lgpio import LGPIOFactory

    factory = LGPIOFactory()
    factory.pins = {}  # a class of lgpio's factories shares them: a lost chip's would be taken for the next one's
    return factory


FACTORIES: Final = {"plain": _plain, "dimmed": _dimmed}
_SHARED: Final[dict[str, Any]] = {}
"""The open factories, by their kind: parts share one, which knows whose each pin is."""


def _shared(kind: str) -> Any:
    if kind not in _SHARED:
        _SHARED[kind] = FACTORIES[kind]()
    return _SHARED[kind]


def _forget(kind: str) -> None:
    """Have the chip opened anew for the next device: the factory holds one that is gone."""
    with suppress(Exception):
        _SHARED.pop(kind).close()
