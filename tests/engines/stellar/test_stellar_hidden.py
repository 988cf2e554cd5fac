from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engines.game import NATURE
from engines.stellar.model import EMPTY, FACE_DOWN, UNKNOWN, Phase, PlayerState, PlayHand, StellarState, Take
from tests.engines.stellar.stellar_tables import DECK, HOUSE, at, card, cards, played, player, states

SEEDS = st.integers(0, 10_000)
SEATS = st.sampled_from([0, 1])


def reshuffled(state: StellarState, seat: int, rng: Random) -> StellarState:
    """The same table with what this seat cannot see dealt again from all that it has not seen."""
    their = state.seats[1 - seat]
    view = HOUSE.view(state, seat)
    pool = list(view.unseen)
    rng.shuffle(pool)
    closed = view.seats[1 - seat]
    hand = tuple(sorted(pool.pop() if code == UNKNOWN else code for code in closed.hand))
    slots = tuple(FACE_DOWN + pool.pop() if code == FACE_DOWN + UNKNOWN else code for code in closed.telescope)
    box = pool.pop() if closed.box == UNKNOWN else closed.box
    dealt = PlayerState(hand, their.shown, slots, their.notebook, box)
    seats = (dealt, state.seats[1]) if seat else (state.seats[0], dealt)
    return replace(state, seats=seats, unseen=tuple(sorted(pool)))


@settings(max_examples=12, deadline=None)
@given(SEEDS, SEATS)
def test_dealing_again_what_a_seat_cannot_see_leaves_its_view_the_same(seed: int, seat: int) -> None:
    """stellar.hidden.hand, stellar.hidden.face_down, stellar.hidden.deck"""
    rng = Random(seed)
    for state in states(seed)[::7]:
        other = reshuffled(state, seat, rng)
        assert HOUSE.view(other, seat) == HOUSE.view(state, seat)
        assert len(other.unseen) == other.deck


@settings(max_examples=10, deadline=None)
@given(SEEDS, SEATS)
def test_a_view_holds_all_that_the_seat_needs(seed: int, seat: int) -> None:
    """Own legal actions and the score pad are the same; viewing twice changes nothing; the other cards are unseen."""
    for state in states(seed)[::7]:
        view = HOUSE.view(state, seat)
        assert HOUSE.view(view, seat) == view
        assert HOUSE.legal_actions(view, seat) == HOUSE.legal_actions(state, seat)
        assert HOUSE.score(view) == HOUSE.score(state)
        assert (view.seats[seat], view.row, view.discards) == (state.seats[seat], state.row, state.discards)
        assert set(state.unseen) <= set(view.unseen)


@settings(max_examples=6, deadline=None)
@given(SEEDS)
def test_what_a_player_has_seen_the_opponent_take_is_in_the_opponents_hand(seed: int) -> None:
    for state, _ in played(seed):
        for seat in state.seats:
            known = list(seat.hand) if seat.hand else [seat.box]
            assert all(code in known for code in seat.shown)


HANDS = player({1: "cloud-3-a"}, hand=["moon-1-a", "moon-2-a"])


def test_the_opponents_hand_is_hidden_but_a_card_taken_from_the_row_is_known() -> None:
    """stellar.hidden.hand"""
    state = HOUSE.apply(at(Phase.TAKE, HANDS), Take(4, seat=0))
    assert HOUSE.view(state, 0) == state
    view = HOUSE.view(state, 1)
    assert view.seats[0].hand == (card("asteroid-4-a"), UNKNOWN, UNKNOWN)
    assert set(view.unseen) == {*state.unseen, *cards("moon-1-a", "moon-2-a")}
    up = HOUSE.apply(state, PlayHand("moon-1-a", 2, seat=0))
    assert HOUSE.view(up, 1).seats[0].hand == (card("asteroid-4-a"), UNKNOWN)


def test_after_a_hand_card_went_face_down_nobody_can_tell_what_is_left() -> None:
    """stellar.hidden.hand, stellar.hidden.face_down"""
    state = HOUSE.apply(at(Phase.TAKE, HANDS), Take(4, seat=0))
    down = HOUSE.apply(state, PlayHand("moon-2-a", 2, True, seat=0))
    view = HOUSE.view(down, 1)
    assert view.seats[0].hand == (UNKNOWN, UNKNOWN)
    assert view.seats[0].telescope[1] == FACE_DOWN + UNKNOWN
    assert HOUSE.view(down, 0) == down
    other = HOUSE.apply(state, PlayHand("asteroid-4-a", 2, True, seat=0))
    assert HOUSE.view(replace(other, coordinate=2, phase=Phase.PLAY_ROW), 1) == view


def test_the_card_in_the_box_is_hidden_unless_it_was_seen() -> None:
    seen, unseen = card("moon-1-a"), card("moon-2-a")
    first = PlayerState((), (seen,), player().telescope, (), seen)
    second = PlayerState((), (), player().telescope, (), unseen)
    state = at(Phase.OVER, first, second)
    assert HOUSE.view(state, 1).seats[0].box == seen
    assert HOUSE.view(state, 0).seats[1].box == UNKNOWN
    assert HOUSE.view(at(Phase.TAKE), 0).seats[1].box == EMPTY


def test_nature_sees_all_and_there_are_no_other_seats() -> None:
    state = at(Phase.TAKE, HANDS)
    assert HOUSE.view(state, NATURE) is state
    for seat in (-1, 2):
        with pytest.raises(ValueError, match="no seat"):
            HOUSE.view(state, seat)


def test_a_face_that_the_pack_does_not_list_is_hidden_like_any_card() -> None:
    me = player({1: "cloud-3-a", 2: "~moon:4:3"}, hand=["moon:4:3", "moon-2-a"])
    view = HOUSE.view(at(Phase.TAKE, me), 1)
    assert view.seats[0].hand == (UNKNOWN, UNKNOWN)
    assert view.seats[0].telescope[1] == FACE_DOWN + UNKNOWN
    assert all(code in DECK.cards for code in view.unseen)
