"""A picture for each bonus card, of our own drawing: its shape as a constellation over a landscape at night, and for a
power bonus what the power draws.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import Final

from engines.look_at_the_stars.model import Power
from pi_app.games.look_at_the_stars.cards import Segment, ShapeCard
from pi_app.presenters.shapes import Point, Shape, Shapes, circle, placed, planet, sky_stars, star

_SHAPE: Final = (2.0, 1.05)
"""Room for the shape, wide and high."""
_LARGEST_STEP: Final = 0.5
_MIDDLE: Final = 0.33
"""How high its middle stands."""
_THING: Final = (1.05, 0.42)
"""Where a power's thing stands."""
_LOW: Final = -0.62
"""How high the land is."""


def bonus_picture(card: ShapeCard) -> tuple[Shape, ...]:
    """The picture of a bonus card, the farthest first; always the same for a card."""
    rng = Random(f"bonus {card.id}")
    sky = [*sky_stars(rng), *_land(rng)]
    thing = [*_POWERS[card.power](rng)] if card.power else []  # type: ignore[index]
    return (*sky, *thing, *_constellation(card.lines, -0.5 if card.power else 0.0))


def _constellation(lines: tuple[Segment, ...], x: float) -> Shapes:
    """The shape on its piece of the lattice, around a place."""
    ends = [end for line in lines for end in line]
    wide, high = max(column for column, _row in ends), max(row for _column, row in ends)
    step = min(_SHAPE[0] / max(1, wide), _SHAPE[1] / max(1, high), _LARGEST_STEP)

    def at(column: int, row: int) -> Point:
        return x + (column - wide / 2) * step, _MIDDLE + (row - high / 2) * step

    for column in range(wide + 1):
        for row in range(high + 1):
            yield Shape("disc", "far", (at(column, row),), 0.035)
    for a, b in lines:
        yield Shape("line", "rim", (at(*a), at(*b)), 0.04)
    for end in sorted(set(ends)):
        yield Shape("disc", "rim", (at(*end),), 0.055)


# The land below --------------------------------------------------------------------------------------------------


def _land(rng: Random) -> Shapes:
    """A hill, and what stands on it."""
    x = rng.uniform(-1.0, 1.0)
    low, far = _LOW - 0.12, 6.0
    yield Shape("disc", "dark", ((x, low - far),), far)
    yield Shape("line", "far", circle((x, low - far), far, 60, 120))
    yield from rng.choice((_trees, _dome, _tent, _house))(rng, min(1.2, max(-1.2, x + rng.choice((-0.5, 0.5)))), low)


def _trees(rng: Random, x: float, y: float) -> Shapes:
    for n in range(rng.randrange(3, 6)):
        foot, high = x - 0.3 + 0.16 * n, rng.uniform(0.18, 0.32)
        outline = ((foot - 0.08, y - 0.04), (foot, y + high), (foot + 0.08, y - 0.04))
        yield Shape("area", "hull", outline)
        yield Shape("line", "far", (*outline, outline[0]), 0.02)


def _dome(_rng: Random, x: float, y: float) -> Shapes:
    outline = ((x + 0.22, y - 0.04), *circle((x, y + 0.1), 0.22, 0, 180), (x - 0.22, y - 0.04))
    yield Shape("area", "hull", outline)
    yield Shape("line", "far", (*outline, outline[0]), 0.02)
    yield Shape("line", "warm", ((x, y + 0.12), (x + 0.16, y + 0.4)), 0.07)


def _tent(_rng: Random, x: float, y: float) -> Shapes:
    outline = ((x - 0.28, y - 0.03), (x, y + 0.26), (x + 0.28, y - 0.03))
    yield Shape("area", "hull", outline)
    yield Shape("line", "far", (*outline, outline[0]), 0.02)
    yield Shape("area", "warm", ((x - 0.07, y - 0.03), (x, y + 0.13), (x + 0.07, y - 0.03)))


def _house(_rng: Random, x: float, y: float) -> Shapes:
    outline = ((x - 0.2, y - 0.05), (x - 0.2, y + 0.14), (x, y + 0.3), (x + 0.2, y + 0.14), (x + 0.2, y - 0.05))
    yield Shape("area", "hull", outline)
    yield Shape("line", "far", (*outline, outline[0]), 0.02)
    window = ((x - 0.06, y + 0.03), (x + 0.06, y + 0.03), (x + 0.06, y + 0.13), (x - 0.06, y + 0.13))
    yield Shape("area", "warm", window)


# What powers draw ------------------------------------------------------------------------------------------------


def _golden(shapes: Shapes) -> Shapes:
    return (shape if shape.seat is None else shape._replace(seat=None, tone="warm") for shape in shapes)


def _rays(near: float, far: float, count: int, size: float = 0.035) -> Shapes:
    x, y = _THING
    for ray in range(count):
        c, s = math.cos(math.tau * ray / count), math.sin(math.tau * ray / count)
        yield Shape("line", "warm", ((x + near * c, y + near * s), (x + far * c, y + far * s)), size)


def _planet(_rng: Random) -> Shapes:
    yield from _golden(planet(_THING, 0.3, 0))


def _line(_rng: Random) -> Shapes:
    x, y = _THING
    yield Shape("line", "warm", ((x - 0.25, y - 0.25), (x + 0.25, y + 0.25)), 0.06)
    for side in (-0.25, 0.25):
        yield Shape("disc", "warm", ((x + side, y + side),), 0.09)


def _stars(_rng: Random) -> Shapes:
    x, y = _THING
    yield from _golden(star((x - 0.2, y - 0.16), 0.18, 0))
    yield from _golden(star((x + 0.2, y + 0.16), 0.22, 0))


def _galaxy(rng: Random) -> Shapes:
    turn = rng.uniform(-30, 30)
    for arm in (0.0, math.pi):
        ways = [(k / 24, arm + 4.2 * k / 24) for k in range(25)]
        spiral = tuple((far * math.cos(angle), 0.55 * far * math.sin(angle)) for far, angle in ways)
        yield Shape("line", "warm", placed(spiral, _THING, 0.46, turn), 0.05)
    yield Shape("disc", "rim", (_THING,), 0.08)


def _twinkling(_rng: Random) -> Shapes:
    yield from _golden(star(_THING, 0.26, 0))
    yield from _rays(0.32, 0.42, 5, 0.025)


def _nova(_rng: Random) -> Shapes:
    yield from _rays(0.1, 0.44, 8, 0.06)
    yield from _rays(0.1, 0.3, 16)
    yield Shape("disc", "rim", (_THING,), 0.14)


def _aura(_rng: Random) -> Shapes:
    yield Shape("line", "warm", circle(_THING, 0.24), 0.05)
    yield from _rays(0.33, 0.46, 12)
    yield Shape("disc", "rim", (_THING,), 0.07)


def _crescent(_rng: Random) -> Shapes:
    x, y = _THING
    yield Shape("disc", "warm", (_THING,), 0.34)
    yield Shape("disc", "sky", ((x + 0.15, y + 0.06),), 0.29)


def _black_hole(_rng: Random) -> Shapes:
    yield Shape("line", "warm", placed(circle((0.0, 0.0), 1.5, flat=0.28), _THING, 0.3, 18), 0.05)
    yield Shape("disc", "dark", (_THING,), 0.25)
    yield Shape("line", "warm", circle(_THING, 0.25), 0.035)
    yield Shape("line", "warm", placed(circle((0.0, 0.0), 1.5, 190, 350, 0.28), _THING, 0.3, 18), 0.05)


_POWERS: Final[dict[Power, Callable[[Random], Shapes]]] = {
    "planet": _planet,
    "line": _line,
    "star": _stars,
    "galaxy": _galaxy,
    "twinkling_star": _twinkling,
    "nova": _nova,
    "aura": _aura,
    "crescent_moon": _crescent,
    "black_hole": _black_hole,
}
