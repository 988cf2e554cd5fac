"""How often somebody may do something: kept in memory by each process, measured by a clock that nobody can set."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from hub.errors import Refused

MAX_KEYS: Final = 20_000
"""Whoever came first is forgotten beyond that: some megabytes at most."""


class Quota:
    """At most `most` actions at once for each key, and as many again within `window_s`. Threads may share it."""

    def __init__(self, most: int, window_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._every_s = window_s / most
        self._clock = clock
        self._free_at: OrderedDict[str, float] = OrderedDict()
        """Key -> when all of its actions are free again."""
        self._lock = threading.Lock()

    def take(self, key: str, count: int = 1) -> None:
        """So many actions. Raises Refused (`too_often`) where fewer are free."""
        with self._lock:
            now = self._clock()
            free_at = max(now, self._free_at.get(key, now)) + count * self._every_s
            if free_at > now + self._most * self._every_s:
                raise Refused("too_often")
            self._free_at[key] = free_at
            self._free_at.move_to_end(key)
            while len(self._free_at) > MAX_KEYS:
                self._free_at.popitem(last=False)
