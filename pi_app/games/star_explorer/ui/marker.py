"""The end of a round: what the hands do."""

from __future__ import annotations

import math
from typing import Any

from kivy.graphics import Color, SmoothLine
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from pi_app.games.star_explorer.score import TurnStage
from pi_app.ui import theme
from pi_app.ui.rules import load_rules
from pi_app.ui.steps.port import Port
from pi_app.ui.widgets.choices import refill
from pi_app.ui.widgets.painted import Painted
from pi_app.ui.widgets.plate import Pane


class PointsLine(Pane):
    """A player's points of the round; `marked` receives the marker."""

    seat = NumericProperty(0)
    name = StringProperty("")
    points = NumericProperty(0)
    marked = BooleanProperty(False)


class TurnPicture(Painted):
    """A disc with its six stops and an arrow from one to the next."""

    def paint(self) -> None:
        """The ring, the stops, the arrow."""
        radius = min(min(self.size) / 2 - dp(14), dp(96))
        if radius < dp(24):
            return
        self._stroke([c for turn in range(0, 361, 5) for c in self._at(radius, turn)], theme.EDGE, 2.0)
        for stop in range(6):
            self._stroke([*self._at(radius - dp(8), 60 * stop), *self._at(radius, 60 * stop)], theme.EDGE, 1.6)
        around = radius + dp(9)
        self._stroke([c for turn in range(-60, 1, 4) for c in self._at(around, turn)], theme.GO, 2.4)
        tip = self._at(around, 0)
        for away, turn in ((dp(9), -7), (-dp(9), -7)):
            self._stroke([*tip, *self._at(around + away, turn)], theme.GO, 2.4)

    def _at(self, radius: float, degrees: float) -> tuple[float, float]:
        """A place on a circle; degrees clockwise from the top."""
        turn = math.radians(degrees)
        return self.center_x + radius * math.sin(turn), self.center_y + radius * math.cos(turn)

    def _stroke(self, points: list[float], colour: theme.Colour, width: float) -> None:
        self.draw(Color(*colour), SmoothLine(points=points, width=dp(width)))


class TurnBox(BoxLayout):
    """The players' points over the disc that turns."""

    numeral = StringProperty("")

    def __init__(self, stage: TurnStage, _port: Port, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", padding=(dp(12), dp(8)), spacing=dp(8), **kwargs)
        self.show(stage)

    def show(self, stage: TurnStage) -> None:
        """The end of another round."""
        self.numeral = stage.numeral
        lines = [PointsLine(seat=p.seat, name=p.name, points=p.points, marked=p.chosen) for p in stage.points]
        refill(self.ids.points, lines)


load_rules(__file__)
