"""Which lines a person should be asked about."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


class DoubtLimits(msgspec.Struct, frozen=True):
    """Where doubt begins (chosen on validation photographs)."""

    low: float = 0.03
    high: float = 0.97
    """Between these two probabilities a new line is asked about."""
    erased: float = 0.85
    """Below this probability a recorded line is asked about: it may have been wiped away."""
    record: float = 6.3
    """Log-odds that a recorded line is still there, before looking."""
    veiled: float = 1.5
    """A line under more veil than this (hand, glare) cannot be missed."""
    certain: float = 0.99


def doubtful_lines(p: Numbers, limits: DoubtLimits) -> NDArray[np.bool_]:
    """(n,) whether each of the probabilities leaves a doubt worth a question."""
    return np.asarray((p > limits.low) & (p < limits.high))


def recorded_lines(log_odds: NDArray[np.float32], in_sight: NDArray[np.bool_], limits: DoubtLimits) -> Numbers:
    """(n,) probabilities of recorded lines: the `log_odds` of their ink alone count where they are in sight."""
    p = 1 / (1 + np.exp(-(limits.record + log_odds.astype(np.float64))))
    return np.asarray(np.where(in_sight, np.minimum(p, limits.certain), limits.certain))
