"""One past turn of one player, to be looked at and put right."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder
from kivy.metrics import sp

from pi_app.games.look_at_the_stars.ui import draw  # noqa: F401  (its card is named in the layout file)
from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets.basics import Muted
from pi_app.ui.widgets.choices import refill


class MendScreen(TableScreen):
    """The slate with that turn lit up, its card, and what a change would do."""

    def fill(self) -> None:
        """What a change would do."""
        if self.is_new("told", self.view.consequences):
            refill(self.ids.told, [Muted(text=text, font_size=sp(14)) for text in self.view.consequences])


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
