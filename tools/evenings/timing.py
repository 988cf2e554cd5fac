"""How long people and tables waited for an event host, in milliseconds."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import msgspec


class Waits(msgspec.Struct, frozen=True):
    """So many answers, and how long they took: half of them, 95 %, all."""

    count: int
    p50_ms: float
    p95_ms: float
    max_ms: float

    @classmethod
    def of(cls, seconds: Sequence[float]) -> Waits:
        """Of single answers, in seconds; zeros where there are none."""
        ordered = sorted(seconds) or [0.0]
        p50, p95 = (ordered[math.ceil(share * len(ordered)) - 1] for share in (0.5, 0.95))
        return cls(len(seconds), *(round(1_000 * value, 1) for value in (p50, p95, ordered[-1])))


class Stopwatch:
    """Gathers how long answers take. Threads may share it."""

    def __init__(self) -> None:
        self._seconds: list[float] = []
        self._lock = threading.Lock()

    @contextmanager
    def one(self) -> Iterator[None]:
        """One answer; one that never comes (an exception) is not counted."""
        begun = time.monotonic()
        yield
        with self._lock:
            self._seconds.append(time.monotonic() - begun)

    @property
    def waits(self) -> Waits:
        """All so far."""
        with self._lock:
            return Waits.of(self._seconds)
