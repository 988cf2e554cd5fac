"""Copies of the event host's database: one file for SQLite and PostgreSQL alike, whole or refused.

Gzipped JSON lines: a head with the step of the database, a line a row, an end with the count and a checksum.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from alembic.runtime.migration import MigrationContext

from engines.errors import BadInput, NotPossible
from engines.files import check_file
from hub.database import schema
from hub.database.store import POSTGRES, Store, database_url, reachable

FORMAT: Final = 1
MAX_LINE: Final = 16 << 20
"""Bytes of one row; the longest are changes to an evening of 2 000 players."""


def back_up(url: str | Path, target: Path) -> int:
    """Write everything as it is at one moment into a new file, also while the event host serves; how many rows.

    Raises NotPossible where the database is empty or cannot be read, or the file is there already.
    """
    engine = _reading(database_url(url))
    part = target.with_name(target.name + ".part")
    try:
        with reachable(), engine.connect() as connection:
            if engine.dialect.name == POSTGRES:
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            revision = MigrationContext.configure(connection).get_current_revision()
            if revision is None:
                raise NotPossible("backup.empty", "the database is empty: there is nothing to copy")
            if target.exists():
                raise NotPossible("file.there_already", "{path}: there is a file already", target)
            rows = _write(part, revision, connection)
            part.replace(target)
            return rows
    except OSError as error:
        raise NotPossible("file.failed", "{path}: {reason}", target, error.strerror or error) from error
    finally:
        engine.dispose()
        part.unlink(missing_ok=True)


def _reading(url: sa.URL) -> sa.Engine:
    """A connection that writes nothing: the event host may go on beside it."""
    if url.get_backend_name() == POSTGRES:
        return sa.create_engine(url, connect_args={"connect_timeout": 5})
    path = Path(str(url.database))
    if not path.is_file():
        raise NotPossible("database.missing", "{path}: there is no database", path)
    return sa.create_engine(f"sqlite:///file:{path}?mode=ro&uri=true")


def _write(part: Path, revision: str, connection: sa.Connection) -> int:
    found, digest = 0, hashlib.sha256()
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as plain:
        with gzip.GzipFile(fileobj=plain, mode="wb", mtime=0) as file:
            file.write(msgspec.json.encode({"planisphere_hub": FORMAT, "revision": revision}) + b"\n")
            for line in _rows(connection):
                digest.update(line)
                file.write(line)
                found += 1
            file.write(msgspec.json.encode({"end": found, "sha256": digest.hexdigest()}) + b"\n")
        plain.flush()
        os.fsync(plain.fileno())
    return found


def _rows(connection: sa.Connection) -> Iterator[bytes]:
    for table in schema.metadata.sorted_tables:
        order = list(table.primary_key)
        for row in connection.execute(sa.select(table).order_by(*order)):
            values = {str(name): _plain(value) for name, value in row._mapping.items()}
            yield msgspec.json.encode([str(table.name), values]) + b"\n"


def _plain(value: Any) -> Any:
    return {"bytes": base64.b64encode(value).decode()} if isinstance(value, bytes | memoryview) else value


def restore(url: str | Path, source: Path) -> int:
    """Put a copy into an empty database, of either kind; how many rows.

    Raises BadInput for a file that is not whole or of a newer version, NotPossible where the database has rows.
    """
    revision, count = _checked(source)
    try:
        with Store(url, migrate=False) as store:
            if store.revision() is None:
                store.migrate(revision)
            elif store.revision() != revision or not _is_empty(store):
                raise NotPossible("restore.not_empty", "the database is not empty: a copy goes into a new one")
            with store.write() as tx:
                there = sa.MetaData()
                there.reflect(tx.connection)
                for line in _lines(source):
                    name, values = msgspec.json.decode(line, type=tuple[str, dict[str, Any]])
                    row = {column: _typed(value) for column, value in values.items()}
                    tx.connection.execute(sa.insert(there.tables[name]).values(**row))
                if store.postgres:
                    _count_on(tx.connection, there)
            store.migrate()
    except BadInput:
        raise
    except (sa.exc.SQLAlchemyError, *_DAMAGED) as error:
        raise _damaged(source) from error
    return count


_DAMAGED: Final = (
    msgspec.MsgspecError, gzip.BadGzipFile, zlib.error, EOFError, ValueError, ArithmeticError, LookupError,
    AttributeError, TypeError,
)  # fmt: skip


def _damaged(source: Path) -> BadInput:
    return BadInput("restore.damaged", "{path}: not a whole copy of an event host's database", source)


def _is_empty(store: Store) -> bool:
    with store.read() as tx:
        return all(tx.one(sa.select(table).limit(1)) is None for table in schema.metadata.sorted_tables)


def _count_on(connection: sa.Connection, there: sa.MetaData) -> None:
    """New rows get numbers after those that were put in."""
    for table in there.tables.values():
        if "id" in table.c:
            last = f"greatest(1, (SELECT max(id) FROM {table.name}))"
            connection.execute(sa.text(f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), {last})"))


def _checked(source: Path) -> tuple[str, int]:
    """The step of the database that a copy is of, and how many rows it has. Raises BadInput for a damaged one."""
    digest, count = hashlib.sha256(), 0
    try:
        check_file(source)
        with gzip.open(source) as file:
            head, line = msgspec.json.decode(_line(file)), _line(file)
            while following := _line(file):
                digest.update(line)
                count += 1
                line = following
        end = msgspec.json.decode(line)
        if head.get("planisphere_hub") != FORMAT or (end["end"], end["sha256"]) != (count, digest.hexdigest()):
            raise ValueError("not whole")
        return str(head["revision"]), count
    except _DAMAGED as error:
        raise _damaged(source) from error
    except OSError as error:
        raise BadInput("file.failed", "{path}: {reason}", source, error.strerror or error) from error


def _lines(source: Path) -> Iterator[bytes]:
    """The rows of a copy that was checked, one after the other: nobody knows how much a small file unpacks to."""
    with gzip.open(source) as file:
        _line(file)
        line = _line(file)
        while following := _line(file):
            yield line
            line = following


def _line(file: gzip.GzipFile) -> bytes:
    line = file.readline(MAX_LINE + 1)
    if len(line) > MAX_LINE:
        raise ValueError("a line without an end")
    return line


def _typed(value: Any) -> Any:
    return base64.b64decode(value["bytes"]) if isinstance(value, dict) else value
