"""Finished boards without a history, photographed one a player: the score pad is filled from what lies on them.

What was read is kept beside the record, so the page says why each point was written as long as the game is there. A
finger puts a line right by a tap; doubts are asked about only where the answer changes points.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from engines.game import Row
from engines.pad import PadState, Write
from pi_app.i18n import _, ngettext
from pi_app.presenters.board_camera import Seen
from pi_app.presenters.finished_boards import (
    BoardKind,
    Desk,
    Doubt,
    FinishedBoard,
    desk_of,
    keep_desk,
    weighty,
    with_answer,
)
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.wording import points_words
from pi_app.steps.camera import CameraStep
from pi_app.steps.presenter import does, on
from pi_app.steps.view import (
    Answer,
    AnswerButton,
    Board,
    Command,
    Grid,
    Part,
    Photo,
    PointsTabs,
    Reason,
    Reasons,
    Seat,
    SeatPoints,
    StepView,
    Tap,
    Taps,
    Use,
    Words,
)
from pi_app.steps.view import Row as ShowRow

_PANEL_DP: Final = 348
_MAX_NAMED: Final = 2
"""With more players their tabs have no room for names."""
_CARDS_A_ROW: Final = 4


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


class Card(Command, frozen=True):
    """That card lay open; None: none of them is scored from the boards."""

    card: str | None


class FinishedStep(CameraStep):
    """A board is photographed, its rows written on the pad; every line can be put right by a finger."""

    def __init__(self, nav: Navigator, kind: BoardKind) -> None:
        super().__init__(nav)
        self.kind = kind
        self._weighed: tuple[Any, list[Doubt]] = None, []

    @property
    def desk(self) -> Desk:
        """The boards so far."""
        return desk_of(self.nav)

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

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows that the board on the screen fills; none where it cannot be a board."""
        return self._rows(self.seat) or ()

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

    def view(self) -> StepView:
        """The board on the left; its rows, or the question about it, on the right; the cards while one is chosen."""
        nav, board, camera = self.nav, self.board, self.nav.camera
        frame = nav.frame(_("From the boards"), nav.app.title())
        if self.pointed.cards:
            return StepView(frame=frame, stage=self._cards(self.pointed.cards))
        rows, doubts = self._rows(self.seat), self.open_doubts()
        names = nav.open_table.players
        return StepView(
            frame=frame,
            stage=Board(
                self._stage(rows or (), doubts[0] if doubts else None),
                Words(camera.trouble, "ask") if camera.trouble else Words(self._hint(rows), "muted"),
                self.pointed.photo if board.photo is not None and camera.photo_at(board.photo) is not None else None,
            ),
            seats=PointsTabs(
                tuple(SeatPoints(i, name, self._total(i), i == self.seat) for i, name in enumerate(names)),
                named=len(names) <= _MAX_NAMED,
            ),
            panel=self._asked(doubts) if doubts else self._told(rows or ()),
            panel_dp=_PANEL_DP,
        )

    def _cards(self, which: str) -> Grid:
        none = Tap(Card(None), _("Leave that row to the finger"), icon="cross")
        return Grid(_("Which card lay open?"), (*self.kind.cards(which), none), columns=_CARDS_A_ROW, big=15)

    def _told(self, rows: Sequence[Row]) -> tuple[Part, ...]:
        """What is told beside the lines, the rows with their points, and the ways on."""
        words, lit = self.nav.app.row_words, self.pointed.row
        told = [extra for extra in self.kind.extras(self.desk, self.board) if extra.words]
        listed = (
            Reason(does=ShowRow(row.row), words=words(row.row), points=row.points, chosen=row.row == lit)
            for row in rows
        )
        return (
            *(Words(extra.words, "plain" if extra.on else "muted") for extra in told if not extra.key),
            Taps(tuple(Tap(does(self.tell, extra.key), extra.words, chosen=extra.on) for extra in told if extra.key)),
            Reasons(tuple(listed)),
            self.photograph_tap(),
            Tap(Use(), _("Write it on the pad"), icon="check", role="progress", on=bool(self._to_write())),
        )

    def _total(self, seat: int) -> int:
        return sum(row.points for row in self._rows(seat) or ())

    def _hint(self, rows: tuple[Row, ...] | None) -> str:
        if rows is None:
            return _("This cannot be a board: put its lines right.")
        return self.kind.hint(self.board)

    def _stage(self, rows: Sequence[Row], asked: Doubt | None) -> Part:
        pointed, board = self.pointed, self.board
        lit = [receipt for row in rows if row.row == pointed.row for receipt in row.receipt]
        photo = board.photo if pointed.photo or asked is not None else None
        at = self.nav.camera.photo_at(photo) if photo is not None else None
        return self.kind.stage(self.desk, board, lit, asked, None if photo is None or at is None else (photo, at))

    def _asked(self, doubts: Sequence[Doubt]) -> tuple[Part, ...]:
        first, more = doubts[0], len(doubts) - 1
        title, yes, no = self.kind.question(self.desk, first)
        there, otherwise = (points_words(self._worth(with_answer(self.board, first, drawn))) for drawn in (True, False))
        rest = ngettext("Leave it as read", "Leave all {n} as read", more + 1).format(n=more + 1)
        return (
            Words(title, "bold"),
            AnswerButton(Answer(True), yes, there, "check"),
            AnswerButton(Answer(False), no, otherwise, "cross", "ask"),
            Tap(does(self.settle), rest),
            self.photograph_tap(),
        )

    def _worth(self, board: FinishedBoard) -> int:
        return sum(row.points for row in self.kind.rows(self.desk, board) or ())

    # What a finger does ----------------------------------------------------------------------------------------

    @on(Seat)
    def choose_seat(self, seat: int) -> None:
        """Show another player's board."""
        self.nav.camera.forget()
        self.nav.keep(replace(self.pointed, chosen=None, settled=False), seat=seat)

    @on(ShowRow)
    def choose_row(self, row: str) -> None:
        """Light up what paid that row; the same again lights up nothing."""
        pointed = self.pointed
        self._point(row=None if pointed.row == row else row, photo=False)

    @on(Photo)
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

    def tap_thing(self, kind: str, at: str) -> None:
        """Something that the power drew was tapped: it is not there."""
        self._keep(self.kind.point(self.desk, self.board, at))

    @on()
    def tell(self, key: str) -> None:
        """Something beside the lines is told."""
        if key in ("cards.point", "cards.power"):
            self._point(cards=key.removeprefix("cards."))
            return
        desk, board = self.kind.tell(self.desk, self.board, key)
        self._store(desk, board)
        self._point(chosen=None)

    @on(Card)
    def choose_card(self, card: str | None) -> None:
        """That bonus card lay open; None: none of them is scored from the boards."""
        which = self.pointed.cards
        if which:
            self._store(replace(self.desk, **{f"{which}_bonus": card or ""}), self.board)
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

    def can_look(self, seat: int) -> bool:
        """Also on a pad: its boards are on the table."""
        return self.nav.camera.can_look(seat)

    def takes(self, seat: int) -> bool:
        """That of every player."""
        return True

    def arrived(self, seen: Seen) -> bool:
        """What was read of a board joins what is known of it."""
        if not isinstance(seen.draft, FinishedBoard):
            return False
        self._store(self.desk, self.kind.merged(self._board(seen.seat), seen.draft), seen.seat)
        self.nav.keep(Pointed(row=self.pointed.row), seat=seen.seat)
        return True

    def press(self, seat: int) -> None:
        """A seat's button: photograph that player's board."""
        if self.can_look(seat) and self.nav.camera.busy is None:
            self.choose_seat(seat)
            self.photograph()

    @on(Answer)
    def answer(self, there: bool) -> None:
        """Somebody says whether the doubtful thing is drawn."""
        doubts = self.open_doubts()
        if doubts:
            self._store(self.desk, with_answer(self.board, doubts[0], there))
            self.nav.changed()

    @on()
    def settle(self) -> None:
        """Ask nothing more about this board: all is as it was read."""
        self._point(settled=True)

    # The pad ---------------------------------------------------------------------------------------------------

    def _to_write(self) -> list[Write]:
        """The cells that the boards change; a board that nobody told anything of changes none."""
        state: PadState = self.nav.state
        boards = self.desk.boards
        rows = [(int(seat), row) for seat in sorted(boards) for row in self._rows(int(seat)) or ()]
        known = self.nav.app.rows(self.nav)
        return [
            Write(seat=seat, row=row.row, sum=str(row.points))
            for seat, row in rows
            if row.row in known and state.cells[seat].get(row.row) != str(row.points)
        ]

    @on(Use)
    def use(self) -> None:
        """Write the rows of every board on the pad, where each can be changed."""
        wanted = self._to_write()
        photographed = any(board.photo for board in self.desk.boards.values())
        if not wanted or self.nav.act(*wanted, source="camera" if photographed else "touch"):
            self.nav.put(replace(self.nav.place, page=None, own={}))
