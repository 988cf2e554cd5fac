"""Percentiles and medians of many numbers, quicker than NumPy's own: those part their numbers at three places or more,
which takes several times as long as at one. No value may be NaN."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray


def percentile(values: NDArray[Any], percent: float) -> float:
    """What `percent` (0…100) of the values, in any shape, lie below; between two of them linearly; NaN of none."""
    flat = values.ravel()
    if not len(flat):
        return math.nan
    at = percent / 100 * (len(flat) - 1)
    below = int(at)
    parted = np.partition(flat, below)
    low, share = float(parted[below]), at - below
    return low if share == 0 else low + share * (float(parted[below + 1 :].min()) - low)


def median(values: NDArray[Any]) -> float:
    """The middle one of the values, in any shape; between the two middle ones of an even number; NaN of none."""
    return percentile(values, 50)


def percentile_of_rows(rows: NDArray[np.float32], percent: float) -> NDArray[np.float32]:
    """(n,) the `percentile` of each of (n, k) rows that are short, k > 0: sorting them is quicker than parting."""
    at = percent / 100 * (rows.shape[1] - 1)
    below = int(at)
    ordered = np.sort(rows, axis=1)
    low, high = ordered[:, below], ordered[:, min(below + 1, rows.shape[1] - 1)]
    return np.asarray(low + (high - low) * np.float32(at - below))


def median_of_columns(rows: NDArray[Any]) -> NDArray[np.float32]:
    """(k,) the `median` of each column of (n, k) rows, as of many colours."""
    return np.array([median(column) for column in rows.T], np.float32)
