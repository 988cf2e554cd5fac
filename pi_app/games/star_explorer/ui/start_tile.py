"""Which start tile, and which side of it lies up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import NumericProperty, StringProperty

from pi_app.games.star_explorer.setup import StartTileCard
from pi_app.games.star_explorer.startypes import type_name
from pi_app.ui import theme
from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets.basics import FlatTap, Pane
from pi_app.ui.widgets.choices import on_tap, refill


class SideTap(FlatTap):
    """One side of a start tile."""

    star_type = StringProperty("")
    name = StringProperty("")
    value = NumericProperty(0)


class StartTileScreen(TableScreen):
    """Six tiles with both sides; a tap on a side says all."""

    taps: list[tuple[str, SideTap]]

    def fill(self) -> None:
        """The tiles, two sides in a frame."""
        if self.is_new("sides", [card.sides for card in self.view.cards]):
            self.taps = []
            refill(self.ids.tiles, [self._tile(card) for card in self.view.cards])
        taken = {card.tile for card in self.view.cards if card.taken}
        for tile, tap in self.taps:
            tap.disabled = tile in taken
            tap.name = type_name(tap.star_type)

    def _tile(self, card: StartTileCard) -> Any:
        pane = Pane(fill=theme.CLEAR, edge=theme.EDGE, padding=dp(6), spacing=dp(6))
        for side, face in enumerate(card.sides):
            tap = SideTap(star_type=face.type, value=face.value, key=f"start_tile.{card.tile}.{side}")
            self.taps.append((card.tile, tap))
            pane.add_widget(on_tap(tap, self.presenter.choose, card.tile, side))
        return pane


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
