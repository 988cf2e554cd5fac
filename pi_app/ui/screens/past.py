"""The games played on this table."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from pi_app.presenters.setup import GameLine
from pi_app.presenters.standing import PastPresenter, PastView
from pi_app.ui.rules import load_rules
from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets.choices import on_tap, refill
from pi_app.ui.widgets.plate import Plate
from pi_app.ui.widgets.taps import FlatTap, IconTap


class PastLine(Plate, FlatTap):
    """One game."""

    title = StringProperty("")
    names = StringProperty("")
    when = StringProperty("")
    result = StringProperty("")
    """Everybody's points; nothing of a game that is not over, which says so in `state_words`."""
    state_words = StringProperty("")


class PastScreen(TableScreen):
    """One line a game, the newest first."""

    presenter: PastPresenter
    view: PastView

    def fill(self) -> None:
        """The games."""
        if self.is_new("games", self.view.games):
            refill(self.ids.games, [self._line(game) for game in self.view.games])
        self.ask(self.view.pending)

    def _line(self, game: GameLine) -> Any:
        line = PastLine(title=game.title, names=game.names, when=game.when, key=f"game.{game.id}")
        line.result, line.state_words = game.result, "" if game.result else game.state
        row = BoxLayout(size_hint_y=None, height=line.height, spacing=dp(8))
        row.add_widget(on_tap(line, self.presenter.open, game.id))
        if not game.result:
            row.add_widget(
                on_tap(
                    IconTap(icon="erase", key=f"delete.{game.id}", pos_hint={"center_y": 0.5}),
                    self.presenter.ask,
                    game.id,
                )
            )
        return row


load_rules(__file__)
