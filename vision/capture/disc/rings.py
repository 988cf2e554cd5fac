"""Circles printed around the middle of a disc: they often part the zones, and cross where stars may be."""

from __future__ import annotations

import cv2
import numpy as np

from vision.capture.disc.gather import Straight
from vision.capture.tuning import TUNING
from vision.ink.pose import Array, Floats

_BROAD = 81
"""Steps of 0.1 mm: more than twice as broad as the line of a printed circle."""


def printed_rings(disc: Straight) -> list[float]:
    """Radii (mm) of printed circles and of edges between bands of colour, from the middle out."""
    lab = cv2.cvtColor(disc.picture, cv2.COLOR_BGR2LAB)
    away = np.arange(4.0, disc.radius - 1.0, 0.15)
    slope = np.abs(np.gradient(_around(disc, np.asarray(lab, np.float32), away), axis=0)).sum(1)
    slope = np.convolve(slope, np.ones(5) / 5, "same")
    floor = float(np.median(slope))
    noise = float(np.median(np.abs(slope - floor))) + 0.05
    found: list[float] = []
    for k in np.argsort(-slope):
        if slope[k] < floor + TUNING.ring_clear * noise or len(found) >= TUNING.max_rings:
            break
        if all(abs(away[k] - other) > TUNING.rings_apart_mm for other in found):
            found.append(float(away[k]))
    return sorted(round(r, 2) for r in found)


def without_rings(disc: Straight, lab: Floats) -> Floats:
    """The disc's picture (rows, columns, 3) without the lines of printed circles: what lies there shows alone."""
    away = np.arange(0.0, disc.radius, 0.1)
    usual = _around(disc, lab, away)
    line = usual - np.stack([_middling(channel) for channel in usual.T], 1)
    side = lab.shape[0]
    y, x = np.mgrid[:side, :side].astype(np.float32) - (side - 1) / 2
    at = np.hypot(x, y) / disc.scale
    return np.asarray(lab - np.stack([np.interp(at, away, channel) for channel in line.T], 2), np.float32)


def _around(disc: Straight, lab: Floats, away: Array) -> Array:
    """(n, 3) the middling colour of the circles `away` (n,) mm from the middle."""
    half = (lab.shape[0] - 1) / 2
    angle = np.arange(720) * 2 * np.pi / 720
    x = (half + np.outer(away, np.cos(angle)) * disc.scale).astype(np.float32)
    y = (half + np.outer(away, np.sin(angle)) * disc.scale).astype(np.float32)
    return np.asarray(np.median(cv2.remap(lab, x, y, cv2.INTER_LINEAR), axis=1), float)


def _middling(values: Array) -> Array:
    """(n,) the median of what is near each of the values."""
    half = _BROAD // 2
    near = np.lib.stride_tricks.sliding_window_view(np.pad(values, half, mode="edge"), _BROAD)
    return np.asarray(np.median(near, axis=1))
