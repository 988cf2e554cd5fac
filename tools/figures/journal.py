"""The journal's figure: how long one line takes until it is safe on the disk."""

from __future__ import annotations

import os
import statistics
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from engines.record import ActionLine, Header
from pi_app.paths import state_dir
from pi_app.table.journal import Journal
from planisphere.figure import Figure
from tools.figures.timed import seconds_of

COMMITS = 300
FLOOR_BYTES = 512


def figures(commits: int = COMMITS) -> Iterator[Figure]:
    """Median of `commits` appends, each beside its floor: 512 bytes appended to a plain file and synced.

    Measured in turns on the disk that holds the state folder (the temporary folder where there is none yet).
    """
    home = state_dir()
    with tempfile.TemporaryDirectory(dir=home if home.is_dir() else None) as name:
        folder = Path(name)
        with Journal(folder / "journal.sqlite3") as journal, (folder / "floor").open("ab", buffering=0) as plain:
            game = journal.new_game(Header(game="star_explorer", players=("Nina", "Ravi")))
            saved, synced = [], []
            for n in range(1, commits + 1):
                line = _line(n)
                saved.append(seconds_of(partial(journal.append, game, line)))
                synced.append(seconds_of(partial(_sync, plain.fileno())))
    yield Figure("journal.commit_ms", 1000 * statistics.median(saved), "ms", 1000 * statistics.median(synced))


def _line(n: int) -> ActionLine:
    """A drawing as games have them: nine lines."""
    action = {"type": "draw", "lines": [[k, k + 11] for k in range(20, 29)], "stars": []}
    return ActionLine(n=n, seat=n % 2, action=action, source="camera", at="2026-01-31T20:00:00+00:00")


def _sync(file: int) -> None:
    os.write(file, b"x" * FLOOR_BYTES)
    os.fsync(file)
