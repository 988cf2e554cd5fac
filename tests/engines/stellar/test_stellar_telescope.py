from __future__ import annotations

import pytest

from engines.stellar.model import Phase, PlayHand, PlayRow, StellarState
from engines.stellar.telescope import face_up_slots, groups_apart
from tests.engines.stellar.stellar_tables import DECK, HOUSE, at, card, player, rules_of, telescope

NEIL = {1: "planet-3-a", 6: "moon-3-a", 7: "~asteroid-1-a", 8: "black_hole-3-a"}


def slots(laid: dict[int, str], name: str) -> list[int]:
    mask = face_up_slots(DECK, telescope(laid), card(name))
    return [slot for slot in range(1, 13) if mask >> (slot - 1) & 1]


def to_play(laid: dict[int, str], *hand: str) -> StellarState:
    return at(Phase.PLAY_HAND, player(laid, hand=hand))


def test_in_neils_telescope_three_slots_for_a_moon_two_for_a_planet_three_for_a_black_hole() -> None:
    """The example of the rule book, on a telescope of ours. stellar.telescope.adjacent"""
    assert slots(NEIL, "moon-1-a") == [4, 9, 10]
    assert slots(NEIL, "planet-1-a") == [2, 3]
    assert slots(NEIL, "black_hole-1-a") == [5, 11, 12]


def test_a_card_of_a_type_in_the_telescope_goes_next_to_one_of_its_type() -> None:
    """stellar.telescope.adjacent: the table may set it aside."""
    state = to_play(NEIL, "moon-1-a", "moon-1-b", "moon-2-a")
    (found,) = HOUSE.check(state, PlayHand("moon-1-a", 2, seat=0))
    assert (found.rule, found.overrulable) == ("stellar.telescope.adjacent", True)
    assert found.components == ("slot:2", "card:moon-1-a")
    accepted = HOUSE.apply(state, PlayHand("moon-1-a", 2, seat=0), overruled=["stellar.telescope.adjacent"])
    assert accepted.seats[0].telescope[1] == card("moon-1-a")
    assert rules_of(state, PlayHand("moon-1-a", 4, seat=0)) == []


def test_a_type_that_is_not_in_the_telescope_goes_face_up_on_any_free_slot() -> None:
    """stellar.telescope.new_type: a face-down card has no type."""
    assert slots(NEIL, "cloud-1-a") == slots(NEIL, "asteroid-2-a") == [2, 3, 4, 5, 9, 10, 11, 12]


def test_a_card_is_played_on_a_free_slot() -> None:
    """stellar.telescope.slot"""
    state = to_play(NEIL, "cloud-1-a", "moon-1-b", "moon-2-a")
    for slot in (1, 6, 7, 8):
        for face_down in (False, True):
            assert rules_of(state, PlayHand("cloud-1-a", slot, face_down, seat=0)) == ["stellar.telescope.slot"]


def test_any_card_may_lie_face_down_on_any_free_slot() -> None:
    """stellar.telescope.face_down: at will, or because it must."""
    state = to_play(NEIL, "moon-1-a", "satellite-1", "cloud-6/0")
    for name in ("moon-1-a", "satellite-1", "cloud-6/0"):
        for slot in (2, 3, 4, 5, 9, 10, 11, 12):
            assert rules_of(state, PlayHand(name, slot, True, seat=0)) == []
    shut = {1: "planet-3-a", 2: "moon-3-a", 3: "moon-4-a"}
    assert slots(shut, "planet-1-a") == []
    state = to_play(shut, "planet-1-a")
    faces = {(a.to, a.face_down) for a in HOUSE.legal_actions(state, 0) if isinstance(a, PlayHand)}
    assert faces == {("notebook", False), *((slot, True) for slot in range(4, 13))}


def test_a_satellite_lies_face_up_on_any_free_slot_even_beside_other_satellites() -> None:
    """stellar.telescope.satellite"""
    assert slots({**NEIL, 2: "satellite-1"}, "satellite-2") == [3, 4, 5, 9, 10, 11, 12]


def test_the_rules_of_the_telescope_hold_for_the_row_card_too() -> None:
    state = at(Phase.PLAY_ROW, player(NEIL), row=("moon-1-a", *[None] * 4), coordinate=1, to_telescope=True)
    assert HOUSE.legal_actions(state, 0) == [
        *(PlayRow(slot, seat=0) for slot in (4, 9, 10)),
        *(PlayRow(slot, True, seat=0) for slot in (2, 3, 4, 5, 9, 10, 11, 12)),
    ]
    assert rules_of(state, PlayRow(2, seat=0)) == ["stellar.telescope.adjacent"]
    assert rules_of(state, PlayRow(1, True, seat=0)) == ["stellar.telescope.slot"]
    down = HOUSE.apply(state, PlayRow(2, True, seat=0))
    assert down.seats[0].telescope[1] == card("~moon-1-a")


def test_a_face_down_card_counts_3_without_type_and_stars() -> None:
    """stellar.telescope.face_down_value"""
    for name in ("moon-1-a", "satellite-5", "cloud-6/0", "?"):
        down = card("~" + name)
        assert (DECK.value[down], DECK.kind[down], DECK.stars[down]) == (3, 6, 0)


def test_a_6_0_in_the_telescope_counts_6() -> None:
    """stellar.telescope.six_zero"""
    assert DECK.value[card("moon-6/0")] == 6


@pytest.mark.parametrize(
    ("laid", "apart"),
    [
        ({}, False),
        ({9: "moon-1-a"}, False),
        ({2: "moon-1-a", 3: "moon-2-a", 5: "moon-4-a"}, False),
        ({1: "moon-1-a", 12: "moon-2-a"}, True),
        ({1: "moon-1-a", 2: "~moon-3-a", 4: "moon-2-a"}, True),
        ({1: "moon-1-a", 12: "~moon-3-a"}, False),
        (dict(zip(range(1, 13), ["moon:1:1"] * 12, strict=True)), False),
    ],
)
def test_cards_of_a_type_that_were_played_by_the_rules_lie_in_one_group(laid: dict[int, str], apart: bool) -> None:
    assert groups_apart(DECK, telescope(laid), 1) is apart
