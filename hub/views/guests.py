"""What guests see, made once for all of them, and again only where an evening has changed."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Mapping
from typing import TypeVar

import msgspec

from hub.database.store import Row, Store, Transaction
from hub.event.evening import event_row
from hub.views.public import Pages, PlayerPage, Screen, live_of, page_at, pages_of, player_row_of, screen_of

View = TypeVar("View")


class Guests:
    """The big screens and the phones of every evening, as they are now. Threads may share it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._pages: dict[int, tuple[int, Pages]] = {}
        self._screens: dict[int, tuple[int, Screen]] = {}

    def page(self, key: str) -> PlayerPage:
        """The page of the player with that key. Raises Refused (`not_found`)."""
        with self._lock, self._store.read() as tx:
            player = player_row_of(tx, key)
            found = self._made(tx, player.event_id, self._pages, pages_of)
            return page_at(found.pages[player.id], tx.now, found.standings)

    def pages(self, event: int) -> Mapping[int, PlayerPage]:
        """Player -> page, as in `Pages`. Raises Refused (`not_found`)."""
        with self._lock, self._store.read() as tx:
            return self._made(tx, event, self._pages, pages_of).pages

    def screen(self, event: int) -> Screen:
        """The big screen, with undated clocks. Raises Refused (`not_found`)."""
        with self._lock, self._store.read() as tx:
            shown = self._made(tx, event, self._screens, screen_of)
            return msgspec.structs.replace(shown, live=live_of(tx, event_row(tx, event)))

    def forget(self, event: int) -> None:
        """Nobody looks any more."""
        with self._lock:
            self._pages.pop(event, None)
            self._screens.pop(event, None)

    def _made(
        self, tx: Transaction, event: int, known: dict[int, tuple[int, View]], make: Callable[[Transaction, Row], View]
    ) -> View:
        row = event_row(tx, event)
        kept = known.get(event)
        if kept is None or kept[0] != row.version:
            kept = known[event] = (int(row.version), make(tx, row))
        return kept[1]


def digest(view: Screen | PlayerPage) -> str:
    """What tells two undated views apart."""
    return hashlib.blake2b(msgspec.json.encode(view), digest_size=12).hexdigest()
