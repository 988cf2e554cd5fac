"""How long a job takes."""

from __future__ import annotations

import time
from collections.abc import Callable


def seconds_of(job: Callable[[], object]) -> float:
    """Seconds by the clock that one run of it takes."""
    begun = time.perf_counter()
    job()
    return time.perf_counter() - begun
