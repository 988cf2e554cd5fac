"""`planisphere read table`: what it says of each board."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pi_app.camera.table import TableAnswer
from planisphere.cli import main

PHOTOS = Path(__file__).parent.parent / "photos" / "table"
ENTRY: dict[str, Any] = json.loads((PHOTOS / "table.list.jsonl").read_text().splitlines()[0])


def test_every_board_is_told_by_its_own_reader(capsys: pytest.CaptureFixture[str]) -> None:
    files = ["--layout", str(PHOTOS / ENTRY["layout"]), "--image", str(PHOTOS / ENTRY["image"])]
    assert main(["read", "table", *files]) == 0
    told = capsys.readouterr().out.splitlines()
    begun = [number for number, line in enumerate(told) if not line.startswith("  ")]
    assert [told[number].partition(":")[0] for number in begun] == [*ENTRY["boards"], "boards in doubt"]
    assert told[0] == "Ana: star disc, found"
    for number in begun[:-1]:
        assert told[number + 1].startswith("  round ")
        assert told[number + 2].startswith("  lines: ")
        assert told[number + 3].startswith("  doubtful: ")


class Told:
    def __init__(self, line: str) -> None:
        self.line = line

    def as_json(self) -> dict[str, Any]:
        return {}

    def in_words(self, factor: int = 1) -> list[str]:
        return [self.line] * factor


def test_the_boards_to_look_at_are_named() -> None:
    boards: tuple[dict[str, Any], ...] = (
        {"name": "Ana", "kind": "star_disc", "pose": "still", "reading": {"doubtful": [{"a": 1, "b": 2}]}},
        {"name": "Ben", "kind": "slate", "error": "board_not_found", "why": "no marker of it shows"},
        {"name": "Caro", "kind": "balls", "pose": "found", "reading": {"doubtful": []}},
    )
    answer = TableAnswer(boards, (Told("lines: 1-2"), None, Told("balls")), 1.0)
    assert answer.in_words() == [
        "Ana: star disc, still",
        "  lines: 1-2",
        "Ben: no marker of it shows",
        "Caro: balls, found",
        "  balls",
        "boards in doubt: Ana, Ben",
    ]
