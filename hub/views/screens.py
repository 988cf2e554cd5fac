"""Tells screens, phones and consoles what has changed: a few times a second at most, to each only what it shows.

Changes arrive in other threads, from this process or another. They are gathered for a moment; what guests see is made
once for all of them; every screen and phone whose own part has changed gets that part, drawn.
"""

from __future__ import annotations

import asyncio
import threading
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Collection, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, TypeAlias

import msgspec
from starlette.concurrency import run_in_threadpool

from engines.errors import NotPossible
from hub.database.feed import Change
from hub.database.store import Store
from hub.errors import Refused
from hub.views.guests import Guests, digest
from hub.views.public import PlayerPage, Screen

TICK_S: Final = 0.2
"""What happens within it reaches the screens together."""
MAX_WATCHERS: Final = 3_000
"""At a time; whoever comes beyond is told to come again."""
AT_ONCE: Final = 50
"""Parts that are drawn before they are sent: the first ones wait for no others."""
OF_GUESTS: Final = frozenset({"event", "all"})
"""Changes after which a phone may show something else."""
Draw: TypeAlias = Callable[[Any, int], dict[str, str]]
"""A view with undated clocks and the time, drawn: the text of each place in the page, by its id."""


class Lens(msgspec.Struct, frozen=True, kw_only=True):
    """What a guest looks at, and how its changing parts are drawn.

    `player` None: the big screen. Who has the same `look` and player sees the same. `told`: the digest of what the
    page showed when it began to watch.
    """

    player: int | None = None
    look: Hashable = None
    told: str = ""
    draw: Draw = lambda _view, _now: {}


class Part(msgspec.Struct, frozen=True):
    """The changing parts of a page as they are now, and the digest of what they show."""

    digest: str
    drawn: bytes


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """One message: kinds of changes; for big screens the boards in progress where they changed; the page's part."""

    kinds: tuple[str, ...] = ()
    live: bytes | None = None
    part: Part | None = None

    def events(self) -> Iterator[dict[str, str]]:
        """The same as server-sent events: `changed`, `live`, `part` (its digest as the event's id)."""
        yield {"event": "changed", "data": msgspec.json.encode(self.kinds).decode()}
        if self.live is not None:
            yield {"event": "live", "data": self.live.decode()}
        if self.part is not None:
            yield {"event": "part", "data": self.part.drawn.decode(), "id": self.part.digest}


class Watcher:
    """One page that waits for changes of an evening. `lens` None: a console, which looks up what it shows."""

    def __init__(self, lens: Lens | None) -> None:
        self.lens = lens
        self.seen: Screen | PlayerPage | None = None
        """What it was told last, with undated clocks."""
        self._told = Told()
        self._woken = asyncio.Event()
        self._over = False

    def tell(self, told: Told) -> None:
        """Something changed; what it has not taken yet is kept together."""
        kept = self._told
        self._told = Told(
            kinds=tuple(sorted({*kept.kinds, *told.kinds})), live=told.live or kept.live, part=told.part or kept.part
        )
        self._woken.set()

    async def next(self) -> Told | None:
        """Wait for the next message; None once there are no more."""
        await self._woken.wait()
        if self._over:
            return None
        self._woken.clear()
        told, self._told = self._told, Told()
        return told

    def end(self) -> None:
        """There are no more messages."""
        self._over = True
        self._woken.set()


class Screens:
    """Everybody who watches through this process."""

    def __init__(self, store: Store, guests: Guests, tick_s: float = TICK_S) -> None:
        self._store = store
        self._guests = guests
        self._tick_s = tick_s
        self._watchers: dict[int, set[Watcher]] = defaultdict(set)
        self._changes: list[Change] = []
        self._lock = threading.Lock()
        self._looking = asyncio.Lock()
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

    def say_goodbye(self) -> None:
        """Nobody is told anything any more: every feed ends. Called in the loop's thread."""
        for watchers in list(self._watchers.values()):
            for watcher in watchers:
                watcher.end()

    async def watch(self, event: int, lens: Lens | None = None) -> AsyncIterator[Told]:
        """Messages about an evening, the first at once."""
        watcher = Watcher(lens)
        self._watchers[event].add(watcher)
        try:
            with suppress(NotPossible):
                await self._look(event, {"all"}, [watcher])
            while (told := await watcher.next()) is not None:
                yield told
        finally:
            self._watchers[event].discard(watcher)
            if not self._watchers[event]:
                del self._watchers[event]
                self._guests.forget(event)

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
            if event in self._watchers:
                await self._look(event, changed, list(self._watchers[event]))

    async def _look(self, event: int, kinds: set[str], watchers: Sequence[Watcher]) -> None:
        """Tell each of them what it shows and has changed; one look after the other, so that the latest comes last."""
        async with self._looking:
            phones = [w for w in watchers if w.lens is not None and w.lens.player is not None]
            screens = [w for w in watchers if w.lens is not None and w.lens.player is None]
            for watcher in watchers:
                if watcher.lens is None:
                    watcher.tell(Told(kinds=tuple(kinds)))
            with suppress(Refused):
                if phones and kinds & OF_GUESTS:
                    await self._show(phones, kinds, await run_in_threadpool(self._guests.pages, event))
                if screens and (of_screens := kinds - {"case"}):
                    shown = await run_in_threadpool(self._guests.screen, event)
                    told = await self._show(screens, of_screens, {None: shown})
                    for watcher in set(screens) - told:
                        watcher.tell(Told(kinds=tuple(of_screens)))

    async def _show(
        self, watchers: Collection[Watcher], kinds: set[str], views: Mapping[Any, Screen | PlayerPage]
    ) -> set[Watcher]:
        """Tell those to whom one of these views is new; who that is."""
        new = [w for w in watchers if w.lens is not None and w.lens.player in views and w.seen != views[w.lens.player]]
        drawn: dict[Hashable, Part] = {}
        now = self._store.clock()
        for at in range(0, len(new), AT_ONCE):
            some = new[at : at + AT_ONCE]
            for watcher, told in await run_in_threadpool(_drawn, some, views, now, drawn):
                watcher.tell(msgspec.structs.replace(told, kinds=tuple(kinds)))
        return set(new)


def _drawn(
    watchers: Sequence[Watcher], views: Mapping[Any, Screen | PlayerPage], now: int, drawn: dict[Hashable, Part]
) -> list[tuple[Watcher, Told]]:
    """What each of them is told; `drawn` keeps the parts that others see too."""
    found = []
    for watcher in watchers:
        assert watcher.lens is not None
        view, before = views[watcher.lens.player], watcher.seen
        watcher.seen = view
        known = before is None and watcher.lens.told == digest(view)
        own = (watcher.lens.player, watcher.lens.look)
        if not known and own not in drawn:
            drawn[own] = Part(digest(view), msgspec.json.encode(watcher.lens.draw(view, now)))
        live = None
        if isinstance(view, Screen) and (not isinstance(before, Screen) or before.live != view.live):
            live = msgspec.json.encode(view.live)
        found.append((watcher, Told(live=live, part=None if known else drawn[own])))
    return found
