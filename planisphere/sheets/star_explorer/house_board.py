"""The measures of the house board and its window, in board millimetres (x right, y down)."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Final

from engines.layout import XY, Board, Disc, Markers, Window

BOARD: Final = Board(width=198.0, height=254.0)
"""Fits a sheet of A4 and of Letter with at least 6 mm of margin."""
DISC: Final = Disc(centre=(99.0, 93.5), radius=92.0, depth=1.7)
"""The rim ends 1.5 mm below the board's top edge; frame of 1.5 mm card with its sheet, 0.1 mm of play."""
WINDOW_RADIUS: Final = 73.8
HORIZON: Final = 29.5
"""How far below Polaris the horizon lies, on average. With these hills no star of any round is a close call."""
CORNER: Final = 12.0
"""How round the corners are where sky and horizon meet."""
NOTCH_RADIUS: Final = 79.0
"""The frame is open above this circle around Polaris, so that one round's numeral and circles show."""
NOTCH_HALF: Final = 23.5
"""Half the opening angle of the notch, degrees."""
NUMERAL_AT: Final = -16.5
"""Where the round's numeral and the arrow are, degrees clockwise from the top."""
CIRCLES_AT: Final[tuple[float, ...]] = (-5.0, 6.0, 17.0)
"""Where the circles are for the points of the current type, the previous type and the lines."""
THUMB_RADIUS: Final = 17.0
"""The half-moon cut from the top edge of the base, to take hold of the disc."""
PLAY: Final = 0.5
"""Air around the disc in its pocket."""
MARKER_MM: Final = 22.0
MARKER_INSET: Final = 3.5


def horizon(x: float) -> float:
    """Millimetres below Polaris of the hills' edge, `x` millimetres right of Polaris."""
    return HORIZON + 3.6 * math.sin((x - 66.3) / 16.9) - 4.4 * math.cos((x - 35.0) / 33.2)


def window_outline() -> tuple[XY, ...]:
    """The sky over the horizon: a circle around Polaris, cut by hills, with rounded corners; clockwise."""
    edge = _rounded(_sky())
    cx, cy = DISC.centre
    return tuple((round(cx + x, 2), round(cy + y, 2)) for x, y in edge)


def _sky() -> list[XY]:
    """The unrounded outline around Polaris, dense; starts in the left corner and runs clockwise."""
    left, right = _corner(-1), _corner(1)
    start, end = math.atan2(left[1], left[0]) % math.tau, math.atan2(right[1], right[0]) % math.tau + math.tau
    steps = 400
    turns = [start + (end - start) * k / steps for k in range(steps + 1)]
    arc = [(WINDOW_RADIUS * math.cos(t), WINDOW_RADIUS * math.sin(t)) for t in turns]
    ground = [right[0] + (left[0] - right[0]) * k / 200 for k in range(1, 200)]
    return arc + [(x, horizon(x)) for x in ground]


def _corner(side: int) -> XY:
    """Where the horizon meets the circle, left (-1) or right (1); bisection."""
    low, high = 0.0, WINDOW_RADIUS
    for _ in range(60):
        middle = (low + high) / 2
        if math.hypot(middle, horizon(side * middle)) < WINDOW_RADIUS:
            low = middle
        else:
            high = middle
    return side * low, horizon(side * low)


def _rounded(edge: list[XY]) -> list[XY]:
    """The outline with each corner replaced by a curve that starts and ends `CORNER` away from it."""
    corners = (_corner(-1), _corner(1))
    kept = [p for p in edge if all(math.dist(p, c) >= CORNER for c in corners)]
    rounded: list[XY] = []
    for p, q in pairwise([*kept, kept[0]]):
        rounded.append(p)
        if math.dist(p, q) > CORNER:
            corner = min(corners, key=lambda c: math.dist(c, p))
            rounded += [_bend(p, corner, q, k / 12) for k in range(1, 12)]
    return _thinned(rounded)


def _bend(a: XY, b: XY, c: XY, t: float) -> XY:
    """A point of the quadratic curve from `a` to `c` drawn towards `b`."""
    u, v, w = (1 - t) ** 2, 2 * t * (1 - t), t * t
    return u * a[0] + v * b[0] + w * c[0], u * a[1] + v * b[1] + w * c[1]


def _thinned(points: list[XY], least: float = 1.6) -> list[XY]:
    """Points at least so many millimetres apart."""
    kept = [points[0]]
    for point in points[1:]:
        if math.dist(point, kept[-1]) >= least and math.dist(point, kept[0]) >= least:
            kept.append(point)
    return kept


WINDOW: Final = Window(outline=window_outline())
THREE_POINT_STARS: Final[tuple[XY, ...]] = tuple((39.0 + 20.0 * k, 203.0) for k in range(7))
TOTALS: Final[tuple[XY, ...]] = tuple((42.0 + 18.5 * k, 229.0) for k in range(6))
"""The fields for the points of the six rounds."""
TOTAL: Final[XY] = (156.0, 229.0)
"""The field for their sum."""
MARKERS: Final = Markers(
    dictionary="DICT_4X4_50",
    size=MARKER_MM,
    at={
        "0": (MARKER_INSET, MARKER_INSET),
        "1": (BOARD.width - MARKER_INSET - MARKER_MM, MARKER_INSET),
        "2": (BOARD.width - MARKER_INSET - MARKER_MM, BOARD.height - MARKER_INSET - MARKER_MM),
        "3": (MARKER_INSET, BOARD.height - MARKER_INSET - MARKER_MM),
    },
)
