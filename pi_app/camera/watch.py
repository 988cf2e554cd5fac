"""When a table is read without a touch: a small state machine over small pictures of it.

`watching` (nothing seen yet) → `still` or `hands` → `read` (nothing has moved for a second and no hand lies in the
picture: read it now) → `offered`; whatever moves leads back to `hands`. Times are seconds of any steady clock.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from pi_app.camera.glances import MOVED_SHARE, Small, changed, moved, waiting_s

Phase: TypeAlias = Literal["watching", "hands", "still", "read", "offered"]
STILL_S: Final = 1.0
"""So long nothing moves before the table is read."""


class Watch(msgspec.Struct, frozen=True, eq=False):
    """How far it is; `since`: when something moved last; `lay`: the table as it lay then; `stirred_at`: when each pixel
    changed last; `free`: how the table lay when it was to be read last, or in the first picture."""

    phase: Phase = "watching"
    since: float = 0.0
    lay: Small | None = None
    free: Small | None = None
    stirred_at: NDArray[np.float64] | None = None


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


def read(watch: Watch) -> Watch:
    """The machine after the table was read."""
    return msgspec.structs.replace(watch, phase="offered")


def stirred(watch: Watch, at: float) -> Watch:
    """The machine after something moved, at that time, while the picture to be read was taken."""
    return msgspec.structs.replace(watch, phase="hands", since=at)
