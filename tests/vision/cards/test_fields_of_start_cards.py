"""Where cards print the sign of their type and their stars, from plain drawings of a few cards side by side."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.cards.measured.cards import Box, marks_on, reading_order, star_row, stars_box, type_box
from vision.ink.pose import Array, Image

SIZE, SCALE = (40.0, 60.0), 4
"""A card (mm), and pixels a millimetre of the drawing."""
SIGN, STARS = (26.0, 40.0), ((8.0, 52.0), (13.0, 52.0), (18.0, 52.0))
"""Where the middles of the sign and of the stars are printed (mm)."""
INKS = ((30, 30, 200), (200, 60, 30), (40, 150, 40), (30, 160, 190), (120, 60, 120))


def drawn(stars: int = 3, cards: int = 4) -> tuple[Image, Array]:
    """Cards in a row, each with a sign of its own and so many stars, and their corners (cards, 4, 2) px."""
    wide, tall = (round(side * SCALE) for side in SIZE)
    picture = np.full((tall + 40, cards * (wide + 20) + 20, 3), (70, 80, 60), np.uint8)
    quads = []
    for number in range(cards):
        left, top = 20 + number * (wide + 20), 20
        picture[top : top + tall, left : left + wide] = (225, 230, 235)
        x, y = (round(left + SIGN[0] * SCALE), round(top + SIGN[1] * SCALE))
        sign = cv2.ellipse2Poly((x, y), (22, 22), 45 * number, 0, 360, (120, 90, 72, 30, 60)[number])
        cv2.fillPoly(picture, [np.asarray(sign)], INKS[number])
        for at in STARS[:stars]:
            cv2.circle(picture, (round(left + at[0] * SCALE), round(top + at[1] * SCALE)), 7, (40, 40, 40), -1)
        right, bottom = left + wide, top + tall
        quads.append([[left, top], [right, top], [right, bottom], [left, bottom]])
    return picture, np.array(quads, float) - 0.5


def seen_row(picture: Image, quads: Array) -> Array | None:
    return star_row(marks_on(picture, quads, SIZE, [(SIGN, (14.0, 14.0))]))


def middle(box: Box) -> tuple[float, float]:
    return box[0]


def test_the_sign_of_the_type_is_where_cards_differ_most() -> None:
    picture, quads = drawn()
    found = type_box(picture, quads, SIZE)
    assert middle(found) == pytest.approx(SIGN, abs=2.0)
    assert found[1][0] == found[1][1]
    assert 6 < found[1][0] < 20


@pytest.mark.parametrize("stars", [3, 2])
def test_the_box_of_the_stars_holds_three_however_many_are_printed(stars: int) -> None:
    row = seen_row(*drawn(stars))
    assert row is not None
    assert len(row) == stars
    found = stars_box(row, SIZE)
    assert found[0][1] == pytest.approx(STARS[0][1], abs=1.0)
    assert found[0][0] == pytest.approx(STARS[1][0], abs=1.0)
    assert found[1][0] > 2 * found[1][1]


def test_two_stars_under_a_lamp_on_one_card_are_seen_beside_an_emblem_on_all() -> None:
    picture, quads = drawn(2, cards=5)
    for left, top in quads[:, 0] + 0.5:
        cv2.circle(picture, (round(left + 34 * SCALE), round(top + 8 * SCALE)), 8, (40, 40, 40), -1)
    left, top = (quads[3, 0] + 0.5).astype(int)
    picture[top + 170 : top + 230, left + 8 : left + 90] = 245
    row = seen_row(picture, quads)
    assert row is not None
    assert row[:, :2] == pytest.approx(np.array(STARS[:2]), abs=0.5)


@pytest.mark.parametrize("stars", [1, 0])
def test_a_mark_alone_is_no_row_of_stars(stars: int) -> None:
    assert seen_row(*drawn(stars)) is None


def test_of_two_rows_of_equal_marks_none_is_chosen() -> None:
    picture, quads = drawn(2)
    for left, top in quads[:, 0] + 0.5:
        for x in (30, 35):
            cv2.circle(picture, (round(left + x * SCALE), round(top + 8 * SCALE)), 7, (40, 40, 40), -1)
    assert seen_row(picture, quads) is None


def test_cards_are_read_row_by_row_from_the_left() -> None:
    _, quads = drawn()
    shuffled = quads[[2, 0, 3, 1]]
    assert np.array_equal(reading_order(shuffled), quads)
