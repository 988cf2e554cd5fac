"""The components of one pack as tables of small numbers; what never changes in a game is computed once, here."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any, Final, TypeAlias, TypeVar

from engines.game import NATURE
from engines.starfarers.model import SHIPS, UNKNOWN, UPGRADES, Cards, Move, Shake, Upgrade
from engines.starfarers.pack import BALLS, FLEETS, PEOPLES, RESOURCES, Ball, FriendshipPower, Resource, StarfarersPack
from engines.starfarers.starmap import NOWHERE, map_of

Reach: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""The corners by distance (then by number), and how many of them lie within 0, 1, 2, … moves."""
Way: TypeAlias = tuple[tuple[int, ...], int]
"""The corners after the start, and the mask of the planets seen from them."""
Income: TypeAlias = tuple[tuple[int, int, int], ...]
"""(seat, resource, cards): what a roll brings, the blockers' colonies too."""
RESOURCE_INDEX: Final[dict[Resource, int]] = {resource: index for index, resource in enumerate(RESOURCES)}
ONE: Final[tuple[Cards, ...]] = tuple(
    (int(r == 0), int(r == 1), int(r == 2), int(r == 3), int(r == 4)) for r in range(5)
)
"""By resource: one card of it."""
VALUE: Final[dict[Ball, int]] = {ball: value for value, ball in enumerate(BALLS)}
PIPS: Final = (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
"""By sum of two dice: in how many of 36 rolls it comes."""
AVERAGE_PIPS: Final = 3
MAX_INCOMES: Final = 10_000
"""Incomes kept, by layout of tokens and colonies and sum of the dice."""
MAX_LISTS: Final = 50_000
"""Lists of actions, and what hands pay for, kept."""
MAX_SPEED: Final = 20
"""No ship is faster: base 5, 6 boosters, and 5 from friendship cards."""


def cards_of(amounts: dict[Resource, int]) -> Cards:
    """Counts by resource from a pack's dict."""
    ore, fuel, carbon, food, goods = (amounts.get(resource, 0) for resource in RESOURCES)
    return ore, fuel, carbon, food, goods


K = TypeVar("K")
V = TypeVar("V")


class Remembered(dict[K, V]):
    """What was computed before, at most `most` of it: when it is full it begins anew."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def keep(self, key: K, value: V) -> V:
        """Remembers the value, and gives it back."""
        if len(self) >= self.most:
            self.clear()
        self[key] = value
        return value


class Components:
    """The tables of one pack. Immutable (reaches are made on first use); shared by all that plays with the pack."""

    def __init__(self, pack: StarfarersPack) -> None:
        self.pack = pack
        self.map = map_of(pack.map)
        self.box = pack.box
        self._fill_costs()
        self._fill_tokens()
        self._fill_friendship()
        self._fill_start()
        self._fill_balls()
        sites, outposts, near = self.map.site_at, self.map.outpost_at, self.map.neighbours
        self.plain = bytes(
            sites[c] == NOWHERE and outposts[c] == NOWHERE and bool(near[c]) for c in range(self.map.corners)
        )
        """By corner: whether it is neither sun nor colony site nor trade point, so that any ship may stop there."""
        self.moves = tuple(
            tuple(tuple(Move(ship, corner, seat=seat) for corner in range(self.map.corners)) for ship in range(SHIPS))
            for seat in range(FLEETS)
        )
        """By seat, ship, corner: the move there by the shortest way."""
        self.purses: Remembered[Any, Any] = Remembered(MAX_LISTS)
        """By hand: see `engines.starfarers.bank.Purse`."""
        self.buildings: Remembered[Any, Any] = Remembered(MAX_LISTS)
        self.answers: Remembered[Any, Any] = Remembered(MAX_LISTS)
        self._incomes: Remembered[tuple[bytes, int, bytes, int], Income] = Remembered(MAX_INCOMES)
        self._reaches: list[Reach | None] = [None] * self.map.corners
        self._ways: dict[int, Way] = {}

    def _fill_balls(self) -> None:
        balls = self.pack.balls
        self.ball_pairs = tuple((a, b) for n, a in enumerate(balls) for b in balls[n + 1 :])
        """The two balls that a mother ship may show, each pair as often as it is likely."""
        rising = sorted(balls, key=VALUE.__getitem__)
        pairs = [(a, b) for n, a in enumerate(rising) for b in rising[n + 1 :]]
        self.all_shakes = tuple(tuple(Shake(seat, pair, seat=NATURE) for pair in pairs) for seat in range(FLEETS))
        """By seat: every pair of balls, the lower first; equal pairs as often as they are likely."""
        self.shakes = tuple(tuple(dict.fromkeys(shakes)) for shakes in self.all_shakes)

    def _fill_costs(self) -> None:
        costs = self.pack.costs
        self.ship_cost = {"colony": cards_of(costs.colony_ship), "trade": cards_of(costs.trade_ship)}
        self.spaceport_cost = cards_of(costs.spaceport)
        self.upgrade_cost: dict[Upgrade, Cards] = {
            "booster": cards_of(costs.booster),
            "cannon": cards_of(costs.cannon),
            "ring": cards_of(costs.freight_ring),
        }
        self.prices = (*self.upgrade_cost.values(), *self.ship_cost.values(), self.spaceport_cost)
        """What can be built, in the order of `engines.starfarers.bank.Price`."""
        box = self.box
        self.upgrade_room = dict(
            zip(UPGRADES, (box.ship_boosters, box.ship_cannons, box.ship_freight_rings), strict=True)
        )
        """How many of an upgrade a mother ship carries."""
        self.upgrade_limits = (
            (box.ship_boosters, box.boosters),
            (box.ship_cannons, box.cannons),
            (box.ship_freight_rings, box.freight_rings),
        )
        """By upgrade: how many a mother ship carries, and how many there are for all."""

    def _fill_tokens(self) -> None:
        tokens = self.pack.tokens
        self.token_index = {token.id: index for index, token in enumerate(tokens)}
        self.lair = tuple(token.lair for token in tokens)
        """By token: the cannons that beat it, 0 for none."""
        self.ice = tuple(token.ice for token in tokens)
        self.barren = bytes(bool(t.lair or t.ice) for t in tokens) + bytes(UNKNOWN + 1 - len(tokens))
        """By token, `UNKNOWN` too: whether it is a lair or an ice planet."""
        self.pays = tuple(
            bytes(total in token.numbers for token in tokens) + bytes(UNKNOWN + 1 - len(tokens)) for total in range(13)
        )
        """By sum of the dice, by token, `UNKNOWN` too: whether its planet pays."""
        self.by_back = {
            back: tuple(n for n, token in enumerate(tokens) if token.back == back)
            for back in dict.fromkeys(token.back for token in tokens)
        }
        chances = [sum(PIPS[n] for n in token.numbers) for token in tokens]
        self.pips = bytes(chances) + bytes([AVERAGE_PIPS] * (UNKNOWN + 1 - len(tokens)))
        """By token: in how many of 36 rolls its planet pays; of an unknown one, on average."""
        self.reserve = self.by_back.get(self.pack.reserve, ())
        """The tokens that replace lairs and ice planets."""
        self.back = tuple(token.back for token in tokens)
        home = [n for n, system in enumerate(self.map.planet_system) if self.map.home[system]]
        self.home_planets = tuple(home)
        self.planet_sites = tuple(
            tuple(s for s, planets in enumerate(self.map.site_planets) if planet in planets)
            for planet in range(len(self.map.planets))
        )
        """By planet: the two sites next to it."""
        self.sight = tuple(sum(1 << planet for planet in planets) for planets in self.map.seen)
        """By corner: the mask of the planets seen from it."""
        self.site_sight = tuple(1 << p | 1 << q for p, q in self.map.site_planets)
        """By site: the mask of its two planets."""

    def _fill_friendship(self) -> None:
        cards = self.pack.friendship
        people = self.map.outpost_people
        self.card_outpost = tuple(people.index(PEOPLES.index(card.people)) for card in cards)
        """By friendship card: the outpost where it is given."""
        self.outpost_cards = tuple(
            tuple(n for n, at in enumerate(self.card_outpost) if at == outpost) for outpost in range(len(people))
        )
        self.all_cards = (1 << len(cards)) - 1
        self.bonus_cards = self._by_resource("production_bonus")
        """By resource: the mask of the cards that add one to what a roll brings."""
        self.two_for_one = self._by_resource("two_for_one")
        self.goods_for_one = self._mask("goods_for_one")
        self.merchants = sum(self.two_for_one) | self.goods_for_one
        """The cards that change what the bank takes."""
        self.tribute_relief = self._mask("tribute_relief")
        self.fame_for_sale = self._mask("fame_for_sale")
        self.helping_hand = self._mask("helping_hand")
        self.favours = self.fame_for_sale | self.helping_hand
        """The cards that are used while building."""
        self.relief_fund = self._mask("relief_fund")
        self.relief_limit = max((c.limit for c in cards if c.power == "tribute_relief"), default=0)

    def _mask(self, power: FriendshipPower) -> int:
        return sum(1 << n for n, card in enumerate(self.pack.friendship) if card.power == power)

    def _by_resource(self, power: FriendshipPower) -> tuple[int, ...]:
        return tuple(
            sum(1 << n for n, c in enumerate(self.pack.friendship) if c.power == power and c.resource == resource)
            for resource in RESOURCES
        )

    def _fill_start(self) -> None:
        beginner = self.pack.beginner
        self.starts = tuple(
            (self._site(start.spaceport), tuple(self._site(colony) for colony in start.colonies))
            for start in beginner.starts
        )
        """By seat: the sites of the spaceport and of the two colonies in the beginner position."""
        planets = {name: number for number, name in enumerate(self.map.planets)}
        self.start_tokens = {planets[at]: self.token_index[token] for at, token in beginner.tokens.items()}
        self.home_sites = tuple(s for s, system in enumerate(self.map.site_system) if self.map.home[system])

    def _site(self, name: str) -> int:
        site = self.map.site(name)
        assert site != NOWHERE, f"the pack check lets no site {name!r} pass"
        return site

    def income(self, tokens: bytes, face_up: int, sites: bytes, total: int) -> Income:
        """The cards that colonies and spaceports next to face-up tokens bring when the dice show that sum."""
        key = (tokens, face_up, sites, total)
        found = self._incomes.get(key)
        return self._incomes.keep(key, self._income(*key)) if found is None else found

    def _income(self, tokens: bytes, face_up: int, sites: bytes, total: int) -> Income:
        cards: dict[tuple[int, int], int] = {}
        for planet, token in enumerate(tokens):
            if self.pays[total][token] and face_up >> planet & 1:
                for site in self.planet_sites[planet]:
                    if sites[site]:
                        at = (sites[site] - 1) & 7, self.map.planet_resource[planet]
                        cards[at] = cards.get(at, 0) + 1
        return tuple((seat, resource, count) for (seat, resource), count in cards.items())

    def reach(self, corner: int) -> Reach:
        """The corners a ship comes to from there, nearest first, and how many lie within each distance."""
        found = self._reaches[corner]
        if found is None:
            distance = self.map.distance[corner]
            order = sorted((c for c in range(self.map.corners) if distance[c] <= MAX_SPEED), key=lambda c: distance[c])
            apart = sorted(distance[c] for c in order)
            found = self._reaches[corner] = (tuple(order), tuple(bisect_right(apart, d) for d in range(MAX_SPEED + 1)))
        return found

    def way(self, start: int, to: int) -> Way:
        """The shortest way: backwards from the end always the lowest corner that is nearer to the start."""
        key = start * self.map.corners + to
        way = self._ways.get(key)
        if way is None:
            distance = self.map.distance[start]
            before = next(c for c in self.map.neighbours[to] if distance[c] < distance[to])
            steps, seen = ((), 0) if before == start else self.way(start, before)
            way = self._ways[key] = ((*steps, to), seen | self.sight[to])
        return way

    def sights(self, steps: tuple[int, ...]) -> int:
        """The mask of the planets seen from these corners."""
        mask = 0
        for corner in steps:
            mask |= self.sight[corner]
        return mask
