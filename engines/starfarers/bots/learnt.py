"""The levels of Starfarers' bots: an evaluation whose weights self-play has found, and encounters tried out.

`normal` looks at what its next action is worth to it, as `greedy` does, but judges sites, outposts, cards and upgrades
by what they have brought in games. `strong` also plays an encounter to its end before it answers, with each card that
sounds the same so far. Both know their own view only.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from engines.bots import Bot, Choice, Reason, Thinking, learnt
from engines.game import NATURE
from engines.starfarers.bank import count, drawn, minus, unseen
from engines.starfarers.bots import Judge, greedy_action, random_action
from engines.starfarers.friendship import RATES
from engines.starfarers.model import (
    NOWHERE,
    SHIPS,
    Answer,
    Cards,
    Decline,
    EndTurn,
    Give,
    Hand,
    Phase,
    StarfarersAction,
    StarfarersState,
    StartFlight,
    Trade,
)
from engines.starfarers.navigation import has_room, stations_at
from engines.starfarers.rules import Starfarers
from engines.starfarers.ships import PORT, corner_of, pieces_left, trades
from engines.starfarers.standing import MEDAL, STATIONS, combat, medal_holder

PACKAGE: Final = "engines.starfarers"
WON: Final = 1000.0
SAFE_HAND: Final = 7
"""Cards above this many are likely to go on a 7."""
PLAIN_BOOSTERS: Final = 2
"""Boosters from the third on have a weight of their own."""
FAR: Final = 20
"""A ship without a goal counts as if it were so many moves away from one."""
REPLACEMENT_PIPS: Final = 3
"""What a planet is expected to pay once its lair or ice is gone."""
GREAT_GIFT: Final = 12
"""Gifts with more choices than this are thinned out: of each number of cards those that are missed least."""
MAX_STEPS: Final = 12
"""Steps for which an encounter is followed."""
SAMPLES: Final = {"normal": 0, "strong": 4}
"""By level: how often an encounter is played out for each answer; 0: answers are left to chance."""


class Weights(msgspec.Struct, frozen=True):
    """What things are worth to a player; a point is worth `point`."""

    point: float
    fame: float
    """A fame ring, half a point aside."""
    friend: float
    """A friendship card."""
    booster: float
    booster_many: float
    """A booster from the third on."""
    cannon: float
    ring: float
    """The first freight ring; then the second and third."""
    ring_second: float
    ring_third: float
    ore: float
    """By resource: one chance in 36 of a card at every roll."""
    fuel: float
    carbon: float
    food: float
    goods: float
    variety: float
    """A resource that any own planet brings."""
    ship: float
    """A ship that has arrived; less `step` for every move that is missing."""
    step: float
    site: float
    """The share of what a site will bring that a colony ship on its way counts."""
    medal: float
    """The share of a medal's points that a trade ship on its way counts."""
    card: float
    over: float
    """A card above `SAFE_HAND`."""
    look: float
    """A token not seen yet."""
    offered: float
    """The share of an offer's worth that is hoped for."""
    price: float
    """What a trade between players must gain."""
    rival: float
    """A point of the opponent with most points."""
    wish_colony: float
    """By what the player would build: the worth of holding all cards for it."""
    wish_trade: float
    wish_port: float
    wish_ring: float
    wish_booster: float
    share: float
    """The power of the share of its cards that a wish counts with."""
    bank: float
    """How far a card counts that the bank would give."""
    second: float
    """The share of the second best wish."""


class Terms(NamedTuple):
    """What a state is worth to a seat, by where it comes from."""

    points: float
    friends: float
    upgrades: float
    production: float = 0.0
    cards: float = 0.0
    ships: float = 0.0
    rivals: float = 0.0


REASONS: Final[dict[str, tuple[str, ...]]] = {
    "win": ("starfarers.score.win",),
    "points": ("starfarers.score.colonies", "starfarers.score.spaceports", "starfarers.score.medals"),
    "friends": ("starfarers.station.card",),
    "upgrades": ("starfarers.flight.speed", "starfarers.station.rings"),
    "production": ("starfarers.production.pays",),
    "cards": ("starfarers.build.costs",),
    "ships": ("starfarers.colony.site", "starfarers.station.point"),
    "rivals": ("starfarers.score.win",),
    "encounter": ("starfarers.encounter.order",),
    "nothing": ("starfarers.build.any",),
    "only": ("starfarers.turn.phases",),
}
"""What decided -> the rules that make it so; the code is `starfarers.bot.` and its name."""


@cache
def weights() -> Weights:
    """What self-play has found."""
    return learnt(PACKAGE, Weights)


class Learnt(Judge):
    """What the actions of one seat are worth to it in one state, by learnt weights."""

    def __init__(self, game: Starfarers, view: StarfarersState, seat: int, learnt: Weights) -> None:
        self.weights = learnt
        self.look, self.offered, self.price = learnt.look, learnt.offered, learnt.price
        self.pay = (learnt.ore, learnt.fuel, learnt.carbon, learnt.food, learnt.goods)
        self._hands: dict[Hand, float] = {}
        self._ships: dict[tuple[bool, int], float] = {}
        self.goals: dict[bool, list[tuple[int, float]]] = {False: [], True: []}
        """For colony ships, for trade ships: corners to fly to, and what being there brings."""
        super().__init__(game, view, seat)

    def prepare(self) -> None:
        self.goals = {False: self._sites(), True: self._trade_points()}
        self.wishes = self._wishes()

    def _sites(self) -> list[tuple[int, float]]:
        parts, view = self.parts, self.view
        found = []
        for site, corner in enumerate(parts.map.sites):
            if not view.sites[site] and has_room(parts, view, site):
                worths = [self._planet(planet) for planet in parts.map.site_planets[site]]
                if None not in worths:
                    found.append((corner, self.weights.site * sum(worth for worth in worths if worth is not None)))
        return found

    def _planet(self, planet: int) -> float | None:
        """What a planet would bring, None where its lair or ice is too strong."""
        parts, me, token = self.parts, self.view.seats[self.seat], self.view.tokens[planet]
        pay = self.pay[parts.map.planet_resource[planet]]
        if not self.view.barren >> planet & 1:
            return parts.pips[token] * pay
        if parts.lair[token] > combat(me) or parts.ice[token] > me.rings:
            return None
        return self.weights.point + REPLACEMENT_PIPS * pay

    def _trade_points(self) -> list[tuple[int, float]]:
        parts, view, seat = self.parts, self.view, self.seat
        found = []
        for outpost, points in enumerate(parts.map.points):
            taken = stations_at(view, outpost)
            if taken < min(view.seats[seat].rings, STATIONS):
                first = outpost * STATIONS
                then = (*view.stations[first : first + taken], seat + 1)
                wins = view.medals[outpost] != seat and medal_holder(bytes(then)) == seat
                gain = wins * self.weights.medal * MEDAL * self.weights.point
                found.append((points[0] if parts.map.docking else points[taken], gain))
        return found

    def _wishes(self) -> list[tuple[float, Cards]]:
        w, parts, view, seat = self.weights, self.parts, self.view, self.seat
        player, found = view.seats[seat], list[tuple[float, Cards]]()
        if any(corner_of(view, seat, ship) == NOWHERE for ship in range(SHIPS)):
            if self.goals[False] and pieces_left(parts, view, seat, "colony") > 0:
                found.append((w.wish_colony, parts.ship_cost["colony"]))
            if self.goals[True] and pieces_left(parts, view, seat, "trade") > 0:
                found.append((w.wish_trade, parts.ship_cost["trade"]))
        if player.colonies and player.spaceports < parts.box.spaceport_rings:
            found.append((w.wish_port, parts.spaceport_cost))
        if player.rings < parts.upgrade_room["ring"]:
            found.append((w.wish_ring, parts.upgrade_cost["ring"]))
        if player.boosters < parts.upgrade_room["booster"]:
            found.append((w.wish_booster, parts.upgrade_cost["booster"]))
        return found

    def worth(self, state: StarfarersState) -> float:
        if state.phase is Phase.OVER:
            return WON if state.seat == self.seat else -WON
        return sum(self.terms(state))

    def terms(self, state: StarfarersState) -> Terms:
        """The same by where it comes from, while the game goes on."""
        w, me = self.weights, state.seats[self.seat]
        upgrades = w.booster * min(me.boosters, PLAIN_BOOSTERS) + w.booster_many * max(0, me.boosters - PLAIN_BOOSTERS)
        upgrades += w.cannon * me.cannons
        upgrades += (me.rings > 0) * w.ring + (me.rings > 1) * w.ring_second + (me.rings > 2) * w.ring_third
        points, friends = w.point * me.points + w.fame * me.fame, w.friend * me.cards.bit_count()
        if not self.charted:
            return Terms(points, friends, upgrades)
        ships = 0.0
        for ship in range(SHIPS):
            corner = corner_of(state, self.seat, ship)
            if corner != NOWHERE:
                ships += self.ship(trades(state, self.seat, ship), corner)
        cards = self.hand(state.hands[self.seat]) + w.card * state.draws if self.tracked else 0.0
        cards += sum([1.0 + state.seats[victim].points / 10 for victim in state.victims])
        rivals = max([player.points for seat, player in enumerate(state.seats) if seat != self.seat])
        return Terms(points, friends, upgrades, self._production(state), cards, ships, -w.rival * rivals)

    def _production(self, state: StarfarersState) -> float:
        mine, pips, resource = (self.seat + 1, self.seat + PORT), self.parts.pips, self.parts.map.planet_resource
        of = [0, 0, 0, 0, 0]
        for site, owner in enumerate(state.sites):
            if owner in mine:
                for planet in self.parts.map.site_planets[site]:
                    of[resource[planet]] += pips[state.tokens[planet]]
        return sum([n * pay for n, pay in zip(of, self.pay, strict=True)]) + self.weights.variety * sum(map(bool, of))

    def hand(self, hand: Hand) -> float:
        """Cards, and how near they come to the two best things that can be built."""
        known = self._hands.get(hand)
        if known is None:
            w, cards = self.weights, count(hand)
            wished = sorted([worth * self._near(hand, cost) for worth, cost in self.wishes], reverse=True)
            best = sum([worth * share for worth, share in zip(wished, (1.0, w.second), strict=False)])
            known = w.card * min(cards, SAFE_HAND) + w.over * max(0, cards - SAFE_HAND) + best
            self._hands[hand] = known
        return known

    def _near(self, hand: Hand, cost: Cards) -> float:
        have = spare = 0
        for resource, (held, needed) in enumerate(zip(hand, cost, strict=False)):
            have += min(held, needed)
            spare += max(0, held - needed) // RATES[resource]
        missing = count(cost) - have
        share: float = ((have + self.weights.bank * min(spare, missing)) / count(cost)) ** self.weights.share
        return share

    def ship(self, trader: bool, corner: int) -> float:
        """A ship on that corner: its best goal, less the moves to it."""
        known = self._ships.get((trader, corner))
        if known is None:
            w, distance = self.weights, self.parts.map.distance[corner]
            best = max([gain - w.step * distance[goal] for goal, gain in self.goals[trader]], default=-FAR * w.step)
            known = self._ships[trader, corner] = w.ship + max(best, -FAR * w.step)
        return known

    # Encounters -----------------------------------------------------------------------------------------------

    def answered(self, action: StarfarersAction, rng: Random, samples: int) -> float:
        """The mean worth once the encounter is over: so many courses of it, with the cards that may have been drawn
        in turn."""
        places = self.game.encounters.heard(self.view)
        return sum(self._course(action, places[k % len(places)], rng) for k in range(samples)) / samples

    def _course(self, action: StarfarersAction, drawn_card: StarfarersState, rng: Random) -> float:
        game = self.game
        state = game.play(drawn_card, action)
        for _ in range(MAX_STEPS):
            if state.encounter is None or not (seats := game.to_move(state)):
                break
            if seats[0] == NATURE:
                state = game.play(state, game.deal(self._dealt(state, rng), rng))
            else:
                state = game.play(state, self._reply(state, int(seats[0]), rng))
        return self.worth(state)

    def _reply(self, state: StarfarersState, seat: int, rng: Random) -> StarfarersAction:
        actions = self.game.legal_actions(state, seat)
        if seat != self.seat or len(actions) > GREAT_GIFT or isinstance(actions[-1], Answer):
            return actions[int(rng.random() * len(actions))]
        return max(actions, key=lambda action: self.worth(self.game.play(state, action)))

    def _dealt(self, state: StarfarersState, rng: Random) -> StarfarersState:
        """The state with faces for the cards that the seat cannot see, any that are possible."""
        left = list(unseen(state, self.parts.box.cards_each))
        hands = []
        for *shown, hidden in state.hands:
            for _ in range(hidden):
                resource = drawn(left, rng)
                left[resource] -= 1
                shown[resource] += 1
            a, b, c, d, e = shown
            hands.append((a, b, c, d, e, 0))
        return replace(state, hands=tuple(hands))

    def thinned(self, gifts: Sequence[Give]) -> list[StarfarersAction]:
        """Of many gifts, for each number of cards the one that is missed least."""
        hand, best = self.view.hands[self.seat], dict[int, tuple[float, Give]]()
        for gift in gifts:
            worth = self.with_cards(minus(hand, gift.cards))
            if worth > best.get(count(gift.cards), (-WON, gift))[0]:
                best[count(gift.cards)] = worth, gift
        return [gift for _, gift in best.values()]


def choose(game: Starfarers, view: StarfarersState, seat: int, rng: Random, learnt: Weights, samples: int) -> Choice:
    """The action after which the position is worth most; among equals any."""
    actions: Sequence[StarfarersAction] = game.legal_actions(view, seat)
    if len(actions) == 1:
        return Choice(actions[0], _reason("only"))
    judge = Learnt(game, view, seat, learnt)
    answers = isinstance(actions[-1], Answer) or (isinstance(actions[0], Give) and actions[0] != actions[-1])
    if answers and not (samples and judge.tracked):
        return Choice(rng.choice(actions))
    if answers:
        gifts = [action for action in actions if isinstance(action, Give)]
        actions = judge.thinned(gifts) if len(gifts) > GREAT_GIFT else actions
        worths = [judge.answered(action, rng, samples) for action in actions]
    else:
        worths = [judge.after(action) for action in actions]
    most = max(worths)
    action = rng.choice([action for action, worth in zip(actions, worths, strict=True) if worth == most])
    if answers:
        return Choice(action, _reason("encounter", courses=samples))
    return Choice(action, _why(judge, action))


def _why(judge: Learnt, action: StarfarersAction) -> Reason:
    if isinstance(action, EndTurn | StartFlight | Decline) or (isinstance(action, Trade) and action.partner is None):
        return _reason("nothing")
    after = judge.game.play(judge.view, action)
    if after.phase is Phase.OVER:
        return _reason("win")
    before, then = judge.terms(judge.view), judge.terms(after)
    gains = {name: new - old for name, new, old in zip(Terms._fields, then, before, strict=True)}
    best = max(gains, key=lambda name: gains[name])
    more = after.seats[judge.seat].points - judge.view.seats[judge.seat].points
    if more > 0:
        return _reason("points", points=more)
    return _reason(best if best != "points" else "upgrades") if gains[best] > 0 else _reason("cards")


def _reason(name: str, **params: int) -> Reason:
    return Reason(f"starfarers.bot.{name}", dict(params), REASONS[name])


def with_weights(learnt: Weights) -> Thinking:
    """The strong bot with other weights, as training tries them."""
    return Thinking(lambda game, view, seat, rng: choose(game, view, seat, rng, learnt, SAMPLES["strong"]))


def _level(samples: int) -> Thinking:
    return Thinking(lambda game, view, seat, rng: choose(game, view, seat, rng, weights(), samples))


BOTS: Final[dict[str, Bot]] = {
    "random": random_action,
    "greedy": greedy_action,
    **{name: _level(samples) for name, samples in SAMPLES.items()},
}
