"""The start screen."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets import emblems  # noqa: F401  (named in the layout file)
from pi_app.ui.widgets.choices import language_chips


class StartScreen(TableScreen):
    """Continue, begin, look back, learn; and the language."""

    def fill(self) -> None:
        """The languages, each in its own name."""
        language_chips(self.ids.languages, self.view.languages, self.presenter.nav.speak)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
