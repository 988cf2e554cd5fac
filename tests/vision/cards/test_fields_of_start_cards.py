"""Where cards print the sign of their type and their stars, from plain drawings of a few cards side by side."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.cards.measured.cards import Box, reading_order, stars_box, type_box
from vision.ink.pose import Array, Image

SIZE, SCALE = (40.0, 60.0), 4
"""A card (mm), and pixels a millimetre of the drawing."""
SIGN, STARS = (26.0, 40.0), ((8.0, 52.0), (13.0, 52.0), (18.0, 52.0))
"""Where the middles of the sign and of the stars are printed (mm)."""


def drawn(stars: int = 3) -> tuple[Image, Array]:
    """Four cards in a row, each with a sign of its own and so many stars, and their corners (4, 4, 2) px."""
    wide, tall = (round(side * SCALE) for side in SIZE)
    picture = np.full((tall + 40, 4 * (wide + 20) + 20, 3), (70, 80, 60), np.uint8)
    quads = []
    for number in range(4):
        left, top = 20 + number * (wide + 20), 20
        picture[top : top + tall, left : left + wide] = (225, 230, 235)
        x, y = (round(left + SIGN[0] * SCALE), round(top + SIGN[1] * SCALE))
        sign = cv2.ellipse2Poly((x, y), (22, 22), 45 * number, 0, 360, (120, 90, 72, 30)[number])
        cv2.fillPoly(picture, [np.asarray(sign)], ((30, 30, 200), (200, 60, 30), (40, 150, 40), (30, 160, 190))[number])
        for at in STARS[:stars]:
            cv2.circle(picture, (round(left + at[0] * SCALE), round(top + at[1] * SCALE)), 7, (40, 40, 40), -1)
        right, bottom = left + wide, top + tall
        quads.append([[left, top], [right, top], [right, bottom], [left, bottom]])
    return picture, np.array(quads, float) - 0.5


def middle(box: Box) -> tuple[float, float]:
    return box[0]


def test_the_sign_of_the_type_is_where_cards_differ_most() -> None:
    picture, quads = drawn()
    found = type_box(picture, quads, SIZE)
    assert middle(found) == pytest.approx(SIGN, abs=2.0)
    assert found[1][0] == found[1][1]
    assert 6 < found[1][0] < 20


@pytest.mark.parametrize("stars", [3, 2, 1])
def test_the_box_of_the_stars_holds_three_however_many_are_printed(stars: int) -> None:
    picture, quads = drawn(stars)
    found = stars_box(picture, quads, SIZE, [(SIGN, (14.0, 14.0))])
    assert found is not None
    assert found[0][1] == pytest.approx(STARS[0][1], abs=1.0)
    assert found[0][0] == pytest.approx(STARS[1][0], abs=2.5)
    assert found[1][0] > 2 * found[1][1]


def test_cards_without_stars_have_no_box_for_them() -> None:
    picture, quads = drawn(0)
    assert stars_box(picture, quads, SIZE, [(SIGN, (14.0, 14.0))]) is None


def test_cards_are_read_row_by_row_from_the_left() -> None:
    _, quads = drawn()
    shuffled = quads[[2, 0, 3, 1]]
    assert np.array_equal(reading_order(shuffled), quads)
