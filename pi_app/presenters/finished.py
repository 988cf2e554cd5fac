"""Finished boards without a history, photographed one a player: the score pad is filled from what lies on them.

What was read is kept beside the record, so the page says why each point was written as long as the game is there. A
finger puts a line right by a tap; doubts are asked about only where the answer changes points.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from engines.game import Row
from engines.pad import PadState, Write
from pi_app.i18n import _, ngettext
from pi_app.presenters.eye import camera_words
from pi_app.presenters.finished_boards import (
    BoardKind,
    Desk,
    Doubt,
    Extra,
    FinishedBoard,
    desk_of,
    keep_desk,
    weighty,
    with_answer,
)
from pi_app.presenters.navigator import Frame, Navigator
from pi_app.presenters.receipts import SeatPoints
from pi_app.presenters.wording import points_words


class Pointed(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a finger has chosen on the page."""

    chosen: str | None = None
    row: str | None = None
    photo: bool = True
    """Whether the photograph lies under the drawing."""
    settled: bool = False
    """Whether the table does not want to be asked any more."""
    cards: str = ""
    """The kind of card that is being chosen: `point` or `power`; empty for none."""


class RowLine(msgspec.Struct, frozen=True):
    """A row of the pad as the board has it; `chosen`: what paid is lit."""

    row: str
    words: str
    points: int
    chosen: bool


class FieldQuestion(msgspec.Struct, frozen=True):
    """A doubt that changes points: what is asked, what each answer pays."""

    title: str
    body: str
    yes: str
    no: str
    rest: str


class FinishedView(msgspec.Struct, frozen=True, kw_only=True):
    """One player's board and the rows that it fills."""

    frame: Frame
    seats: tuple[SeatPoints, ...]
    seat: int
    scene: Any
    """A `SlateScene` or a `DiscScene`; None while nothing is known of the board."""
    hint: str
    rows: tuple[RowLine, ...]
    total: str
    extras: tuple[Extra, ...]
    cards: tuple[Any, ...]
    """The cards to choose from; empty while none is chosen."""
    choose: str
    """What is to be chosen among the cards."""
    no_card: str
    trouble: str
    camera: str
    can_photograph: bool
    photo: bool | None
    """Whether the photograph is shown; None where there is none."""
    asked: FieldQuestion | None
    use: str
    can_use: bool


class FinishedPresenter:
    """A board is photographed, its rows written on the pad; every line can be put right by a finger."""

    def __init__(self, nav: Navigator, kind: BoardKind) -> None:
        self.nav = nav
        self.kind = kind
        self._weighed: tuple[Any, list[Doubt]] = None, []

    @property
    def desk(self) -> Desk:
        """The boards so far."""
        return desk_of(self.nav)

    @property
    def seat(self) -> int:
        """The player whose board is shown."""
        return self.nav.place.seat or 0

    @property
    def board(self) -> FinishedBoard:
        """The board on the screen."""
        return self._board(self.seat)

    @property
    def pointed(self) -> Pointed:
        """What a finger has chosen."""
        return self.nav.own(Pointed)

    def _board(self, seat: int) -> FinishedBoard:
        return self.desk.boards.get(str(seat), FinishedBoard())

    def _rows(self, seat: int) -> tuple[Row, ...] | None:
        return self.kind.rows(self.desk, self._board(seat))

    def open_doubts(self) -> list[Doubt]:
        """The doubts whose answer changes points, the weightiest first."""
        desk, board = self.desk, self.board
        if self.pointed.settled or not board.doubts:
            return []
        about = (replace(desk, boards={}), board)
        if self._weighed[0] != about:
            self._weighed = about, list(weighty(self.kind, desk, board))
        return self._weighed[1]

    # What is shown ---------------------------------------------------------------------------------------------

    def view(self) -> FinishedView:
        """What the screen shows."""
        nav, desk, board, pointed, eye = self.nav, self.desk, self.board, self.pointed, self.nav.eye
        rows = self._rows(self.seat)
        doubts = self.open_doubts()
        names = nav.open_table.players
        return FinishedView(
            frame=nav.frame(_("From the boards"), nav.wing.title()),
            seats=tuple(SeatPoints(i, name, self._total(i), i == self.seat) for i, name in enumerate(names)),
            seat=self.seat,
            scene=self._scene(rows or (), doubts[0] if doubts else None),
            hint=self._hint(rows),
            rows=tuple(RowLine(r.row, nav.wing.row_words(r.row), r.points, r.row == pointed.row) for r in rows or ()),
            total=points_words(self._total(self.seat)),
            extras=self.kind.extras(desk, board),
            cards=self.kind.cards(pointed.cards) if pointed.cards else (),
            choose=_("Which card lay open?"),
            no_card=_("Leave that row to the finger"),
            trouble=eye.trouble or "",
            camera=camera_words(eye, self.seat),
            can_photograph=eye.can_look(self.seat) and eye.busy is None,
            photo=pointed.photo if board.photo is not None and eye.photo_at(board.photo) is not None else None,
            asked=self._asked(doubts) if doubts else None,
            use=_("Write it on the pad"),
            can_use=bool(self._to_write()),
        )

    def _total(self, seat: int) -> int:
        return sum(row.points for row in self._rows(seat) or ())

    def _hint(self, rows: tuple[Row, ...] | None) -> str:
        if rows is None:
            return _("This cannot be a board: put its lines right.")
        return self.kind.hint(self.board)

    def _scene(self, rows: Sequence[Row], asked: Doubt | None) -> Any:
        pointed, board = self.pointed, self.board
        lit = [receipt for row in rows if row.row == pointed.row for receipt in row.receipt]
        scene = self.kind.scene(self.desk, board, lit, asked)
        photo = board.photo if pointed.photo or asked is not None else None
        if scene is None or photo is None or (at := self.nav.eye.photo_at(photo)) is None:
            return scene
        return replace(scene, photo=photo, photo_at=at)

    def _asked(self, doubts: Sequence[Doubt]) -> FieldQuestion:
        first, more = doubts[0], len(doubts) - 1
        title, yes, no = self.kind.question(self.desk, first)
        points = [self._worth(with_answer(self.board, first, there)) for there in (True, False)]
        body = "\n".join(f"{words}: {points_words(worth)}" for words, worth in zip((yes, no), points, strict=True))
        rest = ngettext("Leave it as read", "Leave all {n} as read", more + 1).format(n=more + 1)
        return FieldQuestion(title, body, yes, no, rest)

    def _worth(self, board: FinishedBoard) -> int:
        return sum(row.points for row in self.kind.rows(self.desk, board) or ())

    # What a finger does ----------------------------------------------------------------------------------------

    def choose_seat(self, seat: int) -> None:
        """Show another player's board."""
        self.nav.eye.forget()
        self.nav.keep(replace(self.pointed, chosen=None, settled=False), seat=seat)

    def choose_row(self, row: str) -> None:
        """Light up what paid that row; the same again lights up nothing."""
        pointed = self.pointed
        self._point(row=None if pointed.row == row else row, photo=False)

    def show_photo(self) -> None:
        """Lay the photograph under the drawing, or take it away."""
        self._point(photo=not self.pointed.photo)

    def tap_line(self, a: str | int, b: str | int) -> None:
        """A line was tapped: it is not there."""
        self._keep(self.kind.put_right(self.board, str(a), str(b), drawn=False))

    def join(self, a: str | int, b: str | int) -> None:
        """A finger went from point to point."""
        self._keep(self.kind.put_right(self.board, str(a), str(b), drawn=True))

    def tap_point(self, at: str | int) -> None:
        """A point was tapped: the first one of a line, its second one, or the same one again."""
        chosen, point = self.pointed.chosen, str(at)
        if chosen is None:
            self._point(chosen=point)
        elif chosen == point:
            self._keep(self.kind.point(self.desk, self.board, point))
        else:
            self.join(chosen, point)

    def drop_thing(self, at: str) -> None:
        """Something that the power drew was tapped: it is not there."""
        self._keep(self.kind.point(self.desk, self.board, at))

    def tell(self, key: str) -> None:
        """Something beside the lines is told."""
        if key in ("cards.point", "cards.power"):
            self._point(cards=key.removeprefix("cards."))
            return
        desk, board = self.kind.tell(self.desk, self.board, key)
        self._store(desk, board)
        self._point(chosen=None)

    def choose_card(self, card: str) -> None:
        """That bonus card lay open; nothing: none of them is scored from the boards."""
        which = self.pointed.cards
        if which:
            self._store(replace(self.desk, **{f"{which}_bonus": card}), self.board)
            self._point(cards="")

    def _point(self, **changes: Any) -> None:
        self.nav.keep(replace(self.pointed, **changes), seat=self.seat)

    def _keep(self, board: FinishedBoard) -> None:
        self._store(self.desk, board)
        self._point(chosen=None)

    def _store(self, desk: Desk, board: FinishedBoard, seat: int | None = None) -> None:
        """Remember what is known; whatever was doubtful about another seat stays so."""
        at = str(self.seat if seat is None else seat)
        kept = replace(desk, boards={**desk.boards, at: board})
        keep_desk(self.nav, kept)

    # The camera ------------------------------------------------------------------------------------------------

    def photograph(self) -> None:
        """Ask the camera; the screen goes on meanwhile, and `look` brings the board."""
        self.nav.eye.look(self.seat, None)
        self.nav.changed()

    def look(self) -> bool:
        """Take in a reading that has arrived; called several times a second while the camera is busy."""
        seen = self.nav.eye.poll()
        if seen is not None and isinstance(seen.draft, FinishedBoard):
            self._store(self.desk, self.kind.merged(self._board(seen.seat), seen.draft), seen.seat)
            self.nav.keep(Pointed(row=self.pointed.row), seat=seen.seat)
            return True
        if self.nav.eye.busy is None:
            self.nav.changed()
        return False

    def press(self, seat: int) -> None:
        """A seat's button: photograph that player's board."""
        if self.nav.eye.can_look(seat) and self.nav.eye.busy is None:
            self.choose_seat(seat)
            self.photograph()

    def answer(self, there: bool) -> None:
        """Somebody says whether the doubtful thing is drawn."""
        doubts = self.open_doubts()
        if doubts:
            self._store(self.desk, with_answer(self.board, doubts[0], there))
            self.nav.changed()

    def settle(self) -> None:
        """Ask nothing more about this board: all is as it was read."""
        self._point(settled=True)

    # The pad ---------------------------------------------------------------------------------------------------

    def _to_write(self) -> list[Write]:
        """The cells that the boards change; a board that nobody told anything of changes none."""
        state: PadState = self.nav.state
        boards = self.desk.boards
        rows = [(int(seat), row) for seat in sorted(boards) for row in self._rows(int(seat)) or ()]
        known = self.nav.wing.rows(self.nav)
        return [
            Write(seat=seat, row=row.row, sum=str(row.points))
            for seat, row in rows
            if row.row in known and state.cells[seat].get(row.row) != str(row.points)
        ]

    def use(self) -> None:
        """Write the rows of every board on the pad, where each can be changed."""
        wanted = self._to_write()
        photographed = any(board.photo for board in self.desk.boards.values())
        if not wanted or self.nav.act(*wanted, source="camera" if photographed else "touch"):
            self.nav.put(replace(self.nav.place, page=None, own={}))
