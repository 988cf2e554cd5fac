"""Printed stars near where they should be: the blobs that are there, and the robust fit of how they moved."""

from __future__ import annotations

import cv2
import numpy as np

from vision.ink.pose import Array
from vision.ink.starfield import Floats, StarField

SEEN, AT_HOME = 0.3, 0.6
"""A star was seen when its blob is at least this strong and this near (mm) to where the model puts it."""


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
            x + _vertex(padded[y, x - 1], height, padded[y, x + 1]),
            y + _vertex(padded[y - 1, x], height, padded[y + 1, x]),
        ],
        1,
    )
    return (peak - pad) / field.scale + field.origin, height


def _vertex(before: Floats, at: Floats, after: Floats) -> Floats:
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
