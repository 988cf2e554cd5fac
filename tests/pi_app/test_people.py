"""People of a table: statistics, records, a result to scan, files to take along, and being forgotten."""

from __future__ import annotations

import json
from pathlib import Path
from threading import Event

import numpy as np
import pytest

from engines.errors import NotPossible
from engines.pad import Close, Write
from engines.record import Header
from pi_app import i18n
from pi_app.games.app_game import offered
from pi_app.presenters.colours import (
    COLOURS,
    REMEMBERED,
    Clash,
    colour_words,
    decoded,
    remember,
    remembered,
    shared_out,
)
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.people import people_of, records, statistics
from pi_app.presenters.people_page import ColourTap, Line, PeoplePresenter
from pi_app.presenters.setup import PlayersPresenter
from pi_app.presenters.standing import PastPresenter, SheetPresenter
from pi_app.presenters.take import MAX_CODE, TakePresenter, result_text
from pi_app.steps.view import Code, Press, Words
from pi_app.table import takeaway
from pi_app.table.backups import back_up, backups
from pi_app.table.takeaway import find_stick, take
from pi_app.ui import theme
from tests.pi_app.screen_faults import Stage, luminance
from tests.pi_app.steps import parts_of, says, taps

SCORES = ((("Ana", 12), ("Bo", 30)), (("Ana", 41), ("Bo", 30)), (("Cy", 41), ("Ana", 7)))


def keep(nav: Navigator, *scores: tuple[str, int]) -> None:
    """A finished pad of Star Explorer."""
    nav.begin(Header(game="star_explorer", pack="pad", players=tuple(name for name, _ in scores)))
    for seat, (_name, points) in enumerate(scores):
        nav.act(Write(seat=seat, row="round.1", sum=str(points)))
    nav.act(Close(seat=0))


@pytest.fixture
def nav(nav: Navigator) -> Navigator:
    for scores in SCORES:
        keep(nav, *scores)
    nav.home()
    return nav


def test_statistics_count_games_victories_best_and_average(nav: Navigator) -> None:
    (ana,) = statistics(nav, "Ana")
    assert (ana.games, ana.wins, ana.best, ana.average) == (3, 1, 41, 20.0)
    assert people_of(nav) == ["Cy", "Ana", "Bo"]


def test_an_average_is_written_as_the_language_writes_numbers(nav: Navigator) -> None:
    nav.open_page("people", row="Ana")
    people = PeoplePresenter(nav)
    assert [line.values[-1] for line in parts_of(people.view(), Line)] == ["Average", "20.0"]
    i18n.set_language("pl")
    assert [line.values[-1] for line in parts_of(people.view(), Line)][1:] == ["20,0"]


def test_the_record_of_a_game_is_held_by_who_made_it_first(nav: Navigator) -> None:
    assert [(best.name, best.points) for best in records(nav)] == [("Ana", 41)]


def test_a_game_that_goes_on_counts_nowhere(nav: Navigator) -> None:
    nav.begin(Header(game="star_explorer", pack="pad", players=("Ana", "Bo")))
    nav.act(Write(seat=0, row="round.1", sum="500"))
    assert statistics(nav, "Ana")[0].games == 3
    assert records(nav)[0].points == 41


def test_bots_are_in_no_statistics(nav: Navigator) -> None:
    header = Header(game="star_explorer", players=("Ana", "Bot A (easy)"), options={"piles": "dealt"}, seed=3)
    nav.begin(header, {1: "random"})
    assert "Bot A (easy)" not in people_of(nav)


def test_somebody_who_asks_is_forgotten_in_games_results_statistics_and_backups(
    nav: Navigator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pi_app.table.backups.GROWTH", 1)
    assert back_up(nav.journal)
    nav.open_page("people")
    people = PeoplePresenter(nav)
    people.choose("Ana")
    people.confirm()
    assert "Ana" in people_of(nav)
    people.ask()
    question = people.view().pending
    assert question is not None
    assert "Ana" in question.consequences[0]
    people.confirm()
    assert people_of(nav) == ["Cy", "Bo"]
    assert nav.notice == "Ana is forgotten in 3 games."
    assert [game.players for game in nav.journal.games()] == [("Cy", "—"), ("—", "Bo"), ("—", "Bo")]
    assert nav.journal.games()[1].winners == ("—",)
    nav.journal.close()
    copies = [tmp_path / "journal.sqlite3", *(copy.path for copy in backups(tmp_path / "journal.sqlite3"))]
    assert len(copies) == 2
    for path in [*copies, *tmp_path.rglob("*-wal")]:
        assert b'"Ana"' not in path.read_bytes()


def test_a_game_of_somebody_forgotten_is_opened_and_still_only_grows(nav: Navigator) -> None:
    people = PeoplePresenter(nav)
    nav.open_page("people", row="Ana", photo=True)
    people.confirm()
    nav.resume(1)
    assert nav.screen == "final"
    assert SheetPresenter(nav).sheet().lines[0].name == "—"
    nav.undo()
    nav.act(Close(seat=0))
    assert nav.open_table.finished
    file = nav.journal._file
    assert file is not None
    with pytest.raises(Exception, match="only grows"):
        file.execute("UPDATE lines SET line = ''")


def test_two_forgotten_players_of_one_game_stay_two(nav: Navigator) -> None:
    for name in ("Ana", "Bo"):
        nav.open_page("people", row=name, photo=True)
        PeoplePresenter(nav).confirm()
    assert nav.journal.games()[1].players == ("—", "— 2")


def test_nobody_is_forgotten_while_saving_is_off(nav: Navigator) -> None:
    nav.journal._off(OSError())
    with pytest.raises(NotPossible):
        nav.journal.forget("Ana", "—")
    assert "Ana" in people_of(nav)


# Taking along ----------------------------------------------------------------------------------------------------


def test_the_code_holds_the_result_in_plain_words(nav: Navigator) -> None:
    nav.resume(2)
    assert result_text(nav).splitlines() == [
        "Planisphere: Star Explorer",
        "2026-01-31 20:00",
        "* Ana 41 (I 41)",
        "Bo 30 (I 30)",
    ]


def test_a_long_result_keeps_the_totals(nav: Navigator) -> None:
    names = tuple(f"A name of size {k}" for k in range(4))
    nav.begin(Header(game="star_explorer", pack="pad", players=names))
    for seat in range(4):
        for row in nav.open_table.game.rows:  # type: ignore[attr-defined]
            nav.act(Write(seat=seat, row=row, sum="100"))
    text = result_text(nav)
    assert len(text) <= MAX_CODE
    assert text.count("1000") == 4


def test_the_other_code_is_the_play_for_bg_stats(nav: Navigator) -> None:
    nav.resume(2)
    nav.open_page("take")
    TakePresenter(nav).do(Press("show", ("bgstats",)))
    code = TakePresenter(nav).view().stage
    assert isinstance(code, Code)
    play = json.loads(code.text)
    assert [(p["name"], p["score"], p["winner"]) for p in play["players"]] == [("Ana", "41", True), ("Bo", "30", False)]


def test_files_go_to_the_stick_whole_or_not_at_all(nav: Navigator, tmp_path: Path) -> None:
    nav.resume(2)
    taken = take(nav.open_table, tmp_path)
    assert taken.failure is None
    assert sorted(path.name.split(".", 1)[1] for path in taken.folder.iterdir()) == [
        "bgstats.json",
        "csv",
        "json",
        "jsonl",
        "pdf",
        "png",
    ]
    (tmp_path / "file").write_text("")
    assert take(nav.open_table, tmp_path / "file").failure


def test_without_a_stick_files_go_to_the_tables_own_folder(
    nav: Navigator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(takeaway, "state_dir", lambda: tmp_path)
    nav.resume(2)
    nav.open_page("take")
    page = TakePresenter(nav)
    page.do(Press("save"))
    while not taps(page.view())["save"].on:
        page.tick()
        Event().wait(0.01)
    assert Words(f"No stick was found. Saved in {tmp_path / 'exports'}", "good") in page.view().panel


def test_a_folder_that_is_no_stick_is_none(tmp_path: Path) -> None:
    (tmp_path / "media" / "folder").mkdir(parents=True)
    assert find_stick(root=tmp_path) is None


def test_people_and_take_along_read_well(nav: Navigator, stage: Stage) -> None:
    nav.resume(2)
    for page, details in (("people", {}), ("people", {"row": "Ana"}), ("take", {}), ("final", None)):
        if details is None:
            nav.put(type(nav.place)())
        else:
            nav.open_page(page, **details)
        stage.frames(3)
        assert not stage.faults(), page


# Colours ---------------------------------------------------------------------------------------------------------


def test_nobody_sits_with_the_colour_of_somebody_else() -> None:
    plain, none = shared_out(("Ana", "Bo", "Cy"), {})
    assert (plain, none) == ((0, 1, 2), ())
    given, clashes = shared_out(("Ana", "Bo", "Cy", "Di"), {"Bo": 4, "Di": 4, "Cy": 0})
    assert given == (1, 4, 0, 5)
    assert clashes == (Clash("Di", "Bo", 4, 5),)
    eight = [f"P{seat}" for seat in range(8)]
    assert sorted(shared_out(eight, dict.fromkeys(eight, 3))[0]) == list(range(8))


def test_a_colour_is_remembered_with_the_person_and_offered_in_every_game(nav: Navigator) -> None:
    for game in offered():
        players = PlayersPresenter(nav)
        nav.open_page("players", new=game, names=("Ana", "Bo"))
        if game == next(iter(offered())):
            players.recolour("Bo")
        assert players.colours == (0, 2)
        players.start()
        assert nav.colours == (0, 2, 1, 3, 4, 5, 6, 7)
        nav.home()
    again = Navigator(nav.journal)
    assert remembered(again) == {"Bo": 2}
    again.resume(nav.journal.games()[0].id)
    assert again.colours == (0, 2, 1, 3, 4, 5, 6, 7), "a game keeps its colours"


def test_who_sits_later_gets_another_colour_and_it_is_said(nav: Navigator) -> None:
    remember(nav, "Ana", 4)
    remember(nav, "Bo", 4)
    nav.open_page("players", names=("Bo", "Ana"))
    players = PlayersPresenter(nav)
    assert [colour_words(colour) for colour in players.colours] == ["blue", "yellow"]
    assert "Bo has blue already: Ana gets yellow this time." in says(players.view())
    players.recolour("Ana")
    assert [colour_words(colour) for colour in players.colours] == ["blue", "red"]
    assert says(players.view())[0].startswith("In turn order")
    assert remembered(nav) == {"Ana": 6, "Bo": 4}


def test_a_guests_colour_is_the_games_and_nobody_elses(nav: Navigator) -> None:
    nav.open_page("players", names=("Ana", "Guest 1"))
    players = PlayersPresenter(nav)
    players.recolour("Guest 1")
    assert [colour_words(colour) for colour in players.colours] == ["green", "violet"]
    players.start()
    game = nav.open_table.game_id
    nav.home()
    nav.open_page("players", names=("Ana", "Guest 1"))
    assert [colour_words(colour) for colour in players.colours] == ["green", "orange"], "another guest, another evening"
    assert not remembered(nav)
    nav.resume(game)
    assert nav.colours is not None
    assert nav.colours[:2] == (0, 2), "the game keeps it"


def test_a_guest_who_leaves_the_table_takes_the_colour_along(nav: Navigator) -> None:
    nav.open_page("players", names=("Ana", "Guest 1"))
    players = PlayersPresenter(nav)
    players.recolour("Guest 1")
    players.unseat("Guest 1")
    players.sit_down("Guest 1")
    assert [colour_words(colour) for colour in players.colours] == ["green", "orange"]


def test_guests_are_in_no_records_and_among_no_people_but_in_past_games(nav: Navigator) -> None:
    keep(nav, ("Ana", 20), ("Guest 1", 500))
    keep(nav, ("Gast 2", 600), ("Ana", 21))
    nav.home()
    assert [(best.name, best.points) for best in records(nav)] == [("Ana", 41)]
    assert people_of(nav) == ["Ana", "Cy", "Bo"]
    nav.open_page("people")
    people = taps(PeoplePresenter(nav).view())
    assert "person.Ana" in people
    assert "person.Guest 1" not in people
    lines = [row.taps[0].text for row in PastPresenter(nav).view().stage.parts[:2]]  # type: ignore[attr-defined]
    assert lines == ["Guest 2 600 · Ana 21", "Ana 20 · Guest 1 500"]


def test_a_bots_colour_is_nobodys(nav: Navigator) -> None:
    nav.open_page("players", names=("Ana", "Bot A (easy)"), bots={"Bot A (easy)": "random"})
    PlayersPresenter(nav).recolour("Bot A (easy)")
    assert not remembered(nav)


def test_the_page_of_people_chooses_colours_too(nav: Navigator) -> None:
    nav.open_page("people", row="Ana")
    people = PeoplePresenter(nav)
    assert not any(tap.chosen for tap in parts_of(people.view(), ColourTap))
    people.do(taps(people.view())["colour.6"].does)
    assert [tap.colour for tap in parts_of(people.view(), ColourTap) if tap.chosen] == [6]
    assert "Colour: red" in says(people.view())
    people.do(taps(people.view())["records"].does)
    assert not parts_of(people.view(), ColourTap)


def test_a_colour_and_a_seat_at_the_set_up_are_erased_with_the_person(
    nav: Navigator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pi_app.table.backups.GROWTH", 1)
    remember(nav, "Ana", 3)
    remember(nav, "Bo", 5)
    nav.open_page("players", names=("Ana", "Bo"))
    assert back_up(nav.journal)
    nav.open_page("people", row="Ana", photo=True)
    nav.move(back=None)
    PeoplePresenter(nav).confirm()
    assert remembered(nav) == {"Bo": 5}
    nav.journal.close()
    for path in [tmp_path / "journal.sqlite3", *(copy.path for copy in backups(tmp_path / "journal.sqlite3"))]:
        assert b'"Ana"' not in path.read_bytes()


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"Ana": "mauve"}', '{"Ana": 3}', '["green","green"]', '["x"]', '{"Guest 1": "red"}']
)
def test_damaged_colours_are_plain_ones(nav: Navigator, text: str) -> None:
    nav.journal.set_place(REMEMBERED, text)
    assert not remembered(nav)
    assert decoded(text) == tuple(range(8))


def test_every_colour_has_a_shape_of_its_own_and_stands_out() -> None:
    assert len({colour.shape for colour in COLOURS}) == len({colour.words for colour in COLOURS}) == len(COLOURS)
    for palette in theme.PALETTES.values():
        for colour in palette.SEATS:
            assert contrast(colour, palette.INK) >= 4.5
            assert contrast(colour, palette.SURFACE) >= 4.5


def contrast(one: theme.Colour, other: theme.Colour) -> float:
    """By WCAG 2.2."""
    high, low = sorted((float(luminance(np.asarray(colour[:3]))) for colour in (one, other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_badges_wear_the_colours_of_the_game(nav: Navigator, stage: Stage) -> None:
    remember(nav, "Ana", 7)
    nav.open_page("players", new="look_at_the_stars", names=("Bo", "Ana", "Nicolás", "Łucja"))
    stage.frames(2)
    assert not stage.faults_in_every_look()
    stage.tap("recolour.Bo")
    assert remembered(nav)["Bo"] == 3, "the first that nobody here has"
    PlayersPresenter(nav).start()
    stage.frames(2)
    assert theme.seated[:2] == (3, 7)
    assert theme.SEATS[1] == theme.PALETTES[theme.current.theme].SEATS[7]
    nav.home()
    nav.begin(Header(game="star_explorer", players=("Ana", "Bo")))
    stage.frames(2)
    assert theme.seated == tuple(range(8))
    eight = ("Nina", "Nicolás", "Łucja", "Håkon", "Ana", "Bo", "Émile", "Jörg")
    nav.open_page("players", new="look_at_the_stars", names=eight)
    stage.frames(2)
    assert not stage.faults_in_every_look()
    nav.open_page("people", row="Ana")
    stage.frames(2)
    assert not stage.faults_in_every_look()
