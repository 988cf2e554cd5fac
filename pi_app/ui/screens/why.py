"""Where points come from: the round score, and every number of the sheet."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets.basics import Chip, FlatTap
from pi_app.ui.widgets.choices import on_tap, refill
from pi_app.ui.widgets.question import Question

SEATS_WITH_NAMES = 2
"""With more players there is room for badges only; the title names who is shown."""


class SeatPointsTap(FlatTap):
    """A player with the points of the row."""

    seat = NumericProperty(0)
    name = StringProperty("")
    points = NumericProperty(0)
    chosen = BooleanProperty(False)


class ReceiptTap(FlatTap):
    """One reason for points."""

    words = StringProperty("")
    sum = StringProperty("")
    points = NumericProperty(0)
    star_type = StringProperty("")
    chosen = BooleanProperty(False)


class WhyScreen(TableScreen):
    """The disc with what paid lit up, the reasons beside it."""

    def fill(self) -> None:
        """Players, rows, reasons, and the question whether a line is put right."""
        view = self.view
        if self.is_new("rows", view.rows):
            self._list_rows()
        if self.is_new("seats", view.seats):
            self._list_seats()
        if self.is_new("receipts", view.receipts):
            self._list_receipts()
        self._ask()

    def _list_rows(self) -> None:
        rows = [
            Chip(text=r.label, chosen=r.chosen, key=f"row.{r.row}", inset=dp(3), size_hint_x=max(1.0, len(r.label) / 4))
            for r in self.view.rows
        ]
        choose = self.presenter.choose_row
        refill(self.ids.rows, [on_tap(chip, choose, r.row) for chip, r in zip(rows, self.view.rows, strict=True)])

    def _list_seats(self) -> None:
        named = len(self.view.seats) <= SEATS_WITH_NAMES
        seats = [
            SeatPointsTap(
                seat=s.seat, name=s.name if named else "", points=s.points, chosen=s.chosen, key=f"seat.{s.seat}"
            )
            for s in self.view.seats
        ]
        refill(self.ids.seats, [on_tap(s, self.presenter.choose_seat, s.seat) for s in seats])

    def _list_receipts(self) -> None:
        receipts = [
            ReceiptTap(
                words=r.words,
                sum=r.sum,
                points=r.points,
                star_type=r.star_type or "",
                chosen=r.chosen,
                key=f"receipt.{r.index}",
            )
            for r in self.view.receipts
        ]
        refill(self.ids.receipts, [on_tap(r, self.presenter.choose_receipt, i) for i, r in enumerate(receipts)])

    def _ask(self) -> None:
        pending = self.view.pending
        if pending is None:
            self.overlay = None
            return
        question = Question(
            title=pending.question,
            body="\n".join(pending.consequences),
            yes=pending.confirm,
            no=pending.cancel,
            possible=pending.possible,
        )
        question.bind(on_accept=lambda *_: self.presenter.confirm(), on_refuse=lambda *_: self.presenter.cancel())
        self.overlay = question


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
