"""Finds figures by their own strokes, for tiles whose edges cannot be told from the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.ink import opencv
from vision.ink.pose import Array, Image
from vision.ranks import median
from vision.tiles.evidence import lengths
from vision.tiles.tuning import STROKES, TUNING

_COARSE = 8


def find_strokes(image: Image, count: int, side: float | None = None) -> list[Array]:
    """(4, 2) px squares around the `count` clusters of strokes that look most like a figure on plain ground.

    `side`: how long (px) a tile's side is in this picture, where that is known.
    """
    factor = min(1.0, STROKES.work_px / max(image.shape[:2]))
    small = opencv.zoomed(image, factor)
    usual = STROKES.usual_px if side is None else STROKES.share * side * factor
    clusters = [
        one
        for ink in _inks(small)
        for drawn, apart in _drawn(ink)
        for one in _clusters(ink, drawn, apart, usual, 0.4 if side is None else 1.5)
    ]
    clusters.sort(key=lambda one: one.unlikely)
    chosen: list[Cluster] = []
    for one in clusters:
        if not any(one.is_like(other) for other in chosen):
            chosen.append(one)
            if len(chosen) == count:
                break
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float)
    return [(one.middle + corners * STROKES.room * one.size + 0.5) / factor - 0.5 for one in chosen]


class Grounds:
    """Where more tiles may be, beside tiles found: elsewhere all is of plainly another colour."""

    def __init__(
        self, image: Image, found: Sequence[Array], grounds: Sequence[NDArray[np.float64]], side: float
    ) -> None:
        """`found`: the tiles' corners, (4, 2) px; `grounds`: (3,) Lab; `side`: how long (px) a tile's side is."""
        lab = cv2.cvtColor(np.ascontiguousarray(image[::_COARSE, ::_COARSE]), cv2.COLOR_BGR2Lab).astype(np.float32)
        alike = np.zeros(lab.shape[:2], np.uint8)
        for ground in grounds:
            tint = np.hypot(lab[..., 1] - np.float32(ground[1]), lab[..., 2] - np.float32(ground[2]))
            alike[tint < TUNING.other_tint] = 255
        for quad in found:
            cv2.fillConvexPoly(alike, np.rint(quad / _COARSE).astype(np.int32), 0)
        reach = 2 * round(STROKES.ground_reach * side / _COARSE) + 1
        self._share = np.asarray(cv2.blur(alike, (reach, reach)), np.uint8)
        self._side = side

    @property
    def any(self) -> bool:
        """Whether there is such a place at all."""
        return int(self._share.max()) > STROKES.ground_share

    def may_hold(self, square: Array) -> bool:
        """Whether strokes in a square may be a tile's, by its middle and how large it is."""
        usual = 2 * STROKES.room * STROKES.share * self._side
        if abs(float(np.log(np.ptp(square[:, 0]) / usual))) > STROKES.other_size:
            return False
        rows, columns = self._share.shape
        column, row = np.clip(square.mean(0) / _COARSE, 0, (columns - 1, rows - 1)).astype(int).tolist()
        return int(self._share[row, column]) > STROKES.ground_share


class Cluster(msgspec.Struct, frozen=True, eq=False):
    """Strokes near each other: their middle (2,) px, how wide they are, and how unlike a figure's they are."""

    middle: Array
    size: float
    unlikely: float

    def is_like(self, other: Cluster) -> bool:
        """Whether both are about the same strokes."""
        near = float(np.hypot(*(self.middle - other.middle))) < STROKES.same * self.size
        least, most = STROKES.same_size
        return near and least < self.size / other.size < most


def _inks(small: Image) -> Iterator[NDArray[np.float32]]:
    """How far each pixel is lighter, darker or otherwise coloured than what is near it."""
    lab = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2Lab), np.uint8)
    soft = cv2.GaussianBlur(lab, (0, 0), 0.8)
    around = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (STROKES.hat_px, STROKES.hat_px))
    for kind in (cv2.MORPH_TOPHAT, cv2.MORPH_BLACKHAT):
        yield lengths(cv2.morphologyEx(soft, kind, around))
    # the ground changes so slowly that half as finely is enough to look for it
    ground = cv2.medianBlur(cv2.resize(lab, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), 13)
    yield lengths(cv2.absdiff(soft, cv2.resize(ground, (lab.shape[1], lab.shape[0]))))


def _drawn(ink: NDArray[np.float32]) -> Iterator[tuple[NDArray[np.bool_], int]]:
    """Where there may be strokes, and how far apart pieces of one may lie."""
    noise, near = median(ink[::2, ::2]), cv2.blur(ink, (STROKES.near_px, STROKES.near_px))
    for brighter, apart in STROKES.over_noise:
        yield ink > brighter * noise + STROKES.noise_levels, apart
    for brighter, apart in STROKES.over_near:
        yield ink > brighter * near + STROKES.near_levels, apart
    for brighter, apart in STROKES.over_grey:
        yield ink > brighter, apart


def _clusters(
    ink: NDArray[np.float32], there: NDArray[np.bool_], apart: int, usual: float, weight: float
) -> list[Cluster]:
    """Strokes no more than `apart` px from each other, about as large as `usual`."""
    joined = cv2.dilate(there.view(np.uint8), np.ones((apart, apart), np.uint8))
    # things three pixels wide and apart are too few for more than 16 bits
    _total, labels, boxes, _ = cv2.connectedComponentsWithStats(joined, connectivity=8, ltype=cv2.CV_16U)
    found = []
    least, most = STROKES.drawn
    longer, shorter = boxes[:, 2:4].max(1), boxes[:, 2:4].min(1)
    shaped = (longer > STROKES.min_px) & (longer < STROKES.max_px) & (shorter > STROKES.slim * longer)
    shaped[0] = False
    for number in np.flatnonzero(shaped).tolist():
        x, y, wide, tall, _ = (int(value) for value in boxes[number])
        box = slice(y, y + tall), slice(x, x + wide)
        strokes = (labels[box] == number) & there[box]
        share = np.count_nonzero(strokes) / strokes.size
        if least < share < most:
            size = float(max(wide, tall))
            on, beside = (cv2.mean(ink[box], mask.view(np.uint8))[0] for mask in (strokes, ~strokes))
            plain = on / (beside + STROKES.faint)
            unlikely = abs(float(np.log(share / STROKES.usual_drawn))) + weight * abs(float(np.log(size / usual)))
            unlikely -= STROKES.plain * float(np.log(plain))
            found.append(Cluster(np.array([x + wide / 2, y + tall / 2]), size, unlikely))
    return found
