"""The edges of a slate that hardly stands out from its table."""

from __future__ import annotations

import cv2
import numpy as np

from vision.ink import opencv, outline
from vision.ink.pose import Array, Image

GRAIN_PX = 9
"""Grain and lines thinner than this are smoothed away."""
AROUND_PX = 25.0
"""Contrast is levelled within this reach."""
SPREAD = 50.0


def faint_segments(image: Image) -> Array:
    """(m, 4) straight edges of a picture (grey or BGR), however faint: of its brightness and its two colour planes,
    without grain and with contrast levelled; longest first."""
    colour = image if image.ndim == 3 else np.repeat(image[..., None], 3, axis=2)
    factor = min(1.0, 1280 / max(image.shape[:2]))
    lab = cv2.cvtColor(opencv.zoomed(colour, factor), cv2.COLOR_BGR2LAB)
    planes = [_levelled(np.asarray(lab[..., k], np.uint8)) for k in range(3 if image.ndim == 3 else 1)]
    found = np.concatenate([outline.edge_segments(plane, 2.0) for plane in planes])
    found = (found + 0.5) / factor - 0.5
    return np.asarray(found[np.argsort(-np.hypot(found[:, 2] - found[:, 0], found[:, 3] - found[:, 1]))])


def _levelled(plane: Image) -> Image:
    calm = cv2.medianBlur(plane, GRAIN_PX).astype(np.float32)
    mean = cv2.GaussianBlur(calm, (0, 0), AROUND_PX)
    spread = cv2.sqrt(cv2.GaussianBlur((calm - mean) ** 2, (0, 0), AROUND_PX)) + np.float32(2.0)
    return np.asarray(np.clip(128 + (calm - mean) / spread * SPREAD, 0, 255), np.uint8)
