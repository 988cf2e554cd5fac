"""The corner markers of boards: squares with strokes in them, about as large as tiles, which are none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.ink import opencv
from vision.ink.markers import plain_markers
from vision.ink.pose import Array, Image
from vision.ink.rectangles.quad import holds, side_of
from vision.tiles.tuning import TUNING

_WORK = 1600
"""The longer side (px) of the picture in which markers are looked for."""
_DICTIONARY = "DICT_4X4_50"


class Marks(NamedTuple):
    """Corner markers of boards, each (4, 2) px with a little room around it, and the (n, 2) px outline through those of
    the only board; None where there is none, or there may be several."""

    quads: list[Array]
    board: Array | None


def find_marks(image: Image) -> Marks:
    """The corner markers of boards in `image`.

    Boards have several: where all have one number, each must be without a flaw, as a tile's strokes may be like a
    marker with one; else those with one must be about as large as those without. All have a white rim.
    """
    grey = opencv.grey(image)
    factor = min(1.0, _WORK / max(grey.shape))
    small = opencv.zoomed(grey, factor)
    found = [one for one in plain_markers(small, _DICTIONARY, corrected=1.0) if _rimmed(small, one[0])]
    sizes = np.log([side_of(quad) for quad, _ in found])
    alone = len({number for _, number in found}) == 1
    if alone or (len(found) and np.ptp(sizes) > TUNING.mark_sizes):
        flawless = plain_markers(small, _DICTIONARY)
        usual = [side_of(quad) for quad, _ in flawless or found]
        alike = np.abs(sizes - np.median(np.log(usual))) < TUNING.mark_sizes
        found = flawless if alone else [one for one, like in zip(found, alike, strict=True) if like]
    quads = [(quad + 0.5) / factor - 0.5 for quad, _ in found]
    large = [np.asarray(quad.mean(0) + TUNING.mark_room * (quad - quad.mean(0))) for quad in quads]
    return Marks(large, _board(quads) if len(found) == len({number for _, number in found}) else None)


def _rimmed(grey: Image, quad: Array) -> bool:
    """Whether a marker's rim is lighter than its border: around a loop of strokes lies the ground that is in it."""
    middle, steps = quad.mean(0), np.linspace(0, 1, 9)[:, None, None]
    sides = (quad + steps * (np.roll(quad, -1, axis=0) - quad)).reshape(-1, 2) - middle
    half_a_cell, last = 1 / 6, np.array(grey.shape[::-1]) - 1  # as a share of the way from the middle to a side
    at = [np.clip(np.rint(middle + sides * (1 + k * half_a_cell)), 0, last).astype(int) for k in (-1, 1)]
    border, rim = (grey[places[:, 1], places[:, 0]] for places in at)
    return float(np.percentile(rim, 20) - np.median(border)) > TUNING.mark_rim


def _board(quads: Sequence[Array]) -> Array | None:
    """The outline through markers of different numbers that are all turned alike: those of one board have corners all
    around it, and the board's own stars may look like a tile's."""
    across = np.array([quad[1] - quad[0] for quad in quads]).reshape(-1, 2)
    turns = np.degrees(np.arctan2(*across.T[::-1]))
    alike = np.abs((turns[:, None] - turns + 180) % 360 - 180).max(initial=0.0) < TUNING.marks_turned_deg
    if len(quads) < TUNING.marks_of_board or not alike:
        return None
    return cv2.convexHull(np.concatenate(quads).astype(np.float32)).reshape(-1, 2).astype(float)


def off_marks(quads: Sequence[Array], marks: Marks) -> list[Array]:
    """Those of `quads`, each (4, 2) px, that lie neither on a marker nor with their middle on the board."""
    off = [quad for quad in quads if not any(_lies_on(quad, mark) for mark in marks.quads)]
    return off if marks.board is None else [quad for quad in off if not holds(marks.board, quad)]


def _lies_on(quad: Array, mark: Array) -> bool:
    """Whether the middle of a quad lies on a marker, or much of it or of the marker in the other."""
    own, other = cv2.convexHull(quad.astype(np.float32)), mark.astype(np.float32)
    if holds(mark, quad):
        return True
    shared = float(cv2.intersectConvexConvex(own, other)[0])
    size, size_of_mark = float(cv2.contourArea(own)), float(cv2.contourArea(other))
    return shared > TUNING.on_markers * size or (
        shared > TUNING.on_markers * size_of_mark and size < TUNING.hardly_larger * size_of_mark
    )
