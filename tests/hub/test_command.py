"""`planisphere hub` and the figures of the event host."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from hub import web
from hub.app import Hub, create_app
from hub.database import schema
from hub.database.store import DatabaseAway, Store
from planisphere.cli import main
from planisphere.commands.hub import PORT, database
from planisphere.figure import Figure


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PLANISPHERE_HUB_DB", raising=False)
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (["--db", "mysql://x"], "--db"), (["--port", "70000"], "--port"), (["host"], "a name"), (["backup"], "a file"),
        (["simulate", "--tables", "0"], "--tables"), (["simulate", "--processes", "2"], "--db postgresql"),
        (["restore", "/nowhere/x"], "No such file"),
    ],
)  # fmt: skip
def test_wrong_arguments_are_one_line(wrong: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hub", *wrong]) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1


def test_a_host_is_made_and_the_database_is_where_it_is_said_to_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["hub", "host", "Vera"]) == 0
    password = capsys.readouterr().out.strip()
    from hub.doors.hosts import log_in

    with Store(tmp_path / "state" / "hub.sqlite3") as store:
        assert log_in(store, "Vera", password, "here")[1].name == "Vera"
    monkeypatch.setenv("PLANISPHERE_HUB_DB", "postgresql://x/y")
    assert database(None) == "postgresql://x/y"
    assert database("z.sqlite3") == "z.sqlite3"


def test_a_copy_by_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hub", "host", "Vera"]) == 0
    assert main(["hub", "backup", str(tmp_path / "copy.gz")]) == 0
    assert main(["hub", "restore", str(tmp_path / "copy.gz"), "--db", str(tmp_path / "other.sqlite3")]) == 0
    assert "1 rows are back" in capsys.readouterr().out


def test_a_port_that_is_taken_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from hub.serve import listen_at

    with listen_at("127.0.0.1", 0, shared=False) as taken:
        port = taken.getsockname()[1]
        assert main(["hub", "--address", "127.0.0.1", "--port", str(port)]) == 3
    assert "cannot serve at 127.0.0.1" in capsys.readouterr().err
    assert PORT == 8600


@pytest.fixture
def away(sqlite_store: Store, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    """An event host whose database has gone away."""

    def gone() -> None:
        raise DatabaseAway("database.away_in_test", "the database is away")

    with Hub(sqlite_store) as hub:
        monkeypatch.setattr(sqlite_store, "read", gone)
        monkeypatch.setattr(sqlite_store, "write", gone)
        yield hub
        monkeypatch.undo()


def test_while_the_database_is_away_everybody_is_told_to_come_back(away: Hub) -> None:
    from starlette.testclient import TestClient

    header = {"planisphere": 1, "game": "stellar", "players": ["A", "B"]}
    batch = {"seq": 1, "items": [{"game": "a", "n": 0, "line": header}]}
    with TestClient(create_app(away, web.routes(away), web.error_page), raise_server_exceptions=False) as client:
        token = {"authorization": f"Bearer {'x' * 43}"}
        for answer in (
            client.get("/health"), client.post("/api/tables/1/batches", json=batch, headers=token),
            client.post("/api/pair", json={"code": "ABCD2345"}), client.get("/api/screen/" + "a" * 22),
        ):  # fmt: skip
            assert (answer.status_code, answer.json()["error"]) == (503, "database_away")
            assert answer.headers["retry-after"]
        assert "planisphere_database_up 0.0" in client.get("/metrics").text
        page = client.get("/login", headers={"accept": "text/html"})
        assert page.status_code in (200, 503)


def test_connections_that_the_database_cut_are_made_anew(postgres_url: str) -> None:
    with Store(postgres_url) as store:
        with store.write() as tx:
            tx.insert(schema.tables, name="Nova", token_hash="x", paired_at=1)
        cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename = 'hub'"
        with store.read() as tx:
            tx.run(sa.text(cut))
        with store.read() as tx:
            assert tx.one(sa.select(schema.tables.c.name)) == ("Nova",)


@pytest.mark.exhaustive
def test_the_figures_are_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tools.figures import hub as figures
    from tools.figures import hub_phones, hub_screens

    monkeypatch.setattr(figures, "private_postgres", missing)
    monkeypatch.setattr(hub_screens, "SCREENS", 3)
    monkeypatch.setattr(hub_phones, "PAUSE_S", 0.1)
    monkeypatch.setattr(hub_phones, "REST_S", 1.0)
    found: dict[str, Figure] = {figure.name: figure for figure in figures.figures(tables=2, watched_s=0.5)}
    stored = ["hub.events_per_s", "hub.batches_per_s", "hub.catch_up_per_s"]
    watched = ["hub.screen_p95_ms", "hub.rest_processor_s", "hub.result_processor_s", "hub.phone_longest_ms"]
    assert list(found) == [*stored, *watched]
    assert all(0 < figure.value < 1e7 for figure in found.values())
    assert all(figure.ratio for name, figure in found.items() if name.endswith("_per_s"))


def missing() -> None:
    from engines.errors import NotPossible

    raise NotPossible("postgres.none", "no PostgreSQL here")


def test_nothing_of_the_event_host_is_loaded_for_another_command() -> None:
    import subprocess
    import sys

    code = (
        "import sys, planisphere.cli as c; c.main(['sessions']); "
        "print([m for m in sys.modules if m.startswith(('hub', 'sqlalchemy'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
