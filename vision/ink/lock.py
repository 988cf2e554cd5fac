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
from vision.ink.tuning import LOCKS

State = Literal["still", "moved", "gone"]


class Verified(msgspec.Struct, frozen=True, eq=False):
    """What became of a locked board. `plane`: 3×3, board mm -> px now (None when gone).

    `seen`: the share of the anchors that were found, 0…1; less than all where a hand covers some.
    """

    state: State
    plane: Array | None
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
        edge = LOCKS.patch_px + LOCKS.reach_px + 1
        mask[:edge], mask[-edge:], mask[:, :edge], mask[:, -edge:] = 0, 0, 0, 0
        apart = max(6.0, 0.06 * float(np.sqrt(max(int((mask > 0).sum()), 1))))
        found = cv2.goodFeaturesToTrack(work, LOCKS.anchors, 0.02, apart, mask=mask, blockSize=7)
        if found is None or len(found) < LOCKS.min_patches:
            raise NotPossible("lock.featureless", "too little of the board stands out to watch whether it stays")
        points = np.rint(np.asarray(found, float).reshape(-1, 2))
        patches = tuple(_cut(work, x, y, LOCKS.patch_px) for x, y in points.astype(int).tolist())
        corners = project(plane, outline) * factor / LOCKS.coarse_factor
        corners = corners.mean(0) + (corners - corners.mean(0)) * LOCKS.inner
        low = np.maximum(np.floor(corners.min(0)).astype(int), 0)
        high = np.ceil(corners.max(0)).astype(int) + 1
        small = _smaller(work)
        coarse = small[low[1] : high[1], low[0] : high[0]]
        place = (int(low[0]), int(low[1]))
        return Lock(plane, (frame.shape[1], frame.shape[0]), factor, points, patches, coarse, place)

    def verify(self, frame: Image) -> Verified:
        """Whether the board still lies there in `frame`, a picture of the same camera."""
        if (frame.shape[1], frame.shape[0]) != self.size:
            return Verified("gone", None, 0.0)
        work, _ = _work(frame)
        shifts, alike = self._shifts(work, np.zeros(2))
        if int(_agreeing(shifts, alike).sum()) < LOCKS.min_patches:
            shifts, alike = self._shifts(work, self._far_shift(work))
        kept = _agreeing(shifts, alike)
        if int(kept.sum()) < max(LOCKS.min_patches, len(kept) // 4):
            return Verified("gone", None, float(kept.mean()))
        return self._moved(shifts, kept)

    def _moved(self, shifts: Array, kept: NDArray[np.bool_]) -> Verified:
        far = float(np.median(np.hypot(*shifts[kept].T))) / self.factor
        worst = float(np.percentile(np.hypot(*shifts[kept].T), 80)) / self.factor
        seen = round(float(kept.mean()), 3)
        if far < LOCKS.still_px and worst < LOCKS.still_times * LOCKS.still_px:
            return Verified("still", self.plane, seen)
        before, after = self.points[kept] / self.factor, (self.points + shifts)[kept] / self.factor
        shift = opencv.similarity(before, after)
        if shift is None:
            return Verified("gone", None, seen)
        return Verified("moved", shift @ self.plane, seen)

    def _shifts(self, work: Image, guess: Array) -> tuple[Array, Array]:
        """(n, 2) px by which each patch lies elsewhere, looked for around `guess`, and (n,) how alike it is there."""
        shifts, alike = np.zeros(self.points.shape), np.zeros(len(self.points))
        for k, (x, y) in enumerate((self.points + np.rint(guess)).astype(int).tolist()):
            area = _cut(work, x, y, LOCKS.patch_px + LOCKS.reach_px)
            if area.shape != (2 * (LOCKS.patch_px + LOCKS.reach_px) + 1,) * 2:
                continue
            score = np.asarray(cv2.matchTemplate(area, self.patches[k], cv2.TM_CCOEFF_NORMED), np.float32)
            _, alike[k], _, (column, row) = cv2.minMaxLoc(score)
            shifts[k] = np.rint(guess) + np.array([column, row]) - LOCKS.reach_px + _peak(score, column, row)
        return shifts, alike

    def _far_shift(self, work: Image) -> Array:
        """The shift (px at work size) at which the board's surroundings look most alike, both made smaller."""
        small = _smaller(work)
        if any(big < part for big, part in zip(small.shape, self.coarse.shape, strict=True)):
            return np.zeros(2)
        score = cv2.matchTemplate(small, self.coarse, cv2.TM_CCOEFF_NORMED)
        _, _, _, (column, row) = cv2.minMaxLoc(score)
        return np.array([column - self.coarse_at[0], row - self.coarse_at[1]], float) * LOCKS.coarse_factor


def _work(frame: Image) -> tuple[Image, float]:
    """The grey picture at work size: half as large, or less of a large one."""
    factor = min(0.5, LOCKS.work_px / max(frame.shape[:2]))
    small = cv2.resize(frame, None, fx=factor, fy=factor, interpolation=cv2.INTER_LINEAR)
    return opencv.grey(np.asarray(small, np.uint8)), factor


def _smaller(work: Image) -> Image:
    factor = 1 / LOCKS.coarse_factor
    return np.asarray(cv2.resize(work, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)


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
    good = alike > LOCKS.alike
    if not good.any():
        return good
    middle = np.median(shifts[good], axis=0)
    spread = max(LOCKS.agree_px, LOCKS.agree_share * float(np.hypot(*middle)))
    return np.asarray(good & (np.hypot(*(shifts - middle).T) < spread + LOCKS.slack_px), np.bool_)
