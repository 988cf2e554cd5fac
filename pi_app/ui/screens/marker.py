"""The end of a round: what the hands do."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets.choices import refill


class PointsLine(BoxLayout):
    """A player's points of the round; `marked` receives the marker."""

    seat = NumericProperty(0)
    name = StringProperty("")
    points = NumericProperty(0)
    marked = BooleanProperty(False)


class StepLine(BoxLayout):
    """One thing to do."""

    icon = StringProperty("")
    text = StringProperty("")


class MarkerScreen(TableScreen):
    """Points, then discs, tiles and the marker."""

    def fill(self) -> None:
        """The players and the steps."""
        view = self.view
        lines = [PointsLine(seat=p.seat, name=p.name, points=p.points, marked=p.chosen) for p in view.points]
        refill(self.ids.points, lines)
        steps = [StepLine(icon=icon, text=text) for icon, text in zip(("turn", "redo"), view.steps, strict=True)]
        if view.marker_words:
            steps.append(StepLine(icon="star", text=view.marker_words))
        refill(self.ids.steps, steps)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
