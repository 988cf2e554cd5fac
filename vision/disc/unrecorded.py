"""Boards of which no record tells: lines of many rounds, weighed one by one, and what an earlier picture says of them.

Every weight is a natural logarithm.
"""

from __future__ import annotations

import numpy as np

from vision.disc.decode import Field, free_drawings
from vision.disc.pairs import Pairs
from vision.disc.tuning import TUNING, Prices
from vision.ink.doubt import DoubtLimits
from vision.ink.pose import Flags, Numbers


def line_chances(field: Field, prices: Prices) -> Numbers:
    """(m,) the probability of each line of a `field` where any number of drawings may lie side by side."""
    a, b, value = (np.asarray(part) for part in (field.a, field.b, field.value))
    p = _apart(field, prices)
    for _ in range(TUNING.passes if len(value) else 0):
        without = np.log1p(-np.minimum(p, 0.999))
        none = np.zeros(max(a.max(), b.max()) + 1)
        np.add.at(none, a, without)
        np.add.at(none, b, without)
        alone = np.exp(none[a] + none[b] - 2 * without)
        p = _apart(field._replace(value=(value - TUNING.lonely * alone).tolist()), prices)
    return p


def _apart(field: Field, prices: Prices) -> Numbers:
    """(m,) probabilities; lines that do not clash, even by way of others, have nothing to do with each other."""
    p = np.zeros(len(field.value))
    for rows in _groups(field.clash > 0):
        part = Field(
            [field.a[row] for row in rows],
            [field.b[row] for row in rows],
            [field.value[row] for row in rows],
            field.clash[np.ix_(rows, rows)],
            [field.angle[row] for row in rows],
        )
        drawings = free_drawings(part, prices, 0.0, least=TUNING.min_log_odds, pieces=False)
        weights = np.array([drawing.weight for drawing in drawings])
        chance = np.exp((weights - weights.max()) / prices.heat)
        for drawing, share in zip(drawings, (chance / chance.sum()).tolist(), strict=True):
            p[[rows[k] for k in drawing.lines]] += share
    return p


def _groups(joined: Flags) -> list[list[int]]:
    """The rows of the (m, m) matrix in groups that hang together."""
    left, groups = set(range(len(joined))), []
    while left:
        group = [left.pop()]
        for row in group:
            more = left.intersection(np.flatnonzero(joined[row] | joined[:, row]).tolist())
            left -= more
            group += sorted(more)
        groups.append(sorted(group))
    return groups


class Earlier:
    """What a picture from before this drawing says: `pairs` of stars and (n,) how likely each was joined then."""

    def __init__(self, pairs: Pairs, p: Numbers, limits: DoubtLimits) -> None:
        self._limits = limits
        odds = np.clip(np.log(np.maximum(p, 1e-9) / np.maximum(1 - p, 1e-9)), -TUNING.max_log_odds, TUNING.max_log_odds)
        self._odds = dict(zip(zip(pairs.a.tolist(), pairs.b.tolist(), strict=True), odds.tolist(), strict=True))

    def likely(self) -> frozenset[tuple[int, int]]:
        """The pairs that seem joined: to be looked at in any case."""
        return frozenset(pair for pair, odds in self._odds.items() if odds > 0)

    def speaks_for(self, pairs: Pairs) -> Numbers:
        """(n,) what it adds to the log-odds of each pair: a line that was there stays, one that was not may be new.

        A pair that was not looked at then is as a pair without ink.
        """
        usual = self._limits.usual
        odds = np.array(
            [
                self._odds.get(pair, -TUNING.max_log_odds)
                for pair in zip(pairs.a.tolist(), pairs.b.tolist(), strict=True)
            ]
        )
        was = TUNING.joined_before * np.exp(TUNING.trust * (odds - usual))
        new = 1 / (1 + np.exp(-usual)) - TUNING.joined_before
        gone = was * np.exp(-self._limits.record)
        return np.asarray(np.log((was + new) / (gone + 1 - TUNING.joined_before - new)) - usual)
