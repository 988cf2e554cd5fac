from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from msgspec.structs import replace

from engines.bots import Bot, bots_of
from engines.game import NATURE
from engines.stellar.bots import (
    BOTS,
    Expectimax,
    Judge,
    Weights,
    expectimax_action,
    greedy_action,
    margin,
    random_action,
)
from engines.stellar.model import (
    TURNS,
    DiscardRow,
    Phase,
    PlayHand,
    PlayLast,
    PlayRow,
    StellarOptions,
    StellarState,
    Take,
)
from tests.engines.stellar.stellar_tables import HOUSE, NAMES, at, card, played, player

FIVE = {1: "planet-3-a", 2: "moon-3-a", 3: "asteroid-3-a", 4: "cloud-3-a"}


def game(bots: Sequence[Bot], seed: int, options: StellarOptions | None = None) -> StellarState:
    rng, state = Random(seed), HOUSE.setup(NAMES, options)
    while seats := HOUSE.to_move(state):
        seat = seats[0]
        if seat == NATURE:
            action = HOUSE.deal(state, rng)
        else:
            assert isinstance(seat, int)
            action = HOUSE.turned_out(state, bots[seat](HOUSE, HOUSE.view(state, seat), seat, rng), rng)
        assert HOUSE.check(state, action) == []
        state = HOUSE.play(state, action)
    return state


def test_the_bots_of_stellar_by_name() -> None:
    assert sorted(bots_of("stellar")) == ["easy", "expectimax", "greedy", "normal", "random", "strong"]
    assert BOTS["expectimax"] is expectimax_action


@pytest.mark.parametrize("bot", [random_action, greedy_action])
def test_a_bot_plays_whole_games_by_the_rules(bot: Bot) -> None:
    for seed in range(3):
        assert HOUSE.is_over(game((bot, bot), seed))
    assert HOUSE.is_over(game((bot, bot), 1, StellarOptions(hands="hidden", face_down_coordinate="three")))


def test_expectimax_plays_by_the_rules_and_beats_greedy() -> None:
    last = game((expectimax_action, greedy_action), 4)
    assert margin(HOUSE, last, 0) > 0 > margin(HOUSE, last, 1)


def test_greedy_takes_the_points_that_are_there() -> None:
    """The fifth type completes the telescope for 10 points."""
    state = at(Phase.PLAY_HAND, player(FIVE, hand=["black_hole-6/0", "planet-5-a", "moon-5-a"]), player(FIVE))
    action = greedy_action(HOUSE, state, 0, Random(1))
    assert isinstance(action, PlayHand)
    assert (action.card, action.face_down) == ("black_hole-6/0", False)
    assert isinstance(action.to, int)


def test_among_equals_greedy_takes_any() -> None:
    state = at(Phase.TAKE, player(FIVE), player(FIVE))
    assert len({greedy_action(HOUSE, state, 0, Random(seed)) for seed in range(30)}) == 5


def test_expectimax_sees_the_card_that_its_number_leads_to() -> None:
    """In the last turn only moon 2 leads to the black hole at coordinate 2, the fifth type for the telescope."""
    row = ("moon-1-a", "black_hole-6/0", "moon-3-b", "moon-4-a", "moon-5-a")
    laid = {**FIVE, **dict.fromkeys(range(6, 13), "~?")}
    me = player(laid, hand=["moon-2-a", "planet-1-a"])
    state = at(Phase.TAKE, me, player(laid), row=row, turn=20)
    first = expectimax_action(HOUSE, state, 0, Random(1))
    assert isinstance(first, Take)
    state = HOUSE.play(state, first)
    second = expectimax_action(HOUSE, state, 0, Random(1))
    assert second == PlayHand("moon-2-a", "notebook", seat=0)
    state = HOUSE.play(state, second)
    assert expectimax_action(HOUSE, state, 0, Random(1)) == PlayRow(5, seat=0)


def test_expectimax_keeps_the_last_card_that_pays_most() -> None:
    me = player({1: "moon-1-a"}, ["moon-2-a"], ["moon-3-b", "moon-5-a"])
    state = at(Phase.LAST_CARD, me, player(hand=["cloud-1-b", "cloud-2-b"]), turn=TURNS)
    assert expectimax_action(HOUSE, state, 0, Random(1)) == PlayLast("moon-3-b", seat=0)


def test_expectimax_discards_a_row_that_is_worth_little() -> None:
    """Nothing in this row helps in the last turn; nearly every other row does."""
    laid = {1: "planet-1-a", 2: "planet-1-b", **dict.fromkeys(range(4, 13), "~?")}
    me = player(laid, ["planet-2-a", "planet-3-a"], ["cloud-6/0", "moon-6/0"])
    row = ("cloud-1-a", "cloud-2-a", "cloud-1-b", "cloud-2-b", "cloud-3-a")
    state = at(Phase.TAKE, me, player(laid), row=row, turn=21, satellite_taken=True)
    assert expectimax_action(HOUSE, state, 0, Random(1)) == DiscardRow(seat=0)


def test_a_bot_decides_the_same_whatever_lies_where_it_cannot_see() -> None:
    """The opponent's hand is exchanged for other cards of the deck; a bot is given its view only."""
    compared = 0
    for state, _ in played(8):
        theirs = state.seats[1 - state.seat]
        if state.phase != Phase.PLAY_HAND or theirs.shown:
            continue
        hand, left = state.unseen[:2], tuple(sorted([*theirs.hand, *state.unseen[2:]]))
        changed = replace(theirs, hand=hand)
        seats = (changed, state.seats[1]) if state.seat else (state.seats[0], changed)
        other = replace(state, seats=seats, unseen=left)
        views = [HOUSE.view(s, state.seat) for s in (state, other)]
        assert len({greedy_action(HOUSE, view, state.seat, Random(1)) for view in views}) == 1
        compared += 1
    assert compared > 3


def test_equal_faces_in_the_deck_are_averaged_by_their_number() -> None:
    """Two of three cards in the deck are worth nothing here and the third one 10 points."""
    laid = {**FIVE, **dict.fromkeys(range(6, 13), "~?")}
    state = at(Phase.REVEAL, player(laid), player(laid), turn=20, to_telescope=True)
    left = tuple(sorted(card(n) for n in ("black_hole-6/0", "moon-5-a", "moon-5-b")))
    state = replace(state, unseen=left, deck=3)
    thought = Expectimax(HOUSE, state, 0, Random(1), Weights())
    after = [thought.worth(HOUSE.play(state, a)) for a in HOUSE.legal_actions(state, NATURE)]
    assert thought.worth(state) == pytest.approx(sum(after) / 3)
    assert max(after) > min(after)


def test_after_the_last_turn_the_judge_counts_the_better_of_the_two_hand_cards() -> None:
    me = player({1: "moon-1-a"}, ["moon-2-a"], ["moon-3-b", "moon-5-a"])
    state = at(Phase.LAST_CARD, me, player(hand=["cloud-1-b", "cloud-2-b"]), turn=TURNS)
    judge = Judge(HOUSE.deck, state, 0, Weights())
    worths = [judge.worth(HOUSE.play(state, action)) for action in HOUSE.legal_actions(state, 0)]
    assert judge.worth(state) == max(worths) > min(worths)


def test_the_judge_gives_exact_points_when_nothing_is_left_to_play() -> None:
    last = [s for s, _ in played(4)][-1]
    state = HOUSE.play(last, HOUSE.legal_actions(last, 1)[0]) if HOUSE.to_move(last) == (1,) else last
    for seat in (0, 1):
        rows = {row.row: row.points for row in HOUSE.score(state).players[seat].rows}
        against = {row.row: row.points for row in HOUSE.score(state).players[1 - seat].rows}
        sections = sum(rows[name] - against[name] for name in ("top", "middle", "bottom"))
        own = sum(points for name, points in rows.items() if name not in ("top", "middle", "bottom"))
        done = replace(state, seats=tuple(replace(p, hand=()) for p in state.seats))
        assert Judge(HOUSE.deck, done, seat, Weights()).worth(done) == pytest.approx(own + sections)
