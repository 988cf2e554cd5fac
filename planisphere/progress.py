"""Says how far a long piece of work is, on standard error, every few seconds."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from threading import Event, Thread
from types import TracebackType

INTERVAL_S = 5.0


class Progress:
    """Prints what `told` says, and after how long, whenever some seconds have passed, until the work is done or has
    failed.
    """

    def __init__(self, told: Callable[[], str]) -> None:
        self._told, self._ended = told, Event()
        self._thread = Thread(target=self._tell, daemon=True)

    def __enter__(self) -> Progress:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self._thread.join()

    def _tell(self) -> None:
        begun = time.monotonic()
        while not self._ended.wait(INTERVAL_S):
            print(f"{self._told()} after {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)
