"""Whole drawings weighed against each other: the tile laid over the lines seen, or something else drawn.

Every weight is a natural logarithm. A drawing's weight is the sum of its lines' log-odds, prices for what the rules
forbid, and what it needs of the tile; weights of all drawings together give each line its probability.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from vision.disc.pattern import Pattern
from vision.disc.tuning import Prices
from vision.ink.pose import Numbers


class Field(NamedTuple):
    """The m lines that may have been drawn: star rows `a`, `b`; log-odds `value`; `clash` (m, m) price of having both;
    `angle` of each line seen from `a`, radians clockwise from +x."""

    a: list[int]
    b: list[int]
    value: list[float]
    clash: Numbers
    angle: list[float]


class Drawing(NamedTuple):
    """A set of lines of a field and its weight."""

    weight: float
    lines: frozenset[int]


class _Partial(NamedTuple):
    hope: float
    weight: float
    stars: tuple[int, ...]
    lines: tuple[int, ...]
    skipped: int


class TileSearch:
    """Lays a pattern over a field, star by star, keeping the most promising drawings.

    Clockwise order at every star is kept, so that a mirror image never fits.
    """

    def __init__(self, field: Field, pattern: Pattern, prices: Prices, width: int = 300) -> None:
        self.field, self.pattern, self.prices, self.width = field, pattern, prices, width
        self.gain = [value + prices.line for value in field.value]
        self.near: dict[int, dict[int, int]] = {}
        """From each star the lines to those that may be joined with it, the one that gains most first."""
        for row in sorted(range(len(self.gain)), key=lambda row: -self.gain[row]):
            self.near.setdefault(field.a[row], {})[field.b[row]] = row
            self.near.setdefault(field.b[row], {})[field.a[row]] = row
        self.best = {here: max(self.gain[row] for row in joined.values()) for here, joined in self.near.items()}
        self.seen_at = {
            here: {other: self._seen_at(here, row) for other, row in joined.items()}
            for here, joined in self.near.items()
        }
        """From each star the directions to those that may be joined with it, radians."""
        around = pattern.around
        self.turns = [[star for star in (star, *around[star]) if len(around[star]) > 2] for star in range(len(around))]
        """For each star of the pattern those that have an order to keep once it is laid."""
        self.clash = [{int(j): float(row[j]) for j in np.flatnonzero(row)} for row in field.clash]
        self.gains = sorted(((gain, row) for row, gain in enumerate(self.gain) if gain > 0), key=lambda one: -one[0])

    def drawings(self) -> list[Drawing]:
        """The heaviest drawings of the pattern or of a connected part of it."""
        found: dict[frozenset[int], float] = {}
        for partial in self._grow(self.pattern.middle):
            lines = frozenset(partial.lines)
            if lines:
                found[lines] = max(found.get(lines, -np.inf), partial.weight)
        return [Drawing(weight, lines) for lines, weight in found.items()]

    def _grow(self, root: int) -> list[_Partial]:
        (first, _), *rest = self.pattern.order_from(root)
        blank = [-1] * len(self.pattern.xy)
        left = len(self.pattern.lines)
        beam = []
        for star in self.near:
            stars = blank.copy()
            stars[first] = star
            beam.append(_Partial(self._hope((), left), 0.0, tuple(stars), (), 0))
        for star, earlier in rest:
            left -= len(earlier)
            grown: list[_Partial] = []
            least = -math.inf
            for partial in beam:
                for child in self._children(partial, star, earlier, left, least):
                    least = max(least, child.hope - self.prices.keep)
                    grown.append(child)
            beam = self._prune(grown)
        return beam

    def _hope(self, lines: tuple[int, ...], left: int) -> float:
        """The most that `left` further lines can bring."""
        total = 0.0
        for gain, row in self.gains:
            if left == 0:
                break
            if row not in lines:
                total += gain
                left -= 1
        return total

    def _prune(self, beam: list[_Partial]) -> list[_Partial]:
        beam.sort(key=attrgetter("hope"), reverse=True)
        return [partial for partial in beam[: self.width] if partial.hope >= beam[0].hope - self.prices.keep]

    def _children(
        self, partial: _Partial, star: int, earlier: tuple[int, ...], left: int, least: float
    ) -> Iterator[_Partial]:
        """The same with `star` left out or laid where it may lie; not where there is surely less hope than `least`."""
        price = self.prices.skip if partial.skipped == 0 else self.prices.skip_more
        weight, most = partial.weight - price, self._hope(partial.lines, left)
        if weight + most >= least:
            yield _Partial(weight + most, weight, partial.stars, partial.lines, partial.skipped + 1)
        placed = [partial.stars[other] for other in earlier if partial.stars[other] >= 0]
        room = least - partial.weight - most - sum(max(self.best[other], -self.prices.gap) for other in placed[1:])
        for there, row in self.near[placed[0]].items() if placed else ():
            if self.gain[row] < room:
                break
            if there in partial.stars:
                continue
            ways = [way for way in self._ways(partial, there, placed) if way[0] + most >= least]
            stars = (*partial.stars[:star], there, *partial.stars[star + 1 :])
            if ways and self._in_turn(stars, star):
                for weight, lines in ways:
                    yield _Partial(weight + self._hope(lines, left), weight, stars, lines, partial.skipped)

    def _ways(self, partial: _Partial, there: int, placed: list[int]) -> list[tuple[float, tuple[int, ...]]]:
        """Weights and lines with the star `there` joined to those `placed`; lines after the first that hardly show may
        be left out."""
        ways = [(partial.weight, partial.lines)]
        for other in placed:
            row = self.near[other].get(there)
            gap = [(weight - self.prices.gap, lines) for weight, lines in ways]
            if row is None:
                ways = gap
                continue
            clash, gain = self.clash[row], self.gain[row]
            drawn = [
                (weight + gain - (sum(clash.get(line, 0.0) for line in lines) if clash else 0.0), (*lines, row))
                for weight, lines in ways
            ]
            ways = drawn if gain > 0 or other == placed[0] else drawn + gap
        return ways

    def _in_turn(self, stars: tuple[int, ...], star: int) -> bool:
        """Whether the lines drawn so far lie clockwise as on the tile, at `star` and at its neighbours."""
        for centre in self.turns[star]:
            seen_at = self.seen_at.get(stars[centre], {})
            at = [seen_at[there] for other in self.pattern.around[centre] if (there := stars[other]) in seen_at]
            if len(at) > 2 and (at[0] <= at[-1]) + sum(after < before for before, after in pairwise(at)) != 1:
                return False
        return True

    def _seen_at(self, here: int, row: int) -> float:
        angle = self.field.angle[row]
        return angle if self.field.a[row] == here else angle - np.pi if angle > 0 else angle + np.pi


def free_drawings(
    field: Field, prices: Prices, bonus: float, width: int = 160, least: float = -5.0, pieces: bool = True
) -> list[Drawing]:
    """The heaviest drawings that owe nothing to a tile, the empty one among them; each line brings `bonus`.

    `pieces`: whether every piece beyond the first has its price.
    """
    value = np.array(field.value) + bonus
    chosen = np.zeros((1, len(value)), bool)
    weight = np.zeros(1)
    for row in np.argsort(-value, kind="stable"):
        if value[row] < least:
            break
        taken = weight + value[row] - chosen @ field.clash[row]
        with_row = chosen.copy()
        with_row[:, row] = True
        chosen, weight = np.concatenate([chosen, with_row]), np.concatenate([weight, taken])
        order = np.argsort(-weight, kind="stable")[:width]
        order = order[weight[order] >= weight[order[0]] - prices.keep]
        chosen, weight = chosen[order], weight[order]
    drawings = []
    for lines, total in zip(chosen, weight, strict=True):
        rows = np.flatnonzero(lines).tolist()
        apart = max(0, _pieces(field, rows) - 1) if pieces else 0
        drawings.append(Drawing(float(total) - prices.island * apart, frozenset(rows)))
    return drawings


def _pieces(field: Field, rows: list[int]) -> int:
    """How many unconnected parts the lines `rows` make."""
    parent: dict[int, int] = {}

    def root(star: int) -> int:
        while (up := parent.setdefault(star, star)) != star:
            star = up
        return star

    for row in rows:
        parent[root(field.a[row])] = root(field.b[row])
    return sum(star == up for star, up in parent.items())


class Verdict(NamedTuple):
    """The `best` drawing, the probability of each line of the field, and that of the tile having been drawn."""

    best: frozenset[int]
    p: Numbers
    tile: float


def decode(field: Field, tile: list[Drawing] | None, prices: Prices) -> Verdict:
    """Weighs the drawings of a `tile`, where one was to be drawn, against free ones."""
    free = free_drawings(field, prices, prices.free_line if tile is not None else 0.0)
    if tile is not None:
        free = [Drawing(drawing.weight - prices.free, drawing.lines) for drawing in free]
    together: dict[frozenset[int], float] = {}
    for drawing in [*(tile or ()), *free]:
        together[drawing.lines] = float(np.logaddexp(together.get(drawing.lines, -np.inf), drawing.weight))
    weights = np.array(list(together.values()))
    chance = np.exp((weights - weights.max()) / prices.heat)
    chance /= chance.sum()
    p = np.zeros(len(field.value))
    for lines, part in zip(together, chance, strict=True):
        p[list(lines)] += part
    of_tile, of_free = (sum(np.exp(drawing.weight - weights.max()) for drawing in kind) for kind in (tile or (), free))
    best = max(together, key=lambda lines: together[lines])
    return Verdict(best, p, float(of_tile / (of_tile + of_free)))
