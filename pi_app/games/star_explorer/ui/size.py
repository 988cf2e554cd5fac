"""How many stars everybody draws this round."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import NumericProperty, StringProperty

from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets.basics import FlatTap
from pi_app.ui.widgets.choices import on_tap, refill


class SizeTap(FlatTap):
    """A size."""

    number = NumericProperty(0)
    words = StringProperty("")


class SizeScreen(TableScreen):
    """The sizes still in the piles."""

    def fill(self) -> None:
        """One big number a size."""
        sizes = [SizeTap(number=c.size, words=c.words, key=f"size.{c.size}") for c in self.view.choices]
        refill(self.ids.sizes, [on_tap(s, self.presenter.choose, s.number) for s in sizes])


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
