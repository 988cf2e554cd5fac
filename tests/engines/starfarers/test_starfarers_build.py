"""Building, and the friendship cards that are used while building."""

from __future__ import annotations

import msgspec
import pytest

from engines.game import NATURE
from engines.starfarers.model import (
    NOWHERE,
    BuildShip,
    BuildSpaceport,
    BuildUpgrade,
    BuyFame,
    EndTurn,
    FoundColony,
    HelpingHand,
    Move,
    Phase,
    PlaceShip,
    StartFlight,
    Steal,
)
from engines.starfarers.navigation import points_left
from engines.starfarers.phases.explore import settled
from engines.starfarers.ships import PORT, granted, launch_corners, launched, pieces_left, trades
from engines.starfarers.standing import room_for, with_fame
from tests.engines.starfarers.starfarers_tables import (
    HOUSE,
    PARTS,
    begun,
    building,
    flying,
    friend,
    hand,
    lying,
    player,
    rules_of,
    ship,
)

replace = msgspec.structs.replace
MAP = PARTS.map
PORT_SITE = PARTS.starts[0][0]
COLONY_SITE = PARTS.starts[0][1][0]
FREE = launch_corners(PARTS, begun(), 0)[0]
EVERYTHING = "5 ore 5 fuel 5 carbon 5 food 5 goods"


# Ships ---------------------------------------------------------------------------------------------------------


def test_a_ship_is_paid_and_stands_next_to_the_own_spaceport() -> None:
    """starfarers.build.costs, starfarers.build.ship_corner, starfarers.build.any"""
    state = building("2 ore 2 fuel 1 carbon 1 food 2 goods")
    after = HOUSE.apply(state, BuildShip("colony", 1, FREE, seat=0))
    assert (after.ships[1], after.hands[0], trades(after, 0, 1)) == (FREE, hand("1 ore 1 fuel 2 goods"), False)
    assert FREE in MAP.launch[PORT_SITE]
    assert rules_of(after, BuildShip("trade", 2, FREE, seat=0)) == ["starfarers.build.ship_corner"]
    elsewhere = ship(after, NOWHERE, number=0)
    other = launch_corners(PARTS, elsewhere, 0)[0]
    assert {a.cargo for a in HOUSE.legal_actions(building("1 ore 1 fuel 2 goods"), 0) if isinstance(a, BuildShip)} == {
        "trade"
    }
    both = HOUSE.apply(elsewhere, BuildShip("trade", 2, other, seat=0))
    assert trades(both, 0, 2)
    assert both.hands[0] == hand()


def test_a_ship_that_cannot_be_built() -> None:
    """starfarers.build.costs, starfarers.build.ship_transporter, starfarers.build.ship_pieces,
    starfarers.components.pieces"""
    poor = building("1 ore 1 fuel 1 carbon")
    assert rules_of(poor, BuildShip("colony", 1, FREE, seat=0)) == ["starfarers.build.costs"]
    rich = building(EVERYTHING)
    assert rules_of(rich, BuildShip("colony", 0, FREE, seat=0)) == ["starfarers.build.ship_transporter"]
    settled_everywhere = player(rich, colonies=7)
    assert pieces_left(PARTS, settled_everywhere, 0, "colony") == 0
    (found,) = HOUSE.check(settled_everywhere, BuildShip("colony", 1, FREE, seat=0))
    assert (found.rule, found.message) == ("starfarers.build.ship_pieces", "Nina has no colony left")
    no_stations = replace(rich, stations=bytes([1] * 7 + [0] * 13))
    (found,) = HOUSE.check(no_stations, BuildShip("trade", 1, FREE, seat=0))
    assert (found.rule, found.message) == ("starfarers.build.ship_pieces", "Nina has no trade station left")
    founded = replace(rich, stations=bytes([1, 2, 2, 3, 3, 3, 4, 4, 4, 4] + [0] * 10))
    assert [pieces_left(PARTS, founded, seat, "trade") for seat in range(4)] == [6, 5, 4, 3]
    listed = [a for a in HOUSE.legal_actions(rich, 0) if isinstance(a, BuildShip)]
    assert len(listed) == 2 * 2 * len(launch_corners(PARTS, rich, 0))
    out = ship(ship(ship(rich, 0), 2, number=1), 4, number=2)
    assert not [a for a in HOUSE.legal_actions(out, 0) if isinstance(a, BuildShip)]
    assert not [a for a in HOUSE.legal_actions(no_stations, 0) if isinstance(a, BuildShip) and a.cargo == "trade"]
    assert not [
        a for a in HOUSE.legal_actions(settled_everywhere, 0) if isinstance(a, BuildShip) and a.cargo != "trade"
    ]


# Spaceports ----------------------------------------------------------------------------------------------------


def test_without_a_colony_in_stock_no_colony_ship_is_listed() -> None:
    """starfarers.build.ship_pieces: nor where a table has let one more stand than there are"""
    state = building(EVERYTHING)
    stock = pieces_left(PARTS, state, 0, "colony")
    for more, ships in ((stock - 1, {"colony", "trade"}), (stock, {"trade"}), (stock + 1, {"trade"})):
        full = player(state, colonies=state.seats[0].colonies + more)
        assert {a.cargo for a in HOUSE.legal_actions(full, 0) if isinstance(a, BuildShip)} == ships


def test_what_a_transporter_carried_before_does_not_matter() -> None:
    """starfarers.build.ship_transporter"""
    for before in (0b000, 0b101, 0b111):
        state = replace(building(), traders=before)
        assert launched(state, 0, "colony", 1, FREE).traders == before & 0b101
        assert launched(state, 0, "trade", 1, FREE).traders == before | 0b010


def test_a_flight_that_is_shaken_for_begins_where_a_ship_is_on_the_board() -> None:
    """starfarers.flight.ships"""
    assert rules_of(building(), StartFlight(shaken=True, seat=0)) == []
    none = ship(building(), NOWHERE)
    assert rules_of(none, StartFlight(seat=0)) == []
    assert rules_of(none, StartFlight(shaken=True, seat=0)) == ["starfarers.flight.ships"]
    after = HOUSE.apply(none, StartFlight(shaken=True, seat=0), ["starfarers.flight.ships"])
    assert after.phase is Phase.SHAKE


def test_a_spaceport_is_a_ring_round_an_own_colony() -> None:
    """starfarers.build.spaceport, starfarers.build.spaceport_rings"""
    state = building("3 carbon 1 food")
    after = HOUSE.apply(state, BuildSpaceport(COLONY_SITE, seat=0))
    assert (after.seats[0].colonies, after.seats[0].spaceports, after.seats[0].points) == (1, 2, 5)
    assert set(MAP.launch[COLONY_SITE]) <= {*launch_corners(PARTS, after, 0), *after.ships}
    assert rules_of(state, BuildSpaceport(PORT_SITE, seat=0)) == ["starfarers.build.spaceport"]
    assert rules_of(state, BuildSpaceport(PARTS.starts[1][1][0], seat=0)) == ["starfarers.build.spaceport"]
    assert rules_of(state, BuildSpaceport(99, seat=0)) == ["starfarers.build.spaceport"]
    assert rules_of(building("3 carbon"), BuildSpaceport(COLONY_SITE, seat=0)) == ["starfarers.build.costs"]
    ringless = player(state, spaceports=3)
    assert rules_of(ringless, BuildSpaceport(COLONY_SITE, seat=0)) == ["starfarers.build.spaceport_rings"]
    assert not [a for a in HOUSE.legal_actions(ringless, 0) if isinstance(a, BuildSpaceport)]
    assert len([a for a in HOUSE.legal_actions(state, 0) if isinstance(a, BuildSpaceport)]) == 2
    for seat in (1, 2, 3):
        theirs = replace(state, seat=seat, hands=(state.hands[0],) * 4)
        for owner in range(4):
            wrong = [] if owner == seat else ["starfarers.build.spaceport"]
            assert rules_of(theirs, BuildSpaceport(PARTS.starts[owner][1][0], seat=seat)) == wrong
        own = PARTS.starts[seat][1][0]
        assert HOUSE.apply(theirs, BuildSpaceport(own, seat=seat)).sites[own] == PORT + seat


# Upgrades ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("upgrade", "field", "price", "room"),
    [("booster", "boosters", "2 fuel", 6), ("cannon", "cannons", "2 carbon", 6), ("ring", "rings", "2 ore", 5)],
)
def test_upgrades_are_paid_and_have_room_on_the_ship(upgrade: str, field: str, price: str, room: int) -> None:
    """starfarers.build.upgrade_room, starfarers.build.costs, starfarers.components.costs"""
    build = BuildUpgrade(upgrade, seat=0)  # type: ignore[arg-type]
    after = HOUSE.apply(building(price), build)
    assert (getattr(after.seats[0], field), after.hands[0]) == (1, hand())
    assert rules_of(building(), build) == ["starfarers.build.costs"]
    full = player(building(price), **{field: room})
    assert rules_of(full, build) == ["starfarers.build.upgrade_room"]
    assert build not in HOUSE.legal_actions(full, 0)
    assert build in HOUSE.legal_actions(player(building(price), **{field: room - 1}), 0)


def test_the_stock_of_upgrades_is_shared() -> None:
    """starfarers.components.upgrades: 24 boosters"""
    state = building("2 fuel")
    for seat, boosters in ((1, 8), (2, 8), (3, 8)):
        state = player(state, seat, boosters=boosters)
    assert not room_for(PARTS, state, 0, "booster")
    assert rules_of(state, BuildUpgrade("booster", seat=0)) == ["starfarers.components.upgrades"]
    fields = (("booster", "boosters"), ("cannon", "cannons"), ("ring", "rings"))
    for (upgrade, field), (_, stock) in zip(fields, PARTS.upgrade_limits, strict=True):
        for left in (0, 1):
            shared = player(building(EVERYTHING), 1, **{field: stock - left})
            assert (BuildUpgrade(upgrade, seat=0) in HOUSE.legal_actions(shared, 0)) == bool(left)  # type: ignore[arg-type]


def test_a_cannon_bought_next_to_a_lair_beats_it_at_once() -> None:
    """starfarers.conquest.at_once: conquest = standing"""
    state = building("2 carbon")
    planet, corner = next(
        (p, corners[0]) for p, corners in enumerate(MAP.planet_corners) if MAP.planet_back[p] == "red"
    )
    strength, lair = min((s, t) for t, s in enumerate(PARTS.lair) if s)
    state = player(lying(ship(state, corner), planet, lair, seen_by=0), cannons=strength - 1)
    armed = player(state, cannons=strength)
    assert settled(PARTS, replace(armed, phase=Phase.FLIGHT, passing=0)).barren == state.barren
    assert settled(PARTS, replace(armed, phase=Phase.FLIGHT)).barren != state.barren
    after = HOUSE.apply(state, BuildUpgrade("cannon", seat=0))
    assert (after.seats[0].tokens, after.phase, after.resume) == ((lair,), Phase.REVEAL, Phase.BUILD)


# Friendship ----------------------------------------------------------------------------------------------------


def test_scientists_cards_take_no_room_and_count_at_once() -> None:
    """starfarers.friendship.engineering, starfarers.flight.speed"""
    state = player(ship(flying(base=3), FREE), boosters=6, cards=1 << friend("scientists-boosters"), extra_speed=2)
    assert points_left(state, 0) == 11


def test_fame_for_sale_once_a_turn() -> None:
    """starfarers.friendship.fame_for_sale, starfarers.score.fame"""
    state = player(building("2 goods"), cards=1 << friend("diplomats-fame-a"))
    after = HOUSE.apply(state, BuyFame(seat=0))
    assert (after.seats[0].fame, after.seats[0].points, after.hands[0]) == (2, 5, hand("1 goods"))
    assert rules_of(after, BuyFame(seat=0)) == ["starfarers.friendship.fame_for_sale"]
    assert rules_of(building("1 goods"), BuyFame(seat=0)) == ["starfarers.friendship.fame_for_sale"]
    goodless = player(building("1 ore"), cards=1 << friend("diplomats-fame-a"))
    assert rules_of(goodless, BuyFame(seat=0)) == ["starfarers.components.hand"]
    assert BuyFame(seat=0) in HOUSE.legal_actions(state, 0)
    assert BuyFame(seat=0) not in HOUSE.legal_actions(goodless, 0)


def test_how_much_fame_may_be_bought() -> None:
    """starfarers.friendship.fame_limit: bought_fame = eleven, six; starfarers.components.fame"""
    for option, most in (("eleven", 11), ("six", 6)):
        state = player(building("1 goods", bought_fame=option), cards=1 << friend("diplomats-fame-b"))
        assert rules_of(player(state, fame=most - 1), BuyFame(seat=0)) == []
        assert rules_of(player(state, fame=most), BuyFame(seat=0)) == ["starfarers.friendship.fame_for_sale"]
    assert with_fame(PARTS, player(begun(), fame=10), 0, 5).seats[0].fame == 11
    assert with_fame(PARTS, begun(), 0, -2).seats[0].fame == 0
    scarce = player(player(player(player(begun(), 1, fame=11), 2, fame=11), 3, fame=11), 0, fame=6)
    assert with_fame(PARTS, scarce, 0, 3).seats[0].fame == 7


def test_the_helping_hand_takes_from_players_with_more_points() -> None:
    """starfarers.friendship.helping_hand, starfarers.friendship.helping_hand_players: helping_hand = up_to_two"""
    state = player(building("", "2 ore", "1 fuel", "1 food"), cards=1 << friend("diplomats-helping-hand"))
    state = player(player(state, 1, fame=4), 2, fame=4)
    listed = [a.victims for a in HOUSE.legal_actions(state, 0) if isinstance(a, HelpingHand)]
    assert listed == [(1,), (2,), (1, 2)]
    for victims in ((3,), (1, 1), (0,)):
        assert rules_of(state, HelpingHand(victims, seat=0)) == ["starfarers.friendship.helping_hand"]
    helped = HOUSE.apply(state, HelpingHand((2, 1), seat=0))
    assert HOUSE.legal_actions(helped, NATURE) == [Steal(2, "fuel", seat=NATURE)]
    helped = HOUSE.apply(helped, Steal(2, "fuel", seat=NATURE))
    helped = HOUSE.apply(helped, Steal(1, "ore", seat=NATURE))
    assert (helped.phase, helped.hands[0]) == (Phase.BUILD, hand("1 ore 1 fuel"))
    assert rules_of(helped, HelpingHand((1,), seat=0)) == ["starfarers.friendship.helping_hand"]


def test_the_helping_hand_takes_from_exactly_two() -> None:
    """starfarers.friendship.helping_hand_players: helping_hand = exactly_two"""
    state = building("", "1 ore", "1 fuel", "1 food", helping_hand="exactly_two")
    state = player(state, cards=1 << friend("diplomats-helping-hand"))
    one = player(state, 1, fame=4)
    two = player(one, 2, fame=4)
    assert [a.victims for a in HOUSE.legal_actions(two, 0) if isinstance(a, HelpingHand)] == [(1, 2)]
    assert rules_of(two, HelpingHand((1,), seat=0)) == ["starfarers.friendship.helping_hand"]
    assert rules_of(one, HelpingHand((1, 2), seat=0)) == ["starfarers.friendship.helping_hand"]


# Trade ships that encounters give ------------------------------------------------------------------------------


def test_a_trade_ship_that_is_won_is_placed_as_soon_as_can_be() -> None:
    """starfarers.encounter.trade_ship"""
    state = settled(PARTS, granted(flying()))
    assert (state.phase, state.resume) == (Phase.FREE_SHIP, Phase.FLIGHT)
    place = HOUSE.legal_actions(state, 0)[0]
    assert isinstance(place, PlaceShip)
    placed = HOUSE.apply(state, place)
    assert (placed.phase, placed.seats[0].owed, trades(placed, 0, place.ship)) == (Phase.FLIGHT, 0, True)
    assert points_left(placed, place.ship) == 3


def test_without_room_the_trade_ship_waits() -> None:
    """starfarers.encounter.trade_ship: until a launch corner is free"""
    a, b = MAP.launch[PORT_SITE]
    state = replace(ship(ship(flying(base=9), a), b, number=1), seen=((1 << len(MAP.planets)) - 1,) * 4)
    waiting = settled(PARTS, granted(state))
    assert (waiting.phase, waiting.seats[0].owed) == (Phase.FLIGHT, 1)
    away = next(x for x in HOUSE.legal_actions(waiting, 0) if isinstance(x, Move) and x.ship == 0)
    assert HOUSE.apply(waiting, away).phase is Phase.FREE_SHIP
    assert HOUSE.apply(waiting, EndTurn(seat=0)).phase is Phase.ROLL


def test_the_trade_ship_waits_for_a_ship_that_may_not_stay_where_it_is() -> None:
    """starfarers.encounter.trade_ship, starfarers.navigation.passing: it could take the only corner that is left"""
    passing = replace(granted(flying(base=9)), passing=0)
    assert settled(PARTS, passing).phase is Phase.FLIGHT
    assert settled(PARTS, replace(passing, passing=NOWHERE)).phase is Phase.FREE_SHIP


def test_a_ship_made_anew_flies_at_full_speed() -> None:
    """starfarers.colony.transporter"""
    site = next(s for s, system in enumerate(MAP.site_system) if not MAP.home[system])
    state = replace(ship(flying(), MAP.sites[site]), spent=(3, 0, 0), grounded=1)
    for planet in MAP.site_planets[site]:
        free = next(t for t in PARTS.by_back[MAP.planet_back[planet]] if not PARTS.barren[t] and t not in state.tokens)
        state = lying(state, planet, free, seen_by=0)
    after = HOUSE.apply(player(state, owed=1), FoundColony(0, seat=0))
    assert after.phase is Phase.FREE_SHIP
    placed = HOUSE.apply(after, PlaceShip(0, launch_corners(PARTS, after, 0)[0], seat=0))
    assert points_left(placed, 0) == 3
