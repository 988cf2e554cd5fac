"""Just score: the paper pad of any game on the screen. Sums are typed as one would count aloud: 3+6+2."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final, cast

import msgspec

from engines.game import PlayerScore
from engines.pad import LONGEST_SUM, Close, PadState, ScorePad, Write, value_of
from hardware.lights import Scene as LightScene
from pi_app.i18n import N_, _
from pi_app.presenters.navigator import Frame, Navigator
from pi_app.presenters.wing import Choice, ScreenPlace, Topic, Wing, optional

if TYPE_CHECKING:
    from pi_app.presenters.disputes import Dispute

KEYS: Final = ("7", "8", "9", "4", "5", "6", "1", "2", "3", "+", "0", "<")
_LEVEL: Final = N_("Level: write the fading stars of each, the fewest win. Empty: they share the victory.")
_TIES: Final = {"fading": N_("Fading stars")}


class PadDraft(msgspec.Struct, frozen=True, omit_defaults=True):
    """The cell that a finger chose and what is typed there; no row: the first empty cell."""

    seat: int = 0
    row: str = ""
    typed: str | None = None
    """None: nothing was typed yet, the cell shows what stands there."""
    tie: bool = False
    """Whether the totals are level and the tie break was asked for."""


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


class PadView(msgspec.Struct, frozen=True, kw_only=True):
    """The pad, and the keys beside it."""

    frame: Frame
    names: tuple[str, ...]
    rows: tuple[PadRow, ...]
    totals: tuple[str, ...]
    total: str
    cell: str
    """Whose cell is chosen, in words."""
    typed: str
    value: str
    """What the sum comes to, where it is more than a number."""
    keys: tuple[str, ...]
    next: str
    close: str
    can_close: bool
    boards: str
    """What fills the pad from the boards; empty where the game has no such page."""


class PadPresenter:
    """The pad: a cell is chosen by a tap, a sum typed, and the next cell comes by itself."""

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav

    @property
    def _pad(self) -> ScorePad:
        return cast("ScorePad", self.nav.open_table.game)

    @property
    def _state(self) -> PadState:
        return cast("PadState", self.nav.state)

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
        return (*self._pad.rows, *ties)

    def _after(self, cell: tuple[int, str] | None) -> tuple[int, str]:
        """The first empty cell, column by column, from that cell on; the cell itself where none is left."""
        order = [(seat, row) for seat in range(len(self._state.players)) for row in self._pad.rows]
        start = order.index(cell) + 1 if cell in order else 0
        empty = [(seat, row) for seat, row in order[start:] + order[:start] if row not in self._state.cells[seat]]
        return empty[0] if empty else cell or order[0]

    def view(self) -> PadView:
        """What the screen shows."""
        state, draft, wing = self._state, self.draft, self.nav.wing
        typed = self._typed(draft)
        value = value_of(_finished(typed))
        sheet = self.nav.open_table.sheet
        return PadView(
            frame=self.nav.frame(_("Score pad"), wing.title()),
            names=state.players,
            rows=tuple(self._row(row, draft) for row in self._rows(draft)),
            totals=tuple(str(player.total) for player in sheet.players),
            total=_("Total"),
            cell=_("{name}: {what}").format(name=state.players[draft.seat], what=wing.row_words(draft.row)),
            typed=typed,
            value="" if value is None or typed.isdecimal() or not typed else f"= {value}",
            keys=KEYS,
            next=_("Next"),
            close=_("Add up"),
            can_close=any(state.cells) or bool(typed),
            boards=optional(wing, "pad_page", default=("", ""))[1],
        )

    def _row(self, row: str, draft: PadDraft) -> PadRow:
        cells = tuple(
            PadCell(seat, row, self._text(seat, row, draft), (seat, row) == (draft.seat, draft.row))
            for seat in range(len(self._state.players))
        )
        return PadRow(row, self.nav.wing.row_words(row), cells, row in self._pad.ties)

    def _text(self, seat: int, row: str, draft: PadDraft) -> str:
        if (seat, row) == (draft.seat, draft.row) and draft.typed is not None:
            return draft.typed
        text = self._state.cells[seat].get(row, "")
        return str(value_of(text)) if text else ""

    def _typed(self, draft: PadDraft) -> str:
        return self._state.cells[draft.seat].get(draft.row, "") if draft.typed is None else draft.typed

    # What fingers do -------------------------------------------------------------------------------------------

    def choose(self, seat: int, row: str) -> None:
        """Choose a cell; what was typed in the last one is written first."""
        tie = self.draft.tie
        if self._write():
            self.nav.keep(PadDraft(seat, row, tie=tie))

    def key(self, key: str) -> None:
        """Type a digit or a plus; `<` erases the last one."""
        draft = self.draft
        typed = self._typed(draft)
        if key == "<":
            typed = typed[:-1]
        elif key != "+" or (typed and typed[-1].isdecimal()):
            typed = (typed + key)[:LONGEST_SUM]
        self.nav.keep(msgspec.structs.replace(draft, typed=typed))

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

    def open_boards(self) -> None:
        """Fill the pad from the boards."""
        page, _words = optional(self.nav.wing, "pad_page", default=("", ""))
        if page and self._write():
            self.nav.open_page(page)

    def close(self) -> None:
        """Add the pad up; where totals are level and the book asks for more to tell them apart, ask for it first."""
        if not self._write():
            return
        missing = self._pad.missing_ties(self._state)
        if missing and not self.draft.tie:
            self.nav.tell(partial(_, _LEVEL))
            self.nav.keep(PadDraft(*missing[0], tie=True))
        else:
            self.nav.act(Close(seat=0))

    def _write(self) -> bool:
        """Write what is typed in the chosen cell. Returns whether it was a sum (a notice says what one is)."""
        draft = self.draft
        if draft.typed is None:
            return True
        text = _finished(draft.typed)
        if text == self._state.cells[draft.seat].get(draft.row, ""):
            return True
        return self.nav.act(Write(seat=draft.seat, row=draft.row, sum=text))


def _finished(typed: str) -> str:
    return typed.rstrip("+-")


class PadWing:
    """The pad of a game: its words are those of the game's own wing."""

    def __init__(self, game: Wing, pad: ScorePad) -> None:
        self._game = game
        self._rows = pad.rows

    def title(self) -> str:
        """The game's name."""
        return self._game.title()

    def screens(self) -> Mapping[str, ScreenPlace]:
        """The pad."""
        page, _words = self.pad_page()
        own = {page: self._game.screens()[page]} if page else {}
        return {"pad": ScreenPlace("pi_app.ui.screens.pad:PadScreen", "pi_app.presenters.pad:PadPresenter"), **own}

    def pad_page(self) -> tuple[str, str]:
        """The page that fills the pad from the boards, and words for it; empty where the game has none."""
        found: tuple[str, str] = optional(self._game, "pad_page", default=("", ""))
        return found

    def screen(self, nav: Navigator) -> str:
        """The pad until it is added up."""
        return "final" if nav.open_table.over else "pad"

    def light(self, nav: Navigator) -> LightScene:
        """Nothing burns."""
        return LightScene()

    def step_words(self, kind: str, player: str | None, action: dict[str, Any]) -> str:
        """What an undo would take back."""
        if kind == "close":
            return _("adding up")
        row = self.short_row_words(action["row"]) if "row" in action else kind
        return _("{name}: {what}").format(name=player or "", what=row)

    def rule_words(self, rule: str, fallback: str) -> str:
        """What is wrong with a cell."""
        return _("Write a sum of 0 to 999, such as 3+6+2.") if rule == "pad.sum" else fallback

    def seats(self) -> tuple[int, int]:
        """As the game's."""
        return self._game.seats()

    def choices(self, digital: bool) -> tuple[Choice, ...]:
        """None: the pad does not know how points come about."""
        return ()

    def options(self, digital: bool) -> dict[str, Any]:
        """None."""
        return {}

    def bots(self) -> tuple[str, ...]:
        """None."""
        return ()

    def rows(self, nav: Navigator) -> tuple[str, ...]:
        """The rows of the pad."""
        return self._rows

    def row_words(self, row: str) -> str:
        """A row in words."""
        return _(_TIES[row]) if row in _TIES else self._game.row_words(row)

    def short_row_words(self, row: str) -> str:
        """A row in one short word."""
        return _(_TIES[row]) if row in _TIES else self._game.short_row_words(row)

    def explained(self, row: str) -> bool:
        """None: only the number is known."""
        return False

    def corrected_rows(self, nav: Navigator, seat: int) -> frozenset[str]:
        """None: a cell that is written anew is no correction."""
        return frozenset()

    def dispute(self, nav: Navigator) -> Dispute | None:
        """As in the game: its page that fills the pad has doubts too."""
        found: Dispute | None = optional(self._game, "dispute", nav)
        return found

    def rank(self, score: PlayerScore) -> tuple[int, ...]:
        """As in the game."""
        return self._game.rank(score)

    def verdict(self, nav: Navigator) -> str | None:
        """As in the game."""
        return self._game.verdict(nav)

    def notes(self, nav: Navigator) -> tuple[str, ...]:
        """How the points came here."""
        return (_("Written on the score pad"),)

    def help(self) -> tuple[Topic, ...]:
        """The game's cards."""
        return self._game.help()
