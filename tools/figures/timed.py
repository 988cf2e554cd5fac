"""How long a job takes."""

from __future__ import annotations

import time
from collections.abc import Callable


def seconds_of(job: Callable[[], object], now: Callable[[], float] = time.perf_counter) -> float:
    """Seconds by the clock `now` that one run of it takes."""
    begun = now()
    job()
    return now() - begun
