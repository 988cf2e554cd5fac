"""Outlines, (4, 2) px corners: how long they are for their width, and where they lie beside each other."""

from __future__ import annotations

import cv2
import numpy as np

from vision.ink.pose import Array, Image
from vision.tiles.patch import seen_ratio

_OVERLAID = 12.0
"""What is so many times as large as another thing is no such thing."""
_SAME = 0.06
"""Outlines of which no corner lies farther from the other's, in sides, are one."""


def side_of(quad: Array) -> float:
    """How long (px) its sides are, one with the other."""
    return float(np.sqrt(cv2.contourArea(quad.astype(np.float32))))


def same_place(quad: Array, other: Array) -> bool:
    """Whether two quads are about one thing: their middles lie near each other, or one's within the other."""
    areas = [float(cv2.contourArea(one.astype(np.float32))) for one in (quad, other)]
    if np.hypot(*(quad.mean(0) - other.mean(0))) < 0.5 * np.sqrt(max(areas)):
        return True
    return max(areas) < _OVERLAID * min(areas) and (holds(quad, other) or holds(other, quad))


def grown(quad: Array) -> Array:
    """The quad with what its own edges make of the table around it."""
    return np.asarray(quad.mean(0) + (quad - quad.mean(0)) * 1.2)


def holds(quad: Array, other: Array) -> bool:
    """Whether the middle of the other lies within the quad."""
    x, y = other.mean(0).tolist()
    return cv2.pointPolygonTest(quad.astype(np.float32).reshape(-1, 1, 2), (x, y), False) >= 0


def same_outline(quad: Array, other: Array) -> bool:
    """Whether two outlines, clockwise, are nearly the same, from whichever corner they begin."""
    away = [np.hypot(*(np.roll(quad, k, 0) - other).T).max() for k in range(4)]
    return bool(min(away) < _SAME * side_of(other))


def ratio_of(quad: Array, frame: Image, aspect: float | None) -> float:
    """Width over height of the tile at a quad, as a usual camera sees it; as `aspect` says where that is known."""
    ratio = seen_ratio(quad, (frame.shape[1], frame.shape[0]))
    return ratio if aspect is None else aspect if ratio > 1 else 1 / aspect


def as_long(quad: Array, frame: Image, aspect: float | None) -> bool:
    """Whether a quad is about as long for its width as the tiles are."""
    if aspect is None:
        return True
    ratio = seen_ratio(quad, (frame.shape[1], frame.shape[0]))
    return bool(0.75 < max(ratio, 1 / ratio) / aspect < 1.33)
