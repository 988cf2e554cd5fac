"""The rules in a few cards, each with a drawing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.metrics import dp, sp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from pi_app.games.stellar.ui.telescope import CardTap, NotebookTap, TelescopeView
from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets.basics import Chip, Say
from pi_app.ui.widgets.choices import on_tap, refill


class StellarHelpScreen(TableScreen):
    """Topics on the left; on the right a card and what it speaks of."""

    def fill(self) -> None:
        """Topics, the open card, its drawing."""
        view = self.view
        topics = [Chip(text=title, chosen=chosen, key=f"topic.{i}") for i, title, chosen in view.help.topics]
        taps = [on_tap(chip, self.presenter.choose, i) for i, chip in enumerate(topics)]
        refill(self.ids.topics, [*taps, Widget()])
        if self.is_new("card", (view.help.lines, view.picture)):
            lines = [Say(text=text, font_size=sp(17)) for text in view.help.lines]
            refill(self.ids.card, [*lines, self._drawing()])

    def _drawing(self) -> Any:
        picture = self.view.picture
        row = BoxLayout(spacing=dp(10))
        for spot in picture.cards:
            tap = CardTap(head=18 if len(picture.cards) > 4 else 0, counts=spot.face is None)
            tap.show(spot)
            tap.disabled = True
            row.add_widget(tap)
        if picture.board is not None:
            row.add_widget(TelescopeView(board=picture.board, gap=3, touchable=False, size_hint_x=3))
        if picture.notebook is not None:
            row.add_widget(NotebookTap(key="", collections=picture.notebook.collections, disabled=True))
        return row


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
