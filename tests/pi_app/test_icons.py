"""The strokes of our icons say what they should."""

from __future__ import annotations

import math

import pytest

from pi_app.ui.icons import ICONS


def test_the_arrow_that_turns_the_disc_runs_clockwise_to_its_tip() -> None:
    arc, (one, tip, other) = ICONS["turn"]
    assert math.dist(arc[-1], tip) < 0.1
    (x, y), (u, v) = arc[0], arc[-1]
    before = arc[-2]
    assert (before[0] - 12) * (v - 12) - (before[1] - 12) * (u - 12) > 0
    along = (u - before[0], v - before[1])
    for barb in (one, other):
        assert (barb[0] - tip[0]) * along[0] + (barb[1] - tip[1]) * along[1] < 0
    assert math.dist((x, y), (12, 12)) == pytest.approx(8)


@pytest.mark.parametrize("name", ICONS)
def test_icons_stay_on_their_grid(name: str) -> None:
    assert all(0 <= n <= 24 for stroke in ICONS[name] for point in stroke for n in point)
