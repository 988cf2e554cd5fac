"""Taking a game along."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from pi_app.presenters.take import TakePresenter, TakeView
from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets import code  # noqa: F401  (named in the layout file)
from pi_app.ui.widgets.basics import Chip
from pi_app.ui.widgets.choices import on_tap, refill


class TakeScreen(TableScreen):
    """The code on the left, the files on the right."""

    presenter: TakePresenter
    view: TakeView

    def fill(self) -> None:
        """What the code may hold."""
        if self.is_new("kinds", self.view.kinds):
            chips = [Chip(text=words, chosen=chosen, key=f"code.{kind}") for kind, words, chosen in self.view.kinds]
            taps = [on_tap(chip, self.presenter.choose, chip.key.removeprefix("code.")) for chip in chips]
            refill(self.ids.kinds, taps)

    def tick(self) -> None:
        """See whether the files are written."""
        self.presenter.tick()


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
