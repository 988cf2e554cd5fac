"""The emblem of the game: what its table looks like in a few strokes."""

from __future__ import annotations

from typing import Final

from pi_app.ui import theme
from pi_app.ui.widgets.emblems import Emblem

Point = tuple[float, float]
_FIGURE: Final = ((1, 1), (2, 2), (3, 1), (3, 2), (2, 3))
_STROKES: Final = ((0, 1), (1, 2), (1, 3), (3, 4))


def paint(pen: Emblem, radius: float) -> None:
    """An upright slate with points, a drawn group, a shooting star."""
    step = radius * 0.34
    pen.sheet(0, 0, radius * 1.56, radius * 1.96, theme.SURFACE)

    def at(column: float, row: float) -> Point:
        return pen.by((column - 2) * step, (2.5 - row) * step)

    for a, b in _STROKES:
        pen.stroke([at(*_FIGURE[a]), at(*_FIGURE[b])], theme.GO, 2.4)
    pen.stroke([at(0, 5), at(2, 3.9)], theme.ASK, 2.0)
    for column in range(5):
        for row in range(6):
            pen.dot(at(column, row), radius * 0.045, theme.TEXT)
    pen.star(at(0, 5), radius * 0.13, "yellow")
