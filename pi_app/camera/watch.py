"""When a table is read without a touch: a small state machine over small pictures of it.

`watching` (nothing seen yet) → `still` or `hands` → `read` (nothing has moved for a second and no hand lies in the
picture: read it now) → `offered`; whatever moves leads back to `hands`. Times are seconds of any steady clock.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

Phase: TypeAlias = Literal["watching", "hands", "still", "read", "offered"]
Small: TypeAlias = NDArray[np.uint8]
"""A small picture of the table, height × width × 3."""
STILL_S: Final = 1.0
"""So long nothing moves before the table is read."""
RESTING_S: Final = 6.0
"""Seconds without any movement after which what reaches into the picture is taken for a thing that was put there."""
NOISE: Final = (6.0, 8.0, 24.0)
"""A pixel that differs by more than so many times the median difference of all pixels is no noise. In pictures without
noise the second, in levels, is enough: an arm in the dark differs by little. With the third a pixel has changed,
whatever the noise."""
CALM_NOISE: Final = (4.0, 6.0, 12.0)
"""The same where noise has been smoothed away."""
FAINT: Final = (2.5, 3.0, 6.0)
"""The same of what joins a hand over a board to a side of the picture. A faint shadow may join a cup to it, too: that
is read late."""
MOVED_SHARE: Final = 0.004
"""So much of the picture changes where something moves: a finger tip over one of eight boards."""
KEPT: Final = 3
"""Latest pictures without a hand that are remembered: a thing that is taken away again leaves one of them."""


class Watch(msgspec.Struct, frozen=True, eq=False):
    """How far it is; `since`: when something moved last; `lay`: the table as it lay then; `free`: how it lay without a
    hand, the latest first."""

    phase: Phase = "watching"
    since: float = 0.0
    lay: Small | None = None
    free: tuple[Small, ...] = ()


def differences(before: Small, now: Small, calm: bool = False) -> NDArray[np.float32]:
    """By how many levels each pixel differs, the mean of its colours, less what all have become lighter or darker.

    `calm`: the median of the three by three around each, in which noise and thin lines are hardly left.
    """
    levels = now.astype(np.float32) - before
    levels -= np.median(levels, axis=(0, 1))
    if calm:
        levels = np.stack([_calm(plane) for plane in np.moveaxis(levels, 2, 0)], 2)
    return np.asarray(np.abs(levels).mean(2))


def above(levels: NDArray[np.float32], noises: float, least: float, most: float) -> NDArray[np.bool_]:
    """Where pixels differ by more than so many times the median difference, within two limits."""
    return np.asarray(levels > np.clip(noises * np.median(levels), least, most))


def changed(before: Small, now: Small) -> NDArray[np.bool_]:
    """Where two pictures differ by more than noise."""
    return above(differences(before, now), *NOISE)


def moved(before: Small, now: Small) -> bool:
    """Whether something moved between two pictures."""
    return before.shape != now.shape or float(changed(before, now).mean()) > MOVED_SHARE


def reaches_in(free: Small, now: Small) -> bool:
    """Whether something reaches into the picture from a side of it, as arms do, that was not there before.

    The rim of a board that was shoved there is too thin for an arm. Near that side an arm may hardly differ: a brown
    one over brown wood.
    """
    if free.shape != now.shape:
        return False
    levels = differences(free, now, calm=True)
    thick = _thick(above(levels, *CALM_NOISE))
    if float(thick.mean()) <= MOVED_SHARE:
        return False
    return float((_from_sides(above(levels, *FAINT)) & thick).mean()) > MOVED_SHARE


def _calm(plane: NDArray[np.float32]) -> NDArray[np.float32]:
    """The median of the three by three around each pixel; beyond its sides the picture goes on as it is there."""
    around = np.lib.stride_tricks.sliding_window_view(np.pad(plane, 1, mode="edge"), (3, 3))
    return np.asarray(np.median(around, axis=(2, 3)))


def _grown(there: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """It and all pixels that touch it."""
    tall = there.copy()
    tall[1:] |= there[:-1]
    tall[:-1] |= there[1:]
    wide = tall.copy()
    wide[:, 1:] |= tall[:, :-1]
    wide[:, :-1] |= tall[:, 1:]
    return wide


def _thick(there: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Without what is thinner than three pixels; a side of the picture thins nothing."""
    return _grown(~_grown(~there))


def _from_sides(there: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """What of it hangs together with a side of the picture."""
    found = there.copy()
    found[1:-1, 1:-1] = False
    while not np.array_equal(found, wider := _grown(found) & there):
        found = wider
    return found


def seen(watch: Watch, small: Small, at: float) -> Watch:
    """The machine after another picture, taken at that time."""
    if watch.lay is None:
        return Watch("still", at, small, (small,))
    if moved(watch.lay, small):
        return Watch("hands", at, small, watch.free)
    if watch.phase == "hands":
        return msgspec.structs.replace(watch, phase="still")
    rested = at - watch.since
    if watch.phase != "still" or rested < STILL_S:
        return watch
    latest, *others = watch.free
    known = any(not moved(other, small) for other in others)
    if rested < RESTING_S and not known and reaches_in(latest, small):
        return watch
    return msgspec.structs.replace(watch, phase="read", free=(small, *watch.free)[:KEPT])


def read(watch: Watch) -> Watch:
    """The machine after the table was read."""
    return msgspec.structs.replace(watch, phase="offered")


def stirred(watch: Watch, at: float) -> Watch:
    """The machine after something moved, at that time, while the picture to be read was taken."""
    return msgspec.structs.replace(watch, phase="hands", since=at)
