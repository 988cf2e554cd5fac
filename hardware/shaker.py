"""The mother ship's shaker: says that it was shaken and which two balls lie in the clear, or that it is not sure."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import Any, Final, Literal, Protocol

import msgspec

from engines.errors import Finding, finding
from hardware.mailbox import drain
from hardware.pins import Pins
from hardware.status import READY

SLOTS = 2
QUIET_S = 0.7
"""A shake is over when the tilt switch has been still this long."""
BOUNCE_S = 0.005


class Shake(msgspec.Struct, frozen=True):
    """One thing that the shaker tells.

    `shaking`: the ship is being shaken, for the `number`-th time (`again`: before the last balls were read).
    `balls`: the shake is over; a colour a slot, None where a finger must say it. `settled`: they lay still.
    """

    what: Literal["shaking", "balls"]
    number: int
    balls: tuple[str | None, ...] = (None,) * SLOTS
    sure: tuple[int, ...] = (0,) * SLOTS
    """Percent of confidence, a slot."""
    empty: tuple[bool, ...] = (False,) * SLOTS
    """Slots in which no ball is to be seen."""
    settled: bool = True
    again: bool = False

    @property
    def known(self) -> bool:
        """Whether both balls are known without a finger."""
        return self.what == "balls" and self.settled and None not in self.balls


NO_SENSOR: Final = finding("shaker.none", "no sensor is at the mother ship: name the balls by touch")
BY_TOUCH: Final = finding("shaker.by_touch", "the balls are named by touch")


class Shaker(Protocol):
    """A shaker that collects what it has to tell until somebody asks."""

    @property
    def status(self) -> Finding:
        """`READY`, or why a finger must name the balls."""

    def shakes(self) -> list[Shake]:
        """What happened since the last call, in order; never waits. Any thread may ask."""

    def close(self) -> None:
        """Let go of the device. May be called twice."""


class ScreenShaker:
    """No sensor: fingers name the balls, or the simulated table (or a test) tells them."""

    def __init__(self, status: Finding = READY) -> None:
        self.status = status
        self._told: SimpleQueue[Shake] = SimpleQueue()

    def tell(self, shake: Shake) -> None:
        """Let the shaker say something."""
        self._told.put(shake)

    def shakes(self) -> list[Shake]:
        """All shakes since the last call, in order."""
        return drain(self._told)

    def close(self) -> None:
        """Forget shakes that nobody asked for."""
        drain(self._told)


class TiltShaker:
    """A tilt switch between a GPIO pin and ground: it knows that the ship was shaken, a finger names the balls.

    `bounce`: seconds, None in tests. `clock`: seconds, for the quiet that ends a shake. `factory`: a gpiozero pin
    factory (tests).
    """

    def __init__(
        self,
        pin: int,
        *,
        bounce: float | None = BOUNCE_S,
        clock: Callable[[], float] = time.monotonic,
        factory: Any = None,
    ) -> None:
        self._told: SimpleQueue[Shake] = SimpleQueue()
        self._clock = clock
        self._lock = threading.Lock()
        self._moved_at: float | None = None
        self._number = 0

        def opened(factory: Any) -> Iterator[Any]:
            import gpiozero

            switch = gpiozero.DigitalInputDevice(pin, pull_up=True, bounce_time=bounce, pin_factory=factory)
            switch.when_activated = switch.when_deactivated = self._moved
            yield switch

        self._pins = Pins(opened, NO_SENSOR, factory=factory)

    @property
    def status(self) -> Finding:
        """That the balls are named by touch, or why nothing tells of a shake."""
        status = self._pins.status
        return BY_TOUCH if status == READY else status

    def shakes(self) -> list[Shake]:
        """What happened since the last call; a shake is over once the switch was quiet for `QUIET_S`."""
        with self._lock:
            if self._moved_at is not None and self._clock() - self._moved_at >= QUIET_S:
                self._moved_at = None
                self._told.put(Shake("balls", self._number))
        return drain(self._told)

    def close(self) -> None:
        """Free the pin."""
        self._pins.close()

    def _moved(self) -> None:
        with self._lock:
            if self._moved_at is None:
                self._number += 1
                self._told.put(Shake("shaking", self._number))
            self._moved_at = self._clock()
