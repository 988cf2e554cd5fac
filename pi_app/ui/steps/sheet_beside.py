"""The whole score sheet beside a step, where the window has room for it."""

from __future__ import annotations

from typing import Any, Final

from kivy.clock import Clock
from kivy.metrics import Metrics, dp, sp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from pi_app.presenters.score_table import ScoreTable
from pi_app.steps.view import Page
from pi_app.ui import theme
from pi_app.ui.steps.port import CommandTap, Port
from pi_app.ui.widgets.choices import refill
from pi_app.ui.widgets.fitted import Fit
from pi_app.ui.widgets.marks import SeatBadge
from pi_app.ui.widgets.plate import Plate
from pi_app.ui.widgets.text import text_width

HEAD_DP, MOST_HEAD_DP, SEAT_DP, MOST_DP = 48, 76, 26, 256
"""How wide the names of rows are at least and at most, and a player's column; and all of it at most."""
NAME_SP, LEAST_SP = 15, 12
"""How large their letters are; where one name of many would make all smaller than this, it alone is smaller."""
NUMBER_SP, WIDEST = 17, "88*"
"""How large numbers are, and one of the widest that a game of a usual length has: it is as large as its neighbours."""
MOST_LARGER: Final = 1.2
"""How much wider it is for large texts at most: the board comes first."""
LINE_SP: Final = 56
"""How high a line is at most; with many rows they share what height there is."""
BADGE_DP, GAP_DP, APART_DP = 26, 6, 5
"""`APART_DP`: how far apart columns are at least: two numbers are no number of four digits."""


class SheetBeside(Plate, CommandTap):
    """A column a player, a line a row of the pad; a tap opens it with the reasons for every number."""

    def __init__(self, port: Port, **kwargs: Any) -> None:
        self.fill, self.edge, self.size_hint_x = theme.SURFACE, theme.CLEAR, None
        super().__init__(port=port, **kwargs)
        self._rows = BoxLayout(orientation="vertical", size_hint=(None, None))
        self._settle = Clock.create_trigger(lambda _dt: self._place(), -1)
        for name in ("pos", "size"):
            self.fbind(name, self._settle)
        self.add_widget(self._rows)
        self.means(Page("scores"))
        self.key = "sheet"  # the menu has a button of its own for the same page

    def show(self, sheet: ScoreTable) -> None:
        """Be that sheet."""
        larger = max(1.0, min(Metrics.fontscale, MOST_LARGER))
        wanted = max(text_width(name, sp(NAME_SP)) for name in (*sheet.columns, sheet.total)) + dp(6)
        head = min(max(dp(HEAD_DP) * larger, wanted), dp(MOST_HEAD_DP) * larger)
        seat = max(dp(SEAT_DP) * larger, text_width(WIDEST, sp(NUMBER_SP)) + dp(2))
        columns, gaps = head + len(sheet.lines) * seat, dp(2 * GAP_DP + APART_DP * len(sheet.lines))
        self.width = min(columns + gaps, dp(MOST_DP))
        inside, share = self.width - gaps, head / columns
        font = max(sp(LEAST_SP), sp(NAME_SP) * min(1.0, (inside * share - dp(2)) / wanted))
        badge = min(dp(BADGE_DP), inside * (1 - share) / max(1, len(sheet.lines)))
        refill(self._rows, _rows(sheet, len(sheet.lines) * share / (1 - share), font, badge))
        self._settle()

    def _place(self) -> None:
        gap, wanted = dp(GAP_DP), len(self._rows.children) * sp(LINE_SP)
        self._rows.size = max(0, self.width - 2 * gap), min(wanted, max(0, self.height - 2 * gap))
        self._rows.pos = self.x + gap, self.top - gap - self._rows.height


def _rows(sheet: ScoreTable, share: float, font: float, badge: float) -> list[Widget]:
    """From the top: the players, a row a line, the totals.

    `share`: how many times as wide as a player's column the names are; `font`: how large, in pixels; `badge`: how wide.
    """
    texts = [[cell.text + ("*" if cell.corrected else "") for cell in line.cells] for line in sheet.lines]
    return [
        _row(_name("", share, font), [_badge(line.seat, badge) for line in sheet.lines]),
        *(
            _row(_name(head, share, font), [_number(text[at]) for text in texts])
            for at, head in enumerate(sheet.columns)
        ),
        _row(_name(sheet.total, share, font), [_number(line.total, total=True) for line in sheet.lines]),
    ]


def _name(head: str, share: float, font: float) -> Widget:
    return Fit(text=head, color=theme.MUTED, halign="left", size_hint_x=share, max_font=font, min_font=sp(9))


def _row(name: Widget, parts: list[Widget]) -> Widget:
    row = BoxLayout(spacing=dp(APART_DP))
    for part in (name, *parts):
        row.add_widget(part)
    return row


def _badge(seat: int, side: float) -> Widget:
    box = FloatLayout()
    box.add_widget(SeatBadge(seat=seat, size=(side, side), pos_hint={"center_x": 0.5, "center_y": 0.5}))
    return box


def _number(text: str, *, total: bool = False) -> Widget:
    colour = theme.GO if total else theme.TEXT
    return Fit(text=text, color=colour, bold=total, max_font=sp(NUMBER_SP), min_font=sp(10))
