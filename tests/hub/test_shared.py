"""Several consoles: what they look at alike is made once for all of them; what is one's own stays one's own."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator

import pytest
from starlette.testclient import TestClient

from hub import web
from hub.app import Hub, create_app
from hub.database.feed import Change
from hub.database.store import Store, Transaction
from hub.event import results
from hub.views import board
from hub.views.shared import KEPT_MS
from hub.views.snapshot import Snapshot
from tests.hub.pages import ACTOR, HOST, PASSWORD, Evening, played_evening


@pytest.fixture
def night(store: Store) -> Evening:
    return played_evening(store)


@pytest.fixture
def consoles(store: Store, night: Evening) -> Iterator[list[TestClient]]:
    """Three of them, each logged in by itself."""
    with Hub(store) as hub:
        app = create_app(hub, web.routes(hub), web.error_page)
        found = [TestClient(app, base_url="http://hub.test") for _ in range(3)]
        for console in found:
            console.post("/login", data={"name": HOST, "password": PASSWORD}, headers={"accept": "text/html"})
        all_heard(store)
        yield found


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The evenings whose tables were looked up."""
    found: list[int] = []
    look = board.tables_at_glance

    def counted(tx: Transaction, evening: Snapshot) -> tuple[board.TableView, ...]:
        found.append(evening.event.id)
        return look(tx, evening)

    monkeypatch.setattr(board, "tables_at_glance", counted)
    return found


def glance(console: TestClient, night: Evening, language: str = "en") -> str:
    answer = console.get(f"/host/events/{night.id}/part/glance", headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.text


def all_heard(store: Store) -> None:
    """Wait until every change so far has been told: PostgreSQL tells of them a moment after the commit, in order."""
    last, heard = Change("table", 4711, 4711), threading.Event()
    end = store.feed.listen(lambda changes: heard.set() if last in changes else None)
    with store.write() as tx:
        tx.publish(last)
    heard.wait()
    end()


def confirm(store: Store, night: Evening) -> None:
    table = board.round_view(store, night.id, 2).tables[0]
    assert table.result is not None
    results.confirm(store, night.id, ACTOR, table.result)
    all_heard(store)


def test_what_consoles_look_at_is_made_once_for_all_of_them_after_a_change(
    store: Store, night: Evening, consoles: list[TestClient], made: list[int]
) -> None:
    before = {glance(console, night).count("badge confirmed") for console in consoles}
    assert made == [night.id]
    confirm(store, night)
    after = {glance(console, night).count("badge confirmed") for console in consoles}
    assert made == [night.id] * 2
    assert (before, after) == ({0}, {1})


def test_each_console_has_its_own_forms_in_its_own_language(night: Evening, consoles: list[TestClient]) -> None:
    shown = [glance(console, night) for console in consoles]
    secrets = [set(re.findall(r'name="csrf" value="([^"]+)"', one)) for one in shown]
    assert all(len(own) == 1 for own in secrets)
    assert len(set.union(*secrets)) == len(consoles)
    assert "Tisch 1" in glance(consoles[0], night, "de")
    assert "Table 1" in glance(consoles[1], night)


def test_what_time_alone_changes_is_seen_though_nothing_else_changes(
    store: Store, night: Evening, consoles: list[TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "badge offline" not in glance(consoles[0], night)
    now: Callable[[], int] = store.clock
    monkeypatch.setattr(store, "clock", lambda: now() + board.OFFLINE_MS + KEPT_MS)
    assert "badge offline" in glance(consoles[1], night)


def test_a_clock_runs_on_though_the_view_is_kept(
    store: Store, night: Evening, consoles: list[TestClient], monkeypatch: pytest.MonkeyPatch, made: list[int]
) -> None:
    now = store.clock()
    monkeypatch.setattr(store, "clock", lambda: now)
    assert f'data-now="{now}"' in glance(consoles[0], night)
    monkeypatch.setattr(store, "clock", lambda: now + KEPT_MS - 1)
    assert f'data-now="{now + KEPT_MS - 1}"' in glance(consoles[1], night)
    assert made == [night.id]
