"""The corner markers of boards: squares with strokes in them, about as large as tiles, which are none."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.ink import opencv
from vision.ink.markers import plain_markers
from vision.ink.pose import Array, Image
from vision.ink.rectangles.quad import side_of
from vision.tiles.tuning import TUNING

_WORK = 1600
"""The longer side (px) of the picture in which markers are looked for."""
_DICTIONARY = "DICT_4X4_50"


def find_marks(image: Image) -> list[Array]:
    """(4, 2) px corners of the corner markers of boards in `image`, with a little room around them.

    Boards have several: where all have one number, each must be without a flaw, as a tile's strokes may be like a
    marker with one; else those with one must be about as large as those without.
    """
    grey = opencv.grey(image)
    factor = min(1.0, _WORK / max(grey.shape))
    small = opencv.zoomed(grey, factor)
    found = plain_markers(small, _DICTIONARY, corrected=1.0)
    sizes = np.log([side_of(quad) for quad, _ in found])
    alone = len({number for _, number in found}) == 1
    if alone or (len(found) and np.ptp(sizes) > TUNING.mark_sizes):
        flawless = plain_markers(small, _DICTIONARY)
        usual = [side_of(quad) for quad, _ in flawless or found]
        alike = np.abs(sizes - np.median(np.log(usual))) < TUNING.mark_sizes
        found = flawless if alone else [one for one, like in zip(found, alike, strict=True) if like]
    quads = [(quad + 0.5) / factor - 0.5 for quad, _ in found]
    return [np.asarray(quad.mean(0) + TUNING.mark_room * (quad - quad.mean(0))) for quad in quads]


def off_marks(quads: Sequence[Array], marks: Sequence[Array]) -> list[Array]:
    """Those of `quads`, each (4, 2) px, that do not lie on one of the markers `marks`."""
    return [quad for quad in quads if not any(_lies_on(quad, mark) for mark in marks)]


def _lies_on(quad: Array, mark: Array) -> bool:
    """Whether the middle of a quad lies on a marker, or much of it or of the marker in the other."""
    own, other = cv2.convexHull(quad.astype(np.float32)), mark.astype(np.float32)
    x, y = quad.mean(0).tolist()
    if cv2.pointPolygonTest(other.reshape(-1, 1, 2), (x, y), False) >= 0:
        return True
    shared = float(cv2.intersectConvexConvex(own, other)[0])
    size, size_of_mark = float(cv2.contourArea(own)), float(cv2.contourArea(other))
    return shared > TUNING.on_markers * size or (
        shared > TUNING.on_markers * size_of_mark and size < TUNING.hardly_larger * size_of_mark
    )
