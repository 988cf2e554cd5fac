"""Middle mode: the board, ships, fame and points are kept, the hands are not; starfarers.light.mode."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engines.game import NATURE
from engines.starfarers.model import (
    NOWHERE,
    SHIPS,
    Answer,
    BankTrade,
    BuildShip,
    BuildSpaceport,
    BuildUpgrade,
    BuyFame,
    DrawEncounter,
    DrawSupply,
    EndTurn,
    FirstPlayer,
    Give,
    HelpingHand,
    Jump,
    Offer,
    Phase,
    Rob,
    Roll,
    Shake,
    StarfarersState,
    StartFlight,
    Steal,
    TakeSupply,
)
from engines.starfarers.ships import free_ships, in_stock, launch_corners
from tests.engines.starfarers.encounter_tables import ACTIVE, at_encounter, drawn
from tests.engines.starfarers.starfarers_tables import (
    HOUSE,
    NAMES,
    PARTS,
    begun,
    flying,
    friend,
    lying,
    moves_of,
    played,
    player,
    rules_of,
    ship,
)


def middle(**options: Any) -> StarfarersState:
    """Seat 0 builds."""
    return begun(mode="middle", **options)


def test_a_game_begins_like_the_full_one_without_cards() -> None:
    """starfarers.setup.beginner: tokens, sites and first ships; no hand, no bank, no roll."""
    state, full = middle(), begun()
    assert (state.phase, state.hands, sum(state.bank), state.pile) == (Phase.BUILD, (), 0, 0)
    assert state.sites == full.sites
    assert (state.face_up, state.seats) == (full.face_up, full.seats)
    assert sum(corner != NOWHERE for corner in state.ships) == len(NAMES)
    assert middle(start="founding").phase is Phase.BUILD


def test_what_is_built_is_not_paid_but_the_pieces_are_counted() -> None:
    state = middle()
    corner = launch_corners(PARTS, state, 0)[0]
    built = HOUSE.apply(state, BuildShip("trade", in_stock(state, 0)[0], corner, seat=0))
    assert corner in built.ships
    assert rules_of(state, BuildShip("trade", 0, corner, seat=0)) == ["starfarers.build.ship_transporter"]
    assert rules_of(player(state, boosters=6), BuildUpgrade("booster", seat=0)) == ["starfarers.build.upgrade_room"]
    site = state.sites.index(1)
    assert HOUSE.apply(state, BuildSpaceport(site, seat=0)).seats[0].spaceports == 2
    assert rules_of(state, BuyFame(seat=0)) == ["starfarers.friendship.fame_for_sale"]
    seller = player(state, cards=1 << friend("diplomats-fame-a"))
    fame = HOUSE.apply(seller, BuyFame(seat=0))
    assert fame.seats[0].fame == state.seats[0].fame + 1
    assert BuyFame(seat=0) not in HOUSE.legal_actions(fame, 0)


def test_nothing_is_done_with_cards_that_are_not_kept() -> None:
    """Cards have no place in the record: no such action plays, and none is accepted against the rules."""
    state = middle()
    some, none = (1, 0, 0, 0, 0), (0, 0, 0, 0, 0)
    for action in (
        *(Offer(some, none, seat=0), BankTrade("ore", "fuel", seat=0), TakeSupply(seat=0), Rob(1, seat=0)),
        *(HelpingHand((1,), seat=0), Roll((1, 2), seat=NATURE), DrawSupply(0, "ore", seat=NATURE)),
        Steal(1, "ore", seat=NATURE),
    ):
        found = HOUSE.check(state, action)
        assert [v.rule for v in found] == ["starfarers.turn.phases"], action
        assert not any(v.overrulable for v in found), action


def test_the_balls_begin_the_flight_and_the_turn_ends_without_a_roll() -> None:
    """starfarers.flight.base, starfarers.turn.phases"""
    flown = HOUSE.apply(middle(), Shake(0, ("yellow", "red"), seat=NATURE))
    assert (flown.phase, flown.base) == (Phase.FLIGHT, 5)
    after = HOUSE.apply(flown, EndTurn(seat=0))
    assert (after.phase, after.seat, after.turn) == (Phase.BUILD, 1, 1)
    alone = replace(middle(), ships=(NOWHERE,) * len(flown.ships))
    assert rules_of(alone, Shake(0, ("yellow", "red"), seat=NATURE)) == ["starfarers.flight.ships"]
    assert HOUSE.apply(alone, StartFlight(seat=0)).seat == 1


def test_ships_fly_as_in_full_mode() -> None:
    """starfarers.flight.speed, starfarers.navigation: the same corners, the same rules."""
    full = flying(4)
    state = replace(full, options=replace(full.options, mode="middle"), hands=(), bank=(0,) * 5, pile=0)
    assert moves_of(state) == moves_of(full)
    assert HOUSE.legal_actions(state, 0) == HOUSE.legal_actions(full, 0)


def test_tokens_that_nobody_has_looked_at_are_hidden_from_the_others() -> None:
    """starfarers.explore.look"""
    for state, _ in played(4, 3, HOUSE, replace(middle().options, turn_limit="short")):
        for seat in range(3):
            known = state.seen[seat] | state.face_up
            shown = HOUSE.view(state, seat).tokens
            assert all(token == 255 or known >> planet & 1 for planet, token in enumerate(shown))
            assert HOUSE.score(HOUSE.view(state, seat)) == HOUSE.score(state)


def test_an_encounter_moves_ships_on_the_board_and_leaves_cards_to_the_table() -> None:
    """Cards 3 (a gift, counted), 9 (pirates), and those that ground, grant and jump."""
    before = at_encounter(mode="middle")
    assert [getattr(action, "count", None) for action in HOUSE.legal_actions(drawn(before, 3), ACTIVE)] == [0, 1, 2, 3]
    told = HOUSE.apply(drawn(before, 3), Give(count=1, seat=ACTIVE))
    assert (told.phase, told.hands) == (Phase.FLIGHT, ())
    moved = set[str]()
    for card in HOUSE.encounters.programs:
        for yes in (True, False):
            state = before
            state = HOUSE.apply(state, DrawEncounter(card, seat=NATURE))
            for _ in range(12):
                if state.phase is not Phase.ENCOUNTER or state.encounter is None:
                    break
                seat = HOUSE.to_move(state)[0]
                actions = HOUSE.legal_actions(state, seat)
                action = next((a for a in actions if a == Answer(yes, seat=seat)), actions[-1])
                moved |= {"jump"} if isinstance(action, Jump) else set()
                state = HOUSE.apply(state, action)
            moved |= {"grounded"} if state.grounded else set()
            moved |= {"granted"} if state.phase is Phase.FREE_SHIP else set()
    assert moved == {"jump", "grounded", "granted"}


def test_a_granted_ship_is_placed_where_it_belongs() -> None:
    state = replace(middle(), phase=Phase.FREE_SHIP, resume=Phase.FLIGHT)
    state = player(state, owed=1)
    assert HOUSE.legal_actions(state, 0) == free_ships(PARTS, state, 0)
    placed = HOUSE.apply(state, HOUSE.legal_actions(state, 0)[0])
    assert sum(corner != NOWHERE for corner in placed.ships[:SHIPS]) == 2


def test_a_beaten_lair_and_thawed_ice_pay_by_themselves() -> None:
    """starfarers.conquest.token"""
    planet = next(p for p, sites in enumerate(PARTS.planet_sites) if not PARTS.map.home[PARTS.map.planet_system[p]])
    corner = next(c for c in range(PARTS.map.corners) if PARTS.plain[c] and PARTS.sight[c] >> planet & 1)
    lair = next(n for n, strength in enumerate(PARTS.lair) if strength)
    state = player(ship(lying(middle(), planet, lair), corner), cannons=PARTS.lair[lair] - 1)
    won = HOUSE.apply(state, BuildUpgrade("cannon", seat=0))
    assert won.seats[0].tokens == (lair,)
    assert won.phase is Phase.REVEAL


def test_who_begins_can_be_put_right_before_anything_is_placed() -> None:
    setup = HOUSE.setup(NAMES, replace(middle().options))
    first = HOUSE.apply(setup, FirstPlayer(2, seat=NATURE))
    assert first.phase is Phase.REVEAL
    assert first.seat == 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_old_records_are_full(players: int) -> None:
    assert HOUSE.setup(NAMES[:players]).options.mode == "full"
