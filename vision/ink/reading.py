"""What readings of all kinds say, as values that go into JSON: where the board was found, and how long it took."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, Protocol

import msgspec

from engines.errors import Finding
from vision.ink.pose import Array, By


class Lying(Protocol):
    """Where any board lies in one picture, as far as readings tell."""

    @property
    def by(self) -> By:
        """What it was found by."""

    @property
    def corners(self) -> Array:
        """(4, 2) px, clockwise from the printed top left."""

    @property
    def confidence(self) -> float:
        """0…1."""


class Located(msgspec.Struct, frozen=True):
    """How the board was found; `corners` in px, clockwise from the printed top left; `confidence` 0…1."""

    by: By
    corners: tuple[tuple[float, float], ...]
    confidence: float


def located(pose: Lying) -> Located:
    """How the board was found that lies at `pose`."""
    corners = tuple((round(float(x), 2), round(float(y), 2)) for x, y in pose.corners)
    return Located(pose.by, corners, round(pose.confidence, 3))


def plain(reading: msgspec.Struct) -> dict[str, Any]:
    """A drawn board's reading as plain JSON values, without its `pose`, and `compare` where there is something to say:
    a code, parameters and an English sentence."""
    names = [name for name in reading.__struct_fields__ if name not in ("pose", "compare")]
    shape: dict[str, Any] = {name: msgspec.to_builtins(getattr(reading, name)) for name in names}
    compare: Finding | None = getattr(reading, "compare", None)
    return shape if compare is None else {**shape, "compare": compare.as_json()}


class Milliseconds(msgspec.Struct, frozen=True):
    """How long the parts of a reading took."""

    locate: float
    read: float
    total: float


CLOCK: ContextVar[Callable[[], float]] = ContextVar("clock", default=time.perf_counter)
"""By what readings are timed, in seconds."""


class Stopwatch:
    """Times the parts of a reading: it begins when this is made, `lap` ends what is prepared, if that is a part of its
    own, and then what is found.
    """

    def __init__(self) -> None:
        self._now = CLOCK.get()
        self._at = [self._now()]

    def lap(self) -> None:
        """End a part, and begin the next one."""
        self._at.append(self._now())

    def milliseconds(self) -> Milliseconds:
        """How long finding and reading took, which ends now, and all together."""
        begun, (start, located), done = self._at[0], self._at[-2:], self._now()
        return Milliseconds(*(round(1000 * s, 2) for s in (located - start, done - located, done - begun)))
