"""Finds every place where a turned tile pattern, or a part of it, lies on the stars of a disc."""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final

import msgspec

from engines.star_explorer.disc import StarDisc
from engines.star_explorer.model import Line, Tile
from engines.star_explorer.shape import SHAPE_TOLERANCE_MM, Motion, fitted, pattern_points

CELL_MM = 2.0
REACH_MM = 3 * SHAPE_TOLERANCE_MM
OFF = -1
"""Stands for a pattern star that falls on no star of the disc."""
NOWHERE: Final = (OFF, OFF)
"""Stands for a pattern line that is no line of the disc."""


class Placement(msgspec.Struct, frozen=True, gc=False):
    """One place of a tile's pattern on the disc, as bits for quick comparison."""

    ids: tuple[int, ...]
    """The disc star under each pattern star, or `OFF`."""
    star_bits: tuple[int, ...]
    """The bit of that star; 0 where it is off."""
    line_bits: tuple[int, ...]
    """The bit of each pattern line on the disc; 0 where one of its stars is off."""
    disc_lines: tuple[Line, ...]
    """The disc line under each pattern line, or `NOWHERE`; the one object that all placements share."""
    stars: int
    lines: int
    whole: bool
    """Whether every pattern star lies on a star."""


class Crossed(dict[Line, int]):
    """For each line asked for: the bits of those that must not be drawn beside it. Thrown away with each new bit."""

    def __init__(self, index: LineIndex) -> None:
        super().__init__()
        self._index = index

    def __missing__(self, line: Line) -> int:
        found = self[line] = self._index.forbidden_by(line)
        return found


class LineIndex:
    """Gives each line that some placement uses a bit, and knows which of them a line crosses."""

    def __init__(self, disc: StarDisc) -> None:
        self.disc = disc
        self._bits: dict[Line, int] = {}
        self._lines: list[Line] = []
        self._known: dict[Line, tuple[int, int]] = {}
        self.crossed = Crossed(self)
        """By line, the bits of all lines known so far that must not be drawn beside it."""

    def __len__(self) -> int:
        return len(self._lines)

    def bit(self, line: Line) -> int:
        """The bit that stands for a line in masks; a line not met before gets the next one."""
        found = self._bits.get(line)
        if found is None:
            found = self._bits[line] = 1 << len(self._lines)
            self._lines.append(line)
            self.crossed = Crossed(self)
        return found

    def at(self, place: int) -> Line:
        """The line whose bit has that place."""
        return self._lines[place]

    def forbidden_by(self, line: Line) -> int:
        """The bits of all lines known so far that must not be drawn beside `line`; only new ones are looked at."""
        known, bits = self._known.get(line, (0, 0))
        count = len(self._lines)
        for place in range(known, count):
            other = self._lines[place]
            if other == line or self.disc.meet(line, other):
                bits |= 1 << place
        self._known[line] = count, bits
        return bits


class PlacementFinder:
    """All placements of tiles on one disc, tile by tile, in a fixed order."""

    def __init__(self, disc: StarDisc, tiles: Sequence[Tile]) -> None:
        self.disc = disc
        self.index = LineIndex(disc)
        self._places = {s.id: complex(s.x, s.y) for s in disc.stars.values()}
        self._reach = max((abs(_length(t, line)) for t in tiles for line in t.lines), default=0.0) + 1.0

    @cached_property
    def _starts(self) -> list[tuple[complex, list[int]]]:
        """For each step from star to star that is not too long: the stars from which it leads to a star."""
        found: dict[tuple[int, int], tuple[complex, list[int]]] = {}
        for a, p in self._places.items():
            for b, q in self._places.items():
                step = q - p
                if a != b and abs(step) <= self._reach:
                    key = (round(step.real * 20), round(step.imag * 20))
                    found.setdefault(key, (step, []))[1].append(a)
        return [found[key] for key in sorted(found)]

    @cached_property
    def _cells(self) -> dict[tuple[int, int], list[int]]:
        cells: dict[tuple[int, int], list[int]] = {}
        for star, place in self._places.items():
            columns = _cells_within(place.real)
            for row in _cells_within(place.imag):
                for column in columns:
                    cells.setdefault((column, row), []).append(star)
        return cells

    def find(self, tile: Tile) -> list[Placement]:
        """Every placement that holds at least one line of the tile or all of its stars."""
        points = pattern_points(tile)
        found: set[tuple[int, ...]] = set()
        for motion in self._motions(tile, points):
            ids = self._stars_under(points, motion)
            if any(ids[i] != OFF != ids[j] for i, j in tile.lines):
                found.add(ids)
        return [self._placement(tile, points, ids) for ids in sorted(found)]

    def _motions(self, tile: Tile, points: Sequence[complex]) -> Iterator[Motion]:
        seen: set[tuple[int, int, int]] = set()
        for i, j in tile.lines:
            step = points[j] - points[i]
            length = abs(step)
            for there, starts in self._starts:
                if abs(abs(there) - length) > SHAPE_TOLERANCE_MM:
                    continue
                turn = there / step
                turn /= abs(turn)
                angle, corner = round(cmath.phase(turn) * 100), turn * points[i]
                for star in starts:
                    shift = self._places[star] - corner
                    key = (angle, round(shift.real * 2), round(shift.imag * 2))
                    if key not in seen:
                        seen.add(key)
                        yield turn, shift

    def _stars_under(self, points: Sequence[complex], motion: Motion) -> tuple[int, ...]:
        ids, worst = self._nearest(points, motion, REACH_MM)
        on = [k for k, star in enumerate(ids) if star != OFF]
        if worst <= SHAPE_TOLERANCE_MM / 10 or len(on) < 2:
            return ids
        better = fitted([points[k] for k in on], [self._places[ids[k]] for k in on])
        return self._nearest(points, better, SHAPE_TOLERANCE_MM)[0]

    def _nearest(self, points: Sequence[complex], motion: Motion, reach: float) -> tuple[tuple[int, ...], float]:
        turn, shift = motion
        ids, worst = [], 0.0
        for point in points:
            moved = turn * point + shift
            best, away = OFF, reach
            for star in self._cells.get((round(moved.real / CELL_MM), round(moved.imag / CELL_MM)), ()):
                distance = abs(self._places[star] - moved)
                if distance <= away:
                    best, away = star, distance
            ids.append(best)
            if best != OFF:
                worst = max(worst, away)
        return tuple(ids), worst

    def _placement(self, tile: Tile, points: Sequence[complex], ids: tuple[int, ...]) -> Placement:
        bit, places = self.disc.bit, self._places
        star_bits = tuple([bit.get(star, 0) for star in ids])
        line_bits: list[int] = []
        disc_lines: list[Line] = []
        for i, j in tile.lines:
            a, b = ids[i], ids[j]
            there, line = 0, NOWHERE
            if a != OFF != b:
                off = abs(places[a] - places[b]) - abs(points[i] - points[j])
                if -SHAPE_TOLERANCE_MM <= off <= SHAPE_TOLERANCE_MM:
                    there = self.index.bit((a, b) if a < b else (b, a))
                    line = self.index.at(there.bit_length() - 1)
            line_bits.append(there)
            disc_lines.append(line)
        stars, lines = sum(star_bits), sum(line_bits)
        return Placement(ids, star_bits, tuple(line_bits), tuple(disc_lines), stars, lines, OFF not in ids)


def _length(tile: Tile, line: tuple[int, int]) -> float:
    return math.dist(tile.xy[line[0]], tile.xy[line[1]])


def _cells_within(coordinate: float) -> range:
    return range(round((coordinate - REACH_MM) / CELL_MM), round((coordinate + REACH_MM) / CELL_MM) + 1)
