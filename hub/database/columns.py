"""The columns of which `schema` and the steps of `migrations` are made.

None of them ever changes what it makes: the steps of earlier versions would make other tables than they made.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Integer, String, Text, false


def own_id() -> Column[int]:
    """The number of a row."""
    return Column("id", Integer, primary_key=True)


def to(table: str, *, null: bool = False, key: bool = False) -> Column[int]:
    """The number of a row of another table, called as that table is (`event_id`); `key`: a part of the own key."""
    name = table.removesuffix("s") + "_id"
    return Column(name, Integer, ForeignKey(f"{table}.id"), nullable=null, primary_key=key, autoincrement=False)


def part_of_key(name: str) -> Column[int]:
    """A number that is a part of the key, and of no other table."""
    return Column(name, Integer, primary_key=True, autoincrement=False)


def time(name: str, *, null: bool = False) -> Column[int]:
    """Milliseconds, mostly since 1970, UTC."""
    return Column(name, BigInteger, nullable=null)


def milliseconds(name: str) -> Column[int]:
    """How long something took, 0 at first."""
    return Column(name, BigInteger, nullable=False, server_default="0")


def text(name: str, default: str | None = "") -> Column[str]:
    """Text of any length; it may be missing where there is no default."""
    return Column(name, Text, nullable=default is None, server_default=default)


def word(name: str, length: int = 20, *, null: bool = False, **more: Any) -> Column[str]:
    """Text of at most that many characters."""
    return Column(name, String(length), nullable=null, **more)


def count(name: str, default: str | None = "0") -> Column[int]:
    """A number; it may be missing where there is no default."""
    return Column(name, Integer, nullable=default is None, server_default=default)


def flag(name: str) -> Column[bool]:
    """Whether something is so; not, at first."""
    return Column(name, Boolean, nullable=False, server_default=false())
