"""The mother ship's shaker in the computer: balls that tumble, settle, stick, and what the sensors see of them.

The raw values are what the microcontroller's sensors count, so that its own program judges them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple, TypeAlias

import msgspec

Share: TypeAlias = tuple[float, float, float, float]
"""Of white paper's red, green, blue and clear light."""
BALLS: dict[str, Share] = {
    "black": (0.045, 0.04, 0.04, 0.12),
    "blue": (0.075, 0.14, 0.205, 0.42),
    "yellow": (0.39, 0.36, 0.15, 0.9),
    "red": (0.31, 0.09, 0.08, 0.48),
}
NOTHING: Share = (0.013, 0.013, 0.013, 0.04)
WHITE = 1000
STILL = (0, 0, 1000)
STEP_MS = 20


class Trouble(msgspec.Struct, frozen=True):
    """What can be wrong with a shaker. `stuck`: a ball that stays in its slot."""

    stuck: tuple[int, str] | None = None
    heavier: tuple[str, float] | None = None
    """A ball and how many times as likely as the others it is to be drawn first."""
    one_slot: float = 0.0
    """How often both balls lie behind one another, so that the other slot is empty."""
    rolling: float = 0.0
    """How often the balls do not come to rest before the sensors give up."""
    noise: float = 0.03
    """Spread of the counts from reading to reading, as a share."""
    light: float = 1.0
    """How bright the sensor's lamp is, against the calibration."""


class Moment(NamedTuple):
    """What the sensors see at one moment; `after_ms` since the one before."""

    after_ms: int
    colour: tuple[tuple[int, int, int, int], ...]
    motion: tuple[int, int, int]


class SimulatedShaker:
    """A ball set in a ship. `balls`: with doubles, as they lie in the box."""

    def __init__(self, balls: Sequence[str], rng: Random, trouble: Trouble | None = None) -> None:
        self._balls = tuple(balls)
        self._rng = rng
        self.trouble = trouble or Trouble()
        self.shown: tuple[str | None, ...] = (None, None)
        """What truly lies in the clear."""

    def draw(self) -> tuple[str | None, ...]:
        """Two balls without replacement, as the trouble lets them fall."""
        left = list(self._balls)
        stuck = self.trouble.stuck
        shown: list[str | None] = []
        if stuck is not None and stuck[1] in left:
            left.remove(stuck[1])
            shown = [self._next(left)]
            shown.insert(stuck[0], stuck[1])
        else:
            shown = [self._next(left), self._next(left)]
        if self._rng.random() < self.trouble.one_slot:
            shown[self._rng.randrange(2)] = None
        return tuple(shown)

    def _next(self, left: list[str]) -> str:
        heavier = self.trouble.heavier or ("", 1.0)
        weights = [heavier[1] if ball == heavier[0] else 1.0 for ball in left]
        return left.pop(self._rng.choices(range(len(left)), weights)[0])

    def shake(self, still_ms: int = 2000) -> Iterator[Moment]:
        """A shake from its first jolt until `still_ms` after the last ball came to rest."""
        rng = self._rng
        for _ in range(rng.randrange(15, 60)):
            yield Moment(STEP_MS, self._tumble(), self._jolt())
        self.shown = self.draw()
        rolls = 6000 if rng.random() < self.trouble.rolling else int(rng.lognormvariate(5.3, 0.5))
        for _ in range(rolls // STEP_MS):
            yield Moment(STEP_MS, self._tumble(), STILL)
        for _ in range(still_ms // STEP_MS):
            yield Moment(STEP_MS, self.counts(), STILL)

    def counts(self) -> tuple[tuple[int, int, int, int], ...]:
        """What the two sensors count of what lies in the clear."""
        return tuple(self._seen(None if ball is None else BALLS[ball]) for ball in self.shown)

    def _tumble(self) -> tuple[tuple[int, int, int, int], ...]:
        """Balls rushing past: any of them, a mixture, or none."""
        shares = [NOTHING, *BALLS.values()]
        found = []
        for _ in range(2):
            one, other, part = self._rng.choice(shares), self._rng.choice(shares), self._rng.random()
            red, green, blue, clear = (part * a + (1 - part) * b for a, b in zip(one, other, strict=True))
            found.append(self._seen((red, green, blue, clear)))
        return tuple(found)

    def _seen(self, share: Share | None) -> tuple[int, int, int, int]:
        noise, light = self.trouble.noise, self.trouble.light * WHITE
        red, green, blue, clear = (
            max(0, round(value * light * self._rng.gauss(1.0, noise))) for value in (share or NOTHING)
        )
        return red, green, blue, clear

    def _jolt(self) -> tuple[int, int, int]:
        rng = self._rng
        return rng.randrange(-2000, 2001), rng.randrange(-2000, 2001), rng.randrange(-1000, 3001)
