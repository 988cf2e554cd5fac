"""Players as tabs where all draw at once."""

from __future__ import annotations

import msgspec


class SeatTab(msgspec.Struct, frozen=True):
    """A player as a tab: whether they are on the screen, and whether they are done."""

    seat: int
    name: str
    chosen: bool
    done: bool
