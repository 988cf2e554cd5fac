"""The flight: speed, navigation, exploration, colonies, stations, lairs and ice planets."""

from __future__ import annotations

from collections import deque
from itertools import permutations
from random import Random
from typing import Any

import msgspec
import pytest

from engines.game import NATURE
from engines.starfarers.model import (
    NOWHERE,
    UNKNOWN,
    EndTurn,
    FoundColony,
    FoundStation,
    Move,
    Phase,
    Reveal,
    Shake,
    StarfarersState,
    StartFlight,
)
from engines.starfarers.navigation import may_trade_at, points_left
from engines.starfarers.phases.explore import looked_around
from engines.starfarers.rules import Starfarers
from engines.starfarers.ships import first_ship, landed
from engines.starfarers.standing import combat
from tests.engines.starfarers.starfarers_tables import (
    DOCKING,
    HOUSE,
    NAMES,
    PARTS,
    begun,
    building,
    flying,
    friend,
    lying,
    moves_of,
    played,
    player,
    rules_of,
    ship,
    site_of,
    token,
)

replace = msgspec.structs.replace
MAP = PARTS.map
SITE = site_of(HOUSE)
"""A site outside the home systems."""
CORNER = MAP.sites[SITE]
HOME_CORNER = MAP.sites[site_of(HOUSE, home=True)]
EMPTY_CORNER = next(
    c
    for c in range(MAP.corners)
    if MAP.neighbours[c]
    and not MAP.seen[c]
    and MAP.outpost_at[c] == NOWHERE
    and all(not MAP.seen[n] and MAP.outpost_at[n] == NOWHERE for n in MAP.neighbours[c])
)
"""A corner in empty space, with empty space around."""


def shaken(state: StarfarersState, *balls: str) -> StarfarersState:
    """The active player's mother ship showed these balls."""
    first, second = balls
    state = replace(state, phase=Phase.SHAKE)
    return HOUSE.apply(state, Shake(state.seat, (first, second), seat=NATURE))  # type: ignore[arg-type]


# Speed ---------------------------------------------------------------------------------------------------------


def test_yellow_and_blue_and_one_booster_are_speed_4() -> None:
    """starfarers.flight.base, starfarers.flight.speed, starfarers.components.balls"""
    state = player(ship(shaken(building(), "yellow", "blue"), EMPTY_CORNER), boosters=1)
    assert (state.phase, state.base) == (Phase.FLIGHT, 3)
    assert points_left(state, 0) == 4
    far = next(c for c in range(MAP.corners) if MAP.distance[EMPTY_CORNER][c] == 5)
    assert max(MAP.distance[EMPTY_CORNER][c] for c in moves_of(state)) == 4
    assert rules_of(state, Move(0, far, seat=0)) == ["starfarers.flight.speed"]


def test_two_cannons_with_black_and_red_are_5() -> None:
    """starfarers.encounter.combat: black counts 0 in a contest."""
    assert combat(player(begun(), cannons=2).seats[0]) + 0 + 3 == 5


def test_with_the_black_ball_the_speed_is_3_and_an_encounter_comes_first() -> None:
    """starfarers.flight.black, starfarers.flight.shake"""
    state = shaken(building(), "black", "red")
    assert (state.phase, state.base, state.encounter) == (Phase.ENCOUNTER, 3, None)
    assert HOUSE.to_move(state) == (NATURE,)


def test_balls_that_a_mother_ship_cannot_show_are_refused() -> None:
    """starfarers.flight.balls: the first edition has one ball of each colour, 2019 a second yellow one."""
    state = replace(building(), phase=Phase.SHAKE)
    assert rules_of(state, Shake(0, ("yellow", "yellow"), seat=NATURE)) == ["starfarers.flight.balls"]
    assert rules_of(state, Shake(0, ("red", "blue"), seat=NATURE)) == []
    assert rules_of(state, Shake(1, ("red", "blue"), seat=NATURE)) == ["starfarers.flight.shake"]
    five = replace(building(game=DOCKING), phase=Phase.SHAKE)
    assert rules_of(five, Shake(0, ("yellow", "yellow"), seat=NATURE), DOCKING) == []


def test_without_a_ship_there_is_no_flight() -> None:
    """starfarers.flight.ships"""
    state = ship(building(), NOWHERE)
    after = HOUSE.apply(state, StartFlight(seat=0))
    assert (after.phase, after.seat, after.turn) == (Phase.ROLL, 1, 1)
    assert HOUSE.apply(building(), StartFlight(seat=0)).phase is Phase.SHAKE
    assert rules_of(ship(flying(), NOWHERE), Move(0, EMPTY_CORNER, seat=0)) == ["starfarers.flight.ships"]
    assert rules_of(ship(flying(), NOWHERE), FoundColony(0, seat=0)) == ["starfarers.flight.ships"]
    assert rules_of(ship(flying(), NOWHERE), FoundStation(0, 0, seat=0)) == ["starfarers.flight.ships"]


def test_each_ship_flies_at_full_speed_one_after_another() -> None:
    """starfarers.flight.one_by_one, starfarers.navigation.free_choice"""
    there, here, back = MAP.neighbours[EMPTY_CORNER][0], EMPTY_CORNER, MAP.neighbours[EMPTY_CORNER][1]
    state = ship(ship(flying(base=3), here), HOME_CORNER + 1, number=1)
    state = ship(state, next(iter(moves_of(state, 1))), number=1)
    state = HOUSE.apply(state, Move(0, there, seat=0))
    assert [points_left(state, n) for n in (0, 1)] == [2, 3]
    state = HOUSE.apply(state, Move(0, here, seat=0))
    state = HOUSE.apply(state, Move(1, sorted(moves_of(state, 1))[0], seat=0))
    while state.phase is Phase.REVEAL:
        state = HOUSE.play(state, HOUSE.deal(state, Random(1)))
    assert points_left(state, 0) == 0
    assert rules_of(state, Move(0, back, seat=0)) == ["starfarers.flight.one_by_one"]


@pytest.mark.parametrize(("first", "second"), [*permutations(range(3), 2)])
def test_a_ship_that_flew_before_another_one_has_done_its_flight(first: int, second: int) -> None:
    """starfarers.flight.one_by_one"""
    corners = (EMPTY_CORNER, *MAP.neighbours[EMPTY_CORNER][:2])
    state = replace(flying(base=5), seen=((1 << len(MAP.planets)) - 1,) * 4)
    for number, corner in enumerate(corners):
        state = ship(state, corner, number=number)
    third = 3 - first - second
    for number in (first, second):
        near = (a for a in HOUSE.legal_actions(state, 0) if isinstance(a, Move) and a.ship == number)
        state = HOUSE.apply(state, next(near))
    left = [points_left(state, number) for number in range(3)]
    assert left[first] == 0
    assert 0 < left[second] < 5
    assert left[third] == 5


def test_a_ship_held_back_does_not_fly_and_the_first_ship_is_the_one_with_fewest_balls() -> None:
    """starfarers.build.first_ship, starfarers.encounter.ground"""
    state = ship(ship(flying(), NOWHERE), EMPTY_CORNER, number=1)
    assert first_ship(state, 0) == 1
    state = replace(state, grounded=1 << 1)
    assert moves_of(state, 1) == set()
    (held,) = HOUSE.check(state, Move(1, MAP.neighbours[EMPTY_CORNER][0], seat=0))
    assert (held.rule, held.message[:13]) == ("starfarers.encounter.ground", "transporter 2")
    assert rules_of(ship(state, 100), Move(0, MAP.neighbours[100][0], seat=0)) == []


# Navigation ----------------------------------------------------------------------------------------------------


def slowly_reached(game: Starfarers, state: StarfarersState, number: int) -> set[int]:
    """Where a ship may end or pause, found by walking: every edge of the map, one move after another."""
    star_map, seat = game.parts.map, state.seat
    index = seat * 3 + number
    start, trader = state.ships[index], bool(state.traders >> index & 1)
    others = {c for i, c in enumerate(state.ships) if i != index}
    rings = state.seats[seat].rings

    def walk(corner: int, moves: int) -> dict[int, int]:
        far, queue = {corner: 0}, deque([corner])
        while queue:
            here = queue.popleft()
            for a, b in star_map.edges:
                for one, other in ((a, b), (b, a)):
                    if one == here and other not in far and other not in star_map.suns and far[here] < moves:
                        far[other] = far[here] + 1
                        queue.append(other)
        return far

    def stops(corner: int) -> bool:
        if corner in others:
            return False
        if corner in star_map.sites:
            return not trader and state.sites[star_map.sites.index(corner)] == 0
        for outpost, points in enumerate(star_map.points):
            if corner in points:
                free = state.stations[outpost * 5 : outpost * 5 + 5].find(0)
                lowest = star_map.docking or points[free] == corner
                return trader and free >= 0 and lowest and rings > free
        return True

    left = points_left(state, number)
    found = set()
    for corner, moves in walk(start, left).items():
        known = state.seen[seat] | state.face_up
        new = any(corner in star_map.planet_corners[p] and not known >> p & 1 for p in range(len(star_map.planets)))
        onward = walk(corner, left - moves) if not stops(corner) and new else {}
        if corner != start and (stops(corner) or any(stops(c) for c in onward if c != corner)):
            found.add(corner)
    return found


@pytest.mark.parametrize("game", [HOUSE, DOCKING], ids=["house", "2019"])
def test_the_reach_of_every_ship_is_what_walking_along_the_edges_finds(game: Starfarers) -> None:
    """starfarers.navigation.edges and every stopping rule, against a slow search of its own."""
    checked = 0
    for state, _ in [*played(21, 4, game)][::4]:
        if state.phase is not Phase.FLIGHT:
            continue
        for number in range(3):
            at = state.ships[state.seat * 3 + number]
            if at != NOWHERE and state.passing in (NOWHERE, number) and points_left(state, number) < 5:
                assert moves_of(state, number, game) == slowly_reached(game, state, number)
                checked += 1
    assert checked > 10


def test_a_ship_flies_over_others_and_never_stops_on_one() -> None:
    """starfarers.navigation.one_ship"""
    start, over = EMPTY_CORNER, MAP.neighbours[EMPTY_CORNER][0]
    state = ship(ship(flying(), start), over, seat=1)
    behind = [c for c in MAP.neighbours[over] if c != start]
    assert over not in moves_of(state)
    assert set(behind) <= moves_of(state)
    assert rules_of(state, Move(0, over, seat=0)) == ["starfarers.navigation.one_ship"]


def test_the_sun_is_no_corner_to_travel_and_a_path_follows_edges() -> None:
    """starfarers.navigation.edges, starfarers.components.corners, starfarers.components.systems"""
    state = ship(flying(base=3), CORNER)
    assert len(MAP.systems) == 11
    assert all(MAP.site_system.count(system) == 3 for system in range(11))
    sun = MAP.suns[MAP.site_system[SITE]]
    assert rules_of(state, Move(0, sun, seat=0)) == ["starfarers.flight.speed"]
    assert rules_of(state, Move(0, sun, (sun,), seat=0)) == ["starfarers.navigation.edges"]
    assert rules_of(state, Move(0, MAP.corners, seat=0)) == ["starfarers.components.corners"]
    a = MAP.neighbours[CORNER][0]
    assert rules_of(state, Move(0, a, (), seat=0)) == ["starfarers.navigation.edges"]
    assert rules_of(state, Move(0, a, (MAP.neighbours[CORNER][1],), seat=0)) == ["starfarers.navigation.edges"]


def test_a_ship_may_turn_round() -> None:
    """starfarers.navigation.free_choice"""
    a, b = EMPTY_CORNER, MAP.neighbours[EMPTY_CORNER][0]
    state = ship(flying(base=3), a)
    after = HOUSE.apply(state, Move(0, a, (b, a), seat=0))
    assert after.ships[0] == a
    assert points_left(after, 0) == 1
    assert rules_of(state, Move(0, a, (b, a, b, a), seat=0)) == ["starfarers.flight.speed"]
    assert rules_of(state, EndTurn(seat=0)) == []


def test_no_ship_stops_on_a_founded_colony_no_trade_ship_on_a_colony_site() -> None:
    """starfarers.navigation.founded, starfarers.navigation.trade_ship"""
    state = ship(flying(), MAP.neighbours[CORNER][0])
    state = replace(state, seen=((1 << len(MAP.planets)) - 1,) * 4)
    assert CORNER in moves_of(state)
    founded = replace(state, sites=state.sites[:SITE] + bytes([2]) + state.sites[SITE + 1 :])
    assert rules_of(founded, Move(0, CORNER, seat=0)) == ["starfarers.navigation.founded"]
    trader = replace(state, traders=1)
    assert rules_of(trader, Move(0, CORNER, seat=0)) == ["starfarers.navigation.trade_ship"]


def test_ships_on_trade_points() -> None:
    """starfarers.navigation.colony_ship, starfarers.navigation.trade_point, starfarers.components.outposts"""
    first, second, *_ = MAP.points[0]
    assert all(len(points) == 5 for points in MAP.points)
    assert len(MAP.points) == 4
    state = ship(flying(), MAP.neighbours[first][0])
    assert rules_of(state, Move(0, first, seat=0)) == ["starfarers.navigation.colony_ship"]
    trader = replace(state, traders=1)
    assert rules_of(trader, Move(0, first, seat=0)) == ["starfarers.navigation.trade_point"]
    ready = player(trader, rings=5)
    assert rules_of(ready, Move(0, first, seat=0)) == []
    assert second not in moves_of(replace(ready, base=9))
    arrived = HOUSE.apply(ready, Move(0, first, seat=0))
    assert rules_of(arrived, EndTurn(seat=0)) == ["starfarers.navigation.passing"]
    assert {type(a) for a in HOUSE.legal_actions(arrived, 0)} == {FoundStation, Move}


def test_a_ship_that_only_looks_flies_on_first() -> None:
    """starfarers.navigation.passing: over a site where a colony stands, with a token to look at."""
    a, b = MAP.neighbours[CORNER]
    state = ship(ship(flying(base=2), a), b, number=1)
    state = replace(state, sites=state.sites[:SITE] + bytes([2]) + state.sites[SITE + 1 :])
    assert CORNER in moves_of(state)
    paused = HOUSE.apply(state, Move(0, CORNER, seat=0))
    while paused.phase is Phase.REVEAL:
        paused = HOUSE.play(paused, HOUSE.deal(paused, Random(1)))
    assert paused.passing == 0
    assert rules_of(paused, EndTurn(seat=0)) == ["starfarers.navigation.passing"]
    (broken,) = HOUSE.check(paused, Move(1, a, seat=0))
    assert broken.rule == "starfarers.navigation.passing"
    assert broken.message == "transporter 1 may not stay where it is and goes on first"
    assert {action.ship for action in HOUSE.legal_actions(paused, 0) if isinstance(action, Move)} == {0}
    assert CORNER not in moves_of(replace(state, base=1))
    assert CORNER in moves_of(replace(state, base=3))


def test_a_colony_ship_leaves_a_site_where_it_founds_nothing() -> None:
    """starfarers.navigation.leave"""
    state = ship(flying(base=1), CORNER)
    assert rules_of(state, EndTurn(seat=0)) == ["starfarers.navigation.leave"]
    assert EndTurn(seat=0) not in HOUSE.legal_actions(state, 0)
    assert rules_of(replace(state, base=0), EndTurn(seat=0)) == []
    assert rules_of(replace(state, grounded=1), EndTurn(seat=0)) == []
    a, b = MAP.neighbours[CORNER]
    enclosed = ship(ship(state, a, seat=1), b, seat=2)
    assert rules_of(enclosed, EndTurn(seat=0)) == []


def test_a_colony_ship_that_could_only_fly_to_another_site_stays() -> None:
    """starfarers.navigation.leave: other ships stand on every corner within four moves but two free sites."""

    def within_four(site: int) -> tuple[list[int], list[int]]:
        order, within = PARTS.reach(site)
        near = order[1 : within[4]]
        return [c for c in near if PARTS.plain[c]], [c for c in near if MAP.site_at[c] != NOWHERE]

    site = next(c for c in MAP.sites if len(within_four(c)[0]) <= 9 and len(within_four(c)[1]) == 2)
    state = ship(flying(base=4), site)
    state = replace(state, sites=bytes(len(state.sites)))
    assert rules_of(state, EndTurn(seat=0)) == ["starfarers.navigation.leave"]
    for number, corner in enumerate(within_four(site)[0]):
        state = ship(state, corner, seat=1 + number // 3, number=number % 3)
    assert moves_of(state) == set(within_four(site)[1])
    assert rules_of(state, EndTurn(seat=0)) == []


def test_a_colony_ship_that_stopped_on_a_site_flies_on_or_founds_before_another_ship_flies() -> None:
    """starfarers.navigation.leave: it cannot be left there with movement points by flying another ship."""
    beside = MAP.neighbours[CORNER][0]
    state = HOUSE.apply(ship(ship(flying(base=3), beside), 100, number=1), Move(0, CORNER, seat=0))
    while state.phase is Phase.REVEAL:
        state = HOUSE.play(state, HOUSE.deal(state, Random(1)))
    another = Move(1, MAP.neighbours[100][0], seat=0)
    assert rules_of(state, another) == ["starfarers.navigation.leave"]
    assert {action.ship for action in HOUSE.legal_actions(state, 0) if isinstance(action, Move)} == {0}
    assert rules_of(HOUSE.apply(state, Move(0, beside, seat=0)), another) == []
    assert rules_of(replace(state, spent=(3, 0, 0)), another) == []


# Exploration ---------------------------------------------------------------------------------------------------


def test_who_flies_past_a_planet_looks_at_its_token_and_nobody_else() -> None:
    """starfarers.explore.look, starfarers.explore.secret"""
    state = ship(flying(base=1), MAP.neighbours[CORNER][0])
    state = replace(state, seen=(0,) * 4)
    state = HOUSE.apply(state, Move(0, CORNER, seat=0))
    planets = MAP.site_planets[SITE]
    assert (state.phase, state.reveals) == (Phase.REVEAL, planets)
    assert HOUSE.to_move(state) == (NATURE,)
    while state.phase is Phase.REVEAL:
        state = HOUSE.apply(state, HOUSE.deal(state, Random(2)))
    assert state.phase is Phase.FLIGHT
    for planet in planets:
        assert state.tokens[planet] != UNKNOWN
        assert HOUSE.view(state, 0).tokens[planet] == state.tokens[planet]
        assert HOUSE.view(state, 1).tokens[planet] == UNKNOWN


def test_who_has_seen_one_of_two_tokens_looks_at_the_other_alone() -> None:
    """starfarers.explore.look"""
    one, other = MAP.site_planets[SITE]
    state = replace(ship(flying(base=1), MAP.neighbours[CORNER][0]), seen=(1 << one, 0, 0, 0), face_up=0)
    assert HOUSE.apply(state, Move(0, CORNER, seat=0)).reveals == (other,)
    for seen, new in ((one, (other,)), (other, (one,))):
        assert looked_around(PARTS, replace(state, seen=(1 << seen, 0, 0, 0)), CORNER).reveals == new


def test_nature_shows_only_tokens_that_may_lie_there() -> None:
    """starfarers.components.tokens: the back must fit the planet."""
    state = ship(flying(base=1), MAP.neighbours[CORNER][0])
    state = HOUSE.apply(replace(state, seen=(0,) * 4), Move(0, CORNER, seat=0))
    planet = state.reveals[0]
    right = PARTS.by_back[MAP.planet_back[planet]][0]
    wrong = next(t for t in range(len(PARTS.back)) if PARTS.back[t] != MAP.planet_back[planet])
    assert rules_of(state, Reveal(planet, right, seat=NATURE)) == []
    assert rules_of(state, Reveal(planet, wrong, seat=NATURE)) == ["starfarers.components.tokens"]
    other = next(p for p in range(len(MAP.planets)) if p not in state.reveals)
    assert rules_of(state, Reveal(other, right, seat=NATURE)) == ["starfarers.explore.look"]


# Colonies ------------------------------------------------------------------------------------------------------


def numbered(state: StarfarersState, site: int = SITE) -> StarfarersState:
    """Both planets of a site carry numbers that seat 0 has seen."""
    for planet in MAP.site_planets[site]:
        free = [t for t in PARTS.by_back[MAP.planet_back[planet]] if t not in state.tokens and not PARTS.barren[t]]
        state = lying(state, planet, free[0], seen_by=0)
    return state


def test_a_colony_is_founded_the_transporter_comes_back_the_tokens_are_turned_up() -> None:
    """starfarers.colony.site, starfarers.colony.transporter, starfarers.explore.face_up"""
    state = numbered(ship(flying(), CORNER))
    after = HOUSE.apply(state, FoundColony(0, seat=0))
    assert after.ships[0] == NOWHERE
    assert after.sites[SITE] == 1
    assert after.seats[0].points == state.seats[0].points + 1
    assert after.face_up & PARTS.site_sight[SITE] == PARTS.site_sight[SITE]
    assert HOUSE.view(after, 3).tokens[MAP.site_planets[SITE][0]] != UNKNOWN


def test_a_colony_belongs_to_who_founds_it() -> None:
    state = numbered(ship(flying(), CORNER, seat=1))
    after = HOUSE.apply(replace(state, seat=1, seen=(state.seen[0],) * 4), FoundColony(0, seat=1))
    assert after.sites[SITE] == 2


def test_nobody_founds_a_colony_elsewhere_or_with_a_trade_ship() -> None:
    """starfarers.colony.site"""
    assert rules_of(ship(flying(), EMPTY_CORNER), FoundColony(0, seat=0)) == ["starfarers.colony.site"]
    trader = numbered(ship(flying(), CORNER, trade=True))
    assert rules_of(trader, FoundColony(0, seat=0)) == ["starfarers.colony.site"]


@pytest.mark.parametrize("kind", ["lair", "ice"])
def test_no_colony_next_to_a_lair_or_an_ice_planet(kind: str) -> None:
    """starfarers.colony.barren"""
    state = numbered(ship(flying(), CORNER))
    strength = PARTS.lair if kind == "lair" else PARTS.ice
    state = lying(state, MAP.site_planets[SITE][0], next(t for t, s in enumerate(strength) if s), seen_by=0)
    assert rules_of(state, FoundColony(0, seat=0)) == ["starfarers.colony.barren"]
    assert FoundColony(0, seat=0) not in HOUSE.legal_actions(state, 0)


def test_with_three_players_a_system_takes_two_colonies_outside_the_home_systems() -> None:
    """starfarers.colony.system_limit: system_limit = outside_home, everywhere"""
    full = (2, 3)
    first = SITE - SITE % 3
    others = [s for s in range(first, first + 3) if s != SITE]

    def taken(players: int, **options: Any) -> StarfarersState:
        state = numbered(ship(flying(players=players, **options), CORNER))
        sites = bytearray(state.sites)
        for site, owner in zip(others, full, strict=True):
            sites[site] = owner
        return replace(state, sites=bytes(sites))

    assert rules_of(taken(3), FoundColony(0, seat=0)) == ["starfarers.colony.system_limit"]
    assert rules_of(taken(4), FoundColony(0, seat=0)) == []
    home = site_of(HOUSE, home=True)
    for limit, rules in (("outside_home", []), ("everywhere", ["starfarers.colony.system_limit"])):
        state = flying(players=3, system_limit=limit)
        state = ship(replace(state, sites=bytes([0, 2, 3]) + state.sites[3:]), MAP.sites[home])
        assert rules_of(state, FoundColony(0, seat=0)) == rules


# Trade stations ------------------------------------------------------------------------------------------------


def arrived(outpost: int, number: int, rings: int, stations: bytes = b"", game: Starfarers = HOUSE) -> StarfarersState:
    """Seat 0's trade ship is on that trade point, where these stations are already."""
    points = game.parts.map.points[outpost]
    corner = points[0] if game.parts.map.docking else points[number - 1]
    state = player(ship(flying(game=game), corner, trade=True), rings=rings)
    laid = bytearray(state.stations)
    laid[outpost * 5 : outpost * 5 + len(stations)] = stations
    cards = game.parts.outpost_cards[outpost][-len(stations) :] if stations else ()
    given = sum(1 << card for card in cards)
    return replace(state, stations=bytes(laid), passing=0, cards=state.cards & ~given)


def test_the_first_station_needs_point_1_and_one_ring_and_brings_medal_and_card() -> None:
    """starfarers.station.point, starfarers.station.rings, starfarers.station.card, starfarers.medal.first"""
    card = PARTS.outpost_cards[1][2]
    state = arrived(1, 1, rings=1)
    after = HOUSE.apply(state, FoundStation(0, card, seat=0))
    assert after.medals == (NOWHERE, 0, NOWHERE, NOWHERE)
    assert after.seats[0].cards == 1 << card
    assert not after.cards >> card & 1
    assert after.stations[5] == 1
    assert (after.ships[0], after.traders) == (NOWHERE, 0)
    assert after.seats[0].points == state.seats[0].points + 2
    assert rules_of(arrived(1, 1, rings=0), FoundStation(0, card, seat=0)) == ["starfarers.station.rings"]
    assert rules_of(arrived(1, 2, rings=5), FoundStation(0, card, seat=0)) == ["starfarers.station.rings"]
    elsewhere = ship(flying(), EMPTY_CORNER, trade=True)
    assert rules_of(elsewhere, FoundStation(0, card, seat=0)) == ["starfarers.station.point"]
    assert not may_trade_at(PARTS, player(elsewhere, rings=5), 0, EMPTY_CORNER)


def test_a_transporter_whose_ship_is_gone_has_flown_nothing_and_the_others_what_they_have() -> None:
    """starfarers.components.pieces"""
    state = replace(ship(flying(), CORNER), spent=(1, 2, 3), grounded=0b111, traders=0b111)
    for number, spent in enumerate([(0, 2, 3), (1, 0, 3), (1, 2, 0)]):
        after = landed(state, number)
        assert (after.spent, after.grounded, after.traders) == (spent, 7 - (1 << number), 7 - (1 << number))


def test_a_table_may_overlook_rings_but_not_that_an_outpost_is_full() -> None:
    """starfarers.station.rings"""
    card = DOCKING.parts.outpost_cards[0][0]
    for taken, overrulable in ((1, True), (5, False)):
        state = arrived(0, 1, rings=0, stations=bytes([2] * taken), game=DOCKING)
        found = [v for v in DOCKING.check(state, FoundStation(0, card, seat=0)) if v.rule == "starfarers.station.rings"]
        assert [v.overrulable for v in found] == [overrulable]


def test_the_second_station_needs_point_2_two_rings_and_a_card_that_is_left() -> None:
    """starfarers.station.point, starfarers.station.rings, starfarers.station.card"""
    cards = PARTS.outpost_cards[0]
    state = arrived(0, 2, rings=2, stations=b"\2")
    assert rules_of(state, FoundStation(0, cards[0], seat=0)) == []
    assert rules_of(state, FoundStation(0, cards[-1], seat=0)) == ["starfarers.station.card"]
    assert rules_of(state, FoundStation(0, PARTS.outpost_cards[1][0], seat=0)) == ["starfarers.station.card"]
    assert rules_of(arrived(0, 2, rings=1, stations=b"\2"), FoundStation(0, cards[0], seat=0)) == [
        "starfarers.station.rings"
    ]
    listed = [action for action in HOUSE.legal_actions(state, 0) if isinstance(action, FoundStation)]
    assert [action.card for action in listed] == list(cards[:-1])
    card = PARTS.outpost_cards[1][0]
    after = HOUSE.apply(arrived(1, 2, rings=2, stations=b"\2"), FoundStation(0, card, seat=0))
    assert after.stations[5:10] == b"\2\1\0\0\0"


def test_an_outpost_with_one_docking_point_takes_one_station_after_another() -> None:
    """starfarers.station.docking"""
    cards = DOCKING.parts.outpost_cards[0]
    for taken in range(5):
        state = arrived(0, 1, rings=taken + 1, stations=bytes([2] * taken), game=DOCKING)
        after = DOCKING.apply(state, FoundStation(0, cards[0], seat=0))
        assert after.stations[:5] == bytes([2] * taken) + b"\1" + bytes(4 - taken)
        short = player(state, rings=taken)
        assert rules_of(short, FoundStation(0, cards[0], seat=0), DOCKING) == ["starfarers.station.rings"]


def test_red_keeps_the_medal_with_point_1_until_green_has_two_stations() -> None:
    """starfarers.medal.most, starfarers.medal.tie, starfarers.medal.one"""
    card = PARTS.outpost_cards[0][0]
    red_first = replace(arrived(0, 2, rings=2, stations=b"\2"), medals=(1, NOWHERE, NOWHERE, NOWHERE))
    one_each = HOUSE.apply(red_first, FoundStation(0, card, seat=0))
    assert one_each.medals[0] == 1
    again = replace(arrived(0, 3, rings=3, stations=b"\2\1"), medals=(1, NOWHERE, NOWHERE, NOWHERE))
    two = HOUSE.apply(again, FoundStation(0, PARTS.outpost_cards[0][1], seat=0))
    assert two.medals[0] == 0
    assert [row.points for row in HOUSE.score(two).players[0].rows if row.row == "medals"] == [2]


def test_who_comes_level_with_the_lower_point_takes_the_medal() -> None:
    """starfarers.medal.tie: red point 1, green points 2 and 3, red founds on 4."""
    state = replace(arrived(0, 4, rings=4, stations=b"\1\2\2"), medals=(1, NOWHERE, NOWHERE, NOWHERE))
    after = HOUSE.apply(state, FoundStation(0, PARTS.outpost_cards[0][0], seat=0))
    assert after.medals[0] == 0


# Lairs and ice planets -----------------------------------------------------------------------------------------


def beside_lair(kind: str = "lair", **options: Any) -> tuple[StarfarersState, int, int]:
    """Seat 0's colony ship one move from a planet with the weakest lair or ice planet, which it knows; the planet, and
    the strength needed."""
    state = numbered(ship(flying(base=2, **options), MAP.neighbours[CORNER][0]))
    planet = MAP.site_planets[SITE][0]
    table = PARTS.lair if kind == "lair" else PARTS.ice
    strength, index = min((s, t) for t, s in enumerate(table) if s)
    state = lying(state, planet, index, seen_by=0)
    everything = (1 << len(MAP.planets)) - 1
    return replace(state, seen=(everything, *state.seen[1:])), planet, strength


@pytest.mark.parametrize(("kind", "upgrade"), [("lair", "cannons"), ("ice", "rings")])
def test_a_lair_falls_to_cannons_an_ice_planet_to_rings_at_once(kind: str, upgrade: str) -> None:
    """starfarers.conquest.lair, starfarers.conquest.ice, starfarers.conquest.token, starfarers.conquest.at_once,
    starfarers.conquest.replacement: replacement = face_up"""
    state, planet, strength = beside_lair(kind)
    weak = HOUSE.apply(player(state, **{upgrade: strength - 1}), Move(0, CORNER, seat=0))
    assert weak.seats[0].tokens == ()
    won = HOUSE.apply(player(state, **{upgrade: strength}), Move(0, CORNER, seat=0))
    assert won.seats[0].tokens == (state.tokens[planet],)
    assert won.seats[0].points == state.seats[0].points + 1
    assert (won.phase, won.reveals) == (Phase.REVEAL, (planet,))
    white = HOUSE.deal(won, Random(1))
    assert {a.token for a in HOUSE.legal_actions(won, NATURE) if isinstance(a, Reveal)} == set(PARTS.reserve)
    after = HOUSE.apply(won, white)
    assert after.phase is Phase.FLIGHT
    assert HOUSE.view(after, 2).tokens[planet] in PARTS.reserve
    assert rules_of(after, FoundColony(0, seat=0)) == []


def test_who_flies_to_a_planet_has_seen_its_tokens_and_nobody_else_has() -> None:
    """starfarers.explore.look, starfarers.explore.secret"""
    state = replace(numbered(ship(flying(base=2), MAP.neighbours[CORNER][0])), seen=(0, 1, 2, 3), face_up=0)
    after = HOUSE.apply(state, Move(0, CORNER, seat=0))
    assert after.seen == (sum(1 << planet for planet in MAP.seen[CORNER]), 1, 2, 3)
    assert after.seen[0]


def test_friendship_cards_count_against_lairs() -> None:
    """starfarers.conquest.lair, starfarers.friendship.engineering"""
    state, _, strength = beside_lair()
    state = player(state, cannons=strength - 2, cards=1 << friend("scientists-cannons"), extra_combat=2)
    assert HOUSE.apply(state, Move(0, CORNER, seat=0)).seats[0].tokens


def test_a_covered_replacement_is_seen_by_the_winner_only() -> None:
    """starfarers.conquest.replacement: replacement = covered"""
    state, planet, strength = beside_lair(replacement="covered")
    won = HOUSE.apply(player(state, cannons=strength), Move(0, CORNER, seat=0))
    after = HOUSE.apply(won, HOUSE.deal(won, Random(1)))
    assert HOUSE.view(after, 0).tokens[planet] == after.tokens[planet] != UNKNOWN
    assert HOUSE.view(after, 1).tokens[planet] == UNKNOWN


def test_whoever_wins_a_covered_replacement_alone_sees_it() -> None:
    """starfarers.conquest.replacement: replacement = covered"""
    state, planet, strength = beside_lair(replacement="covered", players=4)
    for seat in range(4):
        turn = ship(replace(state, seat=seat, seen=(state.seen[0],) * 4), MAP.neighbours[CORNER][0], seat=seat)
        won = HOUSE.apply(player(turn, seat, cannons=strength), Move(0, CORNER, seat=seat))
        assert [mask >> planet & 1 for mask in won.seen] == [int(other == seat) for other in range(4)]


def test_flying_past_a_lair_beats_it_only_where_that_is_agreed() -> None:
    """starfarers.conquest.at_once: conquest = standing, passing"""
    for conquest, tokens in (("standing", 0), ("passing", 1)):
        state, planet, strength = beside_lair(conquest=conquest)
        a, b, far = next(
            (a, b, far)
            for a, b in (MAP.neighbours[CORNER], MAP.neighbours[CORNER][::-1])
            for far in MAP.neighbours[b]
            if far != CORNER and planet not in MAP.seen[far] and MAP.outpost_at[far] == MAP.site_at[far] == NOWHERE
        )
        state = player(ship(replace(state, base=3), a), cannons=strength)
        path = (CORNER, b, far)
        after = HOUSE.apply(state, Move(0, far, path, seat=0))
        assert len(after.seats[0].tokens) == tokens
        while after.phase is Phase.REVEAL:
            after = HOUSE.apply(after, HOUSE.deal(after, Random(1)))
        assert after.flown == ()


def test_a_token_of_two_numbers_is_there_in_2019() -> None:
    """starfarers.components.tokens, starfarers.production.pays"""
    index = DOCKING.parts.token_index["beta-3/12"]
    assert [total for total in range(2, 13) if DOCKING.parts.pays[total][index]] == [3, 12]
    assert len(NAMES) == 4
    assert token("alpha-4") == PARTS.token_index["alpha-4"]
