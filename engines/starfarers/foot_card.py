"""The card before which a mother ship stands while a camera looks at its balls: where its parts are, in millimetres."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from engines.layout import XY, Board, Markers
from engines.starfarers.pack import Ball

CARD: Final = Board(100.0, 110.0)
_PLACES: Final = {"40": (3.0, 3.0), "41": (81.0, 3.0), "42": (81.0, 91.0), "43": (3.0, 91.0)}
MARKERS: Final = Markers("DICT_4X4_50", 16.0, _PLACES)
STAND: Final[XY] = (50.0, 107.0)
"""Where the middle of the tube's lower end shows: a ship stands on the table that the card stands on."""
AROUND: Final = 10.0
"""The most by which it may show beside that place (mm): the ship stands before the card, seen a little aslant."""
WHITE: Final = (85.0, 30.0, 11.0, 50.0)
"""An area of bare paper beside every ship, which tells the colour of the light: left, top, width, height."""
BALL: Final = 12.0
"""A ball's diameter, unless the table's settings say another."""
_ROOM: Final = (1.1, 2.4)
"""How wide the tube is, and how much of it shows, in balls."""


def tube_of(ball: float = BALL) -> tuple[float, float, float, float]:
    """The part of the tube in which balls of that diameter show: left, top, width, height."""
    width, height = ball * _ROOM[0], ball * _ROOM[1]
    return STAND[0] - width / 2, STAND[1] - height, width, height


def balls_layout(balls: Sequence[Ball], ball: float = BALL) -> dict[str, Any]:
    """The layout of kind `balls` for a ship with these balls of that diameter."""
    return {
        "kind": "balls",
        "tube": _corners(tube_of(ball)),
        "white": _corners(WHITE),
        "ball": ball,
        "around": AROUND,
        "balls": dict(Counter(balls)),
        "board": CARD,
        "markers": MARKERS,
    }


def _corners(box: tuple[float, float, float, float]) -> list[XY]:
    left, top, width, height = box
    return [(left, top), (left + width, top), (left + width, top + height), (left, top + height)]
