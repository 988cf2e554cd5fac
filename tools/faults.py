"""Cuts the power at every write and every sync of the journal, and checks that everything acknowledged is there.

    .venv/bin/python -m tools.faults [--points 2500] [--seed 1] [--driven] [RECORD.jsonl ...]

Whole games, by default one of each kind, are written line by line through a VFS of SQLite that keeps each write,
truncation, sync and deletion in their order (and, when told to, refuses them). From that log the disk is rebuilt as a
cut could leave it: the program killed; everything lost since the last sync; the last write torn; any of the writes
since the last sync there, the others not, in units of 512 bytes. After every tenth cut the last game is taken up as
the app does, and must stand where it stood, with the same things to undo and redo. `--driven`: bots play the games
through the table's session first, and take moves back and bring them back as people do. Prints one JSON object; exit
code 1 when something was lost. Source: https://www.sqlite.org/vfs.html
"""

from __future__ import annotations

import argparse
import ctypes
import json
import random
import sqlite3
import sys
import tempfile
import time
import zlib
from collections.abc import Iterator
from ctypes import CFUNCTYPE, POINTER, Structure, byref, c_char_p, c_int, c_int64, c_void_p, cast
from itertools import pairwise
from pathlib import Path
from typing import Any

from engines.bots import find_bot
from engines.record import Header, format_header, format_line, parse_record
from engines.registry import parts_of
from pi_app.games.app_game import app_of, offered
from pi_app.table.journal import Journal
from pi_app.table.session import TableSession

ROOT = Path(__file__).resolve().parents[1]

RECORDS = [
    ROOT / "tests" / "records" / name
    for name in (
        "star_explorer_corrected.jsonl",
        "look_at_the_stars_options.jsonl",
        "stellar_expectimax.jsonl",
        "starfarers_docking.jsonl",
    )
]
SECTOR = 512
RESUMED_EVERY = 10
"""Cuts after which the game is taken up as the app does."""
KINDS = ("killed", "unsynced lost", "torn", "reordered")
FULL, IOERR, CANTOPEN = sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN

# SQLite's C structures, as far as they are used --------------------------------------------------------------------

_WRITE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_TRUNCATE = CFUNCTYPE(c_int, c_void_p, c_int64)
_SYNC = CFUNCTYPE(c_int, c_void_p, c_int)
_OPEN = CFUNCTYPE(c_int, c_void_p, c_char_p, c_void_p, c_int, POINTER(c_int))
_DELETE = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)


class _Methods(Structure):
    _fields_ = [("version", c_int), ("close", c_void_p), ("read", c_void_p), ("write", c_void_p)]
    _fields_ += [("truncate", c_void_p), ("sync", c_void_p), ("rest", c_void_p * 13)]


class _Vfs(Structure):
    _fields_ = [("version", c_int), ("file_size", c_int), ("longest_path", c_int), ("next", c_void_p)]
    _fields_ += [("name", c_char_p), ("data", c_void_p), ("open", c_void_p), ("delete", c_void_p)]
    _fields_ += [("rest", c_void_p * 14)]


class Disk:
    """SQLite's default VFS while the context lasts.

    `log` gets ("write", name, offset, bytes), ("truncate", name, size), ("sync", name), ("delete", name), and what
    `note` is told. `refuse(kind, name)` returns the error code of an operation that shall fail (`open` too), else 0.
    """

    def __init__(self, refuse: Any = None) -> None:
        self.log: list[Any] = []
        self.refuse = refuse or (lambda kind, name: 0)
        self._sqlite = ctypes.CDLL("libsqlite3.so.0")
        self._sqlite.sqlite3_vfs_find.restype = POINTER(_Vfs)
        self._original = self._sqlite.sqlite3_vfs_find(None)
        self._names: dict[Any, Any] = {}
        self._methods: dict[Any, Any] = {}
        self._keep = [_OPEN(self._open), _DELETE(self._delete), _WRITE(self._write), _TRUNCATE(self._truncate)]
        self._keep += [_SYNC(self._sync)]
        self._vfs = _Vfs.from_buffer_copy(self._original.contents)
        self._vfs.name, self._vfs.next = b"faults", None
        self._vfs.open, self._vfs.delete = (cast(function, c_void_p).value for function in self._keep[:2])

    def __enter__(self) -> Any:
        self._sqlite.sqlite3_vfs_register(byref(self._vfs), 1)
        return self

    def __exit__(self, *_: Any) -> None:
        self._sqlite.sqlite3_vfs_unregister(byref(self._vfs))
        self._sqlite.sqlite3_vfs_register(self._original, 1)

    def note(self, *entry: Any) -> None:
        """Put an entry of one's own between the operations."""
        self.log.append(entry)

    def _open(self, vfs: Any, path: Any, file: Any, flags: int, out: Any) -> Any:
        name = Path(path.decode()).name if path else ""
        if code := self.refuse("open", name):
            cast(file, POINTER(c_void_p))[0] = None
            return code
        code = _OPEN(self._original.contents.open)(cast(self._original, c_void_p).value, path, file, flags, out)
        if code == 0 and name:
            self._watch(file, name)
        return code

    def _watch(self, file: Any, name: str) -> None:
        slot = cast(file, POINTER(c_void_p))
        if slot[0] not in self._methods:
            original = _Methods.from_address(slot[0])
            watched = _Methods.from_buffer_copy(original)
            watched.version = min(2, original.version)
            watched.write, watched.truncate, watched.sync = (cast(f, c_void_p).value for f in self._keep[2:])
            self._methods[slot[0]] = (watched, original)
        watched, original = self._methods[slot[0]]
        self._names[file] = (name, original)
        slot[0] = ctypes.addressof(watched)

    def _write(self, file: Any, data: Any, size: int, offset: int) -> Any:
        name, original = self._names[file]
        if code := self.refuse("write", name):
            return code
        self.log.append(("write", name, offset, ctypes.string_at(data, size)))
        return _WRITE(original.write)(file, data, size, offset)

    def _truncate(self, file: Any, size: int) -> Any:
        name, original = self._names[file]
        if code := self.refuse("truncate", name):
            return code
        self.log.append(("truncate", name, size))
        return _TRUNCATE(original.truncate)(file, size)

    def _sync(self, file: Any, flags: int) -> Any:
        name, original = self._names[file]
        if code := self.refuse("sync", name):
            return code
        self.log.append(("sync", name))
        return _SYNC(original.sync)(file, flags)

    def _delete(self, vfs: Any, path: Any, with_folder: Any) -> Any:
        name = Path(path.decode()).name
        if code := self.refuse("delete", name):
            return code
        self.log.append(("delete", name))
        return _DELETE(self._original.contents.delete)(cast(self._original, c_void_p).value, path, with_folder)


# Games through the journal -----------------------------------------------------------------------------------------


def texts_of(record: Any) -> list[Any]:
    """Header and lines as the journal keeps them."""
    return [format_header(record.header).decode(), *(format_line(line).decode() for line in record.lines)]


def play(path: Path, records: Any, note: Any = lambda *entry: None) -> None:
    """Write games as a table does, each on an evening of its own: a line and the screen's place in one commit.

    `note` is told ("begin", game, lines) before and ("done", game, lines) after each.
    """
    for number, record in enumerate(records, start=1):
        with Journal(path) as journal:
            note("begin", number, 0)
            game = journal.new_game(record.header)
            note("done", number, 0)
            for count, line in enumerate(record.lines, start=1):
                note("begin", number, count)
                with journal.together():
                    journal.append(game, line)
                    journal.set_place("screen", f"{number}:{count}")
                note("done", number, count)
                journal.retry()


def driven(name: str, seed: int, folder: Path) -> Any:
    """The record of a whole game that bots play through a table's session, with moves taken back and brought back."""
    chance = random.Random(f"{name}:{seed}")
    app = app_of(name)
    players, bot = ("Ana", "Ben", "Cleo")[: app.seats()[1]], find_bot(name, app.bots()[0])
    with Journal(folder / f"{name}.sqlite3") as journal:
        header = Header(game=name, players=players, options=parts_of(name).self_play, seed=seed)
        table = TableSession.begin(journal, header, lambda: "2026-01-31T20:00:00Z")
        table.play_nature()
        while not table.over:
            way = chance.random()
            if way < 0.06 and table.can_undo:
                table.undo()
            elif way < 0.10 and table.can_redo:
                table.redo()
            else:
                seat = next(one for one in table.game.to_move(table.state) if isinstance(one, int))
                table.act(bot(table.game, table.game.view(table.state, seat), seat, chance))
            table.play_nature()
        table.finish()
        return journal.record(table.game_id)


class Standing:
    """Where each beginning of a record stands: its state, and what would be undone and redone."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[Any, Any] = {}

    def expected(self, record: Any, lines: int) -> Any:
        """Of a record's first lines, worked out once."""
        key = (id(record), lines)
        if key not in self._known:
            with Journal(self._folder / f"{len(self._known)}.sqlite3") as journal:
                game = journal.new_game(record.header)
                journal.append(game, *record.lines[:lines])
                self._known[key] = stands(TableSession.resume(journal, game, lambda: "later"))
        return self._known[key]


def stands(table: Any) -> Any:
    """What a table shows of a game: the state, and the words of undo and redo."""
    return table.state, table.can_undo, table.can_redo, table.finished


def misplaced(path: Path, records: Any, standing: Any) -> Any:
    """What is wrong with the last game of a journal as the app takes it up, or None; and how long that took."""
    with Journal(path) as journal:
        games = journal.games()
        if not games:
            return None, 0.0
        number = games[0].id
        found = journal.record(number)
        expected = standing.expected(records[number - 1], len(found.lines))
        begun = time.perf_counter()
        table = TableSession.resume(journal, number, lambda: "later")
        took = time.perf_counter() - begun
        return None if stands(table) == expected else f"game {number} stands elsewhere than it stood", took


def wrong(path: Path, records: Any, done: Any, begun: Any) -> Any:
    """What is wrong with the journal in `path`, or None.

    `done`: the (game, lines) that were acknowledged last; `begun`: the ones on their way, which may be there or not.
    """
    with Journal(path) as journal:
        if journal.notice or not journal.saving:
            return journal.notice or journal.reason
        there = {summary.id for summary in journal.games()}
        for number in range(1, begun[0] + 1):
            least = done[1] if number == done[0] else len(records[number - 1].lines) if number < done[0] else -1
            most = begun[1] if number == begun[0] else len(records[number - 1].lines)
            if number not in there:
                if least >= 0:
                    return f"game {number} is gone"
                continue
            found, whole = texts_of(journal.record(number)), texts_of(records[number - 1])
            if not least <= len(found) - 1 <= most:
                return f"game {number}: {len(found) - 1} lines, expected {least} to {most}"
            if found != whole[: len(found)]:
                return f"game {number} is not the one that was played"
        if there - set(range(1, begun[0] + 1)):
            return f"games that were never begun: {sorted(there)}"
        last = f"{done[0]}:{done[1]}" if done[1] else None
        if last and journal.place("screen") not in (last, f"{begun[0]}:{begun[1]}"):
            return f"the screen's place is {journal.place('screen')}, expected {last}"
    return None


# Disks after a cut -------------------------------------------------------------------------------------------------


def apply(content: Any, operation: Any, part: Any = None) -> Any:
    """Change a file's content (None: there is no file) as an operation, or the first `part` bytes of a write, would."""
    if operation[0] == "delete":
        return None
    content = bytearray() if content is None else content
    if operation[0] == "truncate":
        del content[operation[2] :]
        content.extend(bytes(operation[2] - len(content)))
    else:
        data = operation[3][:part]
        content.extend(bytes(max(0, operation[2] - len(content))))
        content[operation[2] : operation[2] + len(data)] = data
    return content


class Platter:
    """The files as they are (`now`), as they surely are after a cut (`safe`), and what is still on its way."""

    def __init__(self) -> None:
        self.now: dict[str, Any] = {}
        self.safe: dict[str, Any] = {}
        self.pending: dict[str, Any] = {}
        self.unnamed: set[str] = set()

    def take(self, operation: Any) -> None:
        """One more operation has come back."""
        name = operation[1]
        if operation[0] == "sync":
            self._settle(name)
            if name in self.unnamed:
                self._sync_folder()
            return
        if self.now.get(name) is None:
            self.unnamed.add(name)
        self.now[name] = apply(self.now.get(name), operation)
        self.pending.setdefault(name, []).append(operation)

    def _settle(self, name: str) -> None:
        for operation in self.pending.pop(name, []):
            self.safe[name] = apply(self.safe.get(name), operation)

    def _sync_folder(self) -> None:
        """SQLite syncs the folder with the first sync of a file that is new: what was deleted stays so."""
        for name, waiting in self.pending.items():
            gone = [number for number, operation in enumerate(waiting, start=1) if operation[0] == "delete"]
            if gone:
                self.safe[name] = None
                self.pending[name] = waiting[gone[-1] :]
        self.unnamed.clear()

    def after(self, kind: str, operation: Any, chance: random.Random) -> Any:
        """The files after a cut of that kind while `operation` was on its way."""
        if kind in ("killed", "torn"):
            files = {name: None if content is None else bytearray(content) for name, content in self.now.items()}
            if kind == "torn" and operation[0] == "write":
                part = chance.randrange(len(operation[3]))
                files[operation[1]] = apply(files.get(operation[1]), operation, part)
            return files
        files = {name: self.safe.get(name, bytearray()) for name in self.now}
        files = {name: None if content is None else bytearray(content) for name, content in files.items()}
        if kind == "reordered":
            pieces = [piece for waiting in self.pending.values() for one in waiting for piece in sectors(one)]
            for piece in pieces:
                if chance.random() < 0.5:
                    files[piece[1]] = apply(files[piece[1]], piece)
        return files


def sectors(operation: Any) -> list[Any]:
    """A write as the writes of its sectors; anything else as it is."""
    if operation[0] != "write":
        return [operation]
    kind, name, offset, data = operation
    edges = [0, *range(SECTOR - offset % SECTOR, len(data), SECTOR), len(data)]
    return [(kind, name, offset + a, data[a:b]) for a, b in pairwise(edges)]


def cuts(log: Any, chance: random.Random, every: float) -> Iterator[Any]:
    """Cuts spread over a log, in all ways a cut may end: (kind, files, done, begun); `every` so many, by chance."""
    platter, done, begun, wanted = Platter(), (0, 0), (0, 0), chance.uniform(0, every)
    number = 0
    for operation in log:
        if operation[0] == "begin":
            begun = operation[1:]
        elif operation[0] == "done":
            done = operation[1:]
        else:
            for kind in KINDS:
                number += 1
                if number > wanted:
                    wanted += every
                    yield kind, platter.after(kind, operation, chance), done, begun
            platter.take(operation)


def run(records: Any, points: int, seed: int, folder: Path) -> dict[str, Any]:
    """Play, cut, check. Returns the figures: cuts by kind, distinct disks, and what was wrong."""
    chance = random.Random(seed)
    with Disk() as disk:
        play(folder / "played" / "journal.sqlite3", records, disk.note)
    operations = sum(entry[0] not in ("begin", "done") for entry in disk.log)
    every = max(1.0, operations * len(KINDS) / points)
    seen, counts, found, place = set(), dict.fromkeys(KINDS, 0), [], folder / "cut"
    (folder / "whole").mkdir()
    standing, resumed = Standing(folder / "whole"), []
    for number, (kind, files, done, begun) in enumerate(cuts(disk.log, chance, every)):
        lay(place, files)
        seen.add(tuple((name, zlib.crc32(content)) for name, content in sorted(files.items()) if content is not None))
        counts[kind] += 1
        trouble = wrong(place / "journal.sqlite3", records, done, begun)
        if trouble is None and number % RESUMED_EVERY == 0:
            trouble, took = misplaced(place / "journal.sqlite3", records, standing)
            resumed.append(took)
        if trouble:
            found.append(f"{kind} at {done}: {trouble}")
    figures = {"operations": operations, "points": sum(counts.values()), "distinct": len(seen), **counts}
    return {**figures, "resumed": len(resumed), "slowest_resume_s": round(max(resumed, default=0), 3), "wrong": found}


def lay(folder: Path, files: Any) -> None:
    """Make a folder hold these files and no others."""
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for name, content in files.items():
        if content is not None:
            (folder / name).write_bytes(content)


# A disk that refuses -----------------------------------------------------------------------------------------------


def refused(records: Any, first: Any, lines: int, code: int, path: Path) -> Any:
    """Play while the disk refuses everything from operation `first` on, for so many lines or till that evening ends.

    Returns (how many operations it refused, what is wrong in the end or None).
    """
    operations, ill, ends = 0, 0, {(number, len(record.lines)) for number, record in enumerate(records, start=1)}
    left = lines

    def refuse(kind: str, name: str) -> Any:
        nonlocal operations, ill
        operations += 1
        if operations < first or not left:
            return 0
        ill += 1
        return code

    def note(event: str, *where: Any) -> None:
        nonlocal left
        if event == "done" and operations >= first:
            left = 0 if where in ends else max(0, left - 1)

    with Disk(refuse):
        play(path, records, note)
    last = (len(records), len(records[-1].lines))
    return ill, wrong(path, records, last, last)


def main() -> int:
    """Run from the command line; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--points", type=int, default=2500, help="about how many cuts, spread over the games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--driven", action="store_true", help="games that bots play now, with undo and redo")
    parser.add_argument("records", nargs="*", type=Path, default=RECORDS)
    args = parser.parse_args()
    fast = "/dev/shm" if Path("/dev/shm").is_dir() else None
    with tempfile.TemporaryDirectory(dir=fast) as folder:
        if args.driven:
            records = [driven(name, args.seed, Path(folder)) for name in sorted(offered())]
        else:
            records = [parse_record(path.read_text("utf-8")) for path in args.records]
        answer = run(records, args.points, args.seed, Path(folder))
    kinds = sorted({record.header.game for record in records})
    print(json.dumps({"games": len(records), "kinds": kinds, "lines": sum(len(r.lines) for r in records), **answer}))
    return 1 if answer["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
