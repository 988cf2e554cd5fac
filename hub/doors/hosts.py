"""Hosts and how they log in: passwords under argon2id, sessions in the database (every process knows them), tries
counted, one secret a session against forged forms.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from functools import cache
from typing import Final

import msgspec
import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from hub.database import schema
from hub.database.store import Store, Transaction
from hub.doors import tries
from hub.doors.connections import source_of
from hub.doors.roles import Role
from hub.errors import BadValue, Refused
from hub.event.names import clean_name

FIRST_CAFE: Final = 1
SESSION_MS: Final = 16 * 3_600_000
"""An evening and what comes after."""
TRIES_OF_NAME: Final = 50
"""Log-ins that fail within `tries.WINDOW_MS`, from anywhere, before only machines where that host has been logged in
may try."""
DEVICES: Final = "devices"
"""Where the database keeps the secret that seals what machines of hosts keep."""
MIN_PASSWORD: Final = 10
MAX_PASSWORD: Final = 200


class Session(msgspec.Struct, frozen=True):
    """A host who is logged in. `csrf` must come back with every form."""

    host: int
    name: str
    csrf: str
    role: Role = "owner"
    cafe: int = FIRST_CAFE
    event: int | None = None
    """The only evening the host sees."""

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


def set_password(store: Store, name: str, password: str | None = None, cafe: str = "") -> str:
    """Make a host, or give one another password (then all their sessions end); the password, made up where None.

    `cafe`: as in `put_host`.

    Raises Refused (`bad_value`).
    """
    name, chosen, value = hashed(name, password)
    put_host(store, name, value, cafe)
    return chosen


def hashed(name: str, password: str | None = None) -> tuple[str, str, str]:
    """A host's name as it is kept, the password (made up where None), and its hash. Raises Refused (`bad_value`)."""
    name = clean_name(name, 60)
    chosen = secrets.token_urlsafe(12) if password is None else password
    if not MIN_PASSWORD <= len(chosen) <= MAX_PASSWORD:
        counts = MIN_PASSWORD, MAX_PASSWORD
        raise BadValue("password.length", "password: expected {least} to {most} characters", *counts)
    return name, chosen, _hasher().hash(chosen)


def put_host(store: Store, name: str, value: str, cafe: str = "") -> None:
    """Make a host with that hash of a password, or give one another password: then all their sessions end.

    `cafe`: of which café a new one is an owner; a name that is new makes a café, an empty one means the first.
    """
    hosts, sessions = schema.hosts, schema.sessions
    with store.write() as tx:
        row = tx.one(sa.select(hosts.c.id).where(hosts.c.name == name))
        if row is None:
            tx.insert(hosts, name=name, password=value, created_at=tx.now, cafe_id=_cafe(tx, cafe))
        else:
            tx.run(sa.update(hosts).where(hosts.c.id == row.id).values(password=value))
            tx.run(sa.delete(sessions).where(sessions.c.host_id == row.id))


def _cafe(tx: Transaction, name: str) -> int:
    if not name.strip():
        return FIRST_CAFE
    cafes, kept = schema.cafes, clean_name(name, 60)
    row = tx.one(sa.select(cafes.c.id).where(cafes.c.name == kept))
    if row is not None:
        return int(row.id)
    last = tx.one(sa.select(sa.func.max(cafes.c.id)))
    return tx.insert(cafes, id=max(FIRST_CAFE, (last[0] if last else None) or 0) + 1, name=kept)


def has_hosts(store: Store) -> bool:
    """Whether anybody could log in."""
    with store.read() as tx:
        return tx.one(sa.select(schema.hosts.c.id).limit(1)) is not None


class Attempt(msgspec.Struct, frozen=True):
    """A log-in that was counted and is not judged yet."""

    tries: list[int]
    host: int | None
    name: str
    known: str | None
    """The hash of the password; None for a name that does not exist."""

    def is_right(self, password: str) -> bool:
        """Whether the password fits: 64 MiB of memory and a tenth of a second, also for a name that does not exist."""
        try:
            return _hasher().verify(self.known or _nobody(), password[:MAX_PASSWORD]) and self.known is not None
        except (VerificationError, InvalidHashError):
            return False


def attempt(store: Store, name: str, address: str, device: str | None = None) -> Attempt:
    """Begin a log-in. `address`: where it comes from; `device`: what `known_device` gave to that machine.

    Where guesses come from many addresses, machines on which the host was logged in are counted by themselves.
    Raises Refused (`too_often`) after too many tries.
    """
    name = name[:60].replace("\0", " ")
    with store.write() as tx:
        row = tx.one(sa.select(schema.hosts).where(schema.hosts.c.name == name))
        nonce = _nonce_of(tx, name, device)
        anywhere = {f"name {name}": TRIES_OF_NAME, f"from {source_of(address)}": tries.MAX_TRIES}
        counted = tries.count_try(tx, "login", anywhere if nonce is None else {f"device {nonce}": tries.MAX_TRIES})
    return Attempt(counted, row and row.id, name, row and row.password)


def let_in(store: Store, judged: Attempt) -> tuple[str, Session]:
    """The cookie's secret and the session, after a log-in whose password was right."""
    assert judged.host is not None
    token, csrf = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    sessions = schema.sessions
    with store.write() as tx:
        tries.forgive(tx, judged.tries)
        tx.run(sa.delete(sessions).where(sessions.c.expires_at < tx.now))
        values = {"token_hash": digest(token), "host_id": judged.host, "csrf": csrf}
        tx.run(sa.insert(sessions).values(**values, created_at=tx.now, expires_at=tx.now + SESSION_MS))
    return token, Session(judged.host, judged.name, csrf)


def log_in(store: Store, name: str, password: str, address: str) -> tuple[str, Session]:
    """All of a log-in. Raises Refused: `wrong_login`, or `too_often` after too many tries."""
    begun = attempt(store, name, address)
    if not begun.is_right(password):
        raise Refused("wrong_login")
    return let_in(store, begun)


def known_device(store: Store, name: str) -> str:
    """What a machine keeps on which that host has logged in: it says nothing but that."""
    nonce = secrets.token_urlsafe(16)
    with store.write() as tx:
        return f"{nonce}.{_sealed(_secret(tx), name, nonce)}"


def _nonce_of(tx: Transaction, name: str, device: str | None) -> str | None:
    nonce, _, seal = (device or "")[:200].partition(".")
    return nonce if seal and same(seal, _sealed(_secret(tx), name, nonce)) else None


def _sealed(secret: str, name: str, nonce: str) -> str:
    return hmac.new(secret.encode(), f"{nonce} {name}".encode(), "sha256").hexdigest()


def _secret(tx: Transaction) -> str:
    meta = schema.meta
    row = tx.one(sa.select(meta.c.value).where(meta.c.key == DEVICES))
    if row is None:
        tx.run(sa.insert(meta).values(key=DEVICES, value=secrets.token_urlsafe(32)))
        return _secret(tx)
    return str(row.value)


@cache
def _nobody() -> str:
    return _hasher().hash(secrets.token_urlsafe(16))


def session_of(store: Store, token: str | None) -> Session | None:
    """The session of a cookie; None where it is none or is over."""
    if not token or len(token) > 100:
        return None
    sessions, hosts = schema.sessions, schema.hosts
    more = (hosts.c.name, hosts.c.role, hosts.c.cafe_id, hosts.c.event_id)
    query = sa.select(sessions, *more).select_from(sessions.join(hosts))
    with store.read() as tx:
        row = tx.one(query.where(sessions.c.token_hash == digest(token)))
        if row is None or row.expires_at < tx.now:
            return None
        return Session(row.host_id, row.name, row.csrf, row.role, row.cafe_id, row.event_id)


def log_out(store: Store, token: str) -> None:
    """End a session."""
    with store.write() as tx:
        tx.run(sa.delete(schema.sessions).where(schema.sessions.c.token_hash == digest(token)))
