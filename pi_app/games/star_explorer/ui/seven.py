"""Which of the two 7s, by its back."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from pi_app.games.star_explorer.startypes import type_name
from pi_app.games.star_explorer.ui.start_tile import SideTap
from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets.choices import on_tap, refill


class SevenScreen(TableScreen):
    """Two backs."""

    def fill(self) -> None:
        """The backs."""
        backs = [
            SideTap(star_type=f.type, value=f.value, name=type_name(f.type), key=f"seven.{i}")
            for i, f in enumerate(self.view.backs)
        ]
        refill(self.ids.backs, [on_tap(b, self.presenter.choose, i) for i, b in enumerate(backs)])


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
