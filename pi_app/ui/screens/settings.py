"""The settings that anybody may change."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp, sp
from kivy.uix.boxlayout import BoxLayout

from pi_app.presenters.preferences import PreferenceRow
from pi_app.presenters.settings import SettingsPresenter, SettingsView
from pi_app.ui import theme
from pi_app.ui.rules import load_rules
from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets.choices import on_tap, refill
from pi_app.ui.widgets.fitted import Fit
from pi_app.ui.widgets.taps import Chip

LABEL_DP = 190


class SettingsScreen(TableScreen):
    """A row a preference."""

    presenter: SettingsPresenter
    view: SettingsView

    def fill(self) -> None:
        """The rows."""
        if self.is_new("rows", self.view.rows):
            refill(self.ids.rows, [self._row(row) for row in self.view.rows])

    def _row(self, row: PreferenceRow) -> Any:
        box = BoxLayout(size_hint_y=None, height=dp(50), spacing=dp(10))
        words = Fit(text=row.label, halign="left", color=theme.TEXT, max_font=sp(18), size_hint_x=None)
        words.width = dp(LABEL_DP)
        box.add_widget(words)
        for value in row.values:
            chip = Chip(text=value.words, chosen=value.chosen, key=value.key, height=dp(50))
            box.add_widget(on_tap(chip, self.presenter.choose, value.key))
        return box


load_rules(__file__)
