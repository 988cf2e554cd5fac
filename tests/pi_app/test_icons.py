"""The strokes of our icons say what they should."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pi_app.ui.icons import GRID, ICONS, STROKE, coverage
from tests.pi_app.screen_faults import Frames


def test_the_arrow_that_turns_the_disc_runs_clockwise_to_its_tip() -> None:
    arc, (one, tip, other) = ICONS["turn"]
    assert math.dist(arc[-1], tip) < 0.1
    (cx, cy), (u, v) = (12, 13.2), arc[-1]
    before = arc[-2]
    assert (before[0] - cx) * (v - cy) - (before[1] - cy) * (u - cx) > 0
    along = (u - before[0], v - before[1])
    for barb in (one, other):
        assert (barb[0] - tip[0]) * along[0] + (barb[1] - tip[1]) * along[1] < 0
    assert all(math.dist(point, (cx, cy)) == pytest.approx(8) for point in arc)


@pytest.mark.parametrize("name", ICONS)
def test_icons_stay_on_their_grid_with_their_round_ends(name: str) -> None:
    edge = STROKE / 2
    assert all(edge <= n <= GRID - edge for stroke in ICONS[name] for point in stroke for n in point)


@pytest.mark.parametrize("name", ICONS)
def test_icons_stand_in_the_middle_of_their_grid(name: str) -> None:
    for axis in (0, 1):
        places = [point[axis] for stroke in ICONS[name] for point in stroke]
        assert (min(places) + max(places)) / 2 == pytest.approx(GRID / 2, abs=1)


@pytest.mark.parametrize("side", [18, 26, 48])
def test_a_circle_has_no_seam_and_no_corners(side: int) -> None:
    """Every ray from the middle meets as much ink as the others."""
    ink = coverage(ICONS["clock"][:1], side).astype(float) / 255
    at = np.arange(side) + 0.5 - side / 2
    x, y = np.meshgrid(at, at)
    turn = np.floor((np.arctan2(y, x) + math.pi) / math.tau * 16).astype(int) % 16
    amounts = np.array([ink[turn == k].sum() for k in range(16)])
    assert amounts.min() > 0.75 * amounts.max()


def test_strokes_end_round_and_a_single_point_is_a_dot() -> None:
    line, dot = coverage([[(6, 12), (18, 12)]], 48), coverage([[(12, 12)]], 48)
    assert line[23, 11] > 200 > line[22, 10], "half a stroke beyond its end, but not in the corner"
    assert dot.sum() / 255 == pytest.approx(math.pi * 2**2, rel=0.1)


def test_an_icon_is_drawn_in_the_middle_of_a_wide_place(frames: Frames) -> None:
    from kivy.graphics import Rectangle

    from pi_app.ui.widgets.marks import Icon

    icon = Icon(icon="plus", pos=(100, 40), size=(44, 26))
    frames(2)
    (drawn,) = (part for part in icon.drawing.children if isinstance(part, Rectangle))
    assert (drawn.pos, drawn.size) == ((109, 40), (26, 26))
