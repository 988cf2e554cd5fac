"""A question that lies over a screen until it is answered."""

from __future__ import annotations

import msgspec


class Pending(msgspec.Struct, frozen=True):
    """A question that waits for a second tap, with everything that its answer would change."""

    question: str
    consequences: tuple[str, ...]
    confirm: str
    cancel: str
    other: str = ""
    """A switch that changes what confirming does, while the question stays; the presenter's `switch` hears of it."""
    possible: bool = True
    loses: bool = False
    """Whether confirming takes something away or gives up a turn: that answer is never the one that invites."""
