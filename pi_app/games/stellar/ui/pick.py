"""At the table: nature's card by one tap on the grid of types and numbers."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from pi_app.games.stellar.cards import Spot
from pi_app.games.stellar.ui import grid as stellar_grid  # noqa: F401  (known to the layout file)
from pi_app.games.stellar.ui.telescope import CardTap
from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets.basics import TextTap
from pi_app.ui.widgets.choices import on_tap, refill


class PickScreen(TableScreen):
    """The grid, the row so far, and stars where the deck prints others."""

    def fill(self) -> None:
        """The row and the numbers of stars."""
        if self.is_new("row", self.view.row):
            refill(self.ids.row, [_shown(spot) for spot in self.view.row])
        if self.is_new("stars", self.view.stars):
            stars = [TextTap(key=key, text=f"{words} ★", height=52, inset=4) for key, words in self.view.stars]
            taps = [on_tap(tap, self.presenter.choose_stars, n) for n, tap in enumerate(stars)]
            refill(self.ids.stars, taps)


def _shown(spot: Spot) -> CardTap:
    tap = CardTap(head=16)
    tap.show(spot)
    return tap


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
