"""What lies on the table: slates to take, bonus cards to read, all slates with their points."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from pi_app.games.look_at_the_stars.pictures import bonus_picture
from pi_app.games.look_at_the_stars.scene import SlateScene
from pi_app.games.look_at_the_stars.setting import LargeCards, Standings
from pi_app.games.look_at_the_stars.ui import slate  # noqa: F401  (named in the layout file)
from pi_app.ui.rules import load_rules
from pi_app.ui.steps.port import PartTap, Port
from pi_app.ui.widgets.choices import alike, in_two_lines, refill
from pi_app.ui.widgets.plate import Pane
from pi_app.ui.widgets.shapes import ShapesPicture  # noqa: F401  (named in the layout file)

SEATS_IN_A_ROW = 4


class SlateButton(PartTap):
    """One of the eight slates, small, with its number."""


class LargeCard(Pane):
    """A bonus card: its picture and its words."""

    kind = StringProperty("")
    card: Any = ObjectProperty(None, allownone=True, rebind=True)
    shapes = ObjectProperty(())


class LargeCardsBox(BoxLayout):
    """Cards side by side."""

    def __init__(self, cards: LargeCards, _port: Port, **kwargs: Any) -> None:
        super().__init__(spacing=dp(12), padding=(dp(4), dp(2)), **kwargs)
        for _card in cards.cards:
            self.add_widget(LargeCard())
        self.show(cards)

    def show(self, cards: LargeCards) -> None:
        """Other cards, as many."""
        for widget, (kind, card) in zip(self.children[::-1], cards.cards, strict=True):
            widget.kind, widget.card, widget.shapes = kind, card, bonus_picture(card)


class SeatSlate(Pane):
    """A player's slate, small, with their points."""

    seat = NumericProperty(0)
    name = StringProperty("")
    total = NumericProperty(0)
    scene: SlateScene | None = ObjectProperty(None, allownone=True)

    def needed(self, width: float) -> float:
        """How high it is at that width, so that nothing of it is empty; in pixels."""
        left, top, right, bottom = self.padding
        head = self.ids.head.height + self.spacing
        return float(top + head + (width - left - right) / self.ids.slate.aspect + bottom)


class StandingsBox(AnchorLayout):
    """The slates of all, as high as their width asks for."""

    def __init__(self, standings: Standings, _port: Port, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.grid = GridLayout(spacing=dp(8), size_hint_y=None)
        self.add_widget(self.grid)
        self.bind(size=Clock.create_trigger(self._lay, -1))
        self.show(standings)

    def show(self, standings: Standings) -> None:
        """As they stand now."""
        seats = standings.seats
        slates = [SeatSlate(seat=s.seat, name=in_two_lines(s.name), total=s.total, scene=s.scene) for s in seats]
        alike(made.ids.name for made in slates)
        self.grid.cols = max(1, min(SEATS_IN_A_ROW, len(slates)))
        refill(self.grid, slates)
        self._lay(0)

    def _lay(self, _dt: float) -> None:
        slates, gap = self.grid.children, self.grid.spacing[1]
        columns, rows = self.grid.cols, -(-len(slates) // self.grid.cols)
        wide = (self.width - gap * (columns - 1)) / columns
        wanted = max((pane.needed(wide) for pane in slates), default=0) * rows + gap * (rows - 1)
        self.grid.height = min(self.height, wanted)


load_rules(__file__)
