"""What a pen has added to a board: its rectified picture set against the same board clean."""

from __future__ import annotations

from functools import lru_cache

import cv2
import msgspec
import numpy as np

from vision.ink.pose import Array, Image, Plane
from vision.ranks import median, percentile

GAIN_MM = 25.0
"""Side of the square in which the lamp's light counts as even."""
RIDGE_MM, FINE_MM = 0.85, 0.5
"""Scales of the two ridge filters: about a pen's width, and half of it."""
VEIL_MM = 6.0
"""Side of the square over which a hand or a glare counts as one thing."""
CLEAR_MM = 12.0
"""Side of the square whose print says whether a place is clear: wide enough to hold a star or two."""


class Evidence(msgspec.Struct, frozen=True, eq=False):
    """Maps over the rectified play area, float32.

    `ridge` (rows, columns, 4): `derivatives` of the added ink at the coarse scale, `fine` at the fine one; `noise`,
    `fine_noise`: one standard deviation of them where nothing is drawn. `veil` (rows, columns): how strongly the
    neighbourhood differs from the clean board (hand, glare), in parts of the board's own light. `print_ridge` (rows,
    columns, 3): xx, xy, yy of what is printed on the clean board. `white`: grey levels of the brightest print. `clear`,
    half as many rows and columns: how much of the print around still shows, 0 (overexposed, covered) to 1. Without a
    clean picture, `veil`, `print_ridge` and `clear` are None.
    """

    ridge: Plane
    noise: float
    fine: Plane
    fine_noise: float
    veil: Plane | None
    print_ridge: Plane | None
    white: float
    clear: Plane | None = None


class CleanBoard(msgspec.Struct, frozen=True, eq=False):
    """The clean board, rectified: grey picture and its ridge maps; at half the size the picture, local mean and
    variance.

    `ink_sign`: 1 where pens are lighter than the ground, -1 where they are darker. Boards are kept for a whole game:
    what takes no longer to make than to copy is made when it is asked for.
    """

    grey: Image
    ridge: Plane
    half: Plane
    mean: Plane
    variance: Plane
    ink_sign: float

    @property
    def print(self) -> Plane:
        """The print alone: zero on average around every place."""
        return np.asarray(self.grey - whole_size(self.mean, self.grey), np.float32)


LIGHT_GROUND = 0.62
"""A ground brighter than this share of the brightest print is drawn on with dark pens."""


def _ink_sign(grey: Plane) -> float:
    """1 for a dark ground, -1 for a light one, from the middle of a play area."""
    rows, columns = grey.shape[0] // 4, grey.shape[1] // 4
    middle = grey[rows:-rows:3, columns:-columns:3]
    return -1.0 if median(middle) > LIGHT_GROUND * percentile(middle, 99) else 1.0


def half_size(plane: Plane) -> Plane:
    """The plane at half its size, every pixel the mean of four."""
    size = (-(-plane.shape[1] // 2), -(-plane.shape[0] // 2))
    return np.asarray(cv2.resize(plane, size, interpolation=cv2.INTER_AREA), np.float32)


def whole_size(plane: Plane, like: Plane | Image) -> Plane:
    """The plane at the size of another."""
    return np.asarray(cv2.resize(plane, like.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.float32)


def box(plane: Plane, side: int) -> Plane:
    """The mean over a square around each pixel."""
    return np.asarray(cv2.blur(plane, (side, side), borderType=cv2.BORDER_REFLECT), np.float32)


@lru_cache(maxsize=16)
def _kernels(sigma: float) -> tuple[Array, ...]:
    """A bell of `sigma` px, its first and its second derivative."""
    reach = int(np.ceil(2.7 * sigma))
    x = np.arange(-reach, reach + 1, dtype=np.float64)
    g = np.exp(-(x**2) / (2 * sigma**2))
    g /= g.sum()
    second = (x**2 / sigma**2 - 1) * g
    return g, -x / sigma * g, second - second.mean()


def derivatives(plane: Plane, sigma: float) -> Plane:
    """(rows, columns, 4): xx, xy, yy at scale `sigma` px, scaled by sigma², and xx again: OpenCV samples four channels
    in half the time of three."""
    g, first, second = _kernels(sigma)
    pairs = ((second, g), (first, first), (g, second))
    maps = [cv2.sepFilter2D(plane, cv2.CV_32F, a, b, borderType=cv2.BORDER_REFLECT) for a, b in pairs]
    return np.asarray(cv2.merge([*maps, maps[0]]), np.float32)


def noise_of(ridge: Plane) -> float:
    """One standard deviation of the ridge maps where nothing is drawn (median absolute value)."""
    sample = ridge[::3, ::3]
    return max(median(np.abs(sample[..., 0] + sample[..., 2])) / 0.6745, 1e-3)


def clean_board(picture: Image, px_per_mm: float) -> CleanBoard:
    """What the comparison needs of a rectified picture (uint8, grey) of the clean board."""
    grey = picture.astype(np.float32)
    half, side = half_size(grey), int(GAIN_MM * px_per_mm / 2) | 1
    mean = box(half, side)
    ridge = np.ascontiguousarray(derivatives(grey, RIDGE_MM * px_per_mm)[..., :3])
    return CleanBoard(picture, ridge, half, mean, box(half * half, side) - mean * mean, _ink_sign(grey))


def light_gain(half: Plane, clean: CleanBoard, px_per_mm: float) -> tuple[Plane, Plane]:
    """At half the size: the local mean of the picture `half`, and how much stronger its print is than the clean one."""
    side = int(GAIN_MM * px_per_mm / 2) | 1
    mean = box(half, side)
    cross = box(half * clean.half, side) - mean * clean.mean
    return mean, np.clip((cross + 1.0) / (clean.variance + 1.0), 0.05, 8.0).astype(np.float32)


def veil_over(half: Plane, clean: CleanBoard, gain: float, px_per_mm: float) -> Plane:
    """At half the size: how strongly a neighbourhood differs from the clean board, in parts of the board's light."""
    small = int(VEIL_MM * px_per_mm / 2) | 1
    change = np.abs(box(half - np.float32(gain) * clean.half, small))
    return box(change, small) / np.float32(60 * gain)


def clear_places(half: Plane, clean: CleanBoard, gain: float, px_per_mm: float) -> Plane:
    """At half the size: how much of the print shows around each place, in parts of the board's usual, 0…1.

    Glare that a sensor still resolves only adds light and leaves it at 1; what is overexposed or covered is near 0.
    """
    side = int(CLEAR_MM * px_per_mm / 2) | 1
    mean, was = box(half, side), box(clean.half, side)
    cross = box(half * clean.half, side) - mean * was
    shown = cross / (box(clean.half * clean.half, side) - was * was + np.float32(25.0))
    return np.asarray(np.clip(shown / np.float32(gain), 0, 1), np.float32)


def ink_plane(after: Image) -> Plane:
    """A grey or BGR picture such that ink is brighter than the print, without a clean board."""
    colours = after if after.ndim == 3 else after[..., None]
    sign = _ink_sign(colours.mean(2, dtype=np.float32))
    return np.asarray(colours.min(2) if sign > 0 else 255 - colours.max(2), np.float32)


def ridges_of(added: Plane, px_per_mm: float) -> tuple[Plane, float, Plane, float]:
    """The first four fields of `Evidence`."""
    coarse, fine = (derivatives(added, scale * px_per_mm) for scale in (RIDGE_MM, FINE_MM))
    return coarse, noise_of(coarse), fine, noise_of(fine)
