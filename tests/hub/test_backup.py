from __future__ import annotations

import gzip
from pathlib import Path

import pytest
import sqlalchemy as sa

from engines.errors import BadInput, NotPossible
from hub import evening, hosts, rounds, schema, tables
from hub.backup import back_up, restore
from hub.evening import Plan
from hub.store import Store


def fill(store: Store) -> None:
    event = evening.create_event(store, "h", Plan(name="Freitag ☄", game="stellar", seats=2, places=3))
    evening.add_players(store, event, "h", ["Ada", "Bo", "Cy", "Di"])
    rounds.plan_round(store, event, "h")
    hosts.set_password(store, "Vera", "long enough")
    tables.pair(store, tables.new_code(store), "Nova", "here")
    with store.write() as tx:
        tx.insert(schema.cases, event_id=event, kind="table_asks", photo=b"\xff\xd8\xff\x00", opened_at=1)


def everything(store: Store) -> dict[str, list[tuple[object, ...]]]:
    with store.read() as tx:
        return {t.name: sorted(map(tuple, tx.rows(sa.select(t))), key=str) for t in schema.metadata.sorted_tables}


def test_a_copy_goes_from_either_database_into_either(tmp_path: Path, postgres_url: str) -> None:
    with Store(tmp_path / "a.sqlite3") as store:
        fill(store)
        before = everything(store)
        rows = back_up(tmp_path / "a.sqlite3", tmp_path / "one.gz")  # while it is open
    assert restore(postgres_url, tmp_path / "one.gz") == rows
    back_up(postgres_url, tmp_path / "two.gz")
    restore(tmp_path / "b.sqlite3", tmp_path / "two.gz")
    for url in (postgres_url, tmp_path / "b.sqlite3"):
        with Store(url) as store:
            assert everything(store) == before
            evening.create_event(store, "h", Plan(name="next", game="stellar", seats=2))
            tables.pair(store, tables.new_code(store), "Next", "here")


def test_a_copy_that_is_not_whole_changes_nothing(tmp_path: Path) -> None:
    with Store(tmp_path / "a.sqlite3") as store:
        fill(store)
    back_up(tmp_path / "a.sqlite3", tmp_path / "one.gz")
    text = gzip.decompress((tmp_path / "one.gz").read_bytes())
    wrong = [b"", b"x", (tmp_path / "one.gz").read_bytes()[:-30], gzip.compress(text[:-200]), gzip.compress(b"")]
    wrong.append(gzip.compress(text.replace(b"Ada", b"Eve")))
    wrong.append(gzip.compress(b'{"planisphere_hub":2}\n{"end":0,"sha256":""}\n'))
    for data in wrong:
        (tmp_path / "bad.gz").write_bytes(data)
        with pytest.raises(BadInput, match="not a whole copy"):
            restore(tmp_path / "b.sqlite3", tmp_path / "bad.gz")
    assert not (tmp_path / "b.sqlite3").exists()


def test_nothing_is_written_over(tmp_path: Path) -> None:
    with Store(tmp_path / "a.sqlite3") as store:
        fill(store)
    back_up(tmp_path / "a.sqlite3", tmp_path / "one.gz")
    with pytest.raises(NotPossible, match="already"):
        back_up(tmp_path / "a.sqlite3", tmp_path / "one.gz")
    with pytest.raises(NotPossible, match="not empty"):
        restore(tmp_path / "a.sqlite3", tmp_path / "one.gz")
    with pytest.raises(NotPossible, match="no database"):
        back_up(tmp_path / "none.sqlite3", tmp_path / "two.gz")
    assert sorted(path.suffix for path in tmp_path.glob("*.gz*")) == [".gz"]
