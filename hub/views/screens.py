"""Tells screens, phones and consoles what has changed: a few times a second at most, to each only what it shows.

Changes arrive in other threads, from this process or another. They are gathered for a moment, what the big screen
shows is made once for all who watch it, and every watcher gets one message.
"""

from __future__ import annotations

import asyncio
import threading
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec
from starlette.concurrency import run_in_threadpool

from engines.errors import NotPossible
from hub.database.feed import Change
from hub.database.store import Store
from hub.errors import Refused

TICK_S: Final = 0.2
"""What happens within it reaches the screens together."""
MAX_WATCHERS: Final = 3_000
"""At a time; whoever comes beyond is told to come again."""


class Watcher:
    """One screen that waits for changes of an evening."""

    def __init__(self) -> None:
        self.kinds: set[str] = set()
        self.live: bytes | None = None
        self._woken = asyncio.Event()

    def tell(self, kinds: set[str], live: bytes | None) -> None:
        """Something changed; what it has not taken yet is kept together."""
        self.kinds |= kinds
        self.live = live if live is not None else self.live
        self._woken.set()

    async def next(self) -> tuple[list[str], bytes | None]:
        """Wait for the next message: kinds of changes, and the live boards where they changed."""
        await self._woken.wait()
        self._woken.clear()
        kinds, live = sorted(self.kinds), self.live
        self.kinds, self.live = set(), None
        return kinds, live


class Screens:
    """Everybody who watches through this process. `live`: the JSON text of an evening's live boards."""

    def __init__(self, store: Store, live: Callable[[int], bytes], tick_s: float = TICK_S) -> None:
        self._store = store
        self._live = live
        self._tick_s = tick_s
        self._watchers: dict[int, set[Watcher]] = defaultdict(set)
        self._last: dict[int, bytes] = {}
        self._changes: list[Change] = []
        self._lock = threading.Lock()
        self._end: Callable[[], None] = lambda: None
        self._task: asyncio.Task[None] | None = None

    @property
    def count(self) -> int:
        """How many watch now."""
        return sum(map(len, self._watchers.values()))

    async def __aenter__(self) -> Screens:
        loop, woken = asyncio.get_running_loop(), asyncio.Event()

        def heard(changes: Sequence[Change]) -> None:
            with self._lock:
                self._changes.extend(changes)
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(woken.set)

        self._end = self._store.feed.listen(heard)
        self._task = asyncio.create_task(self._run(woken))
        return self

    async def __aexit__(self, *_: object) -> None:
        self._end()
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def watch(self, event: int) -> AsyncIterator[tuple[list[str], bytes | None]]:
        """Messages about an evening, the first at once."""
        watcher = Watcher()
        self._watchers[event].add(watcher)
        try:
            if event not in self._last:
                await self._fresh(event)
            watcher.tell({"all"}, self._last.get(event))
            while True:
                yield await watcher.next()
        finally:
            self._watchers[event].discard(watcher)
            if not self._watchers[event]:
                del self._watchers[event]
                self._last.pop(event, None)

    async def _run(self, woken: asyncio.Event) -> None:
        while True:
            await woken.wait()
            woken.clear()
            with self._lock:
                changes, self._changes = self._changes, []
            with suppress(NotPossible):
                await self._tell(changes)
            await asyncio.sleep(self._tick_s)

    async def _tell(self, changes: Sequence[Change]) -> None:
        kinds: dict[int, set[str]] = defaultdict(set)
        for change in changes:
            for event in [change.event] if change.event else list(self._watchers):
                kinds[event].add("all" if change.kind == "reset" else change.kind)
        for event, changed in kinds.items():
            watchers = list(self._watchers.get(event, ()))
            if watchers:
                live = await self._fresh(event)
                for watcher in watchers:
                    watcher.tell(changed, live)

    async def _fresh(self, event: int) -> bytes | None:
        """The live boards where they are not what was told last."""
        try:
            live = await run_in_threadpool(self._live, event)
        except Refused:
            return None
        if live == self._last.get(event):
            return None
        self._last[event] = live
        return live


def message(kinds: list[str], live: bytes | None) -> list[dict[str, Any]]:
    """The server-sent events of one message: `changed` with the kinds, and `live` with the boards."""
    found: list[dict[str, Any]] = [{"event": "changed", "data": msgspec.json.encode(kinds).decode()}]
    if live is not None:
        found.append({"event": "live", "data": live.decode()})
    return found
