"""One player's lines for the night card: on the slate with a finger, or by the camera."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from pi_app.games.look_at_the_stars.ui import slate  # noqa: F401  (named in the layout file)
from pi_app.games.look_at_the_stars.ui.cards import SkyCardTap
from pi_app.ui.screens.drawing import DrawingScreen
from pi_app.ui.widgets.basics import FlatTap
from pi_app.ui.widgets.choices import on_tap, refill


class SeatTap(FlatTap):
    """A player as a tab."""

    seat = NumericProperty(0)
    name = StringProperty("")
    chosen = BooleanProperty(False)
    done = BooleanProperty(False)


class SeatTabs(BoxLayout):
    """The players as tabs: names where there is room, else numbers."""

    NAMED = 3

    def show(self, tabs: Any, choose: Any) -> None:
        """Put these players up."""
        named = len(tabs) <= self.NAMED
        taps = [
            SeatTap(seat=t.seat, name=t.name if named else "", chosen=t.chosen, done=t.done, key=f"seat.{t.seat}")
            for t in tabs
        ]
        refill(self, [on_tap(tap, choose, tap.seat) for tap in taps])


class NightCardTap(SkyCardTap):
    """The night card, large; a tap turns it."""


class SlateDrawScreen(DrawingScreen):
    """The slate, the night card, the bonus cards, what is wrong, and the way on."""

    def fill(self) -> None:
        """Tabs, problems, and the question whether the table accepts them."""
        view = self.view
        if self.is_new("tabs", view.tabs):
            self.ids.tabs.show(view.tabs, self.presenter.choose_seat)
        self.tell(view.hints)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
