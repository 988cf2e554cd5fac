"""A captured picture with stars over it, to look around in, to tap and to drag."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from kivy.core.image import Image as CoreImage
from kivy.graphics import Color, Line, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.properties import NumericProperty, ObjectProperty

from pi_app.games.star_explorer.star_map import MapStar, StarMapView
from pi_app.presenters.startypes import STAR_LOOKS
from pi_app.ui import theme
from pi_app.ui.widgets.clip import Clip
from pi_app.ui.widgets.painted import Painted
from pi_app.ui.widgets.spots import Spot

Point = tuple[float, float]
NEAR_DP: Final = 24
"""A finger as far as this from a star means the star: half of nine millimetres."""
STILL_DP: Final = 9
"""A touch that moves less is a tap."""
CLOSEST: Final = 12.0


@lru_cache(maxsize=2)
def _texture(path: str) -> Texture:
    return CoreImage(path, nocache=True).texture


class StarMapCanvas(Painted):
    """The picture in its place; `view` is the presenter's. Events: `on_tap` (disc mm, star), `on_drag` (disc mm)."""

    SHOWN = ("view", "zoom", "middle", "dragged")
    view: StarMapView | None = ObjectProperty(None, allownone=True)
    zoom = NumericProperty(1.0)
    middle = ObjectProperty((0.0, 0.0))
    """The disc millimetre in the middle of the widget."""
    dragged = ObjectProperty(None, allownone=True)
    """Where the chosen star is held by a finger, disc mm."""

    __events__ = ("on_tap", "on_drag")

    def __init__(self, **kwargs: Any) -> None:
        self._looked: int | None = None
        super().__init__(**kwargs)
        self.fbind("view", lambda *_: self._look())

    def on_tap(self, at: Point, star: int | None) -> None:
        """A finger tapped."""

    def on_drag(self, to: Point) -> None:
        """A finger put the chosen star down."""

    def _look(self) -> None:
        view = self.view
        if view is not None and view.look is not None and view.look[0] != self._looked:
            self._looked, self.middle = view.look
            self.zoom = max(self.zoom, 4.0)

    def nearer(self, factor: float) -> None:
        """Zoom by a factor about the middle."""
        self.zoom = min(max(self.zoom * factor, 1.0), CLOSEST)
        if self.zoom == 1.0:
            self.middle = (0.0, 0.0)

    # Places -----------------------------------------------------------------------------------------------------

    @property
    def dots(self) -> float:
        """Pixels of the window a millimetre."""
        assert self.view is not None
        return float(min(self.size) / 2 / (self.view.radius + 2) * self.zoom)

    def place(self, x: float, y: float) -> Point:
        """Where disc mm are seen."""
        return (
            self.center_x + (x - self.middle[0]) * self.dots,
            self.center_y - (y - self.middle[1]) * self.dots,
        )

    def disc_mm(self, at: Point) -> Point:
        """Which disc mm are seen there."""
        return (
            self.middle[0] + (at[0] - self.center_x) / self.dots,
            self.middle[1] - (at[1] - self.center_y) / self.dots,
        )

    def star_at(self, at: Point) -> int | None:
        """The star that a finger there means."""
        assert self.view is not None
        places = [self.place(star.x, star.y) for star in self.view.stars]
        near = min(range(len(places)), key=lambda k: math.dist(places[k], at), default=None)
        return near if near is not None and math.dist(places[near], at) <= dp(NEAR_DP) else None

    def spots(self) -> Iterator[Spot]:
        """The stars in sight."""
        for number, star in enumerate(self.view.stars if self.view is not None else ()):
            at = self.place(star.x, star.y)
            if self.collide_point(*at):
                yield Spot(f"star.{number}", "star", at)

    def spot_at(self, pos: Point) -> str | None:
        """The star that a tap there means."""
        star = self.star_at(pos) if self.view is not None else None
        return None if star is None else f"star.{star}"

    # Touch ------------------------------------------------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        """Begin a tap, a look around, or a drag of the chosen star."""
        if self.view is None or not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        star = self.star_at(touch.pos)
        touch.ud["holds"] = star is not None and star == self.view.chosen
        touch.ud["middle"] = self.middle
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """Look around, or carry the star."""
        if touch.grab_current is not self or math.dist(touch.pos, touch.opos) < dp(STILL_DP):
            return False
        if touch.ud["holds"]:
            self.dragged = self.disc_mm(touch.pos)
        else:
            was = touch.ud["middle"]
            away = ((touch.x - touch.ox) / self.dots, (touch.y - touch.oy) / self.dots)
            self.middle = self._within((was[0] - away[0], was[1] + away[1]))
        return True

    def _within(self, middle: Point) -> Point:
        assert self.view is not None
        reach = self.view.radius * (1 - 1 / self.zoom)
        return (min(max(middle[0], -reach), reach), min(max(middle[1], -reach), reach))

    def on_touch_up(self, touch: Any) -> bool:
        """End it."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        if self.dragged is not None:
            to, self.dragged = self.dragged, None
            self.dispatch("on_drag", to)
        elif math.dist(touch.pos, touch.opos) < dp(STILL_DP):
            self.dispatch("on_tap", self.disc_mm(touch.pos), self.star_at(touch.pos))
        return True

    # Drawing ----------------------------------------------------------------------------------------------------

    def paint(self) -> None:
        """The picture, a ring around every star, the chosen one, and the doubtful ones."""
        view = self.view
        if view is None:
            return
        clip = Clip()
        clip.fit(self.pos, self.size)
        before, after = clip.ends
        for instruction in before:
            self.drawing.add(instruction)
        texture = _texture(view.picture)
        side = texture.width / view.scale * self.dots
        x, y = self.place(0.0, 0.0)
        self.drawing.add(Color(1, 1, 1, 1))
        self.drawing.add(Rectangle(pos=(x - side / 2, y - side / 2), size=(side, side), texture=texture))
        self._axis(view)
        for number, star in enumerate(view.stars):
            if number != view.chosen:
                self._ring(star, self.place(star.x, star.y))
        if view.chosen is not None:
            self._chosen(view.stars[view.chosen])
        for instruction in after:
            self.drawing.add(instruction)

    def _axis(self, view: StarMapView) -> None:
        angle = math.radians(view.axis_deg)
        reach = view.radius
        ends = [self.place(s * reach * math.cos(angle), s * reach * math.sin(angle)) for s in (-1, 1)]
        self.drawing.add(Color(*theme.BOARD.GO[:3], 0.5))
        self.drawing.add(Line(points=[*ends[0], *ends[1]], width=dp(0.7)))

    def _ring(self, star: MapStar, at: Point, width: float = 1.3) -> None:
        radius = (star.radius + 0.6) * self.dots
        width = min(width, 0.35 + self.dots / dp(6))
        self.drawing.add(Color(*theme.BOARD.INK))
        self.drawing.add(Line(circle=(*at, radius, 0, 360, 36), width=dp(width + 1)))
        self.drawing.add(Color(*theme.rgb(STAR_LOOKS[star.star_type].colour)))
        self.drawing.add(Line(circle=(*at, radius, 0, 360, 36), width=dp(width)))
        if star.doubtful:
            self.drawing.add(Color(*theme.BOARD.ASK))
            box = radius + dp(5)
            self.drawing.add(Line(rectangle=(at[0] - box, at[1] - box, 2 * box, 2 * box), width=dp(1.6)))

    def _chosen(self, star: MapStar) -> None:
        at = self.place(*(self.dragged or (star.x, star.y)))
        self._ring(star, at, 2.4)
        radius = (star.radius + 0.6) * self.dots
        self.drawing.add(Color(*theme.BOARD.GO))
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            near, far = radius + dp(3), radius + dp(14)
            points = [at[0] + dx * near, at[1] + dy * near, at[0] + dx * far, at[1] + dy * far]
            self.drawing.add(Line(points=points, width=dp(1.6)))
