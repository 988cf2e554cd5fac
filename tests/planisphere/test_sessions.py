from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engines.errors import NotPossible
from engines.record import ActionLine, Header, ResultLine
from pi_app.paths import journal_path
from pi_app.table.backups import back_up
from pi_app.table.forgetting import forget
from pi_app.table.journal import Journal
from planisphere import cli
from planisphere.commands.sessions import played

STARTED = "2026-01-31T20:00:00+00:00"


@pytest.fixture(autouse=True)
def table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path / "config"))


def play_two() -> None:
    with Journal(journal_path()) as journal:
        first = journal.new_game(Header(game="star_explorer", players=("Nina", "Ravi"), started=STARTED))
        marker = {"type": "first_player", "player": 0}
        journal.append(first, ActionLine(n=1, seat="nature", action=marker, source="touch"))
        sheet = {"players": [{"name": "Nina", "total": 7}, {"name": "Ravi", "total": 9}], "winners": ["Ravi"]}
        journal.append(first, ResultLine(sheet))
        journal.new_game(Header(game="star_explorer", players=("Ada",)))


def test_a_table_without_games_has_an_empty_list_and_gets_no_journal(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["sessions", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"sessions": []}
    assert cli.main(["sessions"]) == 0
    assert capsys.readouterr().err == "no games yet\n"
    assert not journal_path().exists()


def test_every_game_is_listed_with_its_state_and_winner(capsys: pytest.CaptureFixture[str]) -> None:
    play_two()
    assert cli.main(["sessions", "--json"]) == 0
    running, finished = json.loads(capsys.readouterr().out)["sessions"]
    assert (running["id"], running["state"], running["winner"], running["totals"]) == (2, "running", None, {})
    assert finished == {
        "id": 1,
        "game": "star_explorer",
        "players": ["Nina", "Ravi"],
        "started": STARTED,
        "state": "finished",
        "lines": 1,
        "winner": "Ravi",
        "winners": ["Ravi"],
        "totals": {"Nina": 7, "Ravi": 9},
    }


def test_people_read_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    play_two()
    assert cli.main(["sessions"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["id", "started", "game", "state", "players", "winner"]
    assert lines[2].split("  ")[0] == "1"
    assert "Nina 7, Ravi 9" in lines[2]


def test_while_the_app_runs_the_list_is_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    play_two()
    with Journal(journal_path()):
        assert cli.main(["sessions"]) == 3
    message = capsys.readouterr().err
    assert message.startswith("planisphere: another Planisphere has this table's journal open")
    assert message.count("\n") == 1


def test_a_damaged_journal_is_set_aside_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    play_two()
    journal_path().write_bytes(b"damaged" * 1000)
    assert cli.main(["sessions", "--json"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out) == {"sessions": []}
    assert "kept as journal.sqlite3.damaged-1" in captured.err


def test_a_backup_is_listed_and_restored(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["sessions", "backups"]) == 0
    assert capsys.readouterr().err == "no backups yet\n"
    assert cli.main(["sessions", "restore"]) == 2
    assert capsys.readouterr().err == "planisphere: there are no backups yet\n"
    play_two()
    with Journal(journal_path()) as journal:
        lines = [ActionLine(n=n, seat=0, action={"type": "x"}, source="touch") for n in range(1, 200)]
        journal.append(journal.new_game(Header(game="star_explorer", players=("Mia",))), *lines)
        back_up(journal)
    assert cli.main(["sessions", "backups", "--json"]) == 0
    assert [b["games"] for b in json.loads(capsys.readouterr().out)["backups"]] == [3]
    journal_path().write_bytes(b"damaged" * 1000)
    assert cli.main(["sessions", "restore", "1"]) == 0
    assert capsys.readouterr().out == (
        "backup 1 is the journal now; the one before is kept as journal.sqlite3.before-restore-1\n"
    )
    assert len(played()) == 3


@pytest.mark.parametrize("arguments", [["sessions"], ["export", "last", "--format", "csv"]], ids=["sessions", "export"])
def test_games_that_cannot_be_read_are_not_said_to_be_none(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "state" / "journal.sqlite3").mkdir(parents=True)
    assert cli.main(arguments) == 3
    assert capsys.readouterr().err == f"planisphere: {journal_path()}: the journal cannot be opened\n"
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / ("x" * 300)))
    assert cli.main(arguments) == 3
    assert capsys.readouterr().err == f"planisphere: {journal_path()}: File name too long\n"


def test_a_pipe_in_the_journals_place_is_named_and_nobody_waits_for_it(capsys: pytest.CaptureFixture[str]) -> None:
    journal_path().parent.mkdir(parents=True)
    os.mkfifo(journal_path())
    assert cli.main(["sessions"]) == 3
    assert capsys.readouterr().err == f"planisphere: {journal_path()}: the journal cannot be opened\n"


@pytest.mark.parametrize("action", ["backups", "restore"])
def test_backups_out_of_reach_are_not_said_to_be_none(action: str, capsys: pytest.CaptureFixture[str]) -> None:
    play_two()
    folder = journal_path().parent / "backups"
    folder.write_bytes(b"no folder")
    assert cli.main(["sessions", action]) == 3
    assert capsys.readouterr().err == f"planisphere: {folder}: Not a directory\n"
    with Journal(journal_path()) as journal:
        assert not back_up(journal)
        with pytest.raises(NotPossible):
            forget(journal, "Nina")
        assert journal.names() == ["Ada", "Nina", "Ravi"]


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE games SET header = substr(header, 1, 20) WHERE id = 1",
        "UPDATE games SET header = '{\"game\": 5}' WHERE id = 1",
        'UPDATE results SET line = \'{"result":{"players":[{"total":"x"}],"winners":5}}\'',
    ],
    ids=["cut short", "other types", "result"],
)
def test_a_game_that_cannot_be_read_hides_no_other(damage: str, capsys: pytest.CaptureFixture[str]) -> None:
    play_two()
    with closing(sqlite3.connect(journal_path())) as file:
        for (trigger,) in file.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            file.execute(f"DROP TRIGGER {trigger}")
        file.execute(damage)
        file.commit()
    assert [game.players for game in played()] == [("Ada",)]
    assert capsys.readouterr().err == "planisphere: game 1 is left out: it cannot be read\n"
    assert cli.main(["export", "1", "--format", "csv"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
