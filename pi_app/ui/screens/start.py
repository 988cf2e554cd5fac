"""The start screen."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty

from pi_app.presenters.setup import StartPresenter, StartView
from pi_app.ui.rules import load_rules
from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets import emblems  # noqa: F401  (named in the layout file)
from pi_app.ui.widgets.choices import language_chips, on_tap
from pi_app.ui.widgets.taps import TextTap


class StartScreen(TableScreen):
    """Continue, begin, look back, learn; and the language."""

    presenter: StartPresenter
    view: StartView

    roomy = BooleanProperty(True)
    """Whether buttons may be large: no line of the evening's host lies below."""
    _more: tuple[TextTap, ...] | list[TextTap] = ()

    def fill(self) -> None:
        """The languages, each in its own name; what games offer besides."""
        if self.is_new("more", self.view.more):
            for tap in self._more:
                self.ids.more.remove_widget(tap)
            self._more = [self._page(page) for page in self.view.more]
            for tap in self._more:
                self.ids.more.add_widget(tap)
        language_chips(self.ids.languages, self.view.languages, self.presenter.nav.speak)

    def _page(self, page: Any) -> Any:
        tap = TextTap(key=page.page, text=page.words, icon=page.icon)
        return on_tap(tap, self.presenter.open_page, page.page, page.folder)


load_rules(__file__)
