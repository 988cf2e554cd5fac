from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from urllib.parse import unquote

import pytest
from pypdf import PdfReader

from engines.record import Header, parse_record, replay_record
from engines.registry import open_game
from engines.star_explorer.bots import random_action
from engines.star_explorer.model import Draw
from engines.star_explorer.rules import StarExplorer
from pi_app.paths import journal_path
from pi_app.table.export import FORMATS, bgstats_link
from pi_app.table.journal import Journal
from pi_app.table.session import TableSession
from planisphere import cli

PLAYERS = ("Nina", "Zoë, the 2nd")


def clock_from(minute: int) -> Iterator[str]:
    while True:
        yield f"2026-01-31T{20 + minute // 600}:{minute // 10 % 60:02}:00+02:00"
        minute += 1


def play(journal: Journal, *, to_the_end: bool = True, players: tuple[str, ...] = PLAYERS) -> int:
    times = clock_from(0)
    session = TableSession.begin(journal, Header(game="star_explorer", players=players, seed=3), lambda: next(times))
    game, rng = session.game, Random(1)
    assert isinstance(game, StarExplorer)
    session.play_nature()
    while not session.over:
        if not to_the_end and session.past("draw"):
            break
        seat = next(seat for seat in game.to_move(session.state) if isinstance(seat, int))
        session.act(random_action(game, session.state, seat, rng))
        session.play_nature()
    session.finish()
    return session.game_id


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A state folder with one finished game and one that is running."""
    folder = tmp_path_factory.mktemp("state")
    with Journal(folder / "journal.sqlite3") as journal:
        play(journal)
        play(journal, to_the_end=False)
    return folder


@pytest.fixture(autouse=True)
def table(monkeypatch: pytest.MonkeyPatch, played: Path, tmp_path: Path) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(played))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path / "config"))


def exported(capfdbinary: pytest.CaptureFixture[bytes], session: str, kind: str) -> bytes:
    assert cli.main(["export", session, "--format", kind]) == 0
    return capfdbinary.readouterr().out


def test_json_holds_the_score_sheet_and_every_line(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    data = json.loads(exported(capfdbinary, "1", "json"))
    assert (data["session"], data["state"], data["game"]) == (1, "finished", "star_explorer")
    assert data["record"]["lines"][-1]["result"] == data["sheet"]
    assert data["record"]["header"]["players"] == list(PLAYERS)
    for player in data["sheet"]["players"]:
        assert player["total"] == sum(row["points"] for row in player["rows"])


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@A1"])
def test_a_name_is_no_formula_of_a_spreadsheet(name: str, tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        number = play(journal, to_the_end=False, players=(name, "Zoë"))
        header = journal.record(number).header
        session = TableSession(journal, number, open_game(header.game, header.pack))
        table = FORMATS["csv"](session).decode()
    players = {row["player"] for row in csv.DictReader(io.StringIO(table))}
    assert players == {"'" + name, "Zoë"}


def test_the_exported_record_replays_to_the_same_sheet(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    record = parse_record(exported(capfdbinary, "1", "record"))
    game = open_game("star_explorer")
    sheet = game.score(replay_record(game, record).state)
    told = json.loads(exported(capfdbinary, "1", "json"))["sheet"]["players"]
    assert [player.total for player in sheet.players] == [player["total"] for player in told]


def test_csv_has_a_row_for_each_player_and_row_of_the_pad(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    text = exported(capfdbinary, "1", "csv").decode()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert {row["player"] for row in rows} == set(PLAYERS)
    for seat, name in enumerate(PLAYERS):
        mine = [row for row in rows if row["player"] == name]
        points = {row["row"]: int(row["points"]) for row in mine}
        assert {row["seat"] for row in mine} == {str(seat)}
        pad = [value for row, value in points.items() if row != "total" and not row.startswith("tiebreak.")]
        assert points["total"] == sum(pad)
        assert {f"round.{n}" for n in range(1, 7)} <= set(points)
    assert sum(row["parts"] == "winner" for row in rows if row["row"] == "total") >= 1


def test_a_play_for_bg_stats_names_the_winner_and_the_end_in_utc(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    play = json.loads(exported(capfdbinary, "1", "bgstats"))
    assert play["game"] == {
        "name": "Star Explorer",
        "sourceGameId": "star_explorer",
        "highestWins": True,
        "noPoints": False,
    }
    scores = [int(player["score"]) for player in play["players"]]
    assert [player["winner"] for player in play["players"]] == [score == max(scores) for score in scores]
    assert sorted(player["rank"] for player in play["players"]) == [1, 2]
    assert play["playDate"].startswith("2026-01-31 18:")
    assert play["durationMin"] >= 1


def test_the_bg_stats_link_carries_the_play_and_the_same_game_has_the_same_id(played: Path) -> None:
    with Journal(played / "journal.sqlite3") as journal:
        sessions = [TableSession.resume(journal, game) for game in (1, 1, 2)]
    ids = [json.loads(FORMATS["bgstats"](session))["sourcePlayId"] for session in sessions]
    assert ids[0] == ids[1] != ids[2]
    link = bgstats_link(sessions[0])
    assert json.loads(unquote(link.split("?data=")[1]))["sourcePlayId"] == ids[0]
    assert " " not in link


@pytest.mark.parametrize("players", [("Nina",), PLAYERS, ("Nina", "Ravi", "Ada", "A very long name that does not fit")])
def test_the_pdf_is_one_page_with_every_total_on_it(tmp_path: Path, players: tuple[str, ...]) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        session = TableSession.resume(journal, play(journal, players=players))
        reader = PdfReader(io.BytesIO(FORMATS["pdf"](session)))
    assert len(reader.pages) == 1
    text = reader.pages[0].extract_text()
    assert "Star Explorer" in text
    assert "Nina" in text
    for player in session.sheet.players:
        assert str(player.total) in text.split()


def test_the_pdf_names_everybody_in_letters_that_it_has(tmp_path: Path) -> None:
    players = ("Ada \U0001f680", "שרה", "Konstantinopolitańczyk-Wölfelschneider von und zu Brzęcz", "Zoe\u0301")
    with Journal(tmp_path / "journal.sqlite3") as journal:
        session = TableSession.resume(journal, play(journal, players=players))
        text = PdfReader(io.BytesIO(FORMATS["pdf"](session))).pages[0].extract_text()
    assert "Zoé" in text
    assert "Player 2" in text
    assert not {"\U0001f680", "ש"} & set(text)
    assert "Konstantinop" in text


def test_the_pdf_says_what_the_table_accepted(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        session = TableSession.resume(journal, play(journal))
        first = session.past("draw")[0]
        drawn = sorted(star for line in first.action.lines for star in line)
        drawing = Draw(seat=first.action.seat, lines=((drawn[0], drawn[-1]),))
        broken = [v.rule for v in session.preview_correction(first.line, drawing).broken]
        session.correct(first.line, drawing, overruled=tuple(broken))
        text = PdfReader(io.BytesIO(FORMATS["pdf"](session))).pages[0].extract_text()
    assert "Accepted by the table" in text
    assert "The shape differs from the tile" in text


def test_last_is_the_newest_game_and_a_running_one_says_so(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    data = json.loads(exported(capfdbinary, "last", "json"))
    assert (data["session"], data["state"]) == (2, "running")
    assert "result" not in data["record"]["lines"][-1]


def test_out_writes_the_file_whole(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    target = tmp_path / "sheet.csv"
    assert cli.main(["export", "1", "--format", "csv", "--out", str(target)]) == 0
    assert capfdbinary.readouterr().out == b""
    assert target.read_text("utf-8").startswith("session,game,")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["sheet.csv"]


@pytest.mark.parametrize("session", ["9", "0", "-1", "two", "²", "1 "])
def test_an_unknown_game_is_bad_input_and_names_those_that_are(
    capsys: pytest.CaptureFixture[str], session: str
) -> None:
    assert cli.main(["export", "--format", "csv", "--", session]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "expected `last` or one of 1, 2" in captured.err


def test_a_folder_that_is_not_there_is_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["export", "1", "--format", "pdf", "--out", str(tmp_path / "no" / "sheet.pdf")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_a_table_that_never_played_is_bad_input_and_gets_no_journal(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "new"))
    assert cli.main(["export", "last", "--format", "csv"]) == 2
    assert "no game was played" in capsys.readouterr().err
    assert not journal_path().exists()
    Journal(journal_path()).close()
    assert cli.main(["export", "last", "--format", "csv"]) == 2
    assert "no game was played" in capsys.readouterr().err
