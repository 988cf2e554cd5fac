"""A board as a stage, with the way to its photograph; and as a button, with its player and what it is worth."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from pi_app.steps.together import BoardTap
from pi_app.steps.view import Board, Photo
from pi_app.ui import theme
from pi_app.ui.rules import load_rules
from pi_app.ui.steps.port import CommandTap, PartTap, Port, part_rows, part_widget
from pi_app.ui.steps.sentences import WordsRow, tone_colour
from pi_app.ui.widgets.drawn_board import DrawnBoard
from pi_app.ui.widgets.plate import Plate


class BoardBox(BoxLayout):
    """A board, the way to its photograph in its corner, and words below."""

    def __init__(self, board: Board, port: Port, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", spacing=dp(4), **kwargs)
        self.board = part_widget(board.board, port)
        self.photo = PhotoTap(port)
        self.words = WordsRow(board.words, port)
        self.words.say.halign = "center"
        place = FloatLayout()
        for part in (self.board, self.photo):
            place.add_widget(part)
        place.bind(pos=self._stand, size=self._stand)
        for part in (place, self.words):
            self.add_widget(part)
        self.show(board)

    def _stand(self, place: FloatLayout, _value: object) -> None:
        self.board.pos, self.board.size = place.pos, place.size
        self.photo.pos = place.x + dp(4), place.y + dp(4)

    def show(self, board: Board) -> None:
        """The board as it is now."""
        self.board.show(board.board)
        self.words.show(board.words)
        self.photo.show(board.photo)


class PhotoTap(Plate, CommandTap):
    """Lays the photograph under the drawing; absent where there is none."""

    there = BooleanProperty(False)
    chosen = BooleanProperty(False)

    def show(self, photo: bool | None) -> None:
        """There is a photograph or not, shown or not."""
        self.there, self.chosen, self.disabled = photo is not None, bool(photo), photo is None
        self.means(Photo())


class BoardTapBox(PartTap):
    """One of several boards, to be tapped."""

    rim = NumericProperty(1.4)

    def furnish(self) -> None:
        """The board."""
        self._board = part_rows(self.ids.board, self.port)

    def show(self, tap: BoardTap) -> None:
        """Another board, or another drawing on it."""
        super().show(tap)
        self.rim = 4.2 if tap.chosen else 1.4
        self.edge = theme.EDGE if tap.tone in ("plain", "muted") else tone_colour(tap.tone)
        self._board.fill([tap.board])
        self.shape_board()

    def shape_board(self) -> None:
        """The board has its own shape: what a narrow place leaves above and below it is no part of it."""
        place = self.ids.board
        for board in place.children:
            if isinstance(board, DrawnBoard):
                board.size_hint_max = place.height * board.aspect, place.width / board.aspect


load_rules(__file__)
