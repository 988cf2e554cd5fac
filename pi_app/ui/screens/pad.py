"""The score pad alone."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, ClassVar

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from pi_app.presenters.pad import PadPresenter, PadRow, PadView
from pi_app.ui import theme
from pi_app.ui.rules import load_rules
from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets.choices import MAX_LETTERS, alike, in_two_lines, on_tap, refill, seat_badge
from pi_app.ui.widgets.fitted import Fit
from pi_app.ui.widgets.plate import Plate
from pi_app.ui.widgets.reuse import Rows
from pi_app.ui.widgets.taps import FlatTap, TextTap

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


class PadCellTap(Plate, FlatTap):
    """One cell of the pad."""

    text = StringProperty("")
    chosen = BooleanProperty(False)
    tie = BooleanProperty(False)


class PadScreen(TableScreen):
    """Rows of the book down, players across, the keys at the side."""

    presenter: PadPresenter
    view: PadView
    LASTING: ClassVar[tuple[str, ...]] = ("pad.", "cell.")

    def build(self) -> None:
        """Rows are built once: a key changes a cell, and building the pad of eight takes a fifth of a second."""
        self._rows: Rows[PadRow] = Rows(self.ids.rows, _shape, self._row, _show)
        self._totals: list[Any] = []

    def fill(self) -> None:
        """The pad, the totals, the keys."""
        view = self.view
        wide = len(view.names) <= MAX_WIDE
        self._label_dp = LABEL_DP if wide else NARROW_LABEL_DP
        if self.is_new("names", view.names):
            column = (Window.width - dp(BESIDE_DP + self._label_dp)) / max(1, len(view.names))
            letters = min(MAX_LETTERS, int(column / dp(LETTER_DP)))
            names = view.names if wide else [in_two_lines(name, letters) for name in view.names]
            heads = [_head(seat, name, badge=len(names) <= MAX_BADGES) for seat, name in enumerate(names)]
            alike(head.children[0] for head in heads)
            refill(self.ids.names, [self._label(""), *heads])
        if self.is_new("keys", view.keys):
            taps = [TextTap(text=_face(key), key=f"pad.{key}", text_font=sp(24), size_hint_y=1) for key in view.keys]
            keys = [on_tap(tap, self.presenter.key, key) for tap, key in zip(taps, view.keys, strict=True)]
            refill(self.ids.digits, keys)
        if self.is_new("rows", view.rows):
            self._rows.fill(view.rows)
            Clock.schedule_once(lambda _dt: self._show_chosen(), -1)
        if self.is_new("total", (view.total, len(view.totals))):
            self._totals = [Fit(bold=True, color=theme.GO, max_font=sp(22)) for _ in view.totals]
            refill(self.ids.totals, [self._label(view.total), *self._totals])
        for label, text in zip(self._totals, view.totals, strict=True):
            label.text = text
        self.ask(view.pending)

    def _row(self, row: PadRow) -> Any:
        line = BoxLayout(size_hint_y=None, height=dp(ROW_DP), spacing=dp(3))
        line.add_widget(self._label(row.label))
        for cell in row.cells:
            tap = PadCellTap(text=cell.text, chosen=cell.chosen, tie=row.tie, key=f"cell.{cell.seat}.{cell.row}")
            line.add_widget(on_tap(tap, self.presenter.choose, cell.seat, cell.row))
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


def _face(key: str) -> str:
    return "←" if key == "<" else key


load_rules(__file__)
