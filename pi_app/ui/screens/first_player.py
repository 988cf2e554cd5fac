"""Who begins."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import NumericProperty, StringProperty

from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets.basics import FlatTap
from pi_app.ui.widgets.choices import on_tap, refill


class FirstPlayerTap(FlatTap):
    """A player to tap."""

    seat = NumericProperty(0)
    name = StringProperty("")


class FirstPlayerScreen(TableScreen):
    """One big button a player."""

    def fill(self) -> None:
        """The players."""
        seats = [FirstPlayerTap(seat=i, name=n, key=f"first.{i}") for i, n in enumerate(self.view.names)]
        refill(self.ids.names, [on_tap(s, self.presenter.choose, s.seat) for s in seats])


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
