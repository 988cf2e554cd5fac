"""A table that nobody touches: fewer frames after seconds, a darker panel after minutes, then a dark one."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from hardware.backlight import Backlight

CALM_S: Final = 5.0
"""Seconds after which nothing on the screen moves any more: it is looked at less often whether somebody touches it."""
CALM_FPS: Final = 10
"""The first touch then waits a tenth of a second at most, less than a finger rests on the glass."""
DIM_SHARE: Final = 0.3
Minutes = Annotated[int, Meta(ge=0, le=1440)]


class ScreenConfig(msgspec.Struct, frozen=True, kw_only=True):
    """`[screen]`: how large and how bright the panel is, and when it rests."""

    inches: Annotated[float, Meta(ge=3, le=120)] | None = None
    """Its diagonal; None: as it says itself."""
    turned: Literal[0, 90, 180, 270] | None = None
    """Degrees by which everything is turned against the clock; None: an upright panel by 90, any other not at all."""
    brightness: Annotated[int, Meta(ge=10, le=100)] = 100
    """Per cent, of panels whose light can be set."""
    dim_minutes: Minutes = 10
    """Without a touch or a change on the screen until it is darker; 0: never."""
    off_minutes: Minutes = 30
    """The same until it is dark; 0: never."""


class Rest:
    """How awake the screen is. `clock`: seconds since any moment.

    Where no light can be set, `veil` is drawn over everything.
    """

    def __init__(self, config: ScreenConfig, backlight: Backlight, clock: Callable[[], float] = monotonic) -> None:
        self._config, self._backlight, self._clock = config, backlight, clock
        self._since = clock()
        self._share = 1.0
        self.calm = False
        """Whether few frames will do."""
        self.veil = 0.0
        """How opaque a black veil lies over the screen, 0 to 1."""
        self._backlight.burn(config.brightness / 100)

    def stir(self) -> bool:
        """A touch, or a change on the screen; returns whether the screen was darkened: such a touch only wakes it."""
        self._since, self.calm = self._clock(), False
        slept = self._share < 1
        self._show(1.0)
        return slept

    def tick(self) -> None:
        """Time has passed."""
        still = self._clock() - self._since
        self.calm = still >= CALM_S
        minutes = self._config
        if minutes.off_minutes and still >= 60 * minutes.off_minutes:
            self._show(0.0)
        elif minutes.dim_minutes and still >= 60 * minutes.dim_minutes:
            self._show(DIM_SHARE)

    def _show(self, share: float) -> None:
        if share != self._share:
            self._share = share
            lit = self._backlight.burn(share * self._config.brightness / 100)
            self.veil = 0.0 if lit and share > 0 else 1 - share
