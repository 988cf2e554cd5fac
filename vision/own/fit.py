"""How one table draws, as far as it differs from what the nets have learnt: a correction of what they say.

Fitted to boards of which the table has confirmed what is drawn on them. A habit leaves everything as it is unless the
boards say otherwise: its weights are held near zero by a prior.
"""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.ink.pose import Numbers

SPREAD = (0.3, 1.0, 0.2)
"""Prior deviations: of the slope from 1, of the offset, and of each feature's weight. Without the last, 240 bare discs
of six tables (seed 9201) are asked 214 questions about, with it 176."""
MOST = 3.0
"""No feature counts for more deviations than this."""
PASSES = 30
"""Steps of Newton's method at most, each at most 1 long: it needs about ten."""
SETTLED = 1e-6
"""A step no longer than this is the last."""


class Usual(msgspec.Struct, frozen=True):
    """Mean and deviation of each feature over many tables."""

    mean: tuple[float, ...]
    deviation: tuple[float, ...]


class Habit(msgspec.Struct, frozen=True):
    """Weights of log-odds, of 1, and of each feature in deviations from what is usual."""

    weights: tuple[float, ...]

    def corrected(self, log_odds: NDArray[np.floating], features: NDArray[np.floating], usual: Usual) -> Numbers:
        """(n,) what this table makes of a net's log-odds of lines with (n, k) `features`."""
        return np.asarray(_columns(log_odds, features, usual) @ np.array(self.weights))


class Lesson(msgspec.Struct, frozen=True, eq=False):
    """Lines of one board: (n,) a net's log-odds, (n, k) its features, (n,) whether each is drawn."""

    log_odds: Numbers
    features: NDArray[np.floating]
    drawn: NDArray[np.bool_]


def fitted(lessons: list[Lesson], usual: Usual) -> Habit:
    """The likeliest habit by logistic regression with the prior `SPREAD`. `lessons` holds one at least."""
    log_odds = np.concatenate([one.log_odds for one in lessons])
    features = np.concatenate([one.features for one in lessons])
    x = _columns(log_odds, features, usual)
    y = np.concatenate([one.drawn for one in lessons]).astype(float)
    before = np.zeros(x.shape[1])
    before[0] = 1
    held = 1 / np.array([*SPREAD[:2], *[SPREAD[2]] * (len(before) - 2)]) ** 2
    weights = before.copy()
    for _ in range(PASSES):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        slope = x.T @ (p - y) + held * (weights - before)
        step = np.linalg.solve((x * (p * (1 - p))[:, None]).T @ x + np.diag(held), slope)
        longest = float(np.abs(step).max())
        weights -= step / max(1.0, longest)
        if longest < SETTLED:
            break
    return Habit(tuple(weights.round(5).tolist()))


def _columns(log_odds: NDArray[np.floating], features: NDArray[np.floating], usual: Usual) -> Numbers:
    apart = (features - np.array(usual.mean)) / np.array(usual.deviation)
    return np.column_stack([log_odds, np.ones(len(log_odds)), np.clip(apart, -MOST, MOST)])
