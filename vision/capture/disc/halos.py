"""Circles printed around single stars of a disc: a mark that its rim's stars may bear."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.capture.disc.gather import Straight
from vision.capture.tuning import TUNING
from vision.ink.pose import Array

_NEAR, _FAR, _STEP = -0.2, 3.0, 0.1
"""How far (mm) from a star's edge its circle is looked for, and in which steps."""
_BREADTH = 5
"""Steps beside a circle in which its line has ended."""


def halo_strengths(disc: Straight, xy: Array, radius: Array) -> NDArray[np.float64]:
    """(n,) how much a circle around each star at `xy` (n, 2) mm, of `radius` (n,) mm, stands out, in lightness."""
    light = cv2.cvtColor(disc.picture, cv2.COLOR_BGR2LAB)[..., 0].astype(np.float32)
    angle = np.arange(72) * 2 * np.pi / 72
    around = np.stack([np.cos(angle), np.sin(angle)], -1)
    away = radius[:, None] + np.arange(_NEAR, _FAR + _STEP / 2, _STEP)
    at = disc.to_pixels(xy[:, None, None] + away[..., None, None] * around).astype(np.float32)
    seen = cv2.remap(light, at[..., 0].reshape(len(xy), -1), at[..., 1].reshape(len(xy), -1), cv2.INTER_LINEAR)
    # A light circle is light nearly all around, whatever lies across it; so a dark one is dark.
    low, high = np.percentile(seen.reshape((*away.shape, len(angle))), [30, 70], axis=2)
    lighter = np.minimum(_over(low, 0), _over(low, 2))
    darker = np.minimum(_over(-high, 0), _over(-high, 2))
    return np.asarray(np.maximum(lighter, darker).max(1), np.float64)


def _over(values: Array, side: int) -> Array:
    """By how much each step exceeds the one `_BREADTH` before (side 0) or after it (side 2)."""
    own = values[:, _BREADTH:-_BREADTH]
    return np.asarray(own - values[:, side * _BREADTH : side * _BREADTH + own.shape[1]])


def haloed_from(disc: Straight, xy: Array, radius: Array) -> float | None:
    """How far (mm) from the disc's middle the stars begin that have a circle each; None where no such rim is seen."""
    if not len(xy):
        return None
    away = np.hypot(*xy.T)
    order = np.argsort(away)
    ringed, away = halo_strengths(disc, xy, radius)[order] > TUNING.halo_contrast, away[order]
    outside = np.arange(len(away)) >= np.arange(1, len(away))[:, None]
    fit = (outside == ringed).mean(1)
    k = int(fit.argmax()) + 1
    share = 1 - k / len(away)
    if fit[k - 1] < TUNING.halos_agreed or not TUNING.min_haloed <= share <= TUNING.max_haloed:
        return None
    return round(float(away[k - 1] + away[k]) / 2, 2)
