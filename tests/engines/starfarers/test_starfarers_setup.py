"""The table before the first turn, and the components."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from engines.errors import BadInput
from engines.game import NATURE
from engines.starfarers.model import (
    NOWHERE,
    UNKNOWN,
    DrawSupply,
    FirstPlayer,
    Phase,
    PlaceColony,
    PlaceShip,
    PlaceSpaceport,
    Reveal,
    StarfarersOptions,
    StarfarersState,
)
from engines.starfarers.pack import BALLS
from engines.starfarers.rules import Starfarers
from engines.starfarers.ships import PORT
from tests.engines.starfarers.starfarers_tables import DOCKING, HOUSE, NAMES, PARTS, assert_box, begun, cards, rules_of

MAP = PARTS.map


def until(phase: Phase, players: int = 4, game: Starfarers = HOUSE, seed: int = 1, **options: str) -> StarfarersState:
    """The game when it first comes to that phase; seat 1 begins."""
    state, rng = game.setup(NAMES[:players], StarfarersOptions(**options)), Random(seed)  # type: ignore[arg-type]
    state = game.apply(state, FirstPlayer(1, seat=NATURE))
    while state.phase is not phase:
        seat = game.to_move(state)[0]
        action = game.deal(state, rng) if seat == NATURE else rng.choice(game.legal_actions(state, seat))
        state = game.apply(state, action)
    return state


def test_the_box() -> None:
    """starfarers.components.balls, .cards, .pieces, .upgrades, .fame, .costs"""
    box, costs = HOUSE.pack.box, PARTS.upgrade_cost
    assert BALLS == ("black", "blue", "yellow", "red")
    assert sorted(HOUSE.pack.balls) == ["black", "blue", "red", "yellow"]
    assert len(DOCKING.pack.balls) == 5
    assert (box.cards_each, box.cannons, box.boosters, box.freight_rings, box.fame_rings) == (20, 24, 24, 20, 40)
    assert (box.ship_cannons, box.ship_boosters, box.ship_freight_rings, box.ship_fame_rings) == (6, 6, 5, 11)
    assert (box.colonies, box.stations, box.transporters, box.spaceport_rings) == (9, 7, 3, 3)
    assert PARTS.ship_cost["colony"] == cards("1 ore 1 fuel 1 carbon 1 food")
    assert PARTS.ship_cost["trade"] == cards("1 ore 1 fuel 2 goods")
    assert PARTS.spaceport_cost == cards("3 carbon 1 food")
    assert DOCKING.parts.spaceport_cost == cards("3 carbon 2 food")
    assert costs == {"booster": cards("2 fuel"), "cannon": cards("2 carbon"), "ring": cards("2 ore")}


def test_two_to_four_players_with_distinct_names() -> None:
    """starfarers.setup.two_players: two_players = variant, refused"""
    assert len(HOUSE.setup(NAMES[:2]).seats) == 2
    for players in (NAMES[:1], (*NAMES, "Ravi")):
        with pytest.raises(BadInput, match=rf"{len(players)} players, expected 2 to 4"):
            HOUSE.setup(players)
    with pytest.raises(BadInput, match="2 players, expected 3 to 4"):
        HOUSE.setup(NAMES[:2], StarfarersOptions(two_players="refused"))
    with pytest.raises(BadInput, match="distinct name"):
        HOUSE.setup(("Nina", "Nina"))


def test_the_dice_decide_who_begins() -> None:
    """starfarers.setup.first_player"""
    state = HOUSE.setup(NAMES[:3])
    assert len(state.stations) == sum(map(len, MAP.points))
    assert [rules_of(state, FirstPlayer(seat, seat=NATURE)) for seat in (0, 2)] == [[], []]
    assert rules_of(state, FirstPlayer(3, seat=NATURE)) == ["starfarers.setup.first_player"]
    assert until(Phase.ROLL).seat == 1


def test_the_tokens_of_the_home_systems_lie_face_up_and_no_others() -> None:
    """starfarers.setup.home_tokens"""
    state = until(Phase.PLACE_SHIPS)
    for planet, system in enumerate(MAP.planet_system):
        assert bool(state.face_up >> planet & 1) == MAP.home[system] == (state.tokens[planet] != UNKNOWN)
        if MAP.home[system]:
            assert PARTS.back[state.tokens[planet]] == MAP.planet_back[planet]
    fixed = until(Phase.PLACE_SHIPS, game=DOCKING)
    assert {p: fixed.tokens[p] for p in DOCKING.parts.start_tokens} == DOCKING.parts.start_tokens


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_beginner_position(players: int) -> None:
    """starfarers.setup.beginner: start = beginner; starfarers.setup.blockers, starfarers.setup.points"""
    state = until(Phase.PLACE_SHIPS, players)
    on_board = 4 if players == 3 else players
    for seat in range(4):
        spaceport, colonies = PARTS.starts[seat]
        placed = [state.sites[spaceport], *(state.sites[c] for c in colonies)]
        assert placed == ([PORT + seat, seat + 1, seat + 1] if seat < on_board else [0, 0, 0])
    assert [seat.points for seat in state.seats] == [4] * players


def test_everybody_begins_with_a_ring_a_ship_next_to_the_spaceport_and_three_cards() -> None:
    """starfarers.setup.fame, starfarers.setup.ship, starfarers.setup.cards, starfarers.setup.pile"""
    state = until(Phase.ROLL)
    for seat, held in enumerate(state.seats):
        assert held.fame == 1
        assert sum(state.hands[seat]) == 3
        flying = [c for c in state.ships[3 * seat : 3 * seat + 3] if c != NOWHERE]
        assert len(flying) == 1
        assert flying[0] in MAP.launch[PARTS.starts[seat][0]]
    assert state.traders == 0
    assert state.bank == (8,) * 5
    assert state.pile == 60 - 12
    assert_box(HOUSE, state)


def test_the_first_ship_needs_a_free_corner_next_to_the_own_spaceport() -> None:
    """starfarers.setup.ship, starfarers.build.ship_corner"""
    state = until(Phase.PLACE_SHIPS)
    corners = MAP.launch[PARTS.starts[1][0]]
    assert rules_of(state, PlaceShip(2, corners[0], seat=1)) == []
    elsewhere = MAP.launch[PARTS.starts[0][0]][0]
    assert rules_of(state, PlaceShip(2, elsewhere, seat=1)) == ["starfarers.build.ship_corner"]
    assert rules_of(state, PlaceShip(0, MAP.corners, seat=1)) == ["starfarers.components.corners"]
    assert rules_of(state, PlaceShip(2, elsewhere, seat=0)) == ["starfarers.turn.order"]


def test_supply_cards_are_dealt_clockwise_from_the_pile() -> None:
    """starfarers.setup.cards, starfarers.components.pile"""
    state = until(Phase.DEAL)
    assert rules_of(state, DrawSupply(1, "ore", seat=NATURE)) == []
    assert rules_of(state, DrawSupply(2, "ore", seat=NATURE)) == ["starfarers.setup.cards"]
    state = msgspec.structs.replace(state, hands=((12, 0, 0, 0, 0, 0), *state.hands[1:]), pile=48)
    assert rules_of(state, DrawSupply(1, "ore", seat=NATURE)) == ["starfarers.components.pile"]


@pytest.mark.parametrize(("start", "first"), [("beginner", Phase.PLACE_SHIPS), ("founding", Phase.FOUND_SPACEPORTS)])
def test_the_first_cards_are_drawn_before_anything_is_placed(start: str, first: Phase) -> None:
    """starfarers.setup.cards"""
    state = until(Phase.DEAL, start=start)
    assert (HOUSE.to_move(state), sum(map(sum, state.hands))) == ((NATURE,), 0)
    state = until(first, start=start)
    assert [sum(hand) for hand in state.hands] == [3] * 4
    assert not any(corner != NOWHERE for corner in state.ships)


def test_a_game_in_which_the_first_ships_came_before_the_first_cards_goes_on() -> None:
    """starfarers.setup.cards: so it was played before; once a card is dealt all of them are."""
    dealt = until(Phase.DEAL)
    state = dealt
    while state.draws and state.phase is not Phase.PLACE_SHIPS and not any(c != NOWHERE for c in state.ships):
        state = HOUSE.apply(state, PlaceShip(0, MAP.launch[PARTS.starts[state.seat][0]][0], seat=state.seat))
    while state.phase is Phase.PLACE_SHIPS:
        state = HOUSE.apply(state, PlaceShip(0, MAP.launch[PARTS.starts[state.seat][0]][0], seat=state.seat))
    assert (state.phase, state.draws) == (Phase.DEAL, 12)
    while state.phase is Phase.DEAL:
        state = HOUSE.apply(state, HOUSE.deal(state, Random(1)))
    assert state.phase is Phase.ROLL
    begun = HOUSE.apply(dealt, HOUSE.deal(dealt, Random(1)))
    ship = PlaceShip(0, MAP.launch[PARTS.starts[begun.seat][0]][0], seat=begun.seat)
    assert rules_of(begun, ship) == ["starfarers.turn.phases"]


def test_a_second_colony_elsewhere_obeys_the_rules_of_colonies() -> None:
    """starfarers.setup.second_colony: second_colony = anywhere; starfarers.colony.barren,
    starfarers.colony.system_limit: no lair or ice planet may turn up next to it, no third colony in a system"""
    state = until(Phase.FOUND_SECOND_COLONIES, 3, start="founding", second_colony="anywhere")
    red = {p for p, back in enumerate(MAP.planet_back) if back == "red"}
    listed = {action.site for action in HOUSE.legal_actions(state, state.seat) if isinstance(action, PlaceColony)}
    outside = [s for s in range(len(MAP.sites)) if not MAP.home[MAP.site_system[s]]]
    assert listed & set(outside) == {s for s in outside if not red & set(MAP.site_planets[s])} != set()
    risky = next(s for s in outside if s not in listed)
    found = HOUSE.check(state, PlaceColony(risky, seat=state.seat))
    assert [(v.rule, v.severity) for v in found] == [("starfarers.colony.barren", "warning")]
    free = next(s for s in outside if s in listed)
    first = free - free % 3
    taken = bytearray(state.sites)
    for site in range(first, first + 3):
        taken[site] = 0 if site == free else 1
    full = msgspec.structs.replace(state, sites=bytes(taken))
    assert rules_of(full, PlaceColony(free, seat=state.seat)) == ["starfarers.colony.system_limit"]
    assert PlaceColony(free, seat=state.seat) not in HOUSE.legal_actions(full, state.seat)


def test_founding_phase_spaceports_clockwise_colonies_back_second_colonies_clockwise() -> None:
    """starfarers.setup.beginner: start = founding; starfarers.setup.spaceports, starfarers.setup.colonies,
    starfarers.setup.second_colony: second_colony = home"""
    state = until(Phase.FOUND_SPACEPORTS, start="founding")
    order = []
    for site in (0, 3, 6, 9):
        order.append(state.seat)
        assert rules_of(state, PlaceSpaceport(13, seat=state.seat)) == ["starfarers.setup.spaceports"]
        state = HOUSE.apply(state, PlaceSpaceport(site, seat=state.seat))
    assert state.phase is Phase.FOUND_COLONIES
    for site in (1, 4, 7, 10):
        order.append(state.seat)
        assert rules_of(state, PlaceColony(0, seat=state.seat)) == ["starfarers.setup.colonies"]
        state = HOUSE.apply(state, PlaceColony(site, seat=state.seat))
    assert state.phase is Phase.FOUND_SECOND_COLONIES
    for site in (2, 5, 8, 11):
        order.append(state.seat)
        assert rules_of(state, PlaceColony(20, seat=state.seat)) == ["starfarers.setup.second_colony"]
        state = HOUSE.apply(state, PlaceColony(site, seat=state.seat))
    assert order == [1, 2, 3, 0, 0, 3, 2, 1, 1, 2, 3, 0]
    assert (state.phase, state.seat) == (Phase.PLACE_SHIPS, 1)
    assert [held.points for held in state.seats] == [4] * 4


def test_a_second_colony_elsewhere_turns_the_tokens_up() -> None:
    """starfarers.setup.second_colony: second_colony = anywhere"""
    state = until(Phase.FOUND_SECOND_COLONIES, start="founding", second_colony="anywhere")
    outside = next(s for s, system in enumerate(MAP.site_system) if not MAP.home[system])
    state = HOUSE.apply(state, PlaceColony(outside, seat=state.seat))
    assert (state.phase, state.reveals) == (Phase.REVEAL, MAP.site_planets[outside])
    for _ in range(2):
        state = HOUSE.apply(state, HOUSE.deal(state, Random(1)))
    assert (state.phase, state.seat) == (Phase.FOUND_SECOND_COLONIES, 2)


def test_blockers_fill_free_home_sites_after_the_founding_phase() -> None:
    """starfarers.setup.blockers"""
    state = until(Phase.PLACE_SHIPS, 3, start="founding")
    assert all(state.sites[site] for site in PARTS.home_sites)
    assert (state.sites.count(4), state.sites.count(PORT + 3)) == (2, 1)
    assert len(state.seats) == 3
    two = until(Phase.PLACE_SHIPS, 2, start="founding")
    assert sum(map(bool, two.sites)) == 6


def test_any_order_of_reveals_will_do() -> None:
    state = HOUSE.apply(HOUSE.setup(NAMES), FirstPlayer(0, seat=NATURE))
    last = state.reveals[-1]
    state = HOUSE.apply(state, Reveal(last, PARTS.by_back[MAP.planet_back[last]][1], seat=NATURE))
    assert last not in state.reveals
    assert begun().face_up.bit_count() == 12
