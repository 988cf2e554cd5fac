"""One player's drawing: on the disc with a finger, or by the camera."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from pi_app.ui.screens.drawing import DrawingScreen
from pi_app.ui.widgets.basics import FlatTap
from pi_app.ui.widgets.choices import on_tap, refill


class BadgeTap(FlatTap):
    """A player as a round tab."""

    seat = NumericProperty(0)
    chosen = BooleanProperty(False)
    done = BooleanProperty(False)


class TwoFaces(BoxLayout):
    """What pays this round: this tile's type and the last one's."""

    current = ObjectProperty(None, allownone=True, rebind=True)
    previous = ObjectProperty(None, allownone=True, rebind=True)


class Problems(BoxLayout):
    """What is wrong with the drawing."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", **kwargs)


class DrawScreen(DrawingScreen):
    """The disc, the tile, what is wrong, and the way on."""

    def fill(self) -> None:
        """Tabs, problems, and the question whether the table accepts them."""
        view = self.view
        if self.is_new("tabs", view.tabs):
            tabs = [BadgeTap(seat=t.seat, chosen=t.chosen, done=t.done, key=f"seat.{t.seat}") for t in view.tabs]
            refill(self.ids.tabs, [on_tap(t, self.presenter.choose_seat, t.seat) for t in tabs])
        self.tell(view.warnings)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
