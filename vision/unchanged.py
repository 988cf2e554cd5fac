"""Whether a board looks as it did: nothing drawn on it, nothing wiped off, and it has not been moved."""

from __future__ import annotations

from functools import cache
from typing import Final

import cv2
import numpy as np

from vision.ink import opencv
from vision.ink.pose import Array, Image, Plane
from vision.ranks import median_of_columns

LONGEST_PX: Final = 640
"""Larger boards are compared at this size: lines on them are broader, too."""
LIGHT_PX: Final = 31
"""What changes over more pixels than these is light."""
AROUND_PX: Final = 61
"""Noise is what differs on average so many pixels around."""
STROKE: Final = (9, 3)
"""The length and breadth of a piece of a line that is looked for, px."""
DIRECTIONS: Final = 6
"""Directions in which it is looked for, evenly over half a turn."""
LEVELS: Final = 1.0
"""Differences along a piece of a line, in levels, that are added to the noise: those of cameras are no steadier."""
CHANGED: Final = 4.0
"""Something has changed where a piece of a line differs by more than so many times the noise."""
CUT: Final = 3.0
"""What differs by more than so many times the board's noise counts as so much noise around it. Without it 25 of 128
tiles laid on a board were no change, with it none; 15 more of 352 unchanged boards are read again."""
EACH: Final = 8
"""One of so many places of a board tells how large its noise is."""
NOISY: Final = 12.0
"""With more noise than this, in levels, a faint line may be missed: nothing is said to look the same."""
_SIGMA: Final = 1.2533
"""The standard deviation of noise over its mean size."""
_MEDIAN: Final = 0.6745
"""The median size of noise over its standard deviation."""


def looks_same(before: Image, now: Image, corners: Array) -> bool:
    """Whether nothing has changed within `corners` (4, 2) px of two pictures of one size.

    In doubt it says no: noise and slow changes of the light alone are let pass.
    """
    if before.shape != now.shape or before.size == 0:
        return False
    factor = min(1.0, LONGEST_PX / max(before.shape[:2]))
    one, other = (opencv.zoomed(opencv.coloured(picture), factor) for picture in (before, now))
    board = np.zeros((*one.shape[:2], 1), np.float32)
    cv2.fillConvexPoly(board, np.rint(corners * factor).astype(np.int32), 1)
    levels = (other.astype(np.float32) - one) * board
    levels = (levels - _mean(levels, board, LIGHT_PX)) * board
    if not board.any() or _SIGMA * float(np.abs(levels).mean() / board.mean()) > NOISY:
        return False
    return not any(_differs(levels, board, stroke) for stroke in _strokes())


def _differs(levels: Plane, board: Plane, stroke: Plane) -> bool:
    """Whether a piece of a line in that direction differs by more than noise anywhere on the board."""
    along = np.abs(cv2.filter2D(levels, -1, stroke)) * board
    # What has changed is no noise: the edge of a tile would hide behind its own.
    usual = np.maximum(median_of_columns(along[board[..., 0] > 0][::EACH]) / _MEDIAN, LEVELS)
    noise = _SIGMA * _mean(np.minimum(along, CUT * usual), board, AROUND_PX) + LEVELS
    return bool((((along / noise) ** 2).mean(2) > CHANGED**2).any())


def _mean(levels: Plane, board: Plane, size: int) -> Plane:
    """The mean of so many pixels around each, those that are not of the board left out."""
    there = cv2.blur(board, (size, size))[..., None]
    return np.asarray(cv2.blur(levels, (size, size)) / np.maximum(there, 1e-3), np.float32)


@cache
def _strokes() -> tuple[Plane, ...]:
    """A piece of a line in each direction; each sums to 1."""
    return tuple(_stroke(np.pi * k / DIRECTIONS) for k in range(DIRECTIONS))


def _stroke(turn: float) -> Plane:
    length, breadth = STROKE
    y, x = np.mgrid[:length, :length] - (length - 1) / 2
    along = np.abs(x * np.cos(turn) + y * np.sin(turn))
    across = np.abs(y * np.cos(turn) - x * np.sin(turn))
    piece = np.clip(length / 2 - along, 0, 1) * np.clip(breadth / 2 - across, 0, 1)
    return np.asarray(piece / piece.sum(), np.float32)
