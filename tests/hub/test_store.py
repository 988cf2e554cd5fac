from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from engines.errors import BadInput, NotPossible
from hub.database import audit, schema
from hub.database.feed import RESET, Change, payloads
from hub.database.store import DatabaseAway, Store, database_url
from hub.doors import hosts

SAVED = Path(__file__).parents[1] / "saved"
Wait = Callable[[Callable[[], object]], None]


def test_the_migrations_make_what_the_schema_says(store: Store) -> None:
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"render_as_batch": True})
        assert compare_metadata(context, schema.metadata) == []


def test_a_database_of_version_0_1_0_opens_and_what_its_host_did_can_be_undone(tmp_path: Path) -> None:
    path = tmp_path / "hub.sqlite3"
    with closing(sqlite3.connect(path)) as file:
        file.executescript((SAVED / "hub.sql").read_text())
    with Store(path) as store:
        audit.undo(store, 1, 3, "h")
        with store.read() as tx:
            assert tx.rows(sa.select(schema.rounds)) == []
            assert tx.one(sa.select(sa.func.count()).select_from(schema.players)) == (4,)
            assert tx.one(sa.select(schema.events.c.name, schema.events.c.cafe_id)) == ("Freitag ☄", 1)
        assert hosts.attempt(store, "Vera", "127.0.0.1").is_right("long enough")


def test_a_database_of_a_newer_version_is_left_alone(store: Store) -> None:
    with store.write() as tx:
        tx.run(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(BadInput, match="newer Planisphere"):
        store.migrate()


def test_only_one_event_host_opens_an_sqlite_file(tmp_path: Path) -> None:
    with Store(tmp_path / "hub.sqlite3"), pytest.raises(NotPossible, match="another event host"):
        Store(tmp_path / "hub.sqlite3")
    Store(tmp_path / "hub.sqlite3").close()


@pytest.mark.parametrize("url", ["mysql://x/y", "sqlite://", "sqlite:///:memory:", "://", "nosuch://a/b"])
def test_other_databases_are_refused(url: str) -> None:
    with pytest.raises(BadInput, match="--db"):
        database_url(url)


def test_a_database_that_does_not_answer_is_away() -> None:
    with pytest.raises(DatabaseAway):
        Store("postgresql://hub@127.0.0.1:9/hub")


def test_what_is_rolled_back_is_neither_stored_nor_told(store: Store, wait_for: Wait) -> None:
    heard: list[Change] = []
    store.feed.listen(heard.extend)
    with suppress(ZeroDivisionError), store.write() as tx:
        tx.insert(schema.tables, name="Nova", token_hash="x", paired_at=1)
        tx.publish(Change("table", 1))
        raise ZeroDivisionError
    with store.write() as tx:
        assert tx.rows(sa.select(schema.tables)) == []
        tx.publish(Change("table", 2))
    wait_for(lambda: bool(heard))
    assert heard == [Change("table", 2)]


def test_a_process_hears_what_another_stored(postgres_url: str, wait_for: Wait) -> None:
    with Store(postgres_url) as one, Store(postgres_url) as other:
        heard: list[Change] = []
        end = other.feed.listen(heard.extend)
        with one.write() as tx:
            tx.publish(*(Change("game", n, 7) for n in range(1, 2_000)))
        wait_for(lambda: len(heard) >= 1_999)
        assert heard == [Change("game", n, 7) for n in range(1, 2_000)]
        end()


def test_a_listener_whose_connection_was_cut_is_told_to_look_everything_up(postgres_url: str, wait_for: Wait) -> None:
    with Store(postgres_url) as store:
        heard: list[Change] = []
        store.feed.listen(heard.extend)
        with store.write() as tx:
            tx.run(sa.text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"))
        wait_for(lambda: RESET in heard)


def test_messages_fit_into_what_postgresql_takes() -> None:
    sizes = [len(text) for text in payloads([Change("event", n, n) for n in range(5_000)])]
    assert max(sizes) < 8_000
    assert list(payloads([])) == []
