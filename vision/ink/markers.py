"""Finds the fiducial markers in the corners of a board and the plane they lie in.

Small markers in poor light need other settings than OpenCV's: one small threshold window, eight pixels a cell of which
the middle half is read, bits corrected up to half the distance within the few ids of this board. That lets false
markers in, so only markers that agree with each other (or, a single one, with the printed stars) are believed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property, lru_cache

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.errors import BadInput, NotPossible
from vision.ink import opencv
from vision.ink.layout import BoardLayout, MarkerSet
from vision.ink.pose import Array, Image, project
from vision.ink.tuning import MARKERS
from vision.ranks import median

# A thresholded marker comes out about this many pixels too small on each side (blur and the threshold's constant).
_INSET = 1.0
SURE_MARKERS = 3
"""Markers that agree with each other are a board, not made up of chance, from this number on."""
LOOKS = ((1.0, MARKERS.constant), (1.0, MARKERS.faint_constant), (2.0, MARKERS.faint_constant))
"""How many times as large, and with which constant of the threshold, pictures are looked at one after the other."""


class Marker(msgspec.Struct, frozen=True, eq=False, dict=True):
    """One marker in the picture: `row` in the layout's marker set, `corners` (4, 2) px clockwise from its top left."""

    row: int
    corners: Array

    @cached_property
    def middle(self) -> Array:
        """(2,) px."""
        return np.asarray(self.corners.mean(0))


@lru_cache(maxsize=16)
def _detector(dictionary: str, ids: tuple[int, ...], constant: float) -> cv2.aruco.ArucoDetector:
    settings = _settings()
    settings.adaptiveThreshWinSizeMin = settings.adaptiveThreshWinSizeMax = 11
    settings.adaptiveThreshConstant = constant
    settings.errorCorrectionRate = 1.0
    settings.maxErroneousBitsInBorderRate = 0.5
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return cv2.aruco.ArucoDetector(_own_dictionary(dictionary, ids), settings)


def _own_dictionary(name: str, ids: tuple[int, ...]) -> cv2.aruco.Dictionary:
    """Only the markers `ids` of OpenCV's dictionary `name`, correcting bits up to half their least distance."""
    whole = opencv.marker_dictionary(name)
    if whole is None:
        raise BadInput(
            "layout.markers.dictionary",
            "layout: markers.dictionary: expected one such as 'DICT_4X4_50', got {name!r}",
            name,
        )
    if not all(0 <= number < len(whole.bytesList) for number in ids):
        raise BadInput(
            "layout.markers.beyond",
            "layout: markers.at: {name} has ids 0…{last}, got {ids}",
            name,
            len(whole.bytesList) - 1,
            ids,
        )
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
    settings = _settings()
    settings.errorCorrectionRate = corrected
    settings.adaptiveThreshWinSizeMin = settings.adaptiveThreshWinSizeMax = 11
    settings.adaptiveThreshConstant = 10.0
    return _whole(grey, dictionary, settings)


def measured_markers(image: Image, dictionary: str) -> dict[int, Array]:
    """Id -> (4, 2) px of the corners, clockwise from the top left as printed, of all markers of a dictionary.

    The corners are found in light: blur moves them outward or inward in coded values.
    """
    grey = opencv.grey(image)
    light = np.asarray(opencv.linear(grey) * 255, np.float32)
    return {number: _sharp(light, quad) for quad, number in _whole(grey, dictionary, _settings())}


def _settings() -> cv2.aruco.DetectorParameters:
    settings = cv2.aruco.DetectorParameters()
    settings.perspectiveRemovePixelPerCell = 8
    settings.perspectiveRemoveIgnoredMarginPerCell = 0.25
    return settings


def _whole(grey: Image, dictionary: str, settings: cv2.aruco.DetectorParameters) -> list[tuple[Array, int]]:
    whole = opencv.marker_dictionary(dictionary)
    if whole is None:
        return []
    return list(zip(*opencv.detect_markers(cv2.aruco.ArucoDetector(whole, settings), grey), strict=True))


def _sharp(light: NDArray[np.float32], quad: Array) -> Array:
    reach = max(2, round(0.06 * float(np.linalg.norm(quad[1] - quad[0]))))
    stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 30, 0.01)
    corners = cv2.cornerSubPix(light, quad.astype(np.float32).reshape(-1, 1, 2), (reach, reach), (-1, -1), stop)
    return np.asarray(corners, float).reshape(4, 2)


def _outset(quad: Array, pixels: float) -> Array:
    centre = quad.mean(0)
    side = np.sqrt(max(cv2.contourArea(quad.astype(np.float32)), 1.0))
    return np.asarray(centre + (quad - centre) * (1 + 2 * pixels / side))


def agreeing(found: list[Marker], markers: MarkerSet) -> list[Marker]:
    """The largest group of `found` that may be corners of one board, at most one of each id; all of them where one of
    each lies in a plane, however slanted it is seen.

    Raises NotPossible where two boards with these markers are in the picture.
    """
    groups = [_friends(one, found, markers) for one in found]
    best = max(groups, key=len, default=[])
    if len(best) > 2 and any(len(group) > 2 and not _shared(group, best) for group in groups):
        wanted = ", ".join(map(str, markers.ids))
        raise NotPossible("board.two", "two boards with the markers {markers} are in the picture: expected one", wanted)
    alone = len({one.row for one in found}) == len(found) > max(len(best), 2)
    return list(found) if alone and _plane_through(found, markers) is not None else best


def boards_among(found: Sequence[Marker], markers: MarkerSet) -> list[list[Marker]]:
    """The markers of each of several alike boards, the one of which most is seen first; two of each board at least."""
    left, boards = list(found), list[list[Marker]]()
    while True:
        best = max((_friends(one, left, markers) for one in left), key=len, default=[])
        if len(best) < min(2, len(markers.ids)):
            return boards
        boards.append(best)
        left = [one for one in left if all(one is not two for two in best)]


def _shared(group: list[Marker], other: list[Marker]) -> bool:
    return any(one is two for one in group for two in other)


def _friends(one: Marker, found: list[Marker], markers: MarkerSet) -> list[Marker]:
    middle = markers.corners.mean(1)
    affine = cv2.getAffineTransform(markers.corners[one.row][:3].astype(np.float32), one.corners[:3].astype(np.float32))
    group = {one.row: (0.0, one)}
    for other in found:
        expected = affine[:, :2] @ middle[other.row] + affine[:, 2]
        miss = math.dist(expected, other.middle) / max(math.dist(expected, one.middle), 1.0)
        nearest = miss < min(MARKERS.miss, group.get(other.row, (1.0,))[0])
        if other.row != one.row and nearest and _alike(one, other):
            group[other.row] = (miss, other)
    return [marker for _, marker in group.values()]


def _alike(one: Marker, other: Marker) -> bool:
    first, second = one.corners[1] - one.corners[3], other.corners[1] - other.corners[3]
    long, other_long = max(math.hypot(*first), 1e-6), max(math.hypot(*second), 1e-6)
    sized = 1 / MARKERS.as_large < long / other_long < MARKERS.as_large
    return sized and float(first @ second) > MARKERS.as_turned * long * other_long


def anchors(group: list[Marker], markers: MarkerSet) -> tuple[Array, Array]:
    """(n, 2) board mm and (n, 2) px of the corners of the markers found."""
    return np.concatenate([markers.corners[one.row] for one in group]), np.concatenate([one.corners for one in group])


def plane_of(group: list[Marker], layout: BoardLayout, size: tuple[int, int]) -> Array | None:
    """3×3, board mm -> px, from the markers of one board; with fewer than three, for a camera with a usual lens."""
    if layout.markers is None or not group:
        return None
    if len(group) >= 3:
        return _plane_through(group, layout.markers)
    return opencv.plane_by_camera(*anchors(group, layout.markers), size)


def _plane_through(group: list[Marker], markers: MarkerSet) -> Array | None:
    """3×3, board mm -> px, from three or more markers; None where they are not corners of one board."""
    board, image = anchors(group, markers)
    plane = opencv.homography(board, image)
    if plane is None or not lie_as_printed(group, markers):
        return None
    return plane if _error(plane, board, image) < MARKERS.off * _side(group) else None


def lie_as_printed(group: list[Marker], markers: MarkerSet) -> bool:
    """Whether markers are as large beside their distances as on this board: other games' lie nearer to each other or
    further apart. Less than four do not tell."""
    if len(group) < 4:
        return True
    board, image = (
        np.stack(quads) for quads in zip(*((markers.corners[m.row], m.corners) for m in group), strict=True)
    )
    plane = opencv.homography(board.mean(1), image.mean(1))
    if plane is None:
        return False
    printed = [cv2.contourArea(project(plane, quad).astype(np.float32)) for quad in board]
    seen = [cv2.contourArea(quad.astype(np.float32)) for quad in image]
    larger = median(np.array(seen) / np.maximum(printed, 1e-6))
    return 1 / MARKERS.larger < larger < MARKERS.larger


def _side(group: list[Marker]) -> float:
    return median(np.array([math.dist(marker.corners[0], marker.corners[1]) for marker in group]))


def _error(plane: Array, board: Array, image: Array) -> float:
    return float(np.sqrt(np.mean(np.sum((project(plane, board) - image) ** 2, 1))))


def plane_by_markers(image: Image, markers: MarkerSet, what: str = "board") -> tuple[Array, float]:
    """3×3, board mm -> px, and the share of the markers it rests on. Raises NotPossible where none can be seen."""
    grey = opencv.grey(image)
    best: tuple[Array, float] | None = None
    for zoom, constant in LOOKS:
        if zoom > 1 and max(grey.shape) > MARKERS.max_zoomed_px:
            break
        found = find_markers(grey, markers, zoom=zoom, constant=constant)
        group = agreeing(found, markers)
        if not group:
            continue
        if len(group) == 2 and _twice(group, found, markers):
            raise NotPossible("markers.two", "two of the {board} are in the picture: expected one", what)
        board, seen = anchors(group, markers)
        size = (grey.shape[1], grey.shape[0])
        plane = opencv.homography(board, seen) if len(group) > 1 else opencv.plane_by_camera(board, seen, size)
        side = _side(group)
        share = len(group) / len(markers.ids)
        if plane is None or float(np.abs(project(plane, board) - seen).max()) > MARKERS.farthest_off * side:
            continue
        if best is None or share > best[1]:
            best = plane, share
        if share >= MARKERS.enough_share:
            break
    if best is None:
        wanted = ", ".join(map(str, markers.ids))
        raise NotPossible(
            "markers.none", "no {board} in the picture: none of the markers {markers} can be seen", what, wanted
        )
    return best


def _twice(pair: list[Marker], found: list[Marker], markers: MarkerSet) -> bool:
    """Whether the same two markers lie elsewhere, too, as on a second such board."""
    middles = [one.middle for one in pair]
    side = math.dist(*middles)
    far = [one for one in found if all(math.dist(one.middle, at) > side / 2 for at in middles)]
    return {one.row for one in agreeing(far, markers)} == {one.row for one in pair}
