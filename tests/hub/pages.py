"""An evening to look at: players, a round that is over, one that runs, a table that asks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import msgspec
from starlette.testclient import TestClient

from hub import web
from hub.app import Hub, create_app
from hub.database.store import Store
from hub.doors import hosts
from hub.event import evening, results, rounds
from hub.event.evening import Plan
from hub.link import tables
from hub.views import board
from hub.views.board import EventView, TableView
from hub.views.snapshot import Snapshots

HOST: Final = "Vera"
PASSWORD: Final = "Orbit-Comet-Vega-9"
ACTOR: Final = f"host:{HOST}"
NAMES: Final = ("Zoé", "Tycho", "Łucja", "Håkon", "Nicolás", "Ada", "Nina", "Youri", "<b>Bo</b>")
PHOTO: Final = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
"""One pixel, as PNG."""


class Evening(msgspec.Struct, frozen=True):
    """What tests ask for: the evening, its big screen's key, a player's key."""

    id: int
    screen: str
    player: str


@contextmanager
def browser_at(hub: Hub, **more: Any) -> Iterator[TestClient]:
    """A browser that goes nowhere by itself."""
    app = create_app(hub, web.routes(hub), web.error_page)
    with TestClient(app, follow_redirects=False, headers={"accept": "text/html"}, **more) as opened:
        yield opened


def csrf(client: TestClient) -> str:
    """The secret of the forms that a host's browser is shown."""
    found = re.search(r'name="csrf" value="([^"]+)"', client.get("/host").text)
    assert found is not None
    return found[1]


def plan(**changes: object) -> Plan:
    """Nine players at three tables, two rounds."""
    known: dict[str, object] = {"name": "Friday", "game": "star_explorer", "seats": 3, "seats_min": 2, "places": 3}
    return msgspec.convert({**known, "rounds": 2, "minutes": 45, "live": "scores", **changes}, Plan)


def played_evening(store: Store) -> Evening:
    """Round 1 is over and not released; round 2 runs, its first table has proposed a result, its second asks."""
    hosts.set_password(store, HOST, PASSWORD)
    event = evening.create_event(store, ACTOR, plan())
    evening.add_players(store, event, ACTOR, list(NAMES))
    _round(store, event, 1, confirm=True)
    rounds.end_round(store, event, ACTOR, board.event_view(store, event).rounds[0].id)
    _round(store, event, 2, confirm=False)
    view = board.event_view(store, event)
    _device(store, view)
    return Evening(event, view.key, _player_at(store, view, 1))


def _round(store: Store, event: int, number: int, *, confirm: bool) -> None:
    planned = rounds.plan_round(store, event, ACTOR)
    rounds.start_round(store, event, ACTOR, planned)
    found = board.round_view(store, event, number).tables
    for place, table in enumerate(found if confirm else found[:1]):
        totals = tuple(731 + 10 * place + seat.seat for seat in table.seats)
        claim = results.Claim(totals=totals, source="table", by="table:1")
        result = results.propose(store, event, "table:1", table.id, claim)
        if confirm:
            results.confirm(store, event, ACTOR, result)


def _device(store: Store, view: EventView) -> None:
    paired = tables.pair(store, tables.new_code(store, view.places[1].id), "Window", "here")
    asks = tables.Asks(question="Is there a line?", one="yes, 27", other="no, 24", photo=PHOTO, judge=True)
    note = tables.TableNote(sent=store.clock(), screen="question", light="low", asks=asks)
    tables.take_note(store, paired.table, paired.token, note)


def _player_at(store: Store, view: EventView, place: int) -> str:
    table = next(t for t in board.round_view(store, view.id, 2).tables if t.place == place)
    return next(player.key for player in view.players if player.id == table.seats[0].player)


def glance_of(store: Store, event: int) -> tuple[TableView, ...]:
    """Every place of an evening with the table that stands there."""
    with store.read() as tx:
        return board.tables_at_glance(tx, Snapshots().at(tx, event))
