"""A host's password for an event host that is running: SQLite has one process, so it is asked to write it itself.

The request is a file beside the database that holds the password's hash; the running event host takes it within a
second or two and removes it. PostgreSQL needs none of this.
"""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from engines.errors import NotPossible
from engines.files import bytes_of
from hub.database.store import InUse, Store, file_of
from hub.doors.hosts import hashed, put_host

SUFFIX: Final = ".host-"
TIMEOUT_S: Final = 20.0
POLL_INTERVAL_S: Final = 0.1


class Wanted(msgspec.Struct, frozen=True):
    """A host who is to be there, with the hash of a password."""

    name: str
    password: str
    cafe: str = ""


def set_password_anyhow(
    url: str, name: str, password: str | None, patience_s: float = TIMEOUT_S, cafe: str = ""
) -> str:
    """Make a host, or give one another password, whether or not an event host runs; the password.

    Raises Refused (`bad_value`), NotPossible where an event host has the database open and does not answer.
    """
    name, chosen, value = hashed(name, password)
    try:
        with Store(url) as store:
            put_host(store, name, value, cafe)
    except InUse as error:
        _ask(file_of(url), Wanted(name, value, cafe), error, patience_s)
    return chosen


def _ask(database: Path, wanted: Wanted, error: InUse, patience_s: float) -> None:
    path = database.with_name(f"{database.name}{SUFFIX}{secrets.token_hex(8)}")
    _write(path, database, msgspec.json.encode(wanted))
    end = time.monotonic() + patience_s
    while path.exists():
        if time.monotonic() > end:
            path.unlink(missing_ok=True)
            raise NotPossible(
                "host.unanswered", "{error}; it did not answer within {seconds:g} s", error, patience_s
            ) from error
        time.sleep(POLL_INTERVAL_S)


def _write(path: Path, database: Path, data: bytes) -> None:
    """Whole or not there, readable by who owns the database alone."""
    part = path.with_name(f".{path.name}")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(data)
        owner = database.stat()
        if owner.st_uid != os.geteuid():
            os.chown(part, owner.st_uid, owner.st_gid)
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise NotPossible("file.failed", "{path}: {reason}", path, error.strerror or error) from error


def taker(store: Store) -> Callable[[], None]:
    """What a running event host does every now and then: take the requests that wait beside its database."""
    if store.postgres:
        return lambda: None
    database = file_of(store.url)

    def take() -> None:
        with suppress(OSError):
            for path in database.parent.glob(f"{database.name}{SUFFIX}*"):
                _take(store, path)

    return take


def _take(store: Store, path: Path) -> None:
    """Do what a request says; one that cannot be read is removed."""
    if path.stat().st_uid not in (0, os.geteuid()):
        return
    with suppress(OSError, msgspec.DecodeError):
        wanted = msgspec.json.decode(bytes_of(path), type=Wanted)
        put_host(store, wanted.name, wanted.password, wanted.cafe)
    path.unlink(missing_ok=True)
