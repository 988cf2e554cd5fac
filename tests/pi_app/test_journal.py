from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec
import pytest

from engines.errors import BadInput
from engines.record import ActionLine, Header, ResultLine, UndoLine, format_record
from pi_app.table.journal import CACHED_GAMES, Journal, Saved
from pi_app.table.journal_file import VERSION, JournalBusy, log_of

NOBODY = 65534
HEADER = Header(game="star_explorer", players=("Nina", "Ravi"), started="2026-01-31T20:00:00+00:00")


def commits(journal: Journal) -> int:
    """How often the file was written to: the frames' commit counter of the write-ahead log grows with each."""
    log = journal.path.with_name(journal.path.name + "-wal").read_bytes()
    page = int.from_bytes(log[8:12], "big")
    frames = range(32, len(log), page + 24)
    return sum(log[at + 4 : at + 8] != bytes(4) for at in frames)


def action(n: int) -> ActionLine:
    return ActionLine(n=n, seat=0, action={"type": "end_round", "pad": "é" * 40}, source="touch", at=f"t{n}")


def result(total: int = 5) -> ResultLine:
    return ResultLine({"players": [{"total": total}, {"total": 3}], "winners": ["Nina"]})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "journal.sqlite3"


@contextmanager
def unprivileged_folder() -> Iterator[Path]:
    """A folder in which even root, by taking nobody's rights for a while, may be refused."""
    folder = Path(tempfile.mkdtemp())
    if os.geteuid() == 0:
        os.chown(folder, NOBODY, -1)
        os.seteuid(NOBODY)
    try:
        yield folder
    finally:
        if os.getuid() == 0:
            os.seteuid(0)
        folder.chmod(0o755)
        shutil.rmtree(folder)


# What is written is there -----------------------------------------------------------------------------------------


def test_a_game_comes_back_as_it_was_written(path: Path) -> None:
    with Journal(path) as journal:
        game = journal.new_game(HEADER)
        journal.append(game, action(1), action(2))
        journal.append(game, UndoLine(n=3, undo=2, at="t3"))
        written = journal.record(game)
    with Journal(path) as journal:
        assert journal.record(game) == written
        assert written.lines == (action(1), action(2), UndoLine(n=3, undo=2, at="t3"))
        assert format_record(journal.record(game)) == format_record(written)


def test_the_list_shows_each_game_the_newest_first(path: Path) -> None:
    with Journal(path) as journal:
        first = journal.new_game(HEADER)
        journal.append(first, action(1), result())
        second = journal.new_game(msgspec.structs.replace(HEADER, players=("Ravi", "Ada")))
        newest, oldest = journal.games()
        assert (newest.id, newest.state, newest.players) == (second, "running", ("Ravi", "Ada"))
        assert (oldest.state, oldest.winners, oldest.totals, oldest.lines) == ("finished", ("Nina",), (5, 3), 1)
        assert [game.id for game in journal.unfinished()] == [second]
        assert journal.names() == ["Ravi", "Ada", "Nina"]


def test_a_line_after_the_result_opens_the_game_again(path: Path) -> None:
    with Journal(path) as journal:
        game = journal.new_game(HEADER)
        journal.append(game, action(1), result(5))
        journal.append(game, action(2))
        assert journal.games()[0].state == "running"
        assert journal.record(game).lines == (action(1), action(2))
        journal.append(game, result(9))
    with Journal(path) as journal:
        assert journal.games()[0].totals == (9, 3)


def test_a_game_that_was_left_is_kept_but_not_offered(path: Path) -> None:
    with Journal(path) as journal:
        game = journal.new_game(HEADER)
        journal.leave(game)
    with Journal(path) as journal:
        assert journal.unfinished() == []
        assert journal.games()[0].state == "left"
        journal.take_up(game)
        assert [summary.id for summary in journal.unfinished()] == [game]


def test_the_place_is_remembered(path: Path) -> None:
    with Journal(path) as journal:
        assert journal.place("screen") is None
        journal.set_place("screen", "draw")
        journal.set_place("screen", "score")
    with Journal(path) as journal:
        assert journal.place("screen") == "score"


def test_what_belongs_together_reaches_the_disk_in_one_commit(path: Path) -> None:
    with Journal(path) as journal:
        game = journal.new_game(HEADER)
        before = commits(journal)
        with journal.together():
            journal.append(game, action(1))
            with journal.together():
                journal.append(game, action(2), result())
            journal.set_place("screen", "final")
            assert commits(journal) == before
        assert commits(journal) == before + 1
    with Journal(path) as journal:
        assert (journal.games()[0].state, journal.place("screen")) == ("finished", "final")


def test_what_was_done_before_a_refusal_is_kept(path: Path) -> None:
    with Journal(path) as journal:
        game = journal.new_game(HEADER)
        with journal.together():
            journal.append(game, action(1))
            with pytest.raises(ValueError, match="out of turn"):
                journal.append(game, action(5))
    with Journal(path) as journal:
        assert journal.record(game).lines == (action(1),)


def test_a_line_out_of_turn_is_refused(path: Path) -> None:
    with Journal(path) as journal:
        game = journal.new_game(HEADER)
        with pytest.raises(ValueError, match="line 2 out of turn: expected 1"):
            journal.append(game, action(2))
        assert journal.record(game).lines == ()


def test_an_unknown_game_is_bad_input(path: Path) -> None:
    with Journal(path) as journal, pytest.raises(BadInput, match="no game 7"):
        journal.record(7)


def test_every_commit_waits_for_the_disk_and_only_this_process_has_the_file(path: Path) -> None:
    with Journal(path) as journal:
        file = journal._file
        assert file is not None
        assert file.execute("PRAGMA synchronous").fetchone() == (2,)
        assert file.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert file.execute("PRAGMA locking_mode").fetchone() == ("exclusive",)
        with pytest.raises(JournalBusy, match="another Planisphere has this table's journal open"):
            Journal(path)


def test_closing_twice_does_no_harm(path: Path) -> None:
    journal = Journal(path)
    journal.close()
    journal.close()


@pytest.mark.parametrize("statement", ["UPDATE lines SET line = ''", "DELETE FROM lines", "DELETE FROM games"])
def test_the_file_itself_refuses_to_forget(path: Path, statement: str) -> None:
    with Journal(path) as journal:
        journal.append(journal.new_game(HEADER), action(1))
    with closing(sqlite3.connect(path)) as file, pytest.raises(sqlite3.IntegrityError, match="only grows"):
        file.execute(statement)


# Power cuts ----------------------------------------------------------------------------------------------------------

WRITER = """
import sys
from pathlib import Path
from engines.record import ActionLine, Header
from pi_app.table.journal import Journal
journal = Journal(Path(sys.argv[1]))
game = journal.new_game(Header(game="star_explorer", players=("Nina",)))
for n in range(1, 100000):
    journal.append(game, ActionLine(n=n, seat=0, action={"type": "x"}, source="touch"))
    print(n, flush=True)
"""


@pytest.mark.parametrize("acknowledged", [1, 2, 9, 60, 250])
def test_no_acknowledged_line_is_lost_when_the_process_is_killed(path: Path, acknowledged: int) -> None:
    with subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        for _ in range(acknowledged):
            last = int(writer.stdout.readline())
        writer.send_signal(signal.SIGKILL)
    with Journal(path) as journal:
        lines = journal.record(1).lines
        assert journal.saving
        assert journal.notice is None
        assert len(lines) >= last == acknowledged
        assert [line.n for line in lines if isinstance(line, ActionLine)] == list(range(1, len(lines) + 1))


def test_a_log_torn_at_any_byte_leaves_the_lines_before_it(path: Path, tmp_path: Path) -> None:
    with Journal(path) as journal:
        game = journal.new_game(HEADER)
        for n in range(1, 6):
            journal.append(game, action(n))
        whole = path.read_bytes(), path.with_name(path.name + "-wal").read_bytes()
    lengths = []
    for cut in range(0, len(whole[1]), 1777):
        torn = tmp_path / f"torn-{cut}" / "journal.sqlite3"
        torn.parent.mkdir()
        torn.write_bytes(whole[0])
        torn.with_name(torn.name + "-wal").write_bytes(whole[1][:cut] + b"\xff" * 100)
        with Journal(torn) as journal:
            assert journal.notice is None
            lengths.append(journal.games()[0].lines if journal.games() else -1)
    assert lengths == sorted(lengths)
    assert set(lengths) == {-1, 0, 1, 2, 3, 4, 5} - ({5} if lengths[-1] < 5 else set())


# Trouble with the disk -------------------------------------------------------------------------------------------

FULL = """
import json, resource, sys
from pathlib import Path
from engines.record import ActionLine, Header
from pi_app.table.journal import Journal

def limit(size):
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

journal = Journal(Path(sys.argv[1]))
game = journal.new_game(Header(game="star_explorer", players=("Nina",)))
limit(int(sys.argv[2]))
n = 0
while n % 7 or journal.retry():
    n += 1
    journal.append(game, ActionLine(n=n, seat=0, action={"type": "x", "pad": "y" * 300}, source="touch"))
    journal.set_place("screen", str(n))
seen = [journal.saving, str(journal.reason), len(journal.record(game).lines), journal.retry()]
limit(resource.RLIM_INFINITY)
if sys.argv[3] == "comes back":
    seen += [journal.retry(), journal.reason and str(journal.reason)]
print(json.dumps([n, *seen]), flush=True)
import os; os._exit(0)
"""


def full_disk_error(*_: object) -> None:
    error = sqlite3.OperationalError("full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    raise error


def full_disk(path: Path, then: str) -> list[object]:
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[1] == resource.RLIM_INFINITY
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(path), "100000", then], capture_output=True, text=True, check=True
    )
    answer: list[object] = json.loads(done.stdout)
    return answer


def test_the_game_goes_on_when_the_disk_is_full_and_is_saved_once_it_can_be(path: Path) -> None:
    lines, saving, reason, known, early, late, no_reason = full_disk(path, "comes back")
    assert (saving, early, late, no_reason) == (False, False, True, None)
    assert isinstance(reason, str)
    assert reason.startswith("the disk")
    with Journal(path) as journal:
        numbers = [line.n for line in journal.record(1).lines if isinstance(line, ActionLine)]
        assert numbers == list(range(1, len(numbers) + 1))
        assert len(numbers) == lines == known


def test_what_was_saved_before_the_disk_was_full_stays(path: Path) -> None:
    lines, *_ = full_disk(path, "goes out")
    with Journal(path) as journal:
        saved = len(journal.record(1).lines)
        assert journal.notice is None
        assert isinstance(lines, int)
        assert lines - 8 < saved < lines


def test_a_folder_that_cannot_be_written_turns_saving_off_and_says_so() -> None:
    with unprivileged_folder() as folder:
        folder.chmod(0o555)
        with Journal(folder / "journal.sqlite3") as journal:
            assert not journal.saving
            assert str(journal.reason) == "the journal cannot be opened"
            game = journal.new_game(HEADER)
            journal.append(game, action(1))
            journal.set_place("screen", "draw")
            assert game < 0
            assert journal.record(game).lines == (action(1),)
            folder.chmod(0o755)
            assert journal.retry()
            journal.append(game, action(2))
            assert [summary.id for summary in journal.games()] == [1]
        with Journal(folder / "journal.sqlite3") as journal:
            assert journal.record(1).lines == (action(1), action(2))
            assert journal.place("screen") == "draw"


def test_a_folder_that_cannot_even_be_looked_for_turns_saving_off(tmp_path: Path) -> None:
    with Journal(tmp_path / ("x" * 300) / "journal.sqlite3") as journal:
        assert not journal.saving
        game = journal.new_game(HEADER)
        journal.append(game, action(1))
        assert journal.record(game).lines == (action(1),)


def test_a_read_only_journal_still_shows_its_games_and_is_not_touched() -> None:
    with unprivileged_folder() as folder:
        path = folder / "journal.sqlite3"
        with Journal(path) as journal:
            journal.append(journal.new_game(HEADER), action(1), result())
        before = path.read_bytes()
        path.chmod(0o444)
        folder.chmod(0o555)
        with Journal(path) as journal:
            assert not journal.saving
            assert journal.reason
            assert journal.games()[0].winners == ("Nina",)
            game = journal.new_game(HEADER)
            journal.append(game, action(1))
            journal.append(1, action(2))
            assert (game, len(journal.games())) == (2, 2)
        assert path.read_bytes() == before


def test_a_card_that_is_pulled_and_replaced_gets_the_running_game(path: Path) -> None:
    with Journal(path) as journal:
        game = journal.new_game(HEADER)
        journal.append(game, action(1))
        journal._off(OSError("gone"))
        path.unlink()
        with Journal(path) as other:
            other.new_game(msgspec.structs.replace(HEADER, players=("Someone",)))
        journal.append(game, action(2))
        assert journal.retry()
        journal.append(game, action(3))
        assert [summary.players for summary in journal.games()] == [("Nina", "Ravi"), ("Someone",)]
    with Journal(path) as journal:
        assert journal.record(2).lines == (action(1), action(2), action(3))


# What is in memory ------------------------------------------------------------------------------------------------


def many_games(journal: Journal) -> list[int]:
    games = [
        journal.new_game(msgspec.structs.replace(HEADER, started=f"t{number}")) for number in range(3 * CACHED_GAMES)
    ]
    for game in games:
        journal.append(game, action(1), action(2), result(game))
    return games


def test_games_that_the_disk_has_leave_the_memory_and_are_read_again(path: Path) -> None:
    with Journal(path) as journal:
        first, *others = many_games(journal)
        assert list(journal._kept) == others[-CACHED_GAMES:]
        assert journal.record(first).lines == (action(1), action(2), result(first))
        assert [summary.totals[0] for summary in journal.games()] == [*others[::-1], first]
        assert first not in journal._kept
        journal.append(first, action(3), result(0))
        assert journal.games()[-1].totals == (0, 3)
        assert list(journal._kept) == [*others[1 - CACHED_GAMES :], first]
    with Journal(path) as journal:
        assert journal.record(first).lines == (action(1), action(2), action(3), result(0))


def test_nothing_that_is_not_on_the_disk_leaves_the_memory(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(path) as journal:
        with monkeypatch.context() as patch:
            patch.setattr(journal, "_write", full_disk_error)
            games = many_games(journal)
            assert not journal.saving
            assert list(journal._kept) == games
        assert journal.retry()
        assert list(journal._kept) == games[-CACHED_GAMES:]
    with Journal(path) as journal:
        assert all(len(journal.record(game).lines) == 3 for game in games)


def test_a_game_that_is_held_goes_on_without_the_file(path: Path) -> None:
    with Journal(path) as journal:
        game = many_games(journal)[0]
    with Journal(path) as journal:
        assert journal.hold(game).lines == (action(1), action(2), result(game))
        journal._off(OSError("gone"))
        path.unlink()
        journal.append(game, action(3))
        assert journal.record(game).lines == (action(1), action(2), action(3))
        assert journal.retry()
    with Journal(path) as journal:
        assert journal.record(game).lines == (action(1), action(2), action(3))


def test_past_games_can_be_looked_at_while_the_disk_takes_nothing(path: Path) -> None:
    with Journal(path) as journal:
        game = many_games(journal)[0]
        journal.set_place("screen", "draw")
        journal._off(sqlite3.OperationalError("the disk reports an error"))
        journal.set_place("screen", "final")
        assert len(journal.games()) == 3 * CACHED_GAMES
        assert journal.record(game).lines == (action(1), action(2), result(game))
        assert journal.place("screen") == "final"


def test_a_file_that_cannot_be_read_turns_saving_off_and_ends_no_game(path: Path) -> None:
    with Journal(path) as journal:
        games = many_games(journal)
        assert journal._file is not None
        journal._file.close()
        path.unlink()
        assert [summary.id for summary in journal.games()] == games[: -CACHED_GAMES - 1 : -1]
        assert not journal.saving
        with pytest.raises(BadInput, match=f"no game {games[0]} "):
            journal.record(games[0])
        journal.append(games[-1], action(3))
        assert journal.retry()
        assert len(journal.record(games[-1]).lines) == 3


# Files that are something else ---------------------------------------------------------------------------------------


def test_a_journal_from_a_newer_version_is_left_alone(path: Path) -> None:
    with Journal(path) as journal:
        journal.new_game(HEADER)
    with closing(sqlite3.connect(path)) as file:
        file.execute(f"PRAGMA user_version = {VERSION + 1}")
    before = path.read_bytes()
    with pytest.raises(BadInput, match="written by a newer Planisphere"):
        Journal(path)
    assert path.read_bytes() == before


def test_another_programs_database_is_left_alone(path: Path) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as file:
        file.execute("CREATE TABLE recipes (name)")
    before = path.read_bytes()
    with pytest.raises(BadInput, match="not a journal of Planisphere"):
        Journal(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("start", [0, 4096 + 100])
def test_a_damaged_journal_is_set_aside_and_the_table_told(path: Path, start: int) -> None:
    with Journal(path) as journal:
        game = journal.new_game(HEADER)
        journal.append(game, *[action(n) for n in range(1, 200)])
    whole = path.read_bytes()
    damaged = whole[:start] + b"\x5a" * 6000 + whole[start + 6000 :]
    path.write_bytes(damaged)
    for number in (1, 2):
        with Journal(path) as journal:
            assert journal.saving
            assert journal.notice is not None
            assert f"journal.sqlite3.damaged-{number}" in journal.notice
            assert journal.games() == []
        assert path.with_name(f"journal.sqlite3.damaged-{number}").read_bytes() == damaged
        path.write_bytes(damaged)


@pytest.mark.parametrize(
    "lost", ["DELETE FROM games", "DELETE FROM lines WHERE n = 2", "DELETE FROM lines WHERE n = 1"]
)
def test_a_journal_that_lost_a_part_of_a_game_is_set_aside_and_the_table_told(path: Path, lost: str) -> None:
    with Journal(path) as journal:
        journal.append(journal.new_game(HEADER), *[action(n) for n in range(1, 4)])
    with closing(sqlite3.connect(path)) as file:
        for trigger in ("games_never_DELETE", "lines_never_DELETE"):
            file.execute(f"DROP TRIGGER {trigger}")
        file.execute(lost)
        file.commit()
    with Journal(path) as journal:
        assert "journal.sqlite3.damaged-1" in str(journal.notice)
        game = journal.new_game(HEADER)
        journal.append(game, action(1))
        assert journal.saving


# Who follows ------------------------------------------------------------------------------------------------------


def test_whoever_follows_is_handed_what_is_on_the_disk_in_the_order_it_was_written(path: Path) -> None:
    heard: list[Saved] = []
    with Journal(path) as journal:
        journal.new_game(HEADER)
        journal.follow(heard.extend)
        with journal.together():
            game = journal.new_game(HEADER)
            journal.append(game, action(1), action(2), result())
            journal.append(game, action(3))
            assert heard == []
        journal.set_place("screen", "draw")
        journal.append(game, result())
        assert [(item.n, item.result) for item in heard] == [
            (0, False), (1, False), (2, False), (2, True), (3, False), (3, True),
        ]  # fmt: skip
        assert tuple(heard) == journal.saved(game)
        assert journal.lengths(1) == {1: (0, False), game: (3, True)}
        assert journal.lengths(game + 1) == {}
        journal.follow(None)
        journal.append(game, action(4))
    assert len(heard) == 6


def test_what_is_not_on_the_disk_is_not_handed_on_before_it_is(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[Saved] = []
    with Journal(path) as journal:
        game = journal.new_game(HEADER)
        journal.follow(heard.extend)
        with monkeypatch.context() as patch:
            patch.setattr(journal, "_write", full_disk_error)
            journal.append(game, action(1))
            journal.append(game, action(2))
            assert not journal.saving
        assert heard == []
        assert journal.retry()
        assert [item.n for item in heard] == [1, 2]


@pytest.mark.parametrize("instead", ["nothing", "another journal"])
def test_a_file_that_was_removed_or_replaced_while_it_was_open_loses_no_game_in_progress(
    path: Path, instead: str
) -> None:
    if instead != "nothing":
        with Journal(path.with_name("other")) as other:
            other.append(other.new_game(Header(game="stellar", players=("Ada", "Mia"))), action(1))
    with Journal(path) as journal:
        game = journal.new_game(HEADER)
        journal.set_place("screen", "draw")
        journal.append(game, action(1), action(2))
        log_of(path).unlink()
        path.unlink() if instead == "nothing" else path.with_name("other").rename(path)
        journal.append(game, action(3))
        assert journal.retry()
        journal.append(game, action(4))
    with Journal(path) as journal:
        assert [game.lines for game in journal.games()] == ([4] if instead == "nothing" else [4, 1])
        assert journal.place("screen") == "draw"
