"""The star disc in its window: which stars are fully visible, which lines meet, what crosses the axis.

Lines are straight segments between star centres. Lengths in disc millimetres; two things closer than `TOUCH_MM`
touch.
"""

from __future__ import annotations

import math
from enum import IntEnum
from functools import cached_property

from engines.layout import XY, Star, StarDiscLayout
from engines.star_explorer.model import ROUNDS, Line

TOUCH_MM = 0.01
Segment = tuple[XY, XY]


class Meeting(IntEnum):
    """How two lines lie to each other."""

    APART = 0
    """They have nothing in common, or just the star that both join."""
    CROSSING = 1
    """They cross, or touch at anything but a star that both join."""
    OVERLAP = 2
    """They share a stretch."""


def line_of(a: int, b: int) -> Line:
    """The line between two stars, smaller id first."""
    return (a, b) if a < b else (b, a)


def distance_to_segment(point: XY, segment: Segment) -> float:
    """The distance of a point from a segment."""
    (ax, ay), (bx, by) = segment
    dx, dy = bx - ax, by - ay
    length2 = dx * dx + dy * dy
    t = ((point[0] - ax) * dx + (point[1] - ay) * dy) / length2 if length2 else 0.0
    t = 0.0 if t < 0.0 else 1.0 if t > 1.0 else t
    return math.hypot(point[0] - ax - t * dx, point[1] - ay - t * dy)


def _side(point: XY, segment: Segment) -> float:
    (ax, ay), (bx, by) = segment
    return (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)


def _boxes_apart(s: Segment, t: Segment) -> bool:
    return (
        max(s[0][0], s[1][0]) < min(t[0][0], t[1][0]) - TOUCH_MM
        or max(t[0][0], t[1][0]) < min(s[0][0], s[1][0]) - TOUCH_MM
        or max(s[0][1], s[1][1]) < min(t[0][1], t[1][1]) - TOUCH_MM
        or max(t[0][1], t[1][1]) < min(s[0][1], s[1][1]) - TOUCH_MM
    )


def touching_points(s: Segment, t: Segment) -> list[XY]:
    """The end points of either segment that lie on the other, each place once."""
    found: list[XY] = []
    for point, other in ((s[0], t), (s[1], t), (t[0], s), (t[1], s)):
        near = distance_to_segment(point, other) <= TOUCH_MM
        if near and all(math.dist(point, seen) > TOUCH_MM for seen in found):
            found.append(point)
    return found


def crosses_properly(s: Segment, t: Segment) -> bool:
    """Whether the inner parts of two segments cut each other in one point."""
    return _side(t[0], s) * _side(t[1], s) < 0 and _side(s[0], t) * _side(s[1], t) < 0


def meeting_of(s: Segment, t: Segment, joined: bool) -> Meeting:
    """How two segments lie to each other; `joined`: they have an end in common."""
    if _boxes_apart(s, t):
        return Meeting.APART
    points = touching_points(s, t)
    if len(points) > 1:
        return Meeting.OVERLAP
    if len(points) == 1:
        return Meeting.APART if joined else Meeting.CROSSING
    return Meeting.CROSSING if crosses_properly(s, t) else Meeting.APART


def inside(point: XY, outline: tuple[XY, ...]) -> bool:
    """Whether a point lies inside a closed polygon (even-odd rule)."""
    x, y = point
    odd = False
    px, py = outline[-1]
    for qx, qy in outline:
        if (qy > y) != (py > y) and x < (px - qx) * (y - qy) / (py - qy) + qx:
            odd = not odd
        px, py = qx, qy
    return odd


class StarDisc:
    """One layout with everything that the rules ask of it, worked out once and kept."""

    def __init__(self, layout: StarDiscLayout) -> None:
        self.layout = layout
        self.stars: dict[int, Star] = {s.id: s for s in sorted(layout.stars, key=lambda s: s.id)}
        self.types: dict[int, str] = {s.id: s.type for s in self.stars.values()}
        self.bit: dict[int, int] = {star: 1 << i for i, star in enumerate(self.stars)}
        self.polaris: frozenset[int] = frozenset(s.id for s in layout.stars if math.hypot(s.x, s.y) <= s.radius)
        """Stars that cover the middle of the disc; a layout need not list Polaris."""
        self._visible: dict[int, frozenset[int]] = {}
        self._meetings: dict[tuple[Line, Line], Meeting] = {}
        self._over: dict[Line, tuple[int, ...]] = {}

    def segment(self, line: Line) -> Segment:
        """Both ends of a line in mm of the disc, as `line` names them."""
        a, b = self.stars[line[0]], self.stars[line[1]]
        return (a.x, a.y), (b.x, b.y)

    def mask(self, stars: frozenset[int] | tuple[int, ...]) -> int:
        """Different stars as bits."""
        bit = self.bit
        return sum([bit[star] for star in stars])

    # What shows -----------------------------------------------------------------------------------------------

    def visible(self, number: int) -> frozenset[int]:
        """The stars whose whole glyph lies in the window in that round (1 to 6); Polaris left out."""
        if number not in self._visible:
            turn = math.radians(self.layout.step_deg * (number - 1))
            self._visible[number] = frozenset(
                s.id for s in self.stars.values() if s.id not in self.polaris and self._fully_visible(s, turn)
            )
        return self._visible[number]

    @cached_property
    def _edges(self) -> list[tuple[Segment, float, float, float, float]]:
        """Each edge of the window, and the box it lies in: left, right, low, high."""
        outline = self.layout.window.outline
        edges = zip(outline, (*outline[1:], outline[0]), strict=True)
        return [((p, q), min(p[0], q[0]), max(p[0], q[0]), min(p[1], q[1]), max(p[1], q[1])) for p, q in edges]

    def _fully_visible(self, star: Star, turn: float) -> bool:
        cos, sin = math.cos(turn), math.sin(turn)
        cx, cy = self.layout.disc.centre
        x, y = place = (cx + star.x * cos - star.y * sin, cy + star.x * sin + star.y * cos)
        if not inside(place, self.layout.window.outline):
            return False
        radius, least = star.radius, star.radius - 1e-9
        near = (
            edge
            for edge, left, right, low, high in self._edges
            if left - radius < x < right + radius and low - radius < y < high + radius
        )
        return all(distance_to_segment(place, edge) >= least for edge in near)

    # How lines lie --------------------------------------------------------------------------------------------

    def meeting(self, one: Line, other: Line) -> Meeting:
        """How two different lines lie to each other; kept for the next time."""
        key = (one, other) if one < other else (other, one)
        found = self._meetings.get(key)
        if found is None:
            found = self._meetings[key] = self.meet(one, other)
        return found

    def meet(self, one: Line, other: Line) -> Meeting:
        """How two different lines lie to each other, worked out anew."""
        joined = one[0] in other or one[1] in other
        return meeting_of(self.segment(one), self.segment(other), joined)

    def passes_over(self, line: Line) -> tuple[int, ...]:
        """The stars, other than its own two, over whose glyph a line passes; ascending."""
        if line not in self._over:
            segment = self.segment(line)
            self._over[line] = tuple(
                s.id
                for s in self.stars.values()
                if s.id not in line and distance_to_segment((s.x, s.y), segment) < s.radius
            )
        return self._over[line]

    @cached_property
    def _polaris_radius(self) -> float:
        return max(s.radius for s in self.stars.values())

    def passes_over_polaris(self, line: Line) -> bool:
        """Whether a line passes over the middle of the disc, as near as the largest glyph reaches."""
        return distance_to_segment((0.0, 0.0), self.segment(line)) < self._polaris_radius

    @cached_property
    def _axis_side(self) -> dict[int, int]:
        angle = math.radians(self.layout.axis.angle_deg)
        cos, sin = math.cos(angle), math.sin(angle)
        away = {s.id: s.y * cos - s.x * sin for s in self.stars.values()}
        return {star: 0 if abs(d) <= TOUCH_MM else (1 if d > 0 else -1) for star, d in away.items()}

    def crosses_axis(self, line: Line, touch: bool = False) -> bool:
        """Whether a line crosses the white axis; with `touch`, also whether it ends or lies on it."""
        product = self._axis_side[line[0]] * self._axis_side[line[1]]
        return product < 0 or (touch and product == 0)

    @cached_property
    def rounds_in_view(self) -> dict[int, tuple[int, ...]]:
        """For each star, the rounds in which it is fully visible."""
        return {s: tuple(k for k in range(1, ROUNDS + 1) if s in self.visible(k)) for s in self.stars}
