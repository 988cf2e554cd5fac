"""Outlines as points, millimetres: arcs, rectangles, figures moved and scaled."""

from __future__ import annotations

import math
from collections.abc import Sequence

XY = tuple[float, float]


def polar(radius: float, degrees: float) -> XY:
    """A point around the origin; 0° is up, clockwise."""
    angle = math.radians(degrees)
    return radius * math.sin(angle), -radius * math.cos(angle)


def arc(radius: float, start: float, end: float, step: float = 1.0) -> list[XY]:
    """Points on a circle around the origin from one angle to another, degrees, 0° up, clockwise if end > start."""
    count = max(1, math.ceil(abs(end - start) / step))
    return [polar(radius, start + (end - start) * k / count) for k in range(count + 1)]


def moved(points: Sequence[XY], by: XY, scale: float = 1.0) -> list[XY]:
    """Points scaled, then shifted."""
    return [(by[0] + scale * x, by[1] + scale * y) for x, y in points]


def rectangle(x: float, y: float, width: float, height: float) -> list[XY]:
    """The corners of an upright rectangle."""
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def rounded(x: float, y: float, width: float, height: float, radius: float) -> list[XY]:
    """The outline of a rectangle with round corners."""
    centres = [
        (x + width - radius, y + radius, 0.0),
        (x + width - radius, y + height - radius, 90.0),
        (x + radius, y + height - radius, 180.0),
        (x + radius, y + radius, 270.0),
    ]
    return [point for cx, cy, a in centres for point in moved(arc(radius, a, a + 90, 10), (cx, cy))]
