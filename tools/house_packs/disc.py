"""The house disc: a square lattice with gaps, four types spread so that every round's window is balanced."""

from __future__ import annotations

import math
from random import Random
from typing import Final, Literal

from engines.layout import Axis, Star, StarDiscLayout
from engines.star_explorer.disc import StarDisc
from engines.star_explorer.model import ROUNDS
from planisphere.sheets.star_explorer.house_board import BOARD, DISC, MARKERS, THREE_POINT_STARS, WINDOW

PITCH: Final = 11.0
SEED: Final = 223
"""Another seed gives another sky. In this one every tile can be drawn in at least seven places in every round."""
TYPES: Final = ("red", "white", "yellow", "blue")
REACH2: Final = 41
"""The farthest lattice points: squared distance from Polaris in pitches."""
RIM2: Final = 36
GAPS_RIM: Final = 4
GAPS_FIELD: Final = 20
AXIS_APART: Final = 10.0
"""Degrees between the axis and the directions of drawn lines, at least."""
_STEPS: Final = ((1, 0), (2, 1), (1, 1), (1, 2), (0, 1), (-1, 2), (-1, 1), (-2, 1))
Point = tuple[int, int]
Zone = Literal["central", "field", "rim"]


def zone_of(point: Point) -> Zone:
    """Central: Polaris' eight lattice neighbours; rim: the outermost band."""
    if max(map(abs, point)) == 1:
        return "central"
    return "rim" if point[0] ** 2 + point[1] ** 2 >= RIM2 else "field"


def lattice() -> list[Point]:
    """Every lattice point of the disc but Polaris, row by row."""
    reach = range(-6, 7)
    return [(x, y) for y in reach for x in reach if 0 < x * x + y * y <= REACH2]


def _shuffled(rng: Random, points: list[Point]) -> list[Point]:
    """The points in random order; uses `random()` only, which is the same in every Python."""
    return [point for _, point in sorted((rng.random(), point) for point in points)]


def gaps(rng: Random) -> set[Point]:
    """The lattice points left dark: some of the rim, some of the field, no two of them side by side."""
    chosen: set[Point] = set()
    for zone, count in (("rim", GAPS_RIM), ("field", GAPS_FIELD)):
        places = _shuffled(rng, [p for p in lattice() if zone_of(p) == zone])
        apart = 3 if zone == "rim" else 1
        taken = 0
        for x, y in places:
            near = any(abs(x - gx) + abs(y - gy) <= apart for gx, gy in chosen)
            if taken < count and not near:
                chosen.add((x, y))
                taken += 1
    return chosen


def axis_angle(points: list[Point]) -> float:
    """The angle, in tenths of a degree, at which the axis stays farthest from every star's centre.

    It keeps `AXIS_APART` from the directions of lines between neighbours, so that no drawn line hides along it.
    """

    def clearance(tenths: int) -> float:
        angle = math.radians(tenths / 10)
        return min(abs(y * math.cos(angle) - x * math.sin(angle)) for x, y in points)

    directions = [math.degrees(math.atan2(y, x)) % 180 for x, y in _STEPS]
    free = [t for t in range(1800) if all(abs((t / 10 - d + 90) % 180 - 90) >= AXIS_APART for d in directions)]
    return max(free, key=lambda t: (round(clearance(t), 6), -t)) / 10


def _radius(rng: Random, zone: Zone) -> float:
    """Bright and faint stars, so that the sky does not look stamped; the rim keeps clear of the frame."""
    bright = 2.6 if zone == "rim" else 2.9
    draw = rng.random()
    return bright if draw < 0.2 else 2.6 if draw < 0.7 else 2.4


def house_layout() -> StarDiscLayout:
    """The layout of the house board, with its stars."""
    rng = Random(SEED)
    dark = gaps(rng)
    points = [p for p in lattice() if p not in dark]
    plain = [
        Star(n, x * PITCH, y * PITCH, _radius(rng, zone_of((x, y))), "white", zone_of((x, y)))
        for n, (x, y) in enumerate(points)
    ]
    types = spread_types(rng, points, windows(_layout(plain, 0.0)))
    stars = [Star(s.id, s.x, s.y, s.radius, t, s.zone) for s, t in zip(plain, types, strict=True)]
    return _layout(stars, axis_angle(points))


def _layout(stars: list[Star], axis_deg: float) -> StarDiscLayout:
    return StarDiscLayout(
        kind="star_disc",
        board=BOARD,
        disc=DISC,
        window=WINDOW,
        step_deg=60.0,
        axis=Axis(axis_deg),
        stars=tuple(stars),
        three_point_stars=THREE_POINT_STARS,
        markers=MARKERS,
    )


def windows(layout: StarDiscLayout) -> list[frozenset[int]]:
    """For each round, the ids of the stars that are fully visible."""
    disc = StarDisc(layout)
    return [disc.visible(number) for number in range(1, ROUNDS + 1)]


# Spreading the types -------------------------------------------------------------------------------------------


def spread_types(rng: Random, points: list[Point], seen: list[frozenset[int]]) -> list[str]:
    """A type for each point: equal numbers overall, balanced in every window and zone, no clumps.

    Swaps two stars' types as long as that helps; now and then, less and less often, also where it does not.
    """
    order = sorted((rng.random(), k) for k in range(len(points)))
    types = [""] * len(points)
    for rank, (_, k) in enumerate(order):
        types[k] = TYPES[rank % len(TYPES)]
    neighbours = _neighbours(points)
    groups = [set(w) for w in seen] + [
        {k for k, p in enumerate(points) if zone_of(p) == zone} for zone in ("central", "rim")
    ]
    cost, heat = _cost(types, groups, neighbours), 3.0
    while heat > 0.05:
        a, b = int(rng.random() * len(points)), int(rng.random() * len(points))
        if types[a] != types[b]:
            types[a], types[b] = types[b], types[a]
            other = _cost(types, groups, neighbours)
            if other <= cost or rng.random() < math.exp((cost - other) / heat):
                cost = other
            else:
                types[a], types[b] = types[b], types[a]
        heat *= 0.999
    return types


def _neighbours(points: list[Point]) -> list[tuple[int, int]]:
    """Pairs of points that touch, straight or across."""
    return [
        (i, j)
        for i, (ax, ay) in enumerate(points)
        for j, (bx, by) in enumerate(points[:i])
        if max(abs(ax - bx), abs(ay - by)) == 1
    ]


def _cost(types: list[str], groups: list[set[int]], neighbours: list[tuple[int, int]]) -> float:
    """How unbalanced the groups are, and how many neighbours are of one type beyond what a mixed sky has."""
    unbalance = 0.0
    for group in groups:
        counts = [0, 0, 0, 0]
        for k in group:
            counts[TYPES.index(types[k])] += 1
        unbalance += sum((n - len(group) / 4) ** 2 for n in counts)
    clumps = sum(types[i] == types[j] for i, j in neighbours)
    return unbalance + 0.5 * abs(clumps - 0.22 * len(neighbours))
