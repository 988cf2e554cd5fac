"""The points on which a rule book is silent, settled by the host for a whole evening: tables get them."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from engines.registry import games
from engines.rulebook import rulebook
from hub.database.store import Store
from hub.link import tables
from hub.views import board
from tests.hub.pages import csrf
from tests.hub.test_any_game import FORM, client

__all__ = ["client"]


def made(client: TestClient, **form: str) -> int:
    answer = client.post("/host/events", data={**FORM, "csrf": csrf(client), **form})
    assert answer.status_code == 303
    return int(answer.headers["location"].split("/")[3])


@pytest.mark.parametrize("game", list(games()))
def test_every_point_that_a_table_settles_stands_in_the_form_of_an_evening(client: TestClient, game: str) -> None:
    page = client.get("/host").text
    for option in rulebook(game).options:
        assert (f'name="{game}.{option.name}"' in page) == bool(option.ask)
        assert set(option.answers) in (set(option.values), set())


def test_a_table_is_told_what_the_host_settled(client: TestClient, sqlite_store: Store) -> None:
    settled = {"starfarers.mode": "full", "starfarers.replacement": "covered", "stellar.last_refill": "refill"}
    event = made(client, game="starfarers", seats="4", **settled)
    view = board.event_view(sqlite_store, event)
    assert view.options == {"mode": "full"}
    paired = tables.pair(sqlite_store, tables.new_code(sqlite_store, view.places[0].id), "Window", "here")
    told = tables.take_note(sqlite_store, paired.table, paired.token, tables.TableNote(sent=sqlite_store.clock()))
    assert told.options == {"mode": "full"}
    page = client.get(f"/host/events/{event}/settings").text
    assert '<option value="full" selected>' in page
    assert 'data-only-for="starfarers">' in page
    assert 'data-only-for="stellar" hidden>' in page


def test_advice_and_handicaps_are_at_the_tables_once_the_host_says_so(client: TestClient, sqlite_store: Store) -> None:
    event = made(client, game="stellar", seats="2")
    place = board.event_view(sqlite_store, event).places[0].id
    paired = tables.pair(sqlite_store, tables.new_code(sqlite_store, place), "Window", "here")

    def told() -> bool:
        note = tables.TableNote(sent=sqlite_store.clock())
        return tables.take_note(sqlite_store, paired.table, paired.token, note).aids

    assert told() is False
    change = {**FORM, "csrf": csrf(client), "game": "stellar", "seats": "2", "seen": "", "then": ""}
    for words, wanted in (("yes", True), ("no", False)):
        client.post(f"/host/events/{event}/do/change_event", data={**change, "aids": words})
        assert told() is wanted
        chosen = f'<option value="{words}" selected>' in client.get(f"/host/events/{event}/settings").text
        assert chosen


def test_what_goes_without_saying_is_taken_back_and_what_no_form_shows_stays(
    client: TestClient, sqlite_store: Store
) -> None:
    event = made(client, game="star_explorer", **{"star_explorer.over_star": "forbid"})
    change = {**FORM, "csrf": csrf(client), "game": "star_explorer", "seen": "", "then": ""}
    address = f"/host/events/{event}/do/change_event"
    client.post(address, data={**change, "star_explorer.axis_touch": "yes"})
    assert board.event_view(sqlite_store, event).options == {"over_star": "forbid", "axis_touch": "yes"}
    client.post(address, data={**change, "star_explorer.over_star": "warn"})
    assert board.event_view(sqlite_store, event).options == {"axis_touch": "yes"}
    refused = client.post(address, data={**change, "star_explorer.over_star": "maybe"})
    assert refused.status_code == 422
