"""A tile laid rigidly over the disc: every place and turn where it could have been drawn, never mirrored."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from vision.disc.decode import Drawing, Field
from vision.disc.pattern import Pattern
from vision.disc.tuning import TUNING, Prices
from vision.ink.pose import Indices, Numbers

Part = list[tuple[tuple[int, int], int]]
"""Lines of a tile, each with its row of the field (-1: not seen at all)."""


def tile_scale(pattern: Pattern, xy: Numbers) -> float:
    """Millimetres a unit of the tile: 1, or the disc's lattice step where the tile counts in lattice steps.

    A tile with lines much shorter than the stars `xy` (n, 2) mm are apart cannot be in millimetres.
    """
    i, j = np.array(pattern.lines, np.intp).T
    shortest = float(np.hypot(*(pattern.xy[i] - pattern.xy[j]).T).min())
    points = xy[:, 0] + 1j * xy[:, 1]
    away = np.abs(points[:, None] - points) + 1e9 * np.eye(len(points))
    step = float(np.median(away.min(1)))
    return step if shortest < TUNING.in_steps * step else 1.0


class RigidSearch:
    """Lays a pattern over a field with its true distances and angles. `xy` (n, 2) disc mm of the layout's stars."""

    def __init__(self, field: Field, pattern: Pattern, prices: Prices, xy: Numbers) -> None:
        self.field, self.pattern, self.prices, self.xy = field, pattern, prices, xy
        self.scale = tile_scale(pattern, xy)
        self.row_of = np.full((len(xy), len(xy)), -1)
        a, b = np.array(field.a, np.intp), np.array(field.b, np.intp)
        self.row_of[a, b] = self.row_of[b, a] = np.arange(len(a))
        self.gain = np.append(np.array(field.value) + prices.exact_line, -prices.gap)

    def drawings(self) -> list[Drawing]:
        """The heaviest drawings of the pattern or of a connected part of it."""
        stars = self._placements()
        if not len(stars):
            return []
        i, j = np.array(self.pattern.lines, np.intp).T
        rows = np.where((stars[:, i] >= 0) & (stars[:, j] >= 0), self.row_of[stars[:, i], stars[:, j]], -1)
        promise = np.maximum(self.gain[rows], -self.prices.skip).sum(1)
        found: dict[frozenset[int], float] = {}
        for place in np.argsort(-promise, kind="stable")[: TUNING.max_placements]:
            for drawing in self._parts(stars[place].tolist(), rows[place].tolist()):
                found[drawing.lines] = max(found.get(drawing.lines, -np.inf), drawing.weight)
        return [Drawing(weight, lines) for lines, weight in found.items()]

    def _placements(self) -> Indices:
        """(places, pattern stars) rows of the layout's stars, -1 where the disc has none."""
        points = self.xy[:, 0] + 1j * self.xy[:, 1]
        tile = self.scale * (self.pattern.xy[:, 0] + 1j * self.pattern.xy[:, 1])
        a, b = np.array(self.field.a, np.intp), np.array(self.field.b, np.intp)
        likely = np.flatnonzero(np.array(self.field.value) > TUNING.min_anchor)
        start, end = np.concatenate([a[likely], b[likely]]), np.concatenate([b[likely], a[likely]])
        places = []
        for i, j in self.pattern.lines:
            fits = np.abs(np.abs(points[end] - points[start]) - abs(tile[j] - tile[i])) < TUNING.tile_tolerance_mm
            step = (points[end[fits]] - points[start[fits]]) / (tile[j] - tile[i])
            turn = step / np.abs(step)
            places.append(points[start[fits], None] + turn[:, None] * (tile - tile[i]))
        every = np.concatenate(places) if places else np.zeros((0, len(tile)), complex)
        away = np.abs(every[:, :, None] - points)
        nearest = away.argmin(2)
        stars = np.where(away.min(2) < TUNING.tile_tolerance_mm, nearest, -1)
        return np.asarray(np.unique(stars, axis=0))

    def _parts(self, stars: list[int], rows: list[int]) -> Iterator[Drawing]:
        """The whole placement where it can be drawn, and its parts with the least likely outer stars left out."""
        lines = [
            (line, row)
            for line, row in zip(self.pattern.lines, rows, strict=True)
            if stars[line[0]] >= 0 and stars[line[1]] >= 0
        ]
        for piece in _pieces(lines):
            for part in (piece, *self._without_a_star(piece)):
                yield from self._trimmed(part)

    def _trimmed(self, part: Part) -> Iterator[Drawing]:
        while part:
            yield self._weighed(part)
            if (gapped := self._without_faint(part)) != part:
                yield self._weighed(gapped)
            part = self._without_worst_leaf(part)

    def _without_a_star(self, part: Part) -> Iterator[Part]:
        """The part without one star of several lines that hardly show: where the tile's lines make a ring, none of the
        ring's is an outer one."""
        for star in sorted({star for line, _ in part for star in line}):
            gone = [row for line, row in part if star in line]
            rest = [(line, row) for line, row in part if star not in line]
            if len(gone) > 1 and self.gain[gone].max() < 0 and len(_pieces(rest)) == 1:
                yield rest

    def _weighed(self, part: Part) -> Drawing:
        drawn = [row for _, row in part if row >= 0]
        clash = float(self.field.clash[np.ix_(drawn, drawn)].sum()) / 2
        skipped = len(self.pattern.xy) - len({star for line, _ in part for star in line})
        price = self.prices.skip * min(skipped, 1) + self.prices.skip_more * max(skipped - 1, 0)
        return Drawing(float(self.gain[[row for _, row in part]].sum()) - clash - price, frozenset(drawn))

    def _without_faint(self, part: Part) -> Part:
        """The same stars, lines that hardly show left out where both their stars have others."""
        ends = [star for line, _ in part for star in line]
        return [
            (line, -1 if self.gain[row] < 0 and min(ends.count(line[0]), ends.count(line[1])) > 1 else row)
            for line, row in part
        ]

    def _without_worst_leaf(self, part: Part) -> Part:
        ends = [star for line, _ in part for star in line]
        outer = [n for n, (line, _) in enumerate(part) if 1 in (ends.count(line[0]), ends.count(line[1]))]
        leaves = [(float(self.gain[part[n][1]]), n) for n in outer]
        if not leaves:
            return []
        _, worst = min(leaves)
        return part[:worst] + part[worst + 1 :]


def _pieces(lines: Part) -> list[Part]:
    """The lines in connected groups."""
    groups: list[tuple[set[int], Part]] = []
    for line, row in lines:
        touching = [group for group in groups if group[0] & set(line)]
        merged = (set(line).union(*(g[0] for g in touching)), [item for g in touching for item in g[1]] + [(line, row)])
        groups = [group for group in groups if group not in touching] + [merged]
    return [group[1] for group in groups]
