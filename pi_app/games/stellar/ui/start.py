"""Which start card begins the telescope."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import NumericProperty, StringProperty

from pi_app.games.stellar.setup import StartPair
from pi_app.games.stellar.ui.telescope import CardTap
from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets.basics import Pane
from pi_app.ui.widgets.choices import refill


class StartPairPane(Pane):
    """A player with two start cards."""

    seat = NumericProperty(0)
    name = StringProperty("")
    done = StringProperty("")


class StartCardsScreen(TableScreen):
    """Both players side by side, in any order."""

    def fill(self) -> None:
        """The pairs."""
        if self.is_new("pairs", self.view.pairs):
            refill(self.ids.pairs, [self._pair(pair) for pair in self.view.pairs])

    def _pair(self, pair: StartPair) -> Any:
        pane = StartPairPane(seat=pair.seat, name=pair.name, done=pair.done)
        for spot in pair.cards:
            tap = CardTap()
            tap.show(spot)
            name = spot.key.rpartition(".")[2]
            tap.bind(on_release=lambda _tap, name=name: self.presenter.choose(pair.seat, name))
            pane.ids.cards.add_widget(tap)
        return pane


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
