"""Records of games, and each replayed by its rules."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec

from engines.errors import BadInput
from engines.record import format_record, parse_record, replay_record
from engines.registry import open_game
from tests.fuzz import edits

RECORDS = Path(__file__).parents[1] / "records"
LINES = 30
"""A record's beginning: what a fuzzer changes in it is replayed in some milliseconds."""


def _rows(path: Path) -> list[Any]:
    return [msgspec.json.decode(row) for row in path.read_bytes().splitlines()[: LINES + 1]]


BASES: dict[str, Any] = {
    name: _rows(RECORDS / f"{name}.jsonl")
    for name in (
        "look_at_the_stars_tie",
        "star_explorer_corrected",
        "star_explorer_solo",
        "starfarers_docking",
        "starfarers_light",
        "stellar_tie",
    )
}


def seeds() -> list[bytes]:
    """The beginnings of whole games."""
    return edits.seeds(BASES)


def mutated(data: bytes, chance: Random) -> bytes:
    """Another beginning."""
    return edits.mutated(data, chance, BASES)


def parse(data: bytes) -> None:
    """Read and replay it; what comes back from writing it is the same."""
    rows = edits.edited(data, BASES)
    text = data if rows is None else _text(rows)
    try:
        record = parse_record(text)
        assert parse_record(format_record(record)) == record
        game = open_game(record.header.game, record.header.pack)
        game.score(replay_record(game, record, min(len(record.lines), LINES)).state)
    except BadInput as error:
        edits.one_line(error)


def _text(rows: Any) -> bytes:
    return b"".join(msgspec.json.encode(row) + b"\n" for row in rows) if isinstance(rows, list) else b""
