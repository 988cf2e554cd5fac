"""What lies beside a tile is found wherever in the picture the two lie."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.ink.rectangles.grounds import find_grounds
from vision.ink.rectangles.loose import find_quads

Image = NDArray[np.uint8]
TABLE = (70, 140, 60)
TILE = (150, 170, 180)
PLACES = ((280, 320), (716, 4), (40, 540))


def two_tiles(tone: tuple[int, int, int], noise: float, at: tuple[int, int]) -> Image:
    """Two small tiles side by side on a table; everything else in the picture is plain."""
    part = np.full((160, 240, 3), TABLE, np.uint8)
    part[50:108, 40:86] = TILE
    part[50:108, 110:156] = tone
    part[72:86, 56:70] = part[72:86, 126:140] = (60, 50, 40)
    soft = cv2.GaussianBlur(part, (0, 0), 1.2) + np.random.default_rng(3).normal(0, noise, part.shape)
    frame = np.full((720, 960, 3), TABLE, np.uint8)
    frame[at[1] : at[1] + 160, at[0] : at[0] + 240] = np.clip(soft, 0, 255)
    return frame


@pytest.mark.parametrize("at", PLACES)
def test_a_faint_tile_beside_another_is_outlined(at: tuple[int, int]) -> None:
    frame = two_tiles((110, 155, 120), 28, at)
    assert len(find_quads(frame, patient=True)) == 2


@pytest.mark.parametrize("at", PLACES)
def test_the_ground_of_each_of_two_tiles_is_found(at: tuple[int, int]) -> None:
    frame = two_tiles(TILE, 4, at)
    square = 16 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float)
    strokes = [np.add(square, (at[0] + x, at[1] + 79)) for x in (63, 133)]
    assert len(find_grounds(frame, strokes)) == 2
