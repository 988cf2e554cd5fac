from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher

from engines.errors import NotPossible
from hub.database.store import Store
from hub.doors import hosts
from tools.private_postgres import private_postgres


class Compiled(dict[Any, Any]):
    """Statements that one database's engine compiled, for the engines of every other of the same kind.

    An event host has one engine; each test opens one of its own, and would compile the same statements once more.
    """

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get((key[0].name, *key[1:]), default)

    def __setitem__(self, key: Any, compiled: Any) -> None:
        super().__setitem__((key[0].name, *key[1:]), compiled)


@pytest.fixture(scope="session", autouse=True)
def _compiled_once() -> Iterator[None]:
    compiled = Compiled()

    def use(connection: sa.Connection) -> None:
        connection.execution_options(compiled_cache=compiled)

    sa.event.listen(sa.Engine, "engine_connect", use)
    yield
    sa.event.remove(sa.Engine, "engine_connect", use)


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    """The URL of a PostgreSQL that lives as long as the tests."""
    try:
        with private_postgres() as url:
            yield url
    except NotPossible as error:
        pytest.skip(str(error))


def emptied(url: str) -> str:
    """That database with nothing in it."""
    engine = sa.create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as connection:
        connection.execute(sa.text("DROP SCHEMA public CASCADE"))
        connection.execute(sa.text("CREATE SCHEMA public"))
    engine.dispose()
    return url


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.exhaustive)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database, once of each kind; what only PostgreSQL can get wrong asks for `postgres_url`."""
    if request.param == "sqlite":
        empty = request.getfixturevalue("empty_sqlite")
        return f"sqlite:///{shutil.copy(empty, tmp_path / 'hub.sqlite3')}"
    return emptied(request.getfixturevalue("cluster"))


@pytest.fixture
def postgres_url(cluster: str) -> str:
    """An empty PostgreSQL."""
    return emptied(cluster)


@pytest.fixture
def wait_for() -> Callable[[Callable[[], object]], None]:
    """Waits until something is so; a busy machine may take its time."""

    def wait(condition: Callable[[], object]) -> None:
        pause = threading.Event()
        while not condition():
            pause.wait(0.01)

    return wait


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with Store(url) as opened:
        yield opened


@pytest.fixture(autouse=True)
def _quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords are hashed in a thousandth of the usual time: hundreds of tests log somebody in."""
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(hosts, "_hasher", lambda: quick)


@pytest.fixture(scope="session")
def empty_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database of this version, to be copied: making one takes longer than most tests."""
    path = tmp_path_factory.mktemp("empty") / "hub.sqlite3"
    Store(path).close()
    return path


@pytest.fixture
def sqlite_store(tmp_path: Path, empty_sqlite: Path) -> Iterator[Store]:
    copied = shutil.copy(empty_sqlite, tmp_path / "hub.sqlite3")
    with Store(copied, migrate=False) as opened:
        yield opened
