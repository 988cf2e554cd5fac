"""The paper sheet of one player: where its places, its circles and its corner markers are, in millimetres.

A number is told by filling its circle in the next place of a trail.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from comets.model import PLACES, TRAILS
from engines.layout import Board, Markers

SIDE = 120.0
MARKERS = Markers("DICT_4X4_50", 14.0, {"20": (3.0, 3.0), "21": (103.0, 3.0), "22": (103.0, 103.0), "23": (3.0, 103.0)})
RADIUS = 3.2
_FIRST, _CELL = 20.0, 28.0


def circle(trail: int, place: int, number: int) -> tuple[float, float]:
    """The middle of a number's circle."""
    across, down = (number - 1) % 3, (number - 1) // 3
    return _FIRST + place * _CELL + 5 + across * 8.5, _FIRST + trail * _CELL + 8 + down * 10


def circles(numbers: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
    """Every circle as trail, place, number."""
    return ((trail, place, n) for trail in range(TRAILS) for place in range(PLACES) for n in numbers)


def layout(numbers: tuple[int, ...]) -> dict[str, Any]:
    """What the camera is told of the sheet."""
    return {"kind": "comets", "board": Board(SIDE, SIDE), "markers": MARKERS, "numbers": numbers}
