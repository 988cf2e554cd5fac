"""Time that passes evenly, whatever is done to the machine's clock: rounds, limits and silent tables go by it."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from typing import Final

JUMP_MS: Final = 5_000
"""A machine's clock that is so far off was set; less is what reading two clocks takes on a busy machine."""
KEY: Final = f"clock {socket.gethostname()}"[:40]
"""Where the database keeps how far this machine's clock was set back while a round runs."""


def now_ms() -> int:
    """Now by the machine's clock, in milliseconds since 1970 UTC."""
    return time.time_ns() // 1_000_000


def since_start_ms() -> int:
    """Milliseconds since the machine was started, with the time it slept: nobody can set that."""
    return time.clock_gettime_ns(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)) // 1_000_000


class SteadyClock:
    """Milliseconds since 1970 UTC as the machine's clock said at the start; from then on it only passes.

    `ahead`: how far it is to be ahead of the machine's clock from the beginning.
    """

    def __init__(
        self, ahead: int = 0, wall: Callable[[], int] = now_ms, steady: Callable[[], int] = since_start_ms
    ) -> None:
        self._wall = wall
        self._steady = steady
        self._begun = wall() + ahead - steady()

    def __call__(self) -> int:
        """Now."""
        return self._begun + self._steady()

    @property
    def ahead(self) -> int:
        """How far it is ahead of the machine's clock, because that was set back (below 0: forward); 0 where it fits."""
        found = self() - self._wall()
        return found if abs(found) >= JUMP_MS else 0
