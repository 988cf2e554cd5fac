"""An evening to take home: standings, every table of every round, and the records behind them."""

from __future__ import annotations

import csv
import io
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from engines.files import harmless
from hub.database import schema
from hub.database.store import Store, Transaction
from hub.views.board import view_of
from hub.views.seatings import SeatingView, seatings_of
from hub.views.standings import standings_of

COLUMNS: Final = ("round", "table", "seat", "player", "name", "first", "state", "total", "place", "source")


def export_json(store: Store, event: int) -> dict[str, Any]:
    """Everything of an evening but its secrets. Raises Refused (`not_found`)."""
    with store.read() as tx:
        view = msgspec.to_builtins(view_of(tx, event))
        found = seatings_of(tx, schema.seatings.c.event_id == event)
        standings = standings_of(tx, event, upto=None)
        for secret in (view, *view["players"]):
            del secret["key"]
        return {
            "planisphere_event": 1,
            "event": view,
            "standings": msgspec.to_builtins(standings),
            "tables": msgspec.to_builtins(found),
            "games": _games(tx, event),
        }


def _games(tx: Transaction, event: int) -> list[dict[str, Any]]:
    games, seatings, lines = schema.games, schema.seatings, schema.lines
    query = sa.select(games).select_from(games.join(seatings, games.c.seating_id == seatings.c.id))
    found = []
    for row in tx.rows(query.where(seatings.c.event_id == event).order_by(games.c.id)):
        rows = tx.rows(sa.select(lines.c.line).where(lines.c.game_id == row.id).order_by(lines.c.n, lines.c.result))
        record = [row.header, *(line.line for line in rows)]
        found.append({"id": row.id, "seating": row.seating_id, "state": row.state, "record": record})
    return found


def export_csv(store: Store, event: int) -> str:
    """A row for each seat of each table. Raises Refused (`not_found`)."""
    with store.read() as tx:
        view_of(tx, event)
        found = seatings_of(tx, schema.seatings.c.event_id == event)
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for view in sorted(found, key=lambda view: (view.round or 0, view.bye, view.place or 0, view.id)):
        writer.writerows(_rows(view))
    return text.getvalue()


def _rows(view: SeatingView) -> list[list[Any]]:
    where = "bye" if view.bye else view.place
    return [
        [view.round, where, seat.seat + 1, seat.number, harmless(seat.name), int(seat.first), view.state, seat.total,
         seat.rank, view.source]
        for seat in view.seats
    ]  # fmt: skip
