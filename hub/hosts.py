"""Hosts and how they log in: passwords under argon2id, sessions in the database (every process knows them), tries
limited, one secret a session against forged forms.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
from functools import cache
from typing import Final

import msgspec
import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from hub import schema
from hub.errors import Refused
from hub.evening import clean_name
from hub.store import Store, Transaction

SESSION_MS: Final = 16 * 3_600_000
"""An evening and what comes after."""
TRIES: Final = 10
"""Failed log-ins within `WINDOW_MS`, by name or from one address, before nobody may try for a while."""
WINDOW_MS: Final = 10 * 60_000
SHORTEST: Final = 10
LONGEST: Final = 200
_AT_ONCE = threading.BoundedSemaphore(2)
"""Each check takes 64 MiB of memory: never more than two at a time."""


class Session(msgspec.Struct, frozen=True):
    """A host who is logged in. `csrf` must come back with every form."""

    host: int
    name: str
    csrf: str

    @property
    def actor(self) -> str:
        """What the audit log calls this host."""
        return f"host:{self.name}"


def digest(secret: str) -> str:
    """What the database keeps of a random secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def same(a: str, b: str) -> bool:
    """Whether two secrets are the same, in a time that does not tell where they differ."""
    return hmac.compare_digest(a.encode(), b.encode())


@cache
def _hasher() -> PasswordHasher:
    return PasswordHasher()


def set_password(store: Store, name: str, password: str | None = None) -> str:
    """Make a host, or give one another password (then all their sessions end); the password, made up where None.

    Raises Refused (`bad_value`).
    """
    name, chosen, value = hashed(name, password)
    put_host(store, name, value)
    return chosen


def hashed(name: str, password: str | None = None) -> tuple[str, str, str]:
    """A host's name as it is kept, the password (made up where None), and its hash. Raises Refused (`bad_value`)."""
    name = clean_name(name, 60)
    chosen = secrets.token_urlsafe(12) if password is None else password
    if not SHORTEST <= len(chosen) <= LONGEST:
        raise Refused("bad_value", f"password: expected {SHORTEST} to {LONGEST} characters")
    return name, chosen, _hasher().hash(chosen)


def put_host(store: Store, name: str, value: str) -> None:
    """Make a host with that hash of a password, or give one another password: then all their sessions end."""
    hosts, sessions = schema.hosts, schema.sessions
    with store.write() as tx:
        row = tx.one(sa.select(hosts.c.id).where(hosts.c.name == name))
        if row is None:
            tx.insert(hosts, name=name, password=value, created_at=tx.now)
        else:
            tx.run(sa.update(hosts).where(hosts.c.id == row.id).values(password=value))
            tx.run(sa.delete(sessions).where(sessions.c.host_id == row.id))


def has_hosts(store: Store) -> bool:
    """Whether anybody could log in."""
    with store.read() as tx:
        return tx.one(sa.select(schema.hosts.c.id).limit(1)) is not None


def log_in(store: Store, name: str, password: str, address: str) -> tuple[str, Session]:
    """The cookie's secret and the session. `address`: where it comes from.

    Raises Refused: `wrong_login`, or `too_often` after too many tries.
    """
    name, password = name[:60].replace("\0", " "), password[:LONGEST]
    with store.write() as tx:
        _may_try(tx, "login", name, address, TRIES)
        row = tx.one(sa.select(schema.hosts).where(schema.hosts.c.name == name))
    if not _right(row.password if row is not None else None, password):
        with store.write() as tx:
            note_try(tx, "login", name, address)
        raise Refused("wrong_login")
    assert row is not None
    token, csrf = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    sessions = schema.sessions
    with store.write() as tx:
        tx.run(sa.delete(sessions).where(sessions.c.expires_at < tx.now))
        values = {"token_hash": digest(token), "host_id": row.id, "csrf": csrf}
        tx.run(sa.insert(sessions).values(**values, created_at=tx.now, expires_at=tx.now + SESSION_MS))
    return token, Session(row.id, row.name, csrf)


def _right(known: str | None, password: str) -> bool:
    """Whether the password fits; as slow for a name that does not exist."""
    with _AT_ONCE:
        try:
            return _hasher().verify(known or _nobody(), password) and known is not None
        except (VerificationError, InvalidHashError):
            return False


@cache
def _nobody() -> str:
    return _hasher().hash(secrets.token_urlsafe(16))


def session_of(store: Store, token: str | None) -> Session | None:
    """The session of a cookie; None where it is none or is over."""
    if not token or len(token) > 100:
        return None
    sessions, hosts = schema.sessions, schema.hosts
    query = sa.select(sessions, hosts.c.name).select_from(sessions.join(hosts))
    with store.read() as tx:
        row = tx.one(query.where(sessions.c.token_hash == digest(token)))
        if row is None or row.expires_at < tx.now:
            return None
        return Session(row.host_id, row.name, row.csrf)


def log_out(store: Store, token: str) -> None:
    """End a session."""
    with store.write() as tx:
        tx.run(sa.delete(schema.sessions).where(schema.sessions.c.token_hash == digest(token)))


def _may_try(tx: Transaction, door: str, name: str, address: str, most: int) -> None:
    failures = schema.failures
    since = tx.now - WINDOW_MS
    tx.run(sa.delete(failures).where(failures.c.at < since))
    for who in (f"name {name}", f"from {address}"):
        query = sa.select(sa.func.count()).where(failures.c.door == door, failures.c.who == who[:80])
        row = tx.one(query)
        if row is not None and row[0] >= most:
            raise Refused("too_often")


def may_try(tx: Transaction, door: str, address: str, most: int | None = None) -> None:
    """Raises Refused (`too_often`) where that address has tried too often at that door: `most` times, else `TRIES`."""
    _may_try(tx, door, address, address, TRIES if most is None else most)


def note_try(tx: Transaction, door: str, name: str, address: str) -> None:
    """Remember a try that counts: one that failed, or one of which an address has only so many."""
    for who in (f"name {name}", f"from {address}"):
        tx.insert(schema.failures, door=door, who=who[:80], at=tx.now)
