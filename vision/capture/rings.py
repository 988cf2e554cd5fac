"""Finds circles printed around the middle of a disc: they often part the zones."""

from __future__ import annotations

import cv2
import numpy as np

from vision.capture.gather import Straight


def printed_rings(disc: Straight) -> list[float]:
    """Radii (mm) of printed circles and of edges between bands of colour, from the middle out."""
    half = (disc.picture.shape[0] - 1) / 2
    away = np.arange(4.0, disc.radius - 1.0, 0.15)
    angle = np.arange(720) * 2 * np.pi / 720
    x = (half + np.outer(away, np.cos(angle)) * disc.scale).astype(np.float32)
    y = (half + np.outer(away, np.sin(angle)) * disc.scale).astype(np.float32)
    lab = cv2.cvtColor(disc.picture, cv2.COLOR_BGR2LAB)
    rolled = cv2.remap(lab, x, y, cv2.INTER_LINEAR).astype(np.float32)
    slope = np.abs(np.gradient(np.median(rolled, axis=1), axis=0)).sum(1)
    slope = np.convolve(slope, np.ones(5) / 5, "same")
    floor = float(np.median(slope))
    noise = float(np.median(np.abs(slope - floor))) + 0.05
    found: list[float] = []
    for k in np.argsort(-slope):
        if slope[k] < floor + 6 * noise or len(found) >= 8:
            break
        if all(abs(away[k] - other) > 2.0 for other in found):
            found.append(float(away[k]))
    return sorted(round(r, 2) for r in found)
