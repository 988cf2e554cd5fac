"""Layouts of every kind of board."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from engines.errors import BadInput
from engines.look_at_the_stars.slate.board import pack_skies, parse_slate
from tests.fuzz import edits
from tests.vision.tiles.parsed import parse_tiles
from vision.balls.layout import parse_balls
from vision.cards.layout import parse_cards_layout
from vision.ink.layout import parse_layout
from vision.slate.layout import SlateBoard, slate_board
from vision.table import parse_table


def parse_board(data: bytes) -> SlateBoard:
    """A slate, one of the house pack where its layout names a number."""
    return slate_board(parse_slate(data), pack_skies())


PHOTOS = Path(__file__).parents[1] / "photos"
PARSERS: tuple[Callable[[bytes], object], ...] = (
    parse_layout, parse_board, parse_cards_layout, parse_tiles, parse_balls, parse_table,
)  # fmt: skip


def _layouts() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for path in sorted(PHOTOS.glob("*/*.json")):
        shape = msgspec.json.decode(path.read_bytes())
        if isinstance(shape, dict) and isinstance(shape.get("kind"), str):
            found.setdefault(shape["kind"], shape)
    return found


BASES: dict[str, Any] = _layouts()


def seeds() -> list[bytes]:
    """A layout of each kind."""
    return edits.seeds(BASES)


def mutated(data: bytes, chance: Random) -> bytes:
    """Another layout."""
    return edits.mutated(data, chance, BASES)


def parse(data: bytes) -> None:
    """Read it as a layout of each kind."""
    shape = edits.edited(data, BASES)
    text = data if shape is None else msgspec.json.encode(shape)
    for parser in PARSERS:
        try:
            parser(text)
        except BadInput as error:
            edits.one_line(error)
