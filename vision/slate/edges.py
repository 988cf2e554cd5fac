"""The unit lines of a slate's lattice that may have been drawn."""

from __future__ import annotations

from functools import lru_cache

import msgspec
import numpy as np

from engines.slates import SlateSky
from vision.ink.pose import Indices
from vision.slate.layout import STAR, SlateBoard

STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))
WAYS = 8
"""Directions in which lines leave a point, in turn."""
_WAY_OF_STEP = np.array([0, 2, 1, 7])


class Edges(msgspec.Struct, frozen=True, eq=False):
    """n unit lines between neighbouring points: `a`, `b` rows of the lattice's points, a the left (or lower) one.

    `step` (n,) the row of its direction in STEPS; `off` (n,) how many of the ends are no stars; `crossing` (n,) the row
    of the diagonal that crosses it, `ahead` (n, 2) the rows of the lines that go on straight beyond a and beyond b,
    `beside` (n, 2) those of its parallels in the next columns (upright lines) or rows; -1 where there is none.
    """

    a: Indices
    b: Indices
    step: Indices
    off: Indices
    crossing: Indices
    ahead: Indices
    beside: Indices
    row_of: dict[tuple[int, int], int]

    @property
    def way(self) -> Indices:
        """(n,) direction from a to b, in eighths of a turn from the first of STEPS."""
        return _WAY_OF_STEP[self.step]

    def row(self, a: int, b: int) -> int:
        """The row of the line between two points, -1 where it is no candidate."""
        return self.row_of.get((min(a, b), max(a, b)), -1)


@lru_cache(maxsize=32)
def lattice_edges(board: SlateBoard, sky: SlateSky) -> Edges:
    """All unit lines with a star at one end at least, but for the printed ones."""
    kinds = board.kinds(sky)
    printed = {tuple(sorted(board.rows_of(line))) for line in sky.printed_lines}
    found: list[tuple[int, int, int]] = []
    for point in range(board.columns * board.rows):
        row, column = divmod(point, board.columns)
        for step, (dx, dy) in enumerate(STEPS):
            if not (0 <= column + dx < board.columns and 0 <= row + dy < board.rows):
                continue
            other = point + dy * board.columns + dx
            star = STAR in (kinds[point], kinds[other])
            if star and (min(point, other), max(point, other)) not in printed:
                found.append((point, other, step))
    a, b, step_of = np.array(found, np.intp).reshape(-1, 3).T
    row_of = {(min(p, q), max(p, q)): k for k, (p, q, _) in enumerate(found)}
    off = (kinds[a] != STAR).astype(np.intp) + (kinds[b] != STAR)
    none = np.full(len(found), -1)
    edges = Edges(a, b, step_of, off, none, np.stack([none, none], 1), np.stack([none, none], 1), row_of)
    up = np.select([step_of == 2, step_of == 3], [board.columns, -board.columns], 0)
    edges.crossing[step_of >= 2] = _rows(edges, a + up, b - up)[step_of >= 2]
    delta, aside = b - a, np.where(step_of == 1, 1, board.columns)
    edges.ahead[:, 0], edges.ahead[:, 1] = _rows(edges, a - delta, a), _rows(edges, b, b + delta)
    edges.beside[:, 0], edges.beside[:, 1] = _rows(edges, a - aside, b - aside), _rows(edges, a + aside, b + aside)
    return edges


def _rows(edges: Edges, starts: Indices, ends: Indices) -> Indices:
    return np.array([edges.row(p, q) for p, q in zip(starts.tolist(), ends.tolist(), strict=True)], np.intp)
