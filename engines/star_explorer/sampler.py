"""Draws one legal drawing uniformly, without listing them all.

An urn holds a ticket for each choice at each placement. Several tickets may stand for the same drawing: a ticket that
was drawn is accepted with one over their number, so that every drawing is equally likely. Tickets for stars or lines
that are taken meanwhile are thrown back, which leaves the others equally likely too.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from random import Random
from typing import NamedTuple

from engines.star_explorer.choices import Pattern, draw_of
from engines.star_explorer.model import Draw, StarExplorerOptions
from engines.star_explorer.placements import Placement


class Open(NamedTuple):
    """A placement on a board: what of it may still be drawn."""

    placement: Placement
    free: int
    """The pattern's lines that may be drawn, as bits."""
    whole: bool
    """Whether all stars may be drawn."""


class Kept(NamedTuple):
    """What of a placement its tickets cover, as bits on the disc."""

    lines: int
    stars: int
    whole: bool


class Urn:
    """The tickets of one tile for one board.

    A placement all of whose drawings another one gives as well holds no tickets.
    """

    def __init__(self, pattern: Pattern, there: Iterable[Open], options: StarExplorerOptions) -> None:
        self.pattern = pattern
        self._by_line: dict[int, list[Kept]] = {}
        self._by_stars: dict[int, int] = {}
        self._placements: list[Placement] = []
        self._choices: list[tuple[int, ...]] = []
        covered = [(_covered(place), place) for place in there]
        covered.sort(key=lambda pair: (not pair[0].whole, -pair[0].lines.bit_count()))
        for kept, place in covered:
            if not self._given_by_another(kept):
                self._keep(kept)
                self._placements.append(place.placement)
                self._choices.append(pattern.choices(place.free, place.whole, options))
        self._upto = list(accumulate(map(len, self._choices)))
        self._tickets = self._upto[-1] if self._upto else 0

    def _given_by_another(self, new: Kept) -> bool:
        if not new.lines:
            return False
        beside = self._by_line.get(new.lines & -new.lines, ())
        same = (kept for kept in beside if kept.lines & new.lines == new.lines)
        return any(not new.whole or (kept.whole and kept.stars == new.stars) for kept in same)

    def _keep(self, kept: Kept) -> None:
        left = kept.lines
        while left:
            bit = left & -left
            self._by_line.setdefault(bit, []).append(kept)
            left ^= bit
        if kept.whole:
            self._by_stars[kept.stars] = self._by_stars.get(kept.stars, 0) + 1

    def proposal(
        self, taken_stars: int, taken_lines: int, singles: Sequence[Draw], seat: int, rng: Random
    ) -> Draw | None:
        """A drawing, or None for a ticket that is thrown back; `singles` are drawings of one star alone."""
        others, pattern = 1 + len(singles), self.pattern
        ticket = int(rng.random() * (others + self._tickets)) - others
        if ticket < 0:
            return Draw(seat=seat) if ticket == -1 else singles[ticket + others]
        place = bisect_right(self._upto, ticket)
        placement = self._placements[place]
        choice = self._choices[place][ticket - self._upto[place]]
        all_stars = choice >= pattern.all_stars
        if all_stars and placement.stars & taken_stars:
            return None
        star_indices, line_indices = pattern.indices(choice)
        star_bits, line_bits = placement.star_bits, placement.line_bits
        stars = placement.stars if all_stars else sum([star_bits[k] for k in star_indices])
        if stars & taken_stars:
            return None
        lines = sum([line_bits[k] for k in line_indices])
        if lines & taken_lines:
            return None
        same = self._tickets_for(stars, lines, all_stars)
        if same > 1 and rng.random() * same >= 1:
            return None
        return draw_of(placement, pattern, choice, seat)

    def _tickets_for(self, stars: int, lines: int, all_stars: bool) -> int:
        """How many tickets stand for this drawing."""
        if not lines:
            return self._by_stars[stars]
        beside = self._by_line[lines & -lines]
        if all_stars:
            return sum([kept.whole and kept.stars == stars and kept.lines & lines == lines for kept in beside])
        return sum([kept.lines & lines == lines for kept in beside])


def _covered(place: Open) -> Kept:
    placement, free = place.placement, place.free
    lines = sum([bit for k, bit in enumerate(placement.line_bits) if free >> k & 1])
    return Kept(lines, placement.stars, place.whole)
