"""The card before which a mother ship stands while a camera looks at its balls."""

from __future__ import annotations

import pytest

from engines.starfarers.foot_card import AROUND, BALL, CARD, MARKERS, STAND, WHITE, balls_layout, tube_of


@pytest.mark.parametrize("ball", [10.0, BALL, 14.0])
def test_the_tube_stands_where_the_ship_stands_and_hides_no_marker_nor_the_white(ball: float) -> None:
    left, top, width, height = tube_of(ball)
    assert (left + width / 2, top + height) == pytest.approx(STAND)
    assert height > 2 * ball  # two balls show
    assert left - AROUND > WHITE[0] + WHITE[2] or left + width + AROUND < WHITE[0]
    for x, y in MARKERS.at.values():
        assert x + MARKERS.size < left - AROUND or x > left + width + AROUND or y + MARKERS.size < top
        assert 0 < x < CARD.width - MARKERS.size
        assert 0 < y < CARD.height - MARKERS.size


def test_the_layout_counts_the_balls_and_gives_areas_by_their_corners() -> None:
    layout = balls_layout(["red", "red", "blue"], 12.0)
    assert layout["balls"] == {"red": 2, "blue": 1}
    assert layout["white"] == [(85.0, 30.0), (96.0, 30.0), (96.0, 80.0), (85.0, 80.0)]
    assert layout["kind"] == "balls"
