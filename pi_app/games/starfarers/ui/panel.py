"""What the panel of Starfarers has beside what every game has: buttons with signs and prices, heaps of cards."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp, sp
from kivy.uix.boxlayout import BoxLayout

from engines.starfarers.pack import RESOURCES
from pi_app.games.starfarers import words
from pi_app.games.starfarers.parts import Cards5, Tap
from pi_app.games.starfarers.ui.pieces import CardLess, CardPile, PriceRow
from pi_app.games.starfarers.ui.signs import AnyMark
from pi_app.steps import view
from pi_app.steps.view import Press
from pi_app.ui import theme
from pi_app.ui.steps.buttons import TapRow
from pi_app.ui.steps.port import Port
from pi_app.ui.widgets.choices import alike
from pi_app.ui.widgets.fitted import Say
from pi_app.ui.widgets.plate import Column


class SignTap(TapRow):
    """A button whose icon may be a sign of the game, with its price below the words."""

    own_mark = True

    def furnish(self) -> None:
        """Another mark in the icon's place, and the row of the price."""
        icon, self.mark = self.mark, AnyMark(pos_hint={"center_y": 0.5})
        self.price = PriceRow(size_hint_y=None, height=0)
        self.row.add_widget(self.mark, index=self.row.children.index(icon))
        self.row.remove_widget(icon)
        self.column.add_widget(self.price, index=1)

    def show(self, tap: view.Tap) -> None:
        super().show(tap)
        if isinstance(tap, Tap):
            self.price.cost, self.price.short = list(tap.cost), list(tap.short)
            self.extra = 24 if any(tap.cost) else 0
            self.price.height = dp(self.extra)


class CardsBox(Column):
    """Five heaps of cards; where they can be taken from, below each is one fewer where one can be."""

    def __init__(self, cards: Cards5, port: Port, **kwargs: Any) -> None:
        super().__init__(spacing=dp(3), **kwargs)
        self.say = Say(font_size=sp(14), color=theme.MUTED)
        self.heaps, self.less = (BoxLayout(spacing=dp(4), size_hint_y=None, height=dp(h)) for h in (58, 48))
        for resource in RESOURCES:
            self.heaps.add_widget(CardPile(port, resource=resource))
            self.less.add_widget(CardLess(port))
        alike(heap.ids.words for heap in self.heaps.children)
        for part in (self.say, self.heaps, *([self.less] if any(cards.less) else [])):
            self.add_widget(part)
        self.show(cards)

    def show(self, cards: Cards5) -> None:
        """Show other heaps; the row of fewer stays as it is."""
        self.say.text = cards.title + (f"  (+{cards.unknown})" if cards.unknown else "")
        parts = zip(RESOURCES, self.heaps.children[::-1], self.less.children[::-1], strict=True)
        for n, (resource, heap, less) in enumerate(parts):
            more = Press(cards.does, (resource, "more")) if cards.does and cards.more[n] else None
            heap.means(more)
            heap.name = words.resource_words(resource)
            heap.count, heap.note = str(cards.counts[n]), cards.notes[n] and f"/ {cards.notes[n]}"
            heap.live, heap.disabled = more is not None, more is None
            less.means(Press(cards.does, (resource, "less")) if cards.does and cards.less[n] else None)
            less.disabled = not cards.less[n]
