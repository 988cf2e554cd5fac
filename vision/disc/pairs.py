"""The pairs of stars between which a line may have been drawn."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

import msgspec
import numpy as np

from vision.disc.tuning import TUNING
from vision.ink.layout import DiscLayout
from vision.ink.pose import Flags, Indices, Numbers

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
        return {pair: k for k, pair in enumerate(zip(self.a.tolist(), self.b.tolist(), strict=True))}

    def take(self, rows: Indices) -> Pairs:
        """Only these pairs."""
        return Pairs(*(getattr(self, name)[rows] for name in self.__struct_fields__))

    def among(self, lines: Collection[tuple[int, int]]) -> Flags:
        """(n,) whether each pair is one of `lines`."""
        return np.array([pair in lines for pair in zip(self.a.tolist(), self.b.tolist(), strict=True)], bool)


def past_a_star(pairs: Pairs, log_odds: Numbers, read: Flags, likely: Flags, near_mm: float, less: float) -> Flags:
    """(n,) which lines may be others: two that are `read` by way of a star, and a `likely` one that passes the star no
    farther away than `near_mm` and whose `log_odds` are not smaller by `less` than those of the weaker of the two."""
    count = 1 + max(int(pairs.b.max(initial=0)), int(pairs.third_row.max(initial=0)))
    rows = np.full((count, count), -1)
    rows[pairs.a, pairs.b] = rows[pairs.b, pairs.a] = np.arange(len(pairs.a))
    past = np.flatnonzero(likely & (pairs.third_row >= 0) & (pairs.third <= near_mm))
    legs = np.stack([rows[pairs.a[past], pairs.third_row[past]], rows[pairs.b[past], pairs.third_row[past]]])
    over = (legs >= 0).all(0) & read[legs].all(0) & (log_odds[legs].min(0) - log_odds[past] < less)
    found = np.zeros(len(read), bool)
    found[past[over]] = found[legs[:, over]] = True
    return found


@lru_cache(maxsize=4)
def depth_inside(layout: DiscLayout, rotation_deg: float) -> Numbers:
    """(n,) mm: how far each star's centre lies inside the window at this rotation; negative outside."""
    start = layout.window_in_disc(rotation_deg)
    side = np.roll(start, -1, axis=0) - start
    rel = layout.stars_xy[:, None] - start[None]
    along = np.clip((rel * side).sum(2) / np.maximum((side**2).sum(1), 1e-12), 0, 1)
    away = np.hypot(rel[..., 0] - along * side[:, 0], rel[..., 1] - along * side[:, 1]).min(1)
    y0, y1 = rel[..., 1], np.roll(rel, -1, axis=1)[..., 1]
    x0, x1 = rel[..., 0], np.roll(rel, -1, axis=1)[..., 0]
    cuts = ((y0 > 0) != (y1 > 0)) & (((x0 * y1 - x1 * y0) > 0) == (y1 > y0))
    return np.asarray(np.where(cuts.sum(1) % 2 == 1, away, -away))


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


@lru_cache(maxsize=32)
def _disc_pairs(layout: DiscLayout, reach_mm: float) -> Pairs:
    """All pairs of the disc's stars up to `reach_mm` apart, whatever shows of them."""
    xy = layout.stars_xy
    a, b = np.triu_indices(len(xy), 1)
    delta = xy[a] - xy[b]
    near = (delta**2).sum(1) <= reach_mm**2
    a, b = a[near], b[near]
    return Pairs(a, b, *_third_stars(xy, np.arange(len(xy)), a, b))


def candidate_pairs(
    layout: DiscLayout,
    rotation_deg: float,
    extra: frozenset[tuple[int, int]] = frozenset(),
    reach_mm: float = TUNING.max_line_mm,
) -> Pairs:
    """All pairs of visible stars up to `reach_mm` apart, and the `extra` ones (rows of the layout's stars)."""
    every = _disc_pairs(layout, reach_mm)
    shown = depth_inside(layout, rotation_deg) >= 0
    pairs = every.take(np.flatnonzero(shown[every.a] & shown[every.b]))
    more = sorted(extra - pairs.row_of().keys())
    if not more:
        return pairs
    a, b = np.array(more, np.intp).T
    new = Pairs(a, b, *_third_stars(layout.stars_xy, np.arange(len(layout.stars_xy)), a, b))
    return Pairs(*(np.concatenate([getattr(pairs, name), getattr(new, name)]) for name in Pairs.__struct_fields__))
