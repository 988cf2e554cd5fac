"""The machine's clock may be set in the middle of an evening: rounds, limits and silent tables do not notice."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from hub import web
from hub.app import Hub, create_app
from hub.database import clock as clocks
from hub.database import schema
from hub.database.clock import SteadyClock
from hub.database.store import Store
from hub.doors import hosts, tries
from hub.event import evening, rounds
from hub.views import board
from tests.hub.pages import ACTOR, HOST, PASSWORD, glance_of, plan, played_evening
from tests.hub.refusals import refused

DAYS_MS = 3 * 86_400_000


class Machine:
    """A clock on the wall that anybody may set, and the time that really passes."""

    def __init__(self) -> None:
        self.wall, self.passed = 1_800_000_000_000, 50_000

    def wait(self, ms: int) -> None:
        self.wall += ms
        self.passed += ms


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    found = Machine()
    told = (0, lambda: found.wall, lambda: found.passed)
    monkeypatch.setattr(SteadyClock.__init__, "__defaults__", told)
    return found


def timer(store: Store, event: int) -> int | None:
    return board.event_view(store, event).rounds[-1].timer.remaining_ms


@pytest.mark.parametrize("jump", [DAYS_MS, -DAYS_MS])
def test_a_round_goes_on_by_the_time_that_passes(tmp_path: Path, machine: Machine, jump: int) -> None:
    path = tmp_path / "hub.sqlite3"
    with Store(path) as store:
        event = evening.create_event(store, ACTOR, plan())
        evening.add_players(store, event, ACTOR, ["Ada", "Bo", "Cy"])
        rounds.start_round(store, event, ACTOR, rounds.plan_round(store, event, ACTOR))
        machine.wait(60_000)
        machine.wall += jump
        assert timer(store, event) == 44 * 60_000
        assert store.clock_ahead == -jump
        store.keep_time()
    machine.wait(60_000)
    with Store(path) as store:
        assert timer(store, event) == 43 * 60_000
        rounds.end_round(store, event, ACTOR, board.event_view(store, event).rounds[0].id)
    with Store(path) as store:
        assert store.clock() == machine.wall


def test_a_clock_that_was_set_frees_nobody_and_locks_nobody_out(
    tmp_path: Path, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tries, "MAX_TRIES", 1)
    with Store(tmp_path / "hub.sqlite3") as store:
        hosts.attempt(store, "Vera", "10.0.0.7")
        machine.wall += DAYS_MS
        with refused("too_often"):
            hosts.attempt(store, "Vera", "10.0.0.7")
        machine.wall -= DAYS_MS
        machine.wait(tries.WINDOW_MS + 1)
        hosts.attempt(store, "Vera", "10.0.0.7")
    machine.wall -= DAYS_MS
    with Store(tmp_path / "hub.sqlite3") as store:
        hosts.attempt(store, "Vera", "10.0.0.7")


def test_a_small_difference_is_none(machine: Machine) -> None:
    clock = SteadyClock()
    machine.wall += clocks.JUMP_MS - 1
    assert clock.ahead == 0
    machine.wall += 1
    assert clock.ahead == -clocks.JUMP_MS


def test_the_host_is_told(tmp_path: Path, machine: Machine, caplog: pytest.LogCaptureFixture) -> None:
    with Store(tmp_path / "hub.sqlite3") as store, Hub(store) as hub:
        night = played_evening(store)
        with TestClient(create_app(hub, web.routes(hub), web.error_page), headers={"accept": "text/html"}) as client:
            client.post("/login", data={"name": HOST, "password": PASSWORD})
            assert "was set" not in client.get(f"/host/events/{night.id}").text
            machine.wall += 90_000
            assert re.search(r"was set \(1\.5 min\)", client.get(f"/host/events/{night.id}/part/glance").text)
            assert client.get("/health").json()["clock_ahead_ms"] == -90_000
            silent = [table.state for table in glance_of(store, night.id)]
            assert "offline" not in silent
        store.keep_time()
        store.keep_time()
        with store.read() as tx:
            assert tx.one(sa.select(schema.meta.c.value).where(schema.meta.c.key == clocks.KEY)) == ("-90000",)
    assert caplog.text.count("the clock of this machine was set") == 1
