"""Finds tiles around strokes by the ground on which those are printed, where no outline was made out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.ink import opencv
from vision.ink.pose import Array, Image

_WORK = 480
_SOFT = 1.2
_AROUND = 1.7
"""How far from the middle of strokes their tile may reach, in sides of the square around them."""
_WITHIN = 0.35
"""So far from that middle lies their ground, in such sides."""
_LIGHT = (0.5, 0.15)
"""What lightness counts for beside colour: light falls unevenly, and grounds are clouded."""
_SPREADS = (2.5, 4.0)
_LEAST_SPREAD = 1.0
_STROKE = 0.09
"""How broad strokes are at most, in sides of the square around them."""
_FULL = 0.84
"""The share of a rectangle around a tile that it fills at least."""


def find_grounds(image: Image, strokes: Sequence[Array]) -> list[Array]:
    """(4, 2) px corners of what has one ground around strokes and looks like a rectangle.

    `strokes`: (4, 2) px squares around them.
    """
    factor = min(1.0, _WORK / max(image.shape[:2]))
    small = opencv.zoomed(image, factor)
    soft = cv2.GaussianBlur(small.astype(np.float32) / 255, (0, 0), _SOFT)
    lab = np.asarray(cv2.cvtColor(soft, cv2.COLOR_BGR2Lab), np.float32)
    chosen: list[Array] = []
    for square in strokes:
        for one in _grounds(lab, (square + 0.5) * factor - 0.5):
            if all(np.abs(one.mean(0) - other.mean(0)).sum() > 0.1 * np.ptp(other) for other in chosen):
                chosen.append(one)
    return [(one + 0.5) / factor - 0.5 for one in chosen]


def _grounds(lab: NDArray[np.float32], square: Array) -> Iterator[Array]:
    side, middle = float(np.ptp(square[:, 0])), square.mean(0)
    low = np.maximum(np.rint(middle - _AROUND * side), 0).astype(int)
    high = np.rint(middle + _AROUND * side).astype(int)
    window = lab[low[1] : high[1], low[0] : high[0]]
    rows, columns = np.ogrid[: window.shape[0], : window.shape[1]]
    near = np.hypot(rows + low[1] - middle[1], columns + low[0] - middle[0]) < _WITHIN * side
    if near.sum() < 30:
        return
    ground = np.median(window[near], axis=0)
    for light in _LIGHT:
        away = np.sqrt((((window - ground) * np.array([light, 1, 1], np.float32)) ** 2).sum(2))
        spread = max(float(np.median(away[near])), _LEAST_SPREAD)
        most = float(away.max())
        parted, _ = cv2.threshold((away * (255 / max(most, 1e-6))).astype(np.uint8), 0, 255, cv2.THRESH_OTSU)
        for limit in (parted * most / 255, *(times * spread for times in _SPREADS)):
            box = _boxed((away < limit).astype(np.uint8), near, side)
            if box is not None:
                yield box + low


def _boxed(mask: Image, near: NDArray[np.bool_], side: float) -> Array | None:
    """The rectangle around what is in the mask near the middle; None where that is no rectangle."""
    reach = 2 * round(_STROKE * side / 2) + 1
    strokes, bridges = (cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)) for size in (reach, reach + 2))
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, strokes)
    _, labels = cv2.connectedComponents(cv2.morphologyEx(closed, cv2.MORPH_OPEN, bridges), connectivity=4)
    there = np.bincount(labels[near])
    there[0] = 0
    if not there.any():
        return None
    thing = (labels == there.argmax()).astype(np.uint8)
    if thing[0].any() or thing[-1].any() or thing[:, 0].any() or thing[:, -1].any():
        return None
    contours, _ = cv2.findContours(thing, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    hull = cv2.convexHull(max(contours, key=cv2.contourArea))
    box = cv2.minAreaRect(hull)
    full = cv2.contourArea(hull) / max(box[1][0] * box[1][1], 1.0)
    return np.asarray(cv2.boxPoints(box), float) if full > _FULL else None
