"""What a seat may know, and that nothing else matters for what it may do."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.game import NATURE
from engines.starfarers.bank import holds, minus, unseen
from engines.starfarers.model import UNKNOWN, Answer, DrawEncounter, Give, Phase, StarfarersState
from engines.starfarers.phases.explore import hidden_tokens
from tests.engines.starfarers.starfarers_tables import HOUSE, PARTS, begun, building, cards, hand, played

replace = msgspec.structs.replace


def dealt_again(state: StarfarersState, seat: int, rng: Random) -> StarfarersState:
    """The same table with everything that this seat does not know dealt anew."""
    view = HOUSE.view(state, seat)
    left = [r for r, n in enumerate(unseen(view, 20)) for _ in range(n)]
    rng.shuffle(left)
    hands = []
    for other, closed in enumerate(view.hands):
        held = list(state.hands[seat][:5]) if other == seat else [0] * 5
        for _ in range(closed[5]):
            held[left.pop()] += 1
        hands.append((*held, 0))
    tokens, barren = bytearray(view.tokens), view.barren
    for planet, token in enumerate(state.tokens):
        if token != UNKNOWN and tokens[planet] == UNKNOWN:
            drawn = rng.choice(hidden_tokens(PARTS, replace(view, tokens=bytes(tokens)), planet))
            tokens[planet] = drawn
            barren |= PARTS.barren[drawn] << planet
    return replace(state, hands=tuple(hands), tokens=bytes(tokens), barren=barren)


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 4))
def test_dealing_anew_what_a_seat_cannot_see_changes_neither_its_view_nor_its_actions(seed: int, players: int) -> None:
    """starfarers.hidden.hands, starfarers.hidden.piles, starfarers.explore.secret"""
    rng = Random(seed)
    for state, _ in [*played(seed, players)][::5]:
        for seat in range(players):
            other = dealt_again(state, seat, rng)
            assert HOUSE.view(other, seat) == HOUSE.view(state, seat)
            assert HOUSE.legal_actions(other, seat) == HOUSE.legal_actions(state, seat)


def test_a_player_sees_the_own_cards_and_how_many_the_others_have() -> None:
    """starfarers.hidden.hands"""
    state = building("2 ore", "1 fuel 3 goods", players=2)
    view = HOUSE.view(state, 0)
    assert view.hands == (hand("2 ore"), (0, 0, 0, 0, 0, 4))
    assert HOUSE.view(state, NATURE) is state
    assert HOUSE.view(view, 0) == view
    with pytest.raises(ValueError, match="no seat 2 in this game: expected 0 to 1"):
        HOUSE.view(state, 2)


def test_in_light_mode_nothing_is_hidden() -> None:
    light = HOUSE.setup(("Nina", "Youri"), HOUSE.decode_options({"mode": "light"}))
    assert HOUSE.view(light, 1) == light


def test_a_card_whose_face_is_hidden_may_be_any() -> None:
    closed = (1, 0, 0, 0, 0, 2)
    assert holds(closed, cards("2 ore 1 goods"))
    assert not holds(closed, cards("2 ore 2 goods"))
    for resource in range(5):
        one_each = cards("1 ore 1 fuel 1 carbon 1 food 1 goods")
        many: list[int] = [9 * (r == resource) for r in range(5)]
        assert not holds((*many, 3), one_each)  # type: ignore[arg-type]
        assert minus((*many, 4), one_each) == (*(max(0, n - 1) for n in many), 0)  # type: ignore[arg-type]
    assert minus(closed, cards("2 ore 1 goods")) == (0, 0, 0, 0, 0, 0)
    assert minus(closed, cards("1 ore")) == (0, 0, 0, 0, 0, 2)
    for resource in range(5):
        one = [0] * 5
        one[resource] = 1
        assert minus((0, 0, 0, 0, 0, 2), tuple(one)) == (0, 0, 0, 0, 0, 1)  # type: ignore[arg-type]
    assert sum(unseen(begun(), 20)) == begun().pile


def test_views_are_remembered_for_a_while_only() -> None:
    """The same view comes out of a game that has seen thousands of others."""
    state = begun()
    before = HOUSE.view(state, 1)
    for number in range(1100):
        HOUSE.view(replace(state, seen=(number << 20,) * 4), 1)
    assert HOUSE.view(state, 1) == before


def drawn(card: int, met: int = 0, **options: Any) -> StarfarersState:
    """Seat 0 of three has drawn that encounter card; `met`: cards drawn before, as bits."""
    state = replace(building("1 ore 1 fuel 2 food", "2 ore", "1 goods", players=3, **options), met=met)
    state = replace(state, phase=Phase.ENCOUNTER, encounter=None, balls=("black", "red"), base=3)
    return HOUSE.apply(state, DrawEncounter(card=card, seat=NATURE))


def test_who_is_asked_hears_the_scene_and_the_question_and_not_which_card_it_is() -> None:
    """starfarers.encounter.order: merchants 1 to 4 ask the same; only the left neighbour has the card"""
    views = [HOUSE.view(drawn(card), 0) for card in (1, 2, 3, 4)]
    assert views == [views[0]] * 4
    assert HOUSE.legal_actions(views[0], 0) == HOUSE.legal_actions(drawn(3), 0)
    assert HOUSE.view(drawn(3), 2) == HOUSE.view(drawn(4), 2)
    reading = HOUSE.view(drawn(3), 1).encounter
    assert reading is not None
    assert reading.card == 3


def test_cards_drawn_before_are_known() -> None:
    """starfarers.encounter.pile: what is left is what it can be"""
    seen = HOUSE.view(drawn(3, met=0b11), 0)
    assert seen.encounter is not None
    assert (seen.encounter.card, seen.met) == (3, 0b111)
    seen = HOUSE.view(drawn(4, met=0b11), 0)
    assert seen.encounter is not None
    assert (seen.encounter.card, seen.met) == (3, 0b111)


def test_a_false_merchant_is_not_known_by_the_second_question() -> None:
    asked = [HOUSE.apply(drawn(card), Give(cards("1 ore"), seat=0)) for card in (7, 8)]
    assert asked[0].encounter != asked[1].encounter
    assert HOUSE.view(asked[0], 0) == HOUSE.view(asked[1], 0)


def test_after_the_answer_the_result_is_read_aloud() -> None:
    state = HOUSE.apply(drawn(9), Answer(yes=False, seat=0))
    assert HOUSE.view(state, 0).encounter == state.encounter
