"""The start screen."""

from __future__ import annotations

import math
from pathlib import Path

from kivy.graphics import Color, SmoothLine
from kivy.lang import Builder
from kivy.metrics import dp

from pi_app.presenters.startypes import POLARIS_LOOK, STAR_LOOKS, StarLook
from pi_app.ui import theme
from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets.choices import language_chips
from pi_app.ui.widgets.painted import Painted
from pi_app.ui.widgets.stars import star_instructions

_STARS = ((0.62, 20, "blue"), (0.8, 75, "yellow"), (0.5, 118, "red"), (0.86, 150, "white"), (0.7, 200, "blue"),
          (0.55, 252, "yellow"), (0.84, 288, "red"), (0.4, 330, "white"))  # fmt: skip
_FIGURE = ((3, 2), (2, 0), (0, 7), (7, 5), (0, 1))


class Emblem(Painted):
    """A small planisphere: rings, a few stars, a constellation, Polaris."""

    def paint(self) -> None:
        """Rings and hours, the figure, the stars."""
        radius = min(self.size) / 2 - dp(4)
        for share, width in ((1.0, 2.0), (0.93, 0.8), (0.3, 0.8)):
            self.drawing.add(Color(*theme.EDGE))
            self.drawing.add(SmoothLine(circle=(*self.center, radius * share, 0, 360, 120), width=dp(width)))
        for hour in range(24):
            inner = radius * (0.95 if hour % 6 else 0.9)
            self._stroke(self._at(inner, hour * 15), self._at(radius, hour * 15), theme.EDGE, 1.0)
        places = [self._at(radius * share, turn) for share, turn, _ in _STARS]
        for a, b in _FIGURE:
            self._stroke(places[a], places[b], theme.TEXT, 1.6)
        for place, (_share, _turn, kind) in zip(places, _STARS, strict=True):
            self._star(place, radius * 0.065, STAR_LOOKS[kind])
        self._star(self.center, radius * 0.1, POLARIS_LOOK)

    def _star(self, at: tuple[float, float], radius: float, look: StarLook) -> None:
        for part in star_instructions(*at, radius, look):
            self.drawing.add(part)

    def _at(self, distance: float, degrees: float) -> tuple[float, float]:
        turn = math.radians(degrees)
        return self.center_x + distance * math.cos(turn), self.center_y - distance * math.sin(turn)

    def _stroke(self, a: tuple[float, float], b: tuple[float, float], colour: theme.Colour, width: float) -> None:
        self.drawing.add(Color(*colour))
        self.drawing.add(SmoothLine(points=[*a, *b], width=dp(width)))


class StartScreen(TableScreen):
    """Continue, begin, look back, learn; and the language."""

    def fill(self) -> None:
        """The languages, each in its own name."""
        language_chips(self.ids.languages, self.view.languages, self.presenter.nav.speak)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
