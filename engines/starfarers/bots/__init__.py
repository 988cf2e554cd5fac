"""Bots for Starfarers: `random` plays anything, `greedy` looks at what its next action is worth to it; `normal` and
`strong` do so with a learnt evaluation (`learnt`).

All see their own view only.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from engines.starfarers.bank import count
from engines.starfarers.components import Components
from engines.starfarers.model import (
    NOWHERE,
    SHIPS,
    Accept,
    Answer,
    Cards,
    Counter,
    Give,
    Hand,
    Move,
    Offer,
    Phase,
    StarfarersAction,
    StarfarersState,
    Trade,
)
from engines.starfarers.navigation import has_room, stations_at
from engines.starfarers.phases.trade import MAX_OFFERS
from engines.starfarers.rules import Starfarers
from engines.starfarers.sampler import any_action
from engines.starfarers.ships import PORT, corner_of, pieces_left, trades
from engines.starfarers.standing import STATIONS

POINT: Final = 10.0
FRIEND: Final = 4.0
"""A friendship card."""
BOOSTER, CANNON, RING = 1.6, 0.7, 2.0
"""Upgrades; freight rings count up to `USEFUL_RINGS`."""
USEFUL_RINGS: Final = 3
PIP: Final = 0.35
"""One chance in 36 of a card at every roll."""
SHIP: Final = 9.0
"""A ship that has arrived; it is worth `STEP` less for every move that is missing."""
STEP: Final = 0.3
CARD: Final = 0.3
LOOK: Final = 0.05
"""A token not seen yet."""
OFFERED: Final = 0.3
"""The share of an offer's worth that is hoped for."""
SAFE_HAND: Final = 7
"""Cards above this many are likely to go on a 7."""


def random_action(game: Starfarers, view: StarfarersState, seat: int, rng: Random) -> StarfarersAction:
    """Any action of the list, each equally likely; after `MAX_OFFERS` offers in a turn no more of these."""
    while True:
        action = any_action(game, view, seat, rng)
        if view.offers < MAX_OFFERS or not isinstance(action, Offer):
            return action


def greedy_action(game: Starfarers, view: StarfarersState, seat: int, rng: Random) -> StarfarersAction:
    """The action after which the own position is worth most; among equals any."""
    actions = game.legal_actions(view, seat)
    if len(actions) == 1:
        return actions[0]
    if isinstance(actions[-1], Answer) or (isinstance(actions[0], Give) and actions[0] != actions[-1]):
        return rng.choice(actions)
    judge = Judge(game, view, seat)
    worths = [judge.after(action) for action in actions]
    most = max(worths)
    return rng.choice([action for action, worth in zip(actions, worths, strict=True) if worth == most])


class Judge:
    """What the actions of one seat are worth to it in one state."""

    look, offered, price = LOOK, OFFERED, CARD
    """What an unseen token is worth, the share of an offer's worth that is hoped for, and what a trade must gain."""
    wishes: Sequence[tuple[float, Cards]] = ()

    def __init__(self, game: Starfarers, view: StarfarersState, seat: int) -> None:
        self.game, self.view, self.seat = game, view, seat
        self.parts = game.parts
        self.tracked, self.charted = bool(view.hands), bool(view.ships)
        if self.charted:
            self.prepare()
        self.now = self.worth(view)

    def prepare(self) -> None:
        """Works out where ships go and what the player would build."""
        self.sites = _targets(self.parts, self.view)
        self.points = _trade_points(self.parts, self.view, self.seat)
        self.wishes = _wishes(self.parts, self.view, self.seat, bool(self.sites))

    def after(self, action: StarfarersAction) -> float:
        """What the position is worth after the action."""
        view, seat = self.view, self.seat
        match action:
            case Move():
                return self._flown(action)
            case Offer():
                if (action.give, action.get) in view.refused:
                    return self.now - POINT
                hand = _swapped(view.hands[seat], action.give, action.get)
                return self.now + self._hoped(hand)
            case Accept():
                assert view.bid is not None
                return self.with_cards(_swapped(view.hands[seat], view.bid.get, view.bid.give)) - self.price
            case Counter():
                return self.with_cards(_swapped(view.hands[seat], action.give, action.get)) - 2 * self.price
            case Trade(partner=int(partner)):
                assert view.bid is not None
                terms = {who: (give, get) for who, give, get in view.bid.terms}
                return self.with_cards(_swapped(view.hands[seat], *terms[partner]))
        return self.worth(self.game.play(view, action))

    def with_cards(self, hand: Hand) -> float:
        """The position with another hand."""
        return self.now - self.hand(self.view.hands[self.seat]) + self.hand(hand)

    def _hoped(self, hand: Hand) -> float:
        gain = self.hand(hand) - self.hand(self.view.hands[self.seat])
        return self.offered * gain if gain > self.price else -1.0

    def _flown(self, action: Move) -> float:
        view, ship = self.view, action.ship
        start = corner_of(view, self.seat, ship)
        trader = trades(view, self.seat, ship)
        _, sight = self.parts.way(start, action.to)
        new = sight & ~(view.seen[self.seat] | view.face_up)
        gain = self.ship(trader, action.to) - self.ship(trader, start)
        return self.now + gain + self.look * new.bit_count()

    def worth(self, state: StarfarersState) -> float:
        """What a state is worth to the seat."""
        me = state.seats[self.seat]
        total = POINT * me.points + me.fame + FRIEND * me.cards.bit_count()
        total += BOOSTER * me.boosters + CANNON * me.cannons + RING * min(me.rings, USEFUL_RINGS)
        if state.phase is Phase.OVER and state.seat == self.seat:
            return total + 100 * POINT
        if not self.charted:
            return total
        total += self._production(state)
        if self.tracked:
            total += self.hand(state.hands[self.seat]) + CARD * state.draws
        for ship in range(SHIPS):
            corner = corner_of(state, self.seat, ship)
            if corner != NOWHERE:
                total += self.ship(trades(state, self.seat, ship), corner)
        return total + sum(1.0 + state.seats[victim].points / 10 for victim in state.victims)

    def _production(self, state: StarfarersState) -> float:
        """Worth of the cards that the own colonies and spaceports bring at an average roll."""
        mine, pips = (self.seat + 1, self.seat + PORT), self.parts.pips
        return PIP * sum(
            pips[state.tokens[planet]]
            for site, owner in enumerate(state.sites)
            if owner in mine
            for planet in self.parts.map.site_planets[site]
        )

    def hand(self, hand: Hand) -> float:
        """Cards, and how near they come to the best thing that can be built."""
        cards = count(hand)
        best = max((worth * _share(hand, cost) ** 2 for worth, cost in self.wishes), default=0.0)
        return CARD * min(cards, SAFE_HAND) + best

    def ship(self, trader: bool, corner: int) -> float:
        """A ship on that corner."""
        distance = self.parts.map.distance[corner]
        targets = self.points if trader else self.sites
        return SHIP - STEP * min((distance[target] for target in targets), default=20)


def _targets(parts: Components, view: StarfarersState) -> list[int]:
    """The corners where, as far as the seat knows, a colony can be founded."""
    return [
        corner
        for site, corner in enumerate(parts.map.sites)
        if not view.sites[site] and not parts.site_sight[site] & view.barren and has_room(parts, view, site)
    ]


def _trade_points(parts: Components, view: StarfarersState, seat: int) -> list[int]:
    """The trade points for which the player has freight rings enough."""
    rings, found = view.seats[seat].rings, []
    for outpost, points in enumerate(parts.map.points):
        taken = stations_at(view, outpost)
        if taken < min(rings, STATIONS):
            found.append(points[0] if parts.map.docking else points[taken])
    return found


def _wishes(parts: Components, view: StarfarersState, seat: int, sites: bool) -> list[tuple[float, Cards]]:
    """What the player would build: how much that is worth, and what it costs."""
    player, found = view.seats[seat], list[tuple[float, Cards]]()
    ships = sum(corner_of(view, seat, ship) != NOWHERE for ship in range(SHIPS))
    if ships < SHIPS and sites and pieces_left(parts, view, seat, "colony") > 0:
        found.append((4.0, parts.ship_cost["colony"]))
    if ships < SHIPS and _trade_points(parts, view, seat) and pieces_left(parts, view, seat, "trade") > 0:
        found.append((4.5, parts.ship_cost["trade"]))
    if player.colonies and player.spaceports < parts.box.spaceport_rings:
        found.append((5.0, parts.spaceport_cost))
    if player.rings < USEFUL_RINGS:
        found.append((1.2, parts.upgrade_cost["ring"]))
    if player.boosters < parts.upgrade_room["booster"]:
        found.append((0.9, parts.upgrade_cost["booster"]))
    return found


def _swapped(hand: Hand, give: Cards, get: Cards) -> Hand:
    a, b, c, d, e = (have - less + more for have, less, more in zip(hand, give, get, strict=False))
    return a, b, c, d, e, hand[5]


def _share(hand: Hand, cost: Cards) -> float:
    return sum(map(min, hand, cost)) / count(cost)
