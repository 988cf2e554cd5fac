"""Whose request is worked on: a few at a time from one address, the others of that address wait for their turn."""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from typing import Final

from hub.doors.connections import LOCAL, source_of

AT_ONCE: Final = 8
"""Requests of one address that are worked on at the same time: more than a browser's pages ask for."""


class Turns:
    """For one event loop. Whoever floods the event host waits behind their own requests, not everybody else."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._at_once = at_once
        self._busy: defaultdict[str, int] = defaultdict(int)
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def take(self, address: str) -> Turn:
        """Wait for a turn. A proxy on this machine stands for nobody and never waits."""
        source = source_of(address)
        turn = Turn(self, source)
        if source in LOCAL:
            return turn
        if self._busy[source] >= self._at_once:
            called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(source, deque()).append(called)
            try:
                await called
            except asyncio.CancelledError:
                if called.done() and not called.cancelled():
                    self._next(source)
                raise
        else:
            self._busy[source] += 1
        return turn

    def _next(self, source: str) -> None:
        """Somebody of that address is done: the next one of it has the turn."""
        waiting = self._waiting.get(source, deque())
        while waiting:
            called = waiting.popleft()
            if not called.done():
                called.set_result(None)
                return
        self._waiting.pop(source, None)
        self._busy[source] -= 1
        if not self._busy[source]:
            del self._busy[source]


class Turn:
    """One turn; `give_back` it when the work is done."""

    def __init__(self, turns: Turns, source: str) -> None:
        self._turns = turns
        self._source: str | None = source if source not in LOCAL else None

    def give_back(self) -> None:
        """The next one may begin. May be called twice."""
        source, self._source = self._source, None
        if source is not None:
            self._turns._next(source)
