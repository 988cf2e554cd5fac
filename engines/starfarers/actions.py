"""Which actions are legal, in a fixed order; actions that come often are made once per pack.

The lists are complete, with two exceptions. Offers: one card for one card, to all at once; counter-offers: one other
card for what was offered. `engines.starfarers.legality` judges any other offer. Moves: every corner where the ship may
end, or pause to look, by the shortest way; a detour is another `path` to be judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeAlias

from engines.game import NATURE, Seat
from engines.starfarers import encounter_legality
from engines.starfarers.bank import EMPTY_HAND, holds, unseen
from engines.starfarers.components import ONE, VALUE, Components
from engines.starfarers.encounters import Encounters
from engines.starfarers.friendship import GOODS, THREE, TWO, helpers, may_buy_fame, rate
from engines.starfarers.light import reports
from engines.starfarers.model import (
    NOWHERE,
    SHIPS,
    UPGRADES,
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
    Hand,
    HelpingHand,
    Move,
    Offer,
    Phase,
    PlaceColony,
    PlaceShip,
    PlaceSpaceport,
    Relief,
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
    may_found,
    may_pause,
    may_stop,
    may_trade_at,
    must_leave,
    points_left,
)
from engines.starfarers.pack import RESOURCES
from engines.starfarers.production import discards, supply_cards
from engines.starfarers.setup import open_sites, receiver
from engines.starfarers.ships import (
    corner_of,
    flying,
    in_stock,
    launch_corners,
    pieces_left,
    trades,
)
from engines.starfarers.standing import room_for
from engines.starfarers.trade import may_offer

Choices: TypeAlias = tuple[StarfarersAction, ...]
SEATS: Final = range(4)
_NATURE: Final[tuple[Seat, ...]] = (NATURE,)
_PLAYER: Final[tuple[tuple[Seat, ...], ...]] = ((0,), (1,), (2,), (3,))
_NATURES: Final = (Phase.FIRST_PLAYER, Phase.DEAL, Phase.ROLL, Phase.STEAL, Phase.SUPPLY, Phase.SHAKE, Phase.REVEAL)
_WAITING: Final = (Phase.RELIEF, Phase.DISCARD, Phase.ANSWER)
_NOBODY: Final[tuple[tuple[Seat, ...], ...]] = ((),) * 4
_TO_MOVE: Final[dict[Phase, tuple[tuple[Seat, ...], ...] | None]] = {
    **dict.fromkeys(Phase, _PLAYER),
    **dict.fromkeys(_NATURES, (_NATURE,) * 4),
    **dict.fromkeys((*_WAITING, Phase.ENCOUNTER), None),
    Phase.OVER: _NOBODY,
}
"""By phase, by the active player: who is to move; None where the state's `waiting` or the encounter says so."""
_ENCOUNTER: Final = Phase.ENCOUNTER
DICE: Final = tuple((a, b) for a in range(1, 7) for b in range(1, 7))


class Purse(NamedTuple):
    """What a hand is good for."""

    held: int
    """Bits of the resources it holds."""
    bank: int
    """Bits of the resources of which it holds enough for the bank, without friendship cards."""
    upgrades: int
    """Bits of the upgrades it pays for."""
    ships: bool
    colony_ship: bool
    trade_ship: bool
    spaceport: bool


class Actions:
    """The actions of one pack."""

    def __init__(self, parts: Components) -> None:
        self.parts = parts
        self.encounters = Encounters(parts)
        self._make_natures()
        self._make_dealings()
        self._make_flights()
        self._purses: dict[Hand, Purse] = {}
        self._answers: dict[tuple[int, int, Cards, Cards, bool], Choices] = {}
        self._bank_choices: dict[int, Choices] = {}
        self._buildings: dict[tuple[int, int, int, int, bool, bool, int], Choices] = {}
        self._legal: dict[Phase, Callable[[StarfarersState, int], list[StarfarersAction]]] = {
            Phase.FOUND_SPACEPORTS: self._place_spaceport,
            Phase.FOUND_COLONIES: self._place_colony,
            Phase.FOUND_SECOND_COLONIES: self._place_colony,
            Phase.PLACE_SHIPS: self._place_ship,
            Phase.FREE_SHIP: self._place_ship,
            Phase.RELIEF: self._relief,
            Phase.DISCARD: self._discard,
            Phase.ROB: self._rob,
            Phase.BUILD: self._build,
            Phase.ANSWER: self._answer,
            Phase.CHOOSE: self._choose,
            Phase.FLIGHT: self._flight,
        }

    def _make_natures(self) -> None:
        self.rolls = tuple(Roll(dice, seat=NATURE) for dice in DICE)
        self.all_shakes = tuple(tuple(_shakes(self.parts, seat)) for seat in SEATS)
        """By seat: every pair of balls, the lower first; equal pairs as often as they are likely."""
        self.shakes = tuple(tuple(dict.fromkeys(shakes)) for shakes in self.all_shakes)
        self.supplies = tuple(tuple(DrawSupply(seat, r, seat=NATURE) for r in RESOURCES) for seat in SEATS)
        self.steals = tuple(tuple(Steal(seat, r, seat=NATURE) for r in RESOURCES) for seat in SEATS)
        self._natures: dict[Phase, Callable[[StarfarersState], list[StarfarersAction]]] = {
            Phase.FIRST_PLAYER: lambda state: [FirstPlayer(s, seat=NATURE) for s in range(len(state.seats))],
            Phase.DEAL: self._supply,
            Phase.SUPPLY: self._supply,
            Phase.ROLL: lambda _: [*self.rolls],
            Phase.STEAL: self._steal,
            Phase.SHAKE: lambda state: [*self.shakes[state.seat]],
            Phase.REVEAL: self._reveal,
        }

    def _make_dealings(self) -> None:
        """What is done while trading and building, by seat."""
        self.bank_trades = tuple(
            tuple(tuple(BankTrade(a, b, seat=seat) for b in RESOURCES) for a in RESOURCES) for seat in SEATS
        )
        self.offers = tuple(tuple(_offers(seat, held) for held in range(32)) for seat in SEATS)
        """By seat, bits of the resources in hand: one card for one card."""
        self.accept = tuple(Accept(seat=seat) for seat in SEATS)
        self.decline = tuple(Decline(seat=seat) for seat in SEATS)
        self.trades = tuple(tuple(Trade(partner, seat=seat) for partner in (*SEATS, None)) for seat in SEATS)
        """By seat, by partner; the last one is nobody."""
        built = [[BuildUpgrade(u, seat=seat) for u in UPGRADES] for seat in SEATS]
        self.built_upgrades = tuple(
            tuple(tuple(a for n, a in enumerate(of_seat) if paid >> n & 1) for paid in range(1 << len(UPGRADES)))
            for of_seat in built
        )
        """By seat, bits of the upgrades that are paid for."""
        sites = range(len(self.parts.map.sites))
        self.spaceports = tuple(tuple(BuildSpaceport(site, seat=seat) for site in sites) for seat in SEATS)
        self.take_supply = tuple((TakeSupply(seat=seat),) for seat in SEATS)
        self.buy_fame = tuple(BuyFame(seat=seat) for seat in SEATS)

    def _make_flights(self) -> None:
        corners = range(self.parts.map.corners)
        self.start_flight = tuple((StartFlight(seat=seat),) for seat in SEATS)
        self.moves = tuple(
            tuple(tuple(Move(ship, corner, seat=seat) for corner in corners) for ship in range(SHIPS)) for seat in SEATS
        )
        """By seat, ship, corner."""
        self.end_turn = tuple(EndTurn(seat=seat) for seat in SEATS)

    def to_move(self, state: StarfarersState) -> tuple[Seat, ...]:
        """The seats that may act now, in seat order."""
        seats = _TO_MOVE[state.phase]
        if seats is not None:
            return seats[state.seat]
        return self.encounters.to_move(state) if state.phase is _ENCOUNTER else state.waiting

    def listed(self, state: StarfarersState, seat: int) -> list[StarfarersAction]:
        """The actions of `legal` of a seat that is known to be to move."""
        if state.phase is _ENCOUNTER:
            return encounter_legality.legal(self.encounters, state, seat)
        return self._legal[state.phase](state, seat)

    def legal(self, state: StarfarersState, seat: Seat) -> list[StarfarersAction]:
        """Every legal action of the seat, but for offers and detours; empty when it is not to move."""
        if seat not in self.to_move(state):
            return []
        if state.phase is _ENCOUNTER:
            return encounter_legality.legal(self.encounters, state, seat)
        if seat == NATURE:
            return self._natures[state.phase](state)
        return self._legal[state.phase](state, seat)

    # Nature --------------------------------------------------------------------------------------------------

    def _supply(self, state: StarfarersState) -> list[StarfarersAction]:
        choices = self.supplies[receiver(self.parts, state)]
        left = unseen(state, self.parts.box.cards_each)
        return [action for action, cards in zip(choices, left, strict=True) if cards]

    def _steal(self, state: StarfarersState) -> list[StarfarersAction]:
        victim = state.victims[0]
        return [a for a, n in zip(self.steals[victim], state.hands[victim], strict=False) if n]

    def _reveal(self, state: StarfarersState) -> list[StarfarersAction]:
        return [
            Reveal(planet, token, seat=NATURE)
            for planet in state.reveals
            for token in hidden_tokens(self.parts, state, planet)
        ]

    # Setup ---------------------------------------------------------------------------------------------------

    def _place_spaceport(self, state: StarfarersState, seat: int) -> list[StarfarersAction]:
        return [PlaceSpaceport(site, seat=seat) for site in open_sites(self.parts, state)]

    def _place_colony(self, state: StarfarersState, seat: int) -> list[StarfarersAction]:
        return [PlaceColony(site, seat=seat) for site in open_sites(self.parts, state)]

    def _place_ship(self, state: StarfarersState, seat: int) -> list[StarfarersAction]:
        corners = launch_corners(self.parts, state, seat)
        return [PlaceShip(ship, corner, seat=seat) for ship in in_stock(state, seat) for corner in corners]

    # Production ----------------------------------------------------------------------------------------------

    def _relief(self, state: StarfarersState, seat: int) -> list[StarfarersAction]:
        return [Relief(resource, seat=seat) for resource, n in zip(RESOURCES, state.bank, strict=True) if n]

    def _discard(self, state: StarfarersState, seat: int) -> list[StarfarersAction]:
        return [Discard(cards, seat=seat) for cards in choices_of(state.hands[seat], discards(state, seat))]

    def _rob(self, state: StarfarersState, seat: int) -> list[StarfarersAction]:
        victims = [s for s, hand in enumerate(state.hands) if s != seat and any(hand)]
        return [Rob(None, seat=seat), *(Rob(victim, seat=seat) for victim in victims)]

    # Trade and build -----------------------------------------------------------------------------------------

    def _build(self, state: StarfarersState, seat: int) -> list[StarfarersAction]:
        if not state.hands:
            return reports(self.parts, state)
        return [*self.building(state, seat)]

    def purse(self, hand: Hand) -> Purse:
        """What that hand is good for."""
        purse = self._purses.get(hand)
        if purse is None:
            if len(self._purses) > REMEMBERED:
                self._purses.clear()
            purse = self._purses[hand] = _purse(self.parts, hand)
        return purse

    def building(self, state: StarfarersState, seat: int) -> Choices:
        """The listed actions of `BUILD`: supply, bank, offers, upgrades, the flight; ships, spaceports, favours."""
        parts, player, purse = self.parts, state.seats[seat], self.purse(state.hands[seat])
        upgrades = purse.upgrades and self._with_room(state, seat, purse.upgrades)
        give = self._given(state, seat) if player.cards & parts.merchants else purse.bank
        offers = may_offer(state) and state.hands.count(EMPTY_HAND) < len(state.hands) - 1
        key = (seat, purse.held, give and in_stock_bits(state.bank), give, supply_cards(state) > 0, offers, upgrades)
        found = self._buildings.get(key)
        if found is None:
            if len(self._buildings) > REMEMBERED:
                self._buildings.clear()
            found = self._buildings[key] = self._common(*key)
        if purse.ships:
            found += self._ships(state, seat, purse)
        if purse.spaceport and player.colonies and player.spaceports < parts.box.spaceport_rings:
            ports = self.spaceports[seat]
            found += tuple(ports[site] for site, owner in enumerate(state.sites) if owner == seat + 1)
        if player.cards & parts.favours:
            found += self._favours(state, seat)
        return found

    def _common(
        self, seat: int, held: int, stock: int, give: int, supply: bool, offers: bool, upgrades: int
    ) -> Choices:
        return (
            *(self.take_supply[seat] if supply else ()),
            *self._bank(seat, give, stock),
            *(self.offers[seat][held] if offers else ()),
            *self.built_upgrades[seat][upgrades],
            *self.start_flight[seat],
        )

    def _bank(self, seat: int, give: int, stock: int) -> Choices:
        """Trades with the bank: what is given and what the bank has, as bits."""
        key = (seat << 5 | give) << 5 | stock
        found = self._bank_choices.get(key)
        if found is None:
            found = self._bank_choices[key] = tuple(
                trade
                for x, row in enumerate(self.bank_trades[seat])
                for y, trade in enumerate(row)
                if x != y and give >> x & 1 and stock >> y & 1
            )
        return found

    def _given(self, state: StarfarersState, seat: int) -> int:
        """Bits of the resources of which the player has enough for the bank, by the own friendship cards."""
        hand = state.hands[seat]
        return sum((hand[r] >= rate(self.parts, state, seat, r)) << r for r in range(5))

    def _with_room(self, state: StarfarersState, seat: int, paid: int) -> int:
        """Bits of the upgrades that are paid for, fit on the mother ship and are in the stock."""
        parts, player = self.parts, state.seats[seat]
        if parts.scarce:
            return sum(paid & 1 << n for n, u in enumerate(UPGRADES) if room_for(parts, state, seat, u))
        boosters, cannons, rings = parts.rooms
        if player.boosters >= boosters:
            paid &= ~1
        if player.cannons >= cannons:
            paid &= ~2
        return paid & ~4 if player.rings >= rings else paid

    def _ships(self, state: StarfarersState, seat: int, purse: Purse) -> Choices:
        stock = in_stock(state, seat)
        if not stock:
            return ()
        corners = launch_corners(self.parts, state, seat)
        found: list[StarfarersAction] = []
        if purse.colony_ship and pieces_left(self.parts, state, seat, "colony") > 0:
            found += [BuildShip("colony", ship, corner, seat=seat) for ship in stock for corner in corners]
        if purse.trade_ship and pieces_left(self.parts, state, seat, "trade") > 0:
            found += [BuildShip("trade", ship, corner, seat=seat) for ship in stock for corner in corners]
        return tuple(found)

    def _favours(self, state: StarfarersState, seat: int) -> Choices:
        found: list[StarfarersAction] = []
        if state.hands[seat][GOODS] and may_buy_fame(self.parts, state, seat):
            found.append(self.buy_fame[seat])
        rich = helpers(self.parts, state, seat)
        if rich and state.options.helping_hand == "up_to_two":
            found += [HelpingHand((victim,), seat=seat) for victim in rich]
        found += [HelpingHand((a, b), seat=seat) for n, a in enumerate(rich) for b in rich[n + 1 :]]
        return tuple(found)

    def answers(self, state: StarfarersState, seat: int) -> Choices:
        """The listed answers to the offer on the table."""
        bid, hand = state.bid, state.hands[seat]
        assert bid is not None, "somebody answers an offer"
        key = (seat, self.purse(hand).held, bid.give, bid.get, holds(hand, bid.get))
        found = self._answers.get(key)
        if found is None:
            if len(self._answers) > REMEMBERED:
                self._answers.clear()
            found = self._answers[key] = tuple(self._listed_answers(*key))
        return found

    def _listed_answers(
        self, seat: int, held: int, give: Cards, get: Cards, accepts: bool
    ) -> Iterator[Accept | Decline | Counter]:
        if accepts:
            yield self.accept[seat]
        yield self.decline[seat]
        for resource in range(5):
            if held >> resource & 1 and not give[resource] and ONE[resource] != get:
                yield Counter(ONE[resource], give, seat=seat)

    def _answer(self, state: StarfarersState, seat: int) -> list[StarfarersAction]:
        return [*self.answers(state, seat)]

    def _choose(self, state: StarfarersState, seat: int) -> list[StarfarersAction]:
        bid, hand, trades = state.bid, state.hands[seat], self.trades[seat]
        assert bid is not None, "there is an offer to choose for"
        found: list[StarfarersAction] = [trades[NOWHERE]]
        found += [trades[partner] for partner, give, _ in sorted(bid.terms) if holds(hand, give)]
        return found

    # Flight --------------------------------------------------------------------------------------------------

    def _flight(self, state: StarfarersState, seat: int) -> list[StarfarersAction]:
        if not state.hands:
            return reports(self.parts, state)
        found = self.foundings(state, seat)
        first = flies_first(self.parts, state) if state.passing == NOWHERE else state.passing
        for ship in flying(state, seat):
            if first in (NOWHERE, ship):
                found += self._moves(state, seat, ship)
        if self.may_end(state):
            found.append(self.end_turn[seat])
        return found

    def _moves(self, state: StarfarersState, seat: int, ship: int) -> list[StarfarersAction]:
        left = points_left(state, ship)
        if not left:
            return []
        parts, moves = self.parts, self.moves[seat][ship]
        corner = corner_of(state, seat, ship)
        order, within = parts.reach(corner)
        apart = parts.map.distance[corner]
        return [
            moves[to]
            for to in order[1 : within[left]]
            if may_stop(parts, state, seat, ship, to) or may_pause(parts, state, ship, to, left - apart[to])
        ]

    def may_end(self, state: StarfarersState) -> bool:
        """Whether the active player may end the turn: no ship is only passing, none stands where it must not stay."""
        return state.passing == NOWHERE and not must_leave(self.parts, state)

    def foundings(self, state: StarfarersState, seat: int) -> list[StarfarersAction]:
        """Colonies and stations that the active player may found now."""
        parts, found = self.parts, list[StarfarersAction]()
        for ship in flying(state, seat):
            corner = corner_of(state, seat, ship)
            if state.passing not in (NOWHERE, ship):
                continue
            if trades(state, seat, ship):
                if may_trade_at(parts, state, seat, corner):
                    cards = parts.outpost_cards[parts.map.outpost_at[corner]]
                    found += [FoundStation(ship, card, seat=seat) for card in cards if state.cards >> card & 1]
            elif may_found(parts, state, seat, corner):
                found.append(FoundColony(ship, seat=seat))
        return found


REMEMBERED: Final = 50_000
"""So many hands and answers are remembered."""


def _purse(parts: Components, hand: Hand) -> Purse:
    cards = hand[:5]
    return Purse(
        held=sum((n > 0) << r for r, n in enumerate(cards)),
        bank=sum((n >= (TWO if r == GOODS else THREE)) << r for r, n in enumerate(cards)),
        upgrades=sum(holds(hand, parts.upgrade_cost[u]) << n for n, u in enumerate(UPGRADES)),
        ships=any(holds(hand, cost) for cost in parts.ship_cost.values()),
        colony_ship=holds(hand, parts.ship_cost["colony"]),
        trade_ship=holds(hand, parts.ship_cost["trade"]),
        spaceport=holds(hand, parts.spaceport_cost),
    )


def in_stock_bits(bank: Cards) -> int:
    """Bits of the resources that the bank has."""
    a, b, c, d, e = bank
    return (a > 0) | (b > 0) << 1 | (c > 0) << 2 | (d > 0) << 3 | (e > 0) << 4


def _offers(seat: int, held: int) -> tuple[Offer, ...]:
    return tuple(
        Offer(ONE[give], ONE[get], seat=seat)
        for give in range(5)
        for get in range(5)
        if held >> give & 1 and give != get
    )


def _shakes(parts: Components, player: int) -> list[Shake]:
    balls = sorted(parts.pack.balls, key=lambda ball: VALUE[ball])
    pairs = [(a, b) for n, a in enumerate(balls) for b in balls[n + 1 :]]
    return [Shake(player, pair, seat=NATURE) for pair in pairs]


def hidden_tokens(parts: Components, state: StarfarersState, planet: int) -> list[int]:
    """The tokens that may lie on a planet of which this state does not know the token."""
    pool = parts.reserve if state.replaced >> planet & 1 else parts.by_back[parts.map.planet_back[planet]]
    lying = state.tokens
    return [t for t in pool if t not in lying and not any(t in player.tokens for player in state.seats)]


def choices_of(hand: Hand | Cards, cards: int) -> list[Cards]:
    """Every way to take so many cards out of a hand, ascending."""
    a, b, c, d, e = hand[:5]
    return [
        (v, w, x, y, z)
        for v in range(min(a, cards) + 1)
        for w in range(min(b, cards - v) + 1)
        for x in range(min(c, cards - v - w) + 1)
        for y in range(min(d, cards - v - w - x) + 1)
        if 0 <= (z := cards - v - w - x - y) <= e
    ]
