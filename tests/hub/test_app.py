from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from starlette.testclient import TestClient

from hub.app import Hub, create_app
from hub.database.store import Store
from hub.doors import hosts
from hub.doors.door import COOKIE
from hub.event import evening
from hub.link import tables
from tests.hub.test_ingest import TIE, items


@pytest.fixture
def hub(sqlite_store: Store) -> Iterator[Hub]:
    with Hub(sqlite_store) as opened:
        yield opened


@pytest.fixture
def client(hub: Hub) -> Iterator[TestClient]:
    with TestClient(create_app(hub), raise_server_exceptions=False, follow_redirects=False) as opened:
        yield opened


def paired(hub: Hub, place: int | None = None) -> tuple[str, dict[str, str]]:
    """The address of a new table and its headers."""
    found = tables.pair(hub.store, tables.new_code(hub.store, place), "Nova", "here")
    return f"/api/tables/{found.table}", {"authorization": f"Bearer {found.token}"}


def test_a_table_is_paired_sends_its_record_and_the_result_is_proposed(hub: Hub, client: TestClient) -> None:
    players = TIE.header.players
    event = evening.create_event(hub.store, "host:a", evening.Plan(name="E", game="stellar", seats=2, system="free"))
    evening.add_players(hub.store, event, "host:a", list(players))
    from hub.views.board import event_view, free_tables

    code = tables.new_code(hub.store, event_view(hub.store, event).places[0].id)
    answer = client.post("/api/pair", content=msgspec.json.encode({"code": code.lower(), "name": "Nova"})).json()
    headers = {"authorization": f"Bearer {answer['token']}"}
    body = msgspec.json.encode({"seq": 1, "items": items()})
    said = client.post(f"/api/tables/{answer['table']}/batches", content=body, headers=headers)
    assert (said.status_code, said.json()["held"]) == (200, 1)
    (found,) = free_tables(hub.store, event)
    assert found.state == "proposed"
    result = TIE.lines[-1].result["players"]  # type: ignore[union-attr]
    assert [seat.total for seat in found.seats] == [player["total"] for player in result]


def test_a_host_logs_in_and_out(hub: Hub, client: TestClient) -> None:
    password = hosts.set_password(hub.store, "Vera")
    assert client.post("/login", data={"name": "Vera", "password": "wrong password"}).status_code == 403
    answer = client.post("/login", data={"name": "Vera", "password": password})
    assert answer.status_code == 303
    flags = answer.headers["set-cookie"].lower()
    assert "httponly" in flags
    assert "samesite=strict" in flags
    session = hosts.session_of(hub.store, client.cookies[COOKIE])
    assert session is not None
    assert client.post("/logout", data={"csrf": "x"}).status_code == 403
    assert client.post("/logout", data={"csrf": session.csrf}).status_code == 303


def test_health_and_metrics(client: TestClient) -> None:
    assert client.get("/health").json() == {"ok": True, "database": "sqlite"}
    text = client.get("/metrics").text
    assert "planisphere_database_up 1.0" in text
    assert 'planisphere_refused_total{code="bad_token"} 0.0' in text


def test_the_update_that_was_put_there_last_is_offered(sqlite_store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "updates"
    with Hub(sqlite_store, updates=folder) as opened, TestClient(create_app(opened)) as client:
        assert client.get("/api/update").status_code == 404
        folder.mkdir()
        for number, name in enumerate(("b.planisphere-update", "a.planisphere-update", "c.txt")):
            (folder / name).write_bytes(name.encode())
            os.utime(folder / name, (number, number))
        answer = client.get("/api/update")
    assert (answer.status_code, answer.content) == (200, b"a.planisphere-update")
    assert answer.headers["content-length"] == str(len(answer.content))


def test_without_a_folder_no_update_is_offered(client: TestClient) -> None:
    assert client.get("/api/update").status_code == 404
