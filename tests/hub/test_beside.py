"""Hosts are made while the event host runs: it writes them itself, for SQLite has one process."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from engines.errors import NotPossible
from hub.app import Hub
from hub.database.store import Store, file_of
from hub.doors import beside
from hub.doors.beside import set_password_anyhow, taker
from hub.doors.hosts import log_in
from planisphere.cli import main
from tests.hub.refusals import refused

Wait = Callable[[Callable[[], object]], None]


def test_a_host_is_made_beside_a_running_event_host(sqlite_store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    database = str(file_of(sqlite_store.url))
    with Hub(sqlite_store):
        assert main(["hub", "host", "Vera", "--db", database]) == 0
        password = capsys.readouterr().out.strip()
        assert log_in(sqlite_store, "Vera", password, "here")[1].name == "Vera"
        assert main(["hub", "host", "Vera", "--db", database]) == 0
        with refused("wrong_login"):
            log_in(sqlite_store, "Vera", password, "here")
    assert list(Path(database).parent.glob(f"*{beside.SUFFIX}*")) == []


def test_a_request_holds_no_password_and_nobody_else_can_read_it(sqlite_store: Store, wait_for: Wait) -> None:
    database, password = file_of(sqlite_store.url), "Orbit-Comet-Vega-9"
    asking = threading.Thread(target=set_password_anyhow, args=(str(database), "Vera", password))
    asking.start()
    wait_for(lambda: list(database.parent.glob(f"{database.name}{beside.SUFFIX}*")))
    (request,) = database.parent.glob(f"{database.name}{beside.SUFFIX}*")
    assert request.stat().st_mode & 0o777 == 0o600
    assert password not in request.read_text("utf-8")
    taker(sqlite_store)()
    asking.join()
    assert log_in(sqlite_store, "Vera", password, "here")[1].name == "Vera"


def test_an_event_host_that_does_not_answer_is_said_and_nothing_is_left(sqlite_store: Store) -> None:
    database = file_of(sqlite_store.url)
    with pytest.raises(NotPossible, match="did not answer within 0 s"):
        set_password_anyhow(str(database), "Vera", None, patience_s=0)
    assert list(database.parent.glob("*host-*")) == []


@pytest.mark.parametrize("text", ["", "{}", '{"name":1,"password":"x"}', "\0" * 50])
def test_what_is_no_request_is_removed(sqlite_store: Store, text: str) -> None:
    database = file_of(sqlite_store.url)
    request = database.with_name(f"{database.name}{beside.SUFFIX}x")
    request.write_text(text, "utf-8")
    taker(sqlite_store)()
    assert not request.exists()


def test_requests_of_other_users_are_not_heeded(sqlite_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    database = file_of(sqlite_store.url)
    request = database.with_name(f"{database.name}{beside.SUFFIX}x")
    request.write_text('{"name":"Eve","password":"x"}', "utf-8")
    if os.geteuid() == 0:
        os.chown(request, 65_534, 65_534)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: request.stat().st_uid + 1)
    taker(sqlite_store)()
    assert request.exists()


def test_a_name_or_password_that_cannot_be_is_said_at_once(sqlite_store: Store) -> None:
    for name, password in (("", None), ("Vera", "short")):
        with refused("bad_value"):
            set_password_anyhow(str(file_of(sqlite_store.url)), name, password)


def test_on_postgresql_it_is_written_beside(postgres_url: str) -> None:
    with Store(postgres_url) as store:
        password = set_password_anyhow(postgres_url, "Vera", None)
        assert log_in(store, "Vera", password, "here")[1].name == "Vera"
        assert taker(store)() is None
