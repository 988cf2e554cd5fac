"""Trade and build, in any order: what the active player may do before the flight, and what building does.

The list is complete but for offers: those of one card for one card are listed, `phases.trade` judges any. Where hands
are not kept, trade stays with the players, and what is built is told without being paid.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from engines.game import Violation
from engines.starfarers import bank
from engines.starfarers.bank import EMPTY_HAND, Price, affords, bankable, cards_text, in_stock, purse_of, wrong_hand
from engines.starfarers.components import ONE, Components
from engines.starfarers.friendship import FAME_BOUGHT, GOODS, HELPED, helpers, may_buy_fame
from engines.starfarers.model import (
    NOWHERE,
    SHIPS,
    UPGRADES,
    BankTrade,
    BuildShip,
    BuildSpaceport,
    BuildUpgrade,
    BuyFame,
    Cargo,
    HelpingHand,
    Offer,
    Phase,
    Shake,
    StarfarersAction,
    StarfarersState,
    StartFlight,
    TakeSupply,
)
from engines.starfarers.phases import Act, Found, PhaseRules, allowed, of_seat
from engines.starfarers.phases.explore import looked_around, settled
from engines.starfarers.phases.flight import shake, turn_ended, wrong_shake
from engines.starfarers.phases.production import stealing
from engines.starfarers.phases.supply import supply_cards, take_supply, wrong_take
from engines.starfarers.phases.trade import (
    bank_trade,
    bank_trades,
    may_offer,
    offer,
    offers,
    wrong_bank_trade,
    wrong_offer,
)
from engines.starfarers.ships import PORT, launch_corners, launched, pieces_left, with_site, wrong_ship
from engines.starfarers.ships import in_stock as transporters
from engines.starfarers.standing import installed, room, room_for, with_fame, with_player, with_upgrade

Choices: TypeAlias = tuple[StarfarersAction, ...]
_CARGOES: Final[tuple[Cargo, ...]] = ("colony", "trade")
_PRICES: Final[dict[Cargo, Price]] = {"colony": Price.COLONY_SHIP, "trade": Price.TRADE_SHIP}
_UPGRADES: Final = (1 << len(UPGRADES)) - 1
_SHIPS: Final = 1 << Price.COLONY_SHIP | 1 << Price.TRADE_SHIP
_SPACEPORT: Final = 1 << Price.SPACEPORT


# What may be done ----------------------------------------------------------------------------------------------


def building(parts: Components, state: StarfarersState, seat: int) -> Choices:
    """The listed actions: supply, bank, offers, upgrades, the flight; ships, spaceports, favours."""
    player, purse = state.seats[seat], purse_of(parts, state.hands[seat])
    upgrades = purse.pays & _UPGRADES and purse.pays & room(parts, state, seat)
    give = bankable(parts, state, seat)
    others_hold = state.hands.count(EMPTY_HAND) < len(state.hands) - 1
    held = purse.held if others_hold and may_offer(state) else 0
    key = (seat, held, give and in_stock(state.bank), give, supply_cards(state) > 0, upgrades)
    found: Choices | None = parts.buildings.get(key)
    if found is None:
        found = parts.buildings.keep(key, _common(*key))
    if purse.pays & _SHIPS:
        found += _ships(parts, state, seat)
    if purse.pays & _SPACEPORT and player.colonies:
        found += _spaceports(parts, state, seat)
    if player.cards & parts.favours:
        found += _favours(parts, state, seat)
    return found


def _common(seat: int, held: int, stock: int, give: int, supply: bool, upgrades: int) -> Choices:
    return (
        *([TakeSupply(seat=seat)] if supply else ()),
        *bank_trades(seat, give, stock),
        *offers(seat, held),
        *(BuildUpgrade(upgrade, seat=seat) for n, upgrade in enumerate(UPGRADES) if upgrades >> n & 1),
        StartFlight(seat=seat),
    )


def _ships(parts: Components, state: StarfarersState, seat: int) -> Choices:
    stock = transporters(state, seat)
    if not stock:
        return ()
    corners = launch_corners(parts, state, seat)
    return tuple(
        BuildShip(cargo, ship, corner, seat=seat)
        for cargo in _CARGOES
        if affords(parts, state, seat, _PRICES[cargo]) and not _wrong_cargo(parts, state, cargo)
        for ship in stock
        for corner in corners
    )


def _spaceports(parts: Components, state: StarfarersState, seat: int) -> Choices:
    own = [BuildSpaceport(site, seat=seat) for site, owner in enumerate(state.sites) if owner == seat + 1]
    return tuple(allowed(parts, state, own, _wrong_spaceport))


def _favours(parts: Components, state: StarfarersState, seat: int) -> Choices:
    seats = range(len(state.seats))
    pairs = [(a, b) for a in seats for b in seats if a < b]
    victims = [*((victim,) for victim in seats), *pairs]
    return (
        *allowed(parts, state, [BuyFame(seat=seat)], _wrong_fame),
        *allowed(parts, state, [HelpingHand(taken, seat=seat) for taken in victims], _wrong_helping_hand),
    )


def _building(parts: Components, state: StarfarersState, seat: int) -> list[StarfarersAction]:
    return [*building(parts, state, seat)]


def _told(parts: Components, state: StarfarersState, seat: int) -> list[StarfarersAction]:
    """Where hands are not kept: all for which there are pieces, and the flight."""
    return [
        *allowed(parts, state, [BuildUpgrade(upgrade, seat=seat) for upgrade in UPGRADES], wrong_upgrade),
        *_ships(parts, state, seat),
        *_spaceports(parts, state, seat),
        *allowed(parts, state, [BuyFame(seat=seat)], _wrong_fame),
        StartFlight(seat=seat),
    ]


# Ships, spaceports, upgrades -----------------------------------------------------------------------------------


def _wrong_price(parts: Components, state: StarfarersState, price: Price, what: str) -> Found:
    if affords(parts, state, state.seat, price):
        return []
    text = f"{state.players[state.seat]} cannot pay {cards_text(parts.prices[price])} for {what}"
    return [Violation("starfarers.build.costs", text, of_seat(state.seat))]


def _wrong_cargo(parts: Components, state: StarfarersState, cargo: Cargo) -> Found:
    if pieces_left(parts, state, state.seat, cargo) > 0:
        return []
    text = f"{state.players[state.seat]} has no {'colony' if cargo == 'colony' else 'trade station'} left"
    return [Violation("starfarers.build.ship_pieces", text, of_seat(state.seat))]


def _wrong_new_ship(parts: Components, state: StarfarersState, action: BuildShip) -> Found:
    cargo = action.cargo
    return [
        *_wrong_price(parts, state, _PRICES[cargo], f"a {cargo} ship"),
        *wrong_ship(parts, state, action),
        *_wrong_cargo(parts, state, cargo),
    ]


def build_ship(parts: Components, state: StarfarersState, action: BuildShip) -> StarfarersState:
    """The ship is paid and stands on its corner; its player looks at the tokens there."""
    seat, corner = state.seat, action.corner
    state = bank.paid(state, seat, parts.ship_cost[action.cargo])
    state = launched(state, seat, action.cargo, action.ship, corner)
    return settled(parts, looked_around(parts, state, corner))


def _wrong_spaceport(parts: Components, state: StarfarersState, action: BuildSpaceport) -> Found:
    found = _wrong_price(parts, state, Price.SPACEPORT, "a spaceport")
    site = action.site
    if site >= len(state.sites) or state.sites[site] != state.seat + 1:
        text = f"on site {site} is no colony of {state.players[state.seat]}"
        found.append(Violation("starfarers.build.spaceport", text, (f"site:{site}",)))
    if state.seats[state.seat].spaceports >= parts.box.spaceport_rings:
        text = f"{state.players[state.seat]} has no spaceport ring left"
        found.append(Violation("starfarers.build.spaceport_rings", text, of_seat(state.seat)))
    return found


def build_spaceport(parts: Components, state: StarfarersState, action: BuildSpaceport) -> StarfarersState:
    """The colony is a spaceport."""
    seat = state.seat
    state = with_site(bank.paid(state, seat, parts.spaceport_cost), action.site, PORT + seat)
    player = state.seats[seat]
    player = replace(player, colonies=player.colonies - 1, spaceports=player.spaceports + 1)
    return settled(parts, with_player(state, seat, player))


def wrong_upgrade(parts: Components, state: StarfarersState, action: BuildUpgrade) -> Found:
    """What is wrong with another upgrade on the mother ship."""
    upgrade, seat = action.upgrade, state.seat
    found = _wrong_price(parts, state, Price(UPGRADES.index(upgrade)), f"a {upgrade}")
    if installed(state.seats[seat], upgrade) >= parts.upgrade_room[upgrade]:
        text = f"the mother ship of {state.players[seat]} has no room for another {upgrade}"
        found.append(Violation("starfarers.build.upgrade_room", text, of_seat(seat)))
    elif not room_for(parts, state, seat, upgrade):
        found.append(Violation("starfarers.components.upgrades", f"there is no {upgrade} left", of_seat(seat)))
    return found


def build_upgrade(parts: Components, state: StarfarersState, action: BuildUpgrade) -> StarfarersState:
    """The upgrade is paid and on the mother ship."""
    seat = state.seat
    state = bank.paid(state, seat, parts.upgrade_cost[action.upgrade])
    return settled(parts, with_upgrade(state, seat, action.upgrade, 1))


# What friendship cards sell ------------------------------------------------------------------------------------


def _wrong_fame(parts: Components, state: StarfarersState, action: BuyFame) -> Found:
    found = wrong_hand(state, state.seat, ONE[GOODS])
    if not may_buy_fame(parts, state, state.seat):
        text = f"{state.players[state.seat]} cannot buy a fame ring now"
        found.append(Violation("starfarers.friendship.fame_for_sale", text, of_seat(state.seat)))
    return found


def buy_fame(parts: Components, state: StarfarersState, action: BuyFame) -> StarfarersState:
    """One goods went for one fame ring."""
    state = bank.paid(state, state.seat, ONE[GOODS])
    return with_fame(parts, replace(state, used=state.used | FAME_BOUGHT), state.seat, 1)


def _wrong_helping_hand(parts: Components, state: StarfarersState, action: HelpingHand) -> Found:
    rich, victims = helpers(parts, state, state.seat), action.victims
    wrong = [victim for victim in victims if victim not in rich]
    if wrong or len(set(victims)) != len(victims):
        text = f"no card can be taken from seats {', '.join(map(str, victims))} now"
        return [Violation("starfarers.friendship.helping_hand", text, tuple(f"seat:{v}" for v in victims))]
    if state.options.helping_hand == "exactly_two" and len(victims) != 2:
        text = "the card is taken from exactly two players"
        return [Violation("starfarers.friendship.helping_hand", text, of_seat(state.seat))]
    return []


def helping_hand(parts: Components, state: StarfarersState, action: HelpingHand) -> StarfarersState:
    """Nature draws a card from each of these hands."""
    return stealing(replace(state, used=state.used | HELPED), action.victims, Phase.BUILD)


# On to the flight ----------------------------------------------------------------------------------------------


def _grounded(state: StarfarersState) -> bool:
    first = state.seat * SHIPS
    return bool(state.ships) and max(state.ships[first : first + SHIPS]) == NOWHERE


def _wrong_flight(parts: Components, state: StarfarersState, action: StartFlight) -> Found:
    if not action.shaken or not _grounded(state):
        return []
    text = f"{state.players[state.seat]} has no ship on the board"
    return [Violation("starfarers.flight.ships", text, of_seat(state.seat), overrulable=True)]


def start_flight(parts: Components, state: StarfarersState, action: StartFlight) -> StarfarersState:
    """The mother ship is to be shaken; without a ship on the board the turn is over."""
    if _grounded(state) and not action.shaken:
        return turn_ended(state)
    return replace(state, phase=Phase.SHAKE)


def _wrong_at_once(parts: Components, state: StarfarersState, action: Shake) -> Found:
    flight = StartFlight(shaken=True, seat=state.seat)
    return [*_wrong_flight(parts, state, flight), *wrong_shake(parts, state, action)]


_BUILT: Final[dict[type[Any], Act]] = {
    BuildShip: Act(build_ship, _wrong_new_ship),
    BuildSpaceport: Act(build_spaceport, _wrong_spaceport),
    BuildUpgrade: Act(build_upgrade, wrong_upgrade),
    BuyFame: Act(buy_fame, _wrong_fame),
    StartFlight: Act(start_flight, _wrong_flight),
}
RULES: Final = {
    Phase.BUILD: PhaseRules(
        {
            TakeSupply: Act(take_supply, wrong_take),
            BankTrade: Act(bank_trade, wrong_bank_trade),
            Offer: Act(offer, wrong_offer),
            HelpingHand: Act(helping_hand, _wrong_helping_hand),
            **_BUILT,
        },
        _building,
    )
}
TOLD: Final = {Phase.BUILD: PhaseRules({**_BUILT, Shake: Act(shake, _wrong_at_once)}, _told)}
"""The same where hands are not kept; a shake says that the flight begins."""
