"""Edges looked for in a smaller picture lie where they are, and a wide blur looks like one of the whole picture."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.ink import opencv
from vision.ink.rectangles.edges import coarse_segments

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


def test_the_sides_of_a_thing_in_a_large_picture_are_found_where_they_are() -> None:
    picture = np.full((720, 1280, 3), (60, 90, 120), np.uint8)
    picture[200:500, 300:900] = (120, 90, 60)
    found = coarse_segments(picture)
    long = found[np.hypot(found[:, 2] - found[:, 0], found[:, 3] - found[:, 1]) > 200]
    upright = np.abs(long[:, 2] - long[:, 0]) < 10
    assert {round(float(x)) for x in long[upright, 0]} <= {298, 299, 300, 301, 898, 899, 900, 901}
    assert {round(float(y)) for y in long[~upright, 1]} <= {198, 199, 200, 201, 498, 499, 500, 501}
    assert upright.sum() >= 2
    assert (~upright).sum() >= 2
