"""A captured star map, put right with a finger."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, StringProperty

from pi_app.games.star_explorer.star_map import StarMapPresenter, StarMapView
from pi_app.games.star_explorer.ui import star_map_field as star_map  # noqa: F401  (the layout file names its widgets)
from pi_app.ui.rules import load_rules
from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets import marks  # noqa: F401  (named in the layout file)
from pi_app.ui.widgets.choices import on_tap, refill
from pi_app.ui.widgets.plate import Plate
from pi_app.ui.widgets.taps import FlatTap


class TypeTap(Plate, FlatTap):
    """A star type to give to the chosen star."""

    star_type = StringProperty("")
    chosen = BooleanProperty(False)


class StarMapScreen(TableScreen):
    """The picture with its stars, and what to do with the chosen one."""

    presenter: StarMapPresenter
    view: StarMapView

    def fill(self) -> None:
        """One tap a star type."""
        view = self.view
        if self.is_new("types", (view.types, view.chosen_type)):
            taps = [
                TypeTap(
                    key=f"type.{name}",
                    star_type=name,
                    chosen=name == view.chosen_type,
                    disabled=view.chosen_type is None,
                )
                for name in view.types
            ]
            refill(self.ids.types, [on_tap(tap, self.presenter.retype, row) for row, tap in enumerate(taps)])

    def tapped(self, _canvas: Any, at: tuple[float, float], star: int | None) -> None:
        """A tap on the picture."""
        self.presenter.tap(at, star)


load_rules(__file__)
