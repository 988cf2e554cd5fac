"""The choice of a game."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from pi_app.presenters.choosing import GameCard, GamesPresenter, GamesView, WayCard
from pi_app.ui.rules import load_rules
from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets import emblems  # noqa: F401  (named in the layout file)
from pi_app.ui.widgets.choices import on_tap, refill
from pi_app.ui.widgets.plate import Plate
from pi_app.ui.widgets.taps import FlatTap


class GameTap(Plate, FlatTap):
    """A game: emblem, title, how many play."""

    game = StringProperty("")
    title = StringProperty("")
    players = StringProperty("")
    chosen = BooleanProperty(False)


class WayTap(Plate, FlatTap):
    """A way to play it."""

    caption = ObjectProperty(None)
    icon = StringProperty("")
    title = StringProperty("")
    words = StringProperty("")


class GamesScreen(TableScreen):
    """The games above, the ways to play below."""

    presenter: GamesPresenter
    view: GamesView

    def fill(self) -> None:
        """The cards."""
        if self.is_new("games", self.view.games):
            refill(self.ids.games, [self._game(card) for card in self.view.games])
        if self.is_new("ways", self.view.ways):
            refill(self.ids.ways, [self._way(card) for card in self.view.ways])

    def _game(self, card: GameCard) -> Any:
        key = f"game.{card.game}"
        tap = GameTap(game=card.game, title=card.title, players=card.players, chosen=card.chosen, key=key)
        return on_tap(tap, self.presenter.choose, card.game)

    def _way(self, card: WayCard) -> Any:
        tap = WayTap(icon=card.icon, title=card.title, words=card.words, key=f"way.{card.way}")
        return on_tap(tap, self.presenter.go, card.way)


load_rules(__file__)
