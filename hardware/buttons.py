"""The seat buttons: one a player, pressed to say "done" without the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import Any, Final, Protocol

from engines.errors import Finding, finding
from hardware.mailbox import drain
from hardware.pins import Pins
from hardware.status import READY

BOUNCE_S = 0.05
"""Seconds in which further contacts are one press: a contact chatters, and nobody presses twice so quickly."""
NO_BUTTONS: Final = finding("buttons.none", "no buttons are wired: touch the screen")


class Buttons(Protocol):
    """Buttons that collect their presses until somebody asks."""

    @property
    def status(self) -> Finding:
        """`READY`, or why there are none."""

    def presses(self) -> list[int]:
        """The seats pressed since the last call, in order; never waits. Any thread may ask."""

    def close(self) -> None:
        """Free the pins. May be called twice."""


class ScreenButtons:
    """No buttons on the table: the simulated table (or a test) presses them."""

    def __init__(self, status: Finding = READY) -> None:
        self.status = status
        self._pressed: SimpleQueue[int] = SimpleQueue()

    def press(self, seat: int) -> None:
        """Press the button of a seat, as a finger would."""
        self._pressed.put(seat)

    def presses(self) -> list[int]:
        """The seats whose buttons were pressed since the last call, in order."""
        return drain(self._pressed)

    def close(self) -> None:
        """Forget presses that nobody asked for."""
        drain(self._pressed)


class GpioButtons:
    """Buttons between GPIO pins and ground, seat 0 first; while the pins cannot be used, nobody presses any.

    `bounce`: seconds, None for contacts that never chatter. `factory`: a gpiozero pin factory (tests).
    """

    def __init__(self, pins: tuple[int, ...], *, bounce: float | None = BOUNCE_S, factory: Any = None) -> None:
        self._pressed: SimpleQueue[int] = SimpleQueue()

        def opened(factory: Any) -> Iterator[Any]:
            import gpiozero

            for seat, pin in enumerate(pins):
                # No gpiozero.Button: each has a thread that wakes ten times a second in case it is held down.
                button = gpiozero.DigitalInputDevice(pin, pull_up=True, bounce_time=bounce, pin_factory=factory)
                button.when_activated = self._noting(seat)
                yield button

        self._pins = Pins(opened, NO_BUTTONS, factory=factory)

    @property
    def status(self) -> Finding:
        """`READY`, or why there are none."""
        return self._pins.status

    def presses(self) -> list[int]:
        """The seats whose buttons were pressed since the last call, in order."""
        return drain(self._pressed)

    def close(self) -> None:
        """Free the pins."""
        self._pins.close()

    def _noting(self, seat: int) -> Callable[[], None]:
        def note() -> None:
            self._pressed.put(seat)

        return note
