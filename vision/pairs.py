"""The pairs of stars between which a line may have been drawn."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.layout import DiscLayout

Numbers = NDArray[np.float64]
Indices = NDArray[np.intp]

REACH_MM = 45.0
"""Lines longer than this are read only where the record or the tile asks for them."""
NEAR_MM = 6.0
"""A third star farther from a line than this does not matter to it."""


class Pairs(msgspec.Struct, frozen=True, eq=False):
    """Candidate lines: rows `a` < `b` of the layout's stars, `third` (n,) mm from the chord to the nearest other star
    between its ends, `at` (n,) where along it (0…1), `third_row` (n,) which star (-1: none within NEAR_MM)."""

    a: Indices
    b: Indices
    third: Numbers
    at: Numbers
    third_row: Indices

    def row_of(self) -> dict[tuple[int, int], int]:
        """(star row, star row), smaller first -> row of this pair."""
        return {(int(i), int(j)): k for k, (i, j) in enumerate(zip(self.a, self.b, strict=True))}


def visible_stars(layout: DiscLayout, rotation_deg: float) -> NDArray[np.bool_]:
    """(n,) whether a star's centre shows in the window at this rotation."""
    outline = layout.window.astype(np.float32)
    board = layout.to_board(layout.stars_xy, rotation_deg).astype(np.float32)
    return np.array([cv2.pointPolygonTest(outline, (float(x), float(y)), False) >= 0 for x, y in board], bool)


def _third_stars(xy: Numbers, others: Indices, a: Indices, b: Indices) -> tuple[Numbers, Numbers, Indices]:
    start, delta = xy[a], xy[b] - xy[a]
    length = np.hypot(delta[:, 0], delta[:, 1])
    unit = delta / length[:, None]
    seen = xy[others]
    rel_x = seen[None, :, 0] - start[:, :1]
    rel_y = seen[None, :, 1] - start[:, 1:]
    along = (rel_x * unit[:, :1] + rel_y * unit[:, 1:]) / length[:, None]
    away = np.abs(rel_y * unit[:, :1] - rel_x * unit[:, 1:])
    own = (others[None, :] == a[:, None]) | (others[None, :] == b[:, None])
    away = np.where(own | (along < 0.02) | (along > 0.98), np.inf, away)
    pick = away.argmin(1)
    rows = np.arange(len(a))
    nearest = away[rows, pick]
    near = nearest < NEAR_MM
    return np.minimum(nearest, NEAR_MM), np.where(near, along[rows, pick], 0.5), np.where(near, others[pick], -1)


def candidate_pairs(
    layout: DiscLayout, rotation_deg: float, extra: frozenset[tuple[int, int]] = frozenset(), reach_mm: float = REACH_MM
) -> Pairs:
    """All pairs of visible stars up to `reach_mm` apart, and the `extra` ones (rows of the layout's stars)."""
    xy = layout.stars_xy
    shown = np.flatnonzero(visible_stars(layout, rotation_deg))
    i, j = np.triu_indices(len(shown), 1)
    a, b = shown[i], shown[j]
    delta = xy[a] - xy[b]
    near = (delta**2).sum(1) <= reach_mm**2
    a, b = a[near], b[near]
    there = set(zip(a.tolist(), b.tolist(), strict=True))
    more = sorted(pair for pair in ((min(p), max(p)) for p in extra) if pair not in there and pair[0] != pair[1])
    if more:
        a = np.concatenate([a, [p[0] for p in more]])
        b = np.concatenate([b, [p[1] for p in more]])
    third, at, row = _third_stars(xy, shown, a, b)
    return Pairs(a, b, third, at, row)
