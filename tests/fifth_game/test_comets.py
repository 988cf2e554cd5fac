"""The rules of Comets, each named by the test that holds it."""

from __future__ import annotations

import pytest

from comets.model import CometsOptions, CometsState, Roll, Write
from engines.errors import BadInput
from engines.game import NATURE, IllegalAction
from engines.registry import open_game

GAME = open_game("comets")


def table(*trails: tuple[tuple[int, ...], ...], bonus: str = "five") -> CometsState:
    options = GAME.decode_options({"bonus": bonus})
    fallen = max((tuple(n for trail in seat for n in trail) for seat in trails), key=len)
    return CometsState(players=tuple("ABCD"[: len(trails)]), fallen=fallen, seats=trails, options=options)


@pytest.mark.parametrize("players", [(), ("A", "A"), ("",), tuple("ABCDE")])
def test_one_to_four_players_sit_down(players: tuple[str, ...]) -> None:
    """comets.setup"""
    with pytest.raises(BadInput):
        GAME.setup(players)
    assert GAME.setup(("A",)).seats == (((), (), ()),)


def test_a_number_of_the_dice_falls_for_everybody() -> None:
    """comets.roll"""
    state = GAME.setup(("A", "B"))
    with pytest.raises(IllegalAction, match="no die shows 7"):
        GAME.apply(state, Roll(seat=NATURE, number=7))
    state = GAME.apply(state, Roll(seat=NATURE, number=4))
    assert GAME.to_move(state) == (0, 1)
    with pytest.raises(IllegalAction, match=r"comets\.roll"):
        GAME.apply(state, Roll(seat=NATURE, number=4))


def test_everybody_writes_once_in_any_order_where_there_is_room() -> None:
    """comets.write.turn, comets.write.room"""
    state = GAME.apply(GAME.setup(("A", "B")), Roll(seat=NATURE, number=4))
    state = GAME.apply(state, Write(seat=1, trail=2))
    with pytest.raises(IllegalAction, match=r"comets\.write\.turn"):
        GAME.apply(state, Write(seat=1, trail=2))
    full = table(((1, 2, 3), (), ()))
    with pytest.raises(IllegalAction, match=r"comets\.write\.room"):
        GAME.apply(GAME.play(full, Roll(seat=NATURE, number=1)), Write(seat=0, trail=0))


def test_full_trails_that_never_fall_pay_and_three_of_them_more() -> None:
    """comets.score.trail, comets.score.sky"""
    (player,) = GAME.score(table(((1, 1, 6), (3, 2, 6), (5, 6)))).players
    assert [row.points for row in player.rows] == [8, 0, 0, 0]
    for bonus, points in (("five", 5), ("ten", 10)):
        (player,) = GAME.score(table(((1, 1, 6), (2, 2, 2), (4, 5, 6)), bonus=bonus)).players
        assert [row.points for row in player.rows] == [8, 6, 15, points]
    assert CometsOptions() == CometsOptions(bonus="five")


def test_after_nine_rounds_equal_points_share_the_victory() -> None:
    """comets.end"""
    over = table(((1, 1, 6), (2, 2, 2), (4, 5, 6)), ((1, 1, 6), (2, 2, 2), (4, 5, 6)))
    assert GAME.is_over(over)
    assert GAME.score(over).winners == ("A", "B")


def test_a_position_scores_like_the_game() -> None:
    position = {"game": "comets", "players": [{"name": "A", "trails": [[1, 1, 6], [], [4, 5, 6]]}]}
    assert GAME.score_position(position).players[0].total == 23
    with pytest.raises(BadInput, match="three trails of three"):
        GAME.score_position({"game": "comets", "players": [{"name": "A", "trails": [[1, 1, 6, 6]]}]})
