"""Who sits where: a key for each seat, which the first phone that brings it changes for a token of its own.

Called by the table's thread and by those of the server.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from hashlib import sha256
from threading import Lock
from typing import Final

KEY_BYTES: Final = 16
"""Nobody guesses one of 2¹²⁸, however long the evening."""


class SeatKeys:
    """The keys of these seats; tokens are kept as hashes. Nothing is written anywhere: a restart makes new ones."""

    def __init__(self, seats: Iterable[int]) -> None:
        self._lock = Lock()
        self._keys = {seat: _secret() for seat in seats}
        self._spent: dict[int, bytes] = {}
        """Seat -> the hash of the token of the phone that has it."""

    @property
    def taken(self) -> tuple[int, ...]:
        """The seats that a phone has."""
        with self._lock:
            return tuple(self._spent)

    def key(self, seat: int) -> str:
        """The key that the table shows for that seat."""
        return self._keys[seat]

    def joined(self, seat: int) -> bool:
        """Whether a phone has that seat."""
        return seat in self._spent

    def join(self, key: str, token: str = "") -> tuple[int, str] | None:
        """The seat of a key and the token for it; None for a key that is wrong, or that another phone has used.

        `token`: what the phone has already; where it is the seat's own, it stays so.
        """
        with self._lock:
            seat = next((seat for seat, kept in self._keys.items() if _same(kept, key)), None)
            if seat is None or (seat in self._spent and self._spent[seat] != _hash(token)):
                return None
            if seat not in self._spent:
                token = _secret()
                self._spent[seat] = _hash(token)
            return seat, token

    def seat_of(self, token: str) -> int | None:
        """Whose phone it is; None for one that has no seat, or none any more."""
        wanted = _hash(token)
        with self._lock:
            return next((seat for seat, kept in self._spent.items() if kept == wanted), None)

    def renew(self, seat: int) -> None:
        """A new key for that seat; the phone that had it has it no more."""
        with self._lock:
            self._keys[seat] = _secret()
            self._spent.pop(seat, None)


def _secret() -> str:
    return secrets.token_urlsafe(KEY_BYTES)


def _hash(token: str) -> bytes:
    return sha256(token.encode("utf-8", "surrogateescape")).digest()


def _same(one: str, other: str) -> bool:
    return secrets.compare_digest(one.encode(), other.encode("utf-8", "surrogateescape"))
