"""Random games of Look at the Stars up to one turn: what was drawn before, and what the night card asks for now."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np

from engines.slates import SlateSky, point_name, point_place
from hardware.simulated.look_at_the_stars.pens import Kind

Line = tuple[str, str]


Place = tuple[int, int]


Unit = tuple[Place, Place]


KINDS: tuple[Kind, ...] = ("planet", "galaxy", "twinkling_star", "nova", "aura", "crescent_moon", "black_hole")


_STEPS = {"E": (1, 0), "N": (0, 1), "R": (1, 1), "F": (1, -1)}


NIGHT_SHAPES: tuple[tuple[str, ...], ...] = (
    ("E@0,0", "N@0,0"), ("E@0,0", "E@1,0"), ("R@0,0", "R@1,1"), ("E@1,0", "F@0,1"), ("E@0,0", "R@1,0"),
    ("E@0,0", "F@0,1"), ("E@0,0", "R@0,0"), ("F@0,1", "R@2,0"), ("F@1,1", "R@0,0"), ("N@0,0", "N@1,0"),
    ("N@0,0", "N@2,0"), ("N@0,0", "N@3,0"), ("F@0,1", "F@0,3"), ("R@0,0", "R@0,2"), ("E@1,0", "N@0,0"),
    ("E@1,1", "N@0,0"), ("N@0,0", "R@1,0"), ("F@1,1", "N@0,0"), ("E@0,0", "E@2,1"), ("E@0,1", "E@2,0"),
    ("N@0,0", "N@1,1"), ("N@0,1", "N@1,0"), ("E@0,0", "E@2,0"), ("R@0,0", "R@2,2"), ("E@2,0", "F@0,1"),
    ("E@2,1", "R@0,0"),
)  # fmt: skip
"""The two-line shapes of the night cards."""


class SlateGame(NamedTuple):
    """A slate so far. `known` lines and shooting stars (head first) were drawn before; `lines` and `stars` now; `shape`
    is what the night card asks for, None for a shooting star; `objects` of power bonuses were drawn before."""

    known: list[Line]
    known_stars: list[Line]
    shape: tuple[str, ...] | None
    lines: list[Line]
    stars: list[Line]
    objects: list[tuple[Kind, str]]


class Pencil:
    """Draws on one slate by the rules: what is taken, and what may still be drawn."""

    def __init__(self, sky: SlateSky, rng: np.random.Generator) -> None:
        self.sky, self.rng = sky, rng
        self.free = {place for p in sky.stars if (place := point_place(p)) is not None}
        self.used: set[Place] = set()
        self.shut: set[Place] = set()
        self.lines: set[Unit] = set()
        for a, b in sky.printed_lines:
            start, end = point_place(a), point_place(b)
            assert start is not None
            assert end is not None
            self._take((min(start, end), max(start, end)))

    def _take(self, unit: Unit) -> None:
        self.lines.add(unit)
        self.used |= set(unit)

    def _open(self, unit: Unit) -> bool:
        return unit not in self.lines and set(unit) <= self.free - self.shut and not self._crosses_star(unit)

    def _crosses_star(self, unit: Unit) -> bool:
        (a, b), (c, d) = unit
        return abs(a - c) == 1 and abs(b - d) == 1 and ((a, d), (c, b)) in self._star_units

    _star_units: frozenset[tuple[Place, Place]] = frozenset()

    def card(self, shape: tuple[str, ...], cling: float) -> list[Line]:
        """Draws the shape where it fits, `cling` times rather beside earlier lines; empty where it fits nowhere."""
        turns = turned(shape)
        fits: list[list[Unit]] = []
        weights = []
        for units in turns:
            for dx in range(self.sky.columns):
                for dy in range(self.sky.rows):
                    moved = [((a + dx, b + dy), (c + dx, d + dy)) for (a, b), (c, d) in units]
                    if all(self._open(unit) for unit in moved):
                        fits.append(moved)
                        weights.append(cling if {p for unit in moved for p in unit} & self.used else 1.0)
        if not fits:
            return []
        chosen = fits[int(self.rng.choice(len(fits), p=np.array(weights) / sum(weights)))]
        for unit in chosen:
            self._take(unit)
        return [named(unit) for unit in chosen]

    def shooting_star(self) -> list[Line]:
        """Draws a shooting star of one to three units, its head at either end; empty where none fits."""
        places = []
        for x, y in sorted(self.free - self.used - self.shut):
            for step in (1, -1):
                for length in (1, 2, 3):
                    points = [(x + k, y + k * step) for k in range(length + 1)]
                    if all(p in self.free - self.used - self.shut for p in points) and self._clear(points):
                        places.append(points)
        if not places:
            return []
        points = places[int(self.rng.integers(len(places)))]
        self.shut |= set(points)
        units = set(pairwise(points))
        self._star_units = frozenset(self._star_units | units)
        ends = (points[0], points[-1]) if self.rng.random() < 0.5 else (points[-1], points[0])
        return [(point_name(*ends[0]), point_name(*ends[1]))]

    def _clear(self, points: list[Place]) -> bool:
        """Whether no line crosses the way along these points."""
        return all(((a, d), (c, b)) not in self.lines for (a, b), (c, d) in pairwise(points))

    def object(self) -> list[tuple[Kind, str]]:
        """Draws an object on a free star (a nova or an aura on a used one); empty where none fits."""
        kind = KINDS[int(self.rng.integers(len(KINDS)))]
        room = self.used if kind in ("nova", "aura") else self.free - self.used
        spots = sorted(room - self.shut)
        if kind == "galaxy":
            spots = [(x, y) for x, y in spots if (x + 1, y) in room - self.shut]
        if not spots:
            return []
        at = spots[int(self.rng.integers(len(spots)))]
        self.shut |= {at, (at[0] + 1, at[1])} if kind == "galaxy" else {at}
        return [(kind, point_name(*at))]


def _sorted(start: Place, end: Place) -> Unit:
    return (start, end) if start < end else (end, start)


def turned(shape: tuple[str, ...]) -> list[list[Unit]]:
    """The shape in its four quarter turns, as unit lines (the left or lower end first), moved to the lower left."""
    units = []
    for text in shape:
        direction, place = text.split("@")
        x, y = (int(n) for n in place.split(","))
        dx, dy = _STEPS[direction]
        units.append(((x, y), (x + dx, y + dy)))
    ways = []
    for _ in range(4):
        units = [((b, -a), (d, -c)) for (a, b), (c, d) in units]
        left = min(min(a, c) for (a, _), (c, _) in units)
        low = min(min(b, d) for (_, b), (_, d) in units)
        ways.append([_sorted((a - left, b - low), (c - left, d - low)) for (a, b), (c, d) in units])
    return ways


def shape_of(units: list[Unit]) -> tuple[str, ...]:
    """The notation of unit lines that lie at the lower left."""
    names = {step: name for name, step in _STEPS.items()}
    return tuple(f"{names[c - a, d - b]}@{a},{b}" for (a, b), (c, d) in units)


def named(unit: Unit) -> Line:
    """A unit line by the names of its ends."""
    return point_name(*unit[0]), point_name(*unit[1])


def joined_shapes() -> list[tuple[str, ...]]:
    """Every way to join two unit lines at one end, one of each set of turns."""
    ways = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
    found: dict[frozenset[tuple[str, ...]], tuple[str, ...]] = {}
    for first, second in combinations(ways, 2):
        units = [_sorted((0, 0), first), _sorted((0, 0), second)]
        left = min(x for unit in units for x, _ in unit)
        low = min(y for unit in units for _, y in unit)
        text = shape_of([((a - left, b - low), (c - left, d - low)) for (a, b), (c, d) in units])
        turns = frozenset(tuple(sorted(shape_of(way))) for way in turned(text))
        found.setdefault(turns, text)
    return list(found.values())


def play_slate(rng: np.random.Generator, sky: SlateSky) -> SlateGame:
    """A game up to a random turn of its eighteen."""
    pencil = Pencil(sky, rng)
    shapes = list(NIGHT_SHAPES) if rng.random() < 0.6 else joined_shapes()
    cling = float(rng.choice([4.0, 15.0, 60.0]))
    known: list[Line] = []
    known_stars: list[Line] = []
    objects: list[tuple[Kind, str]] = []
    for _ in range(int(rng.integers(0, 18))):
        if rng.random() < 0.08 and len(known_stars) < 3:
            known_stars += pencil.shooting_star()
        elif rng.random() < 0.9:
            known += pencil.card(shapes[int(rng.integers(len(shapes)))], cling)
        if rng.random() < 0.02:
            objects += pencil.object()
    shape = None if rng.random() < 0.14 else shapes[int(rng.integers(len(shapes)))]
    lines = pencil.card(shape, cling) if shape and rng.random() < 0.97 else []
    stars = pencil.shooting_star() if shape is None else []
    if shape is not None:
        ways = turned(shape)
        shape = shape_of(ways[int(rng.integers(4))])
    return SlateGame(known, known_stars, shape, lines, stars, objects)
