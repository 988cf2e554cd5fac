"""What a table sends to an event host: decoded, checked, folded by the rules and stored, or refused."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from hub.database.store import Store
from hub.errors import Refused
from hub.link import tables
from hub.link.ingest import Ingest
from tests.fuzz import edits

RECORDS = Path(__file__).parents[1] / "records"
LINES = 12
FRESH = 200
"""Batches after which an empty event host takes the next ones."""


def _batch(name: str) -> dict[str, Any]:
    rows = [msgspec.json.decode(row) for row in (RECORDS / f"{name}.jsonl").read_bytes().splitlines()[: LINES + 1]]
    return {"seq": 1, "sent": 1, "items": [{"game": "a-1", "n": n, "line": row} for n, row in enumerate(rows)]}


BASES: dict[str, Any] = {
    name: _batch(name) for name in ("look_at_the_stars_tie", "star_explorer_solo", "starfarers_light", "stellar_tie")
}


class _Host:
    """An event host with one table, emptied now and then."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="planisphere-fuzz-"))
        self._open = ExitStack()
        self._sent, self._held = FRESH, 0

    def take(self, data: bytes) -> None:
        """Send a batch; it is stored or refused in one line."""
        if self._sent >= FRESH:
            self._renew()
        self._sent += 1
        try:
            self._held = self._ingest.take(self._table.table, self._table.token, self._next(data)).held
        except Refused as error:
            edits.one_line(error)

    def _next(self, data: bytes) -> bytes:
        """An edited batch numbered 1 as the next one, and its game `a-1` as one that was never there before."""
        batch = edits.edited(data, BASES)
        if not isinstance(batch, dict):
            return data if batch is None else msgspec.json.encode(batch)
        items = batch.get("items")
        for item in items if isinstance(items, list) else ():
            if isinstance(item, dict) and item.get("game") == "a-1":
                item["game"] = f"b-{self._sent}"
        return msgspec.json.encode({**batch, "seq": self._held + 1} if batch.get("seq") == 1 else batch)

    def _renew(self) -> None:
        self._open.close()
        for old in self._folder.iterdir():
            old.unlink()
        store = self._open.enter_context(Store(self._folder / "hub.sqlite3"))
        self._ingest = self._open.enter_context(Ingest(store))
        self._table = tables.pair(store, tables.new_code(store, None), "Nova", "here")
        self._sent = self._held = 0


_HOST = _Host()


def seeds() -> list[bytes]:
    """The beginnings of whole games."""
    return edits.seeds(BASES)


def mutated(data: bytes, chance: Random) -> bytes:
    """Another batch."""
    return edits.mutated(data, chance, BASES)


def parse(data: bytes) -> None:
    """Send it."""
    _HOST.take(data)
