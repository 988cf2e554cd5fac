"""When a table is read without a touch: a small state machine over small grey pictures of it.

`watching` (nothing seen yet) → `still` or `hands` → `read` (nothing has moved for a second: read it now) → `offered`;
whatever moves leads back to `hands`. Times are seconds of any steady clock.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

Phase: TypeAlias = Literal["watching", "hands", "still", "read", "offered"]
Grey: TypeAlias = NDArray[np.uint8]
"""Height × width."""
STILL_S: Final = 1.0
"""So long nothing moves before the table is read."""
MOVED_LEVELS: Final = 16
"""A pixel that differs by more has changed: more than noise and the flicker of lamps, less than a hand does."""
MOVED_SHARE: Final = 0.004
"""So much of the picture changes where something moves: a finger tip over one of eight boards."""


class Watch(msgspec.Struct, frozen=True, eq=False):
    """How far it is; `since`: when something moved last; `lay`: the table as it lay then."""

    phase: Phase = "watching"
    since: float = 0.0
    lay: Grey | None = None


def moved(before: Grey, now: Grey) -> bool:
    """Whether something moved between two pictures; that all became lighter or darker is no movement."""
    if before.shape != now.shape:
        return True
    change = now.astype(np.int16) - before
    change -= np.int16(np.median(change))
    return float(np.mean(np.abs(change) > MOVED_LEVELS)) > MOVED_SHARE


def seen(watch: Watch, grey: Grey, at: float) -> Watch:
    """The machine after another picture, taken at that time."""
    if watch.lay is None:
        return Watch("still", at, grey)
    if moved(watch.lay, grey):
        return Watch("hands", at, grey)
    if watch.phase == "hands":
        return msgspec.structs.replace(watch, phase="still")
    if watch.phase == "still" and at - watch.since >= STILL_S:
        return msgspec.structs.replace(watch, phase="read")
    return watch


def read(watch: Watch) -> Watch:
    """The machine after the table was read."""
    return msgspec.structs.replace(watch, phase="offered")
