"""When a table is read without a touch: a small state machine over small pictures of it.

`watching` (nothing seen yet) → `still` or `hands` → `read` (nothing has moved for a second and no hand lies in the
picture: read it now) → `offered`; whatever moves leads back to `hands`. Times are seconds of any steady clock.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

Phase: TypeAlias = Literal["watching", "hands", "still", "read", "offered"]
Small: TypeAlias = NDArray[np.uint8]
"""A small picture of the table, height × width × 3."""


class Watch(msgspec.Struct, frozen=True, eq=False):
    """How far it is; `since`: when something moved last; `lay`: the table as it lay then; `stirred_at`: when each pixel
    changed last; `free`: how the table lay when it was to be read last, or in the first picture."""

    phase: Phase = "watching"
    since: float = 0.0
    lay: Small | None = None
    free: Small | None = None
    stirred_at: NDArray[np.float64] | None = None


def read(watch: Watch) -> Watch:
    """The machine after the table was read."""
    return msgspec.structs.replace(watch, phase="offered")


def again(watch: Watch, at: float) -> Watch:
    """The machine of who watches the same table on, from that time: how it lay and what changed when is known."""
    return Watch() if watch.lay is None else msgspec.structs.replace(watch, phase="still", since=at)


def stirred(watch: Watch, at: float) -> Watch:
    """The machine after something moved, at that time, while the picture to be read was taken."""
    return msgspec.structs.replace(watch, phase="hands", since=at)
