"""Players register themselves with the QR code of the evening, where the host lets them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from hub.app import Hub
from hub.database import audit
from hub.database.store import Store
from hub.doors import hosts
from hub.event import evening, rounds
from hub.views import board, public
from tests.hub.pages import ACTOR, HOST, PASSWORD, browser_at, plan
from tests.hub.refusals import refused


@pytest.fixture
def event(sqlite_store: Store) -> int:
    return evening.create_event(sqlite_store, ACTOR, plan())


@pytest.fixture
def guest(sqlite_store: Store) -> Iterator[TestClient]:
    with Hub(sqlite_store) as hub, browser_at(hub) as opened:
        yield opened


def names(store: Store, event: int) -> list[str]:
    return [player.name for player in board.event_view(store, event).players]


def test_a_guest_registers_and_lands_on_a_page_of_their_own(guest: TestClient, sqlite_store: Store, event: int) -> None:
    key = board.event_view(sqlite_store, event).key
    evening.set_joining(sqlite_store, event, ACTOR, True)
    assert 'name="name"' in guest.get(f"/join/{key}").text
    answer = guest.post(f"/join/{key}", data={"name": "  Zoé <b> "})
    assert answer.status_code == 303
    page = guest.get(answer.headers["location"]).text
    assert "Zoé &lt;b&gt;" in page
    assert "You are registered." in page
    again = guest.post(f"/join/{key}", data={"name": "zoé <B>"})
    assert again.status_code == 422
    assert "already" in again.text
    assert guest.post(f"/join/{key}", data={"name": " \n "}).status_code == 422
    assert names(sqlite_store, event) == ["Zoé <b>"]


def test_nobody_registers_where_the_host_does_not_let_them(guest: TestClient, sqlite_store: Store, event: int) -> None:
    key = board.event_view(sqlite_store, event).key
    assert "Ask the host" in guest.get(f"/join/{key}").text
    assert guest.post(f"/join/{key}", data={"name": "Ada"}).status_code == 409
    evening.set_joining(sqlite_store, event, ACTOR, True)
    evening.end_event(sqlite_store, event, ACTOR)
    assert guest.post(f"/join/{key}", data={"name": "Ada"}).status_code == 409
    assert guest.post("/join/not-a-key-at-all", data={"name": "Ada"}).status_code == 404
    assert names(sqlite_store, event) == []


def test_one_phone_does_not_fill_the_evening(sqlite_store: Store, event: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(public, "MAX_JOINS", 3)
    evening.set_joining(sqlite_store, event, ACTOR, True)
    key = board.event_view(sqlite_store, event).key
    for number in range(3):
        public.join(sqlite_store, key, f"Ada {number}", "10.0.0.7")
    with refused("too_often"):
        public.join(sqlite_store, key, "Ada 4", "10.0.0.7")
    public.join(sqlite_store, key, "Bo", "10.0.0.8")
    assert len(names(sqlite_store, event)) == 4


def test_the_host_lets_them_and_sees_who_came(guest: TestClient, sqlite_store: Store, event: int) -> None:
    hosts.set_password(sqlite_store, HOST, PASSWORD)
    guest.post("/login", data={"name": HOST, "password": PASSWORD})
    players, key = f"/host/events/{event}/players", board.event_view(sqlite_store, event).key
    form = re.search(r'name="csrf" value="([^"]+)"', guest.get(players).text)
    assert form is not None
    assert guest.post(f"/host/events/{event}/do/let_join", data={"csrf": form[1]}).status_code == 303
    assert f"/join/{key}" in guest.get(players).text
    assert f"/join/{key}" in guest.get(f"/screen/{key}").text
    for name in ("Ada", "Bo"):
        guest.post(f"/join/{key}", data={"name": name})
    assert "a guest" in guest.get(f"/host/events/{event}/log").text
    rounds.plan_round(sqlite_store, event, ACTOR)
    assert f"/join/{key}" not in guest.get(f"/screen/{key}").text, "players look for their tables now"
    entry = next(one for one in audit.log_of(sqlite_store, event) if one.verb == "let_join")
    audit.undo(sqlite_store, event, entry.id, ACTOR)
    assert not board.event_view(sqlite_store, event).joining


def test_whom_the_host_has_not_let_in_does_not_play(
    guest: TestClient, sqlite_store: Store, event: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.add_players(sqlite_store, event, ACTOR, ["Ada", "Bo"])
    evening.set_joining(sqlite_store, event, ACTOR, True, approving=True)
    key = board.event_view(sqlite_store, event).key
    page = guest.post(f"/join/{key}", data={"name": "Mallory"}).headers["location"]
    assert "The host lets you in" in guest.get(page).text
    monkeypatch.setattr(evening, "MAX_WAITING", 1)
    with refused("too_many"):
        public.join(sqlite_store, key, "Mallory 2", "10.0.0.7")
    rounds.plan_round(sqlite_store, event, ACTOR)
    assert [len(table.seats) for table in board.round_view(sqlite_store, event, 1).tables] == [2]
    assert [line.name for line in board.standings_view(sqlite_store, event)] == ["Ada", "Bo"]
    late = board.event_view(sqlite_store, event).players[2]
    assert (late.waiting, late.here) == (True, False)
    evening.let_in(sqlite_store, event, ACTOR, [late.id])
    assert board.event_view(sqlite_store, event).players[2].here
    assert "You are registered." in guest.get(page).text
    with refused("not_now"):
        evening.let_in(sqlite_store, event, ACTOR, [late.id])
    (entry, *_) = audit.log_of(sqlite_store, event)
    audit.undo(sqlite_store, event, entry.id, ACTOR)
    assert board.event_view(sqlite_store, event).players[2].waiting


def test_who_is_registered_twice_becomes_one_with_the_seats_and_pages_of_both(
    guest: TestClient, sqlite_store: Store, event: int
) -> None:
    evening.add_players(sqlite_store, event, ACTOR, ["Ada", "Bo", "Cy", "Di", "Ada L."])
    evening.drop_out(sqlite_store, event, ACTOR, board.event_view(sqlite_store, event).players[0].id)
    rounds.start_round(sqlite_store, event, ACTOR, rounds.plan_round(sqlite_store, event, ACTOR))
    first, *others, again = board.event_view(sqlite_store, event).players
    with refused("not_now"):
        seated = board.round_view(sqlite_store, event, 1).tables[0].seats
        evening.merge_players(sqlite_store, event, ACTOR, seated[0].player, seated[1].player)
    with refused("bad_value"):
        evening.merge_players(sqlite_store, event, ACTOR, first.id, first.id)
    evening.merge_players(sqlite_store, event, ACTOR, again.id, first.id)
    assert names(sqlite_store, event) == ["Ada", "Bo", "Cy", "Di"]
    for player in (first, again):
        page = guest.get(f"/p/{player.key}").text
        assert "Ada" in page
        assert "Table 1" in page or "Table 2" in page
    assert len(board.standings_view(sqlite_store, event)) == 4
    with refused("not_found"):
        evening.rename_player(sqlite_store, event, ACTOR, again.id, "Eve")
    (entry, *_) = audit.log_of(sqlite_store, event)
    audit.undo(sqlite_store, event, entry.id, ACTOR)
    assert names(sqlite_store, event)[-1] == "Ada L."
    assert others[0].name == "Bo"


def test_what_the_host_says_stands_on_every_phone_and_screen(
    guest: TestClient, sqlite_store: Store, event: int
) -> None:
    evening.add_players(sqlite_store, event, ACTOR, ["Ada"])
    view = board.event_view(sqlite_store, event)
    evening.say(sqlite_store, event, ACTOR, "Pizza\u202e is <b>here</b>")
    for page in (f"/p/{view.players[0].key}", f"/screen/{view.key}"):
        assert "Pizza is &lt;b&gt;here&lt;/b&gt;" in guest.get(page).text
    evening.say(sqlite_store, event, ACTOR, " ")
    assert "Pizza" not in guest.get(f"/screen/{view.key}").text


def test_a_round_gets_five_minutes_more(sqlite_store: Store, event: int) -> None:
    evening.add_players(sqlite_store, event, ACTOR, ["Ada", "Bo"])
    planned = rounds.plan_round(sqlite_store, event, ACTOR)
    rounds.start_round(sqlite_store, event, ACTOR, planned)
    rounds.more_time(sqlite_store, event, ACTOR, planned, 5)
    assert board.round_view(sqlite_store, event, 1).timer.minutes == plan().minutes + 5
    rounds.set_minutes(sqlite_store, event, ACTOR, planned, 0)
    with refused("bad_value"):
        rounds.more_time(sqlite_store, event, ACTOR, planned, 5)
