"""The star disc: drawn from a `DiscScene`, touched star by star."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from kivy.graphics import Color, Ellipse, Line
from kivy.graphics.tesselator import TYPE_POLYGONS, WINDING_ODD, Tesselator
from kivy.metrics import dp

from engines.layout import XY
from pi_app.games.star_explorer.scene import Box, DiscScene, Join, Sky, TapLine, TapStar, Tone
from pi_app.i18n import _
from pi_app.presenters.startypes import POLARIS_LOOK, STAR_LOOKS, type_name
from pi_app.ui import theme
from pi_app.ui.theme import Colour
from pi_app.ui.widgets.drawn_board import SUPERSAMPLING, DrawnBoard, StageBoard, from_segment
from pi_app.ui.widgets.rounded import filled, stars
from pi_app.ui.widgets.spots import Point, Spot, along

_TONES: dict[Tone, tuple[Colour, float]] = {
    "earlier": (theme.rgb("93A1CF"), 1.3),
    "now": (theme.BOARD.TEXT, 2.4),
    "paid": (theme.BOARD.GO, 3.2),
    "wrong": (theme.BOARD.WRONG, 2.8),
    "doubt": (theme.BOARD.ASK, 2.8),
    "gone": (theme.BOARD.WRONG, 2.6),
}
_SPACE = theme.rgb("0A1130")
_FRAME = theme.rgb("232D52")
_RIM = theme.rgb("101A44")


class DiscView(DrawnBoard):
    """A star disc that tells which star or line a finger meant; a drag from star to star joins them."""

    scene: DiscScene | None

    def __init__(self, **kwargs: Any) -> None:
        self._down: int | None = None
        super().__init__(**kwargs)

    # Places ----------------------------------------------------------------------------------------------------

    @property
    def aspect(self) -> float:
        """Width over height of the window, or of the bare disc."""
        assert self.scene is not None
        return self.scene.sky.view[2] / self.scene.sky.view[3]

    def _scale(self, sky: Sky) -> float:
        return float(min(self.width / sky.view[2], self.height / sky.view[3]))

    def place(self, x: float, y: float) -> Point:
        """Window coordinates of a point in board millimetres."""
        assert self.scene is not None
        left, top, wide, high = self.scene.sky.view
        scale = self._scale(self.scene.sky)
        return (
            self.center_x + (x - left - wide / 2) * scale,
            self.center_y - (y - top - high / 2) * scale,
        )

    def star_place(self, star: int) -> Point:
        """Window coordinates of a star."""
        assert self.scene is not None
        found = next(s for s in self.scene.sky.stars if s.id == star)
        return self.place(found.x, found.y)

    # Touch -----------------------------------------------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        """Remember the star under the finger."""
        if not self.touchable or self.scene is None or not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self._down = self._star_at(touch.pos)
        self.loupe.press(touch)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """The loupe follows the finger."""
        if touch.grab_current is not self:
            return False
        self.loupe.follow()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Tell what was tapped: a star, two stars, or a line."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        last = self._star_at(touch.pos)
        first = last if self.loupe.is_open else self._down
        self.loupe.lift()
        self._down = None
        if first is not None and last is not None:
            self.dispatch("on_command", TapStar(last) if first == last else Join(first, last))
        elif first is None and last is None and (line := self._edge_at(touch.pos)) is not None:
            self.dispatch("on_command", TapLine(*line))
        return True

    def spots(self) -> Iterator[Spot]:
        """The stars and lines that a finger may choose."""
        if not self.touchable or self.scene is None:
            return
        if not self.scene.fixed:
            for star in self.scene.sky.stars:
                if star.live:
                    yield Spot(f"star.{star.id}", "star", self.place(star.x, star.y))
        for line in self.scene.lines:
            for at in along(self.star_place(line.a), self.star_place(line.b)):
                yield Spot(f"line.{line.a}.{line.b}", "line", at)

    def spot_at(self, pos: Point) -> str | None:
        """The star, else the line, that a tap there means."""
        star = self._star_at(pos)
        if star is not None:
            return f"star.{star}"
        line = self._edge_at(pos)
        return None if line is None else f"line.{line[0]}.{line[1]}"

    def spot_words(self, spot: str) -> str:
        """The type of a star; what else there is are lines."""
        assert self.scene is not None
        kind, _dot, number = spot.partition(".")
        if kind == "line":
            return _("Line")
        return type_name(next(star.type for star in self.scene.sky.stars if star.id == int(number))).capitalize()

    def _star_at(self, pos: Point) -> int | None:
        assert self.scene is not None
        sky = self.scene.sky
        if self.scene.fixed:
            return None
        scale, (left, bottom) = self._scale(sky), self.place(0, 0)
        reach = max(dp(14), min(dp(26), star_spacing(sky) * 0.42 * scale))
        at = (pos[0] - left) / scale, (bottom - pos[1]) / scale
        away, star = min(((math.dist(at, (s.x, s.y)), s.id) for s in sky.stars if s.live), default=(math.inf, -1))
        return star if away * scale <= reach else None

    def _edge_at(self, pos: Point) -> tuple[int, int] | None:
        assert self.scene is not None
        at = {star.id: self.place(star.x, star.y) for star in self.scene.sky.stars}
        near = [(from_segment(pos, at[line.a], at[line.b]), (line.a, line.b)) for line in self.scene.lines]
        best = min(near, default=(math.inf, (-1, -1)))
        return best[1] if best[0] <= dp(18) else None

    # Drawing ---------------------------------------------------------------------------------------------------

    def printed(self) -> tuple[Any, ...]:
        """The sky and the lines of earlier rounds."""
        assert self.scene is not None
        return self.scene.sky, tuple(line for line in self.scene.lines if line.tone == "earlier")

    def paint(self) -> None:
        """The disc under its board."""
        assert self.scene is not None
        _Painter(self, self.scene).paint()

    def draw_over(self) -> None:
        """This round's lines, and rings around what is chosen or spoken of."""
        scene = self.scene
        assert scene is not None
        stars = {s.id: self.place(s.x, s.y) for s in scene.sky.stars}
        radius = {s.id: s.radius * self._scale(scene.sky) for s in scene.sky.stars}
        shown = [line for line in scene.lines if line.tone != "earlier"]
        for line in sorted(shown, key=lambda line: list(_TONES).index(line.tone)):
            self._draw_line(stars[line.a], stars[line.b], line.tone)
        for star in scene.lone:
            self.ring(stars[star], radius[star] + dp(4), theme.BOARD.TEXT, 1.6)
        for star in scene.ringed:
            self.ring(stars[star], radius[star] + dp(5), theme.BOARD.GO, 2.2)
        for star in scene.wrong:
            self.ring(stars[star], radius[star] + dp(5), theme.BOARD.WRONG, 2.2)
        if scene.chosen is not None:
            self.ring(stars[scene.chosen], radius[scene.chosen] + dp(8), theme.BOARD.GO, 2.6)

    def _draw_line(self, a: Point, b: Point, tone: Tone) -> None:
        colour, width = _TONES[tone]
        over_photo = self.scene is not None and self.scene.photo is not None
        if tone in ("now", "paid") and over_photo:
            thin = 1.3 if tone == "now" else 1.9  # so that the pen's own stroke stays to be seen
            self.stroke(a, b, theme.BOARD.GO, thin)
            return
        if tone == "doubt" and over_photo:
            width = 1.2
        if tone in ("doubt", "gone"):
            self.dashed(a, b, colour, width, dp(8))
        else:
            self.stroke(a, b, theme.BOARD.INK, width + 1.6)
            self.stroke(a, b, colour, width)
        if tone == "wrong":
            self.cross(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2))


class DiscBox(StageBoard, DiscView):
    """The disc as the stage of a step."""


class _Painter:
    """Paints the still part of a scene into a frame buffer."""

    def __init__(self, view: DiscView, scene: DiscScene) -> None:
        self.view = view
        self.scene = scene
        self.sky = scene.sky
        self.scale = view._scale(scene.sky) * SUPERSAMPLING

    def at(self, x: float, y: float) -> Point:
        return self.view.in_picture(self.view.place(x, y))

    def circle(self, radius: float, colour: Colour) -> None:
        cx, cy = self.at(*self.sky.centre)
        r = radius * self.scale
        Color(*colour)
        Ellipse(pos=(cx - r, cy - r), size=(2 * r, 2 * r), segments=180)

    def paint(self) -> None:
        self.circle(self.sky.radius, _RIM)
        self.circle(self.sky.rim_radius or self.sky.radius, _SPACE)
        if self.sky.central_radius:
            self.circle(self.sky.central_radius, theme.rgb("1A2660"))
        self._photo()
        self._axis()
        if self.scene.photo is None:
            self._stars()
        self._polaris()
        self._earlier()
        if self.sky.outline is not None:
            self._frame()

    def _photo(self) -> None:
        if self.scene.photo is None or self.scene.photo_at is None or self.view.photos is None:
            return
        left, top, wide, high = self.scene.photo_at
        self.view.paint_photo(self.at(left, top + high), (wide * self.scale, high * self.scale))

    def _axis(self) -> None:
        (ax, ay), (bx, by) = self.sky.axis
        Color(*theme.rgb("8E9AC8"))  # opaque: a Line that shines through needs a stencil, which a frame buffer lacks
        Line(points=[*self.at(ax, ay), *self.at(bx, by)], width=0.9 * SUPERSAMPLING)

    def _polaris(self) -> None:
        x, y = self.at(*self.sky.centre)
        Color(*theme.rgb(POLARIS_LOOK.colour))
        stars(POLARIS_LOOK.outline, [(x, y, dp(6) * SUPERSAMPLING)])

    def _stars(self) -> None:
        """All stars of one type and brightness in one mesh each."""
        alike: dict[tuple[str, bool], list[tuple[float, float, float]]] = {}
        for star in self.sky.stars:
            alike.setdefault((star.type, star.live), []).append((*self.at(star.x, star.y), star.radius * self.scale))
        for (kind, live), places in alike.items():
            look = STAR_LOOKS[kind]
            Color(*theme.rgb(look.colour, 1.0 if live else 0.38))
            stars(look.outline, places)

    def _earlier(self) -> None:
        """Lines of earlier rounds: under the frame, where part of them is hidden."""
        places = {s.id: self.at(s.x, s.y) for s in self.sky.stars}
        Color(*_TONES["earlier"][0])
        for line in self.scene.lines:
            if line.tone == "earlier":
                Line(points=[*places[line.a], *places[line.b]], width=dp(_TONES["earlier"][1]) * SUPERSAMPLING)

    def _frame(self) -> None:
        """The player board over the disc: everything outside the window."""
        assert self.sky.outline is not None
        Color(*_FRAME)
        for corners in frame_pieces(self.sky.outline, self.sky.view):
            filled([self.at(x, y) for x, y in corners])
        Color(*theme.BOARD.EDGE)
        Line(points=[c for x, y in self.sky.outline for c in self.at(x, y)], close=True, width=1.2 * SUPERSAMPLING)


@lru_cache(maxsize=4)
def frame_pieces(outline: tuple[XY, ...], view: Box) -> tuple[tuple[XY, ...], ...]:
    """What of a wide surrounding of the view lies outside the window: polygons to be drawn as fans, in mm."""
    left, top, wide, high = view
    cutter = Tesselator()
    cutter.add_contour([left - wide, top - high, left + 2 * wide, top - high, left + 2 * wide, top + 2 * high,
                        left - wide, top + 2 * high])  # fmt: skip
    cutter.add_contour([c for point in outline for c in point])
    cutter.tesselate(WINDING_ODD, TYPE_POLYGONS)
    return tuple(tuple(zip(v[::4], v[1::4], strict=True)) for v, _ in cutter.meshes)


@lru_cache(maxsize=4)
def star_spacing(sky: Sky) -> float:
    """The least distance between two stars of the sky, mm."""
    points = [(s.x, s.y) for s in sky.stars]
    return min((math.dist(a, b) for i, a in enumerate(points) for b in points[:i]), default=20.0)
