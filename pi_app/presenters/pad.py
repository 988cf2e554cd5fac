"""Just score: the paper pad of any game on the screen. Sums are typed as one would count aloud: 3+6+2."""

from __future__ import annotations

import re
from functools import partial
from typing import ClassVar, Final, cast

import msgspec

from engines.pad import MAX_SUM_LENGTH, Close, PadState, ScorePad, Write, value_of
from pi_app.i18n import _
from pi_app.presenters.keys import KEY_SP
from pi_app.presenters.pending import Pending
from pi_app.steps.presenter import StepPresenter, does, on
from pi_app.steps.view import Command, Grid, Next, Part, StepView, Tap, Taps

KEYS: Final = ("7", "8", "9", "4", "5", "6", "1", "2", "3", "+", "0", "<")
PANEL_DP: Final = 216


class PadDraft(msgspec.Struct, frozen=True, omit_defaults=True):
    """The cell that a finger chose and what is typed there; no row: the first empty cell."""

    seat: int = 0
    row: str = ""
    typed: str | None = None
    """None: nothing was typed yet, the cell shows what stands there."""
    tie: bool = False
    """Whether the totals are level and the tie break was asked for."""
    adding: bool = False
    """Whether the table was asked to add up although cells are empty."""


class PadCell(msgspec.Struct, frozen=True):
    """One cell: what it comes to, and whether it is the chosen one. An empty text is an empty cell."""

    seat: int
    row: str
    text: str
    chosen: bool


class PadRow(msgspec.Struct, frozen=True):
    """One row of the pad."""

    row: str
    label: str
    cells: tuple[PadCell, ...]
    tie: bool = False


class PadTable(Part, frozen=True, kw_only=True):
    """The pad: rows of the book down, players across, and their totals."""

    WIDGET: ClassVar = "pi_app.ui.steps.pad:PadTableBox"
    names: tuple[str, ...]
    rows: tuple[PadRow, ...]
    totals: tuple[str, ...]
    total: str


class Writing(Part, frozen=True, kw_only=True):
    """Whose cell is chosen, in words; what is typed there, and what that comes to, where it is more than a number."""

    WIDGET: ClassVar = "pi_app.ui.steps.pad:WritingBox"
    cell: str
    typed: str
    value: str


class Cell(Command, frozen=True):
    """Choose that cell."""

    LASTING: ClassVar = True
    seat: int
    row: str


class Pad(Command, frozen=True):
    """Type that sign; `<` erases the last one."""

    LASTING: ClassVar = True
    sign: str


class PadPresenter(StepPresenter):
    """The pad: a cell is chosen by a tap, a sum typed, and the next cell comes by itself."""

    @property
    def _pad(self) -> ScorePad:
        return cast("ScorePad", self.nav.open_table.game)

    @property
    def _state(self) -> PadState:
        return cast("PadState", self.nav.state)

    @property
    def _own_rows(self) -> tuple[str, ...]:
        return self._pad.rows_of(self._state)

    @property
    def draft(self) -> PadDraft:
        """The cell that is chosen, and what is typed there."""
        draft = self.nav.own(PadDraft)
        if draft.row in self._rows(draft) and draft.seat < len(self._state.players):
            return draft
        seat, row = self._after(None)
        return PadDraft(seat, row)

    def _rows(self, draft: PadDraft) -> tuple[str, ...]:
        ties = self._pad.ties if draft.tie or any(t in c for c in self._state.cells for t in self._pad.ties) else ()
        return (*self._own_rows, *ties)

    def _after(self, cell: tuple[int, str] | None) -> tuple[int, str]:
        """The first empty cell from that one on, in the order of the game; the cell itself where none is left."""
        seats, rows = range(len(self._state.players)), self._own_rows
        across = self.nav.app.pad_across
        order = [(s, row) for row in rows for s in seats] if across else [(s, row) for s in seats for row in rows]
        start = order.index(cell) + 1 if cell in order else 0
        empty = [(seat, row) for seat, row in order[start:] + order[:start] if row not in self._state.cells[seat]]
        return empty[0] if empty else cell or order[0]

    def view(self) -> StepView:
        """The pad; beside it the cell that is chosen, the keys, and the ways on."""
        app, boards = self.nav.app, self.nav.app.pad_page()[1]
        keys = tuple(Tap(Pad(sign), "←" if sign == "<" else sign) for sign in KEYS)
        close = Tap(does(self.close), _("Add up"), icon="" if boards else "check", on=self._can_close)
        return StepView(
            frame=self.nav.frame(_("Score pad"), app.title()),
            stage=self.table(),
            hero=self.writing(),
            panel=(
                Grid("", keys, columns=3, big=KEY_SP),
                Taps((*((Tap(does(self.open_boards), boards),) if boards else ()), close)),
                Tap(Next(), _("Next"), icon="next", role="progress"),
            ),
            pending=self._pending(self.draft),
            panel_dp=PANEL_DP,
            broad=True,
        )

    def table(self) -> PadTable:
        """All cells and totals."""
        draft, sheet = self.draft, self.nav.open_table.sheet
        return PadTable(
            names=self._state.players,
            rows=tuple(self._row(row, draft) for row in self._rows(draft)),
            totals=tuple(str(player.total) for player in sheet.players),
            total=_("Total"),
        )

    def writing(self) -> Writing:
        """The cell that is chosen, and what is typed there."""
        draft, typed = self.draft, self._typed(self.draft)
        return Writing(
            cell=_("{name}: {what}").format(name=self._state.players[draft.seat], what=self._label(draft.row)),
            typed=typed,
            value=_value_words(_finished(typed), self._unit(draft.row)),
        )

    @property
    def _can_close(self) -> bool:
        return any(self._state.cells) or bool(self._typed(self.draft))

    def _unit(self, row: str) -> int:
        """How many points each thing of that row brings."""
        return self.nav.app.pad_units.get(row, 1)

    def _label(self, row: str) -> str:
        words, unit = self.nav.app.row_words(row), self._unit(row)
        return words if unit == 1 else _("{what}: how many?").format(what=words)

    def _empty(self) -> int:
        return sum(row not in column for column in self._state.cells for row in self._own_rows)

    def _pending(self, draft: PadDraft) -> Pending | None:
        if not draft.adding:
            return None
        every = len(self._state.cells) * len(self._own_rows)
        return Pending(
            question=_("Add up although cells are empty?"),
            consequences=(_("Empty and counted as 0: {n} of {all} cells.").format(n=self._empty(), all=every),),
            confirm=_("Add up"),
            cancel=_("Go on writing"),
            loses=True,
        )

    def _row(self, row: str, draft: PadDraft) -> PadRow:
        cells = tuple(
            PadCell(seat, row, self._text(seat, row, draft), (seat, row) == (draft.seat, draft.row))
            for seat in range(len(self._state.players))
        )
        unit = self._unit(row)
        label = self.nav.app.row_words(row) + (f" ×\u00a0{unit}" if unit > 1 else "")
        return PadRow(row, label, cells, row in self._pad.ties)

    def _text(self, seat: int, row: str, draft: PadDraft) -> str:
        if (seat, row) == (draft.seat, draft.row) and draft.typed is not None:
            return str(value_of(_finished(draft.typed))) if "+" in draft.typed else draft.typed
        text, unit = self._state.cells[seat].get(row, ""), self._unit(row)
        count = _divided(text, unit)
        if unit > 1 and count:
            return f"{value_of(count)}\u00a0×\u00a0{unit} =\u00a0{value_of(text)}"
        return str(value_of(text)) if text else ""

    def _typed(self, draft: PadDraft) -> str:
        written = self._state.cells[draft.seat].get(draft.row, "")
        return _divided(written, self._unit(draft.row)) if draft.typed is None else draft.typed

    # What fingers do -------------------------------------------------------------------------------------------

    @on(Cell)
    def choose(self, seat: int, row: str) -> None:
        """Choose a cell; what was typed in the last one is written first."""
        tie = self.draft.tie
        if self._write():
            self.nav.keep(PadDraft(seat, row, tie=tie))

    @on(Pad)
    def key(self, key: str) -> None:
        """Type a digit or a plus; `<` erases the last one."""
        draft = self.draft
        typed = self._typed(draft)
        if key == "<":
            typed = typed[:-1]
        elif key != "+" or (typed and typed[-1].isdecimal()):
            typed = (typed + key)[:MAX_SUM_LENGTH]
        self.nav.keep(msgspec.structs.replace(draft, typed=typed))

    @on(Next)
    def go_on(self) -> None:
        """Write what was typed (nothing typed in an empty cell is 0), and choose the next empty cell."""
        draft = self.draft
        if draft.typed is None and draft.row not in self._state.cells[draft.seat]:
            self.nav.keep(msgspec.structs.replace(draft, typed="0"))
        if self._write():
            if draft.tie and (missing := self._pad.missing_ties(self._state)):
                self.nav.keep(PadDraft(*missing[0], tie=True))
            else:
                self.nav.keep(PadDraft(*self._after((draft.seat, draft.row)), tie=draft.tie))

    @on("boards")
    def open_boards(self) -> None:
        """Fill the pad from the boards."""
        page, _words = self.nav.app.pad_page()
        if page and self._write():
            self.nav.open_page(page)

    @on("add_up")
    def close(self) -> None:
        """Add the pad up; where cells are empty, ask first whether that is meant."""
        if not self._write():
            return
        if self._empty() and not self.draft.tie:
            self.nav.keep(msgspec.structs.replace(self.draft, adding=True))
        else:
            self._add_up()

    def confirm(self) -> None:
        """Empty cells count nothing: add up."""
        self._add_up()

    def cancel(self) -> None:
        """Go on writing."""
        self.nav.keep(msgspec.structs.replace(self.draft, adding=False))

    def _add_up(self) -> None:
        """Where totals are level and the book asks for more to tell them apart, ask for it first."""
        missing = self._pad.missing_ties(self._state)
        if missing and not self.draft.tie:
            self.nav.tell(partial(_, self.nav.app.level_words))
            self.nav.keep(PadDraft(*missing[0], tie=True))
        else:
            self.nav.act(Close(seat=0))

    def _write(self) -> bool:
        """Write what is typed in the chosen cell. Returns whether it was a sum (a notice says what one is)."""
        draft = self.draft
        if draft.typed is None:
            return True
        text = _times(_finished(draft.typed), self._unit(draft.row))
        if text == self._state.cells[draft.seat].get(draft.row, ""):
            return True
        return self.nav.act(Write(seat=draft.seat, row=draft.row, sum=text))


def _finished(typed: str) -> str:
    return typed.rstrip("+-")


def _times(counts: str, unit: int) -> str:
    """The sum of points that a sum of counts comes to."""
    return re.sub(r"\d+", lambda term: str(int(term[0]) * unit), counts) if unit > 1 else counts


def _divided(points: str, unit: int) -> str:
    """The sum of counts that makes these points; empty where none does."""
    if unit == 1:
        return points
    whole = all(int(term) % unit == 0 for term in re.findall(r"\d+", points))
    return re.sub(r"\d+", lambda term: str(int(term[0]) // unit), points) if whole else ""


def _value_words(counts: str, unit: int) -> str:
    """What a sum comes to, where that is more than the number that is written."""
    value = value_of(counts) if counts else None
    if value is None:
        return ""
    if unit > 1:
        return f"× {unit} = {value * unit}"
    return "" if counts.isdecimal() else f"= {value}"
