"""The journal of this table: every game ever played on it, in one SQLite file that only grows.

One process, one connection: the file is locked for as long as it is open, so that SQLite's WAL-reset fault (3.7.0 to
3.51.2, needs two connections) cannot happen. Every append is one commit with an fsync. When the disk is full, gone or
read-only, the game goes on in memory, `saving` turns False with a reason, and the lines follow in order when it
can be written again. Sources: https://www.sqlite.org/wal.html, https://www.sqlite.org/pragma.html#pragma_synchronous
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec

from engines.errors import BadInput, Finding, NotPossible
from engines.record import Header, Line, Record, ResultLine, format_header, format_line, parse_record
from engines.registry import OTHER
from pi_app.table.journal_file import (
    BUSY,
    DAMAGED,
    READ_ONLY,
    JournalBusy,
    code_of,
    commit,
    connect,
    log_of,
    mounted_read_only,
    reason_of,
    set_aside,
    turned_read_only,
)
from pi_app.table.renaming import rename_player, without

T = TypeVar("T")
GameState: TypeAlias = Literal["running", "left", "finished"]
CACHED_GAMES = 8
"""Games whose lines stay in memory although the file has them: those of an evening, should it need another file."""

_OVERVIEW = """
SELECT id, header, last, (SELECT line FROM results WHERE game = id AND lines = last)
FROM (SELECT id, header, coalesce((SELECT max(n) FROM lines WHERE game = id), 0) AS last FROM games)
"""


class GameSummary(msgspec.Struct, frozen=True):
    """One game of the journal in a line. `winners` and `totals` (seat order) are known once it is finished."""

    id: int
    game: str
    players: tuple[str, ...]
    started: str | None
    state: GameState
    lines: int
    winners: tuple[str, ...] = ()
    totals: tuple[int, ...] = ()
    title: str = ""
    """What a game is called that is only described; else empty."""
    pack: str = "house"


class _Total(msgspec.Struct):
    total: int


class _Sheet(msgspec.Struct):
    players: tuple[_Total, ...]
    winners: tuple[str, ...]


class _Result(msgspec.Struct):
    """What of a result stands in the list of games."""

    result: _Sheet


class Saved(msgspec.Struct, frozen=True, gc=False):
    """One line as the file holds it. `n` 0: the header; of a `result`, how many lines came before it."""

    game: int
    n: int
    result: bool
    line: str


class _Kept:
    """A game in memory: its texts, and how many of them the file holds."""

    def __init__(self, header: str, rows: list[str], results: dict[int, str]) -> None:
        self.header = header
        self.rows = rows
        self.results = results
        self.saved: int | None = None
        """How many rows the file holds; None: it does not know the game."""
        self.saved_results: set[int] = set()

    @property
    def unsaved(self) -> bool:
        return self.saved != len(self.rows) or self.saved_results != set(self.results)


class Journal(AbstractContextManager["Journal"]):
    """The journal in the file `path`, created when missing. Use it from one thread.

    Raises JournalBusy when another process has it open, BadInput when a newer version or another program wrote it.
    A damaged file is renamed and kept, a new one begun, and `notice` says so. Where the file cannot be written the
    journal opens all the same, with `saving` False.
    """

    def __init__(self, path: Path) -> None:
        self.path = Path(path)
        self.saving = False
        self.reason: Finding | None = None
        """Why saving is off: one short English sentence without a full stop."""
        self.notice: str | None = None
        """What the table should be told once: a damaged file that was set aside."""
        self._file: sqlite3.Connection | None = None
        self._opened: tuple[int, int] | None = None
        """Which file that is."""
        self._copy: sqlite3.Connection | None = None
        self._kept: dict[int, _Kept] = {}
        self._real: dict[int, int] = {}
        self._place: dict[str, str] = {}
        self._unsaved_places: set[str] = set()
        self._held = 0
        self._follower: Callable[[tuple[Saved, ...]], object] | None = None
        self._waiting: list[Callable[[], object]] = []
        try:
            self._open()
        except (sqlite3.Error, OSError) as error:
            if code_of(error) in BUSY:
                raise JournalBusy(
                    "journal.busy", "another Planisphere has this table's journal open: {path}", self.path
                ) from error
            self._off(error)

    @property
    def readable(self) -> bool:
        """Whether the games in the file, or in a copy of it, can be looked at."""
        return self._file is not None or self._copy is not None

    def close(self) -> None:
        """Write what is still unsaved if possible, and let the file go. May be called twice."""
        self.retry()
        self._drop_file()
        self._drop_copy()

    def __exit__(self, *_: object) -> None:
        self.close()

    # Writing ---------------------------------------------------------------------------------------------------

    def new_game(self, header: Header) -> int:
        """Begin a game and return its id. While the file cannot be read the id is negative until it can."""
        known = [*self._ids(), *self._kept, *self._real]
        readable = self._file is not None or self._copy is not None
        game_id = max([0, *known]) + 1 if readable else min([0, *known]) - 1
        self._kept[game_id] = _Kept(format_header(header).decode().rstrip("\n"), [], {})
        self._flush()
        return game_id

    def append(self, game_id: int, *lines: Line) -> None:
        """Put lines at the end of a game, all in one fsynced commit; never fails for want of a disk.

        A result closes the game as it stands; a later line opens it again. Raises ValueError for a line out of turn.
        """
        kept = self._hold(game_id)
        for line in lines:
            text = format_line(line).decode().rstrip("\n")
            if isinstance(line, ResultLine):
                kept.results[len(kept.rows)] = text
            elif line.n != len(kept.rows) + 1:
                raise ValueError(f"line {line.n} out of turn: expected {len(kept.rows) + 1}")
            else:
                kept.rows.append(text)
        self._flush()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Everything written within reaches the disk in one commit, at the end: all of it or nothing."""
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1
            self._flush()

    def when_saved(self, job: Callable[[], object]) -> None:
        """Do `job` now, or after the commit of the `together` that is under way, or once saving works again."""
        self._waiting.append(job)
        self._tell_waiting()

    def follow(self, follower: Callable[[tuple[Saved, ...]], object] | None) -> None:
        """Hand `follower` what each commit added, once it is on the disk; it must be quick and not fail."""
        self._follower = follower

    def set_place(self, key: str, value: str) -> None:
        """Remember something that is not truth: which screen, which game."""
        if self._place.get(key) != value:
            self._place[key] = value
            self._unsaved_places.add(key)
            self._flush()

    def leave(self, game_id: int) -> None:
        """Put a running game aside: it is not offered first any more, but can still be taken up."""
        self.set_place(f"left.{self._id(game_id)}", "yes")

    def take_up(self, game_id: int) -> None:
        """Offer a game that was left again."""
        self.set_place(f"left.{self._id(game_id)}", "")

    def retry(self) -> bool:
        """Try to save again what could not be saved; returns `saving`. The screen calls this every few seconds.

        A disk that turned read-only is told of here at the latest: ext4 may go on to take what is written and synced.
        So is a file that somebody removed or replaced: the games in memory are put into the one that is there instead.
        """
        if self.saving and self._is_gone():
            self._drop_file()
            self._unsaved_places.update(self._place)
            self.saving = False
        if mounted_read_only(self.path):
            if self.saving:
                self._off(OSError(errno.EROFS, os.strerror(errno.EROFS)))
        elif not self.saving:
            with suppress(sqlite3.Error, OSError, BadInput):
                if self._file is None:
                    self._open()
                self._flush()
        return self.saving

    def forget(self, name: str, instead: str) -> int:
        """Put another name in the place of a player's in every game; returns in how many. It cannot be undone.

        Games stay as they were played: only headers and results hold names. Raises NotPossible while saving is off.
        """
        if self._file is None or self._held or any(kept.unsaved for kept in self._kept.values()):
            raise NotPossible("journal.not_saving", "a name can be forgotten only while saving works")
        try:
            changed = rename_player(self._file, name, instead)
        except sqlite3.Error as error:
            raise NotPossible("journal.name_stays", "the name stays: {reason}", reason_of(error)) from error
        self._kept.clear()
        self._place = {key: without(value, name) for key, value in self._place.items()}
        return changed

    # Reading ---------------------------------------------------------------------------------------------------

    def hold(self, game_id: int) -> Record:
        """A game's record to go on with: it can be read and added to from now on, whatever becomes of the file.

        That holds for the last `CACHED_GAMES` games that were held, begun or added to, and all that are not saved yet.
        Raises as `record`.
        """
        self._hold(game_id)
        return self.record(game_id)

    def record(self, game_id: int) -> Record:
        """A game's record. Raises BadInput for an unknown game or lines that are none."""
        game_id = self._id(game_id)
        kept = self._kept[game_id] if game_id in self._kept else self._load(game_id)
        result = kept.results.get(len(kept.rows))
        rows = [kept.header, *kept.rows, *([result] if result else [])]
        return parse_record("".join(row + "\n" for row in rows))

    def games(self) -> list[GameSummary]:
        """Every game that can be read, the newest first."""
        return self._listed()[0]

    def unreadable(self) -> list[int]:
        """The other games: their beginning or end cannot be read."""
        return self._listed()[1]

    def _listed(self) -> tuple[list[GameSummary], list[int]]:
        found = {row[0]: row[1:] for row in self._rows(_OVERVIEW)}
        for game_id, kept in self._kept.items():
            found[game_id] = (kept.header, len(kept.rows), kept.results.get(len(kept.rows)))
        summaries, unreadable = [], []
        for game_id in sorted(found, key=_newest_first):
            try:
                summaries.append(self._summary(game_id, *found[game_id]))
            except msgspec.DecodeError:
                unreadable.append(game_id)
        return summaries, unreadable

    def unfinished(self) -> list[GameSummary]:
        """The games that can be resumed, the newest first; those that were left are not among them."""
        return [summary for summary in self.games() if summary.state == "running"]

    def place(self, key: str) -> str | None:
        """What was remembered under that key."""
        return self._place.get(key)

    def kept(self, key: str, kind: type[T]) -> T:
        """What stands there as JSON of that type; an empty one where there is nothing, or it cannot be read."""
        try:
            return msgspec.json.decode(self.place(key) or "{}", type=kind)
        except msgspec.DecodeError:
            return kind()

    def names(self) -> list[str]:
        """Players' names of past games, the latest first, each once."""
        return list(dict.fromkeys(name for game in self.games() for name in game.players))

    def count_lines(self) -> int:
        """How many lines the file holds, of all games; 0 where it cannot be read."""
        return sum(row[0] for row in self._rows("SELECT count(*) FROM lines"))

    def lengths(self, first: int) -> dict[int, tuple[int, bool]]:
        """Of each game from `first` on that the file holds: its last line's number, and whether a result follows it."""
        query = (
            "SELECT id, last, EXISTS (SELECT 1 FROM results WHERE game = id AND lines = last) FROM "
            "(SELECT id, coalesce((SELECT max(n) FROM lines WHERE game = id), 0) AS last FROM games WHERE id >= ?)"
        )
        return {game: (last, bool(result)) for game, last, result in self._rows(query, first)}

    def saved(self, game_id: int) -> tuple[Saved, ...]:
        """What the file holds of a game, in the order in which it was written. Raises BadInput for an unknown game."""
        return tuple(_in_order(self._id(game_id), self._load(self._id(game_id)), None, set()))

    def copy_to(self, path: Path) -> bool:
        """Write what the file holds into a new file. Returns whether there was a file; raises sqlite3.Error."""
        if self._file is None:
            return False
        path.unlink(missing_ok=True)
        with closing(sqlite3.connect(path)) as target:
            self._file.backup(target)
        return True

    def _summary(self, game_id: int, text: str, lines: int, result: str | None) -> GameSummary:
        header, ended = _ends(text, result)
        left = self.place(f"left.{game_id}") == "yes"
        state: GameState = "finished" if result else "left" if left else "running"
        title = str(header.options.get("title", "")) if header.game == OTHER else ""
        about = game_id, header.game, header.players, header.started, state, lines
        winners = ended.winners if ended else ()
        totals = tuple(player.total for player in ended.players) if ended else ()
        return GameSummary(*about, winners, totals, title, header.pack)

    def _id(self, game_id: int) -> int:
        while game_id in self._real:
            game_id = self._real[game_id]
        return game_id

    def _hold(self, game_id: int) -> _Kept:
        """A game in memory, from now on the last of them."""
        game_id = self._id(game_id)
        kept = self._kept.pop(game_id) if game_id in self._kept else self._load(game_id)
        self._kept[game_id] = kept
        return kept

    def _let_go(self) -> None:
        """What the file holds need not be in memory too, but for the last games."""
        for game_id in list(self._kept)[:-CACHED_GAMES]:
            if not self._kept[game_id].unsaved:
                del self._kept[game_id]

    def _read(self, ask: Callable[[sqlite3.Connection], T], nothing: T) -> T:
        """What the file answers, or else the copy of it; `nothing` where neither can be read."""
        if self._file is not None:
            try:
                return ask(self._file)
            except sqlite3.Error as error:
                self._off(error)
        with suppress(sqlite3.Error):
            return ask(self._copy) if self._copy is not None else nothing
        return nothing

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        return self._read(lambda reader: reader.execute(query, values).fetchall(), [])

    def _ids(self) -> list[int]:
        return [row[0] for row in self._rows("SELECT id FROM games")]

    def _load(self, game_id: int) -> _Kept:
        kept = self._read(lambda reader: _stored(reader, game_id), None)
        if kept is None:
            raise BadInput(
                "journal.no_game",
                "no game {game} in the journal: expected one of {known}",
                game_id,
                sorted(self._ids()),
            )
        return kept

    # The file --------------------------------------------------------------------------------------------------

    def _open(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        try:
            file = connect(self.path)
        except sqlite3.DatabaseError as error:
            if code_of(error) not in DAMAGED:
                raise
            kept = set_aside(self.path, "damaged")
            self.notice = f"the journal was damaged; it is kept as {kept} and a new one begun"
            file = connect(self.path)
        self._file = file
        self._opened = _file_at(self.path)
        self._drop_copy()
        self._place = {**dict(file.execute("SELECT key, value FROM place")), **self._place}
        self._compare(file)
        self.saving, self.reason = True, None

    def _compare(self, file: sqlite3.Connection) -> None:
        """Find out what the file holds of the games in memory: it may be a new or another file."""
        for game_id, kept in list(self._kept.items()):
            stored = _stored(file, game_id)
            if stored is None or stored.header != kept.header:
                self._move(game_id, kept, taken=stored is not None)
            else:
                kept.saved, kept.saved_results = stored.saved, stored.saved_results

    def _move(self, game_id: int, kept: _Kept, *, taken: bool) -> None:
        kept.saved, kept.saved_results = None, set()
        if game_id < 0 or taken:
            self._real[game_id] = max([0, *self._ids(), *self._kept, *self._real]) + 1
            self._kept[self._real[game_id]] = self._kept.pop(game_id)

    def _flush(self) -> None:
        if self._file is None or self._held:
            return
        try:
            with commit(self._file):
                self._write(self._file)
        except sqlite3.Error as error:
            self._off(error)
            return
        news = self._news()
        for kept in self._kept.values():
            kept.saved, kept.saved_results = len(kept.rows), set(kept.results)
        self._unsaved_places.clear()
        self.saving, self.reason = True, None
        self._let_go()
        if news and self._follower is not None:
            self._follower(news)
        self._tell_waiting()

    def _tell_waiting(self) -> None:
        while self._waiting and self.saving and not self._held:
            self._waiting.pop(0)()

    def _news(self) -> tuple[Saved, ...]:
        """What was not in the file before."""
        if self._follower is None:
            return ()
        unsaved = [(game_id, kept) for game_id, kept in self._kept.items() if kept.unsaved]
        return tuple(item for key, kept in unsaved for item in _in_order(key, kept, kept.saved, kept.saved_results))

    def _write(self, file: sqlite3.Connection) -> None:
        for game_id, kept in self._kept.items():
            if not kept.unsaved:
                continue
            if kept.saved is None:
                file.execute("INSERT INTO games VALUES (?, ?)", (game_id, kept.header))
            start = kept.saved or 0
            new = [(game_id, n, row) for n, row in enumerate(kept.rows[start:], start=start + 1)]
            file.executemany("INSERT INTO lines VALUES (?, ?, ?)", new)
            fresh = [(game_id, n, row) for n, row in kept.results.items() if n not in kept.saved_results]
            file.executemany("INSERT OR IGNORE INTO results VALUES (?, ?, ?)", fresh)
        places = [(key, self._place[key]) for key in sorted(self._unsaved_places)]
        file.executemany("INSERT OR REPLACE INTO place VALUES (?, ?)", places)

    def _off(self, error: Exception) -> None:
        """Go on without the file. After a full disk it stays open; after anything else it must be opened anew."""
        self.saving = False
        self.reason = READ_ONLY if turned_read_only(self.path) else reason_of(error)
        if code_of(error) != sqlite3.SQLITE_FULL:
            self._drop_file()
            self._read_a_copy()

    def _read_a_copy(self) -> None:
        """Past games of a file that cannot be written: SQLite cannot open it in place without writing beside it."""
        wrong = (sqlite3.Error, OSError, BadInput)
        with suppress(*wrong), tempfile.TemporaryDirectory(prefix="planisphere-") as folder:
            if not self.path.is_file():  # a device may have no end
                return
            target = Path(folder) / self.path.name
            shutil.copyfile(self.path, target)
            with suppress(FileNotFoundError):
                shutil.copyfile(log_of(self.path), log_of(target))
            with closing(connect(target)) as source:
                copy = sqlite3.connect(":memory:")
                source.backup(copy)
            self._place = {**dict(copy.execute("SELECT key, value FROM place")), **self._place}
            self._copy = copy

    def _is_gone(self) -> bool:
        """Whether what is written goes to a file that has no name any more."""
        try:
            return _file_at(self.path) != self._opened
        except OSError as error:
            return error.errno == errno.ENOENT

    def _drop_file(self) -> None:
        if self._file is not None:
            with suppress(sqlite3.Error):
                self._file.close()
        self._file = None

    def _drop_copy(self) -> None:
        if self._copy is not None:
            self._copy.close()
        self._copy = None


def existing(path: Path) -> Journal | None:
    """The journal in that file; None where there is none. Raises what `Journal` does, and NotPossible where it cannot
    be read.
    """
    try:
        path.stat()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise NotPossible("journal.failed", "{path}: {reason}", path, error.strerror) from error
    journal = Journal(path)
    if not journal.readable:
        journal.close()
        raise NotPossible("journal.failed", "{path}: {reason}", path, journal.reason)
    return journal


def _file_at(path: Path) -> tuple[int, int]:
    """What tells the file in that place from any other. Raises OSError."""
    found = os.stat(path)
    return found.st_dev, found.st_ino


def _stored(reader: sqlite3.Connection, game_id: int) -> _Kept | None:
    """A game as a file holds it; None where it does not know the game."""
    found = reader.execute("SELECT header FROM games WHERE id = ?", (game_id,)).fetchone()
    if found is None:
        return None
    rows = [row[0] for row in reader.execute("SELECT line FROM lines WHERE game = ? ORDER BY n", (game_id,))]
    results = dict(reader.execute("SELECT lines, line FROM results WHERE game = ?", (game_id,)))
    kept = _Kept(found[0], rows, results)
    kept.saved, kept.saved_results = len(rows), set(results)
    return kept


def _in_order(game_id: int, kept: _Kept, saved: int | None, results: set[int]) -> Iterator[Saved]:
    """A game's lines and results beyond those that were saved."""
    if saved is None:
        yield Saved(game_id, 0, False, kept.header)
    fresh = {n for n in kept.results if n not in results}
    for n in sorted(fresh | set(range((saved or 0) + 1, len(kept.rows) + 1))):
        if n > (saved or 0):
            yield Saved(game_id, n, False, kept.rows[n - 1])
        if n in fresh:
            yield Saved(game_id, n, True, kept.results[n])


def _newest_first(game_id: int) -> tuple[bool, int]:
    return (game_id > 0, -abs(game_id))


def readable_games(file: sqlite3.Connection) -> set[int]:
    """The games in a copy of a journal whose beginning and end can be read."""
    found = set()
    for game_id, header, _last, result in file.execute(_OVERVIEW):
        with suppress(msgspec.DecodeError):
            _ends(header, result)
            found.add(game_id)
    return found


def _ends(header: str, result: str | None) -> tuple[Header, _Sheet | None]:
    """The beginning of a game and, where it is finished, its end. Raises msgspec.DecodeError."""
    ended = msgspec.json.decode(result, type=_Result).result if result else None
    return msgspec.json.decode(header, type=Header), ended
