"""Which lines a person should be asked about."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


class DoubtLimits(msgspec.Struct, frozen=True):
    """Between these probabilities a line is asked about (chosen on validation photographs)."""

    low: float = 0.03
    high: float = 0.97
    erased: float = -5.0
    """Log-odds of the ink alone below which a recorded line may have been wiped away."""


def doubtful_lines(p: Numbers, limits: DoubtLimits) -> NDArray[np.bool_]:
    """(n,) whether each of the probabilities leaves a doubt worth a question."""
    return np.asarray((p > limits.low) & (p < limits.high))
