"""What small pictures of a table tell: whether something moved, whether an arm reaches in, when to read it.

Runs in the child process, which has OpenCV.
"""

from __future__ import annotations

from typing import Final

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from pi_app.camera.watch import Small, Watch

STILL_S: Final = 1.0
"""So long nothing moves before the table is read."""
RESTING_S: Final = 30.0
"""Seconds after which what reaches into the picture and does not move is taken for a thing that was put there. An arm
may rest for more than six while somebody thinks. A bag that is put at a side is waited for so long, once."""
SHOVED_S: Final = 6.0
"""The same of what may as well be a board that was shoved near a side: boards fill the picture, arms mostly move."""
LIT: Final = 1.6
"""Light changes a part of the table by so many times what it changes most of it, at most. What changes more is a body
along a side, which a smooth surface would else follow."""
BLACK: Final = 3
"""A picture of fewer levels than this shows nothing: what is there when the lamp is lit again did not come in."""
NOISE: Final = (6.0, 8.0, 24.0)
"""A pixel that differs by more than so many times the median difference of all pixels is no noise. In pictures without
noise the second, in levels, is enough: an arm in the dark differs by little. With the third a pixel has changed,
whatever the noise."""
CALM_NOISE: Final = (2.5, 3.0, 8.0)
"""The same where noise has been smoothed away. A faint shadow may join a cup to a side of the picture: that is read
late."""
BODY: Final = (9, 0.8)
"""A body differs in a square of so many pixels (an odd number) in at least that share of them: the rim of a shoved
board is thinner, and a finger that hides 0.4 % of the picture is as wide."""
BODY_PX: Final = 8
"""At so many pixels of it, or more."""
MOVED_SHARE: Final = 0.004
"""So much of the picture changes where something moves: a finger tip over one of eight boards."""
RIM: Final = (3.0, 6.0, 30.0)
"""A change has a rim where it grows, from one side of a pixel to the other, by more than so many times the median of
all pixels, within two limits, in levels: a shadow has none. With six times an arm was missed on a noisy table."""
SHARP: Final = 30.0
"""A rim counts by how many levels one picture is sharper there than the other, and by no more than these: the edge of
a board of white paper would outweigh that of an arm that lies over it."""
COME: Final = (20.0, 0.3, 1.3)
"""What reaches in is an arm where the rims of the picture now come to more than this, and to more than so many times
those of the one before. Those of what was taken away come to next to nothing. An arm at a board that was shoved, or
over a bright one, has about as many in both, and so has a shoved board alone. Beyond the third, it is surely an arm."""


def seen(watch: Watch, small: Small, at: float) -> Watch:
    """The machine after another picture, taken at that time."""
    if watch.lay is None or watch.free is None or watch.stirred_at is None:
        return Watch("still", at, small, small, np.full(small.shape[:2], at))
    if moved(watch.lay, small):
        return msgspec.structs.replace(
            watch, phase="hands", since=at, lay=small, stirred_at=_stirred_at(watch, small, at)
        )
    if watch.phase not in ("hands", "still"):
        return watch
    if at - watch.since < STILL_S:
        return msgspec.structs.replace(watch, phase="still")
    arms = watch.stirred_at > at - waiting_s(watch.free, small)
    if float(arms.mean()) > MOVED_SHARE:
        return msgspec.structs.replace(watch, phase="hands")
    return msgspec.structs.replace(watch, phase="read", free=small)


def _stirred_at(watch: Watch, small: Small, at: float) -> NDArray[np.float64]:
    """When each pixel changed last, after a picture in which some have."""
    if watch.lay is None or watch.stirred_at is None or watch.lay.shape != small.shape:
        return np.full(small.shape[:2], at)
    return np.where(changed(watch.lay, small), at, watch.stirred_at)


def differences(before: Small, now: Small) -> NDArray[np.float32]:
    """By how many levels each pixel differs, the mean of its colours, less what all have become lighter or darker."""
    levels = now.astype(np.float32) - before
    levels -= np.median(levels, axis=(0, 1))
    return np.asarray(np.abs(_softer(levels)).mean(2))


def _softer(levels: NDArray[np.float32]) -> NDArray[np.float32]:
    """The mean of the two by two pixels from each on: half the noise."""
    return np.asarray(cv2.blur(levels, (2, 2), anchor=(0, 0), borderType=cv2.BORDER_REPLICATE), np.float32)


def above(levels: NDArray[np.float32], noises: float, least: float, most: float) -> NDArray[np.bool_]:
    """Where pixels differ by more than so many times the median difference, within two limits."""
    return np.asarray(levels > np.clip(noises * np.median(levels), least, most))


def changed(before: Small, now: Small) -> NDArray[np.bool_]:
    """Where two pictures differ by more than noise."""
    return above(differences(before, now), *NOISE)


def moved(before: Small, now: Small) -> bool:
    """Whether something moved between two pictures."""
    return before.shape != now.shape or float(changed(before, now).mean()) > MOVED_SHARE


def waiting_s(free: Small, now: Small) -> NDArray[np.float64]:
    """For how many seconds each pixel is waited for: of something that reaches into the picture from a side of it, as
    arms do, and was not there before; 0 elsewhere.

    The rim of a board that was shoved there is too thin for an arm. Near that side an arm may hardly differ: a brown
    one over brown wood. What was taken away there differs as an arm does, but its rim is of the picture before.
    """
    nothing = np.zeros(now.shape[:2])
    if free.shape != now.shape or float(np.median(free)) < BLACK:
        return nothing
    lit = _in_light(free, now)
    bodies = _bodies(above(np.abs(_calm(now - lit)).mean(2), *CALM_NOISE))
    if not bodies.any():
        return nothing
    change = _calm(_softer(now - lit))
    parts = _from_sides(above(np.abs(change).mean(2), *CALM_NOISE))
    sizes = np.bincount(parts[bodies], minlength=int(parts.max()) + 1)
    large = [part for part in range(1, len(sizes)) if sizes[part] >= BODY_PX]
    if not large:
        return nothing
    rims = _rims(change, now, lit)
    wait = np.zeros(len(sizes))
    near = _grown(bodies, 3)
    wait[large] = [_wait_s(near & (parts == part), rims) for part in large]
    return wait[parts]


def _in_light(free: Small, now: Small) -> NDArray[np.float32]:
    """`free` as it would look in the light of `now`: lighter or darker, and more so towards a side or a corner."""
    height, width = free.shape[:2]
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
    slopes = np.stack([np.ones_like(x), x, y, x * y], 2)
    return np.stack([free[..., k] * _light(free[..., k], slopes, now[..., k]) for k in range(3)], 2)


def _light(free: NDArray[np.uint8], slopes: NDArray[np.float32], now: NDArray[np.uint8]) -> NDArray[np.float32]:
    """By how many times a colour of most pixels is lighter now, a sum of `slopes`: an arm is far from any."""
    some = (free[..., None] * slopes).reshape(-1, slopes.shape[2])[::7]  # no divisor of the width: from all columns
    wanted = now.ravel()[::7].astype(np.float32)
    weights = np.ones_like(wanted)
    for _ in range(5):
        share = np.linalg.lstsq(some * weights[:, None], wanted * weights, rcond=1e-5)[0]
        away = np.abs(some @ share - wanted)
        weights = 1 / np.maximum(1, away / max(1.0, 2 * float(np.median(away))))
    light = slopes @ share
    usual = np.median(light)
    return np.asarray(np.where((light > usual / LIT) & (light < usual * LIT), light, usual), np.float32)


def _rims(change: NDArray[np.float32], now: Small, lit: NDArray[np.float32]) -> NDArray[np.float32]:
    """Where a change has a rim, by how many levels the picture now is sharper there than the one before."""
    sharper = _edges(_calm(_softer(now.astype(np.float32)))) - _edges(_calm(_softer(lit)))
    return np.where(above(_edges(change), *RIM), np.clip(sharper, -SHARP, SHARP), 0)


def _wait_s(part: NDArray[np.bool_], rims: NDArray[np.float32]) -> float:
    """For how long (s) that part is waited for: not at all where too little of its rim is of the picture now."""
    around = _grown(part)
    around[1:-1, 1:-1] &= _grown(~part)[1:-1, 1:-1]
    rim = rims[around]
    least, times, plainly = COME
    come, gone = float(rim[rim > 0].sum()), -float(rim[rim < 0].sum())
    if come <= max(least, times * gone):
        return 0.0
    return RESTING_S if come > plainly * gone else SHOVED_S


def _edges(levels: NDArray[np.float32]) -> NDArray[np.float32]:
    """By how much a picture grows or falls from one side of each pixel to the other, the mean of its colours."""
    high = np.zeros_like(levels)
    high[1:-1] = np.abs(levels[2:] - levels[:-2])
    high[:, 1:-1] += np.abs(levels[:, 2:] - levels[:, :-2])
    return np.asarray(high.mean(2))


def _calm(levels: NDArray[np.float32]) -> NDArray[np.float32]:
    """The median of the three by three around each pixel, in which noise and thin lines are hardly left."""
    return np.asarray(cv2.medianBlur(levels, 3), np.float32)


def _grown(there: NDArray[np.bool_], times: int = 1) -> NDArray[np.bool_]:
    """With all pixels that touch one of them, so many times over."""
    return np.asarray(cv2.dilate(there.astype(np.uint8), np.ones((3, 3)), iterations=times) > 0)


def _bodies(there: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Where most of the square around a pixel is there, too; beyond its sides the picture goes on as it is there."""
    wide, share = BODY
    found = cv2.blur(there.astype(np.float32), (wide, wide), borderType=cv2.BORDER_REPLICATE)
    return np.asarray(there & (found >= share), np.bool_)


def _from_sides(there: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Numbers of the parts that hang together with a side of the picture, 0 elsewhere."""
    parts = cv2.connectedComponents(there.astype(np.uint8))[1]
    at_sides = np.concatenate([parts[0], parts[-1], parts[:, 0], parts[:, -1]])
    return np.asarray(np.where(np.isin(parts, at_sides), parts, 0), np.int32)
