"""The emblem of the game: what its table looks like in a few strokes."""

from __future__ import annotations

from pi_app.ui import theme
from pi_app.ui.widgets.emblems import Emblem


def paint(pen: Emblem, radius: float) -> None:
    """A ship with two rings on its way past a planet."""
    pen.ring(pen.by(0, 0), radius * 0.98, theme.EDGE, 1.0)
    pen.dot(pen.by(-radius * 0.45, -radius * 0.4), radius * 0.3, theme.RAISED)
    pen.dot(pen.by(-radius * 0.45, -radius * 0.4), radius * 0.2, theme.ASK)
    pen.stroke([pen.by(-radius * 0.86, -radius * 0.62), pen.by(-radius * 0.04, -radius * 0.18)], theme.TEXT, 2)
    hull = [pen.by(x * radius, y * radius) for x, y in ((0.72, 0.72), (0.5, 0.12), (0.02, -0.14), (0.2, 0.36))]
    pen.fill(hull, theme.RAISED)
    pen.stroke([*hull, hull[0]], theme.TEXT, 1.8)
    for share in (0.3, 0.52):
        pen.ring(pen.by(radius * (0.16 + share * 0.6), radius * (share * 0.8)), radius * 0.17, theme.GO, 2.4)
    for x, y, kind in ((-0.3, 0.62, "white"), (0.62, -0.5, "yellow"), (0.1, -0.72, "blue")):
        pen.star(pen.by(x * radius, y * radius), radius * 0.07, kind)
