"""Finds the fiducial markers in the corners of a board and the plane they lie in.

Small markers in poor light need other settings than OpenCV's: one small threshold window, eight pixels a cell of which
the middle half is read, bits corrected up to half the distance within the few ids of this board. That lets false
markers in, so only markers that agree with each other (or, a single one, with the printed stars) are believed.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import msgspec
import numpy as np

from engines.errors import BadInput, NotPossible
from vision.ink import opencv
from vision.ink.layout import BoardLayout, MarkerSet
from vision.ink.pose import Array, Image, project

# A thresholded marker comes out about this many pixels too small on each side (blur and the threshold's constant).
_INSET = 1.0


class Marker(msgspec.Struct, frozen=True, eq=False):
    """One marker in the picture: `row` in the layout's marker set, `corners` (4, 2) px clockwise from its top left."""

    row: int
    corners: Array


@lru_cache(maxsize=16)
def _detector(dictionary: str, ids: tuple[int, ...], constant: float) -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeMin = settings.adaptiveThreshWinSizeMax = 11
    settings.adaptiveThreshConstant = constant
    settings.perspectiveRemovePixelPerCell = 8
    settings.perspectiveRemoveIgnoredMarginPerCell = 0.25
    settings.errorCorrectionRate = 1.0
    settings.maxErroneousBitsInBorderRate = 0.5
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return cv2.aruco.ArucoDetector(_own_dictionary(dictionary, ids), settings)


def _own_dictionary(name: str, ids: tuple[int, ...]) -> cv2.aruco.Dictionary:
    """Only the markers `ids` of OpenCV's dictionary `name`, correcting bits up to half their least distance."""
    whole = opencv.marker_dictionary(name)
    if whole is None:
        raise BadInput(f"layout: markers.dictionary: expected one such as 'DICT_4X4_50', got {name!r}")
    if not all(0 <= number < len(whole.bytesList) for number in ids):
        raise BadInput(f"layout: markers.at: {name} has ids 0…{len(whole.bytesList) - 1}, got {ids}")
    return cv2.aruco.Dictionary(whole.bytesList[list(ids)], whole.markerSize, opencv.marker_distance(whole, ids) // 2)


def find_markers(grey: Image, markers: MarkerSet, *, zoom: float = 1.0, constant: float = 10.0) -> list[Marker]:
    """The markers of `markers` in `grey`, looked for in the picture `zoom` times as large; a few may be false."""
    detector = _detector(markers.dictionary, markers.ids, constant)
    quads, rows = opencv.detect_markers(detector, opencv.zoomed(grey, zoom))
    found = zip(quads, rows, strict=True)
    return [Marker(row, _outset((quad + 0.5) / zoom - 0.5, _INSET / zoom)) for quad, row in found]


def plain_markers(grey: Image, dictionary: str, corrected: float = 0.0) -> list[tuple[Array, int]]:
    """(4, 2) px corners and ids of the markers of a whole dictionary; none where OpenCV has no such.

    `corrected`: the share of the bits it can put right that may be wrong.
    """
    whole = opencv.marker_dictionary(dictionary)
    if whole is None:
        return []
    settings = cv2.aruco.DetectorParameters()
    settings.errorCorrectionRate = corrected
    settings.adaptiveThreshWinSizeMin = settings.adaptiveThreshWinSizeMax = 11
    settings.adaptiveThreshConstant = 10.0
    settings.perspectiveRemovePixelPerCell = 8
    settings.perspectiveRemoveIgnoredMarginPerCell = 0.25
    quads, ids = opencv.detect_markers(cv2.aruco.ArucoDetector(whole, settings), grey)
    return list(zip(quads, ids, strict=True))


def _outset(quad: Array, pixels: float) -> Array:
    centre = quad.mean(0)
    side = np.sqrt(max(cv2.contourArea(quad.astype(np.float32)), 1.0))
    return np.asarray(centre + (quad - centre) * (1 + 2 * pixels / side))


def agreeing(found: list[Marker], markers: MarkerSet) -> list[Marker]:
    """The largest group of `found` that may be corners of one board, at most one of each id.

    Raises NotPossible where two boards with these markers are in the picture.
    """
    groups = [_friends(one, found, markers) for one in found]
    best = max(groups, key=len, default=[])
    if len(best) > 2 and any(len(group) > 2 and not _shared(group, best) for group in groups):
        wanted = ", ".join(map(str, markers.ids))
        raise NotPossible(f"two boards with the markers {wanted} are in the picture: expected one")
    return best


def _shared(group: list[Marker], other: list[Marker]) -> bool:
    return any(one is two for one in group for two in other)


def _friends(one: Marker, found: list[Marker], markers: MarkerSet) -> list[Marker]:
    middle = markers.corners.mean(1)
    affine = cv2.getAffineTransform(markers.corners[one.row][:3].astype(np.float32), one.corners[:3].astype(np.float32))
    group = {one.row: (0.0, one)}
    for other in found:
        expected = affine[:, :2] @ middle[other.row] + affine[:, 2]
        distance = float(np.linalg.norm(expected - one.corners.mean(0)))
        miss = float(np.linalg.norm(expected - other.corners.mean(0))) / max(distance, 1.0)
        if other.row != one.row and miss < 0.35 and _alike(one, other) and miss < group.get(other.row, (1.0,))[0]:
            group[other.row] = (miss, other)
    return [marker for _, marker in group.values()]


def _alike(one: Marker, other: Marker) -> bool:
    first, second = one.corners[1] - one.corners[3], other.corners[1] - other.corners[3]
    long, other_long = max(float(np.linalg.norm(first)), 1e-6), max(float(np.linalg.norm(second)), 1e-6)
    return 0.5 < long / other_long < 2 and float(first @ second) > 0.8 * long * other_long


def anchors(group: list[Marker], markers: MarkerSet) -> tuple[Array, Array]:
    """(n, 2) board mm and (n, 2) px of the corners of the markers found."""
    return np.concatenate([markers.corners[one.row] for one in group]), np.concatenate([one.corners for one in group])


def plane_of(group: list[Marker], layout: BoardLayout, size: tuple[int, int]) -> Array | None:
    """3×3, board mm -> px, from the markers of one board; with fewer than three, for a camera with a usual lens."""
    if layout.markers is None or not group:
        return None
    board, image = anchors(group, layout.markers)
    if len(group) >= 3:
        plane = opencv.homography(board, image)
        return plane if plane is not None and _error(plane, board, image) < 0.12 * _side(group) else None
    return opencv.plane_by_camera(board, image, size)


def _side(group: list[Marker]) -> float:
    return float(np.median([np.linalg.norm(marker.corners[1] - marker.corners[0]) for marker in group]))


def _error(plane: Array, board: Array, image: Array) -> float:
    return float(np.sqrt(np.mean(np.sum((project(plane, board) - image) ** 2, 1))))
