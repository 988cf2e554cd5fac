"""What is wrong with an action: every rule it breaks, and which component it names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from engines.game import Violation
from engines.starfarers import encounter_legality, light
from engines.starfarers.actions import Actions, hidden_tokens
from engines.starfarers.bank import count, holds, unseen
from engines.starfarers.components import ONE, RESOURCE_INDEX, Components
from engines.starfarers.friendship import (
    GOODS,
    SUPPLY,
    helpers,
    may_buy_fame,
    rate,
)
from engines.starfarers.model import (
    NOWHERE,
    Accept,
    BankTrade,
    BuildShip,
    BuildSpaceport,
    BuildUpgrade,
    BuyFame,
    Cards,
    Counter,
    Decline,
    Discard,
    DrawSupply,
    EndTurn,
    FirstPlayer,
    FoundColony,
    FoundStation,
    HelpingHand,
    Move,
    Offer,
    Phase,
    PlaceColony,
    PlaceShip,
    PlaceSpaceport,
    Relief,
    Report,
    Reveal,
    Rob,
    Roll,
    Shake,
    StarfarersAction,
    StarfarersState,
    StartFlight,
    Steal,
    TakeSupply,
    Trade,
)
from engines.starfarers.navigation import (
    flies_first,
    has_room,
    may_pause,
    may_stop,
    may_trade_at,
    must_leave,
    points_left,
    stations_at,
)
from engines.starfarers.pack import RESOURCES
from engines.starfarers.production import SUPPLY_POINTS, discards, supply_cards
from engines.starfarers.setup import open_sites, receiver
from engines.starfarers.ships import corner_of, flying, in_stock, launch_corners, pieces_left, trades
from engines.starfarers.standing import installed, room_for
from engines.starfarers.trade import asked, may_offer

PHASES: Final[dict[type[Any], tuple[Phase, ...]]] = {
    FirstPlayer: (Phase.FIRST_PLAYER,),
    Roll: (Phase.ROLL,),
    DrawSupply: (Phase.DEAL, Phase.SUPPLY),
    Steal: (Phase.STEAL,),
    Shake: (Phase.SHAKE,),
    Reveal: (Phase.REVEAL,),
    PlaceSpaceport: (Phase.FOUND_SPACEPORTS,),
    PlaceColony: (Phase.FOUND_COLONIES, Phase.FOUND_SECOND_COLONIES),
    PlaceShip: (Phase.PLACE_SHIPS, Phase.FREE_SHIP),
    Discard: (Phase.DISCARD,),
    Rob: (Phase.ROB,),
    Relief: (Phase.RELIEF,),
    TakeSupply: (Phase.BUILD,),
    BankTrade: (Phase.BUILD,),
    Offer: (Phase.BUILD,),
    Accept: (Phase.ANSWER,),
    Decline: (Phase.ANSWER,),
    Counter: (Phase.ANSWER,),
    Trade: (Phase.CHOOSE,),
    BuildShip: (Phase.BUILD,),
    BuildSpaceport: (Phase.BUILD,),
    BuildUpgrade: (Phase.BUILD,),
    BuyFame: (Phase.BUILD,),
    HelpingHand: (Phase.BUILD,),
    StartFlight: (Phase.BUILD,),
    Move: (Phase.FLIGHT,),
    FoundColony: (Phase.FLIGHT,),
    FoundStation: (Phase.FLIGHT,),
    EndTurn: (Phase.FLIGHT,),
}
"""In which phases an action has its place in full mode."""
LIGHT_PHASES: Final[dict[type[Any], tuple[Phase, ...]]] = {
    FirstPlayer: (Phase.FIRST_PLAYER,),
    Shake: (Phase.SHAKE,),
    BuildUpgrade: (Phase.BUILD,),
    StartFlight: (Phase.BUILD,),
    Report: (Phase.BUILD, Phase.FLIGHT),
    EndTurn: (Phase.BUILD, Phase.FLIGHT),
}
"""The same in light mode."""
Found: TypeAlias = list[Violation]


class Legality:
    """Judges actions with the components of one pack."""

    def __init__(self, actions: Actions) -> None:
        self.actions = actions
        self.parts = actions.parts

    def violations(self, state: StarfarersState, action: StarfarersAction) -> Found:
        """Everything wrong with the action in that state; empty when it is legal."""
        if state.phase is Phase.ENCOUNTER:
            return encounter_legality.violations(self.actions.encounters, state, action)
        untimely = self._untimely(state, action)
        if untimely:
            return untimely
        if isinstance(action, Report):
            return light.wrong(self.parts, state, action)
        judge = _JUDGES.get(type(action))
        return judge(self.parts, state, action) if judge else []

    def _untimely(self, state: StarfarersState, action: StarfarersAction) -> Found:
        kind = type(action).__struct_config__.tag
        phases = LIGHT_PHASES if state.options.mode == "light" else PHASES
        if state.phase not in phases.get(type(action), ()):
            text = f"{kind} has no place here: the table is at {state.phase.value}"
            return [Violation("starfarers.turn.phases", text)]
        if action.seat not in self.actions.to_move(state):
            return [Violation("starfarers.turn.order", f"seat {action.seat!r} is not to act now", _seat(action.seat))]
        return []


def _seat(seat: Any) -> tuple[str, ...]:
    return (f"seat:{seat}",)


def _corner(parts: Components, corner: int) -> tuple[str, ...]:
    return (f"corner:{parts.map.names[corner]}",)


def _off_map(parts: Components, corner: int) -> Found:
    if corner < parts.map.corners:
        return []
    text = f"corner {corner} is not on the map, expected 0 to {parts.map.corners - 1}"
    return [Violation("starfarers.components.corners", text, (f"corner:{corner}",))]


def cards_text(cards: Cards) -> str:
    """Counts by resource as words: `2 ore, 1 goods`."""
    named = [f"{n} {resource}" for n, resource in zip(cards, RESOURCES, strict=True) if n]
    return ", ".join(named) or "nothing"


# Nature --------------------------------------------------------------------------------------------------------


def _player(parts: Components, state: StarfarersState, action: FirstPlayer) -> Found:
    if action.player < len(state.seats):
        return []
    return [Violation("starfarers.setup.first_player", f"there is no seat {action.player}", _seat(action.player))]


def _supply(parts: Components, state: StarfarersState, action: DrawSupply) -> Found:
    found = []
    to = receiver(parts, state)
    if action.player != to:
        rule = "starfarers.setup.cards" if state.phase is Phase.DEAL else "starfarers.supply.draw"
        found.append(Violation(rule, f"the next card goes to seat {to}", _seat(action.player)))
    if not unseen(state, parts.box.cards_each)[RESOURCE_INDEX[action.card]]:
        text = f"the supply pile can hold no more {action.card}"
        found.append(Violation("starfarers.components.pile", text, (f"resource:{action.card}",)))
    return found


def _steal(parts: Components, state: StarfarersState, action: Steal) -> Found:
    victim = state.victims[0]
    if action.victim != victim:
        return [Violation("starfarers.seven.rob", f"the card comes from seat {victim}", _seat(action.victim))]
    if not holds(state.hands[victim], ONE[RESOURCE_INDEX[action.card]]):
        text = f"{state.players[victim]} holds no {action.card}"
        return [Violation("starfarers.seven.rob", text, (f"resource:{action.card}",))]
    return []


def _shake(parts: Components, state: StarfarersState, action: Shake) -> Found:
    found = []
    if action.player != state.seat:
        text = f"{state.players[state.seat]} shakes the mother ship"
        found.append(Violation("starfarers.flight.shake", text, _seat(action.player)))
    left = list(parts.pack.balls)
    for ball in action.balls:
        if ball in left:
            left.remove(ball)
        else:
            text = f"a mother ship cannot show {action.balls[0]} and {action.balls[1]}"
            found.append(Violation("starfarers.flight.balls", text, (f"ball:{ball}",)))
    return found


def _reveal(parts: Components, state: StarfarersState, action: Reveal) -> Found:
    if action.planet not in state.reveals:
        text = f"the token of planet {action.planet} is not to be shown now"
        return [Violation("starfarers.explore.look", text, (f"planet:{action.planet}",))]
    if action.token not in hidden_tokens(parts, state, action.planet):
        text = f"token {action.token} cannot lie on {parts.map.planets[action.planet]}"
        return [Violation("starfarers.components.tokens", text, (f"token:{action.token}",))]
    return []


# Setup ---------------------------------------------------------------------------------------------------------


def _place(parts: Components, state: StarfarersState, action: PlaceSpaceport | PlaceColony) -> Found:
    if action.site in open_sites(parts, state):
        return []
    rule = {
        Phase.FOUND_SPACEPORTS: "starfarers.setup.spaceports",
        Phase.FOUND_COLONIES: "starfarers.setup.colonies",
        Phase.FOUND_SECOND_COLONIES: "starfarers.setup.second_colony",
    }[state.phase]
    return [Violation(rule, f"site {action.site} is no free site for it", (f"site:{action.site}",))]


def _place_ship(parts: Components, state: StarfarersState, action: PlaceShip) -> Found:
    return _launch(parts, state, action.ship, action.corner)


def _launch(parts: Components, state: StarfarersState, ship: int, corner: int) -> Found:
    found = _off_map(parts, corner)
    if ship not in in_stock(state, state.seat):
        text = f"transporter {ship + 1} is on the board already"
        found.append(Violation("starfarers.build.ship_transporter", text, (f"ship:{ship}",)))
    if not found and corner not in launch_corners(parts, state, state.seat):
        text = f"{parts.map.names[corner]} is no free corner next to an own spaceport"
        found.append(Violation("starfarers.build.ship_corner", text, _corner(parts, corner)))
    return found


# Production ----------------------------------------------------------------------------------------------------


def _relief(parts: Components, state: StarfarersState, action: Relief) -> Found:
    return _in_bank(state, action.card)


def _in_bank(state: StarfarersState, resource: Any) -> Found:
    if state.bank[RESOURCE_INDEX[resource]]:
        return []
    return [Violation("starfarers.components.cards", f"the bank has no {resource}", (f"resource:{resource}",))]


def _discard(parts: Components, state: StarfarersState, action: Discard) -> Found:
    seat = int(action.seat)
    found = _held(state, seat, action.cards)
    if count(action.cards) != discards(state, seat):
        text = f"{state.players[seat]} gives back {discards(state, seat)} cards, not {count(action.cards)}"
        found.append(Violation("starfarers.seven.discard", text, _seat(seat)))
    return found


def _held(state: StarfarersState, seat: int, cards: Cards) -> Found:
    if holds(state.hands[seat], cards):
        return []
    text = f"{state.players[seat]} does not hold {cards_text(cards)}"
    return [Violation("starfarers.components.hand", text, _seat(seat))]


def _rob(parts: Components, state: StarfarersState, action: Rob) -> Found:
    victim = action.victim
    if victim is None or (victim < len(state.seats) and victim != state.seat and any(state.hands[victim])):
        return []
    text = f"seat {victim} is no opponent with cards"
    return [Violation("starfarers.seven.rob", text, _seat(victim))]


def _take_supply(parts: Components, state: StarfarersState, action: TakeSupply) -> Found:
    if supply_cards(state):
        return []
    if not (state.pile or any(state.bank)):
        return [Violation("starfarers.supply.refill", "the supply pile and the bank are empty")]
    if state.used & SUPPLY:
        return [Violation("starfarers.supply.draw", "the supply card of this turn is drawn already", _seat(state.seat))]
    points = state.seats[state.seat].points
    text = f"{state.players[state.seat]} has {points} points, expected fewer than {SUPPLY_POINTS}"
    return [Violation("starfarers.supply.points", text, _seat(state.seat))]


# Trade ---------------------------------------------------------------------------------------------------------


def _bank_trade(parts: Components, state: StarfarersState, action: BankTrade) -> Found:
    if action.give == action.get:
        text = f"{action.give} for {action.get} is no trade"
        return [Violation("starfarers.trade.bank", text, (f"resource:{action.get}",))]
    give = RESOURCE_INDEX[action.give]
    found = _in_bank(state, action.get)
    cards = rate(parts, state, state.seat, give)
    if not holds(state.hands[state.seat], _times(ONE[give], cards)):
        rule = "starfarers.trade.bank_goods" if give == GOODS else "starfarers.trade.bank"
        text = f"{state.players[state.seat]} needs {cards} {action.give} for one {action.get}"
        found.append(Violation(rule, text, (f"resource:{action.give}",)))
    return found


def _times(cards: Cards, times: int) -> Cards:
    a, b, c, d, e = cards
    return a * times, b * times, c * times, d * times, e * times


def _offer(parts: Components, state: StarfarersState, action: Offer) -> Found:
    found = [*_terms(state, action.give, action.get), *_held(state, state.seat, action.give)]
    if not may_offer(state):
        found.append(Violation("starfarers.trade.offers", "no more offers are made in this turn", _seat(state.seat)))
    if action.to is not None and (action.to >= len(state.seats) or action.to == state.seat):
        found.append(Violation("starfarers.trade.players", f"seat {action.to} is no opponent", _seat(action.to)))
    elif not asked(state, action.to):
        found.append(Violation("starfarers.trade.players", "nobody asked has a card", _seat(action.to)))
    return found


def _terms(state: StarfarersState, give: Cards, get: Cards) -> Found:
    if any(map(min, give, get)):
        text = f"{cards_text(give)} for {cards_text(get)}: the same resource on both sides"
        return [Violation("starfarers.trade.players", text)]
    one_sided = not any(give) or not any(get)
    if one_sided and (state.options.gifts == "refused" or not (any(give) or any(get))):
        text = f"{cards_text(give)} for {cards_text(get)} is a gift"
        return [Violation("starfarers.trade.gifts", text)]
    return []


def _accept(parts: Components, state: StarfarersState, action: Accept) -> Found:
    assert state.bid is not None
    return _held(state, int(action.seat), state.bid.get)


def _counter(parts: Components, state: StarfarersState, action: Counter) -> Found:
    assert state.bid is not None
    found = [*_terms(state, action.give, action.get), *_held(state, int(action.seat), action.give)]
    if (action.get, action.give) == (state.bid.give, state.bid.get):
        found.append(Violation("starfarers.trade.counter", "a counter-offer names other terms", _seat(action.seat)))
    return found


def _trade(parts: Components, state: StarfarersState, action: Trade) -> Found:
    bid, partner = state.bid, action.partner
    assert bid is not None
    if partner is None:
        return []
    for seat, give, _ in bid.terms:
        if seat == partner:
            return _held(state, state.seat, give)
    return [Violation("starfarers.trade.players", f"seat {partner} would not trade", _seat(partner))]


# Building ------------------------------------------------------------------------------------------------------


def _costs(state: StarfarersState, cost: Cards, what: str) -> Found:
    if not state.hands or holds(state.hands[state.seat], cost):
        return []
    text = f"{state.players[state.seat]} cannot pay {cards_text(cost)} for {what}"
    return [Violation("starfarers.build.costs", text, _seat(state.seat))]


def _build_ship(parts: Components, state: StarfarersState, action: BuildShip) -> Found:
    found = _costs(state, parts.ship_cost[action.cargo], f"a {action.cargo} ship")
    found += _launch(parts, state, action.ship, action.corner)
    if pieces_left(parts, state, state.seat, action.cargo) <= 0:
        piece = "colony" if action.cargo == "colony" else "trade station"
        text = f"{state.players[state.seat]} has no {piece} left"
        found.append(Violation("starfarers.build.ship_pieces", text, _seat(state.seat)))
    return found


def _build_spaceport(parts: Components, state: StarfarersState, action: BuildSpaceport) -> Found:
    found = _costs(state, parts.spaceport_cost, "a spaceport")
    site = action.site
    if site >= len(state.sites) or state.sites[site] != state.seat + 1:
        text = f"on site {site} is no colony of {state.players[state.seat]}"
        found.append(Violation("starfarers.build.spaceport", text, (f"site:{site}",)))
    if state.seats[state.seat].spaceports >= parts.box.spaceport_rings:
        text = f"{state.players[state.seat]} has no spaceport ring left"
        found.append(Violation("starfarers.build.spaceport_rings", text, _seat(state.seat)))
    return found


def _build_upgrade(parts: Components, state: StarfarersState, action: BuildUpgrade) -> Found:
    upgrade, seat = action.upgrade, state.seat
    found = _costs(state, parts.upgrade_cost[upgrade], f"a {upgrade}")
    if installed(state.seats[seat], upgrade) >= parts.upgrade_room[upgrade]:
        text = f"the mother ship of {state.players[seat]} has no room for another {upgrade}"
        found.append(Violation("starfarers.build.upgrade_room", text, _seat(seat)))
    elif not room_for(parts, state, seat, upgrade):
        found.append(Violation("starfarers.components.upgrades", f"there is no {upgrade} left", _seat(seat)))
    return found


def _buy_fame(parts: Components, state: StarfarersState, action: BuyFame) -> Found:
    found = _held(state, state.seat, ONE[GOODS])
    if not may_buy_fame(parts, state, state.seat):
        text = f"{state.players[state.seat]} cannot buy a fame ring now"
        found.append(Violation("starfarers.friendship.fame_for_sale", text, _seat(state.seat)))
    return found


def _helping_hand(parts: Components, state: StarfarersState, action: HelpingHand) -> Found:
    rich, victims = helpers(parts, state, state.seat), action.victims
    wrong = [victim for victim in victims if victim not in rich]
    if wrong or len(set(victims)) != len(victims):
        text = f"no card can be taken from seats {', '.join(map(str, victims))} now"
        return [Violation("starfarers.friendship.helping_hand", text, tuple(f"seat:{v}" for v in victims))]
    if state.options.helping_hand == "exactly_two" and len(victims) != 2:
        text = "the card is taken from exactly two players"
        return [Violation("starfarers.friendship.helping_hand", text, _seat(state.seat))]
    return []


# Flight --------------------------------------------------------------------------------------------------------


def _ship(state: StarfarersState, ship: int) -> tuple[str, ...]:
    return (f"ship:{state.seat}.{ship}",)


def _on_board(state: StarfarersState, ship: int) -> Found:
    if ship not in flying(state, state.seat):
        text = f"transporter {ship + 1} of {state.players[state.seat]} is not on the board"
        return [Violation("starfarers.flight.ships", text, _ship(state, ship))]
    if state.passing not in (NOWHERE, ship):
        text = f"transporter {state.passing + 1} may not stay where it is and goes on first"
        return [Violation("starfarers.navigation.passing", text, _ship(state, state.passing))]
    return []


def _waits(parts: Components, state: StarfarersState, ship: int) -> Found:
    first = flies_first(parts, state)
    if first in (NOWHERE, ship):
        return []
    text = f"transporter {first + 1} leaves its colony site first, or founds a colony"
    return [Violation("starfarers.navigation.leave", text, _ship(state, first))]


def _move(parts: Components, state: StarfarersState, action: Move) -> Found:
    ship, to = action.ship, action.to
    found = _off_map(parts, to) or _on_board(state, ship) or _waits(parts, state, ship)
    if found:
        return found
    start = corner_of(state, state.seat, ship)
    moves = parts.map.distance[start][to]
    if action.path is not None:
        if not _connected(parts, start, to, action.path):
            text = f"the path does not lead along edges from {parts.map.names[start]} to {parts.map.names[to]}"
            return [Violation("starfarers.navigation.edges", text, _corner(parts, to))]
        moves = len(action.path)
    if state.grounded >> ship & 1:
        text = f"transporter {ship + 1} does not fly in this turn"
        return [Violation("starfarers.encounter.ground", text, _ship(state, ship))]
    left = points_left(state, ship)
    if not 0 < moves <= left:
        text = f"{parts.map.names[to]} is {moves} moves away, the ship has {left} left"
        return [Violation("starfarers.flight.speed", text, _ship(state, ship))]
    if may_stop(parts, state, state.seat, ship, to) or may_pause(parts, state, ship, to, left - moves):
        return []
    return [_no_stop(parts, state, ship, to)]


def _connected(parts: Components, start: int, to: int, path: tuple[int, ...]) -> bool:
    here = start
    for corner in path:
        if corner not in parts.map.neighbours[here]:
            return False
        here = corner
    return bool(path) and here == to


def _no_stop(parts: Components, state: StarfarersState, ship: int, to: int) -> Violation:
    site, name = parts.map.site_at[to], parts.map.names[to]
    trader = trades(state, state.seat, ship)
    if to in state.ships:
        return Violation("starfarers.navigation.one_ship", f"there is a ship on {name}", _corner(parts, to))
    if site != NOWHERE and state.sites[site]:
        return Violation("starfarers.navigation.founded", f"there is a colony on {name}", _corner(parts, to))
    if site != NOWHERE:
        text = f"{name} is a colony site, a trade ship does not stop there"
        return Violation("starfarers.navigation.trade_ship", text, _corner(parts, to))
    if trader:
        text = f"a trade ship stops on the trade point {name} only to found a station"
        return Violation("starfarers.navigation.trade_point", text, _corner(parts, to))
    text = f"{name} is a trade point, a colony ship does not stop there"
    return Violation("starfarers.navigation.colony_ship", text, _corner(parts, to))


def _found_colony(parts: Components, state: StarfarersState, action: FoundColony) -> Found:
    ship = action.ship
    found = _on_board(state, ship)
    if found:
        return found
    site = parts.map.site_at[corner_of(state, state.seat, ship)]
    if site == NOWHERE or state.sites[site] or trades(state, state.seat, ship):
        text = f"transporter {ship + 1} is no colony ship on a free colony site"
        return [Violation("starfarers.colony.site", text, _ship(state, ship))]
    if parts.site_sight[site] & state.barren:
        text = f"next to {parts.map.site_names[site]} is a pirate lair or an ice planet"
        found.append(Violation("starfarers.colony.barren", text, (f"site:{parts.map.site_names[site]}",)))
    if not has_room(parts, state, site):
        text = f"the system of {parts.map.site_names[site]} has two colonies"
        found.append(Violation("starfarers.colony.system_limit", text, (f"site:{parts.map.site_names[site]}",)))
    return found


def _found_station(parts: Components, state: StarfarersState, action: FoundStation) -> Found:
    ship, seat = action.ship, state.seat
    found = _on_board(state, ship)
    if found:
        return found
    corner = corner_of(state, seat, ship)
    outpost = parts.map.outpost_at[corner]
    if outpost == NOWHERE or not trades(state, seat, ship):
        text = f"transporter {ship + 1} is no trade ship on a trade point"
        return [Violation("starfarers.station.point", text, _ship(state, ship))]
    if not may_trade_at(parts, state, seat, corner):
        text = f"the next station there is number {stations_at(state, outpost) + 1} and needs as many freight rings"
        found.append(Violation("starfarers.station.rings", text, (f"outpost:{outpost}",)))
    if action.card not in parts.outpost_cards[outpost] or not state.cards >> action.card & 1:
        text = f"card {action.card} is no friendship card left there"
        found.append(Violation("starfarers.station.card", text, (f"friendship:{action.card}",)))
    return found


def _end_turn(parts: Components, state: StarfarersState, action: EndTurn) -> Found:
    if state.options.mode == "light":
        return []
    if state.passing != NOWHERE:
        text = f"transporter {state.passing + 1} may not stay where it is"
        return [Violation("starfarers.navigation.passing", text, _ship(state, state.passing))]
    return [
        Violation(
            "starfarers.navigation.leave",
            f"transporter {ship + 1} leaves its colony site, or founds a colony",
            _ship(state, ship),
        )
        for ship in must_leave(parts, state)
    ]


_JUDGES: Final[dict[type[Any], Callable[[Components, StarfarersState, Any], Found]]] = {
    FirstPlayer: _player,
    DrawSupply: _supply,
    Steal: _steal,
    Shake: _shake,
    Reveal: _reveal,
    PlaceSpaceport: _place,
    PlaceColony: _place,
    PlaceShip: _place_ship,
    Discard: _discard,
    Rob: _rob,
    Relief: _relief,
    TakeSupply: _take_supply,
    BankTrade: _bank_trade,
    Offer: _offer,
    Accept: _accept,
    Counter: _counter,
    Trade: _trade,
    BuildShip: _build_ship,
    BuildSpaceport: _build_spaceport,
    BuildUpgrade: _build_upgrade,
    BuyFame: _buy_fame,
    HelpingHand: _helping_hand,
    Move: _move,
    FoundColony: _found_colony,
    FoundStation: _found_station,
    EndTurn: _end_turn,
}
"""What may be wrong with an action that comes at the right time from the right seat; others are never wrong."""
