"""What a finger may choose on a drawn board: stars, points, lines, corners of a map, each with an id of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple, Protocol

Point = tuple[float, float]
ALONG: Final = (0.5, 0.4, 0.6, 0.3, 0.7)
"""Where a line may be touched: shares of the way from its one end to the other."""


class Spot(NamedTuple):
    """Something on a board that takes touches."""

    id: str
    role: str
    """What it is: `star`, `point`, `line`, `place`, `card`."""
    at: Point
    """Its middle, in the board's own coordinates."""


class Spotted(Protocol):
    """A board that knows what a finger on it means."""

    def spots(self) -> Iterator[Spot]:
        """Everything that may be chosen now, each once; none where the board is only looked at."""

    def spot_at(self, pos: Point) -> str | None:
        """The id of what a tap there would choose; None: nothing."""


def is_board(widget: Any) -> bool:
    """Whether a widget is `Spotted`; looking for the methods by name is quick."""
    return hasattr(widget, "spot_at")


def along(a: Point, b: Point) -> Iterator[Point]:
    """Places on a line to touch it at, the middle first."""
    for share in ALONG:
        yield a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def choosable(board: Spotted, name: str | None = None) -> Iterator[Spot]:
    """The spots that a touch in their middle really chooses; of several places of one spot the first that does.

    `name`: the id of the only one that is looked for; None: all.
    """
    found = set[str]()
    for spot in board.spots():
        if spot.id not in found and name in (None, spot.id) and board.spot_at(spot.at) == spot.id:
            found.add(spot.id)
            yield spot
