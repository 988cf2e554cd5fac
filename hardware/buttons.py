"""The seat buttons: one a player, pressed to say "done" without the screen."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, Protocol

from engines.errors import Finding, NotPossible
from hardware.lights import gpio_trouble
from hardware.mailbox import drain
from hardware.status import READY

BOUNCE_S = 0.05
"""Seconds in which further contacts are one press: a contact chatters, and nobody presses twice so quickly."""


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
    """Buttons between GPIO pins and ground, seat 0 first. Raises NotPossible where the pins cannot be used.

    `bounce`: seconds, None for contacts that never chatter. `factory`: a gpiozero pin factory (tests).
    """

    status = READY

    def __init__(self, pins: tuple[int, ...], *, bounce: float | None = BOUNCE_S, factory: Any = None) -> None:
        import gpiozero

        self._pressed: SimpleQueue[int] = SimpleQueue()
        self._buttons: list[Any] = []
        try:
            for seat, pin in enumerate(pins):
                button = gpiozero.Button(pin, bounce_time=bounce, pin_factory=factory)
                button.when_pressed = self._noting(seat)
                self._buttons.append(button)
        except Exception as error:  # gpiozero lets each pin library's own errors through
            self.close()
            raise NotPossible("device.buttons", "buttons: {trouble}", gpio_trouble(error)) from error

    def presses(self) -> list[int]:
        """The seats whose buttons were pressed since the last call, in order."""
        return drain(self._pressed)

    def close(self) -> None:
        """Free the pins."""
        for button in self._buttons:
            button.close()

    def _noting(self, seat: int) -> Callable[[], None]:
        def note() -> None:
            self._pressed.put(seat)

        return note
