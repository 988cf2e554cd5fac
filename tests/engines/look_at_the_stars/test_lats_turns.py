"""Setup and the 18 turns, and small skies counted by hand."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from engines.errors import BadInput
from engines.game import NATURE, Game
from engines.look_at_the_stars.model import (
    DealSlate,
    DeclinePower,
    Draw,
    OpenBonus,
    Pass,
    Phase,
    Reveal,
    StarsOptions,
    StarsState,
)
from engines.look_at_the_stars.rules import LookAtTheStars
from tests.engines.look_at_the_stars.lats_tables import (
    BOX,
    DEFAULTS,
    HOUSE,
    NAMES,
    PACK_BYTES,
    at,
    draw,
    power,
    rules_of,
    slate,
    star,
)


def set_up(players: int = 2) -> StarsState:
    state = HOUSE.setup(NAMES[:players])
    for seat in range(players):
        state = HOUSE.apply(state, DealSlate(seat, seat + 1, seat=NATURE))
    for card in ("A3", "B4"):
        state = HOUSE.apply(state, OpenBonus(card, seat=NATURE))
    return state


def test_one_to_eight_players_take_part() -> None:
    """look_at_the_stars.setup.players"""
    assert (HOUSE.min_players, HOUSE.max_players) == (1, 8)
    for players in (1, 8):
        assert len(HOUSE.setup(NAMES[:players]).slates) == players
    with pytest.raises(BadInput, match="0 players, expected 1 to 8"):
        HOUSE.setup([])
    with pytest.raises(BadInput, match="two players are called 'Ana'"):
        HOUSE.setup(["Ana", "Ravi", "Ana"])


def test_each_player_takes_a_different_slate() -> None:
    """look_at_the_stars.setup.slates"""
    state = HOUSE.apply(HOUSE.setup(NAMES[:2]), DealSlate(0, 3, seat=NATURE))
    assert rules_of(state, DealSlate(1, 3, seat=NATURE)) == ["setup.slates"]
    assert rules_of(state, DealSlate(1, 9, seat=NATURE)) == ["setup.slates"]
    assert rules_of(state, DealSlate(0, 4, seat=NATURE)) == ["setup.slates"]
    assert [action.slate for action in HOUSE.legal_actions(state, NATURE) if isinstance(action, DealSlate)] == [
        *(1, 2, 4, 5, 6, 7, 8)
    ]
    assert HOUSE.apply(state, DealSlate(1, 4, seat=NATURE)).phase is Phase.POINT_BONUS


def test_one_card_of_each_bonus_is_opened() -> None:
    """look_at_the_stars.setup.bonus"""
    state = HOUSE.apply(HOUSE.setup(["Ana"]), DealSlate(0, 1, seat=NATURE))
    assert rules_of(state, OpenBonus("B4", seat=NATURE)) == ["setup.bonus"]
    assert len(HOUSE.legal_actions(state, NATURE)) == 10
    state = HOUSE.apply(state, OpenBonus("A3", seat=NATURE))
    assert rules_of(state, OpenBonus("A3", seat=NATURE)) == ["setup.bonus"]
    assert len(HOUSE.legal_actions(state, NATURE)) == 9
    state = HOUSE.apply(state, OpenBonus("B4", seat=NATURE))
    assert (state.point_bonus, state.power_bonus, state.phase) == ("A3", "B4", Phase.REVEAL)


def test_a_card_is_revealed_and_all_players_draw_or_pass_at_once() -> None:
    """look_at_the_stars.turn.order"""
    state = HOUSE.apply(set_up(3), Reveal("N3", seat=NATURE))
    assert HOUSE.to_move(state) == (0, 1, 2)
    state = HOUSE.apply(state, draw("D4-E4 E4-F4", 1))
    assert HOUSE.to_move(state) == (0, 2)
    state = HOUSE.apply(state, Pass(seat=2))
    state = HOUSE.apply(state, Pass(seat=0))
    assert HOUSE.to_move(state) == (NATURE,)
    assert rules_of(state, Pass(seat=0)) == ["turn.order"]
    assert rules_of(at("N3"), Reveal("N4", seat=NATURE)) == ["turn.order"]
    assert rules_of(at("N3"), Pass(seat=4)) == ["turn.order"]
    assert rules_of(at("N3"), Pass(seat=NATURE)) == ["turn.order"]


def test_a_player_draws_or_passes_once_a_turn() -> None:
    """look_at_the_stars.turn.once"""
    state = HOUSE.apply(at("N3", slate(1), slate(2)), draw("D4-E4 E4-F4", 0))
    assert rules_of(state, Pass(seat=0)) == ["turn.once"]
    assert HOUSE.legal_actions(state, 0) == []


def test_a_player_may_always_pass() -> None:
    """look_at_the_stars.turn.pass"""
    for card in ("N1", "S1"):
        assert HOUSE.legal_actions(at(card), 0)[-1] == Pass(seat=0)
        assert rules_of(at(card), Pass(seat=0)) == []


def test_each_night_card_is_revealed_once() -> None:
    """look_at_the_stars.turn.reveal"""
    state = HOUSE.apply(HOUSE.apply(set_up(1), Reveal("N3", seat=NATURE)), Pass(seat=0))
    assert rules_of(state, Reveal("N3", seat=NATURE)) == ["turn.reveal"]
    assert rules_of(state, Reveal("N99", seat=NATURE)) == ["turn.reveal"]
    assert len(HOUSE.legal_actions(state, NATURE)) == 29


def test_the_game_ends_after_three_piles_of_six_cards() -> None:
    """look_at_the_stars.setup.piles"""
    state = set_up(1)
    for turn in range(1, 19):
        assert not HOUSE.is_over(state)
        state = HOUSE.apply(HOUSE.play(state, HOUSE.deal(state, Random(turn))), Pass(seat=0))
    assert (state.phase, len(set(state.cards))) == (Phase.OVER, 18)
    with pytest.raises(ValueError, match="nature is not to move"):
        HOUSE.deal(state, Random(1))


def test_nature_deals_every_slate_and_card_now_and_then() -> None:
    first = HOUSE.setup(["Ana"])
    assert {HOUSE.deal(first, Random(seed)) for seed in range(99)} == set(HOUSE.legal_actions(first, NATURE))
    state = set_up(1)
    assert {HOUSE.deal(state, Random(seed)) for seed in range(500)} == set(HOUSE.legal_actions(state, NATURE))


def test_all_is_open_to_every_seat() -> None:
    state = at("N3", slate(1), slate(2))
    assert HOUSE.view(state, 1) == HOUSE.view(state, NATURE) == state
    with pytest.raises(ValueError, match="no seat 2 at this table"):
        HOUSE.view(state, 2)


def test_what_the_record_says_of_an_action_is_short() -> None:
    assert HOUSE.encode_action(star("C4", "F7")) == {"type": "shooting_star", "from": "C4", "to": "F7"}
    assert HOUSE.encode_action(draw("E4-F4")) == {"type": "draw", "lines": [["E4", "F4"]]}
    assert HOUSE.encode_action(DeclinePower(seat=0)) == {"type": "decline_power"}
    shape = [["D4", "E4"]]
    assert HOUSE.encode_action(power("D4-E4", "A4")) == {"type": "power", "shape": shape, "at": ["A4"]}


def test_true_and_false_may_be_written_as_such() -> None:
    assert HOUSE.decode_options({"declined_power_spends_lines": True}) == StarsOptions(
        declined_power_spends_lines="true"
    )
    with pytest.raises(BadInput, match="point_copies"):
        HOUSE.decode_options({"point_copies": "all"})


def test_a_shooting_star_card_and_slate_3_have_as_many_places_as_their_tables_say() -> None:
    state = at("S1")
    assert len(HOUSE.legal_actions(state, 0)) == len(BOX.star_places(3, False).places) - occupied() + 1


def occupied() -> int:
    """Shooting stars of slate 3 that touch its printed lines."""
    return sum(bool(place.span & BOX.clean(3, DEFAULTS).drawn) for place in BOX.star_places(3, False).places)


# A sky of nine stars -------------------------------------------------------------------------------------------


def small() -> LookAtTheStars:
    """The house pack with nine stars D4 to F6 on every slate, nothing printed."""
    pack: Any = msgspec.json.decode(PACK_BYTES)
    for number, shown in enumerate(pack["slates"], start=1):
        rows = ["###***####" if row in (4, 5, 6) else "#" * 10 for row in range(10, -1, -1)]
        shown.update(id=number, sky=rows, printed_lines=[])
    return LookAtTheStars.from_pack(msgspec.json.encode(pack))


SMALL = small()


def small_at(card: str) -> StarsState:
    return msgspec.structs.replace(at(card), slates=(SMALL.box.clean(1, DEFAULTS),))


@pytest.mark.parametrize(
    ("card", "count"),
    [("N3", 6), ("N1", 16), ("N4", 2), ("N11", 8), ("N13", 0), ("N25", 0), ("N5", 4 * 2), ("S1", 10)],
)
def test_places_on_nine_stars_counted_by_hand(card: str, count: int) -> None:
    """N3, two in a row: 3 level, 3 upright. N1, a corner: 4 cells, 4 corners each. N4, a long diagonal: 2.

    N11, two sides of a cell: 4 cells, 2 ways. N13 and N25 are too long. N5, a side of a cell with a diagonal that goes
    on: its box is 2 by 1 cells, which lies 2 ways level and 2 ways upright, in 2 rotations each. A shooting star: 8
    of one unit, 2 of two units.
    """
    legal = SMALL.legal_actions(small_at(card), 0)
    assert len(legal) == count + 1


def sequences(game: Game[Any, Any], cards: tuple[str, ...]) -> int:
    """In how many ways one player can draw these cards one after the other."""
    states = [small_at(cards[0])]
    for card in cards[1:]:
        states = [game.play(state, action) for state in states for action in game.legal_actions(state, 0)]
        states = [msgspec.structs.replace(s, cards=(*s.cards, card), phase=Phase.DRAW, waiting=(0,)) for s in states]
    return sum(len(game.legal_actions(state, 0)) for state in states)


def test_two_straight_pairs_on_nine_stars_counted_by_hand() -> None:
    """Each of the 6 places of N3 is a whole row or column; no two share a line: 6 · (5 + 1) after drawing, 7 after not.

    N3 and a copy of it under another name are the same to the rules.
    """
    assert sequences(SMALL, ("N3", "N3")) == 6 * 6 + 7


def test_two_corners_on_nine_stars_counted_by_hand() -> None:
    """N1 and N2 are both a corner, 16 places. An outer line lies in 2 of them, an inner one in 4.

    So a corner overlaps with 3 (at a corner of the sky: 4 of them), 5 (in the middle of a side: 8) or 7 (in the
    centre: 4) places, itself included: 4·3 + 8·5 + 4·7 = 80 of 256 pairs overlap. 176 pairs are left, 16 + 16 ways
    to draw one of the two, and 1 to draw none: 209.
    """
    assert sequences(SMALL, ("N1", "N2")) == 176 + 16 + 16 + 1


def test_a_shooting_star_and_a_long_diagonal_counted_by_hand() -> None:
    """N4 after a shooting star: the two long diagonals cross in the centre, so every shooting star that touches the
    centre (the 4 of one unit at the centre, the 2 long ones) closes both. The other 4 cut off a corner: each crosses
    one long diagonal, and its ends lie on none, so one is left. 6 · 1 + 4 · 2 + 1 · 3 (passed)."""
    assert sequences(SMALL, ("S1", "N4")) == 6 * 1 + 4 * 2 + 3


def test_drawing_is_one_action_however_many_lines() -> None:
    legal = HOUSE.legal_actions(at("N20"), 0)
    assert all(isinstance(action, Draw) and len(action.lines) == 2 for action in legal[:-1])
