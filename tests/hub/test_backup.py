from __future__ import annotations

import gzip
import hashlib
import tracemalloc
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa

from engines.errors import BadInput, NotPossible
from hub.database import schema
from hub.database.backup import back_up, restore
from hub.database.store import Store
from hub.doors import hosts
from hub.event import evening, rounds
from hub.event.evening import Plan
from hub.link import tables


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


@pytest.mark.parametrize(
    "row",
    [
        ["nothing_like_it", {"id": 1}], ["events", {"nothing": 1}], ["events", {"id": [1, 2]}],
        ["events", {"id": 2**70}],
        ["cases", {"photo": {"bytes": "no base64"}}], ["events", "no row"], "no row",
        ["places", {"id": 1, "event_id": 7, "number": 1, "state": "ready"}],
    ],
)  # fmt: skip
def test_a_crafted_copy_is_refused_in_one_line(tmp_path: Path, sqlite_store: Store, row: object) -> None:
    revision = sqlite_store.revision()
    line = msgspec.json.encode(row) + b"\n"
    end = {"end": 1, "sha256": hashlib.sha256(line).hexdigest()}
    parts = [msgspec.json.encode({"planisphere_hub": 1, "revision": revision}), line[:-1], msgspec.json.encode(end)]
    (tmp_path / "crafted.gz").write_bytes(gzip.compress(b"\n".join(parts) + b"\n"))
    with pytest.raises(BadInput, match="not a whole copy"):
        restore(tmp_path / "b.sqlite3", tmp_path / "crafted.gz")


def test_a_small_file_that_unpacks_to_much_takes_little_memory(tmp_path: Path) -> None:
    (tmp_path / "bomb.gz").write_bytes(gzip.compress(bytes(100 << 20), 1))
    tracemalloc.start()
    try:
        with pytest.raises(BadInput, match="not a whole copy"):
            restore(tmp_path / "b.sqlite3", tmp_path / "bomb.gz")
        assert tracemalloc.get_traced_memory()[1] < 50 << 20
    finally:
        tracemalloc.stop()


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
