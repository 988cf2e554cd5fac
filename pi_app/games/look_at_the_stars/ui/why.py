"""Where points come from: every number of the score pad, on the slate."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder
from kivy.metrics import dp, sp
from kivy.uix.widget import Widget

from pi_app.games.look_at_the_stars.ui import slate  # noqa: F401  (named in the layout file)
from pi_app.ui.screens.base import TableScreen
from pi_app.ui.screens.why import ReceiptTap, SeatPointsTap
from pi_app.ui.widgets.basics import Chip, Say
from pi_app.ui.widgets.choices import on_tap, refill

SEATS_WITH_NAMES = 2
SHORT_LABEL = 2


class SlateWhyScreen(TableScreen):
    """The slate with what paid lit up, the reasons beside it."""

    def fill(self) -> None:
        """Players, rows and reasons."""
        view = self.view
        if self.is_new("rows", view.rows):
            self._list_rows()
        if self.is_new("seats", view.seats):
            self._list_seats()
        if self.is_new("receipts", (view.receipts, view.empty)):
            self._list_receipts()

    def _list_rows(self) -> None:
        rows = self.view.rows
        chips = [
            Chip(
                text=r.label,
                chosen=r.chosen,
                key=f"row.{r.row}",
                inset=dp(2),
                text_font=dp(15),
                size_hint_x=1 if len(r.label) <= SHORT_LABEL else 1.9,
            )
            for r in rows
        ]
        taps = [on_tap(chip, self.presenter.choose_row, r.row) for chip, r in zip(chips, rows, strict=True)]
        refill(self.ids.rows, taps)

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
            ReceiptTap(words=r.words, sum=r.sum, points=r.points, chosen=r.chosen, key=f"receipt.{r.index}")
            for r in self.view.receipts
        ]
        taps: list[Widget] = [on_tap(r, self.presenter.choose_receipt, i) for i, r in enumerate(receipts)]
        refill(self.ids.receipts, taps or [Say(text=self.view.empty, font_size=sp(17), bold=True)])


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
