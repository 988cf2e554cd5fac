"""What guests see, made once for all of them, and again only where an evening has changed."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Mapping

import msgspec

from hub.database.store import Store, Transaction
from hub.views.public import (
    Pages,
    PlayerPage,
    Screen,
    event_of_key,
    live_of,
    page_at,
    pages_of,
    player_row_of,
    screen_at,
    screen_of,
)
from hub.views.snapshot import Snapshot, Snapshots


class Guests:
    """The big screens and the phones of every evening, as they are now. Threads may share it."""

    def __init__(self, store: Store) -> None:
        self.evenings = Snapshots()
        self._store = store
        self._lock = threading.Lock()
        self._pages: dict[int, Pages] = {}
        self._screens: dict[int, tuple[Snapshot, Screen]] = {}

    def page(self, key: str) -> PlayerPage:
        """The page of the player with that key. Raises Refused (`not_found`)."""
        with self._lock, self._store.read() as tx:
            player = player_row_of(tx, key)
            evening = self.evenings.at(tx, player.event_id)
            return page_at(self._pages_of(tx, evening)[player.id], tx.now, evening.standings)

    def pages(self, event: int) -> Mapping[int, PlayerPage]:
        """Player -> page, as in `Pages`. Raises Refused (`not_found`)."""
        with self._lock, self._store.read() as tx:
            return self._pages_of(tx, self.evenings.at(tx, event))

    def _pages_of(self, tx: Transaction, evening: Snapshot) -> Mapping[int, PlayerPage]:
        known = self._pages.get(evening.event.id)
        if known is None or known.evening is not evening:
            known = self._pages[evening.event.id] = pages_of(tx, evening, known)
        return known.pages

    def screen(self, event: int) -> Screen:
        """The big screen, with undated clocks. Raises Refused (`not_found`)."""
        with self._lock, self._store.read() as tx:
            evening = self.evenings.at(tx, event)
            known, shown = self._screens.get(event, (None, None))
            if shown is None or known is not evening:
                shown = screen_of(tx, evening)
                self._screens[event] = evening, shown
            return msgspec.structs.replace(shown, live=live_of(tx, evening.event))

    def screen_now(self, key: str) -> Screen:
        """The big screen of that key at this moment. Raises Refused (`not_found`)."""
        return screen_at(self.screen(event_of_key(self._store, key)), self._store.clock())

    def forget(self, event: int) -> None:
        """Nobody looks any more."""
        with self._lock:
            self.evenings.forget(event)
            self._pages.pop(event, None)
            self._screens.pop(event, None)


def digest(view: Screen | PlayerPage) -> str:
    """What tells two undated views apart."""
    return hashlib.blake2b(msgspec.json.encode(view), digest_size=12).hexdigest()
