"""The journal's file: how it is opened, what is in it, and what is wrong with one that is another's or damaged."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from engines.errors import BadInput, Finding, NotPossible, finding
from engines.files import check_file

VERSION = 1
"""`user_version` of the files this program writes."""
APPLICATION_ID = 0x506C6E73

_SCHEMA = """
CREATE TABLE games (id INTEGER PRIMARY KEY, header TEXT NOT NULL) STRICT;
CREATE TABLE lines (game INTEGER NOT NULL REFERENCES games, n INTEGER NOT NULL, line TEXT NOT NULL,
                    PRIMARY KEY (game, n)) STRICT, WITHOUT ROWID;
CREATE TABLE results (game INTEGER NOT NULL REFERENCES games, lines INTEGER NOT NULL, line TEXT NOT NULL,
                      PRIMARY KEY (game, lines)) STRICT, WITHOUT ROWID;
CREATE TABLE place (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
"""
_APPEND_ONLY = """
CREATE TRIGGER {table}_never_{verb} BEFORE {verb} ON {table}
BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
"""
_TORN = """
SELECT game FROM lines LEFT JOIN games ON id = game GROUP BY game HAVING id IS NULL OR min(n) != 1 OR max(n) != count(*)
"""
"""Games with lines but without a beginning, or with lines missing between others."""
BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
READ_ONLY = finding("disk.read_only", "the disk is read-only")
_DAMAGED = finding("journal.damage", "the journal is damaged")
_BUSY = finding("journal.open_elsewhere", "another Planisphere has this table's journal open")
_REASONS = {
    sqlite3.SQLITE_FULL: finding("disk.full", "the disk is full"),
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: finding("journal.not_opened", "the journal cannot be opened"),
    sqlite3.SQLITE_PERM: finding("disk.no_right", "no permission to write"),
    sqlite3.SQLITE_IOERR: finding("disk.faulty", "the disk reports an error"),
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: _DAMAGED,
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_LOCKED: _BUSY,
}


class JournalBusy(NotPossible):
    """Another process has the journal open."""


def inspect(path: Path) -> int:
    """How many games the journal in that file holds; nothing is renamed or written.

    Raises JournalBusy while a Planisphere has it open, BadInput where it is damaged or not ours to read, NotPossible
    where it cannot be opened.
    """
    try:
        with closing(connect(path, create=False)) as file:
            count: int = file.execute("SELECT count(*) FROM games").fetchone()[0]
            return count
    except (sqlite3.Error, OSError) as error:
        if code_of(error) in BUSY:
            raise JournalBusy(
                "journal.busy", "another Planisphere has this table's journal open: {path}", path
            ) from error
        if code_of(error) in DAMAGED:
            raise BadInput("journal.damaged", "{path}: the journal is damaged ({problem})", path, error) from error
        raise NotPossible("journal.failed", "{path}: {reason}", path, reason_of(error)) from error


def code_of(error: Exception) -> int:
    """The primary SQLite result code; that of a file that cannot be opened for an OSError."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CANTOPEN) & 0xFF


def reason_of(error: Exception) -> Finding:
    """Why saving is off: a short sentence without a full stop."""
    return _REASONS.get(code_of(error), finding("journal.not_written", "the journal cannot be written"))


def turned_read_only(path: Path) -> bool:
    """Whether the kernel lets nothing be written there any more: a worn card does so, and SQLite calls it an error."""
    if mounted_read_only(path):
        return True
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_NONBLOCK))
    except OSError as error:
        return error.errno == errno.EROFS
    return False


def mounted_read_only(path: Path) -> bool:
    """Whether what the file lies on can only be read. No file is opened: closing one would let SQLite's locks go."""
    folder = next(parent for parent in path.absolute().parents if os.path.exists(parent))
    return bool(os.statvfs(folder).f_flag & os.ST_RDONLY)


@contextmanager
def commit(connection: sqlite3.Connection) -> Iterator[None]:
    """What is written within reaches the disk in one fsynced commit, or nothing of it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except sqlite3.Error:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def connect(path: Path, *, create: bool = True) -> sqlite3.Connection:
    """The locked connection to a file of this version, created when missing and asked for. Raises sqlite3.Error,
    OSError for what is no file: who reads a pipe waits for ever."""
    if path.exists():
        check_file(path)
    where = path if create else f"{path.absolute().as_uri()}?mode=rw"
    connection = sqlite3.connect(where, timeout=0.0, isolation_level=None, uri=not create)
    try:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        empty = _check_owner(connection, path)
        connection.execute("PRAGMA journal_mode = WAL").fetchone()
        connection.execute("PRAGMA synchronous = FULL")
        if empty and create:
            _create(connection)
        _check_whole(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _check_owner(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether the file is new and empty. Raises BadInput for one that a newer version or another program wrote."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    owner = connection.execute("PRAGMA application_id").fetchone()[0]
    empty: bool = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] == 0
    if not empty and owner != APPLICATION_ID:
        raise BadInput(
            "journal.other_program", "{path}: not a journal of Planisphere but another program's database", path
        )
    if version > VERSION:
        raise BadInput(
            "journal.newer",
            "{path}: written by a newer Planisphere (version {version}, this program reads {known})",
            path,
            version,
            VERSION,
        )
    return empty


def _create(connection: sqlite3.Connection) -> None:
    triggers = [
        _APPEND_ONLY.format(table=table, verb=verb)
        for table in ("games", "lines", "results")
        for verb in ("UPDATE", "DELETE")
    ]
    stamps = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION};"
    connection.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} {''.join(triggers)} {stamps} COMMIT;")


def _check_whole(connection: sqlite3.Connection) -> None:
    answer = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if answer == "ok":  # each table for itself: a disk that ignores flushes may have one of today beside an older one
        torn = connection.execute(_TORN).fetchone()
        answer = answer if torn is None else f"game {torn[0]} is not whole"
    if answer != "ok":
        error = sqlite3.DatabaseError(f"quick_check: {answer}")
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise error


def set_aside(path: Path, why: str) -> str | None:
    """Rename what there is of a journal and its log, which are kept as `….why-1` and so on; returns the new name, None
    where there is neither."""
    return _keep(path, why, os.rename)


def keep_aside(path: Path, why: str) -> str | None:
    """As `set_aside`, but they stay where they are, too."""
    return _keep(path, why, _second)


def _keep(path: Path, why: str, put: Callable[[str, str], object]) -> str | None:
    there = [part for part in ("", "-wal") if os.path.exists(f"{path}{part}")]
    number = 1
    while any(os.path.exists(f"{path}.{why}-{number}{part}") for part in ("", "-wal")):
        number += 1
    for part in there:
        put(f"{path}{part}", f"{path}.{why}-{number}{part}")
    return f"{path.name}.{why}-{number}" if there else None


def _second(path: str, name: str) -> None:
    """A second name for a file; a copy where the file system knows none."""
    try:
        os.link(path, name)
    except OSError:
        shutil.copyfile(path, name)


def log_of(path: Path) -> Path:
    """The write-ahead log beside a journal."""
    return path.with_name(path.name + "-wal")
