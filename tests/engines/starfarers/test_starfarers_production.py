"""Production, the 7 and the supply pile."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from engines.game import NATURE
from engines.starfarers.model import (
    Discard,
    DrawSupply,
    Phase,
    Relief,
    Rob,
    Roll,
    StarfarersState,
    StartFlight,
    Steal,
    TakeSupply,
)
from engines.starfarers.ships import PORT
from tests.engines.starfarers.starfarers_tables import (
    HOUSE,
    PARTS,
    begun,
    building,
    cards,
    friend,
    hand,
    lying,
    player,
    rules_of,
    with_hands,
)

replace = msgspec.structs.replace
MAP = PARTS.map
ORE = next(p for p, r in enumerate(MAP.planet_resource) if r == 0 and not MAP.home[MAP.planet_system[p]])
"""A planet that gives ore, outside the home systems."""
A, B = PARTS.planet_sites[ORE]


def producing(*owners: int, players: int = 4, total: int = 9, **fields: int) -> StarfarersState:
    """Seat 0 rolls; only the ore planet shows the number, with these owners on its two sites; nobody has cards."""
    state = replace(with_hands(begun(players)), face_up=0)
    right = next(t for t in range(len(PARTS.back)) if PARTS.pack.tokens[t].numbers == (total,))
    state = lying(state, ORE, right)
    sites = bytearray(len(state.sites))
    for site, owner in zip((A, B), owners, strict=True):
        sites[site] = owner
    return replace(state, sites=bytes(sites), **fields)


def rolled(state: StarfarersState, first: int = 4, second: int = 5) -> StarfarersState:
    return HOUSE.apply(state, Roll((first, second), seat=NATURE))


def test_a_planet_pays_one_card_for_each_colony_and_spaceport() -> None:
    """starfarers.production.roll, starfarers.production.pays"""
    after = rolled(producing(1, PORT + 1))
    assert list(after.hands) == [hand("1 ore"), hand("1 ore"), hand(), hand()]
    assert (after.phase, after.dice) == (Phase.BUILD, (4, 5))
    assert rolled(producing(1, 1)).hands[0] == hand("2 ore")
    assert rolled(producing(1, 1), 4, 4).hands[0] == hand()


def test_a_covered_token_pays_nothing() -> None:
    """starfarers.production.roll"""
    state = replace(producing(1, 1), face_up=0)
    assert rolled(state).hands[0] == hand()


def test_what_the_bank_cannot_pay_in_full_is_paid_to_nobody() -> None:
    """starfarers.production.short"""
    state = producing(1, 2)
    one_left = replace(state, bank=(1, 18, 18, 18, 18))
    assert rolled(one_left).hands == (hand(),) * 4
    assert rolled(replace(state, bank=(2, 18, 18, 18, 18))).hands[:2] == (hand("1 ore"), hand("1 ore"))


def test_blockers_receive_nothing_and_leave_the_rest_its_cards() -> None:
    """starfarers.production.blockers"""
    after = rolled(producing(4, 1, players=3))
    assert after.hands == (hand("1 ore"), hand(), hand())
    assert rolled(producing(PORT + 3, 1, players=3)).bank[0] == after.bank[0]


def test_the_bonus_brings_one_more_a_roll() -> None:
    """starfarers.friendship.production_bonus"""
    state = player(producing(1, 1), cards=1 << friend("green-ore"))
    assert rolled(state).hands[0] == hand("3 ore")
    assert rolled(replace(state, bank=(2, 18, 18, 18, 18))).hands[0] == hand("2 ore")
    fuel = player(producing(1, 1), cards=1 << friend("green-fuel"))
    assert rolled(fuel).hands[0] == hand("2 ore")


def test_the_relief_fund_helps_whom_a_roll_brings_nothing() -> None:
    """starfarers.friendship.relief_fund"""
    state = player(producing(2, 2), cards=1 << friend("diplomats-relief"))
    after = rolled(state)
    assert (after.phase, HOUSE.to_move(after)) == (Phase.RELIEF, (0,))
    assert len(HOUSE.legal_actions(after, 0)) == 5
    done = HOUSE.apply(after, Relief("goods", seat=0))
    assert (done.phase, done.hands[0]) == (Phase.BUILD, hand("1 goods"))
    empty = replace(after, bank=(1, 1, 1, 1, 0))
    assert rules_of(empty, Relief("goods", seat=0)) == ["starfarers.components.cards"]
    assert rolled(player(producing(1, 2), cards=1 << friend("diplomats-relief"))).phase is Phase.BUILD
    assert rolled(state, 3, 4).phase is not Phase.RELIEF


# The 7 ---------------------------------------------------------------------------------------------------------


def test_a_trade_ship_that_waited_for_the_relief_comes_after_it() -> None:
    """starfarers.friendship.tribute_relief, starfarers.encounter.trade_ship"""
    state = player(building(), owed=1)
    asked = msgspec.structs.replace(state, phase=Phase.RELIEF, waiting=(0, 1))
    one = HOUSE.apply(asked, Relief("ore", seat=0))
    assert (one.phase, one.waiting) == (Phase.RELIEF, (1,))
    assert HOUSE.apply(one, Relief("ore", seat=1)).phase is Phase.FREE_SHIP


def test_who_has_11_cards_on_a_7_gives_back_5() -> None:
    """starfarers.seven.discard"""
    state = with_hands(begun(), "6 ore 5 fuel", "4 food 3 goods", "8 carbon")
    after = rolled(state, 3, 4)
    assert (after.phase, HOUSE.to_move(after)) == (Phase.DISCARD, (0, 2))
    for wrong in ("3 ore 1 fuel", "4 ore 2 fuel"):
        assert rules_of(after, Discard(cards(wrong), seat=0)) == ["starfarers.seven.discard"]
    assert rules_of(after, Discard(cards("5 goods"), seat=0)) == ["starfarers.components.hand"]
    assert rules_of(after, Discard(cards("1 food"), seat=1)) == ["starfarers.turn.order"]
    after = HOUSE.apply(after, Discard(cards("4 carbon"), seat=2))
    after = HOUSE.apply(after, Discard(cards("3 ore 2 fuel"), seat=0))
    assert after.phase is Phase.ROB
    assert after.hands == (hand("3 ore 3 fuel"), hand("4 food 3 goods"), hand("4 carbon"), hand())


def test_with_the_tribute_card_only_more_than_12_count() -> None:
    """starfarers.friendship.tribute_relief"""
    relief = 1 << friend("diplomats-tribute")
    twelve = player(with_hands(begun(), "12 ore"), cards=relief)
    assert rolled(twelve, 1, 6).phase is not Phase.DISCARD
    thirteen = player(with_hands(begun(), "13 ore"), cards=relief)
    after = rolled(thirteen, 1, 6)
    assert HOUSE.legal_actions(after, 0) == [Discard(cards("6 ore"), seat=0)]


def test_the_roller_may_take_a_random_card_from_one_opponent() -> None:
    """starfarers.seven.rob"""
    after = rolled(with_hands(begun(), "1 fuel", "2 ore", "", "1 food"), 2, 5)
    assert HOUSE.legal_actions(after, 0) == [Rob(victim, seat=0) for victim in (None, 1, 3)]
    for wrong in (0, 2):
        assert rules_of(after, Rob(wrong, seat=0)) == ["starfarers.seven.rob"]
    robbing = HOUSE.apply(after, Rob(1, seat=0))
    assert (robbing.phase, robbing.victims) == (Phase.STEAL, (1,))
    assert HOUSE.legal_actions(robbing, NATURE) == [Steal(1, "ore", seat=NATURE)]
    assert rules_of(robbing, Steal(3, "food", seat=NATURE)) == ["starfarers.seven.rob"]
    assert rules_of(robbing, Steal(0, "ore", seat=NATURE)) == ["starfarers.seven.rob"]
    assert rules_of(robbing, Steal(1, "food", seat=NATURE)) == ["starfarers.seven.rob"]
    robbed = HOUSE.apply(robbing, HOUSE.deal(robbing, Random(1)))
    assert (robbed.phase, robbed.hands[:2]) == (Phase.BUILD, (hand("1 ore 1 fuel"), hand("1 ore")))
    assert HOUSE.apply(after, Rob(None, seat=0)).hands == after.hands


def test_where_nobody_has_cards_nobody_is_robbed() -> None:
    """starfarers.seven.rob"""
    assert rolled(with_hands(begun(), "3 ore"), 2, 5).phase is Phase.BUILD


# Supply --------------------------------------------------------------------------------------------------------


def test_with_fewer_than_9_points_one_supply_card_a_turn_before_the_flight() -> None:
    """starfarers.supply.points, starfarers.supply.draw: supply_cards = one"""
    state = building("1 ore")
    drawing = HOUSE.apply(player(state, fame=8), TakeSupply(seat=0))
    assert (drawing.phase, drawing.draws) == (Phase.SUPPLY, 1)
    assert rules_of(drawing, DrawSupply(1, "ore", seat=NATURE)) == ["starfarers.supply.draw"]
    drawn = HOUSE.apply(drawing, HOUSE.deal(drawing, Random(1)))
    assert (drawn.phase, sum(drawn.hands[0]), drawn.pile) == (Phase.BUILD, 2, state.pile - 1)
    assert rules_of(drawn, TakeSupply(seat=0)) == ["starfarers.supply.draw"]
    again = HOUSE.apply(drawn, TakeSupply(seat=0), ["starfarers.supply.draw"])
    assert (again.draws, again.used) == (1, drawn.used)
    assert rules_of(msgspec.structs.replace(state, used=~drawn.used & 0xFF), TakeSupply(seat=0)) == []
    nine = player(state, colonies=7)
    assert nine.seats[0].points == 9
    assert rules_of(nine, TakeSupply(seat=0)) == ["starfarers.supply.points"]
    flying = HOUSE.apply(state, StartFlight(seat=0))
    assert rules_of(flying, TakeSupply(seat=0)) == ["starfarers.turn.phases"]


def test_after_a_7_a_supply_card_may_be_drawn_too() -> None:
    """starfarers.supply.points"""
    state = rolled(with_hands(begun()), 3, 4)
    assert rules_of(state, TakeSupply(seat=0)) == []


@pytest.mark.parametrize(("points", "draws"), [(6, 2), (7, 1), (8, 1)])
def test_to_play_faster_two_cards_with_fewer_than_7_points(points: int, draws: int) -> None:
    """starfarers.supply.variant: supply_cards = two"""
    state = player(building(supply_cards="two"), colonies=points - 2)
    assert state.seats[0].points == points
    state = HOUSE.apply(state, TakeSupply(seat=0))
    assert state.draws == draws
    while state.phase is Phase.SUPPLY:
        state = HOUSE.apply(state, HOUSE.deal(state, Random(1)))
    assert sum(state.hands[0]) == draws


def test_an_empty_pile_is_made_anew_of_6_of_each_or_what_there_is() -> None:
    """starfarers.supply.refill"""
    state = replace(building("10 ore 19 fuel 20 carbon 5 food"), bank=(10, 1, 0, 15, 19), pile=1)
    state = HOUSE.apply(state, TakeSupply(seat=0))
    assert HOUSE.legal_actions(state, NATURE) == [DrawSupply(0, "goods", seat=NATURE)]
    state = HOUSE.apply(state, DrawSupply(0, "goods", seat=NATURE))
    assert (state.bank, state.pile) == ((4, 0, 0, 9, 13), 19)


def test_with_pile_and_bank_empty_nothing_is_drawn() -> None:
    """starfarers.supply.refill"""
    state = replace(building("20 ore 20 fuel 20 carbon 20 food 19 goods"), bank=(0,) * 5, pile=1)
    state = replace(state, options=replace(state.options, supply_cards="two"))
    state = HOUSE.apply(state, TakeSupply(seat=0))
    assert state.draws == 2
    state = HOUSE.apply(state, DrawSupply(0, "goods", seat=NATURE))
    assert (state.phase, state.pile) == (Phase.BUILD, 0)
    assert rules_of(replace(state, used=0), TakeSupply(seat=0)) == ["starfarers.supply.refill"]
    paid = replace(
        state, used=0, bank=(0, 0, 0, 0, 1), hands=(hand("20 ore 20 fuel 20 carbon 20 food 19 goods"), *[hand()] * 3)
    )
    again = HOUSE.apply(paid, TakeSupply(seat=0))
    assert (again.bank, again.pile) == ((0,) * 5, 1)
