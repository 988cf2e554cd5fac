"""The file of the outbox: what the journal saved, how far the event host has it, and this table's credentials.

A batch is frozen before it is sent: the same number never means other lines, also after a pulled plug. Lines stay for
a while after they were taken, so that an event host that lost them can have them again.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import msgspec

from pi_app.evening.asks import SCHEMA as ASKS
from pi_app.evening.asks import AskShelf, upgrade
from pi_app.table.journal import Saved
from pi_app.table.journal_file import set_aside

KEPT_LINES: Final = 30_000
"""Lines that are kept after they were taken."""
MAX_BATCH_LINES: Final = 500
MAX_BATCH_BYTES: Final = 256 << 10
"""The longest batch; one line alone may be longer."""

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS facts (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS items (pos INTEGER PRIMARY KEY, game INTEGER NOT NULL, n INTEGER NOT NULL,
                                  result INTEGER NOT NULL, line TEXT NOT NULL) STRICT;
CREATE INDEX IF NOT EXISTS items_game ON items (game);
CREATE TABLE IF NOT EXISTS games (game INTEGER PRIMARY KEY, key TEXT NOT NULL, header TEXT NOT NULL,
                                  n INTEGER NOT NULL, result INTEGER NOT NULL, given_up INTEGER NOT NULL) STRICT;
"""


class Credentials(msgspec.Struct, frozen=True):
    """Where the event host is, and who this table is there. `refused`: it is not welcome any more."""

    address: str
    table: int
    token: str
    refused: bool = False


class Sending(msgspec.Struct, frozen=True):
    """A frozen batch."""

    seq: int
    last: int
    items: tuple[tuple[str, int, str], ...]
    """Key of the game, number, line."""

    @property
    def count(self) -> int:
        """How many lines it has."""
        return len(self.items)

    def body(self, sent: int) -> bytes:
        """The request's body; `sent`: ms since 1970 by the table's clock."""
        items = [{"game": key, "n": n, "line": msgspec.Raw(line.encode())} for key, n, line in self.items]
        return msgspec.json.encode({"seq": self.seq, "sent": sent, "items": items})


class OutboxFile:
    """The open file; a damaged one is put aside and a new one begun. For one thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._file = _open(path)
        except sqlite3.DatabaseError:
            with suppress(FileNotFoundError):
                set_aside(path, "damaged")
            self._file = _open(path)
        self.asks = AskShelf(self._file)

    def close(self) -> None:
        """Let it go. May be called twice."""
        self._file.close()

    # Who we are -----------------------------------------------------------------------------------------------------

    def credentials(self) -> Credentials | None:
        """None before the table is paired."""
        text = self._fact("credentials")
        return msgspec.json.decode(text, type=Credentials) if text else None

    def pair(self, address: str, table: int, token: str, first: int) -> None:
        """Begin anew with an event host: games from `first` on, batches from 1."""
        with self._file:
            self._file.execute("DELETE FROM items WHERE game < ?", (first,))
            self.asks.clear()
            self._set("base", secrets.token_hex(4))
            self._set("first", str(first))
            self._set("acked", "0")
            self._set("frozen", "")
            self._set("done", "0")
            self._set("credentials", msgspec.json.encode(Credentials(address, table, token)).decode())
            self._file.execute("DELETE FROM games")
            self._requeue({})

    def expect(self, first: int) -> None:
        """Before pairing: keep what is saved of games from `first` on."""
        with self._file:
            if self._fact("credentials") is None:
                self._set("first", str(first))

    def expect_nothing(self) -> None:
        """Pairing failed: nothing is kept for an event host that there is not."""
        with self._file:
            if self._fact("credentials") is None:
                self._set("first", "")
                self._file.execute("DELETE FROM items")
                self._file.execute("DELETE FROM games")

    def refuse(self) -> None:
        """The event host does not know this table any more."""
        known = self.credentials()
        if known is not None:
            with self._file:
                gone = msgspec.structs.replace(known, refused=True)
                self._set("credentials", msgspec.json.encode(gone).decode())

    def first(self) -> int | None:
        """The first game that is sent; None before the table is paired."""
        text = self._fact("first")
        return int(text) if text else None

    # What is to be sent ---------------------------------------------------------------------------------------------

    def lengths(self) -> dict[int, tuple[int, bool]]:
        """How far each game's lines are here: the last line's number, and whether a result follows it."""
        rows = self._file.execute("SELECT game, n, result FROM games")
        return {game: (n, bool(result)) for game, n, result in rows}

    def forget(self, game: int) -> None:
        """The journal went back behind what is here: what it holds now is another game."""
        with self._file:
            self._file.execute("DELETE FROM items WHERE game = ?", (game,))
            self._file.execute("DELETE FROM games WHERE game = ?", (game,))

    def add(self, saved: Sequence[Saved]) -> None:
        """Put saved lines behind the others; those that are here already are left out."""
        first, known = self.first(), self.credentials()
        if known is not None and known.refused:
            return
        with self._file:
            for item in saved:
                if first is not None and item.game >= first:
                    self._add(item)

    def _add(self, item: Saved) -> None:
        row = self._file.execute("SELECT n, result, header FROM games WHERE game = ?", (item.game,)).fetchone()
        if item.n == 0 and not item.result:
            if row is None or row[2] != item.line:
                self._begin(item)
            return
        if row is None or (item.n, item.result) <= (row[0], bool(row[1])):
            return
        self._append(item)
        self._file.execute("UPDATE games SET n = ?, result = ? WHERE game = ?", (item.n, int(item.result), item.game))

    def _begin(self, item: Saved) -> None:
        """A game, or another under the number of one (another journal's): it gets a name of its own."""
        self._file.execute("DELETE FROM items WHERE game = ?", (item.game,))
        self._named(item.game, item.line)
        self._append(item)

    def _named(self, game: int, header: str) -> str:
        """Enter a game under a name that none of this table's had."""
        key = f"{self._fact('base') or 'x'}-{game}-{self._count()}"
        self._file.execute("INSERT OR REPLACE INTO games VALUES (?, ?, ?, 0, 0, 0)", (game, key, header))
        return key

    def key_of(self, game: int) -> str:
        """What the event host calls a game; empty where it is none of its games."""
        row = self._file.execute("SELECT key FROM games WHERE game = ?", (game,)).fetchone()
        return "" if row is None else str(row[0])

    def _count(self) -> int:
        count = int(self._fact("begun") or 0) + 1
        self._set("begun", str(count))
        return count

    def _append(self, item: Saved) -> None:
        values = (item.game, item.n, int(item.result), item.line)
        self._file.execute("INSERT INTO items (game, n, result, line) VALUES (?, ?, ?, ?)", values)

    def waiting(self) -> int:
        """Lines that the event host does not have."""
        done = int(self._fact("done") or 0)
        query = "SELECT count(*) FROM items JOIN games USING (game) WHERE pos > ? AND NOT given_up"
        found: int = self._file.execute(query, (done,)).fetchone()[0]
        return found

    def next_batch(self, largest: int | None = None) -> Sending | None:
        """The batch to send now: the one that was frozen, or a new one; None where nothing waits."""
        frozen, done = self._fact("frozen"), int(self._fact("done") or 0)
        seq = int(self._fact("acked") or 0) + 1
        rows = self._rows(done, int(frozen) if frozen else None, largest)
        if not rows:
            if frozen:
                self.thaw()
            return None
        last = rows[-1][0]
        if not frozen:
            with self._file:
                self._set("frozen", str(last))
        return Sending(seq, last, tuple((key, n, line) for _, key, n, line in rows))

    def _rows(self, done: int, last: int | None, largest: int | None) -> list[tuple[int, str, int, str]]:
        query = (
            "SELECT pos, key, items.n, line FROM items JOIN games USING (game) "
            "WHERE pos > ? AND pos <= ? AND NOT given_up ORDER BY pos LIMIT ?"
        )
        if last is not None:
            return self._file.execute(query, (done, last, -1)).fetchall()
        rows: list[tuple[int, str, int, str]] = []
        size = 0
        for row in self._file.execute(query, (done, 2**62, min(MAX_BATCH_LINES, largest or MAX_BATCH_LINES))):
            size += len(row[3]) + 100
            if rows and size > MAX_BATCH_BYTES:
                break
            rows.append(row)
        return rows

    # What was answered ----------------------------------------------------------------------------------------------

    def acknowledge(self, batch: Sending, held: int) -> None:
        """The event host has it."""
        with self._file:
            self._set("acked", str(max(batch.seq, held)))
            self._set("done", str(batch.last))
            self._set("frozen", "")
            self._file.execute("DELETE FROM items WHERE pos <= ?", (batch.last - KEPT_LINES,))

    def thaw(self) -> None:
        """The frozen batch was refused as a whole: its number may be used for another."""
        with self._file:
            self._set("frozen", "")

    def give_up(self, batch: Sending, key: str) -> None:
        """A game that the event host will never take."""
        with self._file:
            self._file.execute("UPDATE games SET given_up = 1 WHERE key = ?", (key,))
            self._set("frozen", "")

    def start_over(self, held: int, games: Mapping[str, int], conflict: str | None) -> None:
        """Queue everything that an event host lacks which holds these games and batches up to `held`.

        `conflict`: a game that it has otherwise; it is sent whole, under another name.
        """
        with self._file:
            self._set("acked", str(held))
            self._set("frozen", "")
            if conflict is not None:
                self._file.execute("UPDATE games SET key = key || ? WHERE key = ?", (f"-{self._count()}", conflict))
            self._requeue(games)

    def _requeue(self, held: Mapping[str, int]) -> None:
        """Put the lines that an event host lacks behind those that it holds, each in their order."""
        rows = self._file.execute("SELECT game, n, result, line FROM items ORDER BY pos").fetchall()
        keys = dict(self._file.execute("SELECT game, key FROM games"))
        taken: list[Any] = []
        lacking: list[Any] = []
        for row in rows:
            if row[0] not in keys:
                if row[1:3] != (0, 0):
                    continue
                keys[row[0]] = self._named(row[0], row[3])
            self._file.execute("UPDATE games SET n = ?, result = ? WHERE game = ?", (row[1], row[2], row[0]))
            (taken if _is_held(row[1], bool(row[2]), held.get(keys[row[0]], -1)) else lacking).append(row)
        self._file.execute("DELETE FROM items")
        self._file.executemany("INSERT INTO items (game, n, result, line) VALUES (?, ?, ?, ?)", taken + lacking)
        self._set("done", str(len(taken)))

    # Facts ----------------------------------------------------------------------------------------------------------

    def _fact(self, key: str) -> str | None:
        row: Any = self._file.execute("SELECT value FROM facts WHERE key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def _set(self, key: str, value: str) -> None:
        self._file.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (key, value))


def _is_held(n: int, result: bool, have: int) -> bool:
    """Whether an event host that has so many lines of a game (-1: it has no such game) has this one for certain."""
    return have >= 0 if n == 0 and not result else (n < have if result else n <= have)


def _open(path: Path) -> sqlite3.Connection:
    file = sqlite3.connect(path, timeout=5.0, check_same_thread=False)
    try:
        file.execute("PRAGMA journal_mode = WAL").fetchone()
        file.execute("PRAGMA synchronous = FULL")
        file.executescript(_SCHEMA + ASKS)
        upgrade(file)
        path.chmod(0o600)
    except BaseException:
        file.close()
        raise
    return file
