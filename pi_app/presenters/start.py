"""The start screen: take up a game, begin one, look back, learn; and the language."""

from __future__ import annotations

from typing import ClassVar, Final

from pi_app.games.app_game import StartPage, app_of, offered
from pi_app.i18n import LANGUAGES, _, language
from pi_app.presenters.again import seat_again, usual_group
from pi_app.presenters.setup import game_line
from pi_app.steps.presenter import StepPresenter, does, on
from pi_app.steps.view import Gap, Page, Part, Speak, StepView, Tap, Taps, Words
from pi_app.table.journal import GameSummary

START_DP: Final = 404
WAY_SP: Final = 20
"""How large the words of the ways to a game are."""


class Planisphere(Part, frozen=True):
    """The emblem of the house."""

    WIDGET: ClassVar = "pi_app.ui.widgets.emblems:planisphere"


class StartPresenter(StepPresenter):
    """The page without a game."""

    @property
    def running(self) -> GameSummary | None:
        """The game that was played last and is not over."""
        return next(iter(self.nav.unfinished()), None)

    @property
    def pages(self) -> tuple[StartPage, ...]:
        """What games offer besides."""
        return tuple(page for game in offered() for page in app_of(game).start_pages())

    def view(self) -> StepView:
        """The ways to a game on top, green the likeliest one."""
        new = Tap(does(self.new_game), _("New game"), icon="plus", role="alternative" if self.running else "progress")
        usual = (
            (Tap(does(self.seat_usual), _("Usual group"), icon="redo"),) if usual_group(self.nav) is not None else ()
        )
        back = Tap(Page("past"), _("Past games"), icon="clock"), Tap(Page("people"), _("People"), icon="crown")
        pages = (
            Tap(Page("help"), _("How to play"), icon="help"),
            Tap(Page("settings"), _("Settings"), icon="menu"),
            *(Tap(Page(page.page), page.words, icon=page.icon) for page in self.pages),
        )
        spoken = (Tap(Speak(code), own, chosen=code == language()) for code, own in LANGUAGES.items())
        rows = (*self._resume(), Taps((new, *usual), big=WAY_SP), Taps(back, big=18), Taps(pages, big=18))
        return StepView(
            frame=self.nav.frame("Planisphere"),
            stage=Planisphere(),
            panel=(Gap(), *rows, Taps(tuple(spoken), big=18)),
            panel_dp=START_DP,
        )

    def _resume(self) -> tuple[Part, ...]:
        if self.running is None:
            return ()
        line = game_line(self.running)
        which = _("{name}: {what}").format(name=line.title, what=line.names)
        resume = Tap(does(self.resume), _("Continue"), icon="next", role="progress")
        return Taps((resume,), big=WAY_SP), Words(which, "muted")

    @on()
    def resume(self) -> None:
        """Take up the game that was played last."""
        if self.running is not None:
            self.nav.resume(self.running.id)

    @on()
    def new_game(self) -> None:
        """Ask which game."""
        self.nav.open_page("games", new=self.nav.likely_game())

    @on("usual")
    def seat_usual(self) -> None:
        """Let the usual group sit down."""
        group = usual_group(self.nav)
        if group is not None:
            seat_again(self.nav, group)

    @on(Speak)
    def speak(self, code: str) -> None:
        """Have the screens in that language."""
        self.nav.speak(code)

    def open_page(self, name: str) -> None:
        """A page of every table, or one that a game offers."""
        folders = {page.page: page.folder for page in self.pages}
        self.nav.open_page(name, folder=folders.get(name))
