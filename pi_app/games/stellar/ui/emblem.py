"""The emblem of the game: what its table looks like in a few strokes."""

from __future__ import annotations

import math

from pi_app.ui import theme
from pi_app.ui.widgets.emblems import Emblem

Point = tuple[float, float]


def paint(pen: Emblem, radius: float) -> None:
    """Three cards in a fan, a telescope pointing past them."""
    for turn, kind in ((-26, "blue"), (26, "red"), (0, "yellow")):
        middle = pen.polar(radius * 0.42, turn - 90)
        _card(pen, middle, radius * 0.32, radius * 0.46, turn, kind)
    for start, end, width in ((-0.8, -0.25, 0.15), (-0.25, 0.3, 0.2), (0.3, 0.82, 0.26)):
        _tube(pen, start * radius, end * radius, width * radius, radius)


def _tube(pen: Emblem, start: float, end: float, width: float, radius: float) -> None:
    """A piece of the telescope, rising to the right below the cards."""
    rise, drop = math.tan(math.radians(14)), radius * 0.62
    corners = [(start, -width), (end, -width), (end, width), (start, width)]
    points = [pen.by(x, y / 1.2 + x * rise - drop) for x, y in corners]
    pen.fill(points, theme.RAISED)
    pen.stroke([*points, points[0]], theme.TEXT, 1.4)


def _card(pen: Emblem, middle: Point, half: float, tall: float, turn: float, kind: str) -> None:
    swing = math.radians(-turn)
    corners = [(-half, -tall), (half, -tall), (half, tall), (-half, tall)]
    points = [
        (
            middle[0] + x * math.cos(swing) - y * math.sin(swing),
            middle[1] + x * math.sin(swing) + y * math.cos(swing),
        )
        for x, y in corners
    ]
    pen.fill(points, theme.NIGHT)
    pen.stroke([*points, points[0]], theme.EDGE, 1.6)
    pen.star(middle, half * 0.45, kind)
