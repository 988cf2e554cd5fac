"""Counts of all ways in which games can begin (perft), with the numbers worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from engines.game import Game
from engines.look_at_the_stars.model import Pass
from engines.registry import open_game


def ways(game: Game[Any, Any], state: Any, depth: int) -> int:
    """How many sequences of so many legal actions there are; every seat that may act is tried."""
    if not depth:
        return 1
    moves = [action for seat in game.to_move(state) for action in game.legal_actions(state, seat)]
    return len(moves) if depth == 1 else sum(ways(game, game.play(state, action), depth - 1) for action in moves)


@pytest.mark.parametrize(("depth", "count"), [(1, 5), (2, 20), (3, 60), (4, 120), (5, 480), (6, 960)])
def test_stellar_starts_in_960_ways(depth: int, count: int) -> None:
    """Two start cards each, one at a time: 5 x 4 x 3 x 2 = 120. Then either player places either card: 4 ways; then

    the other one either card: 2 ways.
    """
    game = open_game("stellar")
    assert ways(game, game.setup(["Youri", "Neil"]), depth) == count


@pytest.mark.parametrize(("depth", "count"), [(1, 8), (2, 80), (3, 720), (4, 21_600)])
def test_look_at_the_stars_opens_in_21_600_ways(depth: int, count: int) -> None:
    """A slate of 8, a point bonus of 10, a power bonus of 9, a night card of 30."""
    game = open_game("look_at_the_stars")
    assert ways(game, game.setup(["Ana"]), depth) == count


def test_two_slates_are_dealt_in_56_ways() -> None:
    """8 x 7."""
    game = open_game("look_at_the_stars")
    assert ways(game, game.setup(["Ana", "Ravi"]), 2) == 56


def test_a_corner_is_drawn_in_184_ways_on_slate_three() -> None:
    """Card N1 is a corner: at each star, a level and an upright neighbour that are stars, counted in the printed sky:

    187. Three of them hold the printed line G9-H9: G9 with G10 and G8, H9 with H8 (H10 lies outside the arch). Passing
    is one way more.
    """
    game: Any = open_game("look_at_the_stars")
    state = game.setup(["Ana"])
    for name, value in (("slate", 3), ("card", "A3"), ("card", "B4"), ("card", "N1")):
        state = game.play(state, next(a for a in game.legal_actions(state, "nature") if getattr(a, name) == value))
    sky = next(slate.sky for slate in game.pack.slates if slate.id == 3)

    def star(row: int, column: int) -> bool:
        return 0 <= row < len(sky) and 0 <= column < len(sky[row]) and sky[row][column] == "*"

    corners = sum(
        (star(row, column - 1) + star(row, column + 1)) * (star(row - 1, column) + star(row + 1, column))
        for row in range(len(sky))
        for column in range(len(sky[row]))
        if star(row, column)
    )
    assert corners == 187
    actions = game.legal_actions(state, 0)
    assert sum(isinstance(action, Pass) for action in actions) == 1
    assert len(actions) == 187 - 3 + 1


@pytest.mark.parametrize(("depth", "count"), [(1, 6), (2, 12), (3, 72), (4, 492)])
def test_a_solo_game_of_star_explorer_begins_in_492_ways(depth: int, count: int) -> None:
    """A start tile of 6, one of its 2 sides, a size of 6 (chance picks in round I), then any tile of that size:

    12 x 41, for every tile of the box has one of the sizes.
    """
    game = open_game("star_explorer")
    assert ways(game, game.setup(["Nina"]), depth) == count


def test_two_players_of_star_explorer_begin_in_8_640_ways() -> None:
    """2 first players; start tile and side of each player in any order that keeps a tile before its side: 4! / (2 x 2)

    = 6 orders; tiles 6 x 5, sides 2 x 2: 2 x 6 x 30 x 4 = 1 440. Then one of 6 sizes.
    """
    game = open_game("star_explorer")
    state = game.setup(["Nina", "Ada"])
    assert ways(game, state, 5) == 1_440
    assert ways(game, state, 6) == 8_640
