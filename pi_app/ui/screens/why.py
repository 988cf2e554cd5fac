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
        view, presenter = self.view, self.presenter
        rows = [
            Chip(text=r.label, chosen=r.chosen, key=f"row.{r.row}", inset=dp(3), size_hint_x=max(1.0, len(r.label) / 4))
            for r in view.rows
        ]
        refill(self.ids.rows, [on_tap(c, presenter.choose_row, r.row) for c, r in zip(rows, view.rows, strict=True)])
        seats = [
            SeatPointsTap(
                seat=s.seat,
                name=s.name if len(view.seats) <= SEATS_WITH_NAMES else "",
                points=s.points,
                chosen=s.chosen,
                key=f"seat.{s.seat}",
            )
            for s in view.seats
        ]
        refill(self.ids.seats, [on_tap(s, presenter.choose_seat, s.seat) for s in seats])
        receipts = [
            ReceiptTap(
                words=r.words,
                sum=r.sum,
                points=r.points,
                star_type=r.star_type or "",
                chosen=r.chosen,
                key=f"receipt.{r.index}",
            )
            for r in view.receipts
        ]
        refill(self.ids.receipts, [on_tap(r, presenter.choose_receipt, i) for i, r in enumerate(receipts)])
        self._ask()

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
