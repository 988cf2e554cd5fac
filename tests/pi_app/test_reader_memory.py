"""The process that reads photographs keeps little memory between them."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

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
