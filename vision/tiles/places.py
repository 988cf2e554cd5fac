"""Where outlines lie beside each other: (4, 2) px corners."""

from __future__ import annotations

import cv2
import numpy as np

from vision.pose import Array

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
