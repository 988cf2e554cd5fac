"""The picture of how a game ended, in the hand of the encounter pictures: everybody's way through it under a sky that
says whether it was won clearly or narrowly, shared, played alone, or won by nobody.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random
from statistics import mean
from typing import Any, Final, Literal, TypeAlias

from engines.game import ScoreSheet
from engines.registry import load
from pi_app.presenters.ending import Course
from pi_app.presenters.shapes import Point, Shape, Shapes, circle, sky_stars

Outcome: TypeAlias = Literal["clear", "narrow", "shared", "alone", "nobody"]
NARROW: Final = 0.1
"""Won by no more than this share of the winner's points is won narrowly."""
BANDS: Final = 5
"""Stars over a game alone: as many are lit as its band says."""
_WAYS: Final = (-1.45, 0.7)
"""Where the ways of the players begin and end, from left to right."""
_HEIGHTS: Final = (-0.55, 0.55)
"""The fewest and the most points of the game, from below."""
_ARRIVAL: Final = 1.2
_TRAVELLER: Final = 0.15
_HIGHEST: Final = 0.72
_APART: Final = 0.3
"""Travellers stand no closer above each other."""
_MOST_TRAVELLERS: Final = 4


def outcome_of(sheet: ScoreSheet) -> Outcome:
    """How a game ended."""
    if len(sheet.players) == 1:
        return "alone"
    if len(sheet.winners) != 1:
        return "shared" if sheet.winners else "nobody"
    won = next(player.total for player in sheet.players if player.name in sheet.winners)
    second = max(player.total for player in sheet.players if player.name not in sheet.winners)
    return "narrow" if 0 <= won - second <= NARROW * won else "clear"


def ending_picture(sheet: ScoreSheet, course: Course, order: Sequence[int], traveller: str) -> tuple[Shape, ...]:
    """The shapes, the farthest first.

    `course`: everybody's points over the game; where it is empty, straight ways to the totals. `order`: seats, the best
    first. `traveller`: `module:function(at, size, seat)` of what each player's way ends with.
    """
    ways = course or tuple((0, player.total) for player in sheet.players)
    fewest, most = min(0, *(n for way in ways for n in way)), max(1, *(n for way in ways for n in way))
    lines = {seat: _way(ways[seat], fewest, most) for seat in order}
    ends = _spread([(seat, lines[seat][-1][1]) for seat in order[:_MOST_TRAVELLERS]])
    outcome, draw = outcome_of(sheet), load(traveller)
    sky = _SKIES[outcome](_ARRIVAL, ends[order[0]], sheet.band or 0)
    found = [*sky_stars(Random(f"ending {outcome}")), *sky, *_horizon()]
    for seat in reversed(order):
        arrival = ((_ARRIVAL, ends[seat]),) if seat in ends else ()
        found.append(Shape("line", "own", (*lines[seat], *arrival), 0.035, seat))
    for seat in reversed(order[:_MOST_TRAVELLERS]):
        found += draw((_ARRIVAL, ends[seat]), _TRAVELLER * (1.35 if seat == order[0] else 1.0), seat)
    return tuple(found)


def _way(points: Sequence[int], fewest: int, most: int) -> tuple[Point, ...]:
    across = (_WAYS[1] - _WAYS[0]) / (len(points) - 1)
    up = (_HEIGHTS[1] - _HEIGHTS[0]) / (most - fewest)
    return tuple((_WAYS[0] + n * across, _HEIGHTS[0] + (value - fewest) * up) for n, value in enumerate(points))


def _spread(ends: Sequence[tuple[int, float]]) -> dict[int, float]:
    """Heights by seat, no two closer than `_APART` and else as near to what they were as can be."""
    ranked = sorted(ends, key=lambda end: -end[1])
    groups: list[list[float]] = []
    for place, (_seat, height) in enumerate(ranked):
        groups.append([height + place * _APART])
        while len(groups) > 1 and mean(groups[-2]) < mean(groups[-1]):
            last = groups.pop()
            groups[-1] += last
    heights = [mean(group) for group in groups for _one in group]
    above = max(0.0, max(heights) - _HIGHEST)
    return {seat: heights[place] - above - place * _APART for place, (seat, _height) in enumerate(ranked)}


# Skies -----------------------------------------------------------------------------------------------------------


def _horizon() -> Shapes:
    """The round of a world below everything."""
    yield Shape("disc", "dark", ((0.0, -4.7),), 4.0)
    yield Shape("line", "far", circle((0.0, -4.7), 4.0, 60, 120))


def _clear(x: float, y: float, _band: int) -> Shapes:
    """A sun with rays behind who won."""
    for ray in range(16):
        turn = math.tau * ray / 16
        c, s = math.cos(turn), math.sin(turn)
        far = 0.5 if ray % 2 else 0.62
        yield Shape("line", "warm", ((x + 0.4 * c, y + 0.4 * s), (x + far * c, y + far * s)), 0.03)
    yield Shape("disc", "warm", ((x, y),), 0.33)
    yield Shape("disc", "dark", ((x, y),), 0.28)


def _narrow(_x: float, _y: float, _band: int) -> Shapes:
    """Two crescents, tip to tip."""
    for x, side in ((-0.98, -1), (-0.42, 1)):
        yield Shape("disc", "rim", ((x, 0.55),), 0.27)
        yield Shape("disc", "sky", ((x + side * 0.13, 0.55),), 0.23)


def _shared(_x: float, _y: float, _band: int) -> Shapes:
    """A double star, one ring around both."""
    for x in (-0.94, -0.48):
        yield Shape("disc", "sky", ((x, 0.52),), 0.29)
        yield Shape("disc", "warm", ((x, 0.52),), 0.24)
    yield Shape("line", "rim", circle((-0.71, 0.52), 0.72, flat=0.42), 0.03)


def _alone(_x: float, _y: float, band: int) -> Shapes:
    """An arc of stars; those that were reached are lit."""
    for n in range(BANDS):
        at = (-1.25 + 0.33 * n, 0.18 + 0.5 * math.sin(math.pi * (n + 1.2) / (BANDS + 3)))
        lit = n < band
        yield Shape("disc", "warm" if lit else "far", (at,), 0.1 if lit else 0.055)
        if lit:
            yield Shape("line", "warm", circle(at, 0.16), 0.02)


def _nobody(_x: float, _y: float, _band: int) -> Shapes:
    """A moon without light, and clouds."""
    yield Shape("disc", "dark", ((-0.7, 0.45),), 0.36)
    yield Shape("line", "far", circle((-0.7, 0.45), 0.36), 0.03)
    for x, y, long in ((-1.3, 0.3, 0.8), (-0.9, 0.16, 1.0), (-1.1, 0.02, 0.6)):
        yield Shape("line", "hull", ((x, y), (x + long, y)), 0.09)


_SKIES: Final[dict[Outcome, Callable[[float, float, int], Any]]] = {
    "clear": _clear,
    "narrow": _narrow,
    "shared": _shared,
    "alone": _alone,
    "nobody": _nobody,
}
