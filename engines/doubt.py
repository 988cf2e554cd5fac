"""Which doubts of a reading matter: what hangs on each answer, averaged over the answers to all others.

A doubt is something that a reading is not sure of, with what it may be and how likely each is: a line is there or not,
a card's number is 4 or 5. Every set of answers is a plausible board. Where all boards stand equal in points, and leave
the same stars for later where that counts, nobody needs to be asked.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from itertools import product
from typing import Final, Generic, TypeAlias, TypeVar

import msgspec

MAX_COMPARED: Final = 128
"""The most sets of answers to the other doubts that are compared; of more doubts the clearest stay as proposed."""
MAX_WEIGHED: Final = 4096
"""About the most boards that are weighed for all doubts together: many doubts are compared with fewer answers each."""

K = TypeVar("K", bound=Hashable)
V = TypeVar("V", bound=Hashable)
Chances: TypeAlias = Mapping[V, float]
"""What a doubtful thing may be, with probabilities that add up to 1; of equally likely ones the first is proposed."""


class Standing(msgspec.Struct, frozen=True):
    """What a plausible board is worth."""

    points: tuple[int, ...]
    """By player."""
    usable: frozenset[str] = frozenset()
    """Component ids of what later turns may still use, or may not: what counts is in what boards differ."""


class Weight(msgspec.Struct, frozen=True):
    """How much the answer to one doubt changes, in points."""

    stake: float
    """Points between the best and the worst answer, on average over the answers to the other doubts."""
    effect: float
    """Points by which the proposal is expected to be wrong here."""
    usable: float
    """Stars and the like by which the proposal is expected to be wrong here for later turns."""

    @property
    def matters(self) -> bool:
        """Whether anything hangs on the answer."""
        return self.stake > 0 or self.usable > 0

    @property
    def order(self) -> tuple[float, float, float]:
        """Sorts the weightiest first."""
        return -round(self.effect, 9), -round(self.stake, 9), -round(self.usable, 9)


class Doubts(Generic[K, V]):
    """The doubts of one reading. `worth` says what a board with these answers is worth, None where there is none."""

    def __init__(self, chances: Mapping[K, Chances[V]], worth: Callable[[dict[K, V]], Standing | None]) -> None:
        self.chances = {key: dict(chances[key]) for key in sorted(chances, key=lambda key: max(chances[key].values()))}
        self.proposal: dict[K, V] = {key: max(some, key=some.__getitem__) for key, some in self.chances.items()}
        """For every doubt its most likely answer."""
        self._worth = worth
        answers = sum(len(chances) for chances in self.chances.values())
        self._compared = min(MAX_COMPARED, MAX_WEIGHED // max(answers, 1))
        self._known: dict[tuple[V, ...], Standing | None] = {}

    def weight(self, key: K) -> Weight:
        """How much the answer to a doubt changes, over the likely answers to the others."""
        stake = effect = usable = total = 0.0
        for others, share in self._others(key):
            standings = {value: self.standing({**others, key: value}) for value in self.chances[key]}
            there = {value: standing for value, standing in standings.items() if standing is not None}
            proposed = there.get(self.proposal[key])
            if proposed is None:
                continue
            total += share
            stake += share * max(_points_apart(a, b) for a in there.values() for b in there.values())
            for value, standing in there.items():
                p = share * self.chances[key][value]
                effect += p * _points_apart(standing, proposed)
                usable += p * len(standing.usable ^ proposed.usable)
        return Weight(stake / total, effect / total, usable / total) if total else Weight(0.0, 0.0, 0.0)

    def weighty(self) -> list[tuple[K, Weight]]:
        """The doubts on whose answers something hangs, the weightiest first, equal ones in the order of their keys."""
        weighed = [(key, self.weight(key)) for key in self.chances]
        return sorted((pair for pair in weighed if pair[1].matters), key=lambda pair: (pair[1].order, pair[0]))

    def standing(self, answers: Mapping[K, V]) -> Standing | None:
        """What a board is worth; doubts without an answer are as proposed."""
        whole = {**self.proposal, **answers}
        key = tuple(whole.values())
        if key not in self._known:
            self._known[key] = self._worth(whole)
        return self._known[key]

    def _others(self, key: K) -> Iterator[tuple[dict[K, V], float]]:
        """The answers to the other doubts with their probability; the clearest of too many stay as proposed."""
        free, boards = [], 1
        for other, chances in self.chances.items():
            if other != key and boards * len(chances) <= self._compared:
                boards *= len(chances)
                free.append(other)
        for answers in product(*[self.chances[other].items() for other in free]):
            share, chosen = 1.0, {}
            for other, (value, p) in zip(free, answers, strict=True):
                share *= p
                chosen[other] = value
            yield chosen, share


def drawn_or_not(p: float) -> dict[bool, float]:
    """The chances of something that is there with probability `p`; proposed from a half on."""
    return {True: p, False: 1.0 - p}


def _points_apart(one: Standing, other: Standing) -> int:
    return sum(abs(a - b) for a, b in zip(one.points, other.points, strict=True))
