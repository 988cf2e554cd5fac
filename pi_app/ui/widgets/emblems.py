"""A drawn emblem for each game, of our own: what its table looks like in a few strokes."""

from __future__ import annotations

import math
from typing import Final

from kivy.graphics import Color, SmoothLine
from kivy.metrics import dp
from kivy.properties import StringProperty

from engines.registry import load
from pi_app.games.app_game import app_of, offered
from pi_app.presenters.startypes import POLARIS_LOOK, STAR_LOOKS
from pi_app.ui import theme
from pi_app.ui.widgets.marks import star_instructions
from pi_app.ui.widgets.painted import Painted
from pi_app.ui.widgets.rounded import RoundedBox, disc, filled, ring

Point = tuple[float, float]
_STARS: Final = ((0.62, 20, "blue"), (0.8, 75, "yellow"), (0.5, 118, "red"), (0.86, 150, "white"), (0.7, 200, "blue"),
                 (0.55, 252, "yellow"), (0.84, 288, "red"), (0.4, 330, "white"))  # fmt: skip
_FIGURE: Final = ((3, 2), (2, 0), (0, 7), (7, 5), (0, 1))


class Emblem(Painted):
    """The emblem of a game; a small planisphere where none is named."""

    SHOWN = ("game",)
    game = StringProperty("")

    def paint(self) -> None:
        """The strokes, in a square in the middle."""
        emblem, radius = app_of(self.game).emblem if self.game in offered() else "", min(self.size) / 2 - dp(4)
        if emblem:
            load(emblem)(self, radius)
        else:
            self._planisphere(radius)

    def _planisphere(self, radius: float) -> None:
        """Rings and hours, a figure of stars, Polaris."""
        for share, width in ((1.0, 2.0), (0.93, 0.8), (0.3, 0.8)):
            self.ring(self.center, radius * share, theme.EDGE, width)
        for hour in range(24):
            inner = radius * (0.95 if hour % 6 else 0.9)
            self.stroke([self.polar(inner, hour * 15), self.polar(radius, hour * 15)], theme.EDGE, 1.0)
        places = [self.polar(radius * share, turn) for share, turn, _ in _STARS]
        for a, b in _FIGURE:
            self.stroke([places[a], places[b]], theme.TEXT, 1.6)
        for place, (_share, _turn, kind) in zip(places, _STARS, strict=True):
            self.star(place, radius * 0.065, kind)
        self.star(self.center, radius * 0.1, "polaris")

    # Strokes ---------------------------------------------------------------------------------------------------

    def by(self, x: float, y: float) -> Point:
        """The place so far right of and above the middle."""
        return self.center_x + x, self.center_y + y

    def polar(self, distance: float, degrees: float) -> Point:
        """The place at that distance, so many degrees clockwise from the right."""
        turn = math.radians(degrees)
        return self.by(distance * math.cos(turn), -distance * math.sin(turn))

    def star(self, at: Point, radius: float, kind: str) -> None:
        """A star of a type, or Polaris."""
        look = POLARIS_LOOK if kind == "polaris" else STAR_LOOKS[kind]
        self.draw(*star_instructions(*at, radius, look))

    def stroke(self, points: list[Point], colour: theme.Colour, width: float) -> None:
        """A line through places."""
        self.draw(Color(*colour), SmoothLine(points=[c for point in points for c in point], width=dp(width)))

    def ring(self, at: Point, radius: float, colour: theme.Colour, width: float) -> None:
        """A circle."""
        self.draw(Color(*colour), ring(at, radius, dp(width)))

    def dot(self, at: Point, radius: float, colour: theme.Colour) -> None:
        """A filled disc."""
        self.draw(Color(*colour), disc(at, radius))

    def sheet(self, x: float, y: float, width: float, height: float, colour: theme.Colour) -> None:
        """A card with round corners around a place, with an edge."""
        at, size = self.by(x - width / 2, y - height / 2), (width, height)
        self.draw(Color(*colour), RoundedBox(pos=at, size=size, radius=[dp(8)]))
        self.draw(Color(*theme.EDGE), RoundedBox(pos=at, size=size, radius=[dp(8)], rim=dp(2.2)))

    def fill(self, points: list[Point], colour: theme.Colour) -> None:
        """A filled shape without notches."""
        self.draw(Color(*colour), filled(points))


def planisphere(_part: object, _port: object) -> Emblem:
    """The emblem of the house, as a stage."""
    return Emblem()
