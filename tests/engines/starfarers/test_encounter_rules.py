"""How encounters are handled: who reads, who is asked, what may be answered, and what is refused with which rule."""

from __future__ import annotations

from itertools import product
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from engines.game import NATURE, Seat
from engines.starfarers.encounters.steps import contested, neighbour, reader
from engines.starfarers.model import (
    UPGRADES,
    Answer,
    Choose,
    DrawEncounter,
    EndTurn,
    GainUpgrade,
    Give,
    Jump,
    LoseUpgrade,
    Phase,
    Shake,
    StarfarersAction,
    StarfarersState,
    Steal,
)
from engines.starfarers.pack import BALLS, RESOURCES, Contest, Neighbour, decode_pack
from engines.starfarers.rules import Starfarers
from tests.engines.starfarers.encounter_tables import (
    ACTIVE,
    CASES,
    EDITION_2019,
    HOUSE,
    Case,
    at_encounter,
    drawn,
    play_through,
    shipped,
    with_seat,
)

BEFORE = at_encounter()


def _rules(state: StarfarersState, action: StarfarersAction) -> list[str]:
    return [violation.rule for violation in HOUSE.check(state, action)]


# Who reads, who is asked ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "seat", "seats"),
    [
        (2, 0, (1, 1, 1, 1, 1)),
        (2, 1, (0, 0, 0, 0, 0)),
        (3, 0, (2, 1, 1, 2, 1)),
        (3, 2, (1, 0, 0, 1, 0)),
        (4, 0, (3, 2, 1, 2, 1)),
        (4, 3, (2, 1, 0, 1, 0)),
    ],
)
def test_neighbours_to_the_right_and_left_and_who_reads(players: int, seat: int, seats: tuple[int, ...]) -> None:
    """The columns: R1, R2, L1, L2, and the reader."""
    state = replace(at_encounter(players=players), seat=seat)
    places: tuple[Neighbour, ...] = ("R1", "R2", "L1", "L2")
    assert (*(neighbour(state, place) for place in places), reader(state)) == seats


def test_the_active_player_answers_before_anybody_shakes() -> None:
    """starfarers.encounter.order"""
    asked = drawn(BEFORE, 9)
    assert HOUSE.to_move(asked) == (ACTIVE,)
    early = Shake(player=ACTIVE, balls=("blue", "red"), seat=NATURE)
    assert _rules(asked, early) == ["starfarers.encounter.order"]
    assert HOUSE.to_move(HOUSE.apply(asked, Answer(yes=False, seat=ACTIVE))) == (NATURE,)


def test_what_the_encounter_does_not_wait_for_is_refused_by_name() -> None:
    """starfarers.encounter.order"""
    asked = drawn(BEFORE, 9)
    actions = (Answer(yes=True, seat=0), Give(cards=(1, 0, 0, 0, 0), seat=ACTIVE), DrawEncounter(card=3, seat=NATURE))
    for action in actions:
        assert _rules(asked, action) == ["starfarers.encounter.order"]
    assert HOUSE.check(asked, actions[0])[0].message == "the encounter waits for Gil: answer"
    assert _rules(BEFORE, Answer(yes=True, seat=ACTIVE)) == ["starfarers.encounter.order"]
    assert HOUSE.legal_actions(asked, 0) == HOUSE.legal_actions(BEFORE, ACTIVE) == []


# The pile ------------------------------------------------------------------------------------------------------


def test_a_card_drawn_does_not_come_again_before_they_are_shuffled() -> None:
    """starfarers.encounter.pile"""
    state = replace(BEFORE, met=0b100)
    assert _rules(state, DrawEncounter(card=3, seat=NATURE)) == ["starfarers.encounter.pile"]
    cards = {action.card for action in HOUSE.legal_actions(state, NATURE) if isinstance(action, DrawEncounter)}
    assert cards == set(range(1, 33)) - {3}
    rng = Random(1)
    dealt = {action.card for _ in range(400) if isinstance(action := HOUSE.deal(state, rng), DrawEncounter)}
    assert dealt == cards


def test_a_card_that_the_pack_does_not_have_is_refused() -> None:
    raw = msgspec.json.decode(shipped("house"))
    short = Starfarers(decode_pack(msgspec.json.encode(raw | {"encounters": raw["encounters"][:31]})))
    found = short.check(BEFORE, DrawEncounter(card=32, seat=NATURE))
    assert [(v.rule, v.message) for v in found] == [("starfarers.encounter.pile", "there is no encounter card 32")]


def test_an_answer_that_leads_nowhere_costs_nothing() -> None:
    """A card of an owner's own pack, whose `yes` has no step."""
    raw = msgspec.json.decode(shipped("house"))
    raw["encounters"][0]["steps"] = [{"do": "ask", "yes": [], "no": [{"do": "fame", "rings": 1}]}]
    own = Starfarers.from_pack(msgspec.json.encode(raw))
    asked = own.apply(replace(BEFORE, hands=((0,) * 6,) * 4), DrawEncounter(card=1, seat=NATURE))
    assert len(own.legal_actions(asked, ACTIVE)) == 2
    assert own.apply(asked, Answer(yes=True, seat=ACTIVE)).phase is Phase.FLIGHT


def test_when_all_cards_were_drawn_they_are_shuffled() -> None:
    state = replace(BEFORE, met=(1 << 32) - 1)
    assert len(HOUSE.legal_actions(state, NATURE)) == 32


def test_space_distortion_refused_draws_another_encounter_in_its_place() -> None:
    state = play_through(BEFORE, Case(25, "no")).state
    assert (state.phase, state.encounter, HOUSE.to_move(state)) == (Phase.ENCOUNTER, None, (NATURE,))
    assert state.met == 1 << 24


# Gifts and payments --------------------------------------------------------------------------------------------


def test_gifts_go_to_the_bank_at_once() -> None:
    """starfarers.encounter.gift: with card 7 the gift is in the bank before the question whether to attack."""
    given = HOUSE.apply(drawn(BEFORE, 7), Give(cards=(1, 1, 0, 0, 0), seat=ACTIVE))
    assert HOUSE.to_move(given) == (ACTIVE,)
    assert given.hands[ACTIVE] == (1, 1, 2, 2, 2, 0)
    assert given.bank == tuple(n + g for n, g in zip(BEFORE.bank, (1, 1, 0, 0, 0), strict=True))


def test_a_gift_is_none_to_three_cards_that_the_player_holds() -> None:
    """starfarers.encounter.gift"""
    asked = drawn(BEFORE, 1)
    for cards in ((2, 2, 0, 0, 0), (3, 0, 0, 0, 0)):
        assert _rules(asked, Give(cards=cards, seat=ACTIVE)) == ["starfarers.encounter.gift"]
    assert _rules(asked, Give(cards=(1, 0, 0, 0, 0), count=2, seat=ACTIVE)) == ["starfarers.encounter.gift"]
    # 1 + 5 + 15 + 35 choices of none to three, less the five with three of a kind.
    assert len(HOUSE.legal_actions(asked, ACTIVE)) == 51


def test_light_mode_counts_a_gift_without_naming_cards() -> None:
    asked = drawn(at_encounter(mode="light"), 3)
    assert [getattr(action, "count", None) for action in HOUSE.legal_actions(asked, ACTIVE)] == [0, 1, 2, 3]
    assert _rules(asked, Give(count=4, seat=ACTIVE)) == ["starfarers.encounter.gift"]


def test_who_has_fewer_cards_than_a_demand_cannot_hand_them_over() -> None:
    """starfarers.encounter.afford"""
    poor = replace(BEFORE, hands=(*BEFORE.hands[:1], (1, 0, 0, 0, 0, 0), *BEFORE.hands[2:]))
    assert _rules(drawn(poor, 9), Answer(yes=True, seat=ACTIVE)) == ["starfarers.encounter.afford"]
    assert HOUSE.legal_actions(drawn(poor, 9), ACTIVE) == [Answer(yes=False, seat=ACTIVE)]
    assert _rules(drawn(poor, 12), Answer(yes=True, seat=ACTIVE)) == []


def test_a_payment_is_exactly_what_was_asked() -> None:
    """starfarers.encounter.pay"""
    paying = HOUSE.apply(drawn(BEFORE, 9), Answer(yes=True, seat=ACTIVE))
    assert _rules(paying, Give(cards=(1, 0, 0, 0, 0), seat=ACTIVE)) == ["starfarers.encounter.pay"]
    assert len(HOUSE.legal_actions(paying, ACTIVE)) == 15


def test_opponents_give_a_card_of_their_own_choice_in_any_order() -> None:
    """Card 1: who has no card gives none."""
    state = replace(BEFORE, hands=((0,) * 6, *BEFORE.hands[1:]))
    asked = HOUSE.apply(drawn(state, 1), Give(seat=ACTIVE))
    assert HOUSE.to_move(asked) == (2, 3)
    one = HOUSE.apply(asked, Give(cards=(0, 0, 0, 0, 1), seat=3))
    assert (HOUSE.to_move(one), one.hands[ACTIVE]) == ((2,), (2, 2, 2, 2, 3, 0))
    assert _rules(one, Give(cards=(0, 0, 0, 0, 1), seat=3)) == ["starfarers.encounter.order"]
    both = HOUSE.apply(one, Give(cards=(1, 0, 0, 0, 0), seat=2))
    assert (both.hands[ACTIVE], both.phase) == ((3, 2, 2, 2, 3, 0), Phase.FLIGHT)


def test_a_robbery_takes_one_card_at_random_from_every_opponent_who_has_one() -> None:
    """starfarers.encounter.steal"""
    state = replace(BEFORE, hands=((0,) * 6, *BEFORE.hands[1:3], (0, 0, 1, 0, 0, 0)))
    state = HOUSE.apply(drawn(state, 20), Answer(yes=True, seat=ACTIVE))
    for player in (ACTIVE, 2):
        state = HOUSE.apply(state, Shake(player=player, balls=("blue", "red"), seat=NATURE))
    assert {getattr(a, "victim", None) for a in HOUSE.legal_actions(state, NATURE)} == {2, 3}
    assert _rules(state, Steal(victim=3, card="ore", seat=NATURE)) == ["starfarers.encounter.steal"]
    assert _rules(state, Steal(victim=0, card="ore", seat=NATURE)) == ["starfarers.encounter.steal"]
    rng = Random(2)
    while state.phase is Phase.ENCOUNTER:
        state = HOUSE.apply(state, HOUSE.deal(state, rng))
    assert [sum(hand) for hand in state.hands] == [0, 12, 9, 0]


# What players choose -------------------------------------------------------------------------------------------


def test_cards_of_own_choice_are_as_many_as_the_card_says_and_the_bank_has() -> None:
    """starfarers.encounter.choose"""
    asked = HOUSE.apply(drawn(BEFORE, 1), Give(cards=(1, 1, 1, 0, 0), seat=ACTIVE))
    assert _rules(asked, Choose(cards=(1, 0, 0, 0, 0), seat=ACTIVE)) == ["starfarers.encounter.choose"]
    short = replace(asked, bank=(1, 0, 0, 0, 0))
    assert HOUSE.legal_actions(short, ACTIVE) == [Choose(cards=(1, 0, 0, 0, 0), seat=ACTIVE)]
    wrong = Choose(cards=(0, 1, 0, 0, 0), seat=ACTIVE)
    assert _rules(short, wrong) == ["starfarers.encounter.choose"]


def test_an_empty_bank_gives_nothing() -> None:
    state = replace(BEFORE, hands=((4, 4, 4, 4, 4, 0),) * 4, bank=(0, 0, 0, 0, 0))
    after = play_through(state, Case(4, "give 0")).state
    assert (after.phase, after.hands[ACTIVE], after.bank) == (Phase.FLIGHT, (4, 4, 4, 4, 4, 0), (0, 0, 0, 0, 0))


def test_an_upgrade_is_gained_only_where_there_is_room_and_stock() -> None:
    """starfarers.encounter.gain"""
    way = Case(2, "give 3")
    full = with_seat(BEFORE, ACTIVE, boosters=6, cannons=6, rings=5)
    assert play_through(full, way).state.seats[ACTIVE].cannons == 6
    almost = with_seat(BEFORE, ACTIVE, boosters=6, cannons=5, rings=5)
    asked = HOUSE.apply(drawn(almost, 2), Give(cards=(1, 1, 1, 0, 0), seat=ACTIVE))
    assert HOUSE.legal_actions(asked, ACTIVE) == [GainUpgrade(upgrade="cannon", seat=ACTIVE)]
    assert _rules(asked, GainUpgrade(upgrade="ring", seat=ACTIVE)) == ["starfarers.encounter.gain"]


def test_who_has_no_upgrade_loses_none_and_the_rest_of_the_outcome_counts() -> None:
    """starfarers.encounter.lose"""
    bare = with_seat(BEFORE, ACTIVE, boosters=0, cannons=0, rings=0)
    after = play_through(bare, Case(28, "give 0")).state
    assert (after.seats[ACTIVE].fame, after.phase) == (3, Phase.FLIGHT)
    asked = HOUSE.apply(drawn(with_seat(BEFORE, ACTIVE, rings=0), 28), Give(seat=ACTIVE))
    assert _rules(asked, LoseUpgrade(upgrade="ring", seat=ACTIVE)) == ["starfarers.encounter.lose"]


def test_without_a_ship_nothing_is_grounded_and_nothing_jumps() -> None:
    """starfarers.encounter.ground"""
    ashore = replace(BEFORE, ships=(-1,) * 12)
    assert play_through(ashore, Case(11, "yes")).state.grounded == 0
    assert play_through(ashore, Case(28, "give 2")).state.phase is Phase.FLIGHT


def test_the_first_ship_is_the_one_with_the_fewest_balls_on_its_tip() -> None:
    corner = BEFORE.ships[ACTIVE * 3]
    second = replace(BEFORE, ships=(*BEFORE.ships[:3], -1, corner, -1, *BEFORE.ships[6:]))
    assert play_through(second, Case(11, "yes")).state.grounded == 0b10
    jumped = play_through(second, Case(28, "give 2"))
    assert jumped.state.ships[4] == jumped.jump


def test_a_ship_jumps_to_any_free_corner_where_it_may_stop() -> None:
    """starfarers.encounter.jump: no sun, no other ship, no founded site, no trade point for a colony ship."""
    parts = HOUSE.parts
    asked = HOUSE.apply(drawn(BEFORE, 28), Give(cards=(1, 1, 0, 0, 0), seat=ACTIVE))
    corners = {action.corner for action in HOUSE.legal_actions(asked, ACTIVE) if isinstance(action, Jump)}
    taken = {parts.map.sites[site] for site, owner in enumerate(BEFORE.sites) if owner}
    points = {corner for outpost in parts.map.points for corner in outpost}
    expected = set(range(parts.map.corners)) - set(parts.map.suns) - set(BEFORE.ships) - taken - points
    assert corners == expected
    for corner in (parts.map.suns[0], BEFORE.ships[0], parts.map.points[0][0], 999, None):
        assert _rules(asked, Jump(corner=corner, seat=ACTIVE)) == ["starfarers.encounter.jump"]


def test_a_ship_that_jumped_looks_at_the_tokens_there_and_flies_on() -> None:
    asked = HOUSE.apply(drawn(BEFORE, 30), Give(cards=(1, 1, 1, 0, 0), seat=ACTIVE))
    site = HOUSE.parts.map.sites[12]
    landed = HOUSE.apply(asked, Jump(corner=site, seat=ACTIVE))
    assert (landed.phase, len(landed.reveals), landed.seats[ACTIVE].fame) == (Phase.REVEAL, 2, 5)
    rng = Random(4)
    while landed.phase is Phase.REVEAL:
        landed = HOUSE.apply(landed, HOUSE.deal(landed, rng))
    assert (landed.phase, landed.encounter) == (Phase.FLIGHT, None)


def test_fame_is_never_below_none() -> None:
    """starfarers.encounter.fame"""
    after = play_through(with_seat(BEFORE, ACTIVE, fame=1), Case(1, "give 0")).state
    assert after.seats[ACTIVE].fame == 0


def test_a_ship_carries_no_more_than_eleven_fame_rings() -> None:
    after = play_through(with_seat(BEFORE, ACTIVE, fame=11), Case(3, "give 2")).state
    assert after.seats[ACTIVE].fame == 11


def test_fame_from_an_encounter_wins_the_game_at_once() -> None:
    ahead = with_seat(BEFORE, ACTIVE, fame=9, colonies=9, spaceports=1, points=14)
    over = play_through(ahead, Case(3, "give 2")).state
    assert (over.phase, over.seat) == (Phase.OVER, ACTIVE)


def test_a_trade_ship_that_finds_no_place_is_owed() -> None:
    """starfarers.encounter.trade_ship"""
    corner = BEFORE.ships[3]
    crowded = replace(BEFORE, ships=(*BEFORE.ships[:3], corner, corner + 1, corner + 2, *BEFORE.ships[6:]))
    after = play_through(crowded, Case(29, "give 3")).state
    assert (after.phase, after.seats[ACTIVE].owed) == (Phase.FLIGHT, 1)


# Contests ------------------------------------------------------------------------------------------------------


def _contest(state: StarfarersState, card: int, mine: tuple[str, str], other: tuple[str, str]) -> bool:
    """Whether the active player wins a contest against the right neighbour with these balls."""
    state = HOUSE.apply(drawn(state, card), Answer(yes=True, seat=ACTIVE))
    fame = state.seats[ACTIVE].fame
    for player, balls in ((0, other), (ACTIVE, mine)):
        state = HOUSE.apply(state, Shake(player=player, balls=balls, seat=NATURE))  # type: ignore[arg-type]
    upgraded = state.encounter is not None
    assert upgraded
    legal = HOUSE.legal_actions(state, ACTIVE)
    assert state.seats[ACTIVE].fame in (fame, fame + 1)
    return isinstance(legal[0], GainUpgrade | Choose)


def test_the_black_ball_counts_nothing_in_a_contest() -> None:
    """starfarers.encounter.contest"""
    assert _contest(BEFORE, 23, ("black", "red"), ("blue", "yellow"))
    assert not _contest(BEFORE, 23, ("black", "yellow"), ("blue", "yellow"))


def test_a_contest_stands_by_balls_upgrades_and_cards_and_a_tie_is_won() -> None:
    """starfarers.encounter.combat"""
    contest = Contest(of="combat", against="R1", win=(), lose=())
    level = contested(BEFORE, contest, {ACTIVE: 4, 0: 4})
    assert (level.mine - level.theirs, level.won) == (0, True)
    better = with_seat(BEFORE, 0, cannons=BEFORE.seats[0].cannons + 2)
    behind = contested(better, contest, {ACTIVE: 4, 0: 3})
    assert (behind.theirs - behind.mine, behind.won) == (1, False)
    assert contested(better, contest).won is False, "without balls the ships alone decide"


def test_a_combat_adds_cannons_and_a_race_boosters_of_ship_and_cards() -> None:
    """starfarers.encounter.combat"""
    better = with_seat(BEFORE, ACTIVE, extra_combat=1)
    assert _contest(better, 23, ("black", "yellow"), ("blue", "yellow"))
    assert not _contest(better, 21, ("black", "yellow"), ("blue", "yellow"))
    faster = with_seat(BEFORE, ACTIVE, extra_speed=1)
    assert _contest(faster, 21, ("black", "yellow"), ("blue", "yellow"))


@pytest.mark.parametrize(("value", "wins"), [("yes", False), ("no", True)])
def test_whether_the_opponents_friendship_cards_count_is_an_option(value: str, wins: bool) -> None:
    """starfarers.encounter.opponent_cards: opponent_cards_count = "yes" and opponent_cards_count = "no"."""
    state = with_seat(at_encounter(opponent_cards_count=value), 0, extra_combat=1, extra_speed=1)
    for card in (21, 23):
        assert _contest(state, card, ("blue", "yellow"), ("blue", "yellow")) is wins


def test_an_encounter_never_changes_the_speed_of_the_flight() -> None:
    for case in CASES:
        if not case.another:
            after = play_through(BEFORE, case).state
            assert (after.base, after.balls) == (3, ("black", "red"))


def test_two_balls_that_a_mother_ship_cannot_show_are_refused() -> None:
    shaking = HOUSE.apply(drawn(BEFORE, 9), Answer(yes=False, seat=ACTIVE))
    double = Shake(player=ACTIVE, balls=("yellow", "yellow"), seat=NATURE)
    assert _rules(shaking, double) == ["starfarers.flight.balls"]
    assert _rules(shaking, Shake(player=2, balls=("red", "blue"), seat=NATURE)) == ["starfarers.encounter.contest"]
    assert len(HOUSE.parts.ball_pairs) == 6
    assert len(EDITION_2019.parts.ball_pairs) == 10
    late = EDITION_2019.apply(drawn(at_encounter(EDITION_2019), 9, EDITION_2019), Answer(yes=False, seat=ACTIVE))
    assert EDITION_2019.check(late, double) == []


def test_every_pair_of_balls_is_equally_likely() -> None:
    shaking = HOUSE.apply(drawn(BEFORE, 9), Answer(yes=False, seat=ACTIVE))
    rng, counts = Random(5), dict.fromkeys(HOUSE.parts.ball_pairs, 0)
    for _ in range(3000):
        action = HOUSE.deal(shaking, rng)
        assert isinstance(action, Shake)
        counts[action.balls] += 1
    assert all(420 < count < 580 for count in counts.values())


# Legal is what check accepts -----------------------------------------------------------------------------------


def _imaginable(seat: Seat) -> list[StarfarersAction]:
    """Every form that an encounter's action may take, legal or not."""
    small = [cards for cards in product(range(4), repeat=5) if sum(cards) <= 4]
    found: list[StarfarersAction] = [EndTurn(seat=seat), Answer(yes=True, seat=seat), Answer(yes=False, seat=seat)]
    found += [Give(cards=cards, seat=seat) for cards in small]  # type: ignore[arg-type]
    found += [Choose(cards=cards, seat=seat) for cards in small]  # type: ignore[arg-type]
    found += [GainUpgrade(upgrade=upgrade, seat=seat) for upgrade in UPGRADES]
    found += [LoseUpgrade(upgrade=upgrade, seat=seat) for upgrade in UPGRADES]
    found += [Jump(corner=corner, seat=seat) for corner in range(300)]
    found += [DrawEncounter(card=card, seat=seat) for card in range(1, 33)]
    found += [Steal(victim=victim, card=card, seat=seat) for victim in range(4) for card in RESOURCES]
    pairs = [(a, b) for a in BALLS for b in BALLS if BALLS.index(a) < BALLS.index(b)]
    return found + [Shake(player=player, balls=balls, seat=seat) for player in range(4) for balls in pairs]


@pytest.mark.parametrize("card", range(1, 33))
def test_what_is_legal_is_what_is_not_wrong_at_every_step_of_every_card(card: int) -> None:
    rng = Random(card)
    state = drawn(BEFORE, card)
    while state.phase is Phase.ENCOUNTER and state.encounter is not None:
        seats = HOUSE.to_move(state)
        for seat in (0, ACTIVE, NATURE):
            accepted = [action for action in _imaginable(seat) if not HOUSE.check(state, action)]
            legal = HOUSE.legal_actions(state, seat)
            assert sorted(map(repr, legal)) == sorted(map(repr, accepted))
            assert bool(legal) == (seat in seats)
        legal = HOUSE.legal_actions(state, rng.choice(seats))
        state = HOUSE.apply(state, rng.choice(legal))
