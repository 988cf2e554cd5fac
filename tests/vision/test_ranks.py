"""Percentiles and medians as NumPy has them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.ranks import median, median_of_columns, percentile, percentile_of_rows

RNG = np.random.default_rng(7)
MANY: list[NDArray[Any]] = [
    RNG.normal(size=(9, 14)).astype(np.float32),
    RNG.normal(size=101),
    RNG.integers(0, 256, (8, 5, 3), np.uint8),
    np.array([250, 3], np.uint8),
    np.array([4.5]),
]


@pytest.mark.parametrize("values", MANY)
@pytest.mark.parametrize("percent", [0, 1, 30, 50, 97.5, 100])
def test_a_percentile_of_any_numbers_is_that_of_numpy(values: NDArray[Any], percent: float) -> None:
    assert percentile(values, percent) == pytest.approx(float(np.percentile(values, percent)), abs=1e-6)


@pytest.mark.parametrize("values", MANY)
def test_a_median_of_any_numbers_is_that_of_numpy(values: NDArray[Any]) -> None:
    assert median(values) == pytest.approx(float(np.median(values)), abs=1e-6)


@pytest.mark.parametrize("percent", [0, 30, 61, 100])
def test_percentiles_of_rows_and_medians_of_columns_are_those_of_numpy(percent: float) -> None:
    rows = MANY[0]
    assert percentile_of_rows(rows, percent) == pytest.approx(np.percentile(rows, percent, axis=1), abs=1e-6)
    assert median_of_columns(rows) == pytest.approx(np.median(rows, axis=0), abs=1e-6)


def test_what_is_ranked_stays_as_it_is() -> None:
    values = np.arange(9.0)[::-1].copy()
    assert percentile(values, 30) == pytest.approx(2.4)
    assert values.tolist() == [8, 7, 6, 5, 4, 3, 2, 1, 0]


def test_none_have_no_middle() -> None:
    assert np.isnan(median(np.empty(0)))
    assert np.isnan(median_of_columns(np.empty((0, 3)))).all()
