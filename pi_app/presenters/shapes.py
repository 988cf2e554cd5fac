"""What our own pictures are made of: lines, areas and discs on a night sky.

Places: x from -1.6 to 1.6 to the right, y from -1 to 1 upwards.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random
from typing import Final, Literal, NamedTuple, TypeAlias

Point: TypeAlias = tuple[float, float]
Tone: TypeAlias = Literal["sky", "far", "hull", "dark", "rim", "own", "warm", "wrong"]
"""What a shape is: as the sky behind, far away, somebody's ship, one without lights, its edge, the players', a fire or
a sun, an enemy.
"""
WIDE: Final = 1.6


class Shape(NamedTuple):
    """A line through points, an area that its first point sees whole, or a disc around the first one."""

    form: Literal["line", "area", "disc"]
    tone: Tone
    points: tuple[Point, ...]
    size: float = 0.03
    """Width of a line, or radius of a disc."""
    seat: int | None = None
    """Whose it is: in their colour instead of the tone's."""


Shapes: TypeAlias = Iterator[Shape]
HULL: Final = ((1.0, 0.0), (0.25, 0.4), (-0.75, 0.32), (-0.55, 0.0), (-0.75, -0.32), (0.25, -0.4))
_SKY_STARS: Final = 14
_TIPS: Final = 5


def sky_stars(rng: Random) -> Shapes:
    """Small stars, far behind everything."""
    for _star in range(_SKY_STARS):
        yield Shape("disc", "far", ((rng.uniform(-WIDE, WIDE), rng.uniform(-1, 1)),), 0.02)


def placed(points: tuple[Point, ...], at: Point, size: float, turn: float) -> tuple[Point, ...]:
    """Points around a place, `size` times as large, turned by degrees to the left."""
    c, s = size * math.cos(math.radians(turn)), size * math.sin(math.radians(turn))
    return tuple((at[0] + x * c - y * s, at[1] + x * s + y * c) for x, y in points)


def circle(at: Point, radius: float, begin: float = 0.0, end: float = 360.0, flat: float = 1.0) -> tuple[Point, ...]:
    """Points of an arc, degrees to the left from the right; `flat`: its height as a share of its width."""
    turns = (math.radians(begin + (end - begin) * k / 24) for k in range(25))
    return tuple((at[0] + radius * math.cos(t), at[1] + flat * radius * math.sin(t)) for t in turns)


def hull(at: Point, size: float, turn: float = 0.0, tone: Tone = "hull", edge: Tone = "rim") -> Shapes:
    """A ship whose bow points right where it is not turned; its flame burns behind it."""
    points = placed(HULL, at, size, turn)
    yield Shape("line", "warm", placed(((-0.7, 0.0), (-1.25, 0.0)), at, size, turn), size * 0.22)
    yield Shape("area", tone, points)
    yield Shape("line", edge, (*points, points[0]))
    yield Shape("disc", edge, placed(((0.3, 0.0),), at, size, turn), size * 0.12)


# What a player's way through a game ends with: a game names one as its `traveller`, `size` is its radius -------------


def ship(at: Point, size: float, seat: int) -> Shapes:
    """A ship in that player's colour."""
    for shape in hull(at, size * 1.3, 20):
        yield shape._replace(seat=seat) if shape.tone == "rim" else shape


def star(at: Point, size: float, seat: int) -> Shapes:
    """A star with five tips."""
    turns = [(math.pi / 2 + math.pi * k / _TIPS, 1.0 if k % 2 == 0 else 0.46) for k in range(2 * _TIPS + 1)]
    tips = tuple((at[0] + size * far * math.cos(turn), at[1] + size * far * math.sin(turn)) for turn, far in turns)
    yield Shape("area", "own", (at, *tips), seat=seat)
    yield Shape("line", "own", tips, seat=seat)


def shooting_star(at: Point, size: float, seat: int) -> Shapes:
    """A star and its three tails."""
    for low, long in ((-0.5, 1.5), (0.0, 2.1), (0.5, 1.5)):
        yield Shape("line", "rim", placed(((-0.4, low), (-long, low)), at, size, 20), size * 0.16)
    yield from star(at, size, seat)


def planet(at: Point, size: float, seat: int) -> Shapes:
    """A planet with a ring."""
    yield Shape("disc", "own", (at,), size * 0.8, seat)
    ring = placed(circle((0.0, 0.0), 1.5, 150, 390, 0.3), at, size, 20)
    yield Shape("line", "rim", ring, size * 0.18)
