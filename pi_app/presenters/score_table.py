"""The score sheet as a table of words: a line a player, a column a row of the pad."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from pi_app.i18n import _
from pi_app.presenters.navigator import Navigator
from pi_app.steps.view import Part
from pi_app.table.handicaps import HANDICAP, handicaps_of, standing


class Cell(msgspec.Struct, frozen=True):
    """One number of the sheet; `corrected` numbers were put right after the fact. An empty text is not known yet."""

    row: str
    text: str
    corrected: bool = False
    open: bool = False
    """Whether tapping it shows why."""


class SheetLine(msgspec.Struct, frozen=True):
    """One player's line of the sheet."""

    seat: int
    name: str
    cells: tuple[Cell, ...]
    total: str


class ScoreTable(Part, frozen=True, kw_only=True):
    """The heads of its columns, that of the last one, and the lines; as a part it stands beside a step."""

    WIDGET: ClassVar = "pi_app.ui.steps.sheet_beside:SheetBeside"
    columns: tuple[str, ...]
    total: str
    lines: tuple[SheetLine, ...]

    @property
    def begun(self) -> bool:
        """Whether any number is known."""
        return any(cell.text for line in self.lines for cell in line.cells)


def score_table(nav: Navigator) -> ScoreTable:
    """The sheet of the open game as it stands, with handicaps."""
    table = nav.open_table
    rows = (*nav.app.rows(nav), *((HANDICAP,) if handicaps_of(table.header) else ()))
    return ScoreTable(
        columns=tuple(_("Handicap") if row == HANDICAP else nav.app.short_row_words(row) for row in rows),
        total=_("Total"),
        lines=tuple(_line(nav, seat, rows) for seat in range(len(table.players))),
    )


def table_beside(nav: Navigator) -> ScoreTable | None:
    """The sheet to stand beside a step of the game that goes on; None before anybody has a number."""
    if nav.table is None or nav.table.over:
        return None
    table = score_table(nav)
    return table if table.begun else None


def _line(nav: Navigator, seat: int, rows: tuple[str, ...]) -> SheetLine:
    score = standing(nav.open_table).players[seat]
    points = {row.row: row.points for row in score.rows}
    corrected, told = nav.app.corrected_rows(nav, seat), nav.app.can_explain(nav, seat)
    cells = tuple(
        Cell(
            r,
            str(points[r]) if r in points else "",
            r in corrected,
            told and r in points and r != HANDICAP and nav.app.explained(r),
        )
        for r in rows
    )
    return SheetLine(seat, score.name, cells, str(score.total))
