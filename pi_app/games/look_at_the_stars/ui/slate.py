"""The slate of Look at the Stars: drawn from a `SlateScene`, touched star by star."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Final

from kivy.graphics import (
    Color,
    Ellipse,
    Line,
    Rectangle,
    RoundedRectangle,
)
from kivy.metrics import dp
from msgspec.structs import astuple

from pi_app.games.look_at_the_stars.scene import (
    Badge,
    BadgeTone,
    Join,
    SceneObject,
    SceneStar,
    SlateScene,
    TapLine,
    TapPoint,
    TapThing,
    Tone,
    place,
)
from pi_app.games.look_at_the_stars.ui.cards import SUN_EDGE, object_instructions, stars_mesh
from pi_app.games.look_at_the_stars.words import power_words
from pi_app.steps.view import Command
from pi_app.ui import theme
from pi_app.ui.drawn import text_texture
from pi_app.ui.theme import Colour
from pi_app.ui.widgets.drawn_board import SUPERSAMPLING, DrawnBoard, StageBoard, from_segment
from pi_app.ui.widgets.rounded import filled
from pi_app.ui.widgets.spots import Point, Spot, along

DRAG: Final = 0.35
"""A finger that moved by so much of the lattice's pitch draws a line; else it taps."""
NEAR_POINT, NEAR_LINE, NEAR_THING, NEAR_ANY = 0.42, 0.3, 0.6, 0.75
"""Distances in pitches, within which a tap means a point, a line, something that a power drew; a point if none."""
ON_POINT = 0.25
"""A tap within so many pitches of a point means it alone: a line that ends there is never farther away than its end."""
BESIDE_LINE_DP: Final = 4
"""Between the middle of a short line and the badge beside it."""
_TONES: Final[dict[Tone, tuple[Colour, float]]] = {
    "ghost": (theme.BOARD.FAINT, 1.4),
    "earlier": (theme.rgb("DCE4FF"), 2.0),
    "now": (theme.BOARD.TEXT, 3.0),
    "paid": (theme.BOARD.GO, 3.2),
    "wrong": (theme.BOARD.WRONG, 2.8),
    "doubt": (theme.BOARD.ASK, 2.8),
    "gone": (theme.BOARD.WRONG, 2.4),
}
_BADGES: Final[dict[BadgeTone, tuple[Colour, Colour]]] = {
    "small": (theme.BOARD.RAISED, theme.BOARD.MUTED),
    "counts": (theme.BOARD.GO, theme.BOARD.INK),
    "full": (theme.BOARD.ASK, theme.BOARD.INK),
    "large": (theme.BOARD.WRONG, theme.BOARD.INK),
}
_SKY: Final = theme.rgb("0A1130")
_RIM: Final = theme.rgb("3A4A86")
_CREATURE: Final = theme.rgb("2B3A78")
_CREATURE_EDGE: Final = theme.rgb("5468B4")
_PERSON: Final = theme.rgb("3B3357")
_PERSON_EDGE: Final = theme.rgb("7E6FA8")
_PLANET: Final = theme.rgb("E8A55E")
_PRINTED: Final = theme.rgb("E9C46A")
_STAR: Final = theme.rgb("AEBBE8")
_SUN: Final = theme.rgb("5A3B2C")


_ARCH: Final = tuple(
    (4.5 - 5.1 * math.cos(math.radians(k * 5)), 6.3 + 4.45 * math.sin(math.radians(k * 5))) for k in range(37)
)
"""The arch over the lattice, from left to right."""


class SlateView(DrawnBoard):
    """A slate that tells which point, line or object a finger meant.

    A drag joins two points, as a tap on a possible line does.
    """

    scene: SlateScene | None

    def __init__(self, **kwargs: Any) -> None:
        self._from: str | None = None
        self._to: str | None = None
        self._touch: Any = None
        """The finger that draws; others are ignored until it is lifted or let go."""
        super().__init__(**kwargs)

    # Places ----------------------------------------------------------------------------------------------------

    @property
    def aspect(self) -> float:
        """Width over height of the slate, or of the piece of it."""
        assert self.scene is not None
        return self.scene.view[2] / self.scene.view[3]

    @property
    def pitch(self) -> float:
        """Pixels from one point of the lattice to the next."""
        if self.scene is None:
            return 1.0
        _left, _bottom, wide, high = self.scene.view
        return float(min(self.width / wide, self.height / high))

    def at(self, x: float, y: float) -> Point:
        """Window coordinates of a place of the lattice."""
        assert self.scene is not None
        (left, bottom, wide, high), pitch = self.scene.view, self.pitch
        return self.center_x + (x - left - wide / 2) * pitch, self.center_y + (y - bottom - high / 2) * pitch

    def point_place(self, point: str) -> Point:
        """Window coordinates of a point."""
        return self.at(*place(point))

    def _lattice(self, pos: Point) -> Point:
        (x, y), pitch = self.at(0, 0), self.pitch
        return (pos[0] - x) / pitch, (pos[1] - y) / pitch

    # Touch -----------------------------------------------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        """Remember the point under the finger."""
        if not self.touchable or self.scene is None or not self.collide_point(*touch.pos):
            return False
        if self._touch is not None and self._touch.grab_list:
            return True
        touch.grab(self)
        self._touch = touch
        self._from, self._to = self._point_near(touch.pos, NEAR_ANY), None
        self.loupe.press(touch)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """Show the line that would be drawn if the finger were lifted now."""
        if touch.grab_current is not self:
            return False
        to = None if self.loupe.follow() else self._aimed(touch)
        if to != self._to:
            self._to = to
            self.draw_anew()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Tell what was meant: two points, one point, a line, or an object."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        looked = self.loupe.is_open
        self.loupe.lift()
        first, to = self._from, None if looked else self._aimed(touch)
        self._touch = self._from = self._to = None
        if first is not None and to is not None:
            self.dispatch("on_command", Join(first, to))
        elif (looked or not self._moved(touch)) and (meant := self._meant(touch.pos)) is not None:
            self.dispatch("on_command", meant)
        self.draw_anew()
        return True

    def _moved(self, touch: Any) -> bool:
        return math.dist(touch.pos, touch.opos) > DRAG * self.pitch

    def _meant(self, pos: Point) -> Command | None:
        """What a tap means: the thing nearest to it, points and possible lines first."""
        assert self.scene is not None
        at = self._lattice(pos)
        found: list[tuple[float, Command]] = []
        to_point, point = self._nearest(at)
        if to_point <= NEAR_POINT:
            found.append((max(0.0, to_point - ON_POINT), TapPoint(point)))
        if (ghost := _line_near(at, self.scene.ghosts)) is not None:
            found.append((ghost[0], Join(*ghost[1])))
        if (line := _line_near(at, [x.line for x in self.scene.lines if x.tone != "gone"])) is not None:
            found.append((line[0], TapLine(*line[1])))
        for star in self.scene.stars:
            away = from_segment(at, place(star.head), place(star.tail))
            if away < NEAR_LINE:
                found.append((away, TapLine(star.head, star.tail)))
        for thing in self.scene.objects:
            away = math.dist(at, place(thing.at))
            if away < NEAR_THING and thing.at not in self.scene.live:
                found.append((away, TapThing(thing.kind, thing.at)))
        if found:
            return min(found, key=lambda pair: pair[0])[1]
        return TapPoint(point) if to_point <= NEAR_ANY else None

    def spots(self) -> Iterator[Spot]:
        """The points, lines and objects that a finger may choose."""
        if not self.touchable or self.scene is None:
            return
        for point in self.scene.live:
            yield Spot(f"point.{point}", "point", self.point_place(point))
        lines = [*self.scene.ghosts, *(x.line for x in self.scene.lines), *((s.head, s.tail) for s in self.scene.stars)]
        for a, b in lines:
            for at in along(self.point_place(a), self.point_place(b)):
                yield Spot(f"line.{a}.{b}", "line", at)
        for thing in self.scene.objects:
            yield Spot(f"thing.{thing.kind}.{thing.at}", "thing", self.point_place(thing.at))

    def spot_at(self, pos: Point) -> str | None:
        """The point, line or object that a tap there means."""
        meant = None if self.scene is None else self._meant(pos)
        if meant is None:
            return None
        kind = "point" if isinstance(meant, TapPoint) else "thing" if isinstance(meant, TapThing) else "line"
        return ".".join((kind, *astuple(meant)))

    def spot_words(self, spot: str) -> str:
        """A point by its column and row, a line by its ends, what a power drew by its name."""
        kind, *what = spot.split(".")
        return power_words(what[0]) if kind == "thing" else "–".join(what)

    def _nearest(self, at: Point) -> tuple[float, str]:
        """How far the live point nearest to a place of the lattice is, in pitches, and its name."""
        assert self.scene is not None
        return min(((math.dist(at, place(point)), point) for point in self.scene.live), default=(math.inf, ""))

    def _point_near(self, pos: Point, reach: float) -> str | None:
        """The live point nearest to a place of the window, within `reach` pitches."""
        away, point = self._nearest(self._lattice(pos))
        return point if away <= reach else None

    def _aimed(self, touch: Any) -> str | None:
        """The point that a finger drawn from the first one aims at: in one of eight directions, or diagonally."""
        if self._from is None or self.scene is None or not self._moved(touch):
            return None
        (x, y), (px, py) = place(self._from), self._lattice(touch.pos)
        dx, dy = px - x, py - y
        long = math.hypot(dx, dy)
        if long < DRAG:
            return None
        step = 90 if self.scene.diagonal else 45
        turn = round((math.degrees(math.atan2(dy, dx)) - (45 if self.scene.diagonal else 0)) / step) * step
        angle = math.radians(turn + (45 if self.scene.diagonal else 0))
        ux, uy = round(math.cos(angle)), round(math.sin(angle))
        far = max(1, min(self.scene.reach, round(long / math.hypot(ux, uy))))
        for count in range(far, 0, -1):
            name = f"{chr(65 + x + ux * count)}{y + uy * count}"
            if name in self.scene.live or name in self.scene.sky.stars:
                return name
        return None

    # Drawing ---------------------------------------------------------------------------------------------------

    def printed(self) -> tuple[Any, ...]:
        """The slate, and what of it is seen."""
        assert self.scene is not None
        return self.scene.sky, self.scene.view

    def paint(self) -> None:
        """The printed slate."""
        _Printer(self).paint()

    def draw_over(self) -> None:
        """What is drawn on it, and rings and sizes of what is chosen or spoken of."""
        scene = self.scene
        assert scene is not None
        for line in scene.ghosts:
            self._line(*line, "ghost")
        for shown in sorted(scene.lines, key=lambda shown: list(_TONES).index(shown.tone)):
            self._line(shown.a, shown.b, shown.tone)
        for star in scene.stars:
            self._shooting_star(star)
        for spot in scene.spots:
            self._ring(spot, 0.3, theme.BOARD.GO, 1.2)
        for thing in scene.objects:
            self._thing(thing)
        for point in scene.ringed:
            self._ring(point, 0.36, theme.BOARD.GO, 2.2)
        for point in scene.wrong:
            self._ring(point, 0.36, theme.BOARD.WRONG, 2.2)
        if scene.chosen is not None:
            self._ring(scene.chosen, 0.34, theme.BOARD.GO, 2.6)
        if self._from is not None and self._to is not None:
            self.stroke(self.point_place(self._from), self.point_place(self._to), theme.BOARD.GO, 2.0)
            self._ring(self._to, 0.34, theme.BOARD.GO, 2.0)
        for badge in scene.badges:
            self._badge(badge)

    def _line(self, a: str, b: str, tone: Tone) -> None:
        start, end = self.point_place(a), self.point_place(b)
        colour, width = _TONES[tone]
        if self.scene is not None and self.scene.photo is not None:
            colour, width = (theme.BOARD.GO, 1.3) if tone in ("now", "paid", "earlier") else (colour, 1.4)
        if tone in ("ghost", "doubt", "gone"):
            self.dashed(start, end, colour, width, dp(3 if tone == "ghost" else 6))
        else:
            self.stroke(start, end, theme.BOARD.INK, width + 1.4)
            self.stroke(start, end, colour, width)
            for x, y in (start, end):
                self._dot(x, y, dp(width + 1.2), colour)
        if tone == "wrong":
            self.cross(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))

    def _shooting_star(self, star: SceneStar) -> None:
        head, tail = self.point_place(star.head), self.point_place(star.tail)
        colour, width = _TONES[star.tone]
        if star.tone in ("doubt", "gone"):
            self.dashed(tail, head, colour, width, dp(6))
        else:
            for part, share in ((1.0, 0.8), (0.72, 1.6), (0.42, 2.6)):
                start = (head[0] + (tail[0] - head[0]) * part, head[1] + (tail[1] - head[1]) * part)
                self.stroke(start, head, colour, share)
        self.add(Color(*colour), stars_mesh(5, [(*head, self.pitch * 0.26)]))

    def _thing(self, thing: SceneObject) -> None:
        x, y = self.point_place(thing.at)
        if thing.kind == "galaxy":
            x += self.pitch / 2
        colour = theme.BOARD.TEXT if thing.tone == "earlier" else _TONES[thing.tone][0]
        self.add(*object_instructions(thing.kind, x, y, self.pitch * 0.36, colour))
        if thing.tone == "gone":
            self.cross((x, y))

    def _badge(self, badge: Badge) -> None:
        ground, ink = _BADGES[badge.tone]
        radius = dp(8)
        x, y = (
            middle + way * (radius + dp(BESIDE_LINE_DP))
            for middle, way in zip(self.at(*badge.at), badge.aside, strict=True)
        )
        self._dot(x, y, radius + dp(1.2), theme.BOARD.INK)
        self._dot(x, y, radius, ground)
        texture = text_texture(str(badge.size), dp(11))
        corner = (x - texture.width / 2, y - texture.height / 2)
        self.add(Color(*ink), Rectangle(pos=corner, size=texture.size, texture=texture))

    def _dot(self, x: float, y: float, radius: float, colour: Colour) -> None:
        self.add(Color(*colour), Ellipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius), segments=24))

    def _ring(self, point: str, radius: float, colour: Colour, width: float) -> None:
        self.ring(self.point_place(point), radius * self.pitch, colour, width)


class SlateBox(StageBoard, SlateView):
    """The slate as the stage of a step."""


class _Printer:
    """Paints the printed slate into a frame buffer."""

    def __init__(self, view: SlateView) -> None:
        assert view.scene is not None
        self.view, self.scene, self.sky = view, view.scene, view.scene.sky
        self.pitch = view.pitch * SUPERSAMPLING

    def at(self, x: float, y: float) -> Point:
        return self.view.in_picture(self.view.at(x, y))

    def paint(self) -> None:
        self._ground()
        self._sun()
        self._photo()
        if self.scene.photo is None:
            self._zone(self.sky.creatures, _CREATURE, _CREATURE_EDGE)
            self._zone(self.sky.persons, _PERSON, _PERSON_EDGE)
            self._stars()
            self._planets()
        self._printed_lines()

    def _ground(self) -> None:
        """The sky under its arch, or a piece of it."""
        if not self.sky.arch:
            left, bottom, wide, high = self.scene.view
            (x, y), (right, top) = self.at(left, bottom), self.at(left + wide, bottom + high)
            box = (x, y, right - x, top - y)
            Color(*_SKY)
            RoundedRectangle(pos=box[:2], size=box[2:], radius=[dp(10) * SUPERSAMPLING])
            Color(*_RIM)
            Line(rounded_rectangle=(*box, dp(10) * SUPERSAMPLING), width=1.0 * SUPERSAMPLING)
            return
        outline = [self.at(x, y) for x, y in ((-0.6, -0.6), *_ARCH, (9.6, -0.6), (-0.6, -0.6))]
        Color(*_SKY)
        filled([self.at(4.5, 3.0), *outline])
        Color(*_RIM)
        Line(points=[c for point in outline for c in point], width=1.0 * SUPERSAMPLING)

    def _sun(self) -> None:
        """The rows that the sun has closed."""
        if not self.sky.sun:
            return
        left, bottom = self.at(-0.6, -0.6)
        right, top = self.at(9.6, self.sky.sun - 0.5)
        Color(*_SUN)
        Rectangle(pos=(left, bottom), size=(right - left, top - bottom))
        Color(*SUN_EDGE)
        Line(points=[left, top, right, top], width=1.2 * SUPERSAMPLING)

    def _photo(self) -> None:
        if self.scene.photo is None or self.scene.photo_at is None or self.view.photos is None:
            return
        left, bottom, wide, high = self.scene.photo_at
        self.view.paint_photo(self.at(left, bottom), (wide * self.pitch, high * self.pitch))

    def _zone(self, points: tuple[str, ...], fill: Colour, rim: Colour) -> None:
        """Points without a star as one rounded patch: an edge first, then the fill over it."""
        places = {place(point) for point in points}
        for colour, grown in ((rim, 0.04), (fill, 0.0)):
            Color(*colour)
            for x, y in places:
                r = (0.4 + grown) * self.pitch
                cx, cy = self.at(x, y)
                Ellipse(pos=(cx - r, cy - r), size=(2 * r, 2 * r), segments=32)
                if {(x + 1, y), (x, y + 1), (x + 1, y + 1)} <= places:
                    Rectangle(pos=(cx, cy), size=(self.pitch, self.pitch))
                for dx, dy in ((1, 0), (0, 1)):
                    if (x + dx, y + dy) in places:
                        px, py = self.at(x + dx, y + dy)
                        low = (cx - r * dy, cy - r * dx)
                        Rectangle(pos=low, size=(px - cx + 2 * r * dy, py - cy + 2 * r * dx))

    def _stars(self) -> None:
        Color(*_STAR)
        stars_mesh(4, ((*self.at(*place(point)), self.pitch * 0.15) for point in self.sky.stars))

    def _planets(self) -> None:
        for point in self.sky.planets:
            cx, cy = self.at(*place(point))
            r = self.pitch * 0.24
            Color(*_PLANET)
            Ellipse(pos=(cx - r, cy - r), size=(2 * r, 2 * r), segments=40)
            Line(ellipse=(cx - r * 1.7, cy - r * 0.5, 3.4 * r, r), width=0.9 * SUPERSAMPLING)

    def _printed_lines(self) -> None:
        """Two thin strokes side by side: printed, not drawn."""
        Color(*_PRINTED)
        for a, b in self.sky.printed_lines:
            (ax, ay), (bx, by) = self.at(*place(a)), self.at(*place(b))
            long = math.hypot(bx - ax, by - ay)
            nx, ny = (ay - by) / long * self.pitch * 0.07, (bx - ax) / long * self.pitch * 0.07
            for side in (-1, 1):
                points = [ax + side * nx, ay + side * ny, bx + side * nx, by + side * ny]
                Line(points=points, width=0.8 * SUPERSAMPLING)


def _line_near(at: Point, lines: Any) -> tuple[float, tuple[str, str]] | None:
    """The line nearest to a place of the lattice, where it is near enough, and how far it is, in pitches."""
    near = min(((from_segment(at, place(a), place(b)), (a, b)) for a, b in lines), default=(math.inf, ("", "")))
    return near if near[0] <= NEAR_LINE else None
