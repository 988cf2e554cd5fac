"""What the colours on a tile say about its star type."""

from __future__ import annotations

import colorsys
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.ranks import median_of_columns
from vision.tiles.evidence import Patch
from vision.tiles.tuning import TUNING

HUES = {
    "red": 0.0,
    "orange": 0.07,
    "yellow": 0.14,
    "green": 0.36,
    "cyan": 0.5,
    "blue": 0.58,
    "violet": 0.77,
    "purple": 0.79,
    "pink": 0.9,
}
"""Colour name -> hue in turns; white, black and grey have none."""


def type_odds(patch: Patch, types: Sequence[str | None]) -> NDArray[np.float64]:
    """(n,) nats, 0 at best, for tiles of these types: how much their hue is missing from the coloured ink.

    Types whose names are no colours, and tiles with little coloured ink, are left at 0.
    """
    names = {kind for kind in types if kind in HUES}
    angles = _angles(patch) if names else np.empty(0)
    shares = {name: _share_of(angles, name) for name in names}
    if not shares or max(shares.values()) < TUNING.min_of_type:
        return np.zeros(len(types))
    best = max(shares.values())
    return np.array(
        [TUNING.type_colour * ((shares[kind] - best) if kind in shares else -best) if kind else 0.0 for kind in types]
    )


def _angles(patch: Patch) -> NDArray[np.float64]:
    """(n,) radians: the directions of the colours (a*b*) of the ink that stands out from the ground; none where there
    is little such ink."""
    lab = np.asarray(cv2.cvtColor(patch.colour, cv2.COLOR_BGR2Lab), np.float32)
    ground = median_of_columns(lab.reshape(-1, 3))
    ink = lab[patch.ink > 0.5]
    coloured = np.hypot(*(ink - ground)[:, 1:].T) > TUNING.no_colour
    if coloured.sum() < TUNING.min_coloured:
        return np.empty(0)
    colour = ink[coloured][:, 1:] - 128
    return np.asarray(np.arctan2(colour[:, 1], colour[:, 0]))


def _share_of(angles: NDArray[np.float64], name: str) -> float:
    """The share of colours with these directions that are near this hue."""
    if not len(angles):
        return 0.0
    red, green, blue = colorsys.hsv_to_rgb(HUES[name], 0.8, 0.95)
    swatch = np.array([[[blue * 255, green * 255, red * 255]]]).astype(np.uint8)
    aim = cv2.cvtColor(swatch, cv2.COLOR_BGR2Lab).astype(float)[0, 0, 1:] - 128
    angle = np.degrees(angles - np.arctan2(aim[1], aim[0]))
    near = np.abs((angle + 180) % 360 - 180) < TUNING.hue_deg
    return float(near.mean())
