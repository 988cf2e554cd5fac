"""Whole games: the box is never short or over, every list agrees with the judge, nothing that is hidden matters."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.game import NATURE
from engines.starfarers.components import Remembered
from engines.starfarers.model import (
    Counter as CounterOffer,
)
from engines.starfarers.model import (
    DrawSupply,
    EndTurn,
    Move,
    Offer,
    Phase,
    Reveal,
    Roll,
    Shake,
    StarfarersOptions,
    Steal,
)
from engines.starfarers.rules import Starfarers
from tests.engines.starfarers.starfarers_tables import (
    BETWEEN_BOTS,
    DOCKING,
    HOUSE,
    NAMES,
    assert_box,
    begun,
    building,
    played,
)

SEEDS = st.integers(0, 10_000)
LEAN = settings(max_examples=10, deadline=None)
OPTIONS = st.builds(
    StarfarersOptions,
    mode=st.sampled_from(["full", "full", "middle", "light"]),
    start=st.sampled_from(["beginner", "founding"]),
    second_colony=st.sampled_from(["home", "anywhere"]),
    system_limit=st.sampled_from(["outside_home", "everywhere"]),
    supply_cards=st.sampled_from(["one", "two"]),
    gifts=st.sampled_from(["refused", "allowed"]),
    conquest=st.sampled_from(["standing", "passing"]),
    replacement=st.sampled_from(["face_up", "covered"]),
    opponent_cards_count=st.sampled_from(["yes", "no"]),
    win=st.sampled_from(["own_turn", "any_turn"]),
    helping_hand=st.sampled_from(["up_to_two", "exactly_two"]),
    bought_fame=st.sampled_from(["eleven", "six"]),
    turn_limit=st.just("short"),
    offers=st.just("two"),
)
GAMES = st.sampled_from([HOUSE, DOCKING])


@settings(max_examples=16, deadline=None)
@given(SEEDS, st.integers(2, 4), OPTIONS, GAMES)
def test_cards_pieces_rings_and_tokens_sum_to_the_box_after_every_action(
    seed: int, players: int, options: StarfarersOptions, game: Starfarers
) -> None:
    """starfarers.components.cards, .pile, .fame, .upgrades, .pieces, .tokens; starfarers.turn.limit"""
    for state, _ in played(seed, players, game, options):
        assert_box(game, state)
    assert state.phase is Phase.OVER
    assert state.turn <= 20


@settings(max_examples=6, deadline=None)
@given(SEEDS, st.integers(2, 4), OPTIONS, GAMES)
def test_every_listed_action_is_legal_and_other_seats_have_none(
    seed: int, players: int, options: StarfarersOptions, game: Starfarers
) -> None:
    for state, _ in [*played(seed, players, game, options)][::3]:
        for seat in (NATURE, *range(players)):
            actions = game.legal_actions(state, seat)
            assert bool(actions) == (seat in game.to_move(state))
            assert len(set(actions)) == len(actions)
            for action in actions:
                assert game.check(state, action) == [], action


@settings(max_examples=4, deadline=None)
@given(SEEDS, st.integers(2, 4))
def test_what_is_not_listed_is_refused_but_for_offers_and_detours(seed: int, players: int) -> None:
    """Actions of other moments of the same game, tried everywhere, at every seat to move."""
    moments = [*played(seed, players)][::4]
    tried = {
        action for state, _ in moments[::3] for s in HOUSE.to_move(state) for action in HOUSE.legal_actions(state, s)
    }
    sample = Random(seed).sample(sorted(tried, key=repr), min(len(tried), 150))
    for state, _ in moments:
        listed = {a for seat in HOUSE.to_move(state) for a in HOUSE.legal_actions(state, seat)}
        for action in sample:
            if action not in listed and not isinstance(action, Offer | CounterOffer):
                assert HOUSE.check(state, action), (state.phase, action)


@LEAN
@given(SEEDS, st.integers(2, 4), OPTIONS)
def test_states_survive_json_and_play_on_the_same(seed: int, players: int, options: StarfarersOptions) -> None:
    decoder = msgspec.json.Decoder(HOUSE.state_type)
    for state, action in [*played(seed, players, HOUSE, options)][:-1:5]:
        again = decoder.decode(msgspec.json.encode(state))
        assert again == state
        data = msgspec.json.decode(msgspec.json.encode(HOUSE.encode_action(action)))
        assert HOUSE.play(again, HOUSE.decode_action(action.seat, data)) == HOUSE.play(state, action)


def test_a_turn_goes_production_trade_flight_and_clockwise() -> None:
    """starfarers.turn.phases, starfarers.turn.order"""
    order = {Phase.ROLL: 0, Phase.BUILD: 1, Phase.SHAKE: 2, Phase.FLIGHT: 3}
    last_seat, last = None, 0
    for state, _ in played(5):
        if state.phase in order:
            if state.phase is Phase.ROLL and last != 0:
                assert last_seat is not None
                assert state.seat == (last_seat + 1) % 4
            elif state.seat == last_seat:
                assert order[state.phase] >= last
            last_seat, last = state.seat, order[state.phase]


@dataclass
class Odds:
    """How often something should come, and what brings it."""

    action: type[Any]
    of: str
    counts: dict[Any, float]


def test_dice_balls_cards_and_tokens_come_as_often_as_their_pieces_say() -> None:
    """36 rolls, 6 pairs of 4 balls; with a second yellow ball 10 pairs, of which 2 show yellow and red."""
    rng = Random(3)
    state = begun()
    rolls = Counter(HOUSE.deal(state, rng) for _ in range(7200))
    assert len(rolls) == 36
    assert all(abs(n - 200) < 5 * 200**0.5 for n in rolls.values())
    shaking = msgspec.structs.replace(building(), phase=Phase.SHAKE)
    assert len(Counter(HOUSE.deal(shaking, rng) for _ in range(300))) == 6
    five = msgspec.structs.replace(building(game=DOCKING), phase=Phase.SHAKE)
    shakes = Counter(str(DOCKING.deal(five, rng).balls) for _ in range(2000))  # type: ignore[union-attr]
    assert len(shakes) == 7
    assert abs(shakes["('yellow', 'red')"] - 400) < 5 * 20
    assert abs(shakes["('black', 'blue')"] - 200) < 5 * 15


def test_a_stolen_card_is_any_of_the_victims_cards() -> None:
    state = msgspec.structs.replace(building("", "3 ore 1 goods"), phase=Phase.STEAL, victims=(1,))
    rng = Random(4)
    stolen = Counter(HOUSE.deal(state, rng) for _ in range(2000))
    assert abs(stolen[Steal(1, "ore", seat=NATURE)] - 1500) < 100
    assert set(stolen) == set(HOUSE.legal_actions(state, NATURE))


def test_nature_does_not_act_where_a_player_does() -> None:
    with pytest.raises(ValueError, match="nature is not to move: the table is at build"):
        HOUSE.deal(building(), Random(1))


# Counted by hand -----------------------------------------------------------------------------------------------


def test_counts_of_the_first_steps() -> None:
    """Beginner position, four players.

    1 first player: 4. 2 the 12 home tokens are turned up, in any order, each one of the 3 of its letter: the first
    reveal has 12 x 3 = 36 ways, the last one 1. 3 first card: 5 resources. 4 a ship: 3 transporters on 2 corners:
    6 each. 5 a roll: 36.
    """
    state, rng = HOUSE.setup(NAMES), Random(1)
    counts: list[int] = []
    while state.phase is not Phase.BUILD and len(counts) < 60:
        seat = HOUSE.to_move(state)[0]
        counts.append(len(HOUSE.legal_actions(state, seat)))
        state = HOUSE.play(state, HOUSE.deal(state, rng) if seat == NATURE else HOUSE.legal_actions(state, seat)[0])
    assert counts[0] == 4
    assert counts[1] == 36
    assert counts[12] == 1
    assert counts[13] == 5
    assert counts[25:29] == [6] * 4
    assert counts[29] == 36


def test_the_founding_phase_of_two_players_has_12_x_11_x_10_x_9_x_8_x_7_ways() -> None:
    """Each of the six pieces takes one of the home sites left; the order of seats is 0 1, 1 0, 0 1."""
    state, rng = HOUSE.setup(NAMES[:2], StarfarersOptions(start="founding")), Random(2)
    seats, ways = [], 1
    while state.phase is not Phase.PLACE_SHIPS:
        seat = HOUSE.to_move(state)[0]
        if seat == NATURE:
            state = HOUSE.play(state, HOUSE.legal_actions(state, NATURE)[0])
            continue
        actions = HOUSE.legal_actions(state, seat)
        ways *= len(actions)
        seats.append(seat)
        state = HOUSE.play(state, rng.choice(actions))
    assert seats == [0, 1, 1, 0, 0, 1]
    assert ways == 12 * 11 * 10 * 9 * 8 * 7


def test_a_hand_of_2_2_2_2_gives_4_cards_back_in_19_ways() -> None:
    """The coefficient of x^4 in (1 + x + x^2)^4 is 19."""
    state = building("2 ore 2 fuel 2 carbon 2 food")
    state = msgspec.structs.replace(state, phase=Phase.DISCARD, waiting=(0,))
    assert len(HOUSE.legal_actions(state, 0)) == 19


def test_the_declared_bound_is_far_from_what_games_need() -> None:
    longest = max(len([*played(seed)]) for seed in range(4))
    assert longest * 30 < HOUSE.max_actions


@pytest.mark.parametrize("kind", [Roll, Shake, DrawSupply, Reveal, Move, EndTurn])
def test_a_random_game_has_actions_of_every_common_kind(kind: type[Any]) -> None:
    assert any(isinstance(action, kind) for _, action in played(1))
    assert BETWEEN_BOTS.turn_limit == "short"


def test_what_a_game_remembers_to_be_quick_makes_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = [*played(3)]
    monkeypatch.setattr(Remembered, "keep", lambda self, key, value: value)
    forgetful = Starfarers(HOUSE.pack)
    assert [*played(3, game=forgetful)] == expected
    state = building("3 ore", "1 fuel")
    assert [forgetful.view(state, seat) for seat in (0, 1, 0)] == [HOUSE.view(state, seat) for seat in (0, 1, 0)]
