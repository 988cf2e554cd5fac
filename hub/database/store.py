"""The database of the event host: SQLite in a file by default, PostgreSQL by URL.

SQLite: one process and one connection (the file beside it is locked), WAL, `synchronous=FULL`; so SQLite's
WAL-reset fault (3.7.0 to 3.51.2, needs two connections) cannot happen. PostgreSQL: any number of processes.
"""

from __future__ import annotations

import fcntl
import logging
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.pool import QueuePool

from engines.errors import BadInput, NotPossible
from hub.database import clock as clocks
from hub.database import schema
from hub.database.feed import Change, Feed, open_feed

Clock: TypeAlias = Callable[[], int]
Row: TypeAlias = Any
SQLITE: Final = "sqlite"
POSTGRES: Final = "postgresql"
READERS: Final = 8
_LOG: Final = logging.getLogger(__name__)


class DatabaseAway(NotPossible):
    """The database cannot be reached or written now; nothing was stored."""


class InUse(NotPossible):
    """Another event host has the SQLite file open."""


class Transaction:
    """One transaction: a connection, and what to tell the feed once it is committed."""

    def __init__(self, connection: sa.Connection, now: int) -> None:
        self.connection = connection
        self.now = now
        self.changes: dict[Change, None] = {}

    def publish(self, *changes: Change) -> None:
        """Tell every process about these changes after the commit; each once."""
        self.changes.update(dict.fromkeys(changes))

    def run(self, statement: Any, values: Any = None) -> sa.CursorResult[Any]:
        """Execute a statement."""
        return self.connection.execute(statement, values)

    def rows(self, statement: Any, values: Any = None) -> Sequence[Row]:
        """All rows of a query."""
        return self.connection.execute(statement, values).all()

    def one(self, statement: Any, values: Any = None) -> Row | None:
        """The first row of a query, None where there is none."""
        return self.connection.execute(statement, values).first()

    def the(self, statement: Any, missing: Exception) -> Row:
        """The first row of a query; raises `missing` where there is none."""
        if (row := self.one(statement)) is None:
            raise missing
        return row

    def insert(self, table: sa.Table, **values: Any) -> int:
        """Insert one row; its id."""
        key = self.connection.execute(sa.insert(table), values).inserted_primary_key
        assert key is not None
        return int(key[0])


class Store(AbstractContextManager["Store"]):
    """The open database. Use it as a context manager; threads may share it.

    `url`: an SQLAlchemy URL or the path of an SQLite file. Raises BadInput for a URL that cannot be one, InUse
    where another event host has the file open, DatabaseAway where the database cannot be reached.
    `clock`: what time it is; without one a `SteadyClock`.
    """

    def __init__(self, url: str | Path, *, migrate: bool = True, clock: Clock | None = None) -> None:
        self.url = database_url(url)
        self.clock: Clock = clock or clocks.SteadyClock()
        self._kept_ahead = 0
        self._lock = _lock_beside(self.url)
        try:
            self.engine = _engine(self.url)
            if migrate:
                self.migrate()
                self._go_on(clock)
            self.feed: Feed = open_feed(self.url, _plain_url)
        except BaseException:
            self._unlock()
            raise

    @property
    def postgres(self) -> bool:
        """Whether several event hosts may share this database."""
        return self.url.get_backend_name() == POSTGRES

    def close(self) -> None:
        """Let the database go. May be called twice."""
        self.feed.close()
        self.engine.dispose()
        self._unlock()

    def _unlock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def read(self) -> Iterator[Transaction]:
        """A transaction that only reads. Raises DatabaseAway."""
        with reachable(), self.engine.connect() as connection:
            yield Transaction(connection, self.clock())

    @contextmanager
    def write(self) -> Iterator[Transaction]:
        """A transaction: committed at the end, rolled back on an error. Raises DatabaseAway."""
        with reachable():
            with self.engine.begin() as connection:
                tx = Transaction(connection, self.clock())
                yield tx
                self.feed.within(connection, list(tx.changes))
            self.feed.after(list(tx.changes))

    # Time ----------------------------------------------------------------------------------------------------------

    @property
    def clock_ahead(self) -> int:
        """By how many ms this event host's time is ahead of the machine's, which was set back since (forward: < 0)."""
        return self.clock.ahead if isinstance(self.clock, clocks.SteadyClock) else 0

    def _go_on(self, given: Clock | None) -> None:
        """While a round runs its time goes on as it was, also where the machine's clock was set before a restart."""
        meta, rounds = schema.meta, schema.rounds
        with self.read() as tx:
            row = tx.one(sa.select(meta.c.value).where(meta.c.key == clocks.KEY))
            if row is not None and given is None:
                runs = tx.one(sa.select(rounds.c.id).where(rounds.c.state == "running").limit(1)) is not None
                self._kept_ahead = int(row.value)
                self.clock = clocks.SteadyClock(self._kept_ahead if runs else 0)

    def keep_time(self) -> None:
        """Notice that the machine's clock was set: say so, and keep it for a restart. Raises DatabaseAway."""
        ahead = self.clock_ahead
        if abs(ahead - self._kept_ahead) >= clocks.JUMP_MS:
            with self.write() as tx:
                tx.run(sa.delete(schema.meta).where(schema.meta.c.key == clocks.KEY))
                tx.run(sa.insert(schema.meta).values(key=clocks.KEY, value=str(ahead)))
            self._kept_ahead = ahead
            _LOG.warning(
                "planisphere: the clock of this machine was set by %+.0f s; rounds and limits go on as before",
                -ahead / 1000,
            )

    # Versions ------------------------------------------------------------------------------------------------------

    def revision(self) -> str | None:
        """The step that the database is at; None for an empty one."""
        with reachable(), self.engine.connect() as connection:
            return MigrationContext.configure(connection).get_current_revision()

    def migrate(self, target: str = "head") -> None:
        """Bring the database to this version, or to an earlier one on the way. Raises BadInput for one of a newer."""
        config, steps = _alembic(), _steps()
        with reachable(), self.engine.begin() as connection:
            if self.postgres_on(connection):
                connection.execute(sa.text("SELECT pg_advisory_xact_lock(80108)"))
            present = MigrationContext.configure(connection).get_current_revision()
            known = {step.revision for step in steps.walk_revisions()}
            for step in (present, target):
                if step not in (None, "head", *known):
                    raise BadInput(
                        "database.newer", "{url}: made by a newer Planisphere (step {step})", str(self.url), step
                    )
            if target == "head" and present == steps.get_current_head():
                return
            config.attributes["connection"] = connection
            command.upgrade(config, target)

    def postgres_on(self, connection: sa.Connection) -> bool:
        """Whether that connection is to PostgreSQL."""
        return connection.dialect.name == POSTGRES


def database_url(url: str | Path) -> sa.URL:
    """The URL of a database: SQLAlchemy's, or the path of an SQLite file. Raises BadInput."""
    text = str(url)
    if "://" not in text:
        return sa.URL.create(SQLITE, database=str(Path(text).expanduser().absolute()))
    try:
        found = sa.make_url(text)
        kind = found.get_backend_name()
    except (ArgumentError, NoSuchModuleError, ValueError) as error:
        raise BadInput("database.url", "--db {text!r}: not a database's URL", text) from error
    if kind == POSTGRES:
        return found.set(drivername="postgresql+psycopg")
    if kind != SQLITE:
        raise BadInput(
            "database.kind",
            "--db {text!r}: expected the path of an SQLite file, sqlite:///PATH or postgresql://…",
            text,
        )
    if not found.database or found.database == ":memory:":
        raise BadInput("database.no_file", "--db {text!r}: expected sqlite:///PATH, a file that stays", text)
    return found


def file_of(url: str | Path | sa.URL) -> Path:
    """The file of an SQLite database."""
    found = url if isinstance(url, sa.URL) else database_url(url)
    return Path(str(found.database))


def _plain_url(url: sa.URL) -> str:
    """The URL as libpq reads it."""
    return url.set(drivername=POSTGRES).render_as_string(hide_password=False)


def _lock_beside(url: sa.URL) -> int | None:
    """The lock of an SQLite file: the system lets it go however the process ends."""
    if url.get_backend_name() != SQLITE:
        return None
    path = Path(str(url.database))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise NotPossible("file.failed", "{path}: {reason}", path, error.strerror or error) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(lock)
        raise InUse("database.in_use", "{path}: another event host has this database open", path) from error
    return lock


def _engine(url: sa.URL) -> sa.Engine:
    if url.get_backend_name() == POSTGRES:
        options = {"connect_timeout": 5, "application_name": "planisphere-hub"}
        return sa.create_engine(
            url, pool_size=READERS, max_overflow=READERS, pool_pre_ping=True, pool_timeout=10, connect_args=options
        )
    engine = sa.create_engine(
        url,
        poolclass=QueuePool,
        pool_size=1,
        max_overflow=0,
        pool_timeout=30,
        connect_args={"check_same_thread": False, "timeout": 5},
    )
    sa.event.listen(engine, "connect", _prepare_sqlite)
    sa.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    return engine


def _prepare_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")


def _alembic() -> Config:
    config = Config()
    config.set_main_option("script_location", "hub.database:migrations")
    config.set_main_option("path_separator", "os")
    return config


@cache
def _steps() -> ScriptDirectory:
    """The steps of this version: read once, as their files do not change while it runs."""
    return ScriptDirectory.from_config(_alembic())


@contextmanager
def reachable() -> Iterator[None]:
    """What only says that the database is away becomes DatabaseAway; mistakes of ours stay what they are."""
    try:
        yield
    except sa.exc.TimeoutError as error:
        raise DatabaseAway("database.busy", "the database is too busy") from error
    except DBAPIError as error:
        if error.connection_invalidated or isinstance(error, sa.exc.OperationalError):
            raise DatabaseAway("database.away", "the database is away: {reason}", _first_line(error)) from error
        raise


def _first_line(error: DBAPIError) -> str:
    return " ".join(str(error.orig).split())[:200]
