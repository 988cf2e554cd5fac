"""What simulated players draw: connected plane figures on visible, unused stars, and the tile they draw from."""

from __future__ import annotations

import itertools
import math
from typing import Any, NamedTuple

import cv2
import msgspec
import numpy as np

from engines.layout import StarDiscLayout
from hardware.simulated.pixels import Points, rotation
from hardware.simulated.star_explorer.view import Line


class Figure(msgspec.Struct, frozen=True):
    """One round's constellation: what the tile asks for (star ids as placed), and what was drawn of it."""

    stars: tuple[int, ...]
    asked: tuple[Line, ...]
    lines: tuple[Line, ...]


class Pattern(NamedTuple):
    """A tile's pattern as printed: points in tile units, and lines between their indices."""

    xy: list[tuple[float, float]]
    lines: list[Line]

    def expected(self, match: str = "topology") -> dict[str, Any]:
        """What a record says that is to be drawn."""
        return {"pattern": {"xy": self.xy, "lines": self.lines}, "match": match}


def board_points(layout: StarDiscLayout, rotation_deg: float, points: Points) -> Points:
    """Disc millimetres (N×2) to board millimetres with the disc turned clockwise by `rotation_deg`."""
    return np.asarray(points @ rotation(rotation_deg).T + np.array(layout.disc.centre))


def star_points(layout: StarDiscLayout) -> Points:
    """The stars' centres in disc millimetres (N×2), in the layout's order."""
    return np.array([(star.x, star.y) for star in layout.stars])


def visible_stars(layout: StarDiscLayout, rotation_deg: float) -> set[int]:
    """Ids of the stars whose whole glyph lies inside the window at this rotation."""
    outline = np.array(layout.window.outline, np.float32)
    places = board_points(layout, rotation_deg, star_points(layout))
    return {
        star.id
        for star, (x, y) in zip(layout.stars, places.tolist(), strict=True)
        if cv2.pointPolygonTest(outline, (x, y), True) >= star.radius
    }


class Draughtsman:
    """Draws one constellation after another on a disc, as the rules allow: no crossings, each star once."""

    def __init__(self, layout: StarDiscLayout, rng: np.random.Generator) -> None:
        self.layout, self.rng = layout, rng
        self.at = {star.id: (star.x, star.y) for star in layout.stars}
        self.ids = np.array([star.id for star in layout.stars])
        self.places = star_points(layout)
        self.used: set[int] = set()
        self.lines: list[Line] = []

    def figure(self, rotation_deg: float, size: int, drop: float) -> Figure | None:
        """Draws `size` stars at this rotation; with chance `drop` leaves one out. None where no room is left."""
        free = visible_stars(self.layout, rotation_deg) - self.used
        for _ in range(25):
            if len(free) < size:
                return None
            grown = self._grow(free, size)
            if grown is not None:
                return self._keep(*grown, drop)
        return None

    def _grow(self, free: set[int], size: int) -> tuple[list[int], list[Line]] | None:
        stars = [int(self.rng.choice(sorted(free)))]
        lines: list[Line] = []
        for _ in range(40 * size):
            if len(stars) == size:
                return stars, lines + self._loops(stars, lines)
            recent = stars[-1] if self.rng.random() < 0.6 else stars[int(self.rng.integers(len(stars)))]
            onward = self._neighbour(recent, free - set(stars))
            if onward is not None and self._fits((recent, onward), lines):
                stars.append(onward)
                lines.append((recent, onward))
        return None

    def _neighbour(self, star: int, free: set[int]) -> int | None:
        near = [(other, math.dist(self.at[star], self.at[other])) for other in sorted(free)]
        near = [(other, distance) for other, distance in near if 8 <= distance <= 40]
        if not near:
            return None
        weight = np.exp(-(((np.array([distance for _, distance in near]) - 14) / 11) ** 2)) + 0.02
        return near[int(self.rng.choice(len(near), p=weight / weight.sum()))][0]

    def _loops(self, stars: list[int], lines: list[Line]) -> list[Line]:
        extra: list[Line] = []
        pairs = list(itertools.combinations(stars, 2))
        for k in self.rng.permutation(len(pairs))[:12]:
            line = pairs[int(k)]
            fresh = line not in lines and line[::-1] not in lines
            if (
                fresh
                and self.rng.random() < 0.12
                and math.dist(*(self.at[s] for s in line)) <= 30
                and self._fits(line, lines + extra)
            ):
                extra.append(line)
        return extra

    def _fits(self, line: Line, others: list[Line]) -> bool:
        """True where the line crosses no other and keeps 1.4 mm off every third star and off the centre."""
        a, b = np.array(self.at[line[0]]), np.array(self.at[line[1]])
        third = (self.ids != line[0]) & (self.ids != line[1])
        if gap_to_segment(np.vstack([self.places[third], [[0.0, 0.0]]]), a, b).min() < 1.4:
            return False
        return not any(self._touch(line, other) for other in itertools.chain(others, self.lines))

    def _touch(self, line: Line, other: Line) -> bool:
        shared = set(line) & set(other)
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = (self.at[s] for s in (*line, *other))
        if shared:
            hub = shared.pop()
            u, v = (
                np.subtract(self.at[pair[0] if pair[1] == hub else pair[1]], self.at[hub]) for pair in (line, other)
            )
            angle = math.degrees(math.acos(np.clip(u @ v / np.hypot(*u) / np.hypot(*v), -1, 1)))
            return angle < 12

        def side(px: float, py: float, qx: float, qy: float, rx: float, ry: float) -> float:
            return (qx - px) * (ry - py) - (qy - py) * (rx - px)

        return (
            side(ax, ay, bx, by, cx, cy) * side(ax, ay, bx, by, dx, dy) <= 0
            and side(cx, cy, dx, dy, ax, ay) * side(cx, cy, dx, dy, bx, by) <= 0
        )

    def _keep(self, stars: list[int], lines: list[Line], drop: float) -> Figure:
        drawn = lines
        if self.rng.random() < drop:
            left_out = [star for star in stars if _connected(set(stars) - {star}, lines)]
            gone = left_out[int(self.rng.integers(len(left_out)))]
            drawn = [line for line in lines if gone not in line]
        self.lines += drawn
        self.used |= {star for line in drawn for star in line}
        return Figure(tuple(stars), tuple(lines), tuple(drawn))


def gap_to_segment(points: Points, a: Points, b: Points) -> Points:
    """Distances (N) of points (N×2) from the segment a-b."""
    along = b - a
    share = np.clip((points - a) @ along / (along @ along), 0, 1)
    return np.asarray(np.hypot(*(points - a - share[:, None] * along).T))


def _connected(stars: set[int], lines: list[Line]) -> bool:
    seen, queue = set(), [min(stars)]
    while queue:
        star = queue.pop()
        seen.add(star)
        queue += [other for line in lines if star in line for other in line if other in stars and other not in seen]
    return seen == stars


def tile_of(rng: np.random.Generator, layout: StarDiscLayout, figure: Figure) -> Pattern:
    """The figure as a tile prints it, loosely: turned, scaled and jittered, never mirrored, numbered afresh."""
    places = dict(zip((star.id for star in layout.stars), star_points(layout), strict=True))
    order = [figure.stars[k] for k in rng.permutation(len(figure.stars))]
    true = np.array([places[star] for star in order])
    lines = _relabel(rng, order, figure.asked)
    wanted = _clockwise(true, lines)
    for jitter in (2.5, 1.5, 1.0, 0.5, 0.0):
        moved = _turned(
            true + rng.normal(0, jitter, true.shape), rng.uniform(0, 360), rng.uniform(0.6, 1.4)
        ) + rng.uniform(-20, 60, 2)
        if _clockwise(moved, lines) == wanted:
            break
    return Pattern([(round(float(x), 2), round(float(y), 2)) for x, y in moved], lines)


def exact_tile_of(
    rng: np.random.Generator, layout: StarDiscLayout, figure: Figure, lattice: tuple[float, float]
) -> Pattern:
    """The figure as a lattice tile prints it: a copy turned by quarter turns, in lattice steps or in millimetres."""
    pitch, turn = lattice
    places = dict(zip((star.id for star in layout.stars), star_points(layout), strict=True))
    order = [figure.stars[k] for k in rng.permutation(len(figure.stars))]
    steps = np.round(_turned(np.array([places[star] for star in order]), -turn, 1 / pitch))
    steps = np.round(_turned(steps, 90.0 * rng.integers(4), 1.0))
    steps -= steps.min(0)
    unit = 1.0 if rng.random() < 0.5 else pitch
    return Pattern(
        [(round(float(x) * unit, 3), round(float(y) * unit, 3)) for x, y in steps], _relabel(rng, order, figure.asked)
    )


def _relabel(rng: np.random.Generator, order: list[int], lines: tuple[Line, ...]) -> list[Line]:
    pairs = [(order.index(a), order.index(b)) for a, b in lines]
    return [pairs[k] if rng.random() < 0.5 else pairs[k][::-1] for k in rng.permutation(len(pairs))]


def _turned(points: Points, degrees: float, scale: float) -> Points:
    return np.asarray(points @ rotation(degrees).T * scale)


def _clockwise(points: Points, lines: list[Line]) -> list[tuple[int, ...]]:
    """For each point its neighbours in clockwise order, beginning with the lowest."""
    orders = []
    for k, here in enumerate(points):
        others = [b if a == k else a for a, b in lines if k in (a, b)]
        others.sort(key=lambda j: math.atan2(points[j][1] - here[1], points[j][0] - here[0]))
        first = others.index(min(others)) if others else 0
        orders.append(tuple(others[first:] + others[:first]))
    return orders
