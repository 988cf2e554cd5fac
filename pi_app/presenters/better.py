"""What a turn could have scored: the best answer over the board as it was played, its points, and why they are paid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from engines.coach import Gain, Line, Stretch, Turn
from engines.registry import load
from pi_app.coach import PAGE, why_words
from pi_app.i18n import _, ngettext
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.onlookers.sketch import Mark, Sketch
from pi_app.presenters.sky import SketchStage, seat_codes
from pi_app.presenters.wording import points_words
from pi_app.steps.presenter import StepPresenter, does, on
from pi_app.steps.view import (
    Board,
    Card,
    Number,
    Page,
    Part,
    Seat,
    SeatTab,
    SeatTabs,
    StepView,
    Tap,
    Taps,
    Words,
)

PANEL_DP: Final = 320
MAX_GAINS: Final = 3
"""Rows that are told one by one, those that grew most."""
MAX_STEPS: Final = 4
"""So many steps of the better turn are told where no board is drawn."""


def can_look(nav: Navigator) -> bool:
    """Whether there is a turn that can be looked at now."""
    return nav.coach is not None and bool(nav.coach.turns())


def better_tap(nav: Navigator) -> tuple[Tap, ...]:
    """What leads to the page; nothing while there is no turn to look at."""
    return (Tap(Page(PAGE), _("What could I have scored?"), icon="star"),) if can_look(nav) else ()


class BetterPresenter(StepPresenter):
    """The page `better`: one turn of one player."""

    @property
    def _turns(self) -> tuple[Stretch, ...]:
        return self.nav.coach.turns() if self.nav.coach is not None else ()

    @property
    def seat(self) -> int:
        """Whose turn is shown: at first that of who is on the screen below, else of the last one who took one."""
        place, turns = self.nav.place, self._turns
        below = place.back.seat if place.back is not None else None
        seats = [turn.seat for turn in turns]
        return next((seat for seat in (place.seat, below) if seat in seats), seats[-1] if seats else 0)

    @property
    def mine(self) -> tuple[Stretch, ...]:
        """The turns of that player, without those in which nothing was to be chosen."""
        return tuple(turn for turn in self._turns if turn.seat == self.seat and self._is_choice(turn))

    def _is_choice(self, turn: Stretch) -> bool:
        found = self.nav.coach.found(turn)
        return found is None or found.turn is not None

    @property
    def shown(self) -> Stretch | None:
        """The turn that is shown: the last one, until a finger leads elsewhere."""
        mine, n = self.mine, self.nav.place.chosen
        return next((turn for turn in mine if turn.n == n), mine[-1] if mine else None)

    # What is shown ---------------------------------------------------------------------------------------------

    def view(self) -> StepView:
        """The board and the better answer; its points beside it."""
        shown, mine = self.shown, self.mine
        frame = self.nav.frame(_("What could I have scored?"), self._where(shown))
        frame = replace(frame, undo=None, redo=None)
        if shown is None:
            return StepView(frame=frame, stage=Card((Words(_("There is no turn to look at yet.")),)))
        self._want(shown)
        found = self.nav.coach.found(shown)
        turn = None if found is None else found.turn
        stage, drawn = self._stage(shown, turn)
        return StepView(
            frame=frame,
            stage=stage,
            seats=self._seats(),
            hero=None if turn is None else _hero(turn),
            panel=(*self._told(turn, drawn), self._ways(mine, shown)),
            panel_dp=PANEL_DP,
        )

    def _where(self, shown: Stretch | None) -> str:
        if shown is None:
            return self.nav.app.title()
        mine, name = self.mine, self.nav.open_table.players[shown.seat]
        return _("{name}: turn {n} of {all}").format(name=name, n=mine.index(shown) + 1, all=len(mine))

    def _seats(self) -> SeatTabs | None:
        seats = sorted({turn.seat for turn in self._turns})
        players = self.nav.open_table.players
        tabs = tuple(SeatTab(seat, players[seat], seat == self.seat, False) for seat in seats)
        return SeatTabs(tabs) if len(tabs) > 1 else None

    def _want(self, shown: Stretch) -> None:
        """The turn on the screen first, then this player's others, the last ones first."""
        self.nav.coach.want((shown, *(turn for turn in reversed(self.mine) if turn != shown)))

    def _told(self, turn: Turn | None, shown: bool) -> tuple[Part, ...]:
        if turn is None:
            return (Words(_("Looking for the best answer…"), "muted"),)
        if not turn.left:
            nothing = _("Nothing more was possible.") if turn.exact else _("Nothing better was found.")
            return Words(_("Played: {points}").format(points=points_words(turn.played.points)), "bold"), Words(nothing)
        best = _("possible: {points}") if turn.exact else _("found: {points}")
        played = _("Played: {points}").format(points=turn.played.points)
        return (
            Words(f"{played}, {best.format(points=turn.best.points)}", "bold"),
            *(Words(self._gain(gain)) for gain in _largest(turn.best)),
            *self._why(turn, shown),
        )

    def _gain(self, gain: Gain) -> str:
        sums = " + ".join(f"{r.count} × {r.each}" for r in gain.receipt if r.count)
        what = f"+{gain.points}" + (f"  ({sums})" if sums else "")
        return _("{name}: {what}").format(name=self.nav.app.row_words(gain.row), what=what)

    def _why(self, turn: Turn, shown: bool) -> tuple[Words, ...]:
        """The steps of the better turn where no board shows them, and why."""
        game, app = self.nav.open_table.game, self.nav.app
        actions = [game.encode_action(action) for action in turn.best.actions]
        steps = [app.step_words(str(a["type"]), None, a).strip(": \u00a0\u202f") for a in actions]
        told = () if shown else (Words(" → ".join(steps[:MAX_STEPS]), "muted"),)
        why = why_words(app, turn)
        return (*told, Words(why, "muted")) if why else told

    def _ways(self, mine: Sequence[Stretch], shown: Stretch) -> Taps:
        at = mine.index(shown)
        earlier, later = mine[max(0, at - 1)], mine[min(len(mine) - 1, at + 1)]
        most = self._most(mine)
        middle = () if most is None else (Tap(does(self.show_other, most.n), _("The most"), chosen=most == shown),)
        return Taps(
            (
                Tap(does(self.show_other, earlier.n), "", icon="back", on=at > 0),
                *middle,
                Tap(does(self.show_other, later.n), "", icon="next", on=at + 1 < len(mine)),
            )
        )

    def _most(self, mine: Sequence[Stretch]) -> Stretch | None:
        """The turn that left most, once all are known."""
        found = [self.nav.coach.found(turn) for turn in mine]
        left = [one.turn.left for one in found if one is not None and one.turn is not None]
        if len(left) < max(2, len(mine)) or not max(left):
            return None
        return mine[left.index(max(left))]

    # The board -------------------------------------------------------------------------------------------------

    def _stage(self, shown: Stretch, turn: Turn | None) -> tuple[Part, bool]:
        """The board, and whether it shows the better turn."""
        table = self.nav.open_table
        before, after = table.replay.states[shown.first], table.replay.states[shown.end]
        played = self._sketch(after, shown.seat)
        if played is None:
            return Card((Words(self.nav.app.title(), "bold"),)), False
        ghosts: tuple[Mark, ...] = ()
        if turn is not None and turn.left:
            state: Any = before
            for action in turn.best.actions:
                state = table.game.play(state, action)
            ghosts = _added(self._sketch(state, shown.seat), self._sketch(before, shown.seat), played)
        hint = _("Hollow and golden: what would have paid more.") if ghosts else ""
        return Board(SketchStage(played, ghosts, seat_codes(self.nav)), Words(hint, "muted")), bool(ghosts)

    def _sketch(self, state: Any, seat: int) -> Sketch | None:
        """That player's board in that state, or everybody's; None where the game draws none."""
        table, app = self.nav.open_table, self.nav.app
        boards: tuple[Sketch, ...] = load(app.sketch)(table.game, state, table.players) if app.sketch else ()
        return next((board for board in boards if board.seat == seat + 1), boards[0] if boards else None)

    # What is done ----------------------------------------------------------------------------------------------

    @on(Seat)
    def show_seat(self, seat: int) -> None:
        """Another player's turns."""
        self.nav.move(seat=seat, chosen=None)

    @on("other")
    def show_other(self, turn: int) -> None:
        """Another turn."""
        self.nav.move(seat=self.seat, chosen=turn)


def _hero(turn: Turn) -> Number:
    words = ngettext("point left on the table", "points left on the table", turn.left)
    return Number(str(turn.left), words, "ask" if turn.left else "good")


def _largest(line: Line) -> list[Gain]:
    return sorted(line.rows, key=lambda gain: -gain.points)[:MAX_GAINS]


def _added(best: Sketch | None, *others: Sketch | None) -> tuple[Mark, ...]:
    """The marks of the best board that none of the others has."""
    known = {_alike(mark) for other in others if other is not None for mark in other.marks}
    return () if best is None else tuple(mark for mark in best.marks if _alike(mark) not in known)


def _alike(mark: Mark) -> tuple[Any, ...]:
    """What makes two marks the same; a line of an earlier round is the same as when it was new."""
    return mark.kind, mark.points, mark.text, "" if mark.kind == "line" else mark.tone
