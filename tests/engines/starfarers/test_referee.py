"""A slow referee, written from the rule book with names and floating-point geometry, watches random games."""

from __future__ import annotations

import math
from collections import Counter
from functools import cache
from random import Random

import pytest

from engines.game import NATURE
from engines.starfarers.model import (
    Accept,
    BankTrade,
    BuildShip,
    BuildSpaceport,
    BuildUpgrade,
    Discard,
    EndTurn,
    FoundColony,
    FoundStation,
    Move,
    Offer,
    Phase,
    Roll,
    StarfarersAction,
    StarfarersOptions,
    StarfarersState,
    StartFlight,
    TakeSupply,
    Trade,
)
from engines.starfarers.pack import RESOURCES, Resource, StarfarersPack
from engines.starfarers.rules import Starfarers
from tests.engines.starfarers.encounter_tables import EDITION_2019, HOUSE

Point = tuple[float, float]
EAGER = {
    FoundColony: 60, FoundStation: 60, BuildShip: 25, BuildSpaceport: 12, BuildUpgrade: 10, BankTrade: 3,
    TakeSupply: 30, Move: 4, Offer: 1, StartFlight: 6, EndTurn: 3, Accept: 5,
}  # fmt: skip
"""How eagerly the watched players do a kind of thing, so that games get somewhere."""


class Referee:
    """The rules of one pack, slowly."""

    def __init__(self, game: Starfarers) -> None:
        self.game = game
        self.pack: StarfarersPack = game.pack
        names = game.parts.map.names
        self.place = [self._corner(name) for name in names]
        self.planets = [planet for system in self.pack.map.systems for planet in system.planets]
        self.suns = [self._middle([planet.hex for planet in system.planets]) for system in self.pack.map.systems]
        self.sites = {corner: self._site(corner) for corner in range(len(names))}
        self.points = {
            game.parts.map.corner(name): (o, n)
            for o, outpost in enumerate(self.pack.map.outposts)
            for n, name in enumerate(outpost.points, 1)
        }
        self.near = [
            [b for b in range(len(names)) if self._joined(a, b)] if not self._sun(a) else [] for a in range(len(names))
        ]

        self.away = [self._away(corner) for corner in range(len(names))]
        """By corner: how far it lies from the home systems, 0 to 1."""

    def _away(self, corner: int) -> float:
        homes = [sun for sun, system in zip(self.suns, self.pack.map.systems, strict=True) if system.home]
        return min(math.dist(self.place[corner], sun) for sun in homes) / 25

    @staticmethod
    def _centre(name: str) -> Point:
        column, row = ord(name[0]) - ord("A"), int(name[1:])
        return math.sqrt(3) * (column + (0.5 if row % 2 else 0.0)), 1.5 * (row - 1)

    def _corner(self, name: str) -> Point:
        hexagon, direction = name.split(".")
        x, y = self._centre(hexagon)
        turn = math.radians(["n", "ne", "se", "s", "sw", "nw"].index(direction) * 60)
        return x + math.sin(turn), y - math.cos(turn)

    def _middle(self, hexes: list[str]) -> Point:
        centres = [self._centre(name) for name in hexes]
        return sum(x for x, _ in centres) / 3, sum(y for _, y in centres) / 3

    def _sun(self, corner: int) -> bool:
        return any(math.dist(self.place[corner], sun) < 0.01 for sun in self.suns)

    def _joined(self, a: int, b: int) -> bool:
        return a != b and abs(math.dist(self.place[a], self.place[b]) - 1) < 0.01 and not self._sun(b)

    def around(self, corner: int) -> list[int]:
        """The planets next to a corner."""
        if self._sun(corner):
            return []
        return [
            p for p, q in enumerate(self.planets) if abs(math.dist(self._centre(q.hex), self.place[corner]) - 1) < 0.01
        ]

    def _site(self, corner: int) -> int | None:
        """The system of which this corner is a colony site."""
        found = self.around(corner)
        for p in found:
            if any(q != p and q // 3 == p // 3 for q in found):
                return p // 3
        return None

    # What the pieces on the board say ------------------------------------------------------------------------

    def owner(self, state: StarfarersState, corner: int) -> int | None:
        """Whose colony or spaceport stands on a corner."""
        site = self.game.parts.map.site_at[corner]
        value = state.sites[site] if site >= 0 else 0
        return None if not value else (value - 1) % 8

    def points_of(self, state: StarfarersState, seat: int) -> int:
        """The points of a player, from the board."""
        colonies = sum(value == seat + 1 for value in state.sites)
        spaceports = sum(value == seat + 9 for value in state.sites)
        medals = sum(self.holder(state, outpost) == seat for outpost in range(len(self.pack.map.outposts)))
        player = state.seats[seat]
        return colonies + 2 * spaceports + 2 * medals + len(player.tokens) + player.fame // 2

    def holder(self, state: StarfarersState, outpost: int) -> int | None:
        """Most stations; among equals who owns the lowest number."""
        owners = [value - 1 for value in state.stations[5 * outpost : 5 * outpost + 5] if value]
        if not owners:
            return None
        most = max(owners.count(owner) for owner in owners)
        return next(owner for owner in owners if owners.count(owner) == most)

    def production(self, state: StarfarersState, total: int) -> list[Counter[str]]:
        """What everybody receives for a roll, the friendship cards of the Green Folk included."""
        due: list[Counter[str]] = [Counter() for _ in state.seats]
        for corner in range(len(self.place)):
            owner = self.owner(state, corner)
            if owner is None or owner >= len(state.seats):
                continue
            for planet in self.around(corner):
                if planet // 3 != self.sites[corner] or not state.face_up >> planet & 1:
                    continue
                if total in self.pack.tokens[state.tokens[planet]].numbers:
                    due[owner][self.planets[planet].resource] += 1
        paid: list[Counter[str]] = [Counter() for _ in state.seats]
        for n, resource in enumerate(RESOURCES):
            if sum(player[resource] for player in due) > state.bank[n]:
                continue
            left = state.bank[n] - sum(player[resource] for player in due)
            for seat, player in enumerate(due):
                paid[seat][resource] = player[resource]
            for seat, player in enumerate(due):
                extra = player[resource] and self.has(state, seat, "production_bonus", resource) and left
                paid[seat][resource] += int(bool(extra))
                left -= int(bool(extra))
        return paid

    def has(self, state: StarfarersState, seat: int, power: str, resource: str | None = None) -> bool:
        """Whether the player owns a friendship card of that power."""
        return any(
            state.seats[seat].cards >> n & 1 and card.power == power and card.resource == resource
            for n, card in enumerate(self.pack.friendship)
        )

    def speed(self, state: StarfarersState, seat: int) -> int:
        """Base speed, boosters, and the boosters of friendship cards."""
        cards = [card for n, card in enumerate(self.pack.friendship) if state.seats[seat].cards >> n & 1]
        value = {"black": 0, "blue": 1, "yellow": 2, "red": 3}
        base = 3 if "black" in state.balls else sum(value[ball] for ball in state.balls)
        return base + state.seats[seat].boosters + sum(card.boosters for card in cards)

    def strength(self, state: StarfarersState, seat: int, lair: bool) -> int:
        """Cannons on ship and cards against a lair, freight rings against ice."""
        if not lair:
            return state.seats[seat].rings
        cards = [card for n, card in enumerate(self.pack.friendship) if state.seats[seat].cards >> n & 1]
        return state.seats[seat].cannons + sum(card.cannons for card in cards)

    def may_end_on(self, state: StarfarersState, ship: int, corner: int) -> bool:
        """Whether the active player's transporter may end its flight there: the rule book's prohibitions."""
        index = state.seat * 3 + ship
        trader = bool(state.traders >> index & 1)
        if any(at == corner for n, at in enumerate(state.ships) if n != index):
            return False
        if self.owner(state, corner) is not None or self._sun(corner):
            return False
        if self.sites[corner] is not None:
            return not trader
        if corner in self.points:
            outpost, number = self.points[corner]
            founded = sum(value > 0 for value in state.stations[5 * outpost : 5 * outpost + 5])
            if not trader or founded == 5 or state.seats[state.seat].rings < founded + 1:
                return False
            return self.pack.map.outpost == "docking" or number == founded + 1
        return True

    def must_fly_on(self, state: StarfarersState, ship: int) -> bool:
        """Whether the transporter has stopped on a colony site in this flight with points to leave it again."""
        corner, spent = state.ships[state.seat * 3 + ship], state.spent[ship]
        if corner < 0 or self.sites[corner] is None or not 0 < spent < 99 or state.grounded >> ship & 1:
            return False
        near = self.reached(corner, self.speed(state, state.seat) - spent)
        return any(self.sites[c] is None and self.may_end_on(state, ship, c) for c in near)

    def reached(self, start: int, moves: int) -> dict[int, int]:
        """Every corner within so many moves, with how many it takes."""
        found, edge = {start: 0}, [start]
        for step in range(1, moves + 1):
            edge = [b for a in edge for b in self.near[a]]
            edge = [b for b in dict.fromkeys(edge) if b not in found]
            found.update(dict.fromkeys(edge, step))
        return found


@cache
def referee(name: str) -> Referee:
    return Referee(HOUSE if name == "house" else EDITION_2019)


def _pick(judge: Referee, rng: Random, legal: list[StarfarersAction]) -> StarfarersAction:
    kinds = Counter(type(action) for action in legal)
    shares = [EAGER.get(type(action), 2) / kinds[type(action)] for action in legal]
    for n, action in enumerate(legal):
        if isinstance(action, Move) and (judge.sites[action.to] is not None or action.to in judge.points):
            shares[n] *= 40
        elif isinstance(action, Move):
            shares[n] *= 1 + 3 * judge.away[action.to]
    return rng.choices(legal, shares)[0]


def _watch(name: str, players: int, seed: int, turns: int, **options: str) -> Counter[str]:
    """Plays a game with the referee looking at every action; returns what was seen how often."""
    judge = referee(name)
    game, rng = judge.game, Random(seed)
    state = game.setup(["A", "B", "C", "D"][:players], StarfarersOptions(**options))  # type: ignore[arg-type]
    seen: Counter[str] = Counter()
    while (seats := game.to_move(state)) and state.turn < turns:
        seat = rng.choice(seats)
        action = game.deal(state, rng) if seat == NATURE else _pick(judge, rng, game.legal_actions(state, seat))
        after = game.apply(state, action)
        seen[type(action).__name__] += 1
        _judge(judge, state, action, after, seen)
        state = after
    if not seats:
        seen["over"] += 1
        assert state.seats[state.seat].points >= 15
    return seen


def _judge(
    judge: Referee, before: StarfarersState, action: StarfarersAction, after: StarfarersState, seen: Counter[str]
) -> None:
    for seat, player in enumerate(after.seats):
        assert player.points == judge.points_of(after, seat)
        assert after.seats[seat].fame <= 11
    assert after.medals == tuple(
        -1 if (holder := judge.holder(after, o)) is None else holder for o in range(len(after.medals))
    )
    corners = [corner for corner in after.ships if corner >= 0]
    if after.passing < 0:
        assert len(set(corners)) == len(corners), "two ships on a corner"
    _judge_lairs(judge, before, after, seen)
    _judge_cards(judge, before, action, after, seen)
    _judge_pieces(judge, after)
    if isinstance(action, Roll):
        _judge_roll(judge, before, action, after, seen)
    if after.phase is Phase.FLIGHT and after.passing < 0 and before.phase is not Phase.REVEAL:
        _judge_flight(judge, after, seen)
    if isinstance(action, Move):
        _judge_move(judge, before, action, after, seen)
    if isinstance(action, FoundColony):
        _judge_colony(judge, before, action, after, seen)
    if isinstance(action, FoundStation):
        _judge_station(judge, before, action, after)
    if isinstance(action, EndTurn):
        for ship in range(3):
            corner = before.ships[before.seat * 3 + ship]
            assert corner < 0 or corner not in judge.points, "a ship stays on a trade point"
            if corner >= 0 and judge.sites[corner] is not None:
                _judge_stay(judge, before, ship, seen)


def _judge_cards(
    judge: Referee, before: StarfarersState, action: StarfarersAction, after: StarfarersState, seen: Counter[str]
) -> None:
    """Whoever builds, trades with the bank, discards or draws supply pays and gets exactly what the book says."""
    if isinstance(action, Roll) or not isinstance(action.seat, int):
        return
    gained = [
        {r: b[n] - a[n] for n, r in enumerate(RESOURCES) if b[n] != a[n]}
        for a, b in zip(before.hands, after.hands, strict=True)
    ]
    cost = _cost(judge, action)
    if cost is not None:
        assert gained.pop(action.seat) == {resource: -count for resource, count in cost.items()}
        assert not any(gained)
    elif isinstance(action, BankTrade):
        own = gained[action.seat]
        assert own == {action.give: -_rate(judge, before, action), action.get: 1}
        seen["one for one"] += own[action.give] == -1
    elif isinstance(action, Discard):
        assert -sum(gained[action.seat].values()) == sum(before.hands[action.seat]) // 2
    elif isinstance(action, TakeSupply):
        assert before.seats[before.seat].points < 9
        assert not before.used & 1, "one supply card a turn"
        assert not any(gained)
    elif isinstance(action, Trade) and action.partner is not None:
        mine, theirs = gained[before.seat], gained[action.partner]
        assert mine == {resource: -count for resource, count in theirs.items()}
        assert any(count > 0 for count in mine.values())
        assert any(count < 0 for count in mine.values())


def _cost(judge: Referee, action: StarfarersAction) -> dict[Resource, int] | None:
    costs = judge.pack.costs
    if isinstance(action, BuildShip):
        return costs.colony_ship if action.cargo == "colony" else costs.trade_ship
    if isinstance(action, BuildUpgrade):
        return {"booster": costs.booster, "cannon": costs.cannon, "ring": costs.freight_ring}[action.upgrade]
    return costs.spaceport if isinstance(action, BuildSpaceport) else None


def _rate(judge: Referee, before: StarfarersState, action: BankTrade) -> int:
    """Three alike, two goods; two or one with a card of the Merchants."""
    if action.give == "goods":
        once = judge.has(before, before.seat, "goods_for_one", "goods") and not before.used & 2
        return 1 if once else 2
    return 2 if judge.has(before, before.seat, "two_for_one", action.give) else 3


def _judge_pieces(judge: Referee, state: StarfarersState) -> None:
    """Nobody has more pieces than there are, no mother ship carries more than fits."""
    box = judge.pack.box
    for seat, player in enumerate(state.seats):
        ships = [n for n in range(3) if state.ships[3 * seat + n] >= 0]
        traders = sum(state.traders >> 3 * seat + n & 1 for n in ships)
        founded = sum(value in (seat + 1, seat + 9) for value in state.sites)
        assert founded + len(ships) - traders <= box.colonies
        assert sum(value == seat + 1 for value in state.stations) + traders <= box.stations
        assert sum(value == seat + 9 for value in state.sites) <= box.spaceport_rings
        assert player.boosters <= box.ship_boosters
        assert player.cannons <= box.ship_cannons
        assert player.rings <= box.ship_freight_rings
    assert sum(player.rings for player in state.seats) <= box.freight_rings
    assert sum(player.fame for player in state.seats) <= box.fame_rings


def _judge_lairs(judge: Referee, before: StarfarersState, after: StarfarersState, seen: Counter[str]) -> None:
    """A lair or an ice planet next to a ship of the active player is removed at once, by enough strength only."""
    if after.phase in (Phase.BUILD, Phase.FLIGHT):
        seat = after.seat
        for planet in _beside(judge, after):
            token = judge.pack.tokens[after.tokens[planet]] if after.tokens[planet] != 255 else None
            known = (after.seen[seat] | after.face_up) >> planet & 1
            if known and token is not None and not token.numbers:
                assert judge.strength(after, seat, bool(token.lair)) < token.lair + token.ice
    for seat, player in enumerate(after.seats):
        for number in player.tokens[len(before.seats[seat].tokens) :]:
            token = judge.pack.tokens[number]
            assert seat == before.seat
            assert judge.strength(after, seat, bool(token.lair)) >= token.lair + token.ice > 0
            seen["lair" if token.lair else "ice"] += 1


def _beside(judge: Referee, state: StarfarersState) -> set[int]:
    """The planets next to a ship of the active player that is not only passing."""
    own = [state.ships[state.seat * 3 + ship] for ship in range(3) if ship != state.passing]
    return {planet for corner in own if corner >= 0 for planet in judge.around(corner)}


def _judge_stay(judge: Referee, before: StarfarersState, ship: int, seen: Counter[str]) -> None:
    """A colony ship stays on a colony site only where it cannot leave any more."""
    seen["stays on a site"] += 1
    spent = before.spent[ship]
    if before.grounded >> ship & 1 or spent >= 99:
        return  # another ship has flown since, when this one could not leave
    corner = before.ships[before.seat * 3 + ship]
    ends = judge.reached(corner, judge.speed(before, before.seat) - spent)
    assert not [c for c in ends if judge.sites[c] is None and judge.may_end_on(before, ship, c)]


def _judge_roll(
    judge: Referee, before: StarfarersState, action: Roll, after: StarfarersState, seen: Counter[str]
) -> None:
    total = sum(action.dice)
    gained = [
        Counter({r: b[n] - a[n] for n, r in enumerate(RESOURCES) if b[n] != a[n]})
        for a, b in zip(before.hands, after.hands, strict=True)
    ]
    if total == 7:
        assert not any(gained)
        limits = [12 if judge.has(before, s, "tribute_relief") else 7 for s in range(len(before.seats))]
        many = tuple(s for s, hand in enumerate(before.hands) if sum(hand) > limits[s])
        assert (after.waiting if after.phase is Phase.DISCARD else ()) == many
        seen["seven"] += 1
        return
    expected = judge.production(before, total)
    assert gained == [+player for player in expected]
    if any(gained):
        seen["production"] += 1
    for seat, player in enumerate(gained):
        waits = after.phase is Phase.RELIEF and seat in after.waiting
        assert waits == (not player and judge.has(before, seat, "relief_fund") and any(after.bank))


def _judge_flight(judge: Referee, state: StarfarersState, seen: Counter[str]) -> None:
    """The corners where each ship may end its flight are those that the engine offers."""
    offered: dict[int, set[int]] = {0: set(), 1: set(), 2: set()}
    for action in judge.game.legal_actions(state, state.seat):
        if isinstance(action, Move):
            offered[action.ship].add(action.to)
    speed = judge.speed(state, state.seat)
    first = [ship for ship in range(3) if judge.must_fly_on(state, ship)]
    if first:
        assert {ship for ship in range(3) if offered[ship]} == set(first)
        seen["flies on first"] += 1
    for ship in range(3):
        corner = state.ships[state.seat * 3 + ship]
        if (first and ship not in first) or corner < 0 or state.grounded >> ship & 1 or state.spent[ship]:
            if state.grounded >> ship & 1:
                seen["grounded"] += 1
                assert not offered[ship]
            continue
        near = judge.reached(corner, speed)
        ends = {to for to in near if to != corner and judge.may_end_on(state, ship, to)}
        assert ends <= offered[ship]
        for to in offered[ship] - ends:
            left = judge.reached(to, speed - near[to])
            assert any(judge.may_end_on(state, ship, on) for on in left if on != to), "it could not fly on"
            assert any(not (state.seen[state.seat] | state.face_up) >> p & 1 for p in judge.around(to)), (
                "nothing to see"
            )
            seen["pause"] += 1


def _judge_move(
    judge: Referee, before: StarfarersState, action: Move, after: StarfarersState, seen: Counter[str]
) -> None:
    """Every planet next to the way has been looked at, and no other."""
    start = before.ships[before.seat * 3 + action.ship]
    way = judge.game.parts.way(start, action.to)[0] if action.path is None else action.path
    here = start
    for corner in way:
        assert corner in judge.near[here]
        here = corner
    assert here == action.to
    planets = {p for corner in way for p in judge.around(corner)}
    looked = {
        p
        for p in range(len(judge.planets))
        if after.seen[before.seat] >> p & 1 and not before.seen[before.seat] >> p & 1
    }
    assert looked == {p for p in planets if not (before.seen[before.seat] | before.face_up) >> p & 1} | (
        looked & {p for p in range(len(judge.planets)) if after.replaced >> p & 1 and not before.replaced >> p & 1}
    )
    if looked:
        seen["explored"] += 1


def _judge_colony(
    judge: Referee, before: StarfarersState, action: FoundColony, after: StarfarersState, seen: Counter[str]
) -> None:
    corner = before.ships[before.seat * 3 + action.ship]
    system = judge.sites[corner]
    assert system is not None
    assert judge.owner(before, corner) is None
    assert judge.owner(after, corner) == before.seat
    for planet in judge.around(corner):
        token = judge.pack.tokens[before.tokens[planet]]
        assert token.numbers, "a lair or an ice planet stood there"
        assert after.face_up >> planet & 1
    if len(before.players) == 3 and not judge.pack.map.systems[system].home:
        inside = [c for c, s in judge.sites.items() if s == system and judge.owner(after, c) is not None]
        assert len(inside) <= 2
        seen["second colony"] += len(inside) == 2


def _judge_station(judge: Referee, before: StarfarersState, action: FoundStation, after: StarfarersState) -> None:
    outpost, number = judge.points[before.ships[before.seat * 3 + action.ship]]
    founded = sum(value > 0 for value in before.stations[5 * outpost : 5 * outpost + 5])
    assert before.seats[before.seat].rings >= founded + 1
    assert judge.pack.map.outpost == "docking" or number == founded + 1
    card = judge.pack.friendship[action.card]
    assert card.people == judge.pack.map.outposts[outpost].people
    assert after.seats[before.seat].cards >> action.card & 1
    assert not after.cards >> action.card & 1


@pytest.mark.parametrize(
    ("name", "players", "seed"), [("house", 2, 1), ("house", 3, 2), ("house", 4, 3), ("2019", 3, 4)]
)
def test_the_referee_agrees_with_the_rules_in_a_random_game(name: str, players: int, seed: int) -> None:
    seen = _watch(name, players, seed, 60)
    assert seen["production"]
    assert seen["explored"]
    assert seen["FoundColony"]
