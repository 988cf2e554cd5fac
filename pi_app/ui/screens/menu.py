"""The menu of a game in progress."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets.choices import language_chips


class MenuScreen(TableScreen):
    """Scores, help, language, the way out."""

    def fill(self) -> None:
        """The languages."""
        language_chips(self.ids.languages, self.view.languages, self.presenter.nav.speak)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
