"""A board located once, and verified cheaply at each shot: still where it was, moved (and where to), or gone."""

from __future__ import annotations

from typing import Literal

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.errors import NotPossible
from vision.ink import opencv
from vision.ink.pose import Array, Image, project

State = Literal["still", "moved", "gone"]
_ANCHORS = 28
_PATCH = 8
"""Half the side (px at work size) of what is compared."""
_REACH = 9
_ALIKE = 0.62
_MIN_PATCHES = 6
_STILL_PX = 0.6
_COARSE_FACTOR = 8
"""By how much the picture is made smaller when a far shift is looked for."""
_AGREE_PX = 1.5
_INNER = 0.7
"""The share of the board, each way, that is looked for when it went far."""


class Verified(msgspec.Struct, frozen=True, eq=False):
    """What became of a locked board. `plane`: 3×3, board mm -> px now (None when gone); `shift_px`: how far it went.

    `seen`: the share of the anchors that were found, 0…1; less than all where a hand covers some.
    """

    state: State
    plane: Array | None
    shift_px: float
    seen: float


class Lock(msgspec.Struct, frozen=True, eq=False):
    """Anchors of one board in one picture: `points` (n, 2) px at work size and the `patches` around them.

    `plane`: 3×3, board mm -> px; `factor`: work size over picture size; `coarse`: its middle, far smaller.
    """

    plane: Array
    size: tuple[int, int]
    factor: float
    points: Array
    patches: tuple[Image, ...]
    coarse: Image
    coarse_at: tuple[int, int]

    @staticmethod
    def from_reading(frame: Image, plane: Array, outline: Array, changing: Array | None = None) -> Lock:
        """A lock on the board that lies at `plane` (3×3, mm -> px) in `frame` (uint8, grey or BGR).

        `outline`: (k, 2) mm of the board; `changing`: (m, 2) mm of a part that is drawn on or turned, which is not
        looked at. Raises NotPossible where too little of the board stands out.
        """
        work, factor = _work(frame)
        mask = np.zeros(work.shape, np.uint8)
        cv2.fillPoly(mask, [np.rint(project(plane, outline) * factor).astype(np.int32)], 255)
        if changing is not None:
            cv2.fillPoly(mask, [np.rint(project(plane, changing) * factor).astype(np.int32)], 0)
        edge = _PATCH + _REACH + 1
        mask[:edge], mask[-edge:], mask[:, :edge], mask[:, -edge:] = 0, 0, 0, 0
        apart = max(6.0, 0.06 * float(np.sqrt(max(int((mask > 0).sum()), 1))))
        found = cv2.goodFeaturesToTrack(work, _ANCHORS, 0.02, apart, mask=mask, blockSize=7)
        if found is None or len(found) < _MIN_PATCHES:
            raise NotPossible("lock.featureless", "too little of the board stands out to watch whether it stays")
        points = np.rint(np.asarray(found, float).reshape(-1, 2))
        patches = tuple(_cut(work, x, y, _PATCH) for x, y in points.astype(int).tolist())
        corners = project(plane, outline) * factor / _COARSE_FACTOR
        corners = corners.mean(0) + (corners - corners.mean(0)) * _INNER
        low = np.maximum(np.floor(corners.min(0)).astype(int), 0)
        high = np.ceil(corners.max(0)).astype(int) + 1
        small = _smaller(work)
        coarse = small[low[1] : high[1], low[0] : high[0]]
        place = (int(low[0]), int(low[1]))
        return Lock(plane, (frame.shape[1], frame.shape[0]), factor, points, patches, coarse, place)

    def verify(self, frame: Image) -> Verified:
        """Whether the board still lies there in `frame`, a picture of the same camera."""
        if (frame.shape[1], frame.shape[0]) != self.size:
            return Verified("gone", None, 0.0, 0.0)
        work, _ = _work(frame)
        shifts, alike = self._shifts(work, np.zeros(2))
        if int(_agreeing(shifts, alike).sum()) < _MIN_PATCHES:
            shifts, alike = self._shifts(work, self._far_shift(work))
        kept = _agreeing(shifts, alike)
        if int(kept.sum()) < max(_MIN_PATCHES, len(kept) // 4):
            return Verified("gone", None, 0.0, float(kept.mean()))
        return self._moved(shifts, kept)

    def _moved(self, shifts: Array, kept: NDArray[np.bool_]) -> Verified:
        far = float(np.median(np.hypot(*shifts[kept].T))) / self.factor
        worst = float(np.percentile(np.hypot(*shifts[kept].T), 80)) / self.factor
        seen = round(float(kept.mean()), 3)
        if far < _STILL_PX and worst < 3 * _STILL_PX:
            return Verified("still", self.plane, round(far, 3), seen)
        before, after = self.points[kept] / self.factor, (self.points + shifts)[kept] / self.factor
        shift = opencv.similarity(before, after)
        if shift is None:
            return Verified("gone", None, far, seen)
        return Verified("moved", shift @ self.plane, round(far, 3), seen)

    def _shifts(self, work: Image, guess: Array) -> tuple[Array, Array]:
        """(n, 2) px by which each patch lies elsewhere, looked for around `guess`, and (n,) how alike it is there."""
        shifts, alike = np.zeros(self.points.shape), np.zeros(len(self.points))
        for k, (x, y) in enumerate((self.points + np.rint(guess)).astype(int).tolist()):
            area = _cut(work, x, y, _PATCH + _REACH)
            if area.shape != (2 * (_PATCH + _REACH) + 1,) * 2:
                continue
            score = np.asarray(cv2.matchTemplate(area, self.patches[k], cv2.TM_CCOEFF_NORMED), np.float32)
            _, alike[k], _, (column, row) = cv2.minMaxLoc(score)
            shifts[k] = np.rint(guess) + np.array([column, row]) - _REACH + _peak(score, column, row)
        return shifts, alike

    def _far_shift(self, work: Image) -> Array:
        """The shift (px at work size, steps of `_COARSE_FACTOR`) at which the board's surroundings look most alike."""
        small = _smaller(work)
        if any(big < part for big, part in zip(small.shape, self.coarse.shape, strict=True)):
            return np.zeros(2)
        score = cv2.matchTemplate(small, self.coarse, cv2.TM_CCOEFF_NORMED)
        _, _, _, (column, row) = cv2.minMaxLoc(score)
        return np.array([column - self.coarse_at[0], row - self.coarse_at[1]], float) * _COARSE_FACTOR


def _work(frame: Image) -> tuple[Image, float]:
    """The grey picture at work size: half as large, or less of a large one."""
    factor = 0.5 if max(frame.shape[:2]) <= 1400 else 700 / max(frame.shape[:2])
    small = cv2.resize(frame, None, fx=factor, fy=factor, interpolation=cv2.INTER_LINEAR)
    return opencv.grey(np.asarray(small, np.uint8)), factor


def _smaller(work: Image) -> Image:
    return np.asarray(
        cv2.resize(work, None, fx=1 / _COARSE_FACTOR, fy=1 / _COARSE_FACTOR, interpolation=cv2.INTER_AREA), np.uint8
    )


def _cut(plane: Image, x: int, y: int, half: int) -> Image:
    return plane[max(y - half, 0) : y + half + 1, max(x - half, 0) : x + half + 1]


def _peak(score: NDArray[np.float32], column: int, row: int) -> Array:
    """Where between the pixels the highest score lies, by a parabola each way."""
    shift = np.zeros(2)
    for axis, (at, size) in enumerate(((column, score.shape[1]), (row, score.shape[0]))):
        if 0 < at < size - 1:
            line = score[row, at - 1 : at + 2] if axis == 0 else score[at - 1 : at + 2, column]
            before, here, after = (float(value) for value in line)
            bend = before - 2 * here + after
            shift[axis] = 0.5 * (before - after) / bend if bend < -1e-9 else 0.0
    return np.clip(shift, -0.5, 0.5)


def _agreeing(shifts: Array, alike: Array) -> NDArray[np.bool_]:
    """Which patches were found and went about as far as most of them."""
    good = alike > _ALIKE
    if not good.any():
        return good
    middle = np.median(shifts[good], axis=0)
    spread = max(_AGREE_PX, 0.25 * float(np.hypot(*middle)))
    return np.asarray(good & (np.hypot(*(shifts - middle).T) < spread + 1.5), np.bool_)
