"""The open cards of a moment: the row and both boards."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from pi_app.games.stellar.cards import Board
from pi_app.games.stellar.ui.telescope import CardTap
from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets.choices import refill


class OpenBoard(BoxLayout):
    """One player's telescope and notebook."""

    board: Board | None = ObjectProperty(None, allownone=True, rebind=True)


class OpenTableScreen(TableScreen):
    """Nothing to touch."""

    def fill(self) -> None:
        """The row, and both players."""
        if not self.ids.row.children:
            self._row = [CardTap(head=16) for _ in self.view.row]
            self._boards = [OpenBoard() for _ in self.view.boards]
            refill(self.ids.row, self._row)
            refill(self.ids.boards, self._boards)
        for tap, spot in zip(self._row, self.view.row, strict=True):
            tap.show(spot)
        for pane, board in zip(self._boards, self.view.boards, strict=True):
            pane.board = board


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
