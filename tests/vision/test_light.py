"""The light check: what is wrong with a picture, in words a player can act on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest

from engines.errors import BadInput
from vision.disc.locate import locate_disc, window_area
from vision.ink.light import Light, LightFigures, Trouble, check_light, check_live, sharpest, verdict

Make = Callable[..., Any]


def check(image: Any, photo: Any) -> Light:
    return check_light(window_area(image, locate_disc(image, photo.layout), photo.layout))


def test_a_good_picture_is_ok_and_says_nothing(photo: Any) -> None:
    assert check(photo.image, photo) == Light(ok=True, why=())


def test_a_picture_in_the_dark_is_too_dark(photo: Any) -> None:
    assert check((photo.image * 0.18).astype(np.uint8), photo).why == (Trouble.TOO_DARK,)


def test_a_picture_out_of_focus_is_blurred(photo: Any) -> None:
    assert Trouble.BLUR in check(cv2.GaussianBlur(photo.image, (0, 0), 5), photo).why


@pytest.mark.parametrize("angle", [0, 33, 90, 135])
def test_a_picture_of_a_camera_that_moved_is_blurred(photo: Any, angle: float) -> None:
    way, middle = np.zeros((31, 31), np.float32), 15
    x, y = (round(7 * turn(np.deg2rad(angle))) for turn in (np.cos, np.sin))
    cv2.line(way, (middle - x, middle - y), (middle + x, middle + y), 1.0)
    shaken = cv2.filter2D(photo.image, -1, way / way.sum())
    assert check(shaken, photo).why == (Trouble.BLUR,)


def test_a_lamp_mirrored_in_the_disc_is_glare(photo: Any) -> None:
    lamp = np.zeros(photo.image.shape[:2], np.float32)
    x, y = photo.stars.mean(0)
    cv2.circle(lamp, (round(x) - 60, round(y)), 45, 200, -1)
    bright = photo.image + cv2.GaussianBlur(lamp, (0, 0), 18)[..., None]
    assert check(np.clip(bright, 0, 255).astype(np.uint8), photo).why == (Trouble.GLARE,)


def test_a_hand_on_the_disc_is_seen(photo: Any) -> None:
    image = photo.image.copy()
    x, y = photo.stars.mean(0)
    cv2.circle(image, (round(x) + 50, round(y)), 70, (110, 140, 190), -1)
    assert check(image, photo).why == (Trouble.HAND,)


def test_a_board_that_reaches_out_of_the_picture_is_cut_off(photo: Any) -> None:
    left = round(float(photo.corners[:, 0].min())) + 30
    image = np.ascontiguousarray(photo.image[:, left:])
    assert check(image, photo).why == (Trouble.CUT_OFF,)


def test_every_trouble_is_named_the_most_urgent_first() -> None:
    figures = LightFigures(bright=20, glare=0.4, detail=0.3, even=0.9, outside=9, covered=0.5)
    assert [str(trouble) for trouble in verdict(figures).why] == [
        "board cut off",
        "too dark",
        "blur",
        "glare on the disc",
        "hand in the picture",
    ]


def test_the_sharpest_frame_of_a_burst_is_taken(photo: Any) -> None:
    frames = [cv2.GaussianBlur(photo.image, (0, 0), sigma) for sigma in (3, 1, 2)]
    assert sharpest([*frames, photo.image]) is photo.image
    assert sharpest(frames) is frames[1]


def test_a_burst_without_a_frame_is_bad_input() -> None:
    with pytest.raises(BadInput, match="at least one"):
        sharpest([])


def test_a_live_picture_is_judged_before_any_board_is_found(photo: Any) -> None:
    assert check_live(photo.image, photo.image).ok
    assert check_live((photo.image * 0.15).astype(np.uint8)).why[0] == Trouble.TOO_DARK
    assert Trouble.BLUR in check_live(cv2.GaussianBlur(photo.image, (0, 0), 14)).why


def test_something_that_moves_is_a_hand(photo: Any) -> None:
    later = photo.image.copy()
    later[200:420, 500:700] = (110, 140, 190)
    assert check_live(later, photo.image).why == (Trouble.HAND,)
