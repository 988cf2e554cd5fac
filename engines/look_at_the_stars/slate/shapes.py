"""Shapes of unit lines laid anywhere on the lattice of a slate."""

from __future__ import annotations

from engines.look_at_the_stars.slate.lattice import COLUMNS, ROWS, line_bit
from engines.unit_lines import Shape, corners, orientations


def fits(shape: Shape) -> bool:
    """Whether the lattice has room for the shape in some rotation."""
    ends = corners(shape)
    width, height = max(x for x, _ in ends), max(y for _, y in ends)
    return (width < COLUMNS and height < ROWS) or (height < COLUMNS and width < ROWS)


def _at(shape: Shape, column: int, row: int) -> int:
    found = 0
    for direction, x, y in shape:
        bit = line_bit(direction, x + column, y + row)
        if bit < 0:
            return 0
        found |= 1 << bit
    return found


def copies(shape: Shape) -> tuple[int, ...]:
    """Every copy of the shape on the lattice, in every rotation, as masks of lines; ascending."""
    turns = orientations(shape)
    found = {_at(turn, column, row) for column in range(COLUMNS) for row in range(ROWS) for turn in turns}
    return tuple(sorted(found - {0}))
