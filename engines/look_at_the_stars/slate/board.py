"""The slate of our own print, those of its house pack, and layouts that leave to us where things are on it."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any, Final

import msgspec

from engines.errors import BadInput
from engines.forms import decode_form
from engines.layout import Board, Markers
from engines.look_at_the_stars.model import Line, StarsPack
from engines.look_at_the_stars.slate.lattice import COLUMNS, ROWS
from engines.slates import Lattice, SlateLayout, SlateSky, checked, point_name

PRINT_BOARD: Final = Board(160.0, 234.0)
PRINT_LATTICE: Final = Lattice((12.5, 175.0), (15.0, 15.0))
PRINT_MARKERS: Final = Markers(
    "DICT_4X4_50", 22.0, {"0": (3.0, 3.0), "1": (135.0, 3.0), "2": (135.0, 209.0), "3": (3.0, 209.0)}
)


def printed_layout(slate: int | None) -> SlateLayout:
    """The layout of one of our own printed slates."""
    return SlateLayout(kind="slate", slate=slate, board=PRINT_BOARD, lattice=PRINT_LATTICE, markers=PRINT_MARKERS)


def slate_layout(pack: StarsPack, number: int) -> SlateLayout:
    """The layout of one slate of a pack: measured on an owner's copy, or as on our own print."""
    if pack.layout is None:
        return printed_layout(number)
    card = next(card for card in pack.slates if card.id == number)
    sky = _pack_sky(card.id, card.sky, card.printed_lines)
    return msgspec.structs.replace(
        pack.layout,
        columns=sky.columns,
        rows=sky.rows,
        planets=sky.planets,
        missing=sky.missing,
        printed_lines=sky.printed_lines,
    )


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
    return checked(layout, pack_skies())
