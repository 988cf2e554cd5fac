"""Shows how much each point of a play area looks like a printed star, and finds the stars near where they should be.

The play area is seen straight on in the board frame, at two pixels a millimetre (one for a first look). A star is a
small blob that differs from what surrounds it in any colour channel, brighter or darker; pen strokes, edges and lamps
are no blobs.
"""

from __future__ import annotations

import cv2
import msgspec
import numpy as np

from vision.ink import opencv
from vision.ink.layout import DiscLayout
from vision.ink.pose import Array, Floats, Image
from vision.ranks import median, percentile

FINE, COARSE = 2.0, 1.0
MARGIN = 4.0
SEEN, AT_HOME = 0.3, 0.6
"""A star was seen when its blob is at least this strong and this near (mm) to where the model puts it."""


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
    return StarField(flat, blob_map(flat, scale * median(layout.star_radii)), low, scale)


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
    bend = cv2.magnitude(cv2.addWeighted(xx, 0.5, yy, -0.5, 0), xy)
    blobs = np.maximum(cv2.addWeighted(xx, -0.5, yy, -0.5, 0) - bend, np.float32(0))
    return np.asarray(blobs / (blobs + np.float32(_level(blobs))), np.float32)


def _level(blobs: Floats) -> float:
    return max(percentile(blobs[::3, ::3], 97), 1e-3)


def peaks(field: StarField, board_xy: Array, reach: float) -> tuple[Array, Array]:
    """Blob peaks within `reach` mm of (n, 2) board mm: (n, 2) board mm, and (n,) their heights."""
    half = max(1, round(reach * field.scale))
    pad = half + 1
    offsets = np.arange(-half, half + 1)
    rows, columns = field.blobs.shape
    padded = cv2.copyMakeBorder(field.blobs, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=0.0)
    base = np.clip(np.rint((board_xy - field.origin) * field.scale).astype(np.intp), 0, [columns - 1, rows - 1]) + pad
    patches = padded[base[:, 1, None, None] + offsets[:, None], base[:, 0, None, None] + offsets]
    fall = np.exp(-0.5 * (offsets / (0.7 * half)) ** 2).astype(np.float32)
    best = (patches * fall * fall[:, None]).reshape(len(base), -1).argmax(1)
    x, y = base[:, 0] + offsets[best % len(offsets)], base[:, 1] + offsets[best // len(offsets)]
    height = padded[y, x]
    peak = np.stack(
        [
            x + vertex(padded[y, x - 1], height, padded[y, x + 1]),
            y + vertex(padded[y - 1, x], height, padded[y + 1, x]),
        ],
        1,
    )
    return (peak - pad) / field.scale + field.origin, height


def vertex(before: Floats, at: Floats, after: Floats) -> Floats:
    """How far beside its middle, in steps, -0.5…0.5, a parabola through three heights has its top."""
    bend = np.minimum(before - 2 * at + after, -1e-6)
    return np.asarray(np.clip(0.5 * (before - after) / bend, -0.5, 0.5))


def fit(design: Array, shift: Array, weight: Array, stiff: Array) -> Array:
    """(6, 2) robust ridge fit of `shift` (n, 2) mm on `design` (n, 6)."""
    coefficients = np.zeros((design.shape[1], 2))
    for round_off in (1.0, 0.5, 0.3):
        miss = np.linalg.norm(shift - design @ coefficients, axis=1)
        w = weight / (1 + (miss / round_off) ** 2) ** 2
        gram = (design.T * w) @ design + np.diag(stiff)
        coefficients = np.linalg.solve(gram, (design.T * w) @ shift)
    return coefficients
