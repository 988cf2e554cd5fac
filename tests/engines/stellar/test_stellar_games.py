from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.errors import BadInput
from engines.game import NATURE, IllegalAction
from engines.stellar.deck import FIRST_FACE
from engines.stellar.model import (
    EMPTY,
    FACE_DOWN,
    ROUNDS,
    TURNS,
    UNKNOWN,
    Phase,
    PlaceStart,
    PlayHand,
    PlayRow,
    StellarAction,
    StellarOptions,
    StellarState,
    Take,
)
from tests.engines.stellar.stellar_tables import DECK, HOUSE, NAMES, at, places, played, player, rules_of, states

SEEDS = st.integers(0, 10_000)
OPTIONS = st.builds(
    StellarOptions,
    face_down_coordinate=st.sampled_from(["printed", "three"]),
    last_refill=st.sampled_from(["skip", "refill"]),
    hands=st.sampled_from(["dealt", "hidden"]),
)
LEAN = settings(max_examples=12, deadline=None)


def order(action: StellarAction) -> tuple[Any, ...]:
    """The order that `engines.stellar.actions` promises."""
    if isinstance(action, PlayHand | PlayRow):
        name = getattr(action, "card", None)
        code = 0 if isinstance(action, PlayRow) else UNKNOWN if name is None else DECK.codes[str(name)]
        slot = action.to if isinstance(action.to, int) else 0
        down = 2 if action.face_down else 1
        number = getattr(action, "number", None)
        if code == UNKNOWN:
            return (code, slot, 0 if number is None else 6 if number == "6/0" else number)
        return (code, 0 if action.to == "notebook" else down, slot)
    if isinstance(action, Take):
        return (1, action.coordinate)
    name = getattr(action, "card", None)
    return (0, getattr(action, "player", 0)) if name is None else (DECK.codes[name],)


@LEAN
@given(SEEDS, OPTIONS)
def test_60_cards_after_every_action(seed: int, options: StellarOptions) -> None:
    """stellar.components.cards: all that lies somewhere, and the deck."""
    for state in states(seed, options):
        lying = places(state)
        assert len(lying) + state.deck == 60
        known = [code for code in lying if code != UNKNOWN]
        assert sorted([*known, *state.unseen]) == list(DECK.cards)
        assert len(state.unseen) == state.deck + lying.count(UNKNOWN)


@LEAN
@given(SEEDS, OPTIONS)
def test_a_game_has_11_rounds_of_two_turns_and_ends_with_12_and_13_cards(seed: int, options: StellarOptions) -> None:
    """stellar.turn.order, stellar.end.cards"""
    seen = list(played(seed, options))
    assert len(seen) <= HOUSE.max_actions
    takers = [state.seat for state, action in seen if isinstance(action, Take)]
    assert takers == [takers[0], 1 - takers[0]] * ROUNDS
    for state, _ in seen:
        if state.phase == Phase.LAST_CARD and all(seat.hand for seat in state.seats):
            assert all(EMPTY not in seat.telescope and len(seat.notebook) == 12 for seat in state.seats)
    last = HOUSE.play(*seen[-1])
    assert (last.phase, last.turn) == (Phase.OVER, TURNS)
    assert all(len(seat.notebook) == 13 and not seat.hand and seat.box != EMPTY for seat in last.seats)


@LEAN
@given(SEEDS, OPTIONS)
def test_in_the_telescope_every_type_lies_in_one_group_and_slot_1_holds_a_start_card(
    seed: int, options: StellarOptions
) -> None:
    last = states(seed, options)[-1]
    for seat in last.seats:
        assert seat.telescope[0] in DECK.start_cards
        for kind in range(5):
            group = {s for s, c in enumerate(seat.telescope) if c < FACE_DOWN and DECK.kind[c] == kind}
            reached = set(sorted(group)[:1])
            for _ in group:
                reached |= {s for s in group for r in reached if DECK.adjacent[r] >> s & 1}
            assert reached == group


@settings(max_examples=6, deadline=None)
@given(SEEDS, OPTIONS)
def test_legal_actions_are_sorted_unique_and_exactly_what_check_lets_pass(seed: int, options: StellarOptions) -> None:
    for state, _ in list(played(seed, options))[:: 5 if options.hands == "dealt" else 17]:
        for seat in (0, 1, NATURE):
            actions = HOUSE.legal_actions(state, seat)
            assert bool(actions) == (seat in HOUSE.to_move(state))
            assert [order(a) for a in actions] == sorted({order(a) for a in actions})
            assert all(HOUSE.check(state, action) == [] for action in actions)
        acting = HOUSE.to_move(state)[0]
        every = {a for s in _LOOKED_AT for a in HOUSE.legal_actions(s, acting)}
        allowed = {a for a in every if HOUSE.check(state, a) == []}
        assert allowed <= set(HOUSE.legal_actions(state, acting))


_LOOKED_AT = [state for state, _ in played(1)][::3]


@LEAN
@given(SEEDS, OPTIONS)
def test_states_and_actions_survive_json(seed: int, options: StellarOptions) -> None:
    decoder = msgspec.json.Decoder(StellarState)
    for state, action in list(played(seed, options))[::4]:
        assert decoder.decode(msgspec.json.encode(state)) == state
        data = HOUSE.encode_action(action)
        assert next(iter(data)) == "type"
        again = HOUSE.decode_action(action.seat, msgspec.json.decode(msgspec.json.encode(data)))
        assert again == action
        assert HOUSE.play(decoder.decode(msgspec.json.encode(state)), again) == HOUSE.play(state, action)
    assert HOUSE.decode_options(msgspec.to_builtins(options)) == options


@settings(max_examples=4, deadline=None)
@given(SEEDS)
def test_an_illegal_action_says_so_and_changes_nothing(seed: int) -> None:
    seen = list(played(seed))
    actions = [action for _, action in seen[::10]]
    for state, _ in seen[::6]:
        before = msgspec.json.encode(state)
        for action in actions:
            broken = HOUSE.check(state, action)
            if broken:
                with pytest.raises(IllegalAction):
                    HOUSE.apply(state, action)
                assert {found.rule for found in broken} <= {rule.id for rule in HOUSE.rules.rules}
        assert msgspec.json.encode(state) == before


def test_a_record_names_cards_by_id_and_leaves_out_what_is_not_said() -> None:
    assert HOUSE.encode_action(PlayHand("moon-4-a", "notebook", seat=0)) == {
        "type": "play_hand",
        "card": "moon-4-a",
        "to": "notebook",
    }
    assert HOUSE.encode_action(PlayRow(5, True, seat=1)) == {"type": "play_row", "to": 5, "face_down": True}


@pytest.mark.parametrize(
    "data",
    [
        {"type": "play_hand", "card": "moon-4-a", "to": 13},
        {"type": "play_hand", "card": "moon-4-a", "to": "box"},
        {"type": "play_hand", "to": 1},
        {"type": "take", "coordinate": 6},
        {"type": "deal_hand", "player": 2, "card": "moon-4-a"},
        {"type": "wave"},
        {},
    ],
)
def test_an_action_that_cannot_be_one_is_bad_input(data: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="action"):
        HOUSE.decode_action(0, data)


def test_unknown_options_are_bad_input() -> None:
    with pytest.raises(BadInput, match="options of stellar"):
        HOUSE.decode_options({"hands": "open"})
    with pytest.raises(BadInput, match="options of stellar"):
        HOUSE.decode_options({"hand": "dealt"})


def test_the_declared_bound_is_reached_by_no_game() -> None:
    longest = max(len(list(played(seed, StellarOptions(last_refill="refill")))) for seed in range(20))
    assert longest < HOUSE.max_actions


def test_the_cards_that_nature_brings_are_equally_likely() -> None:
    """Each of the 56 cards 5 000 / 56 = 89 times, within five standard deviations."""
    state = next(state for state in states(3) if state.phase == Phase.DEAL_HANDS)
    rng = Random(5)
    counts = Counter(getattr(HOUSE.deal(state, rng), "card", "") for _ in range(5_000))
    assert len(counts) == state.deck == 56
    assert all(abs(count - 5_000 / 56) < 5 * (5_000 / 56) ** 0.5 for count in counts.values())


def test_two_games_from_one_seed_are_the_same() -> None:
    assert list(played(11)) == list(played(11))
    assert [a for _, a in played(11)] != [a for _, a in played(12)]


def test_a_card_by_its_face_leads_to_the_same_game_as_by_its_id() -> None:
    me = player({1: "planet-3-b"}, [], ["black_hole-1-a", "moon-6/0"])
    state = HOUSE.apply(at(Phase.TAKE, me), Take(1, seat=0))
    by_id, by_face = (HOUSE.apply(state, PlayHand(n, 7, seat=0)) for n in ("black_hole-1-a", "black_hole:1:3"))
    assert by_id == by_face
    assert max(by_face.seats[0].telescope) < FIRST_FACE


def test_a_name_that_is_neither_id_nor_face_is_refused_by_rule() -> None:
    start = HOUSE.setup(NAMES)
    state = HOUSE.play(start, HOUSE.legal_actions(start, NATURE)[0])
    assert rules_of(state, PlaceStart("planet-3-a", seat=0)) == ["stellar.turn.steps"]
