"""What the corners of a rectangle say, (4, 2) px clockwise: how large it is seen, how long for its width, and where."""

from __future__ import annotations

from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.ink import opencv
from vision.ink.pose import Array
from vision.ink.rectangles.tuning import CORNERS

Number = TypeVar("Number", float, Array)


def area_of(quad: Array) -> float:
    """Its area in the picture, px²."""
    return float(cv2.contourArea(quad.astype(np.float32)))


def side_of(quad: Array) -> float:
    """How long (px) its sides are, one with the other."""
    return float(np.sqrt(area_of(quad)))


def crossing(
    p: tuple[Number, Number], u: tuple[Number, Number], q: tuple[Number, Number], v: tuple[Number, Number]
) -> tuple[Number, Number]:
    """x and y where the line through `p` along `u` meets that through `q` along `v`.

    Each is an x and a y, all numbers or all arrays of one shape; the directions must not be parallel.
    """
    (px, py), (ux, uy), (qx, qy), (vx, vy) = p, u, q, v
    along = ((qx - px) * vy - (qy - py) * vx) / (ux * vy - uy * vx)
    return px + ux * along, py + uy * along


def inside(points: Array, quad: Array) -> NDArray[np.bool_]:
    """(…,) whether points (…, 2) lie inside a convex quad (clockwise)."""
    within = np.ones(points.shape[:-1], bool)
    for one, along in zip(quad, quad[[1, 2, 3, 0]] - quad, strict=True):
        away = points - one
        within &= along[0] * away[..., 1] - along[1] * away[..., 0] > 0
    return within


def holds(quad: Array, other: Array) -> bool:
    """Whether the middle of the other lies within the quad, or any outline (n, 2), or on its sides."""
    x, y = other.mean(0).tolist()
    return cv2.pointPolygonTest(quad.astype(np.float32).reshape(-1, 1, 2), (x, y), False) >= 0


def grown(quad: Array) -> Array:
    """The quad with what its own edges make of the table around it."""
    return np.asarray(quad.mean(0) + (quad - quad.mean(0)) * 1.2)


def same_place(quad: Array, other: Array) -> bool:
    """Whether two quads are about one thing: their middles lie near each other, or one's within the other."""
    areas = [area_of(one) for one in (quad, other)]
    if np.hypot(*(quad.mean(0) - other.mean(0))) < 0.5 * np.sqrt(max(areas)):
        return True
    return max(areas) < CORNERS.overlaid * min(areas) and (holds(quad, other) or holds(other, quad))


def same_outline(quad: Array, other: Array) -> bool:
    """Whether two outlines, clockwise, are nearly the same, from whichever corner they begin."""
    away = [np.hypot(*(np.roll(quad, k, 0) - other).T).max() for k in range(4)]
    return bool(min(away) < CORNERS.same * side_of(other))


def seen_ratio(quad: Array, size: tuple[int, int]) -> float:
    """Width over height of the flat rectangle that a usual camera sees as `quad`."""
    square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], np.float32)
    plane = np.asarray(cv2.getPerspectiveTransform(square, quad.astype(np.float32)), float)
    camera = opencv.usual_camera(size)
    side, focal = side_of(quad), float(camera[0, 0])
    # how fast the corners go away from the camera is believed as far as it is more than they lie off
    away = plane[2, :2] / (1 + (2 * focal * CORNERS.off * max(size) / max(side, 1.0) ** 2) ** 2)
    along = plane[:2, :2] - plane[:2, 2:] * plane[2, :2] + (plane[:2, 2:] - camera[:2, 2:]) * away
    wide, tall = np.hypot(np.hypot(*(along / focal)), away)
    return float(wide / max(tall, 1e-9))


def ratio_of(quad: Array, size: tuple[int, int], aspect: float | None) -> float:
    """Width over height of what is seen as `quad`; as `aspect` (longer over shorter side) says where that is known."""
    ratio = seen_ratio(quad, size)
    return ratio if aspect is None else aspect if ratio > 1 else 1 / aspect


def as_long(quad: Array, size: tuple[int, int], aspect: float | None) -> bool:
    """Whether a quad is about as long for its width as `aspect` says."""
    if aspect is None:
        return True
    ratio = seen_ratio(quad, size)
    least, most = CORNERS.as_long
    return bool(least < max(ratio, 1 / ratio) / aspect < most)
