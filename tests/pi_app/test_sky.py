"""The boards of the game beside what a screen is about: open to everybody, whoever looks."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engines.bots import find_bot
from engines.game import NATURE
from engines.record import Header
from engines.registry import load
from pi_app.games.app_game import app_of
from pi_app.presenters import sky as skies_of
from pi_app.presenters.menu import MenuPresenter
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.onlookers.sketch import Sketch
from pi_app.presenters.sky import Sky, skies, sky
from pi_app.presenters.standing import MAX_BELOW_SKY, SheetPresenter
from pi_app.steps.view import Card, Cover
from tests.pi_app.screen_faults import Frames
from tests.pi_app.test_again import pad

PLAYERS = ("Ana", "Bo", "Cy")


def begin(nav: Navigator, game: str, steps: int, players: tuple[str, ...] = PLAYERS[:2]) -> None:
    """A game on the screen after so many steps of its bots."""
    nav.begin(Header(game=game, players=players, seed=5, options=app_of(game).options(True)))
    bot, rng, table = find_bot(game, "random"), Random(3), nav.open_table
    for _step in range(steps):
        seat = next(seat for seat in table.game.to_move(table.state) if seat != NATURE)
        nav.act(bot(table.game, table.game.view(table.state, seat), seat, rng))


@pytest.mark.parametrize(("game", "players"), [("stellar", 2), ("starfarers", 3)])
def test_it_is_drawn_from_what_no_seat_hides(
    nav: Navigator, game: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(nav, game, 25, PLAYERS[:players])
    table, drawn = nav.open_table, list[Any]()

    def sketch(_game: Any, state: Any, _players: tuple[str, ...]) -> tuple[Sketch, ...]:
        drawn.append(state)
        return ()

    monkeypatch.setattr(skies_of, "load", lambda _name: sketch)
    shown = sky(nav)
    assert shown is not None
    assert shown.stage() is None
    assert drawn[0] != table.state
    for seat in range(players):
        assert table.game.view(drawn[0], seat) == drawn[0], "nothing is left that this seat would not be shown"


@pytest.mark.parametrize(("game", "players"), [("stellar", 2), ("starfarers", 3)])
def test_a_hand_over_shows_it(nav: Navigator, game: str, players: int) -> None:
    begin(nav, game, 25, PLAYERS[:players])
    covered = {"stellar": "stellar_pass", "starfarers": "starfarers_hand_over"}[game]
    stage = load(nav.app.screens()[covered])(nav).view().stage
    assert isinstance(stage, Cover)
    assert isinstance(stage.sky, Sky)
    drawn = stage.sky.stage()
    assert drawn is not None
    assert drawn.sketch.seat in (0, stage.seat + 1)


def test_the_menu_shows_the_board_of_whom_the_game_waits_for(nav: Navigator) -> None:
    begin(nav, "star_explorer", 4)
    stage = MenuPresenter(nav).view().stage
    assert isinstance(stage, Card)
    assert stage.sky == sky(nav)
    waited = next(seat for seat in nav.open_table.game.to_move(nav.state) if seat != NATURE)
    assert isinstance(stage.sky, Sky)
    drawn = stage.sky.stage()
    assert drawn is not None
    assert drawn.sketch.seat == waited + 1


def test_the_score_so_far_shows_every_board_where_there_is_room(nav: Navigator) -> None:
    begin(nav, "look_at_the_stars", 9, PLAYERS)
    assert [one.seat for one in SheetPresenter(nav).sheet().skies] == [0, 1, 2]
    many = ("Ana", "Bo", "Cy", "Di", "Eve")
    assert len(many) > MAX_BELOW_SKY
    begin(nav, "look_at_the_stars", 9, many)
    assert SheetPresenter(nav).sheet().skies == ()
    pad(nav, "Ana", "Bo")
    assert skies(nav) == (), "a pad knows no boards"
    assert sky(nav) is None


def test_one_cover_serves_players_one_after_the_other(nav: Navigator, frames: Frames) -> None:
    begin(nav, "stellar", 25)
    first, second = (Cover(seat, PLAYERS[seat], "", "", sky(nav, seat)) for seat in (0, 1))
    from pi_app.ui.steps.port import Port, part_widget

    cover: Any = part_widget(first, Port(lambda _command: None, lambda _name: None))
    frames(2)
    cover.show(second)
    assert cover.part is second
    assert [child.stage for child in cover.children if hasattr(child, "stage")] == [second.sky]
    assert first.shape() == second.shape() != Cover(0, "Ana", "", "").shape()


def test_a_board_that_is_moved_is_not_drawn_anew(
    nav: Navigator, frames: Frames, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(nav, "stellar", 25)
    shown = sky(nav)
    assert shown is not None
    from pi_app.presenters.onlookers.picture import painted as paints
    from pi_app.ui.widgets import sketch

    drawn = list[tuple[int, int]]()

    def painted(of: Sketch, size: tuple[int, int], *rest: Any) -> Any:
        drawn.append(size)
        return paints(of, size, *rest)

    monkeypatch.setattr(sketch, "painted", painted)
    box = sketch.SketchBox(shown.stage(), size=(220, 170))
    frames(1)
    box.pos = 90, 40
    frames(1)
    box.width = 200
    frames(1)
    assert drawn == [(220, 170), (200, 170)]


def test_a_board_without_anything_on_it_is_left_out(nav: Navigator) -> None:
    nav.begin(Header(game="look_at_the_stars", players=PLAYERS))
    shown = sky(nav)
    assert shown is not None
    assert shown.stage() is None
    assert skies(nav) == ()


def test_a_game_left_before_it_was_drawn_is_drawn_as_it_was(nav: Navigator) -> None:
    begin(nav, "look_at_the_stars", 9)
    shown = sky(nav)
    nav.home()
    begin(nav, "star_explorer", 4)
    assert shown is not None
    assert shown.stage() is not None


def test_a_step_taken_back_and_another_one_taken_is_another_moment(nav: Navigator) -> None:
    begin(nav, "look_at_the_stars", 9)
    seat = next(seat for seat in nav.open_table.game.to_move(nav.state) if seat != NATURE)
    before, moves = sky(nav, 0), nav.open_table.game.legal_actions(nav.state, seat)
    found = list[Any]()
    for move in moves[:2]:
        nav.act(move)
        found.append(sky(nav, 0))
        nav.undo()
    assert found[0] != found[1]
    assert sky(nav, 0) == before


def test_it_is_drawn_after_the_frame_that_it_stands_in(nav: Navigator, frames: Frames) -> None:
    from pi_app.ui.widgets.sketch import SkyBox

    begin(nav, "stellar", 25)
    asked = list[Sky]()
    shown = sky(nav)
    assert shown is not None

    class Late(SkyBox):
        def drawn(self) -> Any:
            asked.append(self.stage)

    box = Late(shown, size=(200, 100))
    assert asked == [], "nothing is drawn to build it"
    frames(3)
    assert asked == [shown]
    box.show(sky(nav, shown.seat))  # type: ignore[arg-type]
    frames(3)
    assert asked == [shown], "the same moment is drawn once"
