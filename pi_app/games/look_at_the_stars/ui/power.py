"""A power bonus earned just now: where it is drawn, or whether it is done without."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from pi_app.games.look_at_the_stars.ui import draw  # noqa: F401  (its tabs are named in the layout file)
from pi_app.ui.screens.base import TableScreen


class PowerScreen(TableScreen):
    """The slate with every place the power may take, the card, what it allows."""

    def fill(self) -> None:
        """The tabs."""
        if self.is_new("tabs", self.view.tabs):
            self.ids.tabs.show(self.view.tabs, self.presenter.choose_seat)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
