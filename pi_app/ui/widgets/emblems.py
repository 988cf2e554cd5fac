"""A drawn emblem for each game, of our own: what its table looks like in a few strokes."""

from __future__ import annotations

import math
from typing import Final

from kivy.graphics import Color, Mesh, SmoothEllipse, SmoothLine
from kivy.metrics import dp
from kivy.properties import StringProperty

from pi_app.games.star_explorer.startypes import POLARIS_LOOK, STAR_LOOKS
from pi_app.games.star_explorer.ui.stars import star_instructions
from pi_app.ui import theme
from pi_app.ui.widgets.painted import Painted
from pi_app.ui.widgets.rounded import RoundedBox

Point = tuple[float, float]
_STARS: Final = ((0.62, 20, "blue"), (0.8, 75, "yellow"), (0.5, 118, "red"), (0.86, 150, "white"), (0.7, 200, "blue"),
                 (0.55, 252, "yellow"), (0.84, 288, "red"), (0.4, 330, "white"))  # fmt: skip
_FIGURE: Final = ((3, 2), (2, 0), (0, 7), (7, 5), (0, 1))
_SLATE_FIGURE: Final = ((1, 1), (2, 2), (3, 1), (3, 2), (2, 3))
_SLATE_STROKES: Final = ((0, 1), (1, 2), (1, 3), (3, 4))


class Emblem(Painted):
    """The emblem of a game; a small planisphere where none is named."""

    SHOWN = ("game",)
    game = StringProperty("star_explorer")

    def paint(self) -> None:
        """The strokes, in a square in the middle."""
        drawn = {"look_at_the_stars": self._slate, "stellar": self._telescope, "starfarers": self._ship}
        drawn.get(self.game, self._planisphere)(min(self.size) / 2 - dp(4))

    def _planisphere(self, radius: float) -> None:
        """Rings and hours, a figure of stars, Polaris."""
        for share, width in ((1.0, 2.0), (0.93, 0.8), (0.3, 0.8)):
            self._ring(self.center, radius * share, theme.EDGE, width)
        for hour in range(24):
            inner = radius * (0.95 if hour % 6 else 0.9)
            self._stroke([self._polar(inner, hour * 15), self._polar(radius, hour * 15)], theme.EDGE, 1.0)
        places = [self._polar(radius * share, turn) for share, turn, _ in _STARS]
        for a, b in _FIGURE:
            self._stroke([places[a], places[b]], theme.TEXT, 1.6)
        for place, (_share, _turn, kind) in zip(places, _STARS, strict=True):
            self._star(place, radius * 0.065, kind)
        self._star(self.center, radius * 0.1, "polaris")

    def _slate(self, radius: float) -> None:
        """An upright slate with points, a drawn group, a shooting star."""
        step = radius * 0.34
        self._sheet(0, 0, radius * 1.56, radius * 1.96, theme.SURFACE)

        def at(column: float, row: float) -> Point:
            return self._by((column - 2) * step, (2.5 - row) * step)

        for a, b in _SLATE_STROKES:
            self._stroke([at(*_SLATE_FIGURE[a]), at(*_SLATE_FIGURE[b])], theme.GO, 2.4)
        self._stroke([at(0, 5), at(2, 3.9)], theme.ASK, 2.0)
        for column in range(5):
            for row in range(6):
                self._dot(at(column, row), radius * 0.045, theme.TEXT)
        self._star(at(0, 5), radius * 0.13, "yellow")

    def _telescope(self, radius: float) -> None:
        """Three cards in a fan, a telescope pointing past them."""
        for turn, kind in ((-26, "blue"), (26, "red"), (0, "yellow")):
            middle = self._polar(radius * 0.42, turn - 90)
            self._card(middle, radius * 0.32, radius * 0.46, turn, kind)
        for start, end, width in ((-0.8, -0.25, 0.15), (-0.25, 0.3, 0.2), (0.3, 0.82, 0.26)):
            self._tube(start * radius, end * radius, width * radius, radius)

    def _tube(self, start: float, end: float, width: float, radius: float) -> None:
        """A piece of the telescope, rising to the right below the cards."""
        rise, drop = math.tan(math.radians(14)), radius * 0.62
        corners = [(start, -width), (end, -width), (end, width), (start, width)]
        points = [self._by(x, y / 1.2 + x * rise - drop) for x, y in corners]
        self._fill(points, theme.RAISED)
        self._stroke([*points, points[0]], theme.TEXT, 1.4)

    def _card(self, middle: Point, half: float, tall: float, turn: float, kind: str) -> None:
        swing = math.radians(-turn)
        corners = [(-half, -tall), (half, -tall), (half, tall), (-half, tall)]
        points = [
            (
                middle[0] + x * math.cos(swing) - y * math.sin(swing),
                middle[1] + x * math.sin(swing) + y * math.cos(swing),
            )
            for x, y in corners
        ]
        self._fill(points, theme.NIGHT)
        self._stroke([*points, points[0]], theme.EDGE, 1.6)
        self._star(middle, half * 0.45, kind)

    def _ship(self, radius: float) -> None:
        """A ship with two rings on its way past a planet."""
        self._ring(self._by(0, 0), radius * 0.98, theme.EDGE, 1.0)
        self._dot(self._by(-radius * 0.45, -radius * 0.4), radius * 0.3, theme.RAISED)
        self._dot(self._by(-radius * 0.45, -radius * 0.4), radius * 0.2, theme.ASK)
        self._stroke(
            [self._by(-radius * 0.86, -radius * 0.62), self._by(-radius * 0.04, -radius * 0.18)], theme.TEXT, 2
        )
        hull = [self._by(x * radius, y * radius) for x, y in ((0.72, 0.72), (0.5, 0.12), (0.02, -0.14), (0.2, 0.36))]
        self._fill(hull, theme.RAISED)
        self._stroke([*hull, hull[0]], theme.TEXT, 1.8)
        for share in (0.3, 0.52):
            self._ring(self._by(radius * (0.16 + share * 0.6), radius * (share * 0.8)), radius * 0.17, theme.GO, 2.4)
        for x, y, kind in ((-0.3, 0.62, "white"), (0.62, -0.5, "yellow"), (0.1, -0.72, "blue")):
            self._star(self._by(x * radius, y * radius), radius * 0.07, kind)

    # Strokes ---------------------------------------------------------------------------------------------------

    def _by(self, x: float, y: float) -> Point:
        return self.center_x + x, self.center_y + y

    def _polar(self, distance: float, degrees: float) -> Point:
        turn = math.radians(degrees)
        return self._by(distance * math.cos(turn), -distance * math.sin(turn))

    def _star(self, at: Point, radius: float, kind: str) -> None:
        look = POLARIS_LOOK if kind == "polaris" else STAR_LOOKS[kind]
        for part in star_instructions(*at, radius, look):
            self.drawing.add(part)

    def _stroke(self, points: list[Point], colour: theme.Colour, width: float) -> None:
        self.drawing.add(Color(*colour))
        self.drawing.add(SmoothLine(points=[c for point in points for c in point], width=dp(width)))

    def _ring(self, at: Point, radius: float, colour: theme.Colour, width: float) -> None:
        self.drawing.add(Color(*colour))
        self.drawing.add(SmoothLine(circle=(*at, radius, 0, 360, 120), width=dp(width)))

    def _dot(self, at: Point, radius: float, colour: theme.Colour) -> None:
        self.drawing.add(Color(*colour))
        self.drawing.add(SmoothEllipse(pos=(at[0] - radius, at[1] - radius), size=(2 * radius, 2 * radius)))

    def _sheet(self, x: float, y: float, width: float, height: float, colour: theme.Colour) -> None:
        at, size = self._by(x - width / 2, y - height / 2), (width, height)
        self.drawing.add(Color(*colour))
        self.drawing.add(RoundedBox(pos=at, size=size, radius=[dp(8)]))
        self.drawing.add(Color(*theme.EDGE))
        self.drawing.add(SmoothLine(rounded_rectangle=(*at, *size, dp(8)), width=dp(1.4)))

    def _fill(self, points: list[Point], colour: theme.Colour) -> None:
        vertices = [c for x, y in points for c in (x, y, 0, 0)]
        self.drawing.add(Color(*colour))
        self.drawing.add(Mesh(vertices=vertices, indices=list(range(len(points))), mode="triangle_fan"))
