"""The process that reads photographs keeps little memory between them."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from pi_app.camera.kind import Memory
from pi_app.camera.query import Query
from pi_app.camera.worker import BoardReader

PIECES, NUMBERS = 4000, 2000


def resident_mb() -> float:
    """What of this process is in memory."""
    found = re.search(r"VmRSS:\s+(\d+)", Path("/proc/self/status").read_text())
    assert found is not None
    return int(found[1]) / 1024


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux how much memory it has")
def test_memory_that_a_reading_freed_is_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[NDArray[np.float64]] = []

    def read(self: BoardReader, frames: object, query: object) -> None:
        pieces = [np.ones(NUMBERS) for _ in range(PIECES)]
        kept.append(pieces[-1])  # what lies last keeps the C library from giving back the rest by itself

    monkeypatch.setattr(BoardReader, "read", read)
    reader = BoardReader()
    before = resident_mb()
    reader(((), Query(kind="cards", layout=b"")))
    assert resident_mb() - before < PIECES * NUMBERS * 8 / 2**20 / 4


def test_the_clean_boards_of_eight_seats_are_kept_and_those_of_earlier_games_are_not() -> None:
    memory, made = Memory(), []

    def prepared(board: str) -> None:
        memory.once(board, lambda: made.append(board))

    now = [f"{what} of seat {seat}" for seat in range(8) for what in ("clean", "before")]
    for board in [*(f"earlier {number}" for number in range(24)), *now, *now, "earlier 0"]:
        prepared(board)
    assert [board for board in made if "seat" in board] == now
    assert made.count("earlier 0") == 2
