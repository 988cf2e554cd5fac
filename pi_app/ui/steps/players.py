"""Players as tabs, with their points or without; who takes the screen."""

from __future__ import annotations

from typing import Any, Final

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from msgspec.structs import replace

from pi_app.steps.view import Cover, PointsTabs, SeatTabs
from pi_app.ui.rules import load_rules
from pi_app.ui.steps.port import PartBox, PartTap, Port, part_widget, rows_of
from pi_app.ui.widgets.choices import alike

MANY_SEATS: Final = 6
"""With more players their tabs stand side by side without a gap."""
ABREAST: Final = 4
"""Tabs with points side by side."""


class SeatTap(PartTap):
    """A player as a round tab."""


class SeatTabsRow(BoxLayout):
    """The players as round tabs."""

    def __init__(self, tabs: SeatTabs, port: Port, **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, height=dp(48), **kwargs)
        self._rows = rows_of(self, SeatTap, port)
        self.show(tabs)

    def show(self, tabs: SeatTabs) -> None:
        """As they stand now."""
        self.spacing = dp(0 if len(tabs.tabs) > MANY_SEATS else 6)
        self._rows.fill(tabs.tabs)


class PointsTap(PartTap):
    """A player with their points."""


class PointsTabsGrid(GridLayout):
    """The players with their points, at most four side by side."""

    def __init__(self, tabs: PointsTabs, port: Port, **kwargs: Any) -> None:
        super().__init__(cols=1, size_hint_y=None, spacing=dp(3), **kwargs)
        self.bind(minimum_height=self.setter("height"))
        self._taps = rows_of(self, PointsTap, port)
        self.show(tabs)

    def show(self, tabs: PointsTabs) -> None:
        """As they stand now."""
        self.cols = min(ABREAST, max(1, len(tabs.seats)))
        self._taps.fill([seat if tabs.named else replace(seat, name="") for seat in tabs.seats])
        alike(tap.ids.name for tap in self.children)


class CoverBox(PartBox, BoxLayout):
    """Hides everything."""

    def __init__(self, cover: Cover, port: Port, **kwargs: Any) -> None:
        super().__init__(cover, port, **kwargs)
        self._sky: Any = None
        if cover.sky is not None:
            self._sky = part_widget(cover.sky, port)
            self.add_widget(self._sky, index=len(self.children))

    def show(self, cover: Cover) -> None:
        """For another player."""
        super().show(cover)
        if cover.sky is not None:
            self._sky.show(cover.sky)


load_rules(__file__)
