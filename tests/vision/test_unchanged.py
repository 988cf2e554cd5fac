"""A board looks the same until something is drawn on it, wiped off it, or it is moved; in doubt it does not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.ink.pose import Array, Image
from vision.unchanged import looks_same

CORNERS = np.array([[30, 20], [290, 25], [285, 215], [25, 210]], float)
STRETCH = np.linspace(0.92, 1.08, 320)[None, :, None]


def board(noise: float = 3.0, seed: int = 1, light: Array | float = 1.0, scale: int = 1) -> Image:
    """A dark board with stars on a light table, under other noise each time."""
    picture = np.full((240, 320, 3), 190, np.uint8)
    cv2.fillConvexPoly(picture, CORNERS.astype(np.int32), (60, 40, 30))
    for x, y in np.random.default_rng(7).uniform((45, 40), (270, 195), (60, 2)):
        cv2.circle(picture, (int(x), int(y)), 2, (230, 240, 250), -1, cv2.LINE_AA)
    large = cv2.resize(picture * light, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    noisy = large + np.random.default_rng(seed).normal(0, noise, large.shape)
    return np.asarray(np.clip(noisy, 0, 255), np.uint8)


def drawn(picture: Image, level: int, size: int = 1) -> Image:
    cv2.line(picture, (100 * size, 100 * size), (124 * size, 111 * size), (level, level, level), size, cv2.LINE_AA)
    return picture


@pytest.mark.parametrize("noise", [3.0, 6.0])
def test_noise_and_light_that_has_changed_a_little_are_no_change(noise: float) -> None:
    assert looks_same(board(noise), board(noise, 2), CORNERS)
    assert looks_same(board(noise), board(noise, 2, STRETCH), CORNERS)


@pytest.mark.parametrize("noise", [0.0, 3.0, 6.0])
def test_a_thin_short_line_is_a_change_and_so_is_one_that_is_gone(noise: float) -> None:
    line = drawn(board(noise, 2), 130)
    assert not looks_same(board(noise), line, CORNERS)
    assert not looks_same(line, board(noise), CORNERS)


def test_a_line_on_a_large_picture_is_a_change_too() -> None:
    assert looks_same(board(scale=4), board(seed=2, scale=4), 4 * CORNERS)
    assert not looks_same(board(scale=4), drawn(board(seed=2, scale=4), 130, 4), 4 * CORNERS)


def test_a_board_that_was_shoved_or_taken_away_has_changed() -> None:
    assert not looks_same(board(), np.roll(board(seed=2), 2, axis=1), CORNERS)
    assert not looks_same(board(), np.full((240, 320, 3), 190, np.uint8), CORNERS)
    assert not looks_same(board(), board()[:200], CORNERS)


@pytest.mark.parametrize("level", [110, 200])
def test_a_tile_that_was_laid_on_a_board_is_a_change(level: int) -> None:
    laid = board(seed=2)
    laid[90:114, 120:144] = level
    assert not looks_same(board(), laid, CORNERS)
    assert not looks_same(laid, board(), CORNERS)


def test_grey_pictures_are_compared_too_and_what_lies_outside_of_a_picture_never_looks_the_same() -> None:
    assert looks_same(board()[:, :, 1], board(seed=2)[:, :, 1], CORNERS)
    assert not looks_same(board()[:, :, 1], drawn(board(seed=2), 130)[:, :, 1], CORNERS)
    assert not looks_same(board()[:0], board()[:0], CORNERS)


def test_what_changes_beside_a_board_is_none_of_its_changes() -> None:
    beside = board(seed=2)
    beside[:, 296:] = 20
    assert looks_same(board(), beside, CORNERS)


def test_where_a_faint_line_might_be_missed_nothing_looks_the_same() -> None:
    assert not looks_same(board(20.0), board(20.0, 2), CORNERS)
