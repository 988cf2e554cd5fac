"""The four sides of a rectangle around a point in it, in pictures drawn straight on."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.ink.pose import Image
from vision.ink.rectangles.around import find_around

MIDDLE = 200
SIDES = (90.0, 120.0, 110.0, 60.0)
"""Pixels from the middle of the picture to the left, top, right and bottom side."""


def board(turn_deg: float, printed: bool = False) -> Image:
    """A light board on a dark table; `printed`: squares at its corners, 12 px inside its sides."""
    left, top, right, bottom = SIDES
    corners = np.array([[-left, -top], [right, -top], [right, bottom], [-left, bottom]])
    turn = np.deg2rad(turn_deg)
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])

    def fill(points: np.ndarray[tuple[int, ...], np.dtype[np.float64]], colour: tuple[int, int, int]) -> None:
        cv2.fillPoly(picture, [np.rint((points @ spin + MIDDLE) * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)

    picture = np.full((2 * MIDDLE + 1, 2 * MIDDLE + 1, 3), (60, 70, 55), np.uint8)
    fill(corners, (200, 210, 215))
    for x, y in (corners - np.sign(corners) * 22) * printed:
        fill(np.array([[x - 10, y - 10], [x + 10, y - 10], [x + 10, y + 10], [x - 10, y + 10]]), (20, 20, 20))
    return picture


@pytest.mark.parametrize("turn_deg", [0.0, 12.0, 77.0])
def test_the_sides_of_a_board_are_found_however_it_is_turned(turn_deg: float) -> None:
    found = find_around(board(turn_deg), 60.0)
    assert found is not None
    quarters = round((found.turn_deg - turn_deg) / 90)
    assert (found.turn_deg - turn_deg - 90 * quarters) == pytest.approx(0.0, abs=0.8)
    assert np.roll(found.distances, quarters) == pytest.approx(SIDES, abs=6)


def test_where_print_ends_is_known_sides_lie_just_beyond() -> None:
    found = find_around(board(12.0, printed=True), 60.0, 12.0, [side - 6 for side in SIDES])
    assert found is not None
    assert found.distances == pytest.approx(SIDES, abs=6)


@pytest.mark.parametrize("noise", [6, 0])
def test_a_plain_picture_has_no_sides(noise: int) -> None:
    plain = np.full((401, 401, 3), 100, np.uint8)
    plain += np.random.default_rng(1).integers(0, noise + 1, plain.shape).astype(np.uint8)
    assert find_around(plain, 60.0) is None
    assert find_around(plain, 60.0, 12.0, SIDES) is None
