"""Shows how much each point of a play area looks like a printed star.

The play area is seen straight on in the board frame, at two pixels a millimetre (one for a first look). A star is a
small blob that differs from what surrounds it in any colour channel, brighter or darker; pen strokes, edges and lamps
are no blobs.
"""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.ink import opencv
from vision.ink.layout import DiscLayout
from vision.ink.pose import Array, Image

FINE, COARSE = 2.0, 1.0
MARGIN = 4.0

Floats = NDArray[np.float32]


class StarField(msgspec.Struct, frozen=True, eq=False):
    """A play area: its picture `flat` (rows, columns[, 3]) and its `blobs` (rows, columns), about 0…1.

    `origin`: board mm of pixel (0, 0); `scale`: pixels a millimetre.
    """

    flat: Image
    blobs: Floats
    origin: Array
    scale: float


def disc_plane(board_to_image: Array, depth: float, size: tuple[int, int]) -> Array:
    """3×3, board mm on a plane `depth` mm below the face -> px, for a camera with a usual lens (66° across `size`)."""
    camera = opencv.usual_camera(size)
    turn = np.linalg.solve(camera, board_to_image)
    turn = turn * (2 / (np.linalg.norm(turn[:, 0]) + np.linalg.norm(turn[:, 1])))
    if turn[2, 2] < 0:
        turn = -turn
    below = turn.copy()
    below[:, 2] += depth * np.cross(turn[:, 0], turn[:, 1])
    return np.asarray(camera @ below)


def star_field(image: Image, plane: Array, layout: DiscLayout, scale: float = FINE) -> StarField:
    """The star field of the play area; `plane`: 3×3, board mm in the disc's plane -> px."""
    low, high = layout.window.min(0) - MARGIN, layout.window.max(0) + MARGIN
    columns, rows = (np.ceil((high - low) * scale).astype(int) + 1).tolist()
    unit = np.array([[1 / scale, 0, low[0]], [0, 1 / scale, low[1]], [0, 0, 1]])
    flat = opencv.flattened(image, plane @ unit, (columns, rows))
    return StarField(flat, blob_map(flat, scale * float(np.median(layout.star_radii))), low, scale)


def blob_map(flat: Image, radius: float) -> Floats:
    """(rows, columns) about 0…1: how much each pixel of `flat` looks like the middle of a blob of `radius` px."""
    wide = 2 * round(radius * 1.3) + 1
    unlike = cv2.absdiff(flat, cv2.boxFilter(flat, -1, (wide, wide)))
    sigma = max(0.8, 0.55 * radius)
    hole = np.ones((2 * round(0.6 * radius) + 1,) * 2, np.uint8)
    filled = cv2.morphologyEx(opencv.brightest(np.asarray(unlike, np.uint8)), cv2.MORPH_CLOSE, hole)
    smooth = cv2.GaussianBlur(filled.astype(np.float32), (0, 0), sigma)
    xx = cv2.Sobel(smooth, cv2.CV_32F, 2, 0)
    yy = cv2.Sobel(smooth, cv2.CV_32F, 0, 2)
    xy = cv2.Sobel(smooth, cv2.CV_32F, 1, 1)
    bend = cv2.magnitude(0.5 * (xx - yy), xy)
    blobs = np.maximum(-0.5 * (xx + yy) - bend, np.float32(0))
    return np.asarray(blobs / (blobs + np.float32(_level(blobs))), np.float32)


def _level(blobs: Floats) -> float:
    return max(float(np.percentile(blobs[::3, ::3], 97)), 1e-3)
