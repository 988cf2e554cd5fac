"""Cups: evenings that go on to finals."""

from __future__ import annotations

from typing import Any

from sqlalchemy import update

from hub.database import schema
from hub.database.store import Store
from hub.event import evening, results, rounds
from hub.event.evening import Plan
from hub.views import board
from hub.views.seatings import SeatingView
from tests.hub.pages import ACTOR


class Cup:
    """Players at tables of two, in groups of four unless it is said otherwise; the lower number always wins."""

    def __init__(self, store: Store, players: int, *, places: int = 6, key: str = "", **more: Any) -> None:
        self.store = store
        known = {"system": "groups", "rounds": 5, "group_size": 4, **more}
        self.event = evening.create_event(
            store, ACTOR, Plan(name="Cup", game="stellar", seats=2, places=places, **known)
        )
        if key:  # by which lots are drawn
            with store.write() as tx:
                tx.run(update(schema.events).values(key=key))
        evening.add_players(store, self.event, ACTOR, [f"P{n}" for n in range(1, players + 1)])

    def draw(self) -> list[SeatingView]:
        """The next round, drawn as a draft."""
        rounds.plan_round(self.store, self.event, ACTOR, draft=True)
        return self.tables

    def play(self) -> list[SeatingView]:
        """A round, from its draft to its end."""
        planned = rounds.plan_round(self.store, self.event, ACTOR)
        rounds.start_round(self.store, self.event, ACTOR, planned)
        tables = [table for table in self.tables if not table.bye]
        for table in tables:
            results.judge(self.store, self.event, ACTOR, table.id, [100 - seat.number for seat in table.seats])
        rounds.end_round(self.store, self.event, ACTOR, planned)
        return tables

    def cut(self, best: int) -> None:
        rounds.cut(self.store, self.event, ACTOR, best)

    @property
    def view(self) -> board.EventView:
        return board.event_view(self.store, self.event)

    @property
    def tables(self) -> list[SeatingView]:
        return list(board.round_view(self.store, self.event, self.view.rounds[-1].number).tables)

    @property
    def groups(self) -> dict[int, set[str]]:
        found: dict[int, set[str]] = {}
        for player in self.view.players:
            if player.group is not None:
                found.setdefault(player.group, set()).add(player.name)
        return found

    @property
    def order(self) -> list[tuple[int, str]]:
        return [(line.line.place, line.name) for line in board.standings_view(self.store, self.event)]

    def here(self) -> list[str]:
        return [player.name for player in self.view.players if player.here]


def names(table: SeatingView) -> set[str]:
    return {seat.name for seat in table.seats}
