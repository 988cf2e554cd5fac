"""Matt ink in a lamp's reflection, on pictures drawn in the test: darker than its ground, and ink all the same."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.ink.evidence import clean_board
from vision.ink.focus import added_ink
from vision.ink.glare import inversion_level
from vision.ink.pose import Grid

Picture = NDArray[np.float32]
PX = 2.4
GRID = Grid((-40.0, -40.0), PX, (193, 193))
IN_THE_DARK = [[(-34.0, y), (-10.0, y + 3)] for y in (-30.0, -18.0, -6.0, 6.0, 18.0)]
IN_THE_LAMP = [[(12.0, y), (32.0, y + 3)] for y in (-18.0, -6.0, 6.0)]
NEW = np.array([[12.0, 18.0], [32.0, 14.0]])
GROUND, INK, LAMP = 40.0, 110.0, 160.0


def board(seed: int) -> Picture:
    """The clean board: a dark ground with printed stars."""
    plane = np.random.default_rng(seed).normal(GROUND, 2, GRID.size[::-1]).astype(np.float32)
    for x in range(12, 193, 24):
        for y in range(12, 193, 24):
            cv2.circle(plane, (x, y), 4, 200.0, -1)
    return plane


def picture(lamp: float, ink: float = INK) -> Picture:
    """The board with all lines in matt ink of one brightness; a lamp adds so much light to the film on its right half,
    not to the ink on it."""
    x = (np.arange(GRID.size[0]) / PX + GRID.origin[0])[None]
    drawn = np.zeros(GRID.size[::-1], np.uint8)
    for ends in (*IN_THE_DARK, *IN_THE_LAMP, NEW):
        px = np.rint(GRID.to_pixels(np.array(ends)) * 16).astype(np.int32)
        cv2.polylines(drawn, [px], False, 255, 3, cv2.LINE_AA, 4)
    share = drawn / np.float32(255)
    seen = (board(2) + lamp / (1 + np.exp(-x / 2))) * (1 - share) + ink * share
    return np.asarray(cv2.GaussianBlur(seen, (0, 0), 0.8), np.float32)


def new_line(after: Picture, lines: list[list[tuple[float, float]]]) -> float:
    """How much brighter the new line in the lamp is than what lies beside it, where these lines are recorded."""
    ends = GRID.to_pixels(np.array(lines).reshape(-1, 2)).reshape(-1, 2, 2)
    clean, area = (np.clip(one, 0, 255).astype(np.uint8) for one in (board(3), after))
    added, _ = added_ink([area], clean_board(clean, PX), PX, ends)
    shares = np.linspace(0.2, 0.8, 20)[:, None]
    line = NEW[0] * (1 - shares) + NEW[1] * shares
    on, off = (np.rint(GRID.to_pixels(line + np.array([0.0, aside]))).astype(int) for aside in (0.0, 3.0))
    return float(np.median(added[on[:, 1], on[:, 0]]) - np.median(added[off[:, 1], off[:, 0]]))


@pytest.mark.parametrize("exposed", [1.0, 0.7, 0.5])
def test_recorded_lines_tell_that_ink_in_the_lamp_is_dark(exposed: float) -> None:
    after = np.asarray(picture(LAMP) * exposed, np.float32)
    assert new_line(after, []) < -20
    assert new_line(after, IN_THE_DARK) < -20, "lines in the dark tell nothing of the lamp"
    assert new_line(after, [*IN_THE_DARK, *IN_THE_LAMP]) > 20


def test_dark_ink_without_a_lamp_turns_nothing() -> None:
    after = picture(0.0, ink=25.0)
    assert new_line(after, [*IN_THE_DARK, *IN_THE_LAMP]) == pytest.approx(new_line(after, []))


def test_a_lamp_that_adds_less_light_than_ink_turns_nothing() -> None:
    assert new_line(picture(30.0), [*IN_THE_DARK, *IN_THE_LAMP]) > 20


def test_ink_that_a_lamp_does_not_outshine_is_not_turned() -> None:
    assert new_line(picture(100.0, ink=230.0), [*IN_THE_DARK, *IN_THE_LAMP]) > 20


def test_where_no_line_is_recorded_nothing_is_told() -> None:
    plane = np.zeros((20, 20), np.float32)
    assert np.isinf(inversion_level(plane, lambda: plane, np.zeros((0, 2, 2)), PX))


def test_where_no_ink_is_dark_nobody_looks_for_a_lamp() -> None:
    added = np.zeros((80, 80), np.float32)
    cv2.line(added, (10, 40), (70, 40), 50.0, 3)
    line = np.array([[[10.0, 40.0], [70.0, 40.0]]])
    assert np.isinf(inversion_level(added, lambda: pytest.fail("asked for the ground"), line, PX))
