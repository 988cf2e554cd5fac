"""What stands out on both sides: tells a pen line from the edge of a hand or of a glare."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.ink.evidence import half_size
from vision.ink.pose import Grid
from vision.ink.strips import MIDDLE, STEP_MM, Chords, Strips

Plane = NDArray[np.float32]
Numbers = NDArray[np.float64]

BLUR_MM = 0.45
"""Blur under which a path and what lies beside it are compared."""
BESIDE_MM = 2.0
"""How far beside a path its ground is looked at."""


class Steps(msgspec.Struct, frozen=True, eq=False):
    """Along the paths of n star pairs, (n, ALONG) grey levels: `stands`, how far the path is brighter than the brighter
    of its two sides; `step`, how much brighter its left side is than its right one."""

    stands: Plane
    step: Plane


def steps_along(added: Plane, strips: Strips, grid: Grid, a: Numbers, b: Numbers) -> Steps:
    """The steps of `added` (what was added to a board) along the paths of the star pairs `a`, `b` ((n, 2) disc mm)."""
    soft = half_size(added)
    soft = np.asarray(cv2.GaussianBlur(soft, (0, 0), BLUR_MM * grid.px_per_mm / 2), np.float32)
    chords = Chords(grid, a, b)
    count = strips.path.shape[1]
    along = ((np.arange(count) + 0.5) / count).astype(np.float32) * chords.pixels[:, None]
    off = ((strips.path - MIDDLE) * STEP_MM * chords.scale).astype(np.float32)
    left, on_path, right = (
        _sampled(soft, chords, along, off + np.float32(side * BESIDE_MM * chords.scale)) for side in (-1, 0, 1)
    )
    return Steps(on_path - np.maximum(left, right), left - right)


def _sampled(plane: Plane, chords: Chords, along: Plane, off: Plane) -> Plane:
    """(n, k) of a plane at half the pixels of the chords' grid, at points `along` the chords and `off` beside them."""
    ux, uy = chords.unit[:, :1], chords.unit[:, 1:]
    x = chords.start[:, :1] + along * ux - off * uy
    y = chords.start[:, 1:] + along * uy + off * ux
    x, y = (at * np.float32(0.5) - np.float32(0.25) for at in (x, y))
    return np.asarray(cv2.remap(plane, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32)
