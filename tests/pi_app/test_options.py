"""Every point on which a rule book is silent can be settled before a game; older records keep what they were."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.record import Header, parse_record
from engines.registry import PAD, game_class, open_game
from engines.rulebook import rulebook
from pi_app.evening.wire import Assignment, SeatCall
from pi_app.games.app_game import app_of, offered
from pi_app.presenters.host_strip import _begin
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.options import ON_A_PAGE, OptionsPresenter
from pi_app.presenters.place import Place
from pi_app.presenters.setup import PlayersPresenter, new_header
from pi_app.steps.entry import Others
from pi_app.steps.view import Done, Grid, Press, Tap


def shown(options: OptionsPresenter) -> list[Tap]:
    stage = options.view().stage
    assert isinstance(stage, Grid)
    return [tap for tap in stage.taps if isinstance(tap, Tap)]


@pytest.mark.parametrize("game", offered())
@pytest.mark.parametrize("digital", [False, True])
def test_every_option_of_the_rules_can_be_settled_with_every_value(game: str, digital: bool) -> None:
    app, book = app_of(game), rulebook(game)
    choices = {c.option: [v for v, _ in c.values] for c in (*app.choices(digital), *app.silent_points(digital))}
    by_the_way = {*app.options(True), *app.options(False), "mode"} - set(choices)
    for option in book.options:
        if option.name not in by_the_way:
            assert set(choices[option.name]) == set(option.values)
    for point in app.silent_points(digital):
        told = next(option for option in book.options if option.name == point.option)
        assert point.values[0][0] == (told.new or told.default)


@pytest.mark.parametrize("game", offered())
def test_new_games_name_what_they_play_and_older_records_mean_what_they_meant(game: str) -> None:
    new = rulebook(game).new_options()
    header = new_header(Place(new=game, names=("Ana", "Ravi"), way="screen"))
    assert new.items() <= header.options.items()
    kind = game_class(game).options_type
    for option in rulebook(game).options:
        assert getattr(kind(), option.name) == option.default
        assert option.new in (None, *option.values)
    wanted = {
        "look_at_the_stars": {"nova_star": "closed", "new_stars": "one_space"},
        "star_explorer": {"all_stars": "blocked"},
        "starfarers": {"replacement": "covered"},
    }
    assert new == wanted.get(game, {})


def test_a_record_without_the_option_is_played_as_before() -> None:
    path = next(Path("tests/records").glob("look_at_the_stars_*.jsonl"))
    header = parse_record(path.read_bytes()).header
    game = open_game("look_at_the_stars")
    older = game.decode_options({k: v for k, v in header.options.items() if k not in game.rules.new_options()})
    assert (older.nova_star, older.new_stars) == ("open", "any")


def test_a_tap_changes_what_is_played_and_the_next_game_says_so(nav: Navigator) -> None:
    nav.open_page("players", new="starfarers", names=("Ana", "Ravi", "Nina"), way="screen")
    players = PlayersPresenter(nav)
    assert players.more == "More rules"
    players.see_more()
    options = OptionsPresenter(nav)
    first, *_rest = shown(options)
    assert (first.note, first.chosen) == ("No", False)
    options.do(first.does)
    first, *_rest = shown(options)
    assert (first.note, first.chosen) == ("Yes", True)
    options.do(Done())
    assert nav.screen == "players"
    assert players.more == "More rules: 1 changed"
    players.start()
    assert nav.open_table.header.options["replacement"] == "face_up"


def test_all_values_come_round_and_all_pages_too(nav: Navigator) -> None:
    nav.open_page("options", new="star_explorer")
    options, silent = OptionsPresenter(nav), app_of("star_explorer").silent_points(False)
    seen = [tap.does for tap in shown(options)]
    options.do(Others())
    seen += [tap.does for tap in shown(options)]
    assert seen == [Press("settle", (point.option,)) for point in silent]
    assert ON_A_PAGE < len(silent) <= 2 * ON_A_PAGE
    options.do(Others())
    assert nav.place.chosen == 0
    for wanted in ("current", "no_lines", "both"):
        options.do(Press("settle", ("equal_types",)))
        assert nav.place.settled["equal_types"] == wanted
    assert new_header(nav.place).options == {"all_stars": "blocked"}


def test_a_game_of_an_evening_names_them_too(nav: Navigator) -> None:
    seats = (SeatCall(name="Ana"), SeatCall(name="Ravi"))
    _begin(nav, Assignment(event="Friday", game="look_at_the_stars", seats=seats))
    assert nav.open_table.header.options == {"nova_star": "closed", "new_stars": "one_space"}


@pytest.mark.parametrize(
    ("game", "wanted", "played"),
    [
        ("stellar", {}, {"hands": "hidden", "mode": "light"}),
        ("stellar", {"mode": "full"}, {"hands": "hidden", "mode": "full"}),
        ("starfarers", {}, {"mode": "light", "replacement": "covered"}),
        ("starfarers", {"mode": "full", "replacement": "face_up"}, {"mode": "full", "replacement": "face_up"}),
    ],
)
def test_a_game_of_an_evening_is_played_as_at_a_table_and_as_the_host_settled(
    nav: Navigator, game: str, wanted: dict[str, str], played: dict[str, str]
) -> None:
    seats = (SeatCall(name="Ana"), SeatCall(name="Ravi"))
    _begin(nav, Assignment(event="Friday", game=game, options=wanted, seats=seats))
    assert nav.open_table.header.options == played


def test_the_score_pad_asks_nothing(nav: Navigator) -> None:
    nav.open_page("players", new="starfarers", way="pad")
    assert PlayersPresenter(nav).more == ""
    assert new_header(nav.place) == Header(game="starfarers", pack=PAD, players=())
