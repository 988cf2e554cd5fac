"""Which game, and in which way: with the boards, on the screen alone, or only the score pad."""

from __future__ import annotations

from typing import Final, cast

import msgspec

from pi_app.games.app_game import app_of, offered
from pi_app.i18n import N_, _, ngettext
from pi_app.presenters.frame import Frame
from pi_app.presenters.navigator import Navigator
from pi_app.presenters.place import Way

WAYS: Final[dict[Way, tuple[str, str, str]]] = {
    "table": ("pen", N_("At the table"), N_("With what is in the box; the screen follows.")),
    "screen": ("star", N_("On the screen"), N_("Nothing but this screen. Bots can join in.")),
    "pad": ("sheet", N_("Just score"), N_("You play on paper; this is the score pad.")),
}
"""Way -> icon, name, and what it means."""


class GameCard(msgspec.Struct, frozen=True):
    """A game to choose: its own name, title, and how many can play."""

    game: str
    title: str
    players: str
    chosen: bool


class WayCard(msgspec.Struct, frozen=True):
    """A way to play it."""

    way: str
    icon: str
    title: str
    words: str


class GamesView(msgspec.Struct, frozen=True, kw_only=True):
    """The games, and the ways to play the one that is chosen."""

    frame: Frame
    games: tuple[GameCard, ...]
    ways: tuple[WayCard, ...]


class GamesPresenter:
    """The choice of a game: the one played last is chosen already, so one tap on a way goes on."""

    def __init__(self, nav: Navigator) -> None:
        self.nav = nav

    def view(self) -> GamesView:
        """What the screen shows."""
        chosen = self.nav.place.new
        cards = tuple(GameCard(g, app_of(g).title(), players_words(g), g == chosen) for g in offered())
        ways = tuple(WayCard(way, icon, _(title), _(words)) for way, (icon, title, words) in WAYS.items())
        return GamesView(frame=self.nav.frame(_("New game")), games=cards, ways=ways)

    def choose(self, game: str) -> None:
        """Choose that game; what was settled for another one is forgotten."""
        if game != self.nav.place.new:
            self.nav.move(new=game, settled={}, bots={})

    def go(self, way: str) -> None:
        """Ask who plays it in that way."""
        self.nav.open_page("players", new=self.nav.place.new, way=cast("Way", way))


def players_words(game: str) -> str:
    """How many can play it."""
    fewest, most = app_of(game).seats()
    if fewest == most:
        return ngettext("{n} player", "{n} players", most).format(n=most)
    return _("{fewest} to {most} players").format(fewest=fewest, most=most)
