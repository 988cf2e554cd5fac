"""The levels of Look at the Stars' bots: the score pad and what a slate still promises, as self-play has found.

Both look at every drawing, and at every use of a power that it earns. `normal` knows what groups of each size promise
with the room around them; `strong` also what the sun will take, planets, and bonus shapes that lack a line or two.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache
from operator import attrgetter
from random import Random
from sys import maxsize
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from engines.bots import Bot, Choice, Reason, Thinking, learnt
from engines.look_at_the_stars import legal
from engines.look_at_the_stars.bots import greedy_action, random_action
from engines.look_at_the_stars.model import (
    PILE,
    PILES,
    TURNS,
    DeclinePower,
    DrawShootingStar,
    Pass,
    Slate,
    StarsAction,
    StarsState,
    UsePower,
)
from engines.look_at_the_stars.rules import LookAtTheStars
from engines.look_at_the_stars.scoring import total
from engines.look_at_the_stars.slate.constellations import MAX_LINES, MIN_LINES, groups
from engines.look_at_the_stars.slate.lattice import LINES, NEAR, POINTS, TOUCHING, bits

PACKAGE: Final = "engines.look_at_the_stars"
SIZES: Final = range(MIN_LINES, MAX_LINES + 1)
GROUPS: Final = ("one", "two", *(f"has_{size}" for size in SIZES), "twice", "over", "wanted")
"""Features of the groups: how many have one line or two; whether there is a constellation of each size; how many are
there a second time; groups with too many lines; the lines of the sizes that are missing, in tens."""
ROOM: Final = (
    "free",
    "free_late",
    "grows_small",
    "grows",
    "next",
    "point_1",
    "point_2",
    "power_1",
    "power_2",
    "planets",
)
"""Features of what may still be drawn: free lines, those above the last sun (in twenties); free lines that touch groups
of one or two lines, and constellations (in eights); constellations that may grow to a missing size; copies of the
point bonus (as points) and of the power bonus that lack one free line or two; free stars beside planets (in threes)."""
FEATURES: Final = {"normal": (*GROUPS, "free", "grows_small", "grows", "next"), "strong": (*GROUPS, *ROOM)}
"""By level: what it has learnt about."""
POWERS: Final = 3
"""Weights of a feature: they go with the share of turns left to the power 0, 1 and 2."""
MAX_COPIES: Final = {1: 4, 2: 10}
"""Lines that are missing -> so many copies count."""
TOUCHING_LINES: Final = 8
MAX_LOOKED: Final = {"normal": 400, "strong": 1600}
"""By level: at how many slates a bot looks before a power that a drawing earns is no longer looked at with it, but only
when it is to be used. With one action more each, that is what a decision may cost."""

Order: TypeAlias = Callable[["After"], Any]
Weights = dict[str, tuple[float, float, float]]
"""By feature, and for `always`: what it promises in points, see `POWERS`."""


class Learnt(msgspec.Struct, frozen=True):
    """The weights of each level."""

    normal: Weights
    strong: Weights


class After(NamedTuple):
    """What an action leads to: the slate, its points, and what it is worth with what it promises; a power that it
    earns has been used in the best way."""

    action: StarsAction
    slate: Slate
    points: int
    worth: float


@cache
def weights(level: str) -> Weights:
    """What self-play has found for a level."""
    found: Weights = getattr(learnt(PACKAGE, Learnt), level)
    return found


class Judge:
    """What slates are worth to one seat at one turn."""

    def __init__(self, game: LookAtTheStars, state: StarsState, seat: int, most: int = MAX_LOOKED["strong"]) -> None:
        self.game, self.state, self.seat = game, state, seat
        self.looked, self.most = 0, most
        self.left = (TURNS - len(state.cards)) / TURNS
        box, slate = game.box, state.slates[seat]
        self.box = box
        places, counts = box.single_lines(slate.slate)
        stars = box.skies[slate.slate].stars | box.opened(slate)
        following = min(PILES - 1, len(state.cards) // PILE)
        self.spans = [span for _, span in places[: counts[following]] if not span & POINTS & ~stars]
        """The lines that the sun leaves open in the next turn, with their points."""
        self.late = 0
        for _, span in places[: counts[PILES - 1]]:
            self.late |= span & LINES
        self.planets = [NEAR[p] & stars for p in bits(box.skies[slate.slate].planets)]
        self.bonuses = [
            ("point", self._copies(state.point_bonus, slate), box.point_cards[state.point_bonus].points),
            ("power", self._copies(state.power_bonus, slate), 1),
        ]

    def _copies(self, card: str, slate: Slate) -> list[int]:
        usable = slate.drawn & LINES
        for span in self.spans:
            usable |= span & LINES
        return [copy for copy in self.box.bonus(card).copies if not copy & ~usable]

    def points(self, slate: Slate) -> int:
        """The score pad of a slate."""
        return total(self.box, slate, self.state.point_bonus, self.state.options)

    def promise(self, features: dict[str, float], learnt: Weights) -> float:
        """The points that are still expected."""
        left = self.left
        worth = 0.0
        for name, (a, b, c) in learnt.items():
            if value := features[name]:
                worth += value * (a + left * (b + left * c))
        return worth

    def features(self, slate: Slate, wanted: Collection[str] = FEATURES["strong"]) -> dict[str, float]:
        """What a slate shows, by name; `always` is 1. What takes long is left at 0 where it is not wanted."""
        found = dict.fromkeys((*GROUPS, *ROOM), 0.0)
        found["always"] = 1.0
        all_groups = groups(slate.drawn, slate.objects)
        sizes = [0] * (MAX_LINES + 2)
        for group in all_groups:
            sizes[min(group.size, MAX_LINES + 1)] += 1
            found["over"] += group.size > MAX_LINES and not group.constellation
        found["one"], found["two"] = sizes[1], sizes[2]
        for size in SIZES:
            found[f"has_{size}"] = min(1, sizes[size])
            found["twice"] += max(0, sizes[size] - 1)
        found["wanted"] = sum([size for size in SIZES if not sizes[size]]) / 10
        closed, free = slate.closed, 0
        for span in self.spans:
            if not span & closed:
                free |= span
        free &= LINES
        found["free"], found["free_late"] = free.bit_count() / 20, (free & self.late).bit_count() / 20
        for group in all_groups:
            if group.size < MAX_LINES:
                self._growing(group.lines, group.size, free, sizes, found)
        lines = slate.drawn & LINES
        for (name, copies, scale), there in zip(self.bonuses, (lines, lines & ~slate.spent), strict=True):
            if f"{name}_1" in wanted:
                self._lacking(name, copies, scale, there, free, found)
        if "planets" in wanted:
            taken = slate.drawn | closed
            found["planets"] = sum([min(3, (near & ~taken).bit_count()) for near in self.planets]) / 3
        return found

    def _growing(self, lines: int, size: int, free: int, sizes: list[int], found: dict[str, float]) -> None:
        near = 0
        for bit in bits(lines):
            near |= TOUCHING[bit]
        grows = min(TOUCHING_LINES, (near & free).bit_count())
        if size < MIN_LINES:
            found["grows_small"] += grows / TOUCHING_LINES
        else:
            found["grows"] += grows / TOUCHING_LINES
            found["next"] += bool(grows) and not sizes[size + 1]

    def _lacking(
        self, name: str, copies: list[int], scale: int, there: int, free: int, found: dict[str, float]
    ) -> None:
        lacking = {1: 0, 2: 0}
        for copy in copies:
            missing = copy & ~there
            if missing and not missing & ~free:
                count = missing.bit_count()
                if count in lacking:
                    lacking[count] += 1
        for count, most in MAX_COPIES.items():
            found[f"{name}_{count}"] = min(lacking[count], most) * scale / most

    def afters(self, state: StarsState, learnt: Weights, order: Order = attrgetter("worth")) -> list[After]:
        """What each legal action leads to; of the uses of a power that it earns the one that comes last by `order`."""
        found = []
        for action in legal.legal_actions(self.box, state, self.seat):
            after = self.game.play(state, action)
            slate = after.slates[self.seat]
            self.looked += 1
            if slate.fresh and self.looked < self.most:
                best = max(self.afters(after, learnt, order), key=order)
                found.append(best._replace(action=action))
            else:
                points = self.points(slate)
                promise = self.promise(self.features(slate, learnt), learnt) if self.left else 0.0
                found.append(After(action, slate, points, points + promise))
        return found


def choose(game: LookAtTheStars, view: StarsState, seat: int, rng: Random, level: str) -> Choice:
    """The action after which the own slate is worth most; among equals any."""
    judge, learnt = Judge(game, view, seat, MAX_LOOKED[level]), weights(level)
    afters = judge.afters(view, learnt)
    most = max(after.worth for after in afters)
    best = rng.choice([after for after in afters if after.worth == most])
    return Choice(best.action, _why(judge, best, max(after.points for after in afters)))


def _best(game: LookAtTheStars, view: StarsState, seat: int, _rng: Random) -> Choice:
    judge, order = Judge(game, view, seat, maxsize), attrgetter("points", "worth")
    best = max(judge.afters(view, weights("strong"), order), key=order)
    return Choice(best.action, _why(judge, best, best.points))


BEST: Final = Thinking(_best)
"""The action that brings most points now, among equals the one that promises most."""


def _why(judge: Judge, best: After, most: int) -> Reason:
    """What speaks for it: points now, a size that grows, a bonus, or what it leaves open."""
    before, points = judge.state.slates[judge.seat], best.points
    gain = points - judge.points(before)
    match best.action:
        case Pass() | DeclinePower():
            return _reason("keeps", "turn.pass", "constellation.most")
        case DrawShootingStar():
            return _reason("shooting_star", "score.shooting_stars", points=gain)
        case UsePower():
            return _reason("power", "bonus.power", points=gain)
        case _ if gain > 0 and points == most:
            return _reason("points", "score.constellations", "score.planets", "score.point_bonus", points=gain)
        case _ if gain > 0:
            return _reason(
                "points_and_room", "score.constellations", "constellation.most", points=gain, less=most - points
            )
    old = {group.lines for group in groups(before.drawn, before.objects)}
    grown = [group.size for group in groups(best.slate.drawn, best.slate.objects) if group.lines not in old]
    return _reason("grows", "constellation.fewest", "score.constellations", lines=max(grown, default=0))


def _reason(name: str, *rules: str, **params: int) -> Reason:
    return Reason(f"look_at_the_stars.bot.{name}", dict(params), tuple(f"look_at_the_stars.{rule}" for rule in rules))


def _level(name: str) -> Thinking:
    return Thinking(lambda game, view, seat, rng: choose(game, view, seat, rng, name))


BOTS: Final[dict[str, Bot]] = {
    "random": random_action,
    "greedy": greedy_action,
    **{name: _level(name) for name in FEATURES},
}
