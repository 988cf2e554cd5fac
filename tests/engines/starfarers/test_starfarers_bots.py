"""The bots: they play by the rules, see their own view only, and greedy is better than chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from random import Random

import msgspec
import pytest

from engines.bots import Bot, Reason, bots_of, choice_of, find_bot
from engines.game import NATURE
from engines.playout import turns
from engines.starfarers.bots import greedy_action, random_action
from engines.starfarers.bots.learnt import REASONS, SAMPLES, Learnt, weights
from engines.starfarers.model import (
    BuildShip,
    BuildUpgrade,
    Decline,
    DrawEncounter,
    FoundColony,
    FoundStation,
    Jump,
    Move,
    Offer,
    Phase,
    StarfarersAction,
    StarfarersOptions,
    StarfarersState,
)
from engines.starfarers.rules import Starfarers
from engines.starfarers.sampler import any_action
from tests.engines.starfarers.starfarers_tables import (
    BETWEEN_BOTS,
    DOCKING,
    HOUSE,
    NAMES,
    PARTS,
    building,
    cards,
    flying,
    lying,
    played,
    player,
    ship,
    site_of,
)

replace = msgspec.structs.replace


def game(bots: Sequence[Bot], seed: int, rules: Starfarers = HOUSE, **options: str) -> StarfarersState:
    """The last state of a game between bots, every action of theirs judged."""
    state = rules.setup(NAMES[: len(bots)], replace(BETWEEN_BOTS, **options))
    for turn in turns(rules, state, bots, Random(seed)):
        if turn.action.seat != NATURE:
            assert rules.check(state, turn.action) == []
        state = turn.state
    return state


def test_the_bots_of_starfarers_by_name() -> None:
    assert set(bots_of("starfarers")) == {"random", "greedy", "easy", "normal", "strong"}


@pytest.mark.parametrize("bot", [random_action, greedy_action])
@pytest.mark.parametrize("rules", [HOUSE, DOCKING], ids=["house", "2019"])
def test_a_bot_plays_whole_games_by_the_rules(bot: Bot, rules: Starfarers) -> None:
    for players in (2, 3, 4):
        assert game([bot] * players, players, rules).phase is Phase.OVER
    for mode in ("middle", "light"):
        assert game([bot] * 3, 1, rules, mode=mode).phase is Phase.OVER
    assert game([bot] * 3, 1, rules, start="founding").phase is Phase.OVER


def test_bots_end_a_game_in_which_any_number_of_offers_may_be_made() -> None:
    """starfarers.trade.offers: greedy never offers again what came to nothing, chance leaves it at two."""
    for bot in (greedy_action, random_action):
        state = HOUSE.setup(NAMES[:2], StarfarersOptions(turn_limit="short"))
        made = Counter[int]()
        for turn in turns(HOUSE, state, [bot] * 2, Random(3)):
            if isinstance(turn.action, Offer):
                made[state.turn] += 1
                assert bot is random_action or (turn.action.give, turn.action.get) not in state.refused
            state = turn.state
        assert state.phase is Phase.OVER
        assert max(made.values()) <= 2 or bot is greedy_action


def test_greedy_beats_chance() -> None:
    """turn_limit = long: 6 games, greedy wins them all; the figures of docs/starfarers.md come from many more."""
    for seed in range(6):
        seat = seed % 2
        bots = [greedy_action if s == seat else random_action for s in range(2)]
        assert HOUSE.score(game(bots, seed, turn_limit="long")).winners == (NAMES[seat],)


def test_the_random_bot_takes_every_listed_action_equally_often() -> None:
    """Flight, with a ship that may pause, found and end; each of n actions 100 times, within five deviations."""
    site = site_of(HOUSE)
    state = ship(ship(flying(base=3), PARTS.map.sites[site]), PARTS.map.launch[site][0], number=1)
    for planet in PARTS.map.site_planets[site]:
        pool = PARTS.by_back[PARTS.map.planet_back[planet]]
        state = lying(state, planet, next(t for t in pool if not PARTS.barren[t] and t not in state.tokens), seen_by=0)
    _assert_uniform(replace(state, base=2))
    _assert_uniform(building("3 ore 3 fuel 3 carbon 3 food 4 goods", "1 ore"))
    jumping = next(s for s, a in _long_game() if isinstance(a, Jump))
    _assert_uniform(jumping)


def _long_game() -> list[tuple[StarfarersState, StarfarersAction]]:
    seeds = (s for s in range(50) if any(isinstance(a, Jump) for _, a in played(s)))
    return [*played(next(seeds))]


def _assert_uniform(state: StarfarersState) -> None:
    listed = HOUSE.legal_actions(state, state.seat)
    rng = Random(7)
    counts = Counter(any_action(HOUSE, state, state.seat, rng) for _ in range(100 * len(listed)))
    assert set(counts) == set(listed)
    assert all(abs(n - 100) < 50 for n in counts.values())


# What greedy does ----------------------------------------------------------------------------------------------


def best(state: StarfarersState) -> StarfarersAction:
    return greedy_action(HOUSE, HOUSE.view(state, state.seat), state.seat, Random(1))


def test_greedy_founds_what_it_can() -> None:
    site = site_of(HOUSE)
    state = ship(flying(), PARTS.map.sites[site])
    for planet in PARTS.map.site_planets[site]:
        pool = PARTS.by_back[PARTS.map.planet_back[planet]]
        state = lying(state, planet, next(t for t in pool if not PARTS.barren[t] and t not in state.tokens), seen_by=0)
    assert best(state) == FoundColony(0, seat=0)
    trader = player(ship(flying(), PARTS.map.points[0][0], trade=True), rings=2)
    assert isinstance(best(replace(trader, passing=0)), FoundStation)


def test_greedy_flies_towards_a_free_site_and_builds() -> None:
    site = site_of(HOUSE)
    state = ship(flying(base=1), PARTS.map.launch[site][0])
    assert best(state) == Move(0, PARTS.map.sites[site], seat=0)
    assert isinstance(best(replace(building("1 ore 1 fuel 1 carbon 1 food"), used=1)), BuildShip)
    no_ships = replace(building("2 ore"), used=1)
    assert best(no_ships) == BuildUpgrade("ring", seat=0)


def test_greedy_trades_for_what_it_lacks_and_declines_what_costs_it() -> None:
    state = replace(building("1 ore 1 fuel 1 carbon 2 goods", "1 food"), used=1)
    offers = [a for a in [best(replace(state, bank=(0,) * 5))] if isinstance(a, Offer)]
    assert [offer.get for offer in offers] == [cards("1 food")]
    asked = HOUSE.apply(
        building("1 goods", "1 ore 1 fuel 1 carbon 1 food"), Offer(cards("1 goods"), cards("1 food"), seat=0)
    )
    answer = greedy_action(HOUSE, HOUSE.view(asked, 1), 1, Random(1))
    assert answer == Decline(seat=1)


def test_a_bot_decides_the_same_whatever_it_cannot_see() -> None:
    """The others' cards are dealt anew: the same generator leads to the same action."""
    state = building("2 ore 1 fuel", "1 ore 2 food", "3 goods")
    other = building("2 ore 1 fuel", "3 goods", "1 ore 2 food")
    other = replace(other, bank=state.bank)
    for bot in (random_action, greedy_action, strong_action):
        decided = [bot(HOUSE, HOUSE.view(s, 0), 0, Random(3)) for s in (state, other)]
        assert decided[0] == decided[1]


# What strong does ----------------------------------------------------------------------------------------------

strong_action = find_bot("starfarers", "strong")


def test_strong_founds_what_it_can_and_says_that_it_pays() -> None:
    trader = replace(player(ship(flying(), PARTS.map.points[0][0], trade=True), rings=2), passing=0)
    choice = choice_of(strong_action, HOUSE, HOUSE.view(trader, 0), 0, Random(1))
    assert isinstance(choice.action, FoundStation)
    assert choice.reason == Reason("starfarers.bot.points", {"points": 2}, REASONS["points"])


def test_strong_prefers_the_outpost_whose_medal_it_wins() -> None:
    """Of two trade points as far away the one without another's station: starfarers.medal.first"""
    view = HOUSE.view(player(flying(), rings=2), 0)
    judge = Learnt(HOUSE, view, 0, weights())
    taken = Learnt(
        HOUSE, replace(view, stations=bytes((2, 2)) + view.stations[2:], medals=(1, -1, -1, -1)), 0, weights()
    )
    assert dict(judge.goals[True])[PARTS.map.points[0][0]] > 0
    assert PARTS.map.points[0][0] not in dict(taken.goals[True])


def test_strong_plays_an_encounter_out_so_many_times_for_each_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The budget is a count; the cards tried are those that sound the same."""
    courses: list[int] = []
    play = Learnt._course

    def counted(judge: Learnt, action: StarfarersAction, state: StarfarersState, rng: Random) -> float:
        assert state.encounter is not None
        courses.append(state.encounter.card)
        return play(judge, action, state, rng)

    monkeypatch.setattr(Learnt, "_course", counted)
    asked = replace(building("1 ore 1 fuel 2 food", "2 ore"), phase=Phase.ENCOUNTER, balls=("black", "red"), base=3)
    asked = HOUSE.apply(asked, DrawEncounter(card=21, seat=NATURE))
    strong_action(HOUSE, HOUSE.view(asked, 0), 0, Random(1))
    assert len(courses) == 2 * SAMPLES["strong"]
    assert len(set(courses)) > 1


def test_the_same_seed_gives_the_same_game_between_strong_bots() -> None:
    first, second = (
        [turn.action for turn in islice(turns(HOUSE, HOUSE.setup(NAMES[:2]), [strong_action] * 2, Random(5)), 150)]
        for _ in range(2)
    )
    assert first == second


def test_bots_know_the_options() -> None:
    assert StarfarersOptions(turn_limit="short", offers="two") == BETWEEN_BOTS
