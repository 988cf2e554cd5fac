"""The history strip: every step of a game, the board as it was then, and the way back to there."""

from __future__ import annotations

from typing import Any, ClassVar, Final

import msgspec
from msgspec.structs import replace

from engines.record import BY_ITSELF
from engines.registry import load
from pi_app.games.corrections import corrections_of
from pi_app.i18n import _, capital, language
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.rooms import ROOMS, presenter_of
from pi_app.presenters.score_table import ScoreTable, table_beside
from pi_app.steps.presenter import StepPresenter, on
from pi_app.steps.view import Command, Grid, Part, StepView
from pi_app.table.session import TableSession

SHOWN: Final = 5
"""Steps that the strip shows at once."""


class Step(Command, frozen=True):
    """Look at the game after so many actions."""

    count: int


class Course(Command, frozen=True):
    """A finger on the line is at that share of the game, 0 to 1; lifted, that is the step to come back to."""

    share: float
    lifted: bool = False


class Correct(Command, frozen=True):
    """Put right what the step that is shown says."""


class GoBack(Command, frozen=True):
    """Make the state that is shown the present one."""


class StepChip(msgspec.Struct, frozen=True):
    """One step: how many actions had counted after it, and what it was."""

    count: int
    words: str
    seat: int | None
    chosen: bool
    line: int | None = None
    """The line of the record that it shows; None for the beginning."""

    @property
    def does(self) -> Command:
        """Look at it."""
        return Step(self.count)


class HistoryStage(Part, frozen=True, kw_only=True):
    """The board as it was, as a step that can only be looked at (`inner`: its name), and the strip of all steps."""

    WIDGET: ClassVar = "pi_app.ui.steps.history:HistoryBox"
    EDGED: ClassVar = False
    inner: str
    board: StepView
    beside: ScoreTable | None
    """The sheet as it was then."""
    count: int
    chips: tuple[StepChip, ...]
    earlier: int | None
    later: int | None
    place: float
    """Where in the game this is, 0 to 1."""
    go_back: str
    can_go_back: bool
    over: bool
    """Whether the game is over, so that there is no going back."""
    correct: str
    can_correct: bool


class HistoryPresenter(StepPresenter):
    """Leads through the steps of the game in progress, or of a finished one."""

    def __init__(self, nav: Navigator) -> None:
        super().__init__(nav)
        self._known: tuple[tuple[int, int, str], tuple[StepChip, ...]] = ((-1, -1, ""), ())
        self._inner: dict[str, StepPresenter] = {}

    @property
    def _table(self) -> TableSession[Any, Any]:
        table = self.nav.table
        assert table is not None, "the history is that of a game"
        return table

    def view(self) -> StepView:
        """The board and the strip."""
        steps, at = self._steps(), self._at()
        frame = self.nav.frame(_("History"), _("Step {n} of {all}").format(n=at, all=len(steps) - 1))
        return StepView(frame=replace(frame, undo=None, redo=None), stage=self.strip(), broad=True)

    def strip(self) -> HistoryStage:
        """What the screen shows."""
        steps, at = self._steps(), self._at()
        first = max(0, min(at - SHOWN // 2, len(steps) - SHOWN))
        shown = (replace(s, chosen=s is steps[at]) for s in steps[first : first + SHOWN])
        inner, board = self._board()
        return HistoryStage(
            inner=inner,
            board=board,
            beside=None if board.broad else table_beside(self.nav),
            count=steps[at].count,
            chips=tuple(shown),
            earlier=steps[at - 1].count if at > 0 else None,
            later=steps[at + 1].count if at + 1 < len(steps) else None,
            place=at / max(1, len(steps) - 1),
            go_back=_("Go back to here"),
            can_go_back=steps[at].count < len(self._table.replay.entries) and not self._table.over,
            over=self._table.over,
            correct=_("Put it right…"),
            can_correct=self._correction() is not None,
        )

    def _board(self) -> tuple[str, StepView]:
        """The screen of the game as it was; where that is nothing but buttons, the score."""
        for name in (self.nav.past_screen, "scores"):
            place = presenter_of(name, self.nav) or ROOMS["scores"]
            if place not in self._inner:
                self._inner[place] = load(place)(self.nav)
            view = self._inner[place].view()
            if not isinstance(view.stage, Grid):
                break
        return name, view.still()

    def _steps(self) -> tuple[StepChip, ...]:
        """Every step; what the program dealt belongs to the step before."""
        table = self._table
        seen = table.game_id, table.length, language()
        if self._known[0] != seen:
            self._known = seen, tuple(self._found(table))
        return self._known[1]

    def _found(self, table: TableSession[Any, Any]) -> list[StepChip]:
        found = [StepChip(0, _("Beginning"), None, chosen=False)]
        for count, entry in enumerate(table.replay.entries, start=1):
            if entry.source == "dealer":
                found[-1] = replace(found[-1], count=count)
                continue
            seat = entry.seat if isinstance(entry.seat, int) else None
            name = None if seat is None else table.players[seat]
            if "player" in entry.action:
                name = table.players[entry.action["player"]]
            words = self.nav.app.step_words(str(entry.action.get("type")), name, entry.action)
            found.append(StepChip(count, capital(words), seat, chosen=False, line=entry.n))
        return found

    def _at(self) -> int:
        """The step that is shown."""
        count = self.nav.place.step
        steps = self._steps()
        if count is None:
            return len(steps) - 1
        return max(i for i, step in enumerate(steps) if i == 0 or step.count <= max(count, steps[0].count))

    @on(Step)
    def show(self, count: int) -> None:
        """Show the board as it was after so many actions."""
        self.nav.move(step=count)

    @on(Course)
    def follow(self, share: float, lifted: bool) -> None:
        """Follow a finger on the line."""
        if lifted:
            self.stay()
        else:
            self.show_share(share)

    def show_share(self, share: float) -> None:
        """Show the step at that share of the game, 0 to 1."""
        steps = self._steps()
        count = steps[round(max(0.0, min(1.0, share)) * (len(steps) - 1))].count
        if count != steps[self._at()].count:
            self.nav.glance(step=count)

    def stay(self) -> None:
        """The finger that slid is up: this is the step to come back to."""
        self.nav.move(step=self.nav.place.step)

    def _correction(self) -> tuple[str, dict[str, Any]] | None:
        """The page on which the step that is shown is put right; None where it can only be undone."""
        table, line = self._table, self._steps()[self._at()].line
        if line is None or table.entry(line).source in BY_ITSELF:
            return None
        return corrections_of(self.nav).page(table.placed(line))

    @on(Correct)
    def correct(self) -> None:
        """Put right what the step that is shown says; back from there leads here."""
        page = self._correction()
        if page is not None:
            self.nav.open_page(page[0], **page[1])

    @on(GoBack)
    def go_back(self) -> None:
        """Make the state that is shown the present one; it can be redone."""
        count = self._steps()[self._at()].count
        if count < len(self._table.replay.entries) and not self._table.over:
            self.nav.go_back(count)
