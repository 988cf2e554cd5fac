"""A table goes on from what it accepts after a correction: who paid had the cards, and no piece comes from nowhere."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engines.game import NATURE
from engines.starfarers.model import (
    NOWHERE,
    Accept,
    BankTrade,
    Bid,
    BuildShip,
    BuildSpaceport,
    BuildUpgrade,
    Decline,
    Discard,
    DrawSupply,
    EndTurn,
    FoundColony,
    FoundStation,
    Move,
    Offer,
    Phase,
    PlaceColony,
    Reveal,
    Rob,
    Shake,
    StarfarersState,
    StartFlight,
    Steal,
    TakeSupply,
    Trade,
)
from tests.engines.starfarers import starfarers_tables as tables
from tests.engines.starfarers.starfarers_tables import HOUSE, flying, ship

EMPTY = (0, 0, 0, 0, 0, 0)
ORE, FUEL = (1, 0, 0, 0, 0), (0, 1, 0, 0, 0)
PORT = HOUSE.parts.map.launch[HOUSE.parts.starts[0][0]][0]


def building(*hands: Any, **fields: Any) -> StarfarersState:
    """The first player of three trades and builds; hands that are not told are empty."""
    state = tables.building(players=3)
    told = (*hands, *((EMPTY,) * (len(state.hands) - len(hands))))
    a, b, c, d, e = (have - sum(hand[r] for hand in told) for r, have in enumerate(state.bank))
    return replace(state, hands=told, bank=(a, b, c, d, e), **fields)


def all_cards(state: StarfarersState) -> int:
    return state.pile + sum(state.bank) + sum(map(sum, state.hands))


def borne(state: StarfarersState, action: Any) -> StarfarersState:
    """The state after an action that the table accepts; every rule against it can be."""
    found = HOUSE.check(state, action)
    assert found
    assert all(v.overrulable for v in found), found
    after = HOUSE.apply(state, action, [v.rule for v in found])
    if state.hands:
        assert all_cards(after) == all_cards(state)
        assert min(map(min, after.hands)) >= 0
    return after


@pytest.mark.parametrize(
    "action",
    [BuildUpgrade("cannon", seat=0), BuildShip("colony", 1, PORT, seat=0), BankTrade("ore", "food", seat=0)],
)
def test_who_paid_had_the_cards(action: Any) -> None:
    after = borne(building(), action)
    assert sum(after.hands[0]) == isinstance(action, BankTrade)


def test_cards_that_the_bank_lacks_come_from_the_supply_pile() -> None:
    state = building()
    poor = replace(state, bank=(0, *state.bank[1:]), pile=state.pile + state.bank[0])
    after = borne(poor, BuildUpgrade("ring", seat=0))
    assert (after.bank[0], after.pile) == (2, poor.pile - 2)


def test_cards_that_nobody_can_have_are_not_paid() -> None:
    state = building(EMPTY, (20, 0, 0, 0, 0, 0))
    found = HOUSE.check(replace(state, bank=(0, *state.bank[1:])), BuildUpgrade("ring", seat=0))
    assert [(v.rule, v.overrulable) for v in found] == [("starfarers.build.costs", False)]


def test_an_offer_its_answers_and_the_trade_stay_although_nobody_holds_the_cards() -> None:
    state = borne(building(), Offer(ORE, FUEL, seat=0))
    assert (state.phase, state.waiting) == (Phase.ANSWER, (1,))
    state = borne(state, Accept(seat=2))
    state = HOUSE.apply(state, Decline(seat=1))
    state = HOUSE.apply(state, Trade(2, seat=0))
    assert (state.hands[0][:5], state.hands[2][:5]) == (FUEL, ORE)


def test_an_answer_comes_although_all_others_have_declined() -> None:
    state = building((1, 0, 0, 0, 0, 0), (0, 0, 1, 0, 0, 0))
    state = HOUSE.apply(HOUSE.apply(state, Offer(ORE, FUEL, seat=0)), Decline(seat=1))
    assert state.phase is Phase.BUILD
    state = borne(state, Accept(seat=2))
    assert (state.phase, state.bid) == (Phase.CHOOSE, Bid(ORE, FUEL, ((2, ORE, FUEL),)))
    assert borne(state, Decline(seat=1)).phase is Phase.CHOOSE


def test_a_trade_goes_on_where_somebody_has_not_answered() -> None:
    state = building((1, 0, 0, 0, 0, 0), (0, 1, 0, 0, 0, 0), (0, 0, 1, 0, 0, 0))
    state = HOUSE.apply(HOUSE.apply(state, Offer(ORE, FUEL, seat=0)), Accept(seat=1))
    assert borne(state, Trade(1, seat=0)).hands[0][:5] == FUEL


def test_a_supply_card_comes_to_who_may_draw_no_more() -> None:
    state = borne(building(used=1), TakeSupply(seat=0))
    assert (state.phase, state.draws) == (Phase.SUPPLY, 1)
    after = HOUSE.apply(state, DrawSupply(0, "ore", seat=NATURE))
    again = borne(after, DrawSupply(0, "ore", seat=NATURE))
    assert (again.phase, again.hands[0][0]) == (Phase.BUILD, 2)


def test_a_card_that_lies_in_the_bank_is_drawn_all_the_same() -> None:
    state = HOUSE.apply(building(), TakeSupply(seat=0))
    rest = HOUSE.parts.box.cards_each - state.bank[0]
    full = replace(state, bank=(state.bank[0] + rest, *state.bank[1:]), pile=state.pile - rest)
    after = borne(full, DrawSupply(0, "ore", seat=NATURE))
    assert (after.hands[0][0], after.pile) == (1, full.pile)


def test_a_seven_is_robbed_although_somebody_has_not_given_back() -> None:
    state = replace(building(EMPTY, (9, 0, 0, 0, 0, 0)), phase=Phase.DISCARD, waiting=(1,))
    assert borne(state, Discard((3, 0, 0, 0, 0), seat=1)).hands[1][0] == 6
    robbed = borne(state, Rob(2, seat=0))
    assert (robbed.phase, robbed.victims, sum(robbed.hands[2])) == (Phase.STEAL, (2,), 1)
    assert borne(robbed, Steal(2, "food", seat=NATURE)).hands[0][3] == 1


def test_the_mother_ship_was_shaken_although_no_ship_is_on_the_board() -> None:
    none = replace(building(), ships=(NOWHERE,) * 12)
    assert HOUSE.apply(none, StartFlight(seat=0)).turn == none.turn + 1
    state = borne(none, StartFlight(shaken=True, seat=0))
    assert HOUSE.apply(state, Shake(0, ("blue", "red"), seat=NATURE)).phase is Phase.FLIGHT
    assert HOUSE.encode_action(StartFlight(seat=0)) == {"type": "start_flight"}


def test_a_turn_whose_flight_needs_a_ship_keeps_its_flight() -> None:
    with_ship = ship(building(), PORT)
    none = replace(with_ship, ships=(NOWHERE,) * 12)
    start = StartFlight(seat=0)
    assert HOUSE.in_turn(none, start, [], True, with_ship) == StartFlight(shaken=True, seat=0)
    assert HOUSE.in_turn(with_ship, start, [], True, none) == EndTurn(seat=0)


def test_a_colony_founded_with_a_trade_ship_was_a_colony_ship() -> None:
    site = next(s for s, owner in enumerate(flying().sites) if not owner and s not in HOUSE.parts.home_sites)
    state = ship(flying(), HOUSE.parts.map.sites[site], trade=True)
    after = borne(replace(state, barren=0), FoundColony(0, seat=0))
    assert (after.sites[site], after.traders, after.seats[0].colonies) == (1, 0, state.seats[0].colonies + 1)


def test_a_token_that_was_shown_stays_known_although_nobody_looks_at_it_now() -> None:
    state = building()
    planet = state.tokens.index(255)
    token = HOUSE.parts.by_back[HOUSE.parts.map.planet_back[planet]][-1]
    after = borne(state, Reveal(planet, token, seat=NATURE))
    assert (after.phase, after.tokens[planet], after.seen) == (Phase.BUILD, token, state.seen)


def test_the_table_goes_on_although_a_token_was_not_told() -> None:
    state = building()
    planet = state.tokens.index(255)
    waiting = replace(state, phase=Phase.REVEAL, resume=Phase.DEAL, reveals=(planet,), face_up=1 << planet, draws=3)
    after = borne(waiting, DrawSupply(2, "ore", seat=NATURE))
    assert (after.phase, after.draws, after.face_up) == (Phase.DEAL, 2, 0)


# Transporters, sites and tokens that were taken for each other ---------------------------------------------------


def put_right(actions: list[Any], place: int, now: Any) -> list[Any]:
    return HOUSE.put_right([flying()] * len(actions), actions, place, now)


def test_transporters_taken_for_each_other_change_places_in_all_that_follows() -> None:
    mine = [BuildShip("colony", 0, PORT, seat=0), Move(0, 5, seat=0), Move(0, 5, seat=1), FoundColony(1, seat=0)]
    assert put_right(mine, 0, BuildShip("colony", 1, PORT, seat=0)) == [
        BuildShip("colony", 1, PORT, seat=0),
        Move(1, 5, seat=0),
        Move(0, 5, seat=1),
        FoundColony(0, seat=0),
    ]


def test_sites_taken_for_each_other_change_places() -> None:
    placed = [PlaceColony(3, seat=0), PlaceColony(4, seat=1), BuildSpaceport(3, seat=0)]
    assert put_right(placed, 0, PlaceColony(4, seat=0)) == [
        PlaceColony(4, seat=0),
        PlaceColony(3, seat=1),
        BuildSpaceport(4, seat=0),
    ]
    corners = HOUSE.parts.map.sites
    flown = [Move(0, corners[7], seat=0), BuildSpaceport(7, seat=0)]
    assert put_right(flown, 0, Move(0, corners[8], seat=0))[1] == BuildSpaceport(8, seat=0)


def test_planets_taken_for_each_other_change_places_with_their_tokens() -> None:
    shown = [Reveal(3, 7, seat=NATURE), Reveal(4, 8, seat=NATURE)]
    assert put_right(shown, 0, Reveal(4, 7, seat=NATURE)) == [Reveal(4, 7, seat=NATURE), Reveal(3, 8, seat=NATURE)]


def test_what_cannot_be_becomes_what_can() -> None:
    state = ship(flying(), PORT)
    far = HOUSE.parts.map.neighbours[PORT][0]
    detour = Move(0, far, path=(PORT, far), seat=0)
    assert HOUSE.in_turn(state, detour, [], False, state) == Move(0, far, seat=0)
    built = BuildShip("colony", 0, PORT, seat=0)
    busy = replace(state, phase=Phase.BUILD)
    assert HOUSE.in_turn(busy, built, [], False, busy) == replace(built, ship=1)
    outpost = HOUSE.parts.map.points[0][0]
    docked = ship(replace(flying(), cards=HOUSE.parts.all_cards & ~1), outpost, trade=True)
    mother = (replace(docked.seats[0], rings=1), *docked.seats[1:])
    assert HOUSE.in_turn(replace(docked, seats=mother), FoundStation(0, 0, seat=0), [], False) == FoundStation(
        0, HOUSE.parts.outpost_cards[0][1], seat=0
    )
