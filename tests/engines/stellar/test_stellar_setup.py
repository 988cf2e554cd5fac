from __future__ import annotations

from random import Random

import pytest

from engines.errors import BadInput
from engines.game import NATURE
from engines.stellar.model import (
    EMPTY,
    UNKNOWN,
    DealHand,
    DealStart,
    FirstPlayer,
    Phase,
    PlaceStart,
    Refill,
    StellarOptions,
    StellarState,
    Take,
)
from tests.engines.stellar.stellar_tables import DECK, HOUSE, NAMES, ROW, at, card, cards, player, rules_of

HIDDEN = StellarOptions(hands="hidden")
START = ("planet-3-a", "moon-3-a", "asteroid-3-a", "cloud-3-a")


def start_cards_dealt(options: StellarOptions | None = None) -> StellarState:
    state = HOUSE.setup(NAMES, options)
    for place, name in enumerate(START):
        state = HOUSE.apply(state, DealStart(place // 2, name, seat=NATURE))
    return state


def start_cards_placed(options: StellarOptions | None = None) -> StellarState:
    state = HOUSE.apply(start_cards_dealt(options), PlaceStart("planet-3-a", seat=0))
    return HOUSE.apply(state, PlaceStart("cloud-3-a", seat=1))


def test_two_players_with_distinct_names() -> None:
    with pytest.raises(BadInput, match="1 players, expected 2"):
        HOUSE.setup(["Ada"])
    with pytest.raises(BadInput, match="3 players, expected 2"):
        HOUSE.setup(["Ada", "Tycho", "Nina"])
    with pytest.raises(BadInput, match="two players are called 'Ada'"):
        HOUSE.setup(["Ada", "Ada"])


def test_the_start_cards_are_shuffled_and_two_dealt_to_each_player() -> None:
    """stellar.setup.start_deal: five cards one after the other, 5 x 4 x 3 x 2 = 120 ways."""
    ways = [HOUSE.setup(NAMES)]
    counts = []
    for _ in range(4):
        ways = [HOUSE.play(state, action) for state in ways for action in HOUSE.legal_actions(state, NATURE)]
        counts.append(len(ways))
    assert counts == [5, 20, 60, 120]
    assert {state.phase for state in ways} == {Phase.PLACE_START}
    assert all(len(seat.hand) == 2 == len(seat.shown) for state in ways for seat in state.seats)


def test_only_a_start_card_is_dealt_at_the_start_and_to_the_player_whose_turn_it_is() -> None:
    state = HOUSE.setup(NAMES)
    assert rules_of(state, DealStart(0, "moon-4-a", seat=NATURE)) == ["stellar.setup.start_deal"]
    assert rules_of(state, DealStart(1, "moon-3-a", seat=NATURE)) == ["stellar.setup.start_deal"]
    assert rules_of(state, DealStart(0, "moon-9", seat=NATURE)) == ["stellar.components.cards"]
    assert rules_of(state, DealStart(1, "moon-9", seat=NATURE)) == [
        "stellar.components.cards",
        "stellar.setup.start_deal",
    ]


def test_a_start_card_may_be_named_by_its_face_and_is_then_the_one_with_the_diamond() -> None:
    state = HOUSE.apply(HOUSE.setup(NAMES), DealStart(0, "moon:3:2", seat=NATURE))
    assert state.seats[0].hand == cards("moon-3-a")


def test_one_start_card_on_slot_1_the_other_in_the_notebook_as_the_player_chooses() -> None:
    """stellar.setup.start_place: both players choose, in any order: 2 x 2 = 4 tables."""
    state = start_cards_dealt()
    assert HOUSE.to_move(state) == (0, 1)
    assert HOUSE.legal_actions(state, 0) == [PlaceStart("planet-3-a", seat=0), PlaceStart("moon-3-a", seat=0)]
    after = HOUSE.apply(state, PlaceStart("moon-3-a", seat=0))
    assert HOUSE.to_move(after) == (1,)
    assert after.seats[0].telescope[0] == card("moon-3-a")
    assert after.seats[0].notebook == cards("planet-3-a")
    assert after.seats[0].hand == after.seats[0].shown == ()
    assert rules_of(after, PlaceStart("planet-3-a", seat=0)) == ["stellar.turn.order"]
    tables = {
        HOUSE.apply(HOUSE.apply(state, one), two).seats
        for one in HOUSE.legal_actions(state, 0)
        for two in HOUSE.legal_actions(state, 1)
    }
    assert len(tables) == 4


def test_a_start_card_that_another_player_has_cannot_be_placed() -> None:
    state = start_cards_dealt()
    assert rules_of(state, PlaceStart("cloud-3-a", seat=0)) == ["stellar.setup.start_place"]


def test_the_fifth_start_card_is_shuffled_into_the_deck() -> None:
    """stellar.setup.fifth_start"""
    state = start_cards_placed()
    assert card("black_hole-3-a") in state.unseen
    assert len(state.unseen) == state.deck == 56
    assert DealHand(0, "black_hole-3-a", seat=NATURE) in HOUSE.legal_actions(state, NATURE)


def test_two_cards_each_in_hand() -> None:
    """stellar.setup.hands"""
    state = start_cards_placed()
    assert state.phase == Phase.DEAL_HANDS
    assert len(HOUSE.legal_actions(state, NATURE)) == 56
    for seat, name in [(0, "moon-1-a"), (0, "satellite-2"), (1, "moon-1-b"), (1, "planet-5-a")]:
        assert rules_of(state, DealHand(1 - seat, name, seat=NATURE)) == ["stellar.setup.hands"]
        state = HOUSE.apply(state, DealHand(seat, name, seat=NATURE))
    assert [seat.hand for seat in state.seats] == [cards("moon-1-a", "satellite-2"), cards("planet-5-a", "moon-1-b")]
    assert [seat.shown for seat in state.seats] == [(), ()]
    assert state.phase == Phase.FILL_ROW
    assert rules_of(state, Refill(1, "moon-1-a", seat=NATURE)) == ["stellar.components.cards"]


def test_at_a_table_where_nobody_shows_the_hands_they_are_unknown() -> None:
    """stellar.setup.hands (option hands = hidden)"""
    state = start_cards_placed(HIDDEN)
    assert state.phase == Phase.FILL_ROW
    assert [seat.hand for seat in state.seats] == [(UNKNOWN, UNKNOWN)] * 2
    assert state.deck == 52
    assert len(state.unseen) == 56


def test_five_cards_in_the_row_at_coordinates_1_to_5() -> None:
    """stellar.setup.row, stellar.components.coordinates"""
    state = start_cards_placed(HIDDEN)
    assert rules_of(state, Refill(2, ROW[0], seat=NATURE)) == ["stellar.setup.row"]
    for coordinate, name in enumerate(ROW, start=1):
        assert state.row.count(EMPTY) == 6 - coordinate
        state = HOUSE.apply(state, Refill(coordinate, name, seat=NATURE))
    assert state.row == tuple(DECK.codes[name] for name in ROW)
    assert state.phase == Phase.FIRST_PLAYER


def test_the_players_choose_who_begins() -> None:
    """stellar.setup.first_player"""
    state = at(Phase.FIRST_PLAYER)
    assert HOUSE.legal_actions(state, NATURE) == [FirstPlayer(0, seat=NATURE), FirstPlayer(1, seat=NATURE)]
    begun = HOUSE.apply(state, FirstPlayer(1, seat=NATURE))
    assert HOUSE.to_move(begun) == (1,)
    assert begun.phase == Phase.TAKE
    drawn = {HOUSE.deal(state, Random(seed)) for seed in range(20)}
    assert drawn == {FirstPlayer(0, seat=NATURE), FirstPlayer(1, seat=NATURE)}


def test_nature_deals_every_card_that_is_left_and_only_when_it_is_to_move() -> None:
    state = start_cards_placed()
    dealt = {HOUSE.deal(state, Random(seed)) for seed in range(2000)}
    assert dealt == set(HOUSE.legal_actions(state, NATURE))
    with pytest.raises(ValueError, match="nature is not to move"):
        HOUSE.deal(at(Phase.TAKE), Random(1))


def test_nobody_else_may_act_and_nothing_out_of_order() -> None:
    """stellar.turn.steps, stellar.turn.order"""
    state = at(Phase.TAKE, player({1: "planet-3-a"}, hand=("moon-1-a", "moon-1-b")))
    assert HOUSE.legal_actions(state, 1) == HOUSE.legal_actions(state, NATURE) == []
    assert rules_of(state, Take(1, seat=1)) == ["stellar.turn.order"]
    assert rules_of(state, Take(1, seat=NATURE)) == ["stellar.turn.order"]
    assert rules_of(state, Refill(1, "moon-2-a", seat=NATURE)) == ["stellar.turn.steps"]


def test_the_other_player_begins_where_the_table_accepts_it() -> None:
    """stellar.turn.order: the first turn only"""
    for turn, overrulable in ((0, True), (1, False), (2, False)):
        state = at(Phase.TAKE, turn=turn)
        other = 1 - state.seat
        found = HOUSE.check(state, Take(1, seat=other))
        assert [(v.rule, v.overrulable) for v in found] == [("stellar.turn.order", overrulable)]
    state = at(Phase.TAKE, turn=0)
    after = HOUSE.apply(state, Take(1, seat=1), ["stellar.turn.order"])
    assert (after.seat, after.phase, after.seats[1].hand) == (1, Phase.PLAY_HAND, (state.row[0],))
