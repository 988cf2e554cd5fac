"""Which start tile, and which side of it lies up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import NumericProperty, StringProperty

from pi_app.presenters.setup import StartTileCard
from pi_app.ui import theme
from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets.basics import FlatTap, Pane
from pi_app.ui.widgets.choices import on_tap, refill


class SideTap(FlatTap):
    """One side of a start tile."""

    star_type = StringProperty("")
    value = NumericProperty(0)


class StartTileScreen(TableScreen):
    """Six tiles with both sides; a tap on a side says all."""

    def fill(self) -> None:
        """The tiles, two sides in a frame."""
        refill(self.ids.tiles, [self._tile(card) for card in self.view.cards])

    def _tile(self, card: StartTileCard) -> Any:
        pane = Pane(fill=theme.CLEAR, edge=theme.EDGE, padding=dp(6), spacing=dp(6))
        for side, face in enumerate(card.sides):
            tap = SideTap(
                star_type=face.type, value=face.value, disabled=card.taken, key=f"start_tile.{card.tile}.{side}"
            )
            pane.add_widget(on_tap(tap, self.presenter.choose, card.tile, side))
        return pane


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
