"""What the screens know of the phones of a game's seats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class PhoneSeats(Protocol):
    """A phone for each seat, where its player wishes one. No method waits."""

    @property
    def on(self) -> bool:
        """Whether the table wishes phones."""

    @property
    def why(self) -> str | None:
        """Why no phone can reach this table: one sentence in the language in use; None where they can."""

    def address(self, seat: int) -> str | None:
        """What that seat's phone is to open; None where none can, or where a phone has the seat."""

    def joined(self, seat: int) -> bool:
        """Whether a phone has that seat."""

    def renew(self, seat: int) -> None:
        """Another key for that seat; the phone that had it is thrown out."""

    def offer(self, takes: Callable[[int], bool]) -> None:
        """Have the first picture read that a phone has brought of a board that is wanted now."""
