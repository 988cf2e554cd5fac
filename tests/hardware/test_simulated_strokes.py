"""Pen strokes look drawn by hand and stay near their stars."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.simulated.levels import CONDITIONS
from hardware.simulated.pixels import Sheet
from hardware.simulated.strokes import Pen, draw_cross, draw_line, ink_grain, lay_ink
from tools.studio.levels import random_pen

A, B = np.array([10.0, 12.0]), np.array([40.0, 20.0])


def sheet() -> Sheet:
    return Sheet(np.full((160, 250, 3), 20, np.uint8), 5.0)


def test_a_stroke_ends_within_two_millimetres_of_its_stars() -> None:
    pen = Pen(miss=0.4, overshoot=0.5)
    for seed in range(30):
        stroke = draw_line(np.random.default_rng(seed), A, B, pen)
        assert np.hypot(*(stroke.points[0] - A)) < 3
        assert np.hypot(*(stroke.points[-1] - B)) < 3


def test_a_stroke_is_as_wide_as_its_pen_within_a_third() -> None:
    page = sheet()
    stroke = draw_line(np.random.default_rng(1), A, B, Pen(width=1.4, opacity=1.0, gaps=0, patchy=0))
    lay_ink(page, stroke, np.zeros((160, 250), np.float32))
    inked = float((page.picture[..., 1] > 140).sum()) / 25
    length = float(np.hypot(*np.diff(stroke.points, axis=0).T).sum())
    assert inked / length == pytest.approx(1.4, rel=0.33)


def test_faint_ink_is_darker_than_full_ink() -> None:
    means = []
    for opacity in (0.4, 1.0):
        page = sheet()
        rng = np.random.default_rng(2)
        lay_ink(page, draw_line(rng, A, B, Pen(opacity=opacity, gaps=0)), ink_grain(rng, (160, 250), 5.0))
        means.append(page.picture.mean())
    assert means[0] < means[1]


def test_a_skipping_pen_leaves_gaps() -> None:
    stroke = draw_line(np.random.default_rng(4), A, B, Pen(gaps=0.4))
    assert stroke.ink.min() < 0.3 < stroke.ink.max()


def test_a_cross_is_two_strokes_through_its_star() -> None:
    strokes = draw_cross(np.random.default_rng(5), A, 4.0, Pen())
    assert len(strokes) == 2
    for stroke in strokes:
        assert np.hypot(*(stroke.points - A).T).min() < 1.5


def test_ink_outside_the_sheet_is_left_out() -> None:
    page = sheet()
    far = draw_line(np.random.default_rng(1), A + 500, B + 500, Pen())
    lay_ink(page, far, np.zeros((160, 250), np.float32))
    assert (page.picture == 20).all()


def test_wide_sets_have_less_steady_hands_and_no_other_pens() -> None:
    def pens(wide: bool) -> list[Pen]:
        return [random_pen(np.random.default_rng(k), "hard", (20.0, 20.0, 30.0), wide) for k in range(60)]

    usual, wide = pens(False), pens(True)
    assert max(pen.bow for pen in usual) <= CONDITIONS["hard"].bow < max(pen.bow for pen in wide)
    assert max(pen.wobble for pen in usual) <= 0.2 < max(pen.wobble for pen in wide)
    assert [(pen.width, pen.opacity, pen.miss) for pen in wide] == [(pen.width, pen.opacity, pen.miss) for pen in usual]
