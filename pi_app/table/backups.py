"""Copies of the journal that are renewed as it grows, and the way back to one of them.

Counted by lines, not by days: a table's clock cannot be trusted.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

import msgspec

from engines.errors import BadInput, NotPossible
from engines.files import sync
from pi_app.table.journal import Journal, readable_games
from pi_app.table.journal_file import inspect, keep_aside, log_of

FOLDER: Final = "backups"
COPIES: Final = 5
GROWTH: Final = 150
"""A copy is made when the journal has so many lines more than the newest one: about two games."""


class Backup(msgspec.Struct, frozen=True):
    """One copy; `number` 1 is the newest."""

    number: int
    path: Path
    games: int
    lines: int


def backups(journal: Path) -> list[Backup]:
    """The copies beside that journal that can be read, the newest first. Raises NotPossible where their folder cannot
    be looked into."""
    folder = journal.parent / FOLDER
    try:
        os.stat(folder / "any")
    except FileNotFoundError:
        pass
    except OSError as error:
        raise NotPossible("file.failed", "{path}: {reason}", folder, error.strerror) from error
    found = []
    for number in range(1, COPIES + 1):
        path = _path(journal, number)
        if path.is_file():
            with suppress(sqlite3.Error):
                found.append(Backup(number, path, *_counts(path)))
    return found


def back_up(journal: Journal) -> bool:
    """Copy the journal if it has grown enough since the last copy. Returns whether it was: a disk may refuse.

    The newest copy in which a game can be read that cannot be read any more stays.
    """
    lines = journal.count_lines()
    with suppress(OSError, sqlite3.Error, NotPossible):
        copies = backups(journal.path)
        known = next((copy.lines for copy in copies), 0)
        if lines - known < GROWTH and lines >= known:
            return False
        room = _room(journal, copies)
        if not room:
            return False
        _path(journal.path, 1).parent.mkdir(exist_ok=True)
        part = _path(journal.path, 1).with_suffix(".part")
        if journal.copy_to(part):
            sync(part)
            _rotate(journal.path, room)
            part.replace(_path(journal.path, 1))
            sync(part.parent)
            return True
    return False


def restore(journal: Path, number: int) -> str | None:
    """Put copy `number` in the journal's place. Returns the name under which the journal that was there is kept.

    Raises JournalBusy while the app has it open, BadInput where there is no such copy, NotPossible where the disk
    refuses. Neither journal nor copy is ever lost on the way, wherever it ends.
    """
    chosen = next((backup for backup in backups(journal) if backup.number == number), None)
    if chosen is None:
        known = ", ".join(str(backup.number) for backup in backups(journal))
        if not known:
            raise BadInput("backup.none", "there are no backups yet")
        raise BadInput("backup.unknown", "no backup {number}: expected one of {known}", number, known)
    part = journal.with_name(journal.name + ".part")
    try:
        shutil.copyfile(chosen.path, part)
        sync(part)
        if journal.exists():  # asked last: an app may have begun while the disk was slow
            with suppress(BadInput):
                inspect(journal)
        kept = keep_aside(journal, "before-restore")
        log_of(journal).unlink(missing_ok=True)  # SQLite would add it to the copy
        part.replace(journal)
        sync(journal.parent)
    except OSError as error:
        raise NotPossible("file.failed", "{path}: {reason}", journal, error.strerror) from error
    finally:
        with suppress(OSError):
            part.unlink()
    return kept


def _path(journal: Path, number: int) -> Path:
    return journal.parent / FOLDER / f"{journal.stem}-{number}{journal.suffix}"


def _counts(path: Path) -> tuple[int, int]:
    with _opened(path) as file:
        if file.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise sqlite3.DatabaseError("damaged")
        games: int = file.execute("SELECT count(*) FROM games").fetchone()[0]
        lines: int = file.execute("SELECT count(*) FROM lines").fetchone()[0]
    return games, lines


def _opened(path: Path) -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True))


def _room(journal: Journal, copies: list[Backup]) -> int:
    """The number of the copy that makes room for a new one: the oldest that may go; 0 where none may."""
    broken, stay = journal.unreadable(), set[int]()
    for copy in copies if broken else ():
        with _opened(copy.path) as file:
            whole = readable_games(file).intersection(broken)
        broken = [game for game in broken if game not in whole]
        stay |= {copy.number} if whole else set()
    return max(set(range(1, COPIES + 1)) - stay, default=0)


def _rotate(journal: Path, room: int) -> None:
    for number in range(room - 1, 0, -1):
        with suppress(FileNotFoundError):
            _path(journal, number).replace(_path(journal, number + 1))
