"""One evening as it stands at a version: read once, brought up to each change, shown in parts to all who look on."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from hub.database import schema
from hub.database.audit import log_end, touched_since
from hub.database.store import Row, Transaction
from hub.event.evening import event_row
from hub.views.seatings import SeatingView, in_order, seatings_of
from hub.views.standings import StandingView, standings_of

FOLLOWED: Final = frozenset(
    {"events", "rounds", "players", "seatings", "seats", "results", "votes", "cases", "pictures"}
)
"""Tables whose changed rows say which seatings have to be read again."""
OF_SEATINGS: Final = ("game", "options", "system", "cuts")
"""Columns of the evening that every seating shows."""


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """An evening: `event` with its `version`, and what belongs to it.

    What a change leaves as it was is the same object in the next snapshot.
    """

    event: Row
    change: int
    """The last entry of the log that is in it."""
    players: tuple[Row, ...]
    """All but those who were merged into another, by their numbers."""
    rounds: tuple[Row, ...]
    """By their numbers."""
    seatings: Mapping[int, SeatingView]
    """By their ids."""
    standings: tuple[StandingView, ...]
    """After the rounds that are released."""

    def tables_of(self, number: int | None) -> list[SeatingView]:
        """Those of a round (None: of free play) in order of their places; byes last."""
        return in_order(view for view in self.seatings.values() if view.round == number)

    def touched_since(self, before: Snapshot) -> set[int]:
        """The players who are new, or are not as they were, or one of whose tables is not."""
        known, old = {row.id: row for row in before.players}, before.seatings
        found = set() if self.players is before.players else {p.id for p in self.players if known.get(p.id) != p}
        numbers = (old.keys() | self.seatings.keys()) if self.seatings is not old else ()
        changed = [(old.get(number), self.seatings.get(number)) for number in numbers]
        views = [view for one, other in changed if one is not other for view in (one, other) if view is not None]
        return found | {seat.player for view in views for seat in view.seats}

    @property
    def going_on(self) -> frozenset[int]:
        """The numbers of rounds that are planned or running."""
        return frozenset(row.number for row in self.rounds if row.state in ("planned", "running"))


class Snapshots:
    """Every evening that somebody looks at, as it is now. Threads may share it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: dict[int, Snapshot] = {}

    def at(self, tx: Transaction, event: int) -> Snapshot:
        """The evening as this transaction sees it. Raises Refused (`not_found`)."""
        with self._lock:
            row, kept = event_row(tx, event), self._kept.get(event)
            if kept is None or kept.event.version != row.version:
                kept = self._kept[event] = snapshot_of(tx, row, kept)
            return kept

    def forget(self, event: int) -> None:
        """Nobody looks any more."""
        with self._lock:
            self._kept.pop(event, None)


def snapshot_of(tx: Transaction, row: Row, before: Snapshot | None = None) -> Snapshot:
    """An evening; of one that was known `before`, only what has changed since is read."""
    # The end of the log comes first: what is committed meanwhile is read once more next time, not passed over.
    change = log_end(tx, row.id)
    rounds = schema.rounds
    numbered = tuple(tx.rows(sa.select(rounds).where(rounds.c.event_id == row.id).order_by(rounds.c.number)))
    keys = None if before is None else _changed(tx, before, row)
    if before is None or keys is None:
        players, seatings = _players(tx, row.id), seatings_of(tx, schema.seatings.c.event_id == row.id)
        found, standings = {view.id: view for view in seatings}, _standings(tx, row)
    else:
        players, found, standings = _brought_up(tx, row, before, keys)
    return Snapshot(event=row, change=change, players=players, rounds=numbered, seatings=found, standings=standings)


def _brought_up(
    tx: Transaction, row: Row, before: Snapshot, keys: Mapping[str, set[int]]
) -> tuple[tuple[Row, ...], dict[int, SeatingView], tuple[StandingView, ...]]:
    """Players, seatings and standings, with those rows read again that are not as they were."""
    known, people = before.seatings, keys["players"]
    renamed = {view.id for view in known.values() if people and any(seat.player in people for seat in view.seats)}
    ids = keys["seatings"] | renamed
    fresh = {view.id: view for view in seatings_of(tx, schema.seatings.c.id.in_(ids))} if ids else {}
    seatings = {number: view for number, view in known.items() if number not in ids} | fresh
    touched = [*(known[number] for number in ids & known.keys()), *fresh.values()]
    counts = any((view.round or 1) <= row.released for view in touched)
    same = not (counts or people or keys["events"] or keys["rounds"])
    return (
        _players(tx, row.id) if people else before.players,
        seatings,
        before.standings if same else _standings(tx, row),
    )


def _players(tx: Transaction, event: int) -> tuple[Row, ...]:
    players = schema.players
    mine = sa.and_(players.c.event_id == event, players.c.state != "merged")
    return tuple(tx.rows(sa.select(players).where(mine).order_by(players.c.number)))


def _standings(tx: Transaction, row: Row) -> tuple[StandingView, ...]:
    return standings_of(tx, row.id, upto=row.released) if row.released else ()


def _changed(tx: Transaction, before: Snapshot, row: Row) -> dict[str, set[int]] | None:
    """The ids of rows that are not as they were, by table; None where the log does not say all of it."""
    if any(getattr(row, name) != getattr(before.event, name) for name in OF_SEATINGS):
        return None
    changes = touched_since(tx, row.id, before.change)
    touched = [one for rows in changes for one in rows]
    if len(changes) != row.version - before.event.version or not all(changes):
        return None
    if not {one.table for one in touched} <= FOLLOWED:
        return None
    found: dict[str, set[int]] = defaultdict(set)
    for one in touched:
        values: Mapping[str, Any] = {**one.key, **(one.before or {}), **(one.after or {})}
        match one.table:
            case "events" | "rounds" | "players" | "seatings":
                found[one.table].add(values["id"])
            case "seats" | "results" | "pictures":
                found["seatings"].add(values["seating_id"])
            case "votes":
                found["results"].add(values["result_id"])
    if found["results"]:
        results = schema.results
        query = sa.select(results.c.seating_id).where(results.c.id.in_(found["results"]))
        found["seatings"] |= {seating for (seating,) in tx.rows(query)}
    return found
