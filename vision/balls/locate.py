"""Where the tube stands that may stand beside its place: by the two round things of a ball's size in it."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from vision.balls.evidence import ASIDE, WIDE, full_edge, straight
from vision.balls.tuning import TUNING
from vision.ink import opencv
from vision.ink.pose import Array, Floats, Image, project
from vision.ink.rims import rims_of, slopes_of

_SIZES = (0.94, 1.0, 1.06, 1.12, 1.18, 1.24)
"""Sizes of a ball that are tried, of its own: what stands before the card is nearer to the camera."""


class Place(NamedTuple):
    """Where the tube stands beside its place, in its widths, and how large it shows.

    `sure`: both balls are seen there whole, or far more of them than anywhere else.
    """

    across: float = 0.0
    down: float = 0.0
    size: float = 1.0
    sure: bool = True


def place_of(image: Image, corners: Array, length: float, ball: float, around: float) -> Place:
    """Where the tube stands that is expected at `corners` (4, 2) px, `around` (in its widths) from there at most.

    `length`, `ball`: as in `tube_of`. Where nothing round is seen, the place where it is expected, which is not sure.
    """
    plane, long = straight(corners, length)
    reach, radius = around * WIDE, ball * WIDE / 2
    aside = int(np.ceil(reach + (max(_SIZES) - 0.9) * 4 * radius)) + ASIDE
    moved = np.array([[1, 0, ASIDE - aside], [0, 1, ASIDE - aside], [0, 0, 1]], float)
    wide = opencv.flattened(image, plane @ moved, (WIDE + 2 * aside, long + 2 * aside))
    middle, bottom = aside + WIDE / 2 - 0.5, aside + long - 0.5
    xs = np.arange(middle - reach, middle + reach + 0.1, TUNING.step_px)
    slopes = slopes_of(wide)
    full = full_edge(*slopes)
    best, found, at, weaker = TUNING.round_rim, Place(sure=False), (0.0, 0.0), 0.0
    weighed: list[tuple[Floats, Array]] = []
    for size in _SIZES:
        r = size * radius
        ys = np.arange(bottom - reach - 3.3 * r - 3, bottom + reach - r + TUNING.step_px, TUNING.step_px)
        grid = np.stack(np.meshgrid(ys, xs, indexing="ij"), -1)
        circles = np.column_stack([grid[..., 1].ravel(), grid[..., 0].ravel(), np.full(grid[..., 0].size, r)])
        seen = rims_of(*slopes, circles, full).reshape(grid.shape[:2]).astype(np.float32)
        pairs, rows = _pairs(seen, ys, bottom - TUNING.lying * r - reach, 2 * r)
        far = np.hypot(xs[None] - middle, ys[rows, None] + TUNING.lying * r - bottom) / (2 * r)
        liked = (pairs - TUNING.distance_cost * far - TUNING.size_cost * abs(size - TUNING.enlarged)).astype(np.float32)
        weighed.append((liked, ys[rows]))
        k, x, y = _top(liked, xs, ys[rows])
        lower = float(seen[rows[k // len(xs)], k % len(xs)])
        upper = float(pairs.flat[k]) - lower
        if liked.flat[k] > best and max(lower, upper) > TUNING.round_rim:
            best = float(liked.flat[k])
            down = (y + TUNING.lying * r - bottom) / WIDE
            found, at = Place((x - middle) / WIDE, down, size), (x, y)
            weaker = min(lower, upper)
    if best == TUNING.round_rim:
        return found
    rival = max(_best_beside(at, liked, xs, ys, TUNING.elsewhere * radius) for liked, ys in weighed)
    return found._replace(sure=weaker > TUNING.whole_rim or best - rival > TUNING.ahead)


def _best_beside(at: tuple[float, float], liked: Floats, xs: Array, ys: Array, apart: float) -> float:
    """The most that a place at least so far `apart` from `at` is liked, 0 where there is none."""
    return float((liked * (np.hypot(xs[None] - at[0], ys[:, None] - at[1]) > apart)).max())


def _pairs(seen: Floats, ys: Array, first: float, apart: float) -> tuple[Floats, Array]:
    """For each place of a lower ball: its rim and that of the one above that touches it; and the rows of `seen`."""
    widest = cv2.dilate(seen, np.ones((3, 3), np.uint8))
    rows = np.flatnonzero(ys >= first)
    above = np.rint(rows - apart / TUNING.step_px).astype(int)
    kept = above >= 0
    return np.asarray(seen[rows[kept]] + widest[above[kept]], np.float32), rows[kept]


def _top(liked: Floats, xs: Array, ys: Array) -> tuple[int, float, float]:
    """The best place, and the middle of the places around it that are hardly worse."""
    k = int(np.argmax(liked))
    row, column = divmod(k, liked.shape[1])
    low, left = max(row - 4, 0), max(column - 4, 0)
    near = liked[low : row + 5, left : column + 5]
    down, across = np.nonzero(near > liked.flat[k] - TUNING.hardly_worse)
    return k, float(xs[left + across].mean()), float(ys[low + down].mean())


def corners_at(corners: Array, length: float, place: Place) -> Array:
    """(4, 2) px: the corners of the tube that stands at this place beside `corners`."""
    plane, long = straight(corners, length)
    flat = np.array([[-WIDE / 2, -long], [WIDE / 2, -long], [WIDE / 2, 0], [-WIDE / 2, 0]], float) * place.size
    foot = np.array([ASIDE + WIDE / 2 - 0.5 + place.across * WIDE, ASIDE + long - 0.5 + place.down * WIDE])
    return project(plane, flat + foot)
