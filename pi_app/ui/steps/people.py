"""The people of a table: a line of what they did, a colour to choose."""

from __future__ import annotations

from typing import Final

from kivy.metrics import dp, sp

from pi_app.presenters.people_page import ColourTap, Line
from pi_app.presenters.setup import SeatedTap
from pi_app.steps.view import Tap
from pi_app.ui import theme
from pi_app.ui.steps.buttons import TapRow
from pi_app.ui.widgets.fitted import Fit
from pi_app.ui.widgets.marks import ColourMark, Icon
from pi_app.ui.widgets.plate import Pane

TITLE_SHARE: Final = 1.6
"""How many shares wide the title of a line is."""


def line_row(line: Line, _port: object) -> Pane:
    """A line of a table, or the heads above its columns."""
    colour, high = (theme.TEXT, 46) if line.title else (theme.MUTED, 28)
    row = Pane(size_hint_y=None, height=dp(high), padding=(dp(10), 0), spacing=dp(6))
    if not line.title:
        row.fill = theme.CLEAR
    row.add_widget(Fit(text=line.title, halign="left", bold=True, max_font=sp(17), size_hint_x=TITLE_SHARE))
    for value, share in zip(line.values, line.shares, strict=True):
        row.add_widget(Fit(text=value, color=colour, max_font=sp(17), min_font=sp(12), size_hint_x=share))
    return row


class SeatedRow(TapRow):
    """Somebody at the table, in their colour; a cross says that a tap takes them off."""

    def furnish(self) -> None:
        self.row.add_widget(
            Icon(
                icon="cross",
                color=theme.MUTED,
                size=(dp(18), dp(18)),
                size_hint=(None, None),
                pos_hint={"center_y": 0.5},
            )
        )

    def _seat(self, seat: int | None, worded: bool) -> None:
        super()._seat(seat, worded)
        if self._badge is not None and isinstance(self.tap, SeatedTap):
            self._badge.fill = theme.PALETTES[theme.current.theme].SEATS[self.tap.colour]


class ColourRow(TapRow):
    """The shape of a colour in that colour, in the middle."""

    def furnish(self) -> None:
        self.shape = ColourMark(size_hint_y=None, height=dp(24), pos_hint={"center_y": 0.5})
        self.row.add_widget(self.shape)

    def show(self, tap: Tap) -> None:
        super().show(tap)
        if isinstance(tap, ColourTap):
            self.shape.colour = tap.colour
