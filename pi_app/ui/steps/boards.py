"""A board as a button: its player above, the board itself, what it is worth below."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import ColorProperty, NumericProperty, StringProperty

from pi_app.steps.together import BoardTap
from pi_app.ui import theme
from pi_app.ui.steps.parts import CommandTap, Port, part_rows, tone_colour
from pi_app.ui.widgets.drawn_board import DrawnBoard
from pi_app.ui.widgets.plate import Plate


class BoardTapBox(Plate, CommandTap):
    """One of several boards, to be tapped."""

    rim = NumericProperty(1.4)

    text = StringProperty("")
    note = StringProperty("")
    seat = NumericProperty(-1)
    ink = ColorProperty(theme.TEXT)

    def __init__(self, tap: BoardTap, port: Port, **kwargs: Any) -> None:
        super().__init__(port, **kwargs)
        self._board = part_rows(self.ids.board, port)
        self.show(tap)

    def show(self, tap: BoardTap) -> None:
        """Another board, or another drawing on it."""
        self.means(tap.does)
        self.text, self.note, self.seat = tap.text, tap.note, -1 if tap.seat is None else tap.seat
        self.ink, self.disabled = tone_colour(tap.tone), not tap.on
        self.edge = theme.EDGE if tap.tone in ("plain", "muted") else self.ink
        self._board.fill([tap.board])
        self.shape_board()

    def shape_board(self) -> None:
        """The board has its own shape: what a narrow place leaves above and below it is no part of it."""
        place = self.ids.board
        for board in place.children:
            if isinstance(board, DrawnBoard):
                board.size_hint_max = place.height * board.aspect, place.width / board.aspect


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
