"""Finds figures by their own strokes, for tiles whose edges cannot be told from the table."""

from __future__ import annotations

import cv2
import numpy as np

from vision import opencv
from vision.pose import Array, Image

_WORK = 960
_LEAST, _MOST = 22, 160
"""How large (px at work size) a figure may be."""
_ROOM = 0.72
"""Half the side of the square looked at, in sizes of the figure."""
_BRIGHTER = 10.0


def find_strokes(image: Image, count: int) -> list[Array]:
    """(4, 2) px squares around the `count` clusters of strokes that look most like a figure on plain ground."""
    factor = min(1.0, _WORK / max(image.shape[:2]))
    small = opencv.zoomed(image, factor)
    lab = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2Lab), np.uint8)
    smooth = cv2.GaussianBlur(lab, (0, 0), 0.8)
    away = cv2.absdiff(smooth, cv2.medianBlur(lab, 25)).astype(np.float32)
    ink = (np.sqrt((away**2).sum(2)) > _BRIGHTER).astype(np.uint8)
    joined = cv2.dilate(ink, np.ones((5, 5), np.uint8))
    total, labels, boxes, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    ranked = []
    for number in range(1, total):
        x, y, wide, tall, _ = (int(value) for value in boxes[number])
        if not (_LEAST < max(wide, tall) < _MOST and min(wide, tall) > 0.3 * max(wide, tall)):
            continue
        inside = ink[y : y + tall, x : x + wide][labels[y : y + tall, x : x + wide] == number]
        share = float(inside.sum()) / (wide * tall)
        if 0.06 < share < 0.5:
            ranked.append((abs(share - 0.2), np.array([x + wide / 2, y + tall / 2]), _ROOM * max(wide, tall)))
    ranked.sort(key=lambda one: one[0])
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float)
    return [(centre + corners * half + 0.5) / factor - 0.5 for _, centre, half in ranked[:count]]
