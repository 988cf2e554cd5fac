"""The rules in a few cards."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder
from kivy.metrics import sp

from pi_app.presenters.standing import HelpPresenter, HelpView
from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets.basics import Chip, Say
from pi_app.ui.widgets.choices import on_tap, refill
from pi_app.ui.widgets.rule_drawing import RuleDrawing


class HelpScreen(TableScreen):
    """Topics on the left, a card on the right."""

    presenter: HelpPresenter
    view: HelpView

    def fill(self) -> None:
        """Games, topics and the open card."""
        games = [Chip(text=title, chosen=chosen, key=f"help.{game}") for game, title, chosen in self.view.games]
        refill(self.ids.games, [on_tap(c, self.presenter.choose_game, c.key.removeprefix("help.")) for c in games])
        topics = [Chip(text=title, chosen=chosen, key=f"topic.{i}") for i, title, chosen in self.view.topics]
        taps = [on_tap(chip, self.presenter.choose, i) for i, chip in enumerate(topics)]
        refill(self.ids.topics, taps)
        lines = [Say(text=text, font_size=sp(18)) for text in self.view.lines]
        refill(self.ids.card, [*lines, RuleDrawing(marks=self.view.drawing)])


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
