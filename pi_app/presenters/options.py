"""What is settled behind *More* of the players' page: points on which a rule book is silent, and handicaps."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from pi_app.games.app_game import AppGame, Choice, app_of
from pi_app.i18n import _
from pi_app.presenters.handicaps import handicap_choices
from pi_app.steps.entry import Others
from pi_app.steps.presenter import StepPresenter, does, on
from pi_app.steps.view import Done, Grid, StepView, Tap

ON_A_PAGE: Final = 5
PANEL_DP: Final = 160


class OptionsPresenter(StepPresenter):
    """The page `options`: a sentence an option, and what is played."""

    @property
    def _app(self) -> AppGame:
        return app_of(self.nav.place.new)

    def _choices(self) -> tuple[Choice, ...]:
        return (*self._silent(), *handicap_choices(self.nav, self._app))

    def _silent(self) -> tuple[Choice, ...]:
        return self._app.silent_points(self.nav.place.digital)

    def _pages(self) -> list[tuple[str, tuple[Choice, ...]]]:
        """What stands above each page, and its options."""
        silent = _("Where the book is silent: a tap changes what is played.")
        given = _("Points to begin with: they stand on the sheet, the record’s result is without them.")
        parts = ((silent, self._silent()), (given, handicap_choices(self.nav, self._app)))
        return [
            (title, choices[first : first + ON_A_PAGE])
            for title, choices in parts
            for first in range(0, len(choices), ON_A_PAGE)
        ]

    def _value(self, choice: Choice) -> str:
        return self.nav.place.settled.get(choice.option, choice.values[0][0])

    def view(self) -> StepView:
        """The options of one page."""
        pages = self._pages()
        title, choices = pages[(self.nav.place.chosen or 0) % len(pages)] if pages else ("", ())
        taps = [
            Tap(
                does(self.settle, choice.option),
                choice.words,
                note=dict(choice.values)[self._value(choice)],
                chosen=self._value(choice) != choice.values[0][0],
            )
            for choice in choices
        ]
        others = (Tap(Others(), _("Others"), icon="next"),) if len(pages) > 1 else ()
        return StepView(
            frame=self.nav.frame(_("Rules of this game"), self._app.title()),
            stage=Grid(title, tuple(taps), columns=1),
            panel=(*others, Tap(Done(), _("Done"), icon="check", role="progress")),
            panel_dp=PANEL_DP,
        )

    @on()
    def settle(self, option: str) -> None:
        """The option takes its next value, which is kept on the players' page below, too."""
        choice = next(choice for choice in self._choices() if choice.option == option)
        values = [value for value, _words in choice.values]
        value = values[(values.index(self._value(choice)) + 1) % len(values)]
        place = self.nav.place
        settled = {**place.settled, option: value}
        below = replace(place.back, settled=settled) if place.back is not None else None
        self.nav.move(settled=settled, back=below)

    @on(Others)
    def show_others(self) -> None:
        """The next options."""
        self.nav.move(chosen=((self.nav.place.chosen or 0) + 1) % len(self._pages()))

    @on(Done)
    def close(self) -> None:
        """All is settled."""
        self.nav.back()
