"""The lattice of a slate: 10 columns A to J, 11 rows 0 to 10 from the bottom, and the unit lines between its points.

Points and lines are the bits of one integer, so that a whole drawing is compared in one operation. Point
p = 10·row + column is bit p (0 to 109). A line is bit 110·(1 + direction) + p, where p is its left end (of an upright
line: its lower end) and the direction is E (right), N (up), R (rising diagonal) or F (falling diagonal).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from engines.look_at_the_stars.model import Line
from engines.unit_lines import STEPS

COLUMNS: Final = 10
ROWS: Final = 11
SIZE: Final = COLUMNS * ROWS
DIRECTIONS: Final = "ENRF"
BITS: Final = 5 * SIZE
POINTS: Final = (1 << SIZE) - 1
"""All points."""
LINES: Final = (1 << BITS) - 1 - POINTS
"""All lines."""
NAMES: Final = tuple(f"{chr(65 + p % COLUMNS)}{p // COLUMNS}" for p in range(SIZE))
"""Point -> name."""
POINT: Final = {name: p for p, name in enumerate(NAMES)}
"""Name -> point."""


def inside(column: int, row: int) -> bool:
    """Whether the lattice has this point."""
    return 0 <= column < COLUMNS and 0 <= row < ROWS


def line_bit(direction: str, column: int, row: int) -> int:
    """The bit of a line by its direction and its left (upright: lower) end; -1 where it leaves the lattice."""
    dx, dy = STEPS[direction]
    if inside(column, row) and inside(column + dx, row + dy):
        return SIZE * (1 + DIRECTIONS.index(direction)) + row * COLUMNS + column
    return -1


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _ends() -> dict[int, tuple[int, int]]:
    found = {}
    for number, direction in enumerate(DIRECTIONS, start=1):
        dx, dy = STEPS[direction]
        for row in range(max(0, -dy), min(ROWS, ROWS - dy)):
            for p in range(row * COLUMNS, (row + 1) * COLUMNS - dx):
                found[SIZE * number + p] = (p, p + dy * COLUMNS + dx)
    return found


ENDS: Final = _ends()
"""Line -> its two points."""


def _neighbours() -> tuple[int, ...]:
    found = [0] * SIZE
    for p, q in ENDS.values():
        found[p] |= 1 << q
        found[q] |= 1 << p
    return tuple(found)


NEAR: Final = _neighbours()
"""Point -> its up to eight neighbours, as bits."""


def _crossing(bit: int) -> int:
    """The line that crosses a diagonal, as a mask; 0 for upright and level lines."""
    p = bit % SIZE
    if bit >= 4 * SIZE:
        return 1 << (3 * SIZE + p - COLUMNS)
    if bit >= 3 * SIZE:
        return 1 << (4 * SIZE + p + COLUMNS)
    return 0


def _meeting() -> dict[int, int]:
    at = [0] * SIZE
    for bit, (p, q) in ENDS.items():
        at[p] |= 1 << bit
        at[q] |= 1 << bit
    return {bit: at[p] | at[q] | _crossing(bit) for bit, (p, q) in ENDS.items()}


CROSSING: Final = {bit: _crossing(bit) for bit in ENDS}
"""Line -> the one line that crosses it, as a mask."""
TOUCHING: Final = _meeting()
"""Line -> the lines that share a star with it or cross it, itself included, as a mask."""
SPAN: Final = {bit: 1 << bit | 1 << p | 1 << q for bit, (p, q) in ENDS.items()}
"""Line -> itself and its two points, as a mask."""
LINE: Final[dict[int, Line]] = {bit: (NAMES[p], NAMES[q]) for bit, (p, q) in ENDS.items()}
"""Line -> its name, the left (upright: lower) end first."""
LINE_BIT: Final[dict[Line, int]] = {
    **{line: bit for bit, line in LINE.items()},
    **{(b, a): bit for bit, (a, b) in LINE.items()},
}
"""Name, either end first -> line."""
LINE_SPAN: Final = {line: SPAN[bit] for line, bit in LINE_BIT.items()}
"""Name, either end first -> the line and its two points, as a mask."""
FROM_ROW: Final = tuple(POINTS & ~((1 << row * COLUMNS) - 1) for row in range(ROWS))
"""Row -> the points of this row and all above."""


@lru_cache(maxsize=1024)  # of a slate's groups most stay as they are from one drawing to the next that is looked at
def points_of(lines: int) -> int:
    """The points that these lines touch."""
    found = 0
    for bit in bits(lines & LINES):
        found |= SPAN[bit]
    return found & POINTS


def crossings_of(lines: int) -> int:
    """The lines that would cross one of these."""
    found = 0
    for bit in bits(lines & LINES):
        found |= CROSSING[bit]
    return found


def line_names(lines: int) -> tuple[Line, ...]:
    """The names of these lines, in the order of their bits."""
    return tuple(LINE[bit] for bit in bits(lines & LINES))


def point_names(points: int) -> tuple[str, ...]:
    """The names of these points, from the bottom row up."""
    return tuple(NAMES[p] for p in bits(points & POINTS))


def diagonal(head: str, tail: str) -> tuple[int, ...]:
    """The unit lines of a straight diagonal between two named points, of any length; empty where it is none."""
    if head not in POINT or tail not in POINT:
        return ()
    p, q = sorted((POINT[head], POINT[tail]), key=lambda point: point % COLUMNS)
    length, rise = q % COLUMNS - p % COLUMNS, q // COLUMNS - p // COLUMNS
    if not length or abs(rise) != length:
        return ()
    direction, step = ("R", COLUMNS + 1) if rise > 0 else ("F", 1 - COLUMNS)
    start = SIZE * (1 + DIRECTIONS.index(direction)) + p
    return tuple(start + k * step for k in range(length))
