"""A game to choose: a button with its emblem."""

from __future__ import annotations

from typing import Final

from kivy.metrics import dp

from pi_app.presenters.choosing import EmblemTap
from pi_app.steps.view import Tap
from pi_app.ui import theme
from pi_app.ui.steps.buttons import TapRow
from pi_app.ui.widgets.emblems import Emblem

WORDS_DP: Final = 54
"""The height of the words below an emblem."""


class EmblemRow(TapRow):
    """The emblem above the words; the chosen one has a thick edge."""

    def furnish(self) -> None:
        self.emblem = Emblem()
        self.row.orientation = "vertical"
        self.column.size_hint_y, self.column.height = None, dp(WORDS_DP)
        self.row.add_widget(self.emblem, index=len(self.row.children))

    def show(self, tap: Tap) -> None:
        super().show(tap)
        if isinstance(tap, EmblemTap):
            self.emblem.game = tap.game

    def _put_on(self, dt: float) -> None:
        super()._put_on(dt)
        self.fill = theme.RAISED if self.tap.chosen else theme.SURFACE
        self.rim = 3.8 if self.tap.chosen else 1.5
        self.lay_plate()
