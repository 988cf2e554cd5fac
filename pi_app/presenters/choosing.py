"""Which game, and in which way: with the boards, on the screen alone, or only the score pad."""

from __future__ import annotations

from typing import ClassVar, Final

from pi_app.games.app_game import app_of, offered
from pi_app.i18n import N_, _, ngettext
from pi_app.presenters import place
from pi_app.steps.presenter import StepPresenter, does, on
from pi_app.steps.view import Grid, StepView, Tap

WAYS: Final[dict[place.Way, tuple[str, str, str]]] = {
    "table": ("pen", N_("At the table"), N_("With what is in the box; the screen follows.")),
    "screen": ("star", N_("On the screen"), N_("Nothing but this screen. Bots can join in.")),
    "pad": ("sheet", N_("Just score"), N_("You play on paper; this is the score pad.")),
}
"""Way -> icon, name, and what it means."""


class EmblemTap(Tap, frozen=True):
    """A game to choose: its emblem above its title."""

    WIDGET: ClassVar = "pi_app.ui.steps.emblem_tap:EmblemRow"
    game: str = ""


class GamesPresenter(StepPresenter):
    """The choice of a game: the one played last is chosen already, so one tap on a way goes on."""

    def view(self) -> StepView:
        """The games, and the ways to play the one that is chosen."""
        chosen = self.nav.place.new
        games = tuple(
            EmblemTap(does(self.choose, g), app_of(g).title(), note=players_words(g), chosen=g == chosen, game=g)
            for g in offered()
        )
        ways = tuple(
            Tap(does(self.go, way), _(title), note=_(words), icon=icon, role="progress")
            for way, (icon, title, words) in WAYS.items()
        )
        return StepView(
            frame=self.nav.frame(_("New game")),
            stage=Grid("", games, big=20),
            panel=(Grid("", ways, columns=1, big=20),),
            broad=True,
        )

    @on("game")
    def choose(self, game: str) -> None:
        """Choose that game; what was settled for another one is forgotten."""
        if game != self.nav.place.new:
            self.nav.move(new=game, settled={}, bots={})

    @on("way")
    def go(self, way: place.Way) -> None:
        """Ask who plays it in that way."""
        self.nav.open_page("players", new=self.nav.place.new, way=way)


def players_words(game: str) -> str:
    """How many can play it."""
    fewest, most = app_of(game).seats()
    if fewest == most:
        return ngettext("{n} player", "{n} players", most).format(n=most)
    return _("{fewest} to {most} players").format(fewest=fewest, most=most)
