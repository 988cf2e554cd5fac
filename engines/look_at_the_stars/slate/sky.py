"""One slate as tables: what each point is, and where lines and shooting stars fit on it."""

from __future__ import annotations

from bisect import bisect_left
from typing import Final, NamedTuple

from engines.look_at_the_stars.model import PILES, SUNRISE_ROWS, Line, SlateCard
from engines.look_at_the_stars.slate.lattice import (
    COLUMNS,
    CROSSING,
    LINE_SPAN,
    NAMES,
    POINTS,
    ROWS,
    SIZE,
    SPAN,
    inside,
    line_bit,
    line_names,
    points_of,
)
from engines.unit_lines import STEPS

SUN_ROWS: Final = tuple(SUNRISE_ROWS * pile for pile in range(PILES))
"""Pile -> how many rows are closed while it is played."""
MAX_SHOOTING_STAR: Final = 3
"""Unit lines of the longest shooting star."""


class Place(NamedTuple):
    """Where the lines of a night card can go."""

    lines: tuple[Line, ...]
    span: int
    """The lines and their points."""


class StarPlace(NamedTuple):
    """Where a shooting star can go."""

    head: str
    tail: str
    span: int
    """Its unit lines, its points, and the lines that would cross it."""


class Places(NamedTuple):
    """Places of one card on one slate, the highest first; the first `counts[pile]` lie above the sun of that pile."""

    places: tuple[Place, ...]
    counts: tuple[int, ...]


class StarPlaces(NamedTuple):
    """Places of shooting stars on one slate, ordered and counted like `Places`."""

    places: tuple[StarPlace, ...]
    counts: tuple[int, ...]


def star_span(lines: tuple[int, ...]) -> int:
    """What a shooting star on these unit lines takes: lines, points, and the lines that would cross it."""
    found = 0
    for bit in lines:
        found |= SPAN[bit] | CROSSING[bit]
    return found


def lowest_row(points: int) -> int:
    """The lowest row among these points."""
    return ((points & -points).bit_length() - 1) // COLUMNS


def _counts(rows: list[int]) -> tuple[int, ...]:
    """How many of these descending rows lie above the sun, by pile."""
    falling = [-row for row in rows]
    return tuple(bisect_left(falling, 1 - closed) for closed in SUN_ROWS)


class Sky:
    """The tables of one slate."""

    def __init__(self, slate: SlateCard, scenery: bool = False) -> None:
        self.number = slate.id
        found = dict.fromkeys("*Pch#", 0)
        for row, text in zip(range(ROWS - 1, -1, -1), slate.sky, strict=True):
            for column, character in enumerate(text):
                found[character] |= 1 << (row * COLUMNS + column)
        self.stars, self.planets, self.creatures = found["*"], found["P"], found["c"]
        self.persons, self.outside = found["h"], found["#"]
        self.printed = 0
        for line in slate.printed_lines:
            self.printed |= LINE_SPAN[line]
        points = self.printed & POINTS
        self.closed = (self.planets | self.creatures | self.persons | self.outside) | (self.printed ^ points)
        """What no line may use on the clean slate."""
        self.drawn = points if scenery else self.printed
        """What the clean slate counts as drawn."""

    def places(self, masks: tuple[int, ...], opened: int) -> Places:
        """The masks of lines that fit between stars; `opened`: points that count as stars too."""
        stars = self.stars | opened
        fitting = []
        for mask in masks:
            points = points_of(mask)
            if not points & ~stars:
                fitting.append((-lowest_row(points), mask, points))
        fitting.sort()
        counts = _counts([-row for row, _, _ in fitting])
        return Places(tuple(Place(line_names(mask), mask | points) for _, mask, points in fitting), counts)

    def star_places(self, opened: int) -> StarPlaces:
        """Every diagonal of one to three units between stars, its head at the left end; `opened`: see `places`."""
        stars = self.stars | opened
        fitting = []
        for direction in "RF":
            for start in range(SIZE):
                for lines in _diagonals(direction, start):
                    points = points_of(sum(1 << bit for bit in lines))
                    if not points & ~stars:
                        fitting.append((-lowest_row(points), start, direction, lines))
        fitting.sort()
        places = tuple(
            StarPlace(NAMES[start], _tail(start, direction, len(lines)), star_span(lines))
            for _, start, direction, lines in fitting
        )
        return StarPlaces(places, _counts([-row for row, *_ in fitting]))


def _tail(start: int, direction: str, length: int) -> str:
    return NAMES[start + length * (STEPS[direction][1] * COLUMNS + 1)]


def _diagonals(direction: str, start: int) -> list[tuple[int, ...]]:
    """The diagonals of one, two and three units from this left end that stay on the lattice."""
    column, row = start % COLUMNS, start // COLUMNS
    rise = STEPS[direction][1]
    lines: list[int] = []
    found = []
    for k in range(MAX_SHOOTING_STAR):
        if not inside(column + k + 1, row + rise * (k + 1)):
            break
        lines.append(line_bit(direction, column + k, row + rise * k))
        found.append(tuple(lines))
    return found
