"""Which way up a slate lies, told by a clean photograph of it: everything printed on it must lie where it lay."""

from __future__ import annotations

import cv2
import numpy as np

from vision.ink.pose import Image, Placed
from vision.slate.grids import board_grid
from vision.slate.layout import SlateBoard

PX_PER_MM = 1.0


def whole_board(grey: Image, pose: Placed, board: SlateBoard) -> Image:
    """The whole slate seen straight on, small."""
    return pose.rectify(grey, board_grid(board, PX_PER_MM))


def alike(one: Image, other: Image) -> float:
    """How much of the fine print of two pictures of a whole board agrees, -1…1."""
    first, second = (_detail(picture) for picture in (one, other))
    return float((first * second).sum() / np.sqrt((first**2).sum() * (second**2).sum() + 1e-6))


def _detail(picture: Image) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    plane = picture.astype(np.float32)
    fine = cv2.GaussianBlur(plane, (0, 0), 0.8) - cv2.GaussianBlur(plane, (0, 0), 4.0)
    spread = cv2.sqrt(cv2.GaussianBlur(fine * fine, (0, 0), 8.0)) + np.float32(2.0)
    return np.asarray(np.clip(fine / spread, -2, 2), np.float32)
