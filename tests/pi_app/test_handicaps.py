"""Handicaps: settled with the players, on the sheet and in files, never in the record's result."""

from __future__ import annotations

import csv
from pathlib import Path

import msgspec
import pytest

from engines.record import Header, ResultLine, format_header, parse_record
from pi_app.evening.outbox import LinkView, Outbox
from pi_app.evening.wire import Assignment
from pi_app.games.app_game import offered
from pi_app.host.pin import HostPin
from pi_app.presenters.again import seat_again
from pi_app.presenters.ending import margin_words
from pi_app.presenters.host import Desk
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.options import OptionsPresenter
from pi_app.presenters.setup import PlayersPresenter
from pi_app.presenters.standing import SheetPresenter
from pi_app.presenters.take import result_text
from pi_app.steps.view import Press
from pi_app.table.export import bgstats_play, export_csv, export_record
from tests.pi_app.test_onlookers import take_up

RECORDS = Path(__file__).parents[1] / "records"


def played(nav: Navigator, *points: int) -> None:
    """A finished game of Stellar between two people, the first of whom has lost, with these handicaps."""
    record = parse_record((RECORDS / "stellar_at_the_table.jsonl").read_bytes())
    lines = [line for line in record.lines if not isinstance(line, ResultLine)]
    game = nav.journal.new_game(msgspec.structs.replace(record.header, handicaps=points))
    nav.journal.append(game, *lines)
    nav.resume(game)


def test_a_header_without_handicaps_says_nothing_of_them_and_one_with_them_keeps_them() -> None:
    plain = Header(game="stellar", players=("Ana", "Bo"))
    assert b"handicaps" not in format_header(plain)
    given = format_header(msgspec.structs.replace(plain, handicaps=(0, 10)))
    assert parse_record(given).header.handicaps == (0, 10)


def test_they_are_settled_with_the_players_and_stand_in_the_header(nav: Navigator) -> None:
    nav.open_page("players", new="look_at_the_stars", names=("Ana", "Bo"), way="table")
    PlayersPresenter(nav).see_more()
    OptionsPresenter(nav).do(Press("settle", ("handicap.Bo",)))
    OptionsPresenter(nav).do(Press("settle", ("handicap.Bo",)))
    nav.back()
    assert PlayersPresenter(nav).more == "More rules: 1 changed"
    PlayersPresenter(nav).start()
    header = nav.open_table.header
    assert header.handicaps == (0, 10)
    assert not any(key.startswith("handicap") for key in header.options)
    nav.home()
    seat_again(nav, nav.journal.games()[0])
    assert nav.place.settled["handicap.Bo"] == "10"


def test_star_explorer_gives_them_by_the_bands_of_games_alone(nav: Navigator) -> None:
    nav.open_page("options", new="star_explorer", names=("Ana", "Bo"))
    values = []
    for _ in range(4):
        OptionsPresenter(nav).do(Press("settle", ("handicap.Ana",)))
        values.append(nav.place.settled["handicap.Ana"])
    assert values == ["20", "60", "100", "0"], "the book's bands end at 50, 90, 130 and 150"


@pytest.mark.parametrize("game", offered())
def test_who_plays_alone_or_on_a_pad_has_none(nav: Navigator, game: str) -> None:
    for names, way in ((("Ana",), "table"), (("Ana", "Bo"), "pad")):
        nav.open_page("options", new=game, names=names, way=way)
        assert not any(choice.option.startswith("handicap") for choice in OptionsPresenter(nav)._choices())


def test_an_event_has_none_unless_its_host_says_so(nav: Navigator, tmp_path: Path) -> None:
    outbox = Outbox(tmp_path / "outbox.sqlite3")
    nav.desk = Desk(HostPin(tmp_path / "pin"), outbox)
    nav.open_page("players", new="stellar", names=("Ana", "Bo"), settled={"handicap.Ana": "5"})
    for aids, wanted in ((False, msgspec.UNSET), (True, (5, 0))):
        outbox.view = LinkView(state="connected", table=1, assignment=Assignment(event="Friday", aids=aids))
        nav.open_page("players", new="stellar", names=("Ana", "Bo"), settled={"handicap.Ana": "5"})
        PlayersPresenter(nav).start()
        assert nav.open_table.header.handicaps == wanted


def test_the_sheet_says_who_wins_with_it_and_what_it_would_be_without(nav: Navigator) -> None:
    played(nav, 0, 0)
    plain = nav.open_table.sheet
    loser = next(seat for seat, player in enumerate(plain.players) if player.name not in plain.winners)
    gap = plain.players[1 - loser].total - plain.players[loser].total
    played(nav, *((gap + 3, 0) if loser == 0 else (0, gap + 3)))
    view = SheetPresenter(nav).sheet()
    assert view.columns[-1] == "Handicap"
    assert view.verdict == f"{plain.players[loser].name} wins"
    assert view.podium[0].seat == loser
    assert margin_words(nav.open_table) == "by 3 points"
    assert f"Without handicaps: {plain.players[0].name} {plain.players[0].total}" in view.story
    assert f"Handicap {gap + 3}" in result_text(nav)
    assert [cell.open for cell in (line.cells[-1] for line in view.lines)] == [False, False]


def test_the_result_of_the_record_is_without_it_and_files_say_both(nav: Navigator) -> None:
    played(nav, 0, 200)
    table = nav.open_table
    assert table.finished
    assert parse_record(export_record(table)).lines[-1] == ResultLine.of(table.sheet)
    rows = list(csv.DictReader(export_csv(table).decode().splitlines()))
    found = {(row["player"], row["row"]): row["points"] for row in rows}
    name, total = table.players[1], table.sheet.players[1].total
    assert found[name, "total"] == str(total)
    assert found[name, "handicap"] == "200"
    assert found[name, "total_with_handicap"] == str(total + 200)
    assert bgstats_play(table)["comments"] == f"handicaps beside it: {name} +200"
    assert nav.journal.games()[0].totals == tuple(player.total for player in table.sheet.players)


def test_a_game_without_handicaps_is_as_it_was(nav: Navigator) -> None:
    take_up(nav, "stellar_tie", 1.0)
    view = SheetPresenter(nav).sheet()
    assert "Handicap" not in view.columns
    assert "handicap" not in export_csv(nav.open_table).decode()
