"""The notebook: collections, runs, and the best use of satellites and 6/0s."""

from __future__ import annotations

from functools import cache
from typing import Final, TypeAlias

import msgspec

from engines.stellar.deck import SATELLITE, Deck

Counts: TypeAlias = tuple[int, ...]
NUMBERS: Final = range(7)
_ZERO: Final = 1
_SIX: Final = 1 << 6


def longest_run(numbers: int) -> int:
    """The length of the longest run of consecutive numbers in a mask of the numbers 0 to 6."""
    length = 0
    while numbers:
        numbers &= numbers >> 1
        length += 1
    return length


RUN: Final = tuple(longest_run(mask) for mask in range(128))
RUNS: Final = (
    RUN,
    tuple(max(RUN[mask | _ZERO], RUN[mask | _SIX]) for mask in range(128)),
    tuple(RUN[mask | _ZERO | _SIX] for mask in range(128)),
)
"""By the number of 6/0s in the collection (two or more are as good as two), by the mask of its other numbers."""


class Collections(msgspec.Struct, frozen=True, gc=False):
    """A notebook as sets of numbers: bit n of a mask is the number n."""

    masks: Counts
    """By type: the numbers 1 to 5 in the collection."""
    six_zeros: Counts
    """By type: how many 6/0s, at most 2 (more are of no use)."""
    satellites: Counts
    """The numbers of the satellites, ascending."""


class Use(msgspec.Struct, frozen=True, gc=False):
    """How one collection counts: its run, and what its satellites and 6/0s stand for."""

    run: Counts
    """The consecutive numbers, ascending; empty where there is no card."""
    satellites: Counts = ()
    """Numbers of the satellites that lie in this collection."""
    stand_ins: Counts = ()
    """Those among them whose number no card of the collection shows."""
    six_zero: Counts = ()
    """The numbers that its 6/0s stand for."""


def collections(deck: Deck, notebook: tuple[int, ...]) -> Collections:
    """The collections of a notebook, satellites apart."""
    masks = [0] * 5
    six_zeros = [0] * 5
    satellites: list[int] = []
    for code in notebook:
        kind, number = deck.kind[code], deck.coordinate[code]
        if kind == SATELLITE:
            satellites.append(number)
        elif number:
            masks[kind] |= 1 << number
        elif six_zeros[kind] < 2:
            six_zeros[kind] += 1
    return Collections(tuple(masks), tuple(six_zeros), tuple(sorted(satellites)))


def most_points(stars: Counts, held: Collections) -> int:
    """The most points that stars times multipliers can give, over every use of satellites and 6/0s."""
    masks, six_zeros, satellites = held.masks, held.six_zeros, held.satellites
    if not satellites:
        return sum(stars[t] * RUNS[six_zeros[t]][masks[t]] for t in range(5))
    if len(satellites) == 1:
        bit = 1 << satellites[0]
        runs = [RUNS[six_zeros[t]] for t in range(5)]
        gain = max(stars[t] * (runs[t][masks[t] | bit] - runs[t][masks[t]]) for t in range(5))
        return gain + sum(stars[t] * runs[t][masks[t]] for t in range(5))
    return _share_out(stars, held)[0]


def best_use(stars: Counts, held: Collections) -> tuple[int, tuple[Use, ...]]:
    """The most points, and by type a use of satellites and 6/0s that reaches them.

    Of several best uses it is the one found first; a satellite that helps nowhere lies in the last collection.
    """
    points, shares = _share_out(stars, held)
    left = list(held.satellites)
    uses = []
    for t, share in enumerate(shares):
        mine = tuple(n for n in NUMBERS if share >> n & 1) if t < 4 else tuple(left)
        for number in mine:
            left.remove(number)
        uses.append(_use(held.masks[t], held.six_zeros[t], mine))
    return points, tuple(uses)


def _use(mask: int, six_zeros: int, satellites: Counts) -> Use:
    stand_ins = tuple(number for number in satellites if not mask >> number & 1)
    for number in satellites:
        mask |= 1 << number
    stands = _stand(mask, six_zeros)
    for number in stands:
        mask |= 1 << number
    return Use(_run_numbers(mask), satellites, stand_ins, stands)


def _stand(mask: int, six_zeros: int) -> Counts:
    if six_zeros == 1:
        return (6,) if RUN[mask | _SIX] >= RUN[mask | _ZERO] else (0,)
    return (0, 6) if six_zeros else ()


def _run_numbers(mask: int) -> Counts:
    length = RUN[mask]
    whole = (1 << length) - 1
    start = next(n for n in NUMBERS if mask >> n & whole == whole)
    return tuple(range(start, start + length))


def _share_out(stars: Counts, held: Collections) -> tuple[int, Counts]:
    """The most points, and by type the mask of the satellite numbers given to its collection.

    Type after type tries every set of the numbers that are left; equal numbers are interchangeable, and no collection
    has a use for the same number twice.
    """

    @cache
    def best_from(kind: int, left: Counts) -> tuple[int, Counts]:
        if kind == 5:
            return 0, ()
        table, mask, each = RUNS[held.six_zeros[kind]], held.masks[kind], stars[kind]
        best: tuple[int, Counts] = (-1, ())
        for share in _subsets(left, each):
            rest, shares = best_from(kind + 1, tuple(n - (share >> i & 1) for i, n in enumerate(left)))
            points = each * table[mask | share] + rest
            if points > best[0]:
                best = (points, (share, *shares))
        return best

    return best_from(0, tuple(held.satellites.count(n) for n in NUMBERS))


def _subsets(left: Counts, stars: int) -> list[int]:
    """The masks of the numbers that may be given to a collection; one without stars needs none."""
    subsets = [0]
    for number, count in enumerate(left):
        if count and stars:
            subsets += [subset | 1 << number for subset in subsets]
    return subsets
