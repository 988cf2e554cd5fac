"""Tables whose pen and lamp are like no others: all boards of one are drawn and photographed with the same."""

from __future__ import annotations

import msgspec
import numpy as np

from hardware.simulated.levels import CONDITIONS, Conditions, Level
from hardware.simulated.pixels import Colour, hsv
from hardware.simulated.strokes import Pen
from tools.studio.levels import random_pen

Range = tuple[float, float]


class StrangePen(msgspec.Struct, frozen=True):
    """Ranges of a pen: millimetres, shares; a `hue` from 0 to 1, or a `grey` from 0 to 255 where it has none."""

    width: Range
    opacity: Range
    grey: Range = (235.0, 250.0)
    hue: float | None = None
    gaps: Range = (0.0, 0.01)
    patchy: float = 0.2


STRANGE_PENS = (
    StrangePen((0.5, 0.75), (0.5, 0.75), grey=(150.0, 180.0), patchy=0.5),
    StrangePen((0.45, 0.65), (0.75, 0.95)),
    StrangePen((1.0, 1.6), (0.45, 0.65), grey=(180.0, 205.0), patchy=0.6),
    StrangePen((0.8, 1.6), (0.6, 0.85), hue=0.15),
    StrangePen((2.2, 3.0), (0.6, 0.9), gaps=(0.03, 0.06), patchy=0.7),
    StrangePen((0.9, 1.3), (0.33, 0.5), gaps=(0.04, 0.07)),
)
"""Pencil grey, thin felt, silver, yellow, a broad chalk pen, one that is nearly empty: none is a `random_pen`."""


def own_pen(rng: np.random.Generator, number: int, ground: Colour) -> Pen:
    """The pen of the table `number`, in a hand of its own."""
    strange = STRANGE_PENS[number % len(STRANGE_PENS)]
    grey = rng.uniform(*strange.grey)
    return msgspec.structs.replace(
        random_pen(rng, "medium", ground),
        width=rng.uniform(*strange.width),
        opacity=rng.uniform(*strange.opacity),
        colour=(grey, grey, grey) if strange.hue is None else hsv(strange.hue, 0.75, 0.95),
        gaps=rng.uniform(*strange.gaps),
        patchy=strange.patchy,
    )


def own_light(rng: np.random.Generator, level: Level) -> Conditions:
    """Pictures of this level under a lamp unlike those that it knows: dimmer, nearer, of another colour."""
    warm = (0.4, 0.65) if rng.random() < 0.6 else (-0.25, -0.12)
    return msgspec.structs.replace(CONDITIONS[level], light=(0.15, 0.5), warmth=warm, uneven=(0.7, 1.6))


def again(rng: np.random.Generator, pen: Pen) -> Pen:
    """The same pen in another turn: a little fuller or emptier."""
    width, opacity = pen.width * rng.uniform(0.92, 1.08), min(1.0, pen.opacity * rng.uniform(0.88, 1.1))
    return msgspec.structs.replace(pen, width=width, opacity=opacity)
