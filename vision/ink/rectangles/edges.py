"""The straight edges of a picture, found plainly, coarsely, or however faint they are."""

from __future__ import annotations

import cv2
import numpy as np

from vision.ink import opencv
from vision.ink.pose import Array, Image
from vision.ink.rectangles.tuning import EDGES


def edge_segments(grey: Image, smooth: float = 1.0) -> Array:
    """(m, 4) straight edges x1, y1, x2, y2 in pixels of `grey` (rows, columns), longest first.

    `smooth`: blur in pixels of a picture 640 pixels wide; more of it leaves the texture of a table out.
    """
    factor = min(1.0, EDGES.work_px / max(grey.shape))
    small = cv2.GaussianBlur(opencv.zoomed(grey, factor), (0, 0), smooth)
    segments = opencv.line_segments(np.asarray(small, np.uint8))
    length = np.hypot(segments[:, 2] - segments[:, 0], segments[:, 3] - segments[:, 1])
    order = np.argsort(-length)
    return np.asarray((segments[order[length[order] > EDGES.min_length * max(small.shape)]] + 0.5) / factor - 0.5)


def coarse_segments(image: Image) -> Array:
    """(m, 4) straight edges of a smoothed picture (grey or BGR): of its brightness and of its colours."""
    factor = min(1.0, EDGES.work_px / max(image.shape[:2]))
    small = opencv.zoomed(image, factor)
    planes = [opencv.grey(small)]
    if small.ndim == 3:
        lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB)
        planes += [opencv.stretched(np.asarray(lab[..., k], np.uint8)) for k in (1, 2)]
    return _longest_first(np.concatenate([edge_segments(plane, 2.5) for plane in planes]), factor)


def faint_segments(image: Image) -> Array:
    """(m, 4) straight edges of a picture (grey or BGR), however faint: of its brightness and its two colour planes,
    without grain and with contrast levelled; longest first."""
    colour = image if image.ndim == 3 else np.repeat(image[..., None], 3, axis=2)
    factor = min(1.0, EDGES.faint_work_px / max(image.shape[:2]))
    lab = cv2.cvtColor(opencv.zoomed(colour, factor), cv2.COLOR_BGR2LAB)
    planes = [_levelled(np.asarray(lab[..., k], np.uint8)) for k in range(3 if image.ndim == 3 else 1)]
    return _longest_first(np.concatenate([edge_segments(plane, 2.0) for plane in planes]), factor)


def _longest_first(found: Array, factor: float) -> Array:
    """Edges found in a picture made `factor` times as large, in its own pixels."""
    order = np.argsort(-np.hypot(found[:, 2] - found[:, 0], found[:, 3] - found[:, 1]))
    return np.asarray((found[order] + 0.5) / factor - 0.5)


def _levelled(plane: Image) -> Image:
    calm = cv2.medianBlur(plane, EDGES.grain_px).astype(np.float32)
    mean = opencv.widely_blurred(calm, EDGES.around_px)
    spread = cv2.sqrt(opencv.widely_blurred((calm - mean) ** 2, EDGES.around_px)) + np.float32(2.0)
    return np.asarray(np.clip(128 + (calm - mean) / spread * EDGES.spread, 0, 255), np.uint8)
