"""What readings of all kinds say, as values that go into JSON: where the board was found, and how long it took."""

from __future__ import annotations

import msgspec

from vision.ink.pose import By


class Located(msgspec.Struct, frozen=True):
    """How the board was found; `corners` in px, clockwise from the printed top left; `confidence` 0…1."""

    by: By
    corners: tuple[tuple[float, float], ...]
    confidence: float


class Milliseconds(msgspec.Struct, frozen=True):
    """How long the parts of a reading took."""

    locate: float
    read: float
    total: float


def milliseconds(begun: float, start: float, located: float, done: float) -> Milliseconds:
    """By a clock in seconds: when a reading began, finding the board began and ended, and the reading was done."""
    return Milliseconds(*(round(1000 * s, 2) for s in (located - start, done - located, done - begun)))
