"""The score pad: its cells, and what is typed in one."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from pi_app.presenters.pad import Cell, PadRow, PadTable
from pi_app.ui import theme
from pi_app.ui.rules import load_rules
from pi_app.ui.steps.port import CommandTap, PartBox, Port
from pi_app.ui.widgets.choices import MAX_LETTERS, alike, in_two_lines, refill, seat_badge
from pi_app.ui.widgets.fitted import Fit
from pi_app.ui.widgets.plate import Pane, Plate
from pi_app.ui.widgets.reuse import Rows

LABEL_DP, NARROW_LABEL_DP = 142, 116
ROW_DP = 48
MAX_WIDE = 4
"""With more players columns and labels are narrow."""
BESIDE_DP = 260
"""The keys, margins and gaps beside labels and columns."""
LETTER_DP = 9.6
"""How much of a column a letter of a name needs to be read."""
MAX_BADGES = 3
"""With more players a name as long as it may be has no room beside a badge."""


class PadCellTap(Plate, CommandTap):
    """One cell of the pad."""

    text = StringProperty("")
    chosen = BooleanProperty(False)
    tie = BooleanProperty(False)


class WritingBox(PartBox, Pane):
    """What is typed, and where."""


class PadTableBox(BoxLayout):
    """Rows of the book down, players across."""

    def __init__(self, table: PadTable, port: Port, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", spacing=dp(4), **kwargs)
        self._port, self._names = port, tuple[str, ...]()
        self._rows: Rows[PadRow] = Rows(self.ids.rows, _shape, self._row, _show)
        self._totals: list[Any] = []
        self.show(table)

    def show(self, table: PadTable) -> None:
        """Rows are built once: a key changes a cell, and building the pad of eight takes a fifth of a second."""
        if table.names != self._names:
            self._names = table.names
            self._name(table)
        self._rows.fill(table.rows)
        Clock.schedule_once(lambda _dt: self._show_chosen(), -1)
        for label, text in zip(self._totals, table.totals, strict=True):
            label.text = text

    def _name(self, table: PadTable) -> None:
        """The heads of the columns, and places for their totals."""
        wide = len(table.names) <= MAX_WIDE
        self._label_dp = LABEL_DP if wide else NARROW_LABEL_DP
        column = (Window.width - dp(BESIDE_DP + self._label_dp)) / max(1, len(table.names))
        letters = min(MAX_LETTERS, int(column / dp(LETTER_DP)))
        names = table.names if wide else [in_two_lines(name, letters) for name in table.names]
        heads = [_head(seat, name, badge=len(names) <= MAX_BADGES) for seat, name in enumerate(names)]
        alike(head.children[0] for head in heads)
        refill(self.ids.names, [self._label(""), *heads])
        self._totals = [Fit(bold=True, color=theme.GO, max_font=sp(22)) for _ in table.totals]
        refill(self.ids.totals, [self._label(table.total), *self._totals])

    def _row(self, row: PadRow) -> Any:
        line = BoxLayout(size_hint_y=None, height=dp(ROW_DP), spacing=dp(3))
        line.add_widget(self._label(row.label))
        for cell in row.cells:
            tap = PadCellTap(self._port, text=cell.text, chosen=cell.chosen, tie=row.tie)
            tap.means(Cell(cell.seat, cell.row))
            line.add_widget(tap)
        return line

    def _label(self, text: str) -> Any:
        sizes = {"max_font": sp(16), "min_font": sp(12), "size_hint_x": None, "width": dp(self._label_dp)}
        return Fit(text=text, halign="left", color=theme.MUTED, **sizes)

    def _show_chosen(self) -> None:
        scroll = self.ids.scroll
        if self.ids.rows.height <= scroll.height or scroll.height < 1:
            return
        for line in self.ids.rows.children:
            if any(getattr(cell, "chosen", False) for cell in line.children):
                scroll.scroll_to(line, padding=dp(6), animate=False)


def _shape(row: PadRow) -> Hashable:
    """All but what stands in the cells: the same row of the same pad."""
    return row.row, row.label, row.tie, tuple((cell.seat, cell.row) for cell in row.cells)


def _show(line: Any, row: PadRow) -> None:
    for tap, cell in zip(line.children[-2::-1], row.cells, strict=True):
        tap.text, tap.chosen = cell.text, cell.chosen


def _head(seat: int, name: str, *, badge: bool) -> Any:
    """A player's name above the column; the seat's badge where there is room for both."""
    box = BoxLayout(spacing=dp(4), padding=(dp(3), 0))
    if badge:
        box.add_widget(seat_badge(seat))
    align = "left" if badge else "center"
    box.add_widget(Fit(text=name, halign=align, bold=True, max_font=sp(16), min_font=sp(10)))
    return box


load_rules(__file__)
