"""The start screen."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import BooleanProperty

from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets import emblems  # noqa: F401  (named in the layout file)
from pi_app.ui.widgets.basics import TextTap
from pi_app.ui.widgets.choices import language_chips, on_tap


class StartScreen(TableScreen):
    """Continue, begin, look back, learn; and the language."""

    roomy = BooleanProperty(True)
    """Whether buttons may be large: no line of the evening's host lies below."""
    _map: TextTap | None = None

    def fill(self) -> None:
        """The languages, each in its own name; the captured star map where there is one."""
        if self._map is not None:
            self.ids.more.remove_widget(self._map)
        self._map = None
        if self.view.star_map:
            tap = TextTap(key="star_map", text=self.view.star_map, icon="star")
            self._map = on_tap(tap, self.presenter.open_star_map)
            self.ids.more.add_widget(self._map)
        language_chips(self.ids.languages, self.view.languages, self.presenter.nav.speak)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
