"""Everybody who looks on: phones, big screens and consoles that do over HTTP what their pages do in a browser."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Final

import msgspec

from tools.evenings.serving import EventHost

CALM_S: Final = 0.15
"""Seconds that a page waits after a change before it loads what has changed."""
AGAIN_S: Final = 2.0
"""After a lost connection."""
LOOKS_S: Final = 20.0
"""A console loads its tables again after so long, also where nothing changed."""
PATIENCE_S: Final = 60.0
HOST: Final = "Vera"


class Crowd(msgspec.Struct, frozen=True):
    """How many look on. Phones beyond the players are second phones."""

    phones: int = 0
    screens: int = 0
    consoles: int = 0


class Watch(msgspec.Struct, frozen=True):
    """One page that is open somewhere: its feed, and what it loads when that tells of a change without the part.

    The first of these it loads every `LOOKS_S` too.
    """

    feed: str
    loads: tuple[str, ...] = ()
    cookie: str = ""
    player: int | None = None


def crowd_of(host: EventHost, event: int, crowd: Crowd, players: Sequence[int]) -> list[Watcher]:
    """Everybody who looks on at an evening: the phones first, of these players in turn."""
    view = host.call("hub.views.board:event_view", event)
    keys = {player["id"]: player["key"] for player in view["players"]}
    holders = [players[n % len(players)] for n in range(crowd.phones)]
    watches = [Watch(f"/feed/player/{keys[player]}", player=player) for player in holders]
    watches += [Watch(f"/feed/screen/{view['key']}")] * crowd.screens
    if crowd.consoles:
        password = host.call("hub.doors.hosts:set_password", HOST)
        token, _ = host.call("hub.doors.hosts:log_in", HOST, password, "here")
        parts = tuple(f"/host/events/{event}/part/{name}" for name in ("glance", "waiting"))
        watches += [Watch(f"/feed/host/{event}", parts, f"planisphere_host={token}")] * crowd.consoles
    return [Watcher(watch, host.port) for watch in watches]


class Watcher:
    """What one of them was shown. `shown`: its latest part; `since`: when it had it (`time.monotonic`)."""

    def __init__(self, watch: Watch, port: int) -> None:
        self.watch, self.shown, self.since = watch, "", 0.0
        self.messages = self.loaded = 0
        self.told = ""
        """The digest of its latest part."""
        self._port = port
        self._due: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Watch until cancelled; whoever is hung up on comes again."""
        async with asyncio.TaskGroup() as both:
            both.create_task(self._watch())
            if self.watch.loads:
                both.create_task(self._look())

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOKS_S)
            await self._load(self.watch.loads[:1])

    async def _watch(self) -> None:
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                await self._listen()
            await asyncio.sleep(AGAIN_S)

    async def _listen(self) -> None:
        known = f"Last-Event-ID: {self.told}\r\n" if self.told else ""
        async with self._asking(self.watch.feed, known) as reader:
            kind = b""
            while line := await reader.readline():
                name, _, value = line.rstrip().partition(b": ")
                if name == b"event":
                    kind = value
                elif name == b"id":
                    self.told = value.decode()
                elif name == b"data":
                    self._heard(kind, value)

    @asynccontextmanager
    async def _asking(self, path: str, more: str = "") -> AsyncIterator[asyncio.StreamReader]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 23)
        own = f"Host: 127.0.0.1\r\nAccept-Language: en\r\nCookie: {self.watch.cookie}\r\n{more}"
        try:
            writer.write(f"GET {path} HTTP/1.0\r\n{own}\r\n".encode())
            yield reader
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    def _heard(self, kind: bytes, data: bytes) -> None:
        self.messages += 1
        if kind == b"part":
            self._show(data)
        elif self.watch.loads and (self._due is None or self._due.done()):
            self._due = asyncio.create_task(self._load_all())

    def _show(self, data: bytes) -> None:
        self.shown, self.since = data.decode(), time.monotonic()

    async def _load_all(self) -> None:
        await asyncio.sleep(CALM_S)
        await self._load(self.watch.loads)

    async def _load(self, paths: Sequence[str]) -> None:
        for path in paths:
            with suppress(OSError):
                async with self._asking(path) as reader:
                    self._show(await reader.read())
                    self.loaded += 1


@contextmanager
def watching(watchers: Sequence[Watcher]) -> Iterator[None]:
    """They watch, in a thread of their own, until the end."""
    end = threading.Event()

    async def run() -> None:
        tasks = [asyncio.create_task(watcher.run()) for watcher in watchers]
        while not end.is_set():
            await asyncio.sleep(0.1)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    thread = threading.Thread(target=lambda: asyncio.run(run()), name="watching", daemon=True)
    thread.start()
    try:
        yield
    finally:
        end.set()
        thread.join()


def until(condition: Callable[[], bool], seconds: float = PATIENCE_S) -> bool:
    """Wait until something is so; whether it is."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True
