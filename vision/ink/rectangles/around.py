"""Finds the four sides of a rectangle around a point that is known to lie in it, in a picture seen straight on."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import msgspec
import numpy as np

from vision.ink.pose import Floats, Image
from vision.ink.rectangles.tuning import AROUND

Distances = tuple[float, float, float, float]
"""Of the left, top, right and bottom side from the point."""


class Around(msgspec.Struct, frozen=True):
    """Four sides: `turn_deg` of the top one (clockwise), and their `distances` in px from the middle of the picture.

    `clear`: how clearly they show, in steps of colour (L*a*b*), all four together.
    """

    turn_deg: float
    distances: Distances
    clear: float


def find_around(
    flat: Image, inside: float, turn: float | None = None, nearest: Sequence[float] | None = None
) -> Around | None:
    """The sides around the middle of `flat` (square, BGR), None where they cannot be made out.

    `inside`: px around the middle that mostly lie within them. `turn`: degrees by which they are turned, where that is
    known. `nearest`: px where the print on the rectangle ends, left, top, right and bottom, where that is known: sides
    lie just beyond.
    """
    turns = _directions(flat) if turn is None else [turn]
    tried = [_at(flat, inside, angle, nearest) for one in turns for angle in one + np.array([-0.5, 0.0, 0.5])]
    best = max(tried, key=lambda each: each.clear)
    return best if best.clear >= AROUND.min_clear else None


def _directions(flat: Image) -> list[float]:
    """Degrees (0 ≤ angle < 90) in which straight edges mostly run, likeliest first."""
    grey = cv2.GaussianBlur(flat, (0, 0), 1.5).astype(np.float32).max(2)
    dx, dy = cv2.Scharr(grey, cv2.CV_32F, 1, 0), cv2.Scharr(grey, cv2.CV_32F, 0, 1)
    strength = np.minimum(np.hypot(dx, dy), AROUND.full_edge)
    strong = strength > AROUND.min_edge
    angle = np.degrees(np.arctan2(dy[strong], dx[strong])) % 90
    count = np.bincount((angle * 2).astype(int) % 180, strength[strong], 180)
    smooth = count + np.roll(count, 1) + np.roll(count, -1)
    found: list[float] = []
    while len(found) < AROUND.directions:
        at = int(smooth.argmax())
        found.append(at / 2 + 0.25)
        smooth[(at + np.arange(-6, 7)) % 180] = -1
    return found


def _at(flat: Image, inside: float, turn: float, nearest: Sequence[float] | None) -> Around:
    """The sides of a rectangle that is turned by `turn`."""
    half = (flat.shape[0] - 1) / 2
    middle = int(half)
    least, most = [0.4 * inside] * 4, [half] * 4
    if nearest is not None:
        room = AROUND.beyond * min(nearest[0] + nearest[2], nearest[1] + nearest[3])
        least, most = list(nearest), [min(side + room, half) for side in nearest]
    way = cv2.getRotationMatrix2D((half, half), turn, 1.0)
    level = cv2.warpAffine(flat, way, flat.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    lab = cv2.cvtColor(level, cv2.COLOR_BGR2LAB).astype(np.float32)
    across, down = _step(lab, 1), _step(lab, 0)

    def crossed(profile: Floats, side: int) -> tuple[float, float]:
        """How far from the middle (px) a side is, and how clear, by a profile that runs outward from there."""
        at, height = _outermost(profile[int(least[side]) : int(most[side])])
        return at + least[side], height

    rows = slice(int(half - 0.55 * inside), int(half + 0.55 * inside))
    left = crossed(across[rows].mean(0)[: middle + 1][::-1], 0)
    right = crossed(across[rows].mean(0)[middle:], 2)
    broad = 1.0 if nearest is None else AROUND.between
    columns = slice(int(half - broad * left[0]), int(half + broad * right[0]))
    top = crossed(down[:, columns].mean(1)[: middle + 1][::-1], 1)
    bottom = crossed(down[:, columns].mean(1)[middle:], 3)
    clear = sum(min(side[1], AROUND.max_side) for side in (left, top, right, bottom))
    return Around(turn % 360, (left[0], top[0], right[0], bottom[0]), clear)


def _step(lab: Floats, axis: int) -> Floats:
    band = AROUND.band_px
    size = (band, 1) if axis == 1 else (1, band)
    before = cv2.boxFilter(lab, -1, size, anchor=(band - 1, 0) if axis == 1 else (0, band - 1))
    after = cv2.boxFilter(lab, -1, size, anchor=(0, 0))
    return np.asarray(np.minimum(np.linalg.norm(after - before, axis=2), AROUND.max_step), np.float32)


def _outermost(profile: Floats) -> tuple[float, float]:
    """Place (px) and height of the outermost of the clear edges along a profile that runs outward; 0, 0 without any."""
    floor = float(np.median(profile)) if len(profile) else 0.0
    if len(profile) < AROUND.min_px or profile.max() <= floor:
        return 0.0, 0.0
    crest = (profile >= cv2.dilate(profile.reshape(-1, 1), np.ones((9, 1))).ravel()) & (
        profile - floor > AROUND.clear * (float(profile.max()) - floor)
    )
    at = int(np.flatnonzero(crest)[-1])
    return float(at), float(profile[at] - floor)
