"""The lines that may have been drawn this round, with what the rules of the game make of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.disc.decode import Field
from vision.disc.pairs import Pairs, depth_inside
from vision.disc.rivalry import Rivals, crossings
from vision.disc.tuning import RulePrices
from vision.ink.layout import DiscLayout
from vision.ink.pose import Indices, Numbers


def fully_visible(layout: DiscLayout, rotation_deg: float, slack: float = 0.6) -> NDArray[np.bool_]:
    """(n,) whether a star's whole glyph shows in the window, give or take `slack` mm."""
    return np.asarray(depth_inside(layout, rotation_deg) > layout.star_radii - slack)


def _rule_price(
    layout: DiscLayout, rotation_deg: float, pairs: Pairs, rows: Indices, known: Indices, prices: RulePrices
) -> Numbers:
    a, b = pairs.a[rows], pairs.b[rows]
    used, cut = np.zeros(len(layout.stars_xy)), ~fully_visible(layout, rotation_deg)
    used[pairs.a[known]] = used[pairs.b[known]] = 1
    together_a, together_b = np.concatenate([a, pairs.a[known]]), np.concatenate([b, pairs.b[known]])
    crossing = crossings(layout.stars_xy, together_a, together_b)[: len(rows), len(rows) :].any(1)
    price = prices.used_star * (used[a] + used[b]) + prices.cross * crossing
    return np.asarray(price + prices.hidden_star * (cut[a].astype(float) + cut[b]))


def _clash(layout: DiscLayout, pairs: Pairs, rows: Indices, rivals: Rivals, prices: RulePrices) -> Numbers:
    clash = prices.cross * crossings(layout.stars_xy, pairs.a[rows], pairs.b[rows])
    place = np.full(len(pairs.a), -1)
    place[rivals.rows] = np.arange(len(rivals.rows))
    at = np.flatnonzero(place[rows] >= 0)
    share = rivals.share[np.ix_(place[rows[at]], place[rows[at]])]
    clash[np.ix_(at, at)] += prices.same_ink * _mostly(np.maximum(share, share.T))
    return np.asarray(clash)


def _mostly(share: NDArray[np.floating]) -> Numbers:
    """How far the `share` of a path that lies on another counts as the whole of it: 0 up to half, 1 from 0.8 on."""
    return np.asarray(np.clip((share - 0.5) / 0.3, 0, 1), np.float64)


def _worth_weighing(pairs: Pairs, log_odds: Numbers, known: NDArray[np.bool_], prices: RulePrices) -> NDArray[np.bool_]:
    """(n,) whether each pair may be one of this round's lines."""
    likely = (log_odds > prices.anchor) & ~known
    begun = np.zeros(1 + int(pairs.b.max(initial=0)), bool)
    begun[pairs.a[likely]] = begun[pairs.b[likely]] = True
    goes_on = begun[pairs.a] | begun[pairs.b]
    return np.asarray(~known & ((log_odds > prices.least) | (goes_on & (log_odds > prices.deepest))))


def new_lines(
    layout: DiscLayout,
    rotation_deg: float,
    pairs: Pairs,
    log_odds: Numbers,
    known: NDArray[np.bool_],
    rivals: Rivals,
    prices: RulePrices,
) -> tuple[Indices, Field]:
    """Rows of `pairs` that may be this round's lines, and the field they make."""
    rows = np.flatnonzero(_worth_weighing(pairs, log_odds, known, prices))
    if len(rows) > prices.count:
        rows = np.sort(rows[np.argsort(-log_odds[rows], kind="stable")[: prices.count]])
    value = np.clip(log_odds[rows], prices.deepest, prices.most)
    value = value - _rule_price(layout, rotation_deg, pairs, rows, np.flatnonzero(known), prices)
    delta = layout.stars_xy[pairs.b[rows]] - layout.stars_xy[pairs.a[rows]]
    angle = np.arctan2(delta[:, 1], delta[:, 0])
    clash = _clash(layout, pairs, rows, rivals, prices)
    return rows, Field(pairs.a[rows].tolist(), pairs.b[rows].tolist(), value.tolist(), clash, angle.tolist())
