"""Finds figures by their own strokes, for tiles whose edges cannot be told from the table."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision import opencv
from vision.pose import Array, Image

_WORK = 960
_LEAST, _MOST = 22, 160
"""How large (px at work size) a figure may be."""
_ROOM = 0.72
"""Half the side of the square looked at, in sizes of the figure."""
_WAYS = ((10.0, 5), (30.0, 5), (22.0, 9))
"""How far (grey levels) strokes stand out from the ground, and how far (px) apart the pieces of one lie."""


def find_strokes(image: Image, count: int) -> list[Array]:
    """(4, 2) px squares around the `count` clusters of strokes that look most like a figure on plain ground."""
    factor = min(1.0, _WORK / max(image.shape[:2]))
    small = opencv.zoomed(image, factor)
    lab = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2Lab), np.uint8)
    away = cv2.absdiff(cv2.GaussianBlur(lab, (0, 0), 0.8), cv2.medianBlur(lab, 25)).astype(np.float32)
    ink = np.sqrt((away**2).sum(2))
    clusters = [one for brighter, apart in _WAYS for one in _clusters(ink > brighter, apart)]
    clusters.sort(key=lambda one: one.unlikely)
    chosen: list[Cluster] = []
    for one in clusters:
        if all(np.hypot(*(one.middle - other.middle)) > 0.25 * other.size for other in chosen):
            chosen.append(one)
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float)
    return [(one.middle + corners * _ROOM * one.size + 0.5) / factor - 0.5 for one in chosen[:count]]


class Cluster(msgspec.Struct, frozen=True, eq=False):
    """Strokes near each other: their middle (2,) px, how wide they are, and how unlike a figure's they are."""

    middle: Array
    size: float
    unlikely: float


def _clusters(ink: NDArray[np.bool_], apart: int) -> list[Cluster]:
    """Strokes no more than `apart` px from each other."""
    drawn = ink.astype(np.uint8)
    joined = cv2.dilate(drawn, np.ones((apart, apart), np.uint8))
    total, labels, boxes, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    found = []
    for number in range(1, total):
        x, y, wide, tall, _ = (int(value) for value in boxes[number])
        if not (_LEAST < max(wide, tall) < _MOST and min(wide, tall) > 0.3 * max(wide, tall)):
            continue
        inside = drawn[y : y + tall, x : x + wide][labels[y : y + tall, x : x + wide] == number]
        share = float(inside.sum()) / (wide * tall)
        if 0.06 < share < 0.5:
            size = float(max(wide, tall))
            unlikely = abs(float(np.log(share / 0.18))) + 0.4 * abs(float(np.log(size / 60)))
            found.append(Cluster(np.array([x + wide / 2, y + tall / 2]), size, unlikely))
    return found
