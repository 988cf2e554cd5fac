"""What a pen has added to a disc: the rectified picture set against the same board clean."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.pose import Image

Plane = NDArray[np.float32]

GAIN_MM = 25.0
"""Side of the square in which the lamp's light counts as even."""
RIDGE_MM = 0.5
"""Scale of the ridge filter: about half a pen's width."""
VEIL_MM = 6.0
"""Side of the square over which a hand or a glare counts as one thing."""


class Evidence(msgspec.Struct, frozen=True, eq=False):
    """Maps over the rectified play area, all (rows, columns[, k]) float32.

    `ridge`: the three second derivatives (xx, xy, yy) of the added light, in noise standard deviations.
    `veil`: how strongly the neighbourhood differs from the clean board (hand, glare), in parts of the board's own light.
    `print_ridge`: second derivatives of what is printed, same unit; zeros without a clean picture.
    `light`: one noise standard deviation in parts of the white of the print.
    `compared`: whether a clean picture was there.
    """

    ridge: Plane
    veil: Plane
    print_ridge: Plane
    light: float
    compared: bool


def _grey(image: Image) -> Plane:
    if image.ndim == 2:
        return image.astype(np.float32)
    return np.asarray(cv2.transform(image, np.full((1, 3), 1 / 3, np.float32)), np.float32)


def _box(plane: Plane, side: int) -> Plane:
    return np.asarray(cv2.blur(plane, (side, side), borderType=cv2.BORDER_REFLECT), np.float32)


def _derivatives(plane: Plane, sigma: float) -> Plane:
    """(rows, columns, 3): xx, xy, yy at scale `sigma` px, scaled by sigma²."""
    reach = int(np.ceil(3 * sigma))
    x = np.arange(-reach, reach + 1, dtype=np.float64)
    g = np.exp(-(x**2) / (2 * sigma**2))
    g /= g.sum()
    first, second = -x / sigma**2 * g, (x**2 / sigma**4 - 1 / sigma**2) * g
    second -= second.mean()
    pairs = ((second, g), (first, first), (g, second))
    maps = [cv2.sepFilter2D(plane, cv2.CV_32F, a, b, borderType=cv2.BORDER_REFLECT) for a, b in pairs]
    return np.asarray(cv2.merge(maps) * np.float32(sigma**2), np.float32)


def _noise(ridge: Plane) -> float:
    """One standard deviation of the ridge maps where nothing is drawn (median absolute value)."""
    sample = np.abs(ridge[::3, ::3, 0] + ridge[::3, ::3, 2])
    return float(max(np.median(sample) / 0.6745, 1e-3))


class CleanBoard(msgspec.Struct, frozen=True, eq=False):
    """The clean board, rectified: its grey picture, local mean and variance, and its second derivative."""

    grey: Plane
    mean: Plane
    variance: Plane
    soft: Plane


def clean_board(picture: Image, px_per_mm: float) -> CleanBoard:
    """What the comparison needs of a rectified picture (uint8, grey or BGR) of the clean board."""
    grey = _grey(picture)
    side = int(GAIN_MM * px_per_mm) | 1
    mean = _box(grey, side)
    variance = _box(grey * grey, side) - mean * mean
    return CleanBoard(grey, mean, variance, np.asarray(cv2.Laplacian(grey, cv2.CV_32F, ksize=3), np.float32))


def _explained(after: Plane, clean: CleanBoard, px_per_mm: float) -> tuple[Plane, Plane]:
    """The clean board under this picture's light and focus, and the local gain of that light."""
    side = int(GAIN_MM * px_per_mm) | 1
    mean = _box(after, side)
    cross = _box(after * clean.grey, side) - mean * clean.mean
    gain = np.clip((cross + 1.0) / (clean.variance + 1.0), 0.05, 8.0)
    model = mean + gain * (clean.grey - clean.mean)
    soft = gain * clean.soft
    focus = float(np.vdot(after - model, soft) / (np.vdot(soft, soft) + 1e-6))
    return model + np.float32(np.clip(focus, -0.5, 1.0)) * soft, gain


def ink_evidence(after: Image, clean: CleanBoard | None, px_per_mm: float) -> Evidence:
    """What was added to the `clean` board in `after`, both rectified to the same grid (uint8, grey or BGR).

    Without `clean` the least of the three colours is taken, which white ink raises and coloured print does not.
    """
    sigma = RIDGE_MM * px_per_mm
    if clean is None:
        least = after if after.ndim == 2 else after.min(2)
        plane = cv2.GaussianBlur(least.astype(np.float32), (0, 0), 0.5)
        ridge = _derivatives(np.asarray(plane, np.float32), sigma)
        noise = _noise(ridge)
        nothing = np.zeros_like(ridge)
        white = float(np.percentile(least[::4, ::4], 99)) + 1
        return Evidence(ridge / np.float32(noise), np.zeros_like(plane), nothing, noise / white, False)
    a, b = _grey(after), clean.grey
    model, gain = _explained(a, clean, px_per_mm)
    added = a - model
    ridge = _derivatives(added, sigma)
    noise = _noise(ridge)
    small = int(VEIL_MM * px_per_mm) | 1
    scale = float(np.median(gain))
    veil = _box(np.abs(_box(a, small) - np.float32(scale) * _box(b, small)), small) / np.float32(60 * scale)
    printed = _derivatives(model, sigma) / np.float32(noise)
    return Evidence(ridge / np.float32(noise), veil, printed, noise / (scale * 255), True)
