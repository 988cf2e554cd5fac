"""More ways to tell a tile's ink from its ground, where the usual ones show no figure."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.ink.pose import Floats
from vision.tiles.evidence import Patch, filled, inked, other_inks, over_noise

_GROUND = 41
_CALM, _FINE, _HAT = 1.8, 0.6, 9
_FLAW = 0.3
"""Less noise (grey levels) than this no camera makes."""
_HOLLOW = 9
"""Stars are hollow up to so wide (px)."""


def patient_inks(patch: Patch) -> Iterator[Patch]:
    """The same with its ink found otherwise: strokes in noise, dense ones, hollow stars filled, and thin strokes.

    In noise and where strokes are thin by lightness alone, as noise is coloured.
    """
    light = np.asarray(cv2.cvtColor(patch.colour, cv2.COLOR_BGR2Lab)[..., 0], np.uint8)
    yield inked(patch, _calm(light))
    yield next(iter(other_inks(patch)))
    yield filled(patch, _HOLLOW)
    yield inked(patch, _fine(light))


def _calm(light: NDArray[np.uint8]) -> Floats:
    """What is lighter, or darker, than the ground, with noise smoothed away."""
    ground = cv2.medianBlur(cv2.GaussianBlur(light, (0, 0), 1.0), _GROUND).astype(np.float32)
    away = np.asarray(cv2.GaussianBlur(light.astype(np.float32) - ground, (0, 0), _CALM), np.float32)
    away *= np.float32(_side_of_strokes(away))
    noise = float(np.median(np.abs(_middle(away)))) / 0.67 + _FLAW
    return np.asarray(np.maximum(away / noise - 1, 0), np.float32)


def _fine(light: NDArray[np.uint8]) -> Floats:
    """What is lighter, or darker, than all that is very near."""
    smooth = cv2.GaussianBlur(light.astype(np.float32), (0, 0), _FINE)
    around = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (_HAT, _HAT))
    lighter = np.asarray(cv2.morphologyEx(smooth, cv2.MORPH_TOPHAT, around), np.float32)
    darker = np.asarray(cv2.morphologyEx(smooth, cv2.MORPH_BLACKHAT, around), np.float32)
    return over_noise(lighter if _side_of_strokes(lighter - darker) > 0 else darker)


def _side_of_strokes(away: Floats) -> float:
    """1 where strokes are lighter than the ground, -1 where darker: few pixels, far from all others."""
    middle = _middle(away)
    return 1.0 if float(((middle - np.median(middle)) ** 3).sum()) > 0 else -1.0


def _middle(plane: Floats) -> Floats:
    rows, columns = plane.shape[0] // 7, plane.shape[1] // 7
    return plane[rows:-rows, columns:-columns]
