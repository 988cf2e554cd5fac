"""A round that the camera reads without a touch: all boards at once, each with its points; one tap accepts them.

Nothing is accepted by itself. What is doubtful, breaks a rule or does not fit the record is left to the screen of that
board, one tap away.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from engines.game import Action
from pi_app.i18n import _, ngettext, said
from pi_app.presenters.board_camera import BoardSeen, TableSeen, Watched
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.pending import Pending
from pi_app.steps.draft import giving_up
from pi_app.steps.hands_free import Together, desk_of, keep_desk, learn_places, places_of, switch
from pi_app.steps.presenter import StepPresenter, does, on
from pi_app.steps.view import Done, Grid, Part, StepView, Tap, Tone, Words

PANEL_DP: Final = 250


class BoardTap(Tap, frozen=True, kw_only=True):
    """A board, small, with its player's name above and what it is worth (`note`) below; `chosen`: it has changed."""

    WIDGET: ClassVar = "pi_app.ui.steps.boards:BoardTapBox"
    board: Part
    tone: Tone = "plain"


class TogetherStep(StepPresenter):
    """All boards of a round. A game says what a reading would be, what it is worth, and how its board looks."""

    def __init__(self, nav: Navigator) -> None:
        super().__init__(nav)
        self._seen = TableSeen("watching")
        self._asked: tuple[int, int] | None = None

    @property
    def seen(self) -> TableSeen:
        """What was seen of the table since the game went on last."""
        return self._seen if self._asked == self._now else TableSeen("watching")

    @property
    def _now(self) -> tuple[int, int]:
        table = self.nav.open_table
        return table.game_id, len(table.record.lines)

    @abstractmethod
    def waiting(self) -> Sequence[int]:
        """The people who have still to draw."""

    @abstractmethod
    def titles(self) -> tuple[str, str]:
        """Title and subtitle of the screen."""

    @abstractmethod
    def action(self, seat: int, draft: Any) -> Action | None:
        """What the drawing would be in the game; None where nothing is drawn."""

    @abstractmethod
    def passes(self, seat: int) -> Action:
        """That they draw nothing."""

    @abstractmethod
    def cost_words(self, seat: int) -> str:
        """What drawing nothing costs, in a sentence."""

    @abstractmethod
    def asks(self, seat: int, draft: Any) -> bool:
        """Whether an answer to one of its doubts matters."""

    @abstractmethod
    def points(self, seat: int, draft: Any) -> str:
        """What it is worth."""

    @abstractmethod
    def board(self, seat: int, draft: Any) -> Part:
        """The board with the drawing (None: without one), not to be touched."""

    @abstractmethod
    def take_over(self, seat: int, draft: Any) -> None:
        """Have the screen of that board alone show this drawing; None: none."""

    # What is shown ---------------------------------------------------------------------------------------------

    def view(self) -> StepView:
        """The boards of those who have still to draw; before that, whose each is, where nobody knows."""
        title, subtitle = self.titles()
        asked = self._unseated()
        if asked is not None:
            title = _("Which board is {name}’s?").format(name=self.nav.open_table.players[asked])
            taps: Sequence[Tap] = [
                BoardTap(
                    does(self.tell, k), str(k + 1), on=k not in self._told, board=self.board(board.seat, board.draft)
                )
                for k, board in enumerate(self.seen.boards)
            ]
        else:
            taps = [self._tap(seat) for seat in self.waiting()]
        return StepView(
            frame=self.nav.frame(title, subtitle),
            stage=Grid("", tuple(taps), _columns(len(taps)), big=16),
            panel=(*self._words(asked), *self._ways(asked)),
            pending=self._pending(),
            panel_dp=PANEL_DP,
            broad=True,
        )

    def _pending(self) -> Pending | None:
        """Whether those who have drawn nothing give up their turns."""
        idle = self._idle() if desk_of(self.nav).passing else []
        if not idle or not self._is_whole():
            return None
        return giving_up(tuple(self.cost_words(seat) for seat in idle))

    @property
    def _told(self) -> tuple[int, ...]:
        return desk_of(self.nav).told

    def _unseated(self) -> int | None:
        """Whose board is asked for now; None where it is known whose each is."""
        seats = self.nav.people
        if self.seen.seated or len(self.seen.boards) < len(seats) or any(b.at is None for b in self.seen.boards):
            return None
        return seats[len(self._told)] if len(self._told) < len(seats) else None

    def _board_of(self, seat: int) -> BoardSeen | None:
        return next((board for board in self.seen.boards if board.seat == seat), None)

    def _tap(self, seat: int) -> BoardTap:
        board = self._board_of(seat)
        words, tone = self._judged(seat, board)
        draft = None if board is None else board.draft
        name = self.nav.open_table.players[seat]
        changed = board is not None and board.changed
        return BoardTap(
            does(self.open, seat), name, words, chosen=changed, seat=seat, board=self.board(seat, draft), tone=tone
        )

    def _judged(self, seat: int, board: BoardSeen | None) -> tuple[str, Tone]:
        """What is said of a board; `good` is what one tap may accept."""
        if board is None:
            return "", "muted"
        if not self.seen.seated:
            return _("Not all boards are seen"), "ask"
        if board.trouble is not None:
            return said(board.trouble), "ask"
        action = None if board.draft is None else self.action(seat, board.draft)
        if action is None:
            return _("Nothing new is drawn yet"), "muted"
        if self.asks(seat, board.draft):
            return _("A question is open"), "ask"
        if any(v.severity == "error" for v in self.nav.open_table.check(action)):
            return _("A rule is broken"), "wrong"
        return self.points(seat, board.draft), "good"

    def _ready(self) -> list[tuple[int, Any]]:
        """The drawings that one tap accepts."""
        return [
            (board.seat, board.draft)
            for board in self.seen.boards
            if board.seat in self.waiting() and board.sure and self._judged(board.seat, board)[1] == "good"
        ]

    def _idle(self) -> list[int]:
        """Those whose boards are clear and have nothing new on them."""
        return [
            board.seat
            for board in self.seen.boards
            if board.seat in self.waiting() and board.sure and self._judged(board.seat, board)[1] == "muted"
        ]

    def _is_whole(self) -> bool:
        """Whether all boards are clear, and something new is on one at least."""
        ready = self._ready()
        return bool(ready) and len(ready) + len(self._idle()) == len(self.waiting())

    def _words(self, asked: int | None) -> tuple[Words, ...]:
        if asked is not None:
            return (Words(_("Tap it once: the camera knows the places from then on."), "muted"),)
        trouble = self.nav.camera.trouble
        match self.seen.phase:
            case "hands":
                said_now = Words(_("Hands are over the table…"), "muted")
            case "read":
                said_now = Words(_("Reading…"), "muted")
            case "offered" if self.seen.boards:
                said_now = self._have_words()
            case _:
                said_now = Words(_("All boards are read once nothing moves."), "muted")
        return (said_now, *((Words(trouble, "ask"),) if trouble else ()))

    def _have_words(self) -> Words:
        ready, all_ = len(self._ready()), len(self.waiting())
        if ready == all_:
            return Words(ngettext("The board is read.", "All {n} boards are read.", all_).format(n=all_), "good")
        return Words(_("{n} of {all} boards are clear. Tap the others.").format(n=ready, all=all_), "ask")

    def _ways(self, asked: int | None) -> tuple[Tap, ...]:
        one_by_one = Tap(Together(False), _("One by one"), icon="camera")
        if asked is not None:
            return (one_by_one,)
        ready = self._ready()
        if not ready or self._is_whole():
            words = _("Accept the round")
        else:
            words = ngettext("Accept {n} board", "Accept {n} boards", len(ready)).format(n=len(ready))
        moved = Tap(does(self.ask_places), _("Other places"), icon="opposite")
        return one_by_one, moved, Tap(Done(), words, icon="check", role="progress", on=bool(ready))

    # What is done ----------------------------------------------------------------------------------------------

    @on(Together)
    def read_together(self, on: bool) -> None:
        """All boards are read at once, or no more."""
        switch(self.nav, on)

    @on("other_places")
    def ask_places(self) -> None:
        """Ask anew where each board lies."""
        self.nav.camera.forget()
        keep_desk(self.nav, replace(desk_of(self.nav), asking=True, told=()))

    @on(Done)
    def accept(self) -> None:
        """Put all clear drawings into the game; where nothing else is left to draw, the table is asked for it first."""
        if self._idle() and self._is_whole():
            keep_desk(self.nav, replace(desk_of(self.nav), passing=True))
        else:
            self._accept([])

    def confirm(self) -> None:
        """Those who have drawn nothing give up their turns."""
        if self._pending() is not None:
            self._accept(self._idle())

    def cancel(self) -> None:
        """They go on drawing."""
        keep_desk(self.nav, replace(desk_of(self.nav), passing=False))

    def _accept(self, idle: Sequence[int]) -> None:
        """Put them in, and that these draw nothing; where the boards lie is learnt."""
        ready = self._ready()
        found = {board.seat: board.at for board in self.seen.boards if board.at is not None}
        learn_places(self.nav, places_of(self.nav) | found)
        actions = [*(self.action(seat, draft) for seat, draft in ready), *(self.passes(seat) for seat in idle)]
        if self.nav.act(*(action for action in actions if action is not None), source="camera"):
            self.accepted()
            self.nav.changed()

    def accepted(self) -> None:
        """The drawings are part of the game."""

    @on()
    def open(self, seat: int) -> None:
        """Go on with that player's board alone, with what was read of it."""
        board = self._board_of(seat)
        self.nav.camera.forget()
        keep_desk(self.nav, replace(desk_of(self.nav), opened=seat))
        self.take_over(seat, None if board is None or not self.seen.seated else board.draft)

    @on("lies")
    def tell(self, number: int) -> None:
        """The board on that place is the one that was asked for; the last one is told by the others."""
        boards, seats = self.seen.boards, self.nav.people
        if self._unseated() is None or number in self._told:
            return
        told = (*self._told, number)
        if len(told) == len(seats) - 1:
            told = (*told, next(k for k in range(len(boards)) if k not in told))
        desk = desk_of(self.nav)
        if len(told) < len(seats):
            keep_desk(self.nav, replace(desk, told=told))
            return
        places = [boards[k].at for k in told]
        learn_places(self.nav, {seat: at for seat, at in zip(seats, places, strict=True) if at is not None})
        keep_desk(self.nav, replace(desk, asking=False, told=()))
        self._asked = None  # what was seen without the places would ask the same question again

    def press(self, seat: int) -> None:
        """A seat's button: that board alone."""
        if seat in self.waiting():
            self.open(seat)

    def tick(self) -> bool:
        """Look at the table, and tell what has changed."""
        if not self.nav.camera.can_watch():
            self.nav.changed()
            return True
        places = {} if desk_of(self.nav).asking else places_of(self.nav)
        seen = self.nav.camera.watch(Watched(self.nav.people, tuple(self.waiting()), places))
        if seen == self.seen:
            return False
        self._seen, self._asked = seen, self._now
        self.nav.changed()
        return True


def _columns(count: int) -> int:
    return count if count < 4 else (count + 1) // 2
