"""What has changed, told to everybody who shows it: within one process, or among all that share a PostgreSQL.

One interface for both. A message says what changed, not what it is now: whoever listens looks it up. A listener that
may have missed something is told `RESET`, and looks everything up.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, Final, Literal, Protocol, TypeAlias

import msgspec
import sqlalchemy as sa

CHANNEL: Final = "planisphere_hub"
MAX_PAYLOAD_BYTES: Final = 7_000
"""PostgreSQL takes less than 8 000 bytes a message."""
Kind: TypeAlias = Literal["event", "table", "game", "case", "reset"]


class Change(msgspec.Struct, frozen=True, array_like=True):
    """One thing that changed: an evening, a table at a glance, a game, the judge's queue."""

    kind: Kind
    id: int = 0
    event: int = 0
    """The evening it belongs to; 0: none or unknown."""


RESET: Final = Change("reset")
Listener: TypeAlias = Callable[[Sequence[Change]], None]
_decoder = msgspec.json.Decoder(tuple[Change, ...])


class Feed(Protocol):
    """Where changes are told and heard. Listeners are called in another thread and must not block."""

    def within(self, connection: sa.Connection, changes: Sequence[Change]) -> None:
        """Told as part of a transaction, heard only if it commits."""

    def after(self, changes: Sequence[Change]) -> None:
        """Called once the transaction is committed."""

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Hear everything from now on; returns the function that ends it."""

    def close(self) -> None:
        """Fall silent. May be called twice."""


class _Listeners:
    def __init__(self) -> None:
        self._all: list[Listener] = []
        self._lock = threading.Lock()

    def listen(self, listener: Listener) -> Callable[[], None]:
        with self._lock:
            self._all.append(listener)
        return lambda: self._forget(listener)

    def _forget(self, listener: Listener) -> None:
        with self._lock, suppress(ValueError):
            self._all.remove(listener)

    def tell(self, changes: Sequence[Change]) -> None:
        for listener in list(self._all):
            listener(changes)


class LocalFeed(_Listeners):
    """The feed of one process: SQLite has only one."""

    def within(self, connection: sa.Connection, changes: Sequence[Change]) -> None:
        """Nothing: there is nobody outside."""

    def after(self, changes: Sequence[Change]) -> None:
        """Tell this process."""
        if changes:
            self.tell(changes)

    def close(self) -> None:
        """Nothing to let go."""


class PostgresFeed(_Listeners):
    """The feed of all processes on one PostgreSQL, by LISTEN and NOTIFY.

    Source: https://www.postgresql.org/docs/15/sql-notify.html
    """

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url = url
        self._end = threading.Event()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="feed", daemon=True)
        self._thread.start()
        self._ready.wait(5)

    def within(self, connection: sa.Connection, changes: Sequence[Change]) -> None:
        """Tell with the commit."""
        for payload in payloads(changes):
            connection.execute(sa.text("SELECT pg_notify(:channel, :text)"), {"channel": CHANNEL, "text": payload})

    def after(self, changes: Sequence[Change]) -> None:
        """Nothing: PostgreSQL tells this process too."""

    def close(self) -> None:
        """Stop listening, and wait until the thread has ended."""
        self._end.set()
        self._thread.join(timeout=10)

    def _run(self) -> None:
        import psycopg

        while not self._end.is_set():
            with suppress(psycopg.Error), psycopg.connect(self._url, autocommit=True, connect_timeout=5) as connection:
                connection.execute(f"LISTEN {CHANNEL}")
                if self._ready.is_set():
                    self.tell((RESET,))
                self._ready.set()
                self._hear(connection)
            self._end.wait(0.5)

    def _hear(self, connection: Any) -> None:
        while not self._end.is_set():
            for notice in connection.notifies(timeout=0.5):
                with suppress(msgspec.DecodeError):
                    self.tell(_decoder.decode(notice.payload))


def payloads(changes: Sequence[Change]) -> Iterable[str]:
    """The changes as messages, none longer than PostgreSQL takes."""
    part: list[Change] = []
    size = 2
    for change in changes:
        length = len(msgspec.json.encode(change)) + 1
        if size + length > MAX_PAYLOAD_BYTES:
            yield msgspec.json.encode(part).decode()
            part, size = [], 2
        part.append(change)
        size += length
    if part:
        yield msgspec.json.encode(part).decode()


def open_feed(url: sa.URL, plain: Callable[[sa.URL], str]) -> Feed:
    """The feed that goes with a database."""
    return LocalFeed() if url.get_backend_name() == "sqlite" else PostgresFeed(plain(url))
