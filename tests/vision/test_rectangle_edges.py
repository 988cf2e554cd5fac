"""A wide blur at a quarter of the size looks like one of the whole picture."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.ink import opencv

ROWS, COLUMNS = 203, 301


@pytest.fixture
def plane() -> opencv.Map:
    grain = np.random.default_rng(5).normal(120, 30, (ROWS, COLUMNS))
    grain[60:140, 80:220] -= 70
    return np.asarray(cv2.GaussianBlur(grain, (0, 0), 3.0), np.float32)


@pytest.mark.parametrize("sigma", [8.0, 25.0])
def test_a_wide_blur_looks_like_one_of_the_whole_picture(plane: opencv.Map, sigma: float) -> None:
    whole = cv2.GaussianBlur(plane, (0, 0), sigma)
    apart = np.abs(opencv.widely_blurred(plane, sigma) - whole)
    assert apart.shape == (ROWS, COLUMNS)
    assert float(apart.mean()) < 0.3
    assert float(apart[25:-25, 25:-25].max()) < 1.0
