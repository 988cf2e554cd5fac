"""Tries at a door: counted in the database, where every process sees them, and before they are judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import sqlalchemy as sa

from hub.database import schema
from hub.database.store import POSTGRES, Transaction
from hub.errors import Refused

MAX_TRIES: Final = 10
"""Within `WINDOW_MS`, from one address."""
WINDOW_MS: Final = 10 * 60_000


def count_try(tx: Transaction, door: str, limits: Mapping[str, int]) -> list[int]:
    """Count one try, by everything that `limits` names with how many it may have; what to `forgive` if it succeeds.

    Raises Refused (`too_often`) where one of them has had as many within `WINDOW_MS`.
    """
    failures = schema.failures
    if tx.connection.dialect.name == POSTGRES:
        tx.run(sa.text("SELECT pg_advisory_xact_lock(80109)"))
    over = sa.or_(failures.c.at < tx.now - WINDOW_MS, failures.c.at > tx.now + WINDOW_MS)
    tx.run(sa.delete(failures).where(over))
    for who, most in limits.items():
        row = tx.one(sa.select(sa.func.count()).where(failures.c.door == door, failures.c.who == who[:80]))
        if row is not None and row[0] >= most:
            raise Refused("too_often")
    return [tx.insert(failures, door=door, who=who[:80], at=tx.now) for who in limits]


def forgive(tx: Transaction, tries: Sequence[int]) -> None:
    """They do not count after all."""
    tx.run(sa.delete(schema.failures).where(schema.failures.c.id.in_(tries)))
