"""What lies before the seats of a simulated table, game by game: as the record has it, and what a player does now."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, get_args

import numpy as np
import pytest

from engines.look_at_the_stars.model import Draw
from engines.look_at_the_stars.rules import LookAtTheStars
from engines.registry import open_game
from engines.star_explorer.bots import random_action
from engines.star_explorer.model import Phase
from engines.star_explorer.rules import StarExplorer
from engines.starfarers.pack import Ball
from engines.stellar.model import EMPTY
from engines.stellar.rules import Stellar
from hardware.simulated.look_at_the_stars import tabletop as slates
from hardware.simulated.look_at_the_stars.pens import Head, Kind, draw_object
from hardware.simulated.look_at_the_stars.player import greedy_player
from hardware.simulated.star_explorer.beside import piece_of, turned_over
from hardware.simulated.starfarers.tabletop import SimulatedShips
from hardware.simulated.stellar import tabletop as cards
from hardware.simulated.stellar.player import played
from hardware.simulated.strokes import Pen
from hardware.simulated.tabletop import SimulatedTable


class Seats(SimulatedTable):
    """A table that notes what is laid before a seat, and draws nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.laid: dict[int, Callable[..., Any]] = {}

    def lay(self, seat: int, picture: Callable[..., Any]) -> None:
        self.laid[seat] = picture


@pytest.fixture
def table() -> Seats:
    return Seats()


def drawn(picture: Callable[..., Any]) -> slates.SlateMarks:
    """What a pen left on a slate that was laid."""
    marks = picture.args[0]  # type: ignore[attr-defined]
    assert isinstance(marks, slates.SlateMarks)
    return marks


# Slates --------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def stars() -> LookAtTheStars:
    game = open_game("look_at_the_stars")
    assert isinstance(game, LookAtTheStars)
    return game


def test_who_draws_now_has_drawn_what_the_simulated_player_wants(stars: LookAtTheStars, table: Seats) -> None:
    state, rng = stars.setup(("Ada", "Ben")), Random(3)
    while not any(isinstance(seat, int) for seat in stars.to_move(state)):
        state = stars.play(state, stars.deal(state, rng))
    action = greedy_player(stars, state, 0)
    assert isinstance(action, Draw)
    slates.SimulatedSlates(table).follow(stars, state, 0)
    assert drawn(table.laid[0]).lines == action.lines
    slates.SimulatedSlates(table).follow(stars, stars.play(state, action), 0)
    assert {frozenset(line) for line in drawn(table.laid[0]).lines} == {frozenset(line) for line in action.lines}


@pytest.fixture(scope="module")
def view() -> slates.SlateView:
    return slates.SlateView(1, 0, 5, (160, 90))


def test_a_line_is_the_same_stroke_in_every_picture(view: slates.SlateView) -> None:
    marks = slates.SlateMarks(lines=(("C4", "D4"),), stars=(("E5", "F6"),), objects=(("planet", "F3"),))
    blank, once, twice = view.marked(slates.SlateMarks()), view.marked(marks), view.marked(marks)
    assert np.array_equal(once, twice)
    assert np.abs(once.astype(int) - blank).max() > 20


PEN = Pen(1.2, 0.9)


@pytest.mark.parametrize(("style", "strokes"), [("barbs", 2), ("half", 1), ("closed", 3), ("star", 10)])
def test_a_hand_draws_the_heads_of_shooting_stars_its_own_way(style: str, strokes: int) -> None:
    head, tail = np.array([20.0, 20.0]), np.array([40.0, 40.0])
    made = Head(4.0, 30.0, style).strokes(np.random.default_rng(1), head, tail, PEN)
    assert len(made) == strokes
    for stroke in made:
        assert np.abs(stroke.points - head).max() < 8


@pytest.mark.parametrize("kind", get_args(Kind))
def test_an_object_is_drawn_around_its_point(view: slates.SlateView, kind: Kind) -> None:
    made = draw_object(np.random.default_rng(1), view.design, kind, "E4", PEN)
    points = np.concatenate([stroke.points for stroke in made])
    assert np.abs((points.max(0) + points.min(0)) / 2 - np.array(view.design.at("E4"))).max() < 14


# Discs ---------------------------------------------------------------------------------------------------------------


def test_a_tile_that_is_turned_over_lies_beside_the_board_and_is_one_that_may_be_there() -> None:
    game = open_game("star_explorer")
    assert isinstance(game, StarExplorer)
    state, rng = game.setup(("Nina", "Ravi")), Random(4)
    while state.phase is not Phase.REVEAL or isinstance(game.to_move(state)[0], int):
        assert turned_over(game, state, 0, 7) is None or state.phase is Phase.REVEAL
        seat = game.to_move(state)[0]
        action = game.deal(state, rng) if not isinstance(seat, int) else random_action(game, state, seat, rng)
        state = game.play(state, action)
    beside = turned_over(game, state, 0, 7)
    assert beside is not None
    assert beside == turned_over(game, state, 0, 7)
    assert beside.tile.size == state.size
    board = game.pack.layout.board
    assert not 0 < beside.at[0] < board.width
    assert 0 < beside.at[1] < board.height
    assert piece_of(beside).at == beside.at


# Cards ---------------------------------------------------------------------------------------------------------------


def test_cards_lie_in_their_slots_and_in_rows_beside_the_telescope(table: Seats) -> None:
    game, state = played(1)
    assert isinstance(game, Stellar)
    assert game.is_over(state)
    player = state.seats[0]
    laid = cards.laid(game, player, 1)
    filled = [slot for slot, code in enumerate(player.telescope, start=1) if code != EMPTY]
    assert [card.slot for card in laid] == filled + [None] * len(player.notebook)
    assert len({card.at for card in laid}) == len(laid)
    cards.SimulatedCards(table, seed=1).play(0)
    assert table.laid[0].args[0] == tuple(laid)  # type: ignore[attr-defined]


# Ships ---------------------------------------------------------------------------------------------------------------


def test_a_ship_shows_the_same_balls_whenever_it_is_asked(table: Seats) -> None:
    balls: list[Ball] = ["black", "blue", "yellow", "red"]
    ships = SimulatedShips(table, seed=3)
    seen = [ships.follow(balls, shake, 1) for shake in range(6)]
    assert seen == [ships.follow(balls, shake, 1) for shake in range(6)]
    assert len(set(seen)) > 1
    assert table.laid[1].args[0] == seen[-1]  # type: ignore[attr-defined]
