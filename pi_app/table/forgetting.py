"""Forgetting a person: another name in the place of theirs, in the journal's file and in its backups."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from typing import Final

from pi_app.table.backups import backups
from pi_app.table.journal import Journal
from pi_app.table.renaming import rename_player

NOBODY: Final = "—"
"""The name of somebody who was forgotten, in every language; `— 2` where there are two of them in a game."""


def is_forgotten(name: str) -> bool:
    """Whether that name stands for somebody who was forgotten."""
    return name == NOBODY or name.startswith(f"{NOBODY} ")


def forget(journal: Journal, name: str, instead: str = NOBODY) -> int:
    """Forget that player at this table; returns in how many games. Raises NotPossible while saving is off,
    or where copies cannot be reached; nothing has changed then."""
    copies = backups(journal.path)
    changed = journal.forget(name, instead)
    for backup in copies:
        with suppress(sqlite3.Error), closing(sqlite3.connect(backup.path, isolation_level=None)) as file:
            rename_player(file, name, instead)
    return changed
