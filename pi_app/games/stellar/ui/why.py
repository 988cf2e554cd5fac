"""Why a row pays: telescope and notebook with what paid lit, the rule and the sum; and putting a card right."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from pi_app.games.stellar.ui import grid as stellar_grid
from pi_app.games.stellar.ui.telescope import NotebookTap, TelescopeView
from pi_app.ui import theme
from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets.basics import Chip, Fit, FlatTap, Pane, TextTap
from pi_app.ui.widgets.choices import on_tap, refill
from pi_app.ui.widgets.question import Question


class SeatTotalTap(FlatTap):
    """A player with the points of the row."""

    seat = NumericProperty(0)
    name = StringProperty("")
    points = NumericProperty(0)
    chosen = BooleanProperty(False)


class StellarWhyScreen(TableScreen):
    """The cards, and beside them reasons or what a card should be."""

    def fill(self) -> None:
        """Rows, players, reasons or the grid of cards, and the question before a correction."""
        view = self.view
        if self.is_new("rows", (view.rows, view.mending, view.flip)):
            self._list_rows()
        if self.is_new("seats", view.seats):
            refill(self.ids.seats, self._seats())
        if self.is_new(
            "side", (view.board, view.other, view.rule, view.sum, view.uses, view.cells, view.mending, view.camera)
        ):
            refill(self.ids.side, self._cards() if view.mending and view.cells else self._reasons())
        self._ask()

    def _list_rows(self) -> None:
        if self.view.mending:
            refill(self.ids.rows, self._mending_taps())
        else:
            looks = {"inset": dp(2), "text_font": sp(14)}
            chips = [Chip(text=r.label, chosen=r.chosen, key=f"row.{r.row}", **looks) for r in self.view.rows]
            choose = self.presenter.choose_row
            refill(self.ids.rows, [on_tap(c, choose, r.row) for c, r in zip(chips, self.view.rows, strict=True)])

    def _seats(self) -> list[Any]:
        taps = [
            SeatTotalTap(seat=s.seat, name=s.name, points=s.points, chosen=s.chosen, key=f"seat.{s.seat}")
            for s in self.view.seats
        ]
        return [on_tap(tap, self.presenter.choose_seat, tap.seat) for tap in taps]

    def _mending_taps(self) -> list[Any]:
        view = self.view
        found: list[Any] = [Fit(text=view.mending, bold=True, halign="left", max_font=sp(18))]
        if view.flip:
            flip = TextTap(key="flip", text=view.flip, height=dp(48), text_font=sp(15), size_hint_x=0.55)
            found.append(on_tap(flip, self.presenter.flip))
        leave = TextTap(key="leave_it", text=view.leave, height=dp(48), text_font=sp(15), size_hint_x=0.55)
        return [*found, on_tap(leave, self.presenter.leave)]

    def _cards(self) -> list[Any]:
        grid = stellar_grid.CardGrid(cells=self.view.cells, spacing=dp(3))
        grid.bind(on_pick=lambda _grid, kind, number: self.presenter.choose(kind, number))
        return [grid]

    def _reasons(self) -> list[Any]:
        view = self.view
        notebook = NotebookTap(collections=view.board.collections, size_hint_y=None, height=dp(144))
        notebook.bind(on_note=lambda _book, kind, number: self.presenter.tap_note(kind, number))
        pane = Pane(orientation="vertical", padding=(dp(14), dp(8)), spacing=dp(4))
        if view.sum:
            total = {"max_font": sp(20), "min_font": sp(13), "size_hint_y": None, "height": dp(28)}
            pane.add_widget(Fit(text=view.sum, bold=True, halign="left", **total))
        pane.add_widget(Fit(text=view.rule, max_font=sp(16), min_font=sp(11), halign="left", valign="top"))
        if view.uses:
            uses = {"max_font": sp(16), "min_font": sp(11), "size_hint_y": None, "height": dp(24)}
            pane.add_widget(Fit(text="  ·  ".join(view.uses), halign="left", color=theme.ASK, **uses))
        if view.camera:
            camera = TextTap(key="compare", text=view.camera, icon="camera", height=dp(48), text_font=sp(15))
            pane.add_widget(on_tap(camera, self.presenter.compare))
        hint = {"max_font": sp(15), "min_font": sp(11), "size_hint_y": None, "height": dp(22)}
        pane.add_widget(Fit(text=view.hint, halign="left", color=theme.MUTED, **hint))
        if view.other is None:
            return [notebook, pane]
        row = BoxLayout(spacing=dp(8))
        row.add_widget(pane)
        row.add_widget(TelescopeView(board=view.other, gap=2, touchable=False, size_hint_x=None, width=dp(112)))
        return [notebook, row]

    def _ask(self) -> None:
        pending = self.view.pending
        if pending is None:
            self.overlay = None
            return
        question = Question(
            title=pending.question,
            body="\n".join(pending.consequences[:6]),
            yes=pending.confirm,
            no=pending.cancel,
            possible=pending.possible,
        )
        question.bind(on_accept=lambda *_: self.presenter.confirm(), on_refuse=lambda *_: self.presenter.cancel())
        self.overlay = question


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
