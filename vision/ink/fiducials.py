"""Flat boards of any kind found by their corner markers, without the help of what is printed on them."""

from __future__ import annotations

import numpy as np

from engines.errors import BadInput, NotPossible
from engines.layout import Markers
from vision.ink import opencv
from vision.ink.layout import MarkerSet
from vision.ink.markers import Marker, agreeing, anchors, find_markers
from vision.ink.pose import Array, Image, project

_LOOKS = ((1.0, 13.0), (1.0, 7.0), (2.0, 7.0))


def marker_set(marks: Markers, what: str) -> MarkerSet:
    """The markers of a layout as arrays. Raises BadInput, naming `what`, where an id is no number."""
    try:
        ids = tuple(sorted(int(key) for key in marks.at))
    except ValueError as error:
        raise BadInput(f"{what}: markers.at: marker ids are whole numbers, not {list(marks.at)!r}") from error
    if not ids:
        raise BadInput(f"{what}: markers.at: expected one marker at least")
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float) * marks.size
    corners = np.array([np.array(marks.at[str(key)], float) + square for key in ids])
    if not np.isfinite(corners).all():
        raise BadInput(f"{what}: markers.at: every number must be finite")
    return MarkerSet(marks.dictionary, marks.size, ids, corners)


def plane_by_markers(image: Image, markers: MarkerSet, what: str = "board") -> tuple[Array, float]:
    """3×3, board mm -> px, and the share of the markers it rests on. Raises NotPossible where none can be seen."""
    grey = opencv.grey(image)
    best: tuple[Array, float] | None = None
    for zoom, constant in _LOOKS:
        if zoom > 1 and max(grey.shape) > 2600:
            break
        found = find_markers(grey, markers, zoom=zoom, constant=constant)
        group = agreeing(found, markers)
        if not group:
            continue
        if len(group) == 2 and _twice(group, found, markers):
            raise NotPossible(f"two of the {what} are in the picture: expected one")
        board, seen = anchors(group, markers)
        size = (grey.shape[1], grey.shape[0])
        plane = opencv.homography(board, seen) if len(group) > 1 else opencv.plane_by_camera(board, seen, size)
        side = float(np.median([np.hypot(*(one.corners[1] - one.corners[0])) for one in group]))
        share = len(group) / len(markers.ids)
        if plane is None or float(np.abs(project(plane, board) - seen).max()) > 0.25 * side:
            continue
        if best is None or share > best[1]:
            best = plane, share
        if share >= 0.75:
            break
    if best is None:
        wanted = ", ".join(map(str, markers.ids))
        raise NotPossible(f"no {what} in the picture: none of the markers {wanted} can be seen")
    return best


def _twice(pair: list[Marker], found: list[Marker], markers: MarkerSet) -> bool:
    """Whether the same two markers lie elsewhere, too, as on a second such board."""
    middles = [one.corners.mean(0) for one in pair]
    side = float(np.hypot(*(middles[0] - middles[1])))
    far = [one for one in found if all(np.hypot(*(one.corners.mean(0) - at)) > side / 2 for at in middles)]
    return {one.row for one in agreeing(far, markers)} == {one.row for one in pair}
