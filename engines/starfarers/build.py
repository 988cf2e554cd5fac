"""Building: ships, spaceports, upgrades of the mother ship; and what friendship cards sell."""

from __future__ import annotations

from msgspec.structs import replace

from engines.starfarers import bank
from engines.starfarers.components import ONE, Components
from engines.starfarers.flight import looked_around, settled, turn_ended, with_site
from engines.starfarers.friendship import FAME_BOUGHT, GOODS, HELPED
from engines.starfarers.model import (
    NOWHERE,
    SHIPS,
    BuildShip,
    BuildSpaceport,
    BuildUpgrade,
    BuyFame,
    HelpingHand,
    Phase,
    StarfarersState,
    StartFlight,
)
from engines.starfarers.production import stealing
from engines.starfarers.ships import PORT, launched
from engines.starfarers.standing import with_fame, with_player, with_upgrade


def build_ship(parts: Components, state: StarfarersState, action: BuildShip) -> StarfarersState:
    """The ship is paid and stands on its corner; its player looks at the tokens there."""
    seat, corner = state.seat, action.corner
    state = bank.paid(state, seat, parts.ship_cost[action.cargo])
    state = launched(state, seat, action.cargo, action.ship, corner)
    return settled(parts, looked_around(parts, state, corner))


def build_spaceport(parts: Components, state: StarfarersState, action: BuildSpaceport) -> StarfarersState:
    """The colony is a spaceport."""
    seat = state.seat
    state = with_site(bank.paid(state, seat, parts.spaceport_cost), action.site, PORT + seat)
    player = state.seats[seat]
    player = replace(player, colonies=player.colonies - 1, spaceports=player.spaceports + 1)
    return settled(parts, with_player(state, seat, player))


def build_upgrade(parts: Components, state: StarfarersState, action: BuildUpgrade) -> StarfarersState:
    """The upgrade is paid and on the mother ship."""
    seat = state.seat
    state = bank.paid(state, seat, parts.upgrade_cost[action.upgrade])
    return settled(parts, with_upgrade(state, seat, action.upgrade, 1))


def buy_fame(parts: Components, state: StarfarersState, action: BuyFame) -> StarfarersState:
    """One goods went for one fame ring."""
    state = bank.paid(state, state.seat, ONE[GOODS])
    return with_fame(parts, replace(state, used=state.used | FAME_BOUGHT), state.seat, 1)


def helping_hand(parts: Components, state: StarfarersState, action: HelpingHand) -> StarfarersState:
    """Nature draws a card from each of these hands."""
    return stealing(replace(state, used=state.used | HELPED), action.victims, Phase.BUILD)


def start_flight(parts: Components, state: StarfarersState, action: StartFlight) -> StarfarersState:
    """The mother ship is to be shaken; without a ship on the board the turn is over."""
    first = state.seat * SHIPS
    if state.ships and max(state.ships[first : first + SHIPS]) == NOWHERE:
        return turn_ended(state)
    return replace(state, phase=Phase.SHAKE)
