"""Shapes of unit lines on any lattice of points, in a notation of our own, and how they look turned.

`E@c,r` is a unit line with its left (upright: lower) end at column c, row r of the shape's own box: E right, N up, R
rising diagonal, F falling diagonal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, TypeAlias

from engines.errors import BadInput

STEPS: Final = {"E": (1, 0), "N": (0, 1), "R": (1, 1), "F": (1, -1)}
"""Direction -> columns and rows from the left (upright: lower) end of a line to its other end."""
UnitLine: TypeAlias = tuple[str, int, int]
Shape: TypeAlias = tuple[UnitLine, ...]
"""Lines in order, moved to the lower left corner."""

_UNIT_LINE = re.compile(r"([ENRF])@(\d{1,2}),(\d{1,2})")


def parse_shape(texts: Iterable[str]) -> Shape:
    """A shape from its notation. Raises BadInput for a text that is no unit line and for a line given twice."""
    found: list[UnitLine] = []
    for text in texts:
        match = _UNIT_LINE.fullmatch(text)
        if match is None:
            raise BadInput("shape.no_line", "shape: {text!r} is no line, expected E, N, R or F, then @column,row", text)
        line = (match[1], int(match[2]), int(match[3]))
        if line in found:
            raise BadInput("shape.line_twice", "shape: the line {text!r} is there twice", text)
        found.append(line)
    if not found:
        raise BadInput("shape.empty", "shape: it has no lines")
    return moved_home(found)


def corners(lines: Iterable[UnitLine]) -> list[tuple[int, int]]:
    """Column and row of both ends of each line."""
    found = []
    for direction, x, y in lines:
        dx, dy = STEPS[direction]
        found += [(x, y), (x + dx, y + dy)]
    return found


def moved_home(lines: Iterable[UnitLine]) -> Shape:
    """The lines in order, moved so that the lowest column and row are 0."""
    lines = list(lines)
    ends = corners(lines)
    left, bottom = min(x for x, _ in ends), min(y for _, y in ends)
    return tuple(sorted((direction, x - left, y - bottom) for direction, x, y in lines))


def _turned_line(line: UnitLine) -> UnitLine:
    direction, x, y = line
    if direction == "E":
        return "N", -y, x
    if direction == "N":
        return "E", -y - 1, x
    if direction == "R":
        return "F", -y - 1, x + 1
    return "R", -y, x


def _mirrored_line(line: UnitLine) -> UnitLine:
    direction, x, y = line
    if direction == "E":
        return "E", -x - 1, y
    if direction == "N":
        return "N", -x, y
    if direction == "R":
        return "F", -x - 1, y + 1
    return "R", -x - 1, y - 1


def turned(shape: Shape) -> Shape:
    """The shape after a quarter turn, anticlockwise."""
    return moved_home(_turned_line(line) for line in shape)


def mirrored(shape: Shape) -> Shape:
    """The shape as in a mirror beside it."""
    return moved_home(_mirrored_line(line) for line in shape)


def orientations(shape: Shape) -> tuple[Shape, ...]:
    """The distinct ones among the four rotations, the shape itself first."""
    found = [shape]
    for _ in range(3):
        found.append(turned(found[-1]))
    return tuple(dict.fromkeys(found))
