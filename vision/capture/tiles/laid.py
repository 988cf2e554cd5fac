"""Tiles laid out in rows on a plain ground, each seen straight on."""

from __future__ import annotations

import numpy as np

from engines.errors import NotPossible
from vision.capture.tuning import TUNING
from vision.ink import opencv
from vision.ink.pose import Array, Image
from vision.ink.rectangles.laid import find_laid

WIDTH = 48.0
"""Tile millimetres are counted as if every tile were so wide."""
SCALE = 10.0
"""Pixels a tile millimetre of a tile seen straight on."""


def find_tiles(image: Image, name: str) -> list[Image]:
    """The tiles of a photograph straight on, row by row; raises NotPossible where there are none."""
    quads = find_laid(image)
    if not quads:
        raise NotPossible(
            "capture.nothing_laid",
            "{name}: no tiles in the picture; lay them apart on a plain ground of another colour",
            name,
        )
    aspect = float(np.median([_aspect(quad) for quad in quads]))
    return [_straight(image, quad, aspect) for quad in _in_rows(quads)]


def _aspect(quad: Array) -> float:
    """Height by width."""
    sides = np.linalg.norm(np.roll(quad, -1, 0) - quad, axis=1)
    return float((sides[1] + sides[3]) / (sides[0] + sides[2]))


def _in_rows(quads: list[Array]) -> list[Array]:
    """Row by row, each from left to right."""
    tall = float(np.median([np.linalg.norm(q[3] - q[0]) for q in quads]))
    left = sorted(quads, key=lambda q: float(q[:, 1].mean()))
    rows: list[list[Array]] = []
    for quad in left:
        if rows and quad[:, 1].mean() - np.mean([q[:, 1].mean() for q in rows[-1]]) < TUNING.same_row * tall:
            rows[-1].append(quad)
        else:
            rows.append([quad])
    return [quad for row in rows for quad in sorted(row, key=lambda q: float(q[:, 0].mean()))]


def _straight(image: Image, quad: Array, aspect: float) -> Image:
    size = (round(WIDTH * SCALE), round(WIDTH * SCALE * aspect))
    frame = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], float) - 0.5
    plane = opencv.homography(frame, quad)
    assert plane is not None
    return opencv.flattened(image, plane, size)
