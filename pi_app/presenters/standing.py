"""The score sheet as a table, the podium at the end, and the games of the past."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

import msgspec
from msgspec.structs import replace

from pi_app.coach import PAGE as BETTER
from pi_app.i18n import _
from pi_app.presenters.again import rematch, seat_again, usual_group
from pi_app.presenters.better import can_look
from pi_app.presenters.ending import Course, course_of, margin_words, story_of, verdict_words
from pi_app.presenters.ending_picture import ending_picture
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.pending import Pending
from pi_app.presenters.score_table import ScoreTable, score_table
from pi_app.presenters.setup import GameLine, game_line
from pi_app.presenters.shapes import Shape
from pi_app.presenters.sky import Sky, skies
from pi_app.steps.presenter import StepPresenter, does, on
from pi_app.steps.view import Card, Command, Page, Slide, StepView, Tap, Taps, Words
from pi_app.table.handicaps import handicaps_of, standing
from pi_app.table.journal import GameSummary

_SEPARATOR: Final = "  ·  "
MAX_BELOW_SKY: Final = 4
"""With more lines there is no room for boards below them."""
PODIUM: Final = 4
"""Players on the podium; the sheet below names everybody."""


class Step(msgspec.Struct, frozen=True):
    """One step of the podium."""

    place: int
    seat: int
    name: str
    total: int


class SheetStage(ScoreTable, frozen=True, kw_only=True):
    """The score sheet as a stage, and once the game is over the podium."""

    WIDGET: ClassVar = "pi_app.ui.steps.sheet:SheetBox"
    podium: tuple[Step, ...]
    verdict: str
    margin: str
    """By how much it was won."""
    story: str
    """What else is worth telling at the end, the notes too."""
    picture: tuple[Shape, ...]
    """How it ended, with everybody's points over the game; empty while it goes on."""
    skies: tuple[Sky, ...]
    """The boards as they lie open now, while the game goes on."""
    note: str
    ways: tuple[Taps, ...]
    """All that can be done at the end of a game; none while nothing can."""

    def still(self) -> SheetStage:
        """Without buttons."""
        return replace(self, ways=())


class Why(Command, frozen=True):
    """Show why a number is what it is."""

    seat: int
    row: str

    @property
    def key(self) -> str:
        """The place of the number on the sheet."""
        return f"cell.{self.seat}.{self.row}"


class SheetPresenter(StepPresenter):
    """The score sheet; every number opens its reasons."""

    def __init__(self, nav: Navigator) -> None:
        super().__init__(nav)
        self._scored: tuple[tuple[int, int], Course] = ((-1, -1), ())

    def view(self) -> StepView:
        """The sheet alone."""
        words = _("Final score") if self.nav.open_table.over else _("Score so far")
        return StepView(frame=self.nav.frame(words), stage=self.sheet(), broad=True)

    def sheet(self) -> SheetStage:
        """Everything that is told of the game as it stands."""
        table = self.nav.open_table
        over, sheet = table.over, score_table(self.nav)
        course = self._course() if over else ()
        return SheetStage(
            columns=sheet.columns,
            total=sheet.total,
            lines=sheet.lines,
            podium=self._podium() if over else (),
            verdict=(self.nav.app.verdict(self.nav) or verdict_words(self.nav.open_table)) if over else "",
            margin=margin_words(table) if over else "",
            story=_SEPARATOR.join((*story_of(self.nav, course), *self._notes())) if over else "",
            picture=self._picture(course) if over else (),
            skies=() if over or len(table.players) > MAX_BELOW_SKY else skies(self.nav),
            note="" if over else _SEPARATOR.join(self._notes()),
            ways=(Taps(tuple(self._ways())),) if over and self.nav.place.page is None else (),
        )

    def _ways(self) -> Iterator[Tap]:
        yield Tap(does(self.rematch), _("Rematch"), icon="redo", role="progress")
        if self._usual() is not None:
            yield Tap(does(self.seat_usual), _("Usual group"))
        yield Tap(Page("history"), _("Step by step"))
        if can_look(self.nav):
            yield Tap(Page(BETTER), _("Missed points"))
        yield Tap(Page("take"), _("Share"))
        yield Tap(does(self.leave), _("Start screen"))

    def _course(self) -> Course:
        """Scored once: a game that is over stays as it is until a line is added to it."""
        table = self.nav.open_table
        now = table.game_id, table.length
        if self._scored[0] != now:
            self._scored = now, course_of(table)
        return self._scored[1]

    def _picture(self, course: Course) -> tuple[Shape, ...]:
        sheet, app = standing(self.nav.open_table), self.nav.app
        order = sorted(range(len(sheet.players)), key=lambda seat: app.rank(sheet.players[seat]))
        return ending_picture(sheet, course, order, app.traveller)

    def _podium(self) -> tuple[Step, ...]:
        players = standing(self.nav.open_table).players
        keys = [self.nav.app.rank(p) for p in players]
        steps = [
            Step(1 + sum(other < key for other in keys), seat, player.name, player.total)
            for seat, (player, key) in enumerate(zip(players, keys, strict=True))
        ]
        return tuple(sorted(steps, key=lambda step: (step.place, step.seat)))[:PODIUM]

    def _notes(self) -> list[str]:
        table = self.nav.open_table
        notes = list(self.nav.app.notes(self.nav))
        if handicaps_of(table.header):
            totals = ", ".join(f"{player.name} {player.total}" for player in table.sheet.players)
            notes.append(_("Without handicaps: {totals}").format(totals=totals))
        if any(self.nav.app.corrected_rows(self.nav, seat) for seat in range(len(table.players))):
            notes.append(_("* = put right"))
        return notes

    @on(Why)
    def why(self, seat: int, row: str) -> None:
        """Show why a number is what it is."""
        self.nav.open_page("why", seat=seat, row=row)

    def _usual(self) -> GameSummary | None:
        group = usual_group(self.nav)
        return group if group is not None and set(group.players) != set(self.nav.open_table.players) else None

    @on()
    def rematch(self) -> None:
        """Begin the same game again, with the same players."""
        rematch(self.nav)

    @on("usual")
    def seat_usual(self) -> None:
        """Let the usual group sit down."""
        group = self._usual()
        if group is not None:
            self.nav.home()
            seat_again(self.nav, group)

    @on("home")
    def leave(self) -> None:
        """Back to the start screen."""
        self.nav.home()


class PastPresenter(StepPresenter):
    """The games played on this table, the newest first."""

    MOST = 40

    def view(self) -> StepView:
        """A line a game; one that is not over can be deleted."""
        games = [game_line(game) for game in self.nav.journal.games() if game.state != "left"][: self.MOST]
        none = Card((Words(_("No game has been played on this table yet.")),))
        return StepView(
            frame=self.nav.frame(_("Past games")),
            stage=Slide("past", tuple(map(self.row, games)), low=70) if games else none,
            pending=self._pending(),
        )

    def _pending(self) -> Pending | None:
        games = {game.id: game for game in self.nav.unfinished()}
        game = games.get(self.nav.place.chosen or 0)
        if game is None:
            return None
        line = game_line(game)
        return Pending(
            question=_("Delete this game?"),
            consequences=(
                f"{line.title}: {line.names}",
                line.when,
                _("No list offers it any more. Its record stays in the table’s journal."),
            ),
            confirm=_("Delete"),
            cancel=_("Keep"),
            loses=True,
        )

    @on("delete")
    def ask(self, game: int) -> None:
        """Ask whether an unfinished game is to be deleted."""
        self.nav.move(chosen=game)

    def confirm(self) -> None:
        """Delete it from the lists."""
        if self._pending() is not None and self.nav.place.chosen is not None:
            self.nav.journal.leave(self.nav.place.chosen)
        self.cancel()

    def cancel(self) -> None:
        """Keep it."""
        self.nav.move(chosen=None)

    @on()
    def open(self, game: int) -> None:
        """Open a game: its sheet and boards where it is finished, else where it was left."""
        self.nav.resume(game)

    def row(self, game: GameLine) -> Taps:
        """Names, with the points of a game that is over; title and time."""
        state, icon = (game.state, "next") if not game.result else ("", "sheet")
        note = "   ".join(filter(None, (game.title, game.when, state)))
        delete = () if game.result else (Tap(does(self.ask, game.id), "", icon="erase"),)
        opens = Tap(does(self.open, game.id), game.result or game.names, note=note, icon=icon)
        return Taps((opens, *delete), big=18)
