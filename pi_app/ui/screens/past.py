"""The games played on this table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import StringProperty

from pi_app.presenters.setup import GameLine
from pi_app.presenters.standing import PastPresenter, PastView
from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets.basics import FlatTap
from pi_app.ui.widgets.choices import on_tap, refill


class PastLine(FlatTap):
    """One game."""

    title = StringProperty("")
    names = StringProperty("")
    when = StringProperty("")
    result = StringProperty("")


class PastScreen(TableScreen):
    """One line a game, the newest first."""

    presenter: PastPresenter
    view: PastView

    def fill(self) -> None:
        """The games."""
        refill(self.ids.games, [self._line(game) for game in self.view.games])

    def _line(self, game: GameLine) -> Any:
        line = PastLine(title=game.title, names=game.names, when=game.when, key=f"game.{game.id}")
        line.result = game.result or game.state
        return on_tap(line, self.presenter.open, game.id)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
