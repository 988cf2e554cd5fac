"""Every point on which a rule book is silent, behind *More* of the players' page: a tap changes one."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from pi_app.games.app_game import AppGame, Choice, app_of
from pi_app.i18n import _
from pi_app.steps.entry import Others
from pi_app.steps.presenter import StepPresenter
from pi_app.steps.view import Command, Done, Grid, StepView, Tap

ON_A_PAGE: Final = 5
PANEL_DP: Final = 190


class Settle(Command, frozen=True):
    """That option takes its next value."""

    option: str


class OptionsPresenter(StepPresenter):
    """The page `options`: a sentence an option, and what is played."""

    @property
    def _app(self) -> AppGame:
        return app_of(self.nav.place.new)

    def _choices(self) -> tuple[Choice, ...]:
        return self._app.silent_points(self.nav.place.digital)

    def _value(self, choice: Choice) -> str:
        return self.nav.place.settled.get(choice.option, choice.values[0][0])

    def view(self) -> StepView:
        """The options of one page."""
        choices, first = self._choices(), self.nav.place.chosen or 0
        taps = [
            Tap(
                Settle(choice.option),
                choice.words,
                note=dict(choice.values)[self._value(choice)],
                chosen=self._value(choice) != choice.values[0][0],
            )
            for choice in choices[first : first + ON_A_PAGE]
        ]
        others = (Tap(Others(), _("Others"), icon="next"),) if len(choices) > ON_A_PAGE else ()
        return StepView(
            frame=self.nav.frame(_("Rules of this game"), self._app.title()),
            stage=Grid(_("Where the book is silent: a tap changes what is played."), tuple(taps), columns=1),
            panel=(*others, Tap(Done(), _("Done"), icon="check", role="progress")),
            panel_dp=PANEL_DP,
        )

    def do(self, command: Command) -> None:
        """Do what was touched; what is settled is kept on the players' page below, too."""
        place = self.nav.place
        match command:
            case Settle(option):
                choice = next(choice for choice in self._choices() if choice.option == option)
                values = [value for value, _words in choice.values]
                value = values[(values.index(self._value(choice)) + 1) % len(values)]
                settled = {**place.settled, option: value}
                below = replace(place.back, settled=settled) if place.back is not None else None
                self.nav.move(settled=settled, back=below)
            case Others():
                following = (place.chosen or 0) + ON_A_PAGE
                self.nav.move(chosen=following if following < len(self._choices()) else 0)
            case Done():
                self.nav.back()
            case _:
                super().do(command)
