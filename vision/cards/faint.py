"""Finds markers that are too blurred, or too much in a lamp's light, to be deciphered: by what they must look like.

The markers that were deciphered say roughly where each of the others must be; there its own picture is looked for, and
what is found tells the plane and so the place of the next more closely.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from vision.cards.tuning import TUNING
from vision.ink import opencv
from vision.ink.layout import BoardLayout, MarkerSet, rotation_matrix
from vision.ink.markers import Marker, plane_of
from vision.ink.pose import Array, Image, project

_SIDE_PX = 24
"""A marker's side in the picture in which it is looked for."""
_CELL_PX = 16
_SOFT_PX = 1.5


class Reach(NamedTuple):
    """How far from its place (in its sides), how large (times) and how turned (degrees) a marker may be seen."""

    far: float
    sizes: tuple[float, ...]
    turns: tuple[float, ...]


_ROUGHLY = Reach(3.8, (0.72, 0.79, 0.86, 0.93, 1.0, 1.08, 1.16, 1.25), (-4.0, 0.0, 4.0))
_NEARLY = Reach(0.8, (0.86, 0.93, 1.0, 1.08, 1.16), (-3.0, 0.0, 3.0))
_CLOSELY = Reach(0.3, (0.95, 1.0, 1.05), (-2.0, 0.0, 2.0))


def with_faint(grey: Image, seen: list[Marker], board: BoardLayout) -> list[Marker]:
    """The markers of a board that were deciphered (at least two), then those of the others that are seen as well."""
    markers, size = board.markers, (grey.shape[1], grey.shape[0])
    if markers is None:
        return seen
    missing = set(range(len(markers.ids))) - {marker.row for marker in seen}
    faint: dict[int, Marker] = {}
    # Two markers at one end of the board hardly tell how far away the other end is; three do.
    for reach in (_ROUGHLY, _NEARLY, _CLOSELY) if len(seen) == 2 else (_NEARLY, _CLOSELY):
        plane = plane_of([*seen, *faint.values()], board, size)
        if plane is None:
            return seen
        # At last those found are looked at once more, each where the others say.
        for row in sorted(faint if reach is _CLOSELY else missing - faint.keys()):
            marker = _marker(grey, plane, row, markers, reach)
            faint |= {} if marker is None else {row: marker}
    every = [*seen, *faint.values()]
    return every if plane_of(every, board, size) is not None else seen


def _marker(grey: Image, plane: Array, row: int, markers: MarkerSet, reach: Reach) -> Marker | None:
    """The marker that is seen about where `plane` (3×3, board mm -> px) says, None where there is none."""
    face = _face(markers, row)
    rim = len(face) / (len(face) - 2 * TUNING.min_marker_rim * _CELL_PX)
    per_mm = _SIDE_PX / markers.size
    low = markers.corners[row].mean(0) - (reach.far + rim / 2) * markers.size
    onto = plane @ np.array([[1 / per_mm, 0, low[0]], [0, 1 / per_mm, low[1]], [0, 0, 1]])
    across = round((2 * reach.far + rim) * _SIDE_PX)
    sheet = opencv.flattened(grey, onto, (across, across))
    best, found, turned = -1.0, (0.0, np.zeros(2)), 0.0
    for turn in reach.turns:
        spun = opencv.spun(face, turn)
        for size in reach.sizes:
            like, others, at = _fit(sheet, spun, rim * size)
            if like > max(best, TUNING.faint_marker, others + TUNING.marker_own_way):
                best, found, turned = like, (at[0] / rim, at[1]), turn
    if best < TUNING.faint_marker:
        return None
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * found[0] / 2
    return Marker(row, project(onto, square @ rotation_matrix(turned).T + found[1]))


def _face(markers: MarkerSet, row: int) -> Image:
    """The marker as it is printed, with some white around it."""
    dictionary = opencv.marker_dictionary(markers.dictionary)
    assert dictionary is not None, "markers of an unknown dictionary were deciphered"
    side = (dictionary.markerSize + 2) * _CELL_PX
    face = cv2.aruco.generateImageMarker(dictionary, markers.ids[row], side)
    rim = round(TUNING.min_marker_rim * _CELL_PX)
    return np.asarray(cv2.copyMakeBorder(face, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=255), np.uint8)


def _fit(sheet: Image, face: Image, size: float) -> tuple[float, float, tuple[float, Array]]:
    """How like a face `size` times as large as a marker is at the likeliest place, how like it is there if turned by
    quarters, -1…1; and that place: its side and its middle (2,) px.
    """
    side = round(_SIDE_PX * size)
    small = cv2.resize(face, (side, side), interpolation=cv2.INTER_AREA)
    drawn = np.asarray(cv2.GaussianBlur(small, (0, 0), _SOFT_PX), np.uint8)
    scores = _likeness(sheet, drawn)
    y, x = np.unravel_index(int(scores.argmax()), scores.shape)
    part = sheet[y : y + side, x : x + side]
    others = [float(_likeness(part, np.rot90(drawn, quarter))[0, 0]) for quarter in (1, 2, 3)]
    return float(scores.max()), max(others), (float(side), np.array([x, y], float) + (side - 1) / 2)


def _likeness(sheet: Image, drawn: Image) -> Array:
    scores = cv2.matchTemplate(sheet, np.ascontiguousarray(drawn), cv2.TM_CCOEFF_NORMED)
    return np.clip(np.nan_to_num(scores, posinf=0.0, neginf=0.0), -1, 1).astype(float)
