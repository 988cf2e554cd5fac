"""Where things are on a slate, a lattice of stars to be joined: the layout (file format in docs/layouts.md).

Millimetres from the printed top left corner, x right, y down. Point A0 lies at the lattice's origin; columns go right,
rows go up.
"""

from __future__ import annotations

import math
import re
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from engines.errors import BadInput
from engines.layout import MAX_LENGTH, XY, Board, Markers, Positive

Count = Annotated[int, Meta(ge=2, le=26)]
Line = tuple[str, str]
"""The names of its two points."""
_POINT = re.compile(r"([A-Z])(0|[1-9]\d?)")
LEAST_PITCH, MOST_PITCH, MOST_SIDE = 4.0, 60.0, 2000.0
"""Lattices finer or coarser than this, and longer boards (mm), are slips."""


class Lattice(msgspec.Struct, frozen=True):
    """Point A0 (board mm) and the steps to the next column (right) and the next row (up), mm."""

    origin: XY
    pitch: tuple[Positive, Positive]


class SlateLayout(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Everything the camera knows about where things are on a slate.

    Either `slate` names one of a pack's slates, or `columns`, `rows`, `planets`, `missing` and `printed_lines`
    describe any slate, or all of them are absent: then it is one of the pack's, and the picture must tell which.
    Without `board` and `lattice` it is a slate of our own print, with its markers; a game fills those in.
    """

    kind: Literal["slate"]
    slate: int | None = None
    board: Board | None = None
    lattice: Lattice | None = None
    columns: Count | None = None
    rows: Count | None = None
    planets: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    printed_lines: tuple[Line, ...] = ()
    markers: Markers | None = None


class SlateSky(msgspec.Struct, frozen=True):
    """What one slate's lattice holds: `number` of the pack or None; `stars`, `planets` and `missing` points by name."""

    number: int | None
    columns: int
    rows: int
    stars: tuple[str, ...]
    planets: tuple[str, ...]
    missing: tuple[str, ...]
    printed_lines: tuple[Line, ...]


def point_name(column: int, row: int) -> str:
    """`A0`, `C10`, …"""
    return f"{chr(65 + column)}{row}"


def point_place(name: str) -> tuple[int, int] | None:
    """Column and row of a named point of any lattice, or None where it is no name."""
    match = _POINT.fullmatch(name)
    return (ord(match[1]) - 65, int(match[2])) if match else None


def skies_of(layout: SlateLayout, pack: tuple[SlateSky, ...]) -> tuple[SlateSky, ...]:
    """The slates that the layout may be: one, or all of the `pack` where the layout leaves it open. Raises BadInput."""
    if layout.slate is not None:
        skies = tuple(sky for sky in pack if sky.number == layout.slate)
        if not skies:
            raise BadInput(
                "layout.slate.number",
                "layout of a slate: slate: expected 1 to {n}, got {slate}",
                len(pack),
                layout.slate,
            )
        return skies
    if layout.columns is None and layout.rows is None:
        if layout.planets or layout.missing or layout.printed_lines:
            raise BadInput(
                "layout.slate.size_missing",
                "layout of a slate: columns, rows: missing, though planets, missing or printed_lines are given",
            )
        return pack
    if layout.columns is None or layout.rows is None:
        raise BadInput("layout.slate.half_a_size", "layout of a slate: columns, rows: expected both or neither")
    return (_described(layout, layout.columns, layout.rows),)


def _described(layout: SlateLayout, columns: int, rows: int) -> SlateSky:
    names = {point_name(column, row) for column in range(columns) for row in range(rows)}
    told = [("planets", name) for name in layout.planets] + [("missing", name) for name in layout.missing]
    for part, name in told + [("printed_lines", end) for line in layout.printed_lines for end in line]:
        if name not in names:
            raise BadInput(
                "layout.slate.no_point",
                "layout of a slate: {part}: {name!r} is no point, expected A0 to {last}",
                part,
                name,
                point_name(columns - 1, rows - 1),
            )
    for line in layout.printed_lines:
        if not adjacent(*line):
            raise BadInput(
                "layout.slate.no_neighbours",
                "layout of a slate: printed_lines: {line!r} does not join two neighbours",
                list(line),
            )
    taken = {*layout.planets, *layout.missing}
    if len(taken) != len(layout.planets) + len(layout.missing):
        raise BadInput("layout.slate.point_twice", "layout of a slate: planets, missing: a point is there twice")
    stars = tuple(
        point_name(column, row)
        for row in range(rows)
        for column in range(columns)
        if point_name(column, row) not in taken
    )
    if len(stars) < 6:
        raise BadInput(
            "layout.slate.too_few_stars", "layout of a slate: {n} stars are too few, expected 6 at least", len(stars)
        )
    return SlateSky(None, columns, rows, stars, layout.planets, layout.missing, layout.printed_lines)


def adjacent(a: str, b: str) -> bool:
    """Whether two named points are neighbours, level, upright or diagonal."""
    first, second = point_place(a), point_place(b)
    return first is not None and second is not None and max(abs(first[0] - second[0]), abs(first[1] - second[1])) == 1


def checked(layout: SlateLayout, pack: tuple[SlateSky, ...]) -> SlateLayout:
    """The layout itself. Raises BadInput with one line where a slate cannot be so."""
    if layout.board is None or layout.lattice is None:
        raise BadInput("layout.slate.half_a_place", "layout of a slate: board, lattice: expected both or neither")
    marks = [x for at in (layout.markers.at.values() if layout.markers else ()) for x in at]
    numbers = [*layout.lattice.origin, *layout.lattice.pitch, layout.board.width, layout.board.height, *marks]
    if not all(math.isfinite(n) and abs(n) <= MAX_LENGTH for n in numbers):
        raise BadInput(
            "layout.slate.too_large", "layout of a slate: every number must lie within ±{largest:.0f}", MAX_LENGTH
        )
    if not all(LEAST_PITCH <= step <= MOST_PITCH for step in layout.lattice.pitch):
        wanted = f"expected {LEAST_PITCH:.0f} to {MOST_PITCH:.0f} mm"
        raise BadInput(
            "layout.slate.pitch",
            "layout of a slate: lattice.pitch: {wanted}, got {pitch}",
            wanted,
            list(layout.lattice.pitch),
        )
    if max(layout.board.width, layout.board.height) > MOST_SIDE:
        raise BadInput(
            "layout.slate.board_too_large",
            "layout of a slate: board: expected sides of {most_side:.0f} mm at most",
            MOST_SIDE,
        )
    sky = skies_of(layout, pack)[0]
    (x, y), (dx, dy) = layout.lattice.origin, layout.lattice.pitch
    right, top = x + dx * (sky.columns - 1), y - dy * (sky.rows - 1)
    if x < 0 or top < 0 or right > layout.board.width or y > layout.board.height:
        raise BadInput("layout.slate.beyond_board", "layout of a slate: lattice: it reaches beyond the board")
    return layout
