"""What several consoles look at alike: made once for all of them after a change, and kept until the next one."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final, TypeVar, cast

from hub.database.feed import Change
from hub.database.store import Store
from hub.event.evening import event_row

View = TypeVar("View")
KEPT_MS: Final = 10_000
"""Time alone makes a table silent: what was made is shown no longer than this, also where nothing changes."""


class Shared:
    """Views of evenings as they are now. Threads may share it.

    A change is heard a moment after it is committed, so this is for what a console loads once the feed told it of one;
    whole pages are made anew.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._making = threading.Lock()
        self._kept: dict[int, dict[Hashable, tuple[int, Any]]] = {}
        self._end = store.feed.listen(self._heard)

    def close(self) -> None:
        """Hear nothing any more. May be called twice."""
        self._end()

    def of(self, event: int, name: Hashable, make: Callable[[], View]) -> View:
        """The view of that name, which `make` makes where it is not known. Raises Refused (`not_found`)."""
        with self._making:
            # A change that is heard meanwhile puts another dictionary here: what is kept in this one is lost with it.
            kept = self._kept.setdefault(event, {})
            with self._store.read() as tx:
                known, now = (name, event_row(tx, event).version), tx.now
            made, view = kept.get(known, (now - KEPT_MS, None))
            if now - made >= KEPT_MS:
                view = make()
                kept[known] = now, view
            return cast(View, view)

    def _heard(self, changes: Sequence[Change]) -> None:
        for change in changes:
            if change.event:
                self._kept.pop(change.event, None)
            else:
                self._kept.clear()
