"""Everything that is changed in an evening, who did it, and the way back.

A change is a list of rows as they were before and after. Undoing it puts the earlier rows back, and is itself a change
that can be undone; where later changes build on it, they must be undone first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, Final, TypeAlias

import msgspec
import sqlalchemy as sa

from engines.errors import finding
from hub.database import schema
from hub.database.feed import Change
from hub.database.store import Store, Transaction
from hub.errors import NotNow, Refused, unknown

Values: TypeAlias = dict[str, Any]
Part: TypeAlias = tuple[str, str, str]
NEVER_KEPT: Final = {"cases": ("photo",), "events": ("version",), "pictures": ("data",)}
LOG_PAGE: Final = 100


class Touched(msgspec.Struct, frozen=True, array_like=True):
    """One row: its table, its key, and its values before and after (None: it was not there)."""

    table: str
    key: Values
    before: Values | None
    after: Values | None


class Entry(msgspec.Struct, frozen=True):
    """One change in the audit log."""

    id: int
    at: int
    actor: str
    verb: str
    detail: Values
    undone_by: int | None
    undoes: int | None


class Changing:
    """A change under way: every row goes through here and is written down."""

    def __init__(self, tx: Transaction, event: int) -> None:
        self.tx = tx
        self.event = event
        self.detail: Values = {}
        self._touched: dict[tuple[str, str], Touched] = {}

    def insert(self, table: sa.Table, /, **values: Any) -> Values:
        """Insert a row; its key."""
        names = [str(column.name) for column in table.primary_key]
        found = self.tx.connection.execute(sa.insert(table), values).inserted_primary_key
        assert found is not None
        key = dict(zip(names, found, strict=True))
        self._note(table, key, None, self._row(table, key))
        return key

    def add(self, table: sa.Table, /, **values: Any) -> int:
        """Insert a row of a table with an `id`; its id."""
        return int(self.insert(table, **values)["id"])

    def update(self, table: sa.Table, key: int | Values, /, **values: Any) -> None:
        """Change columns of a row. Raises Refused (`not_found`)."""
        where = key if isinstance(key, dict) else {"id": key}
        before = self._row(table, where)
        if before is None:
            raise unknown(table.name, key)
        if all(before.get(name) == value for name, value in values.items()):
            return
        self.tx.run(sa.update(table).where(_is(table, where)).values(**values))
        self._note(table, where, before, self._row(table, where))

    def delete(self, table: sa.Table, key: int | Values) -> None:
        """Remove a row. Raises Refused (`not_found`)."""
        where = key if isinstance(key, dict) else {"id": key}
        before = self._row(table, where)
        if before is None:
            raise unknown(table.name, key)
        self.tx.run(sa.delete(table).where(_is(table, where)))
        self._note(table, where, before, None)

    @property
    def touched(self) -> list[Touched]:
        """The rows that are not as they were, in the order they were first touched."""
        return [row for row in self._touched.values() if row.before != row.after]

    def _note(self, table: sa.Table, key: Values, before: Values | None, after: Values | None) -> None:
        name = (table.name, repr(sorted(key.items())))
        known = self._touched.get(name)
        self._touched[name] = Touched(str(table.name), key, known.before if known else before, after)

    def _row(self, table: sa.Table, key: Values) -> Values | None:
        row = self.tx.one(_reading(table, tuple(key)), {f"key_{name}": value for name, value in key.items()})
        return None if row is None else {str(name): value for name, value in row._mapping.items()}


@cache
def _reading(table: sa.Table, key: tuple[str, ...]) -> sa.Select[Any]:
    """Reads a row by the columns `key`, the parameters `key_…`; built once, as every change reads each row twice."""
    kept = [column for column in table.c if column.name not in NEVER_KEPT.get(table.name, ())]
    return sa.select(*kept).where(*(table.c[name] == sa.bindparam(f"key_{name}") for name in key))


@contextmanager
def changing(
    store: Store, event: int, actor: str, verb: str, detail: Values | None = None, seen: int | None = None
) -> Iterator[Changing]:
    """One change to an evening: all of it or nothing, one after the other.

    `seen`: the version the actor looked at; what it changes must not have been changed since, the rest may have.
    Raises Refused: `not_found`, `stale`.
    """
    with store.write() as tx, within(tx, event, actor, verb, detail, seen) as change:
        yield change


@contextmanager
def within(
    tx: Transaction, event: int, actor: str, verb: str, detail: Values | None = None, seen: int | None = None
) -> Iterator[Changing]:
    """The same as part of a transaction that is under way."""
    version = lock_event(tx, event)
    change = Changing(tx, event)
    yield change
    if change.touched:
        if seen is not None and (seen > version or _later(tx, event, version - seen) & _parts(change.touched)):
            raise Refused("stale", finding("evening.changed", "seen {seen}, now {now}", seen, version))
        _write(tx, change, actor, verb, {**(detail or {}), **change.detail})


def _later(tx: Transaction, event: int, count: int) -> set[Part]:
    """What the last changes of an evening touched."""
    log = schema.audit
    rows = tx.rows(sa.select(log.c.rows).where(log.c.event_id == event).order_by(log.c.id.desc()).limit(count))
    return {part for row in rows for part in _parts(msgspec.json.decode(row.rows, type=list[Touched]))}


def log_end(tx: Transaction, event: int) -> int:
    """The number of an evening's last change; 0 before the first."""
    log = schema.audit
    row = tx.one(sa.select(sa.func.max(log.c.id)).where(log.c.event_id == event))
    return (row[0] or 0) if row is not None else 0


def touched_since(tx: Transaction, event: int, number: int) -> list[list[Touched]]:
    """What each later change of an evening touched, in order."""
    log = schema.audit
    query = sa.select(log.c.rows).where(log.c.event_id == event, log.c.id > number).order_by(log.c.id)
    return [msgspec.json.decode(row.rows, type=list[Touched]) for row in tx.rows(query)]


def _parts(rows: Sequence[Touched]) -> set[Part]:
    """What can be changed by one person while another changes the rest: a row; of the evening's own row, a column."""
    found: set[Part] = set()
    for row in rows:
        before, after = row.before or {}, row.after or {}
        changed = [name for name in after if before.get(name) != after[name]] if row.table == "events" else [""]
        found |= {(row.table, repr(sorted(row.key.items())), name) for name in changed}
    return found


def lock_event(tx: Transaction, event: int) -> int:
    """Hold an evening until the end of the transaction; its version. Raises Refused (`not_found`)."""
    query = sa.select(schema.events.c.version).where(schema.events.c.id == event).with_for_update(key_share=True)
    return int(tx.the(query, unknown("event", event)).version)


def _write(tx: Transaction, change: Changing, actor: str, verb: str, detail: Values, undoes: int | None = None) -> int:
    number = tx.insert(
        schema.audit,
        event_id=change.event,
        at=tx.now,
        actor=actor[:80],
        verb=verb,
        detail=msgspec.json.encode(detail).decode(),
        rows=msgspec.json.encode(change.touched).decode(),
        undoes=undoes,
    )
    events = schema.events
    tx.run(sa.update(events).where(events.c.id == change.event).values(version=events.c.version + 1))
    tx.publish(Change("event", change.event, change.event))
    return number


def undo(store: Store, event: int, number: int, actor: str) -> int:
    """Take a change back; the number of the change that does it (undo that to have it again).

    Raises Refused: `not_found`, `not_now` where it is undone already or later changes build on it.
    """
    with store.write() as tx:
        lock_event(tx, event)
        log = schema.audit
        row = tx.the(sa.select(log).where(log.c.id == number, log.c.event_id == event), unknown("change", number))
        if row.undone_by is not None:
            raise NotNow("change.undone", "change {number} is undone already", number)
        change = Changing(tx, event)
        try:
            _put_back(change, number, msgspec.json.decode(row.rows, type=list[Touched]))
        except sa.exc.IntegrityError as error:
            raise _built_on(number) from error
        detail = {"change": number, "verb": row.verb}
        new = _write(tx, change, actor, "undo" if row.undoes is None else "redo", detail, undoes=number)
        tx.run(sa.update(log).where(log.c.id == number).values(undone_by=new))
        if row.undoes is not None:
            tx.run(sa.update(log).where(log.c.id == row.undoes).values(undone_by=None))
        return new


def _put_back(change: Changing, number: int, rows: list[Touched]) -> None:
    for row in reversed(rows):
        table = schema.metadata.tables[row.table]
        if not _is_still(change._row(table, row.key), row.after):
            raise _built_on(number)
        before = row.before and {name: value for name, value in row.before.items() if name in table.c}
        if before is None:
            change.delete(table, row.key)
        elif row.after is None:
            change.insert(table, **before)
        else:
            change.update(table, row.key, **before)


def _is_still(now: Values | None, after: Values | None) -> bool:
    """Whether a row is as a change left it. Columns that it did not have then, or has no more, say nothing."""
    if now is None or after is None:
        return now is after
    return all(now[name] == value for name, value in after.items() if name in now)


def _built_on(number: int) -> Refused:
    return NotNow("change.built_on", "later changes build on change {number}: undo them first", number)


def log_of(store: Store, event: int, before: int | None = None, limit: int = LOG_PAGE) -> list[Entry]:
    """The latest changes of an evening, newest first; `before`: those before that change."""
    log = schema.audit
    query = sa.select(log).where(log.c.event_id == event).order_by(log.c.id.desc()).limit(limit)
    if before is not None:
        query = query.where(log.c.id < before)
    with store.read() as tx:
        return [
            Entry(row.id, row.at, row.actor, row.verb, msgspec.json.decode(row.detail), row.undone_by, row.undoes)
            for row in tx.rows(query)
        ]


def _is(table: sa.Table, key: Values) -> sa.ColumnElement[bool]:
    return sa.and_(*(table.c[name] == value for name, value in key.items()))
