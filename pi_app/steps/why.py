"""Why points were paid, the same in every game: one player's row of the sheet, and what a tap on it shows."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from engines.game import Receipt, Row
from pi_app.steps import view
from pi_app.steps.presenter import StepPresenter
from pi_app.steps.view import Command, Photo, PointsTabs, Reason, Seat, SeatPoints, Tap


class WhyStep(StepPresenter):
    """A page for one row of one player; a tap on a reason lights up what paid. A game says which row comes first."""

    LEFT: ClassVar[dict[str, Any]] = {"receipt": None}
    """How the place changes once another player or row is shown: nothing is chosen there yet."""

    @property
    @abstractmethod
    def row_name(self) -> str:
        """The row that is shown."""

    def row(self, seat: int) -> Row:
        """That player's row of that name; one without points where the sheet has none."""
        rows = self.nav.open_table.sheet.players[seat].rows
        return next((row for row in rows if row.row == self.row_name), Row(self.row_name, 0))

    def lit(self) -> tuple[Receipt, ...]:
        """What paid: the reason that is chosen, else all of the row."""
        paid, chosen = self.row(self.seat).receipt, self.nav.place.receipt
        return paid if chosen is None else paid[chosen : chosen + 1]

    def reasons(
        self, words: Callable[[Receipt], str], star_type: Callable[[int], str] = lambda _: ""
    ) -> tuple[Reason, ...]:
        """The reasons of the row; `star_type`: that of the star drawn beside a reason, by its number."""
        return tuple(
            Reason(
                does=view.Receipt(i),
                words=words(paid),
                sum=f"{paid.count} × {paid.each}",
                points=paid.points,
                star_type=star_type(i),
                chosen=i == self.nav.place.receipt,
            )
            for i, paid in enumerate(self.row(self.seat).receipt)
        )

    def seats(self, max_named: int) -> PointsTabs:
        """The players with what the row pays them; beyond so many there is no room for names."""
        players = self.nav.open_table.players
        seats = (SeatPoints(i, name, self.row(i).points, i == self.seat) for i, name in enumerate(players))
        return PointsTabs(tuple(seats), named=len(players) <= max_named)

    def row_tabs(self, rows: Iterable[str]) -> tuple[Tap, ...]:
        """A tab a row."""
        return tuple(Tap(view.Row(row), self.nav.app.short_row_words(row), chosen=row == self.row_name) for row in rows)

    def do(self, command: Command) -> None:
        match command:
            case Seat(seat) if self.nav.app.can_explain(self.nav, seat):
                self.nav.move(**self.LEFT, seat=seat, row=self.row_name)
            case view.Row(row):
                self.nav.move(**self.LEFT, row=row)
            case view.Receipt(index):
                self.nav.move(receipt=None if self.nav.place.receipt == index else index)
            case Photo():
                self.nav.move(photo=not self.nav.place.photo)
            case _:
                super().do(command)
