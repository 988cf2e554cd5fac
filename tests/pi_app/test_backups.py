from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engines.errors import BadInput
from engines.record import ActionLine, Header
from hardware.config import ButtonsConfig, CameraConfig, LightsConfig, ShakerConfig
from pi_app.host import kiosk as kiosk_module
from pi_app.host.checkup import forgets
from pi_app.host.kiosk import Kiosk
from pi_app.host.settings import Settings
from pi_app.table import backups as module
from pi_app.table.backups import COPIES, GROWTH, back_up, backups, restore
from pi_app.table.journal import Journal
from pi_app.table.journal_file import JournalBusy
from tests.pi_app.power_cuts import cut_after

HEADER = Header(game="star_explorer", players=("Nina", "Ravi"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


def play(journal: Journal, lines: int = GROWTH) -> int:
    game = journal.new_game(HEADER)
    journal.append(game, *(ActionLine(n=n, seat=0, action={"type": "x"}, source="touch") for n in range(1, lines + 1)))
    return game


def damage(path: Path) -> None:
    path.write_bytes(b"\x5a" * 9000)


def test_a_journal_is_copied_each_time_it_has_grown(path: Path) -> None:
    with Journal(path) as journal:
        play(journal, GROWTH - 1)
        assert not back_up(journal)
        play(journal, 1)
        assert back_up(journal)
        assert not back_up(journal)
        assert [(b.number, b.games, b.lines) for b in backups(path)] == [(1, 2, GROWTH)]


def test_the_oldest_copy_makes_room_for_the_newest(path: Path) -> None:
    with Journal(path) as journal:
        for _ in range(COPIES + 2):
            play(journal)
            assert back_up(journal)
    assert [(b.number, b.games) for b in backups(path)] == [(n, COPIES + 3 - n) for n in range(1, COPIES + 1)]
    assert len(list((path.parent / "backups").iterdir())) == COPIES


def test_a_new_journal_after_a_damaged_one_does_not_wait_until_it_is_as_long(path: Path) -> None:
    with Journal(path) as journal:
        play(journal, 3 * GROWTH)
        assert back_up(journal)
    damage(path)
    with Journal(path) as journal:
        assert back_up(journal)
    assert [b.games for b in backups(path)] == [0, 1]


def test_a_restored_copy_is_the_journal_and_the_one_before_is_kept(path: Path) -> None:
    with Journal(path) as journal:
        game = play(journal)
        back_up(journal)
        whole = journal.record(game)
        play(journal, 3)
    assert restore(path, 1) == "journal.sqlite3.before-restore-1"
    with Journal(path) as journal:
        assert journal.notice is None
        assert [summary.id for summary in journal.games()] == [game]
        assert journal.record(game) == whole
    with Journal(path.with_name("journal.sqlite3.before-restore-1")) as journal:
        assert len(journal.games()) == 2


@pytest.mark.parametrize("state", ["damaged", "gone"])
def test_a_copy_comes_back_where_the_journal_is_damaged_or_gone(path: Path, state: str) -> None:
    with Journal(path) as journal:
        play(journal)
        back_up(journal)
    damage(path) if state == "damaged" else path.unlink()
    assert (restore(path, 1) is None) == (state == "gone")
    with Journal(path) as journal:
        assert (journal.notice, len(journal.games())) == (None, 1)


def test_nothing_is_restored_while_the_app_runs(path: Path) -> None:
    with Journal(path) as journal:
        play(journal)
        back_up(journal)
        with pytest.raises(JournalBusy):
            restore(path, 1)
        assert len(journal.games()) == 1


def test_a_copy_that_is_not_there_or_damaged_is_not_restored(path: Path) -> None:
    with pytest.raises(BadInput, match="there are no backups yet"):
        restore(path, 1)
    with Journal(path) as journal:
        for _ in range(2):
            play(journal)
            back_up(journal)
    damage(backups(path)[0].path)
    before = path.read_bytes()
    with pytest.raises(BadInput, match="no backup 1: expected one of 2"):
        restore(path, 1)
    assert path.read_bytes() == before


def test_a_disk_that_refuses_the_copy_stops_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: Path) -> None:
        raise OSError("no space left on device")

    with Journal(path) as journal:
        play(journal)
        monkeypatch.setattr(module, "sync", full)
        assert not back_up(journal)
        assert backups(path) == []
        monkeypatch.undo()
        assert back_up(journal)


@pytest.mark.parametrize(("kind", "lost"), [("overlay", True), ("tmpfs", True), ("ext4", False)])
def test_a_folder_on_an_overlay_forgets(tmp_path: Path, kind: str, lost: bool) -> None:
    table = tmp_path / "mountinfo"
    table.write_text(f"22 1 0:20 / / rw - {kind} {kind} rw\n23 22 0:21 / /boot rw - vfat /dev/mmcblk0p1 rw\n")
    assert forgets(Path("/var/lib/planisphere"), table) == lost


NO_DEVICES = Settings(
    camera=CameraConfig(kind="none"),
    lights=LightsConfig(kind="none"),
    buttons=ButtonsConfig(kind="none"),
    shaker=ShakerConfig(kind="none"),
)


@pytest.mark.parametrize("lost", [True, False])
def test_before_the_first_game_the_table_says_that_games_will_be_lost(
    path: Path, monkeypatch: pytest.MonkeyPatch, lost: bool
) -> None:
    with Journal(path) as journal:
        play(journal)
        journal.leave(1)
    monkeypatch.setattr(kiosk_module, "forgets", lambda _: lost)
    with Kiosk(path.parent, NO_DEVICES) as kiosk:
        assert kiosk.nav.screen == "start"
        assert kiosk.nav.notice == (
            "Games will be lost when the power is off: they are kept in memory only." if lost else None
        )
        assert kiosk.nav.warning == lost
    assert len(backups(path)) == (0 if lost else 1)


def spoil(path: Path, game: int) -> None:
    """From now on the beginning of that game cannot be read."""
    with closing(sqlite3.connect(path)) as file:
        for (trigger,) in file.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            file.execute(f"DROP TRIGGER {trigger}")
        file.execute("UPDATE games SET header = substr(header, 1, 20) WHERE id = ?", (game,))
        file.commit()


def test_a_game_that_cannot_be_read_is_told_and_the_others_are_copied(path: Path) -> None:
    with Journal(path) as journal:
        play(journal)
        journal.leave(1)
    spoil(path, 1)
    with Kiosk(path.parent, NO_DEVICES) as kiosk:
        assert kiosk.nav.notice == "Games in the journal that cannot be read are left out; its copies are kept."
    assert [(b.number, b.games) for b in backups(path)] == [(1, 1)]


def test_the_newest_copy_that_holds_a_game_which_cannot_be_read_any_more_outlives_the_others(path: Path) -> None:
    with Journal(path) as journal:
        for _ in range(2):
            whole = play(journal)
            assert back_up(journal)
    spoil(path, whole)
    with Journal(path) as journal:
        for _ in range(COPIES + 2):
            play(journal)
            assert back_up(journal)
        assert journal.unreadable() == [whole]
    assert [b.games for b in backups(path)] == [COPIES + 4, COPIES + 3, COPIES + 2, COPIES + 1, 2]
    restore(path, COPIES)
    with Journal(path) as journal:
        assert [game.id for game in journal.games()] == [2, 1]


def test_no_copy_is_made_where_each_holds_another_game_that_cannot_be_read_any_more(path: Path) -> None:
    for _ in range(COPIES):
        with Journal(path) as journal:
            last = play(journal)
            assert back_up(journal)
        spoil(path, last)
    with Journal(path) as journal:
        play(journal)
        assert not back_up(journal)
    assert [b.games for b in backups(path)] == list(range(COPIES, 0, -1))


@pytest.mark.parametrize("state", ["sound", "damaged"])
def test_a_restore_may_end_at_any_step(tmp_path: Path, state: str) -> None:
    steps, done = 0, False
    while not done:
        path = tmp_path / str(steps) / "journal.sqlite3"
        with Journal(path) as journal:
            play(journal)
            back_up(journal)
            play(journal, 3)
        if state == "damaged":
            damage(path)
        before = path.read_bytes()
        with cut_after(steps) as happened:
            restore(path, 1)
        done = not happened
        with Journal(path) as journal:
            lengths = [game.lines for game in journal.games()]
        kept = [file.read_bytes() for file in path.parent.iterdir() if file.is_file()]
        if state == "damaged":
            assert lengths in ([], [GROWTH])
            assert before in kept
        else:
            assert lengths in ([3, GROWTH], [GROWTH]), f"after {steps} steps"
            assert lengths == [3, GROWTH] or before in kept
        assert lengths == [GROWTH] or not done
        steps += 1
    assert steps > 4


def test_a_log_left_by_a_journal_that_is_gone_does_not_get_into_the_copy(path: Path) -> None:
    with Journal(path) as journal:
        play(journal)
        back_up(journal)
        play(journal, 3)
        log = path.with_name("journal.sqlite3-wal")
        left = log.read_bytes()
    path.unlink()
    log.write_bytes(left)
    assert restore(path, 1) == "journal.sqlite3.before-restore-1"
    assert path.with_name("journal.sqlite3.before-restore-1-wal").read_bytes() == left
    with Journal(path) as journal:
        assert [game.lines for game in journal.games()] == [GROWTH]


def test_an_app_that_begins_while_a_copy_is_made_keeps_its_journal(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(path) as journal:
        play(journal)
        back_up(journal)
    begun: list[Journal] = []

    def slow(source: Path, target: Path) -> None:
        copyfile(source, target)
        begun.append(Journal(path))

    copyfile = shutil.copyfile
    monkeypatch.setattr(shutil, "copyfile", slow)
    with pytest.raises(JournalBusy):
        restore(path, 1)
    play(begun[0], 3)
    begun[0].close()
    with Journal(path) as journal:
        assert len(journal.games()) == 2
    assert sorted(file.name for file in path.parent.iterdir()) == ["backups", "journal.sqlite3"]
