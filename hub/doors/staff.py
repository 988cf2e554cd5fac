"""The hosts of a café: invited by a link, each with a role, removed; what was done is written down by name."""

from __future__ import annotations

import secrets
from typing import Final

import msgspec
import sqlalchemy as sa

from hub.database import schema
from hub.database.store import Store, Transaction
from hub.doors import tries
from hub.doors.hosts import Session, attempt, digest, hashed
from hub.doors.roles import ROLES, Role
from hub.errors import BadValue, NotFound, NotNow, Refused, TooMany, unknown

INVITED_MS: Final = 7 * 86_400_000
MAX_HOSTS: Final = 200
DEEDS_SHOWN: Final = 100


class Member(msgspec.Struct, frozen=True, kw_only=True):
    """A host of a café. `event`: the only evening the host sees."""

    id: int
    name: str
    role: Role
    event: int | None


class Deed(msgspec.Struct, frozen=True, kw_only=True):
    """One line of what was done to hosts."""

    at: int
    actor: str
    verb: str
    name: str


class Invited(msgspec.Struct, frozen=True, kw_only=True):
    """What an invitation is to."""

    cafe: int
    role: Role
    event: int | None
    by: str


def members(store: Store, cafe: int) -> tuple[Member, ...]:
    """The hosts of a café, by name."""
    hosts = schema.hosts
    with store.read() as tx:
        rows = tx.rows(sa.select(hosts).where(hosts.c.cafe_id == cafe).order_by(hosts.c.name))
    return tuple(Member(id=row.id, name=row.name, role=row.role, event=row.event_id) for row in rows)


def deeds(store: Store, cafe: int) -> tuple[Deed, ...]:
    """What was done to the hosts of a café, the latest first."""
    log = schema.deeds
    with store.read() as tx:
        rows = tx.rows(sa.select(log).where(log.c.cafe_id == cafe).order_by(log.c.id.desc()).limit(DEEDS_SHOWN))
    return tuple(Deed(at=row.at, actor=row.actor, verb=row.verb, name=row.name) for row in rows)


def invite(store: Store, session: Session, role: str, event: int | None = None) -> str:
    """An invitation for one host, good for a week: the secret part of its address. Raises Refused (`bad_value`)."""
    if role not in ROLES:
        raise BadValue("host.role", "role {role!r}: expected one of {known}", role, list(ROLES))
    key = secrets.token_urlsafe(24)
    invitations = schema.invitations
    with store.write() as tx:
        if event is not None:
            events = schema.events
            mine = sa.select(events.c.id).where(events.c.id == event, events.c.cafe_id == session.cafe)
            tx.the(mine, unknown("event", event))
        tx.run(sa.delete(invitations).where(invitations.c.expires_at < tx.now))
        values = {"cafe_id": session.cafe, "role": role, "event_id": event, "by": session.actor}
        tx.run(sa.insert(invitations).values(key_hash=digest(key), **values, expires_at=tx.now + INVITED_MS))
        note_deed(tx, session.cafe, session.actor, "invite_host", role)
    return key


def invited(store: Store, key: str) -> Invited:
    """What that invitation is to. Raises Refused (`not_found`) where it is none, was used or is too old."""
    with store.read() as tx:
        return _invited(tx, key)


def _invited(tx: Transaction, key: str) -> Invited:
    invitations = schema.invitations
    row = tx.one(sa.select(invitations).where(invitations.c.key_hash == digest(key)).with_for_update())
    if row is None or row.expires_at < tx.now:
        raise NotFound("invitation.unknown", "no such invitation, or it was used")
    return Invited(cafe=row.cafe_id, role=row.role, event=row.event_id, by=row.by)


def accept(store: Store, key: str, name: str, password: str) -> str:
    """Become a host by an invitation; the name as it is kept. Raises Refused: `not_found`, `bad_value`."""
    invited(store, key)
    name, _, value = hashed(name, password)
    hosts, invitations = schema.hosts, schema.invitations
    with store.write() as tx:
        found = _invited(tx, key)
        if tx.one(sa.select(hosts.c.id).where(sa.func.lower(hosts.c.name) == name.lower())) is not None:
            raise BadValue("host.taken", "there is a host {name!r} already", name)
        known = tx.rows(sa.select(hosts.c.id).where(hosts.c.cafe_id == found.cafe))
        if len(known) >= MAX_HOSTS:
            raise TooMany("hosts.many", "a café has at most {most} hosts", MAX_HOSTS)
        tx.run(sa.delete(invitations).where(invitations.c.key_hash == digest(key)))
        values = {"cafe_id": found.cafe, "role": found.role, "event_id": found.event}
        tx.insert(hosts, name=name, password=value, created_at=tx.now, **values)
        note_deed(tx, found.cafe, f"host:{name}", "host_joined", found.role)
    return name


def set_role(store: Store, session: Session, host: int, role: str) -> None:
    """Another role for a host of the same café. Raises Refused; `not_now` for the last owner."""
    if role not in ROLES:
        raise BadValue("host.role", "role {role!r}: expected one of {known}", role, list(ROLES))
    with store.write() as tx:
        name = _changeable(tx, session, host)
        tx.run(sa.update(schema.hosts).where(schema.hosts.c.id == host).values(role=role))
        _keep_an_owner(tx, session.cafe)
        note_deed(tx, session.cafe, session.actor, "host_role", f"{name}: {role}"[:60])


def remove(store: Store, session: Session, host: int) -> None:
    """A host of the same café is none any more; all their sessions end.

    Raises Refused; `not_now` for the last owner.
    """
    with store.write() as tx:
        name = _changeable(tx, session, host)
        tx.run(sa.delete(schema.sessions).where(schema.sessions.c.host_id == host))
        tx.run(sa.delete(schema.hosts).where(schema.hosts.c.id == host))
        _keep_an_owner(tx, session.cafe)
        note_deed(tx, session.cafe, session.actor, "host_removed", name)


def change_password(store: Store, session: Session, address: str, before: str, password: str) -> None:
    """Another password of one's own; all one's sessions end.

    Raises Refused: `wrong_login`, `bad_value`, `too_often`.
    """
    judged = attempt(store, session.name, address)
    if not judged.is_right(before):
        raise Refused("wrong_login")
    _, _, value = hashed(session.name, password)
    with store.write() as tx:
        tries.forgive(tx, judged.tries)
        tx.run(sa.update(schema.hosts).where(schema.hosts.c.id == session.host).values(password=value))
        tx.run(sa.delete(schema.sessions).where(schema.sessions.c.host_id == session.host))
        note_deed(tx, session.cafe, session.actor, "host_password", session.name)


def _changeable(tx: Transaction, session: Session, host: int) -> str:
    hosts = schema.hosts
    query = sa.select(hosts.c.name).where(hosts.c.id == host, hosts.c.cafe_id == session.cafe)
    return str(tx.the(query, unknown("host", host)).name)


def _keep_an_owner(tx: Transaction, cafe: int) -> None:
    hosts = schema.hosts
    if tx.one(sa.select(hosts.c.id).where(hosts.c.cafe_id == cafe, hosts.c.role == "owner")) is None:
        raise NotNow("host.last_owner", "a café has an owner: make another one first")


def note_deed(tx: Transaction, cafe: int, actor: str, verb: str, name: str) -> None:
    """Write down for the owners of a café what was done to it."""
    tx.insert(schema.deeds, cafe_id=cafe, at=tx.now, actor=actor[:80], verb=verb, name=name[:60])
