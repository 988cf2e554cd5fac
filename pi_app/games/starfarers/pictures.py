"""A picture for each encounter card, of our own drawing: shapes on a night sky, a scene a kind, another one a card."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import Final

from engines.starfarers.pack import EncounterKind
from pi_app.presenters.shapes import HULL, Point, Shape, Shapes, Tone, circle, hull, placed, sky_stars


def picture(kind: EncounterKind, card: int) -> tuple[Shape, ...]:
    """The picture of a card, the farthest first. A false merchant looks like any other."""
    rng = Random(f"encounter {card}")
    return (*sky_stars(rng), *_SCENES[kind](rng))


# Parts -----------------------------------------------------------------------------------------------------------


def _rock(rng: Random, at: Point, radius: float) -> Shapes:
    corners = tuple(
        (at[0] + radius * r * math.cos(t), at[1] + radius * r * math.sin(t))
        for t, r in ((math.tau * k / 8, rng.uniform(0.75, 1.05)) for k in range(8))
    )
    yield Shape("area", "hull", corners)
    yield Shape("line", "rim", (*corners, corners[0]))


def _crate(at: Point, side: float) -> Shapes:
    x, y = at
    corners = ((x, y), (x + side, y), (x + side, y + side), (x, y + side))
    yield Shape("area", "hull", corners)
    yield Shape("line", "warm", (*corners, corners[0]))
    yield Shape("line", "warm", (corners[0], corners[2]))


def _beam(a: Point, b: Point, tone: Tone) -> Shape:
    return Shape("line", tone, (a, b), 0.045)


# Scenes ----------------------------------------------------------------------------------------------------------


def _merchant(rng: Random) -> Shapes:
    """A freighter, old and full, before a moon."""
    yield Shape("disc", "far", ((rng.uniform(-1.2, 1.2), rng.uniform(0.2, 0.6)),), rng.uniform(0.2, 0.4))
    low = rng.uniform(-0.35, -0.1)
    count = rng.randrange(3, 6)
    for n in range(count):
        yield from _crate((-0.95 + n * 0.32, low + 0.14), 0.28)
    yield Shape("line", "rim", ((-1.05, low), (0.8, low)), 0.1)
    yield from hull((1.0, low + 0.05), 0.42)
    yield Shape("line", "warm", ((-1.05, low), (-1.3, low)), 0.09)
    yield from hull((rng.uniform(-0.9, 0.3), low - 0.5), 0.2, rng.uniform(-8, 20), edge="own")


def _prince(rng: Random) -> Shapes:
    """A court among the stars: a hall with towers on a ring."""
    count, low = rng.randrange(5, 8), -0.2
    for n in range(count):
        x = (n - (count - 1) / 2) * 1.5 / count
        high = 0.25 + 0.6 * (1 - abs(2 * n / (count - 1) - 1)) * rng.uniform(0.8, 1.0)
        half = 0.5 / count
        tower = (
            (x - half, low),
            (x - half, low + high),
            (x, low + high + 0.18),
            (x + half, low + high),
            (x + half, low),
        )
        yield Shape("area", "hull", tower)
        yield Shape("line", "rim", (*tower, tower[0]))
        yield Shape("disc", "warm", ((x, low + high * 0.6),), 0.05)
    yield Shape("line", "warm", circle((0, low), 1.1, flat=0.22), 0.05)
    yield from hull((rng.uniform(-1.1, -0.8), -0.7), 0.22, 25, edge="own")


def _pirates(rng: Random) -> Shapes:
    """Three dark hulls around a ship."""
    first = rng.uniform(0, 120)
    for n in range(3):
        turn = first + 120 * n
        at = (1.1 * math.cos(math.radians(turn)), 0.68 * math.sin(math.radians(turn)))
        yield from hull(at, 0.36, math.degrees(math.atan2(-at[1], -at[0])), "dark", "wrong")
    yield from hull((0, 0), 0.24, rng.uniform(-30, 30), edge="own")


def _fence(rng: Random) -> Shapes:
    """Goods in the shadow of a moon."""
    x = rng.uniform(0.35, 0.75)
    yield Shape("disc", "warm", ((x, 0.15),), 0.75)
    yield Shape("disc", "dark", ((x - 0.22, 0.12),), 0.72)
    for n in range(rng.randrange(2, 4)):
        yield from _crate((-0.35 + 0.34 * n, -0.55), 0.26)
    yield from hull((-0.9, -0.05), 0.36, rng.uniform(-20, 5), "dark", "rim")


def _raid(rng: Random) -> Shapes:
    """A captain without a flag, and the holds of others."""
    yield from hull((0.75, rng.uniform(-0.05, 0.2)), 0.5, 180, "dark", "wrong")
    for n in range(rng.randrange(3, 5)):
        y = 0.7 - 0.46 * n
        yield from hull((-1.15, y), 0.2, 0)
        yield from _crate((-0.62 + rng.uniform(0, 0.25), y - 0.09), 0.17)


def _ambush(rng: Random) -> Shapes:
    """Rocks that light their engines."""
    count, first = rng.randrange(4, 7), rng.uniform(0, 360)
    for n in range(count):
        turn = first + 360 * n / count
        c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        yield Shape("line", "warm", ((1.15 * c, 0.62 * s), (1.6 * c, 0.9 * s)), 0.08)
        yield from _rock(rng, (1.1 * c, 0.6 * s), rng.uniform(0.2, 0.3))
    yield from hull((0, 0), 0.26, rng.uniform(-40, 40), edge="own")


def _distress(rng: Random) -> Shapes:
    """A crippled ship on its way into a sun, and its call."""
    side = rng.choice((-1, 1))
    yield Shape("disc", "warm", ((side * 1.5, -0.5),), rng.uniform(0.7, 0.95))
    at = (side * 0.2, 0.1)
    for reach in (0.42, 0.6, 0.78):
        yield Shape("line", "rim", circle(at, reach, 100 if side > 0 else 20, 160 if side > 0 else 80))
    outline = placed(HULL, at, 0.3, -20 if side > 0 else 200)
    yield Shape("area", "hull", outline)
    yield Shape("line", "rim", (*outline, outline[0]))
    yield Shape("line", "wrong", placed(((-0.2, 0.35), (0.1, 0.05), (-0.1, -0.05), (0.15, -0.35)), at, 0.3, -20))
    yield from hull((-side * 1.15, rng.uniform(-0.6, -0.2)), 0.26, 20 if side > 0 else 160, edge="own")


def _attacked(rng: Random) -> Shapes:
    """A lonely ship between pirates."""
    high = rng.uniform(0.4, 0.6)
    for x, y in ((-1.05, high), (1.05, -high)):
        yield _beam((x * 0.75, y * 0.75), (x * 0.2, y * 0.2), "wrong")
        yield from hull((x, y), 0.32, math.degrees(math.atan2(-y, -x)), "dark", "wrong")
    yield from hull((0, 0), 0.3, rng.uniform(60, 120))
    yield from hull((rng.uniform(-1.2, -0.9), -0.7), 0.2, 30, edge="own")


def _distortion(rng: Random) -> Shapes:
    """Space folded into a funnel."""
    turn = rng.uniform(-25, 25)
    for n in range(6):
        ring = circle((0.0, 0.0), 1.25 * 0.76**n, flat=0.5 - 0.03 * n)
        yield Shape("line", "own" if n % 2 else "far", placed(ring, (0.3 - 0.08 * n, 0.1), 1.0, turn), 0.035)
    yield Shape("disc", "dark", ((-0.1, 0.1),), 0.12)
    yield from hull((-1.15, -0.45), 0.26, 25 + turn / 2, edge="own")


def _travellers(rng: Random) -> Shapes:
    """A caravan that comes from far away, and its bowl."""
    bend, count = rng.uniform(0.25, 0.5), rng.randrange(4, 6)
    for n in range(count):
        share = n / (count - 1)
        at = (1.25 - 2.1 * share, 0.65 - 0.9 * share + bend * share * (1 - share))
        yield from hull(at, 0.13 + 0.2 * share, 202)
    bowl = circle((0.75, -0.45), 0.36, 180, 360)
    yield Shape("area", "hull", bowl)
    yield Shape("line", "warm", (*bowl, bowl[0]), 0.04)


def _wear(rng: Random) -> Shapes:
    """A mother ship with patches, and a spanner."""
    outline = placed(HULL, (-0.15, 0.1), 0.85, rng.uniform(-12, 12))
    yield Shape("area", "hull", outline)
    yield Shape("line", "rim", (*outline, outline[0]), 0.04)
    for n in range(rng.randrange(2, 4)):
        x, y = -0.5 + 0.34 * n, rng.uniform(-0.08, 0.12)
        patch = ((x, y), (x + 0.2, y + 0.05), (x + 0.17, y + 0.22), (x - 0.03, y + 0.17))
        yield Shape("line", "wrong", (*patch, patch[0]))
    yield Shape("line", "warm", ((0.7, -0.75), (1.15, -0.3)), 0.08)
    yield Shape("line", "warm", circle((1.25, -0.2), 0.15, -20, 250), 0.07)


_SCENES: Final[dict[EncounterKind, Callable[[Random], Shapes]]] = {
    "merchant": _merchant,
    "merchant_prince": _prince,
    "false_merchant": _merchant,
    "pirate_demand": _pirates,
    "fence": _fence,
    "hired_raid": _raid,
    "ambush": _ambush,
    "distress": _distress,
    "ship_under_attack": _attacked,
    "space_distortion": _distortion,
    "travellers": _travellers,
    "wear_and_tear": _wear,
}
