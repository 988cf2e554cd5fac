"""The journal on a disk that loses power, tears writes, is full, or goes away; and with a clock that cannot be trusted.

`python -m tools.faults` does the same over whole games of all kinds with as many cuts as wanted.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from engines.record import Header, Record, parse_record
from pi_app.table import journal as journal_module
from pi_app.table import journal_file
from pi_app.table.journal import Journal
from pi_app.table.session import TableSession

ROOT = Path(__file__).parents[2]
RECORDS = ("star_explorer_solo.jsonl", "star_explorer_corrected.jsonl")


def load_faults() -> Any:
    from tools import faults

    return faults


@pytest.fixture(scope="module")
def faults(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The fault injector, where Python's SQLite is the system's library."""
    module = load_faults()
    path = tmp_path_factory.mktemp("probe") / "journal.sqlite3"
    try:
        with module.Disk() as disk:
            Journal(path).close()
    except OSError:
        pytest.skip("libsqlite3.so.0 is not here")
    if not disk.log:
        pytest.skip("this Python carries an SQLite of its own, which cannot be given another VFS from outside")
    return module


@pytest.fixture
def folder() -> Iterator[Path]:
    """In memory where possible: what is cut here is a model of a disk, so that the real one need not be waited for."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as name:
        yield Path(name)


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return [parse_record((ROOT / "tests" / "records" / name).read_text("utf-8")) for name in RECORDS]


# Power cuts ----------------------------------------------------------------------------------------------------------


def test_whatever_a_power_cut_leaves_everything_acknowledged_is_there(
    faults: Any, records: list[Record], folder: Path
) -> None:
    answer = faults.run(records, 160, 7, folder)
    assert answer["wrong"] == []
    assert answer["distinct"] > 120
    assert all(answer[kind] > 20 for kind in faults.KINDS)


def test_a_journal_that_does_not_wait_for_the_disk_is_found_out(
    faults: Any, records: list[Record], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    careful = journal_file.connect

    def careless(path: Path, *, create: bool = True) -> sqlite3.Connection:
        connection = careful(path, create=create)
        connection.execute("PRAGMA synchronous = NORMAL")
        return connection

    monkeypatch.setattr(journal_module, "connect", careless)
    answer = faults.run(records[:1], 60, 7, folder)
    assert any("lines, expected" in trouble or "is gone" in trouble for trouble in answer["wrong"])


def test_after_a_cut_the_game_and_its_undo_stack_fold_to_the_same(
    faults: Any, records: list[Record], folder: Path
) -> None:
    played = records[1]
    with faults.Disk() as disk:
        faults.play(folder / "played" / "journal.sqlite3", [played], disk.note)
    checked = 0
    for _, files, done, _ in faults.cuts(disk.log, Random(3), every=400):
        if done < (1, 1):
            continue
        faults.lay(folder / "cut", files)
        with Journal(folder / "cut" / "journal.sqlite3") as journal:
            lines = journal.record(1).lines
            before = TableSession(journal, 1, _game(played)).state
        assert lines == played.lines[: len(lines)]
        with Journal(folder / "whole" / str(checked) / "journal.sqlite3") as journal:
            journal.append(journal.new_game(played.header), *lines)
            assert TableSession(journal, 1, _game(played)).state == before
        checked += 1
    assert checked > 2


def _game(record: Record) -> Any:
    from engines.registry import open_game

    return open_game(record.header.game, record.header.pack)


# A disk that refuses -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", [sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN])
def test_what_a_disk_refused_is_there_once_it_takes_it_again(
    faults: Any, records: list[Record], folder: Path, code: int
) -> None:
    chance = Random(code)
    for number in range(8):
        first, lines = chance.randrange(1, 300), chance.choice([1, 3, 20])
        refused, trouble = faults.refused(records, first, lines, code, folder / str(number) / "journal.sqlite3")
        assert trouble is None, f"{lines} lines refused from operation {first} on: {trouble}"
        assert refused > 0


def test_a_disk_that_turns_read_only_is_named_and_play_goes_on(
    faults: Any, records: list[Record], folder: Path
) -> None:
    header, lines = records[0].header, records[0].lines
    ill = False
    path = folder / "state" / "journal.sqlite3"
    with faults.Disk(lambda kind, name: sqlite3.SQLITE_READONLY if ill else 0), Journal(path) as journal:
        game = journal.new_game(header)
        journal.append(game, *lines[:3])
        ill = True
        journal.append(game, *lines[3:6])
        assert (journal.saving, str(journal.reason)) == (False, "the disk is read-only")
        assert journal.record(game).lines == lines[:6]
        assert not journal.retry()
        ill = False
        assert journal.retry()
    with Journal(path) as journal:
        assert journal.record(game).lines == lines[:6]


def test_a_card_that_the_kernel_made_read_only_is_named_so(
    faults: Any, records: list[Record], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ill = False
    path = folder / "state" / "journal.sqlite3"

    def refuse(name: Any, *given: Any) -> int:
        raise OSError(errno.EROFS, "Read-only file system", str(name))

    with faults.Disk(lambda kind, name: sqlite3.SQLITE_IOERR if ill else 0), Journal(path) as journal:
        game = journal.new_game(records[0].header)
        ill = True
        with monkeypatch.context() as kernel:
            kernel.setattr("pi_app.table.journal_file.os", SimpleNamespace(**{**vars(os), "open": refuse}))
            journal.append(game, *records[0].lines[:3])
        assert (journal.saving, str(journal.reason)) == (False, "the disk is read-only")
        assert journal.record(game).lines == records[0].lines[:3]
        ill = False


@pytest.mark.parametrize(
    ("flag", "told"), [(os.ST_RDONLY, "the disk is read-only"), (0, "the journal cannot be opened")]
)
def test_a_card_that_was_read_only_before_the_first_game_is_named_so(
    faults: Any, folder: Path, monkeypatch: pytest.MonkeyPatch, flag: int, told: str
) -> None:
    monkeypatch.setattr("pi_app.table.journal_file.os.statvfs", lambda _: SimpleNamespace(f_flag=flag))
    path = folder / "state" / "journal.sqlite3"
    with faults.Disk(lambda kind, name: sqlite3.SQLITE_CANTOPEN), Journal(path) as journal:
        assert (journal.saving, str(journal.reason)) == (False, told)


def test_a_card_that_turns_read_only_while_nobody_plays_is_told_of_and_its_game_is_saved_once_it_can_be(
    records: list[Record], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, flag = tmp_path / "journal.sqlite3", 0
    monkeypatch.setattr("pi_app.table.journal_file.os.statvfs", lambda _: SimpleNamespace(f_flag=flag))
    with Journal(path) as journal:
        game = journal.new_game(records[0].header)
        assert journal.retry()
        flag = os.ST_RDONLY
        assert not journal.retry()
        assert not journal.retry(), "what the kernel still takes may be lost"
        assert str(journal.reason) == "the disk is read-only"
        journal.append(game, *records[0].lines[:3])
        flag = 0
        assert journal.retry()
    with Journal(path) as journal:
        assert journal.record(game).lines == records[0].lines[:3]


# Clocks --------------------------------------------------------------------------------------------------------------


def test_a_clock_that_jumps_back_changes_neither_the_order_nor_what_is_resumed(tmp_path: Path) -> None:
    times = iter(["2031-05-01T20:00:00+00:00", *["2026-01-01T00:00:00+00:00"] * 60])
    header = Header(game="star_explorer", players=("Nina", "Ravi"), options={"piles": "dealt"}, seed=4)
    path = tmp_path / "journal.sqlite3"
    with Journal(path) as journal:
        first = TableSession.begin(journal, header, lambda: next(times))
        second = TableSession.begin(journal, header, lambda: next(times))
        assert [summary.id for summary in journal.unfinished()] == [second.game_id, first.game_id]
        for session in (first, second):
            session.play_nature()
        told = [(session.record, session.state) for session in (first, second)]
    with Journal(path) as journal:
        again = [TableSession.resume(journal, number, lambda: "1970-01-01T00:00:00+00:00") for number in (1, 2)]
        assert [(session.record, session.state) for session in again] == told
