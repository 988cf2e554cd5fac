from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest
from msgspec.structs import replace

from engines.game import NATURE, IllegalAction, Seat
from engines.stellar.model import (
    EMPTY,
    TURNS,
    UNKNOWN,
    DiscardRow,
    Phase,
    PlayHand,
    PlayLast,
    PlayRow,
    Refill,
    Reveal,
    StellarAction,
    StellarOptions,
    StellarState,
    Take,
)
from tests.engines.stellar.stellar_tables import DECK, HOUSE, ROW, at, card, cards, player, rules_of

THREE = StellarOptions(face_down_coordinate="three")
HIDDEN = StellarOptions(hands="hidden")
YOURI = player({1: "planet-3-b"}, ["moon-3-a"], ["black_hole-1-a", "moon-6/0"])


def after(state: StellarState, *actions: StellarAction) -> StellarState:
    for action in actions:
        state = HOUSE.apply(state, action)
    return state


def count(state: StellarState, depth: int, seat: Seat) -> int:
    """How many ways there are to play so many actions of that seat."""
    if depth == 0:
        return 1
    return sum(count(HOUSE.play(state, a), depth - 1, seat) for a in HOUSE.legal_actions(state, seat))


# The four steps ------------------------------------------------------------------------------------------------


def test_take_planet_3_play_black_hole_1_to_the_telescope_so_asteroid_4_at_coordinate_1_goes_to_the_notebook() -> None:
    """The turn example of the rule book. stellar.turn.take, stellar.turn.play_hand, stellar.turn.play_row"""
    row = ("asteroid-4-b", "cloud-2-a", "planet-3-a", "asteroid-4-a", "asteroid-5-a")
    state = after(at(Phase.TAKE, YOURI, row=row), Take(3, seat=0))
    assert state.seats[0].hand == cards("black_hole-1-a", "moon-6/0", "planet-3-a")
    assert state.row[2] == EMPTY
    state = after(state, PlayHand("black_hole-1-a", 4, seat=0))
    assert state.seats[0].telescope[3] == card("black_hole-1-a")
    assert state.coordinate == 1
    state = after(state, PlayRow("notebook", seat=0))
    assert state.seats[0].notebook == cards("moon-3-a", "asteroid-4-b")
    assert state.seats[0].hand == cards("moon-6/0", "planet-3-a")
    assert state.row == (EMPTY, card("cloud-2-a"), EMPTY, card("asteroid-4-a"), card("asteroid-5-a"))
    state = after(state, Refill(1, "moon-1-a", seat=NATURE), Refill(3, "moon-1-b", seat=NATURE))
    assert (state.phase, state.seat, state.turn) == (Phase.TAKE, 1, 1)
    assert EMPTY not in state.row


def test_the_card_of_step_3_goes_to_the_other_area() -> None:
    """stellar.turn.other_area"""
    state = after(at(Phase.TAKE, YOURI), Take(5, seat=0), PlayHand("black_hole-1-a", "notebook", seat=0))
    assert rules_of(state, PlayRow("notebook", seat=0)) == ["stellar.turn.other_area"]
    assert HOUSE.check(state, PlayRow("notebook", seat=0))[0].message == "the card of step 3 goes to the telescope"
    assert all(isinstance(a, PlayRow) and a.to != "notebook" for a in HOUSE.legal_actions(state, 0))
    state = after(at(Phase.TAKE, YOURI), Take(5, seat=0), PlayHand("black_hole-1-a", 7, seat=0))
    assert HOUSE.legal_actions(state, 0) == [PlayRow("notebook", seat=0)]
    assert rules_of(state, PlayRow(2, seat=0)) == ["stellar.turn.other_area"]
    assert HOUSE.check(state, PlayRow(2, seat=0))[0].message == "the card of step 3 goes to the notebook"


def test_if_the_coordinate_is_empty_the_top_card_of_the_deck_is_played_instead() -> None:
    """stellar.turn.empty_coordinate"""
    state = after(at(Phase.TAKE, YOURI), Take(1, seat=0), PlayHand("black_hole-1-a", 7, seat=0))
    assert (state.phase, HOUSE.to_move(state)) == (Phase.REVEAL, (NATURE,))
    state = after(state, Reveal("satellite-4", seat=NATURE))
    assert state.drawn == card("satellite-4")
    state = after(state, PlayRow("notebook", seat=0))
    assert state.seats[0].notebook == cards("moon-3-a", "satellite-4")
    assert state.drawn == EMPTY
    assert state.row.count(EMPTY) == 1


def test_a_card_from_the_deck_in_the_place_of_one_that_lies_in_the_row_needs_the_table() -> None:
    """stellar.turn.play_row"""
    state = at(Phase.PLAY_ROW, player({1: "planet-3-b"}), NEIL, coordinate=1)
    found = HOUSE.check(state, Reveal("moon-1-a", seat=NATURE))
    assert [(v.rule, v.overrulable) for v in found] == [("stellar.turn.play_row", True)]
    assert HOUSE.check(replace(state, phase=Phase.REVEAL), Reveal("moon-1-a", seat=NATURE)) == []


def test_a_card_from_another_place_of_the_row_needs_the_table_and_must_lie_there() -> None:
    """stellar.turn.play_row"""
    row = (*ROW[:2], None, *ROW[3:])
    state = at(Phase.PLAY_ROW, player({1: "planet-3-b"}), NEIL, row, coordinate=1)
    for place, overrulable in ((2, True), (3, False), (0, False)):
        found = HOUSE.check(state, PlayRow("notebook", False, place, seat=0))
        assert [(v.rule, v.overrulable) for v in found] == [("stellar.turn.play_row", overrulable)]


def test_after_a_6_0_from_the_hand_the_top_card_of_the_deck_is_played() -> None:
    """stellar.turn.six_zero"""
    state = after(at(Phase.TAKE, YOURI), Take(2, seat=0), PlayHand("moon-6/0", 12, seat=0))
    assert state.phase == Phase.REVEAL
    state = after(at(Phase.TAKE, YOURI), Take(2, seat=0), PlayHand("moon-6/0", "notebook", seat=0))
    assert state.phase == Phase.REVEAL


def test_a_satellite_from_the_hand_sets_the_coordinate_by_its_number() -> None:
    me = player({1: "planet-3-b"}, [], ["satellite-2", "moon-1-a"])
    state = after(at(Phase.TAKE, me), Take(1, seat=0), PlayHand("satellite-2", 9, seat=0))
    assert state.coordinate == 2


@pytest.mark.parametrize(("name", "printed"), [("black_hole-1-a", 1), ("moon-6/0", 0)])
def test_a_face_down_card_sets_the_coordinate_by_its_printed_number(name: str, printed: int) -> None:
    """stellar.turn.face_down_coordinate: option face_down_coordinate = printed"""
    state = after(at(Phase.TAKE, YOURI), Take(5, seat=0), PlayHand(name, 9, True, seat=0))
    assert state.coordinate == printed
    assert state.phase == (Phase.PLAY_ROW if printed else Phase.REVEAL)


@pytest.mark.parametrize("name", ["black_hole-1-a", "moon-6/0"])
def test_a_face_down_card_counts_as_3_for_the_coordinate_where_the_table_plays_so(name: str) -> None:
    """stellar.turn.face_down_coordinate: option face_down_coordinate = three"""
    state = after(at(Phase.TAKE, YOURI, options=THREE), Take(5, seat=0), PlayHand(name, 9, True, seat=0))
    assert state.coordinate == 3
    state = after(at(Phase.TAKE, YOURI, options=THREE), Take(3, seat=0), PlayHand(name, 9, True, seat=0))
    assert state.phase == Phase.REVEAL
    face_up = after(at(Phase.TAKE, YOURI, options=THREE), Take(5, seat=0), PlayHand("black_hole-1-a", 9, seat=0))
    assert face_up.coordinate == 1


def test_the_empty_coordinates_are_refilled_one_at_a_time() -> None:
    """stellar.turn.refill"""
    start = at(Phase.TAKE, YOURI)
    state = after(start, Take(4, seat=0), PlayHand("black_hole-1-a", "notebook", seat=0), PlayRow(9, seat=0))
    assert [i + 1 for i, code in enumerate(state.row) if code == EMPTY] == [1, 4]
    assert rules_of(state, Refill(4, "moon-1-a", seat=NATURE)) == ["stellar.turn.refill"]
    assert rules_of(state, Refill(4, ROW[1], seat=NATURE)) == ["stellar.turn.refill", "stellar.components.cards"]
    assert len(HOUSE.legal_actions(state, NATURE)) == state.deck == start.deck
    state = after(state, Refill(1, "moon-1-a", seat=NATURE))
    assert (state.phase, state.seat, state.deck) == (Phase.REFILL, 0, start.deck - 1)
    state = after(state, Refill(4, "moon-1-b", seat=NATURE))
    assert (state.phase, state.seat, state.deck) == (Phase.TAKE, 1, start.deck - 2)


def test_what_is_not_in_the_hand_cannot_be_played_and_nothing_changes() -> None:
    """stellar.turn.play_hand"""
    state = after(at(Phase.TAKE, YOURI), Take(1, seat=0))
    before = msgspec.json.encode(state)
    with pytest.raises(IllegalAction, match=r"stellar\.turn\.play_hand: moon-5-a is not in the hand"):
        HOUSE.apply(state, PlayHand("moon-5-a", 2, seat=0))
    assert msgspec.json.encode(state) == before
    assert rules_of(state, PlayHand("moon-5-a", 1, seat=0)) == ["stellar.turn.play_hand", "stellar.telescope.slot"]
    assert rules_of(state, PlayHand("sun", 2, seat=0)) == ["stellar.turn.play_hand"]


# Counts --------------------------------------------------------------------------------------------------------


def test_the_ways_to_play_one_turn_are_as_many_as_counted_by_hand() -> None:
    """A planet on slot 1, so 11 slots are free and slots 2 and 3 are next to a planet. Hand: planet 1, moon 2; the row
    holds a cloud, a moon and three asteroids, and the third card of the hand is the one that is taken.

    Step 1: 5 ways. Step 2: a planet has 1 (notebook) + 2 (face up) + 11 (face down) = 14 ways, any other card
    1 + 11 + 11 = 23. So 5 x (14 + 23 + 23) = 300.

    Step 3 goes to the notebook in 1 way after a play to the telescope (13 of a planet, 22 of another card), and to the
    telescope in 11 + 11 = 22 ways after a play to the notebook, as no row card is a planet. Where the coordinate is
    the one taken from, the deck comes in between and the seat has no third action: planet 1 after Take(1), moon 2
    after Take(2), and the taken card where its number is its coordinate: here all five. So Take(1): moon 2 has
    22 + 22 = 44 ways; Take(2): planet 1 has 13 + 22 = 35; Take(3), Take(4), Take(5): 35 + 44 = 79 each. In all
    44 + 35 + 3 x 79 = 316.
    """
    row = ("cloud-1-a", "moon-2-b", "asteroid-3-b", "asteroid-4-a", "asteroid-5-a")
    state = at(Phase.TAKE, player({1: "planet-3-a"}, [], ["planet-1-a", "moon-2-a"]), row=row)
    assert [count(state, depth, 0) for depth in (1, 2, 3)] == [5, 300, 316]


def test_legal_actions_come_by_card_then_notebook_then_slots_face_up_then_face_down() -> None:
    me = player({1: "planet-3-b", 2: "moon-1-a", **dict.fromkeys(range(4, 12), "~?")}, [], ["planet-1-a", "moon-2-a"])
    state = after(at(Phase.TAKE, me), Take(4, seat=0))
    assert HOUSE.legal_actions(state, 0) == [
        PlayHand("planet-1-a", "notebook", seat=0),
        PlayHand("planet-1-a", 3, seat=0),
        PlayHand("planet-1-a", 3, True, seat=0),
        PlayHand("planet-1-a", 12, True, seat=0),
        PlayHand("moon-2-a", "notebook", seat=0),
        PlayHand("moon-2-a", 3, seat=0),
        PlayHand("moon-2-a", 3, True, seat=0),
        PlayHand("moon-2-a", 12, True, seat=0),
        PlayHand("asteroid-4-a", "notebook", seat=0),
        PlayHand("asteroid-4-a", 3, seat=0),
        PlayHand("asteroid-4-a", 12, seat=0),
        PlayHand("asteroid-4-a", 3, True, seat=0),
        PlayHand("asteroid-4-a", 12, True, seat=0),
    ]


# The satellite right and the deck ------------------------------------------------------------------------------

SATELLITE_ROW = ("satellite-1", "cloud-2-a", "asteroid-3-b", "asteroid-4-a", "asteroid-5-a")
NEIL = player({1: "cloud-3-b"}, ["cloud-3-a"], ["planet-1-a", "planet-1-b"])


def whole_turn(state: StellarState, coordinate: int, play: PlayHand, refills: Sequence[str]) -> StellarState:
    state = after(state, Take(coordinate, seat=0), play, PlayRow("notebook", seat=0))
    for name in refills:
        state = after(state, Refill(state.row.index(EMPTY) + 1, name, seat=NATURE))
    return state


def test_when_a_satellite_was_taken_into_the_hand_the_opponent_may_discard_the_row_at_the_start_of_the_turn() -> None:
    """stellar.turn.satellite_right"""
    me = player({1: "planet-3-b"}, [], ["black_hole-2-a", "moon-6/0"])
    state = at(Phase.TAKE, me, NEIL, row=SATELLITE_ROW)
    state = whole_turn(state, 1, PlayHand("black_hole-2-a", 7, seat=0), ("moon-1-a", "moon-1-b"))
    assert HOUSE.legal_actions(state, 1) == [DiscardRow(seat=1), *(Take(k, seat=1) for k in range(1, 6))]
    row, deck = state.row, state.deck
    state = after(state, DiscardRow(seat=1))
    assert state.discards == tuple(sorted(row))
    assert HOUSE.to_move(state) == (NATURE,)
    for coordinate, name in enumerate(("moon-2-a", "moon-2-b", "moon-3-b", "moon-4-a", "moon-4-b"), start=1):
        state = after(state, Refill(coordinate, name, seat=NATURE))
    assert (state.phase, state.seat, state.deck) == (Phase.TAKE, 1, deck - 5)
    assert rules_of(state, DiscardRow(seat=1)) == ["stellar.turn.satellite_right"]
    assert state.turn == 1


def test_the_right_lapses_with_the_opponents_take() -> None:
    me = player({1: "planet-3-b"}, [], ["black_hole-2-a", "moon-6/0"])
    state = at(Phase.TAKE, me, NEIL, row=SATELLITE_ROW)
    state = whole_turn(state, 1, PlayHand("black_hole-2-a", 7, seat=0), ("moon-1-a", "moon-1-b"))
    state = after(state, Take(5, seat=1))
    assert not state.satellite_taken


def test_without_a_satellite_in_the_hand_there_is_no_right() -> None:
    state = at(Phase.TAKE, player({1: "planet-3-b"}))
    assert rules_of(state, DiscardRow(seat=0)) == ["stellar.turn.satellite_right"]
    assert len(HOUSE.legal_actions(state, 0)) == 5


def test_a_satellite_played_from_the_row_or_the_deck_gives_no_right() -> None:
    """stellar.turn.satellite_right_only_hand"""
    me = player({1: "planet-3-b"}, [], ["black_hole-1-a", "moon-6/0"])
    state = at(Phase.TAKE, me, NEIL, row=SATELLITE_ROW)
    state = whole_turn(state, 2, PlayHand("black_hole-1-a", 7, seat=0), ("moon-1-a", "moon-1-b"))
    assert state.seats[0].notebook == cards("satellite-1")
    assert len(HOUSE.legal_actions(state, 1)) == 5
    state = after(at(Phase.TAKE, me, NEIL), Take(2, seat=0), PlayHand("moon-6/0", 7, seat=0))
    state = after(state, Reveal("satellite-1", seat=NATURE), PlayRow("notebook", seat=0))
    state = after(state, Refill(2, "moon-1-a", seat=NATURE))
    assert len(HOUSE.legal_actions(state, 1)) == 5


def with_deck(state: StellarState, *left: str) -> StellarState:
    """The state with only these cards in the deck; the rest of it is boxed with seat 1's notebook."""
    kept = cards(*left)
    moved = tuple(sorted([*state.seats[1].notebook, *(c for c in state.unseen if c not in kept)]))
    second = replace(player({1: "cloud-3-b"}), notebook=moved)
    return replace(state, seats=(state.seats[0], second), unseen=kept, deck=len(kept))


def test_when_the_deck_is_empty_the_discards_are_shuffled_into_a_new_deck() -> None:
    """stellar.turn.reshuffle: while the row is refilled"""
    state = at(Phase.TAKE, YOURI, discards=cards("moon-1-a", "moon-2-a"))
    state = with_deck(state, "planet-5-a")
    state = after(state, Take(5, seat=0), PlayHand("black_hole-1-a", 7, seat=0), PlayRow("notebook", seat=0))
    assert (state.deck, state.shuffles) == (1, 0)
    state = after(state, Refill(1, "planet-5-a", seat=NATURE))
    assert (state.deck, state.shuffles, state.discards) == (2, 1, ())
    assert HOUSE.legal_actions(state, NATURE) == [Refill(5, n, seat=NATURE) for n in ("moon-1-a", "moon-2-a")]
    state = after(state, Refill(5, "moon-2-a", seat=NATURE))
    assert (state.phase, state.deck) == (Phase.TAKE, 1)


def test_the_discards_are_shuffled_too_when_step_3_needs_a_card() -> None:
    """stellar.turn.reshuffle: before a reveal, and after a discarded row"""
    state = with_deck(at(Phase.TAKE, YOURI, discards=cards("moon-1-a", "moon-2-a")))
    state = after(state, Take(5, seat=0), PlayHand("moon-6/0", 7, seat=0))
    assert HOUSE.legal_actions(state, NATURE) == [Reveal("moon-1-a", seat=NATURE), Reveal("moon-2-a", seat=NATURE)]
    state = with_deck(at(Phase.TAKE, YOURI, satellite_taken=True))
    state = after(state, DiscardRow(seat=0))
    assert (state.deck, state.discards, state.shuffles) == (5, (), 1)
    assert state.unseen == cards(*ROW)


def test_after_the_last_refill_a_new_deck_is_made_only_when_a_card_is_needed() -> None:
    state = with_deck(at(Phase.TAKE, YOURI, discards=cards("moon-1-a")), "planet-5-a", "planet-5-b")
    state = whole_turn(state, 5, PlayHand("black_hole-1-a", 7, seat=0), ("planet-5-a", "planet-5-b"))
    assert (state.phase, state.deck, state.discards) == (Phase.TAKE, 0, cards("moon-1-a"))


# The end -------------------------------------------------------------------------------------------------------


def last_turn(options: StellarOptions) -> StellarState:
    state = at(Phase.TAKE, YOURI, player({1: "cloud-3-b"}, hand=["moon-1-a", "moon-2-a"]), options=options, turn=21)
    return after(state, Take(5, seat=0), PlayHand("black_hole-1-a", 7, seat=0), PlayRow("notebook", seat=0))


def test_after_the_very_last_turn_the_row_is_not_refilled() -> None:
    """stellar.turn.last_refill: option last_refill = skip"""
    state = last_turn(StellarOptions())
    assert (state.phase, state.turn, state.row.count(EMPTY)) == (Phase.LAST_CARD, TURNS, 2)


def test_the_row_is_refilled_after_the_last_turn_where_the_table_plays_so() -> None:
    """stellar.turn.last_refill: option last_refill = refill"""
    state = last_turn(StellarOptions(last_refill="refill"))
    assert (state.phase, state.turn) == (Phase.REFILL, 21)
    state = after(state, Refill(1, "planet-5-a", seat=NATURE), Refill(5, "planet-5-b", seat=NATURE))
    assert (state.phase, state.turn, state.row.count(EMPTY)) == (Phase.LAST_CARD, TURNS, 0)


def test_each_player_plays_one_of_the_two_hand_cards_to_the_notebook_and_the_other_returns_to_the_box() -> None:
    """stellar.end.last_card, stellar.end.box: in any order"""
    state = last_turn(StellarOptions())
    assert HOUSE.to_move(state) == (0, 1)
    assert HOUSE.legal_actions(state, 1) == [PlayLast("moon-1-a", seat=1), PlayLast("moon-2-a", seat=1)]
    assert rules_of(state, PlayLast("moon-1-a", seat=0)) == ["stellar.end.last_card"]
    state = after(state, PlayLast("moon-2-a", seat=1))
    assert state.seats[1].notebook == cards("moon-2-a")
    assert (state.seats[1].box, state.seats[1].hand) == (card("moon-1-a"), ())
    assert HOUSE.to_move(state) == (0,)
    state = after(state, PlayLast("moon-6/0", seat=0))
    assert HOUSE.is_over(state)
    assert state.phase == Phase.OVER
    assert rules_of(state, PlayLast("moon-6/0", seat=0)) == ["stellar.turn.steps"]
    assert HOUSE.legal_actions(state, 0) == HOUSE.legal_actions(state, NATURE) == []


# A physical table where nobody shows the hands -----------------------------------------------------------------

CLOSED = player({1: "planet-3-b", **dict.fromkeys(range(4, 12), "~?")}, ["moon-3-a"], ["?", "?"])


def test_a_hand_card_becomes_known_when_it_is_played() -> None:
    """stellar.setup.hands (option hands = hidden): any card not yet seen may come from the hand."""
    state = after(at(Phase.TAKE, CLOSED, options=HIDDEN), Take(4, seat=0))
    assert state.seats[0].hand == (card("asteroid-4-a"), UNKNOWN, UNKNOWN)
    names = {a.card for a in HOUSE.legal_actions(state, 0) if isinstance(a, PlayHand)}
    assert names == {None, "asteroid-4-a", *(DECK.name(code) for code in state.unseen)}
    state = after(state, PlayHand("moon-5-a", "notebook", seat=0))
    assert state.seats[0].hand == (card("asteroid-4-a"), UNKNOWN)
    assert card("moon-5-a") not in state.unseen
    assert (state.phase, state.coordinate) == (Phase.PLAY_ROW, 5)


def test_a_card_from_a_closed_hand_that_already_lies_elsewhere_is_refused() -> None:
    """stellar.components.cards"""
    state = after(at(Phase.TAKE, CLOSED, options=HIDDEN), Take(4, seat=0))
    assert rules_of(state, PlayHand("moon-3-a", "notebook", seat=0)) == ["stellar.components.cards"]
    assert rules_of(state, PlayHand("moon-9", 2, seat=0)) == ["stellar.components.cards"]


def test_a_card_that_nobody_named_lies_face_down_and_its_owner_says_the_number() -> None:
    """stellar.turn.face_down_coordinate"""
    state = after(at(Phase.TAKE, CLOSED, options=HIDDEN), Take(4, seat=0))
    closed = [a for a in HOUSE.legal_actions(state, 0) if isinstance(a, PlayHand) and a.card is None]
    assert len(closed) == 3 * 6
    assert rules_of(state, PlayHand(None, 2, True, seat=0)) == ["stellar.turn.face_down_coordinate"]
    assert rules_of(state, PlayHand(None, 2, number=2, seat=0)) == ["stellar.telescope.face_down"]
    assert rules_of(state, PlayHand(None, 4, True, 2, seat=0)) == ["stellar.telescope.slot"]
    assert rules_of(state, PlayHand("moon-1-a", 2, True, 1, seat=0)) == ["stellar.turn.face_down_coordinate"]
    told = after(state, PlayHand(None, 2, True, 5, seat=0))
    assert told.seats[0].telescope[1] == card("~?")
    assert told.seats[0].hand == (UNKNOWN, UNKNOWN), "it may have been the asteroid"
    assert told.coordinate == 5
    assert after(state, PlayHand(None, 2, True, "6/0", seat=0)).phase == Phase.REVEAL
    assert after(state, PlayHand(None, 2, True, 4, seat=0)).phase == Phase.REVEAL


def test_a_card_that_everybody_saw_being_taken_may_lie_face_down_unnamed() -> None:
    """stellar.hidden.face_down: which card of the hand it was is its owner's secret; what is left may be any."""
    open_hand = player({1: "planet-3-b"}, ["moon-3-a"], ["asteroid-1-a", "moon-5-a"])
    state = after(at(Phase.TAKE, open_hand, options=HIDDEN), Take(4, seat=0))
    assert UNKNOWN not in state.seats[0].hand
    assert PlayHand(None, 2, True, 4, seat=0) in HOUSE.legal_actions(state, 0)
    down = after(state, PlayHand(None, 2, True, 5, seat=0))
    assert down.seats[0].hand == (UNKNOWN, UNKNOWN)
    assert set(cards("asteroid-1-a", "moon-5-a", "asteroid-4-a")) <= set(down.unseen)
    row = ("cloud-1-a", "cloud-2-a", "asteroid-3-b", None, "asteroid-5-a")
    later = at(Phase.LAST_CARD, down.seats[0], down.seats[0], row, HIDDEN, turn=TURNS)
    assert {a.card for a in HOUSE.legal_actions(later, 0) if isinstance(a, PlayLast)} >= {"asteroid-4-a", "moon-5-a"}
    assert card("asteroid-4-a") in after(later, PlayLast("asteroid-4-a", seat=0)).seats[0].notebook


def test_where_a_face_down_card_is_a_3_nobody_asks_for_its_number() -> None:
    options = StellarOptions(hands="hidden", face_down_coordinate="three")
    state = after(at(Phase.TAKE, CLOSED, options=options), Take(4, seat=0))
    closed = [a for a in HOUSE.legal_actions(state, 0) if isinstance(a, PlayHand) and a.card is None]
    assert closed == [PlayHand(None, slot, True, seat=0) for slot in (2, 3, 12)]
    assert rules_of(state, PlayHand(None, 2, True, 5, seat=0)) == ["stellar.turn.face_down_coordinate"]
    assert after(state, closed[0]).coordinate == 3


def test_a_card_of_an_open_hand_must_be_named() -> None:
    state = after(at(Phase.TAKE, YOURI), Take(1, seat=0))
    assert rules_of(state, PlayHand(None, 2, True, 1, seat=0)) == ["stellar.turn.play_hand"]


def test_the_last_card_of_a_closed_hand() -> None:
    me = player({1: "planet-3-b"}, [], ["asteroid-1-a", "?"])
    state = at(Phase.LAST_CARD, me, me, options=HIDDEN, turn=TURNS)
    known = after(state, PlayLast("asteroid-1-a", seat=0))
    assert known.seats[0].box == UNKNOWN
    named = after(state, PlayLast("moon-5-a", seat=0))
    assert named.seats[0].box == card("asteroid-1-a")
    assert card("moon-5-a") not in named.unseen
    assert len(HOUSE.legal_actions(state, 0)) == 1 + len(state.unseen)


# Cards by their face -------------------------------------------------------------------------------------------


def test_a_card_may_be_named_by_its_face_and_is_then_the_first_copy_that_can_be_meant() -> None:
    state = after(at(Phase.TAKE, YOURI), Take(5, seat=0), PlayHand("black_hole:1:3", 7, seat=0))
    assert state.seats[0].telescope[6] == card("black_hole-1-a")
    state = after(state, PlayRow("notebook", seat=0), Refill(1, "moon:4:1", seat=NATURE))
    assert state.row[0] == card("moon-4-a")
    state = after(state, Refill(5, "moon:4:1", seat=NATURE))
    assert state.row[4] == card("moon-4-b")


def test_a_face_that_is_not_in_an_open_hand_is_refused() -> None:
    state = after(at(Phase.TAKE, YOURI), Take(5, seat=0))
    assert rules_of(state, PlayHand("moon:2:2", "notebook", seat=0)) == ["stellar.turn.play_hand"]


def test_of_a_card_that_is_not_there_only_what_can_be_judged_is_judged() -> None:
    laid = {1: "planet-3-b", 12: "~moon-1-b"}
    state = after(at(Phase.TAKE, player(laid, [], ["moon-2-a", "moon-6/0"])), Take(5, seat=0))
    assert rules_of(state, PlayHand("sun", 5, seat=0)) == ["stellar.turn.play_hand"]
    assert rules_of(state, PlayHand("planet:5:1", 5, seat=0)) == [
        "stellar.turn.play_hand",
        "stellar.telescope.adjacent",
    ]
    closed = after(at(Phase.TAKE, player(laid, [], ["?", "?"]), options=HIDDEN), Take(5, seat=0))
    assert rules_of(closed, PlayHand(None, 5, number=2, seat=0)) == ["stellar.telescope.face_down"]


def test_a_face_that_the_pack_does_not_list_may_be_accepted_by_the_table() -> None:
    """stellar.components.cards: the pack only assumes the star counts; what lies on the table counts as it is."""
    state = after(at(Phase.TAKE, YOURI), Take(5, seat=0), PlayHand("moon-6/0", 7, seat=0))
    action = Reveal("moon:4:3", seat=NATURE)
    assert rules_of(state, action) == ["stellar.components.cards"]
    with pytest.raises(IllegalAction):
        HOUSE.apply(state, action)
    state = HOUSE.apply(state, action, overruled=["stellar.components.cards"])
    assert state.drawn == card("moon:4:3")
    state = after(state, PlayRow("notebook", seat=0))
    assert state.seats[0].notebook == (card("moon-3-a"), card("moon:4:3"))


def test_an_unlisted_face_from_a_closed_hand_may_be_accepted_and_taken_and_played_by_its_face() -> None:
    state = after(at(Phase.TAKE, CLOSED, options=HIDDEN), Take(4, seat=0))
    play = PlayHand("moon:4:3", "notebook", seat=0)
    assert rules_of(state, play) == ["stellar.components.cards"]
    state = HOUSE.apply(state, play, overruled=["stellar.components.cards"])
    assert card("moon:4:3") in state.seats[0].notebook
    row = ("moon:4:3", *ROW[1:])
    state = after(at(Phase.TAKE, YOURI, row=row), Take(1, seat=0))
    assert PlayHand("moon:4:3", 2, True, seat=0) in HOUSE.legal_actions(state, 0)
    state = after(state, PlayHand("moon:4:3", 2, seat=0))
    assert state.seats[0].telescope[1] == card("moon:4:3")
    assert state.coordinate == 4


def test_an_unlisted_face_among_the_discards_leaves_the_pack_as_it_is() -> None:
    state = with_deck(at(Phase.TAKE, YOURI, discards=(card("moon-1-a"), card("moon:4:3"))))
    state = after(state, Take(5, seat=0), PlayHand("moon-6/0", 7, seat=0))
    assert (state.deck, state.unseen) == (2, cards("moon-1-a"))
