"""Where things are on a slate: its layout (file format in docs/formats.md) and the slate of our own print.

Millimetres from the printed top left corner, x right, y down. Point A0 lies at the lattice's origin; columns go right,
rows go up.
"""

from __future__ import annotations

import math
import re
from functools import cache
from importlib import resources
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from engines.errors import BadInput
from engines.forms import decode_form
from engines.layout import LARGEST, XY, Board, Markers, Positive
from engines.look_at_the_stars.lattice import COLUMNS, ROWS
from engines.look_at_the_stars.model import Line, StarsPack

Count = Annotated[int, Meta(ge=2, le=26)]
_POINT = re.compile(r"([A-Z])(0|[1-9]\d?)")


class Lattice(msgspec.Struct, frozen=True):
    """Point A0 (board mm) and the steps to the next column (right) and the next row (up), mm."""

    origin: XY
    pitch: tuple[Positive, Positive]


class SlateLayout(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Everything the camera knows about where things are on a slate.

    Either `slate` names one of the pack's slates, or `columns`, `rows`, `planets`, `missing` and `printed_lines`
    describe any slate, or all of them are absent: then it is one of the pack's, and the picture must tell which.
    Without `board` and `lattice` it is a slate of our own print, with its markers.
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


LEAST_PITCH, MOST_PITCH, MOST_SIDE = 4.0, 60.0, 2000.0
"""Lattices finer or coarser than this, and longer boards (mm), are slips."""
PRINT_BOARD: Final = Board(160.0, 234.0)
PRINT_LATTICE: Final = Lattice((12.5, 175.0), (15.0, 15.0))
PRINT_MARKERS: Final = Markers(
    "DICT_4X4_50", 22.0, {"0": (3.0, 3.0), "1": (135.0, 3.0), "2": (135.0, 209.0), "3": (3.0, 209.0)}
)


def printed_layout(slate: int | None) -> SlateLayout:
    """The layout of one of our own printed slates."""
    return SlateLayout(kind="slate", slate=slate, board=PRINT_BOARD, lattice=PRINT_LATTICE, markers=PRINT_MARKERS)


def point_name(column: int, row: int) -> str:
    """`A0`, `C10`, …"""
    return f"{chr(65 + column)}{row}"


def point_place(name: str) -> tuple[int, int] | None:
    """Column and row of a named point of any lattice, or None where it is no name."""
    match = _POINT.fullmatch(name)
    return (ord(match[1]) - 65, int(match[2])) if match else None


@cache
def _house() -> StarsPack:
    data = resources.files("engines.look_at_the_stars").joinpath("packs", "house.json").read_bytes()
    return msgspec.json.decode(data, type=StarsPack)


@cache
def pack_skies() -> tuple[SlateSky, ...]:
    """The eight slates of the house pack."""
    return tuple(_pack_sky(card.id, card.sky, card.printed_lines) for card in _house().slates)


def _pack_sky(number: int, text: tuple[str, ...], printed: tuple[Line, ...]) -> SlateSky:
    cells = {
        point_name(column, row): mark
        for row, marks in zip(range(ROWS - 1, -1, -1), text, strict=True)
        for column, mark in enumerate(marks)
    }
    stars, planets, missing = (tuple(p for p, mark in cells.items() if mark in kind) for kind in ("*", "P", "ch#"))
    return SlateSky(number, COLUMNS, ROWS, stars, planets, missing, printed)


def skies_of(layout: SlateLayout) -> tuple[SlateSky, ...]:
    """The slates that the layout may be: one, or all of the pack where the layout leaves it open. Raises BadInput."""
    if layout.slate is not None:
        skies = tuple(sky for sky in pack_skies() if sky.number == layout.slate)
        if not skies:
            raise BadInput(
                "layout.slate.number",
                "layout of a slate: slate: expected 1 to {n}, got {slate}",
                len(pack_skies()),
                layout.slate,
            )
        return skies
    if layout.columns is None and layout.rows is None:
        if layout.planets or layout.missing or layout.printed_lines:
            raise BadInput(
                "layout.slate.size_missing",
                "layout of a slate: columns, rows: missing, though planets, missing or printed_lines are given",
            )
        return pack_skies()
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


def parse_slate(data: bytes | str | dict[str, Any]) -> SlateLayout:
    """A typed layout with board and lattice, from JSON text or its decoded form. Raises BadInput with one line."""
    raw: Any = decode_form(data, object, "layout of a slate")
    if isinstance(raw, dict) and raw.get("kind") not in (None, "slate"):
        raise BadInput("layout.slate.kind", "layout of a slate: kind: expected 'slate', got {kind!r}", raw.get("kind"))
    layout = decode_form(raw, SlateLayout, "layout of a slate")
    if layout.board is None and layout.lattice is None:
        ours = printed_layout(layout.slate)
        layout = msgspec.structs.replace(
            layout, board=ours.board, lattice=ours.lattice, markers=layout.markers or ours.markers
        )
    _check(layout)
    return layout


def _check(layout: SlateLayout) -> None:
    if layout.board is None or layout.lattice is None:
        raise BadInput("layout.slate.half_a_place", "layout of a slate: board, lattice: expected both or neither")
    marks = [x for at in (layout.markers.at.values() if layout.markers else ()) for x in at]
    numbers = [*layout.lattice.origin, *layout.lattice.pitch, layout.board.width, layout.board.height, *marks]
    if not all(math.isfinite(n) and abs(n) <= LARGEST for n in numbers):
        raise BadInput(
            "layout.slate.too_large", "layout of a slate: every number must lie within ±{largest:.0f}", LARGEST
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
    sky = skies_of(layout)[0]
    (x, y), (dx, dy) = layout.lattice.origin, layout.lattice.pitch
    right, top = x + dx * (sky.columns - 1), y - dy * (sky.rows - 1)
    if x < 0 or top < 0 or right > layout.board.width or y > layout.board.height:
        raise BadInput("layout.slate.beyond_board", "layout of a slate: lattice: it reaches beyond the board")
