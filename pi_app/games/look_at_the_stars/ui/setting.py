"""What lies on the table: slates, bonus cards, night cards; and the sunrise."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.metrics import dp, sp
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from pi_app.games.look_at_the_stars.ui import slate  # noqa: F401  (named in the layout file)
from pi_app.games.look_at_the_stars.ui.cards import SkyCardTap
from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets.basics import FlatTap, Say
from pi_app.ui.widgets.choices import on_tap, refill

SEATS_IN_A_ROW = 4


class SlateTap(FlatTap):
    """One of the eight slates, small, with its number."""

    number = NumericProperty(0)
    scene: Any = ObjectProperty(None, allownone=True)


class SlatesScreen(TableScreen):
    """The eight slates."""

    def fill(self) -> None:
        """The slates; those that somebody has cannot be tapped."""
        if self.is_new("slates", self.view.choices):
            taps = [
                SlateTap(number=c.slate, scene=c.scene, disabled=c.taken, key=f"slate.{c.slate}")
                for c in self.view.choices
            ]
            refill(self.ids.slates, [on_tap(t, self.presenter.choose, t.number) for t in taps])


class CardsScreen(TableScreen):
    """Cards as small drawings: tap the one that lies open."""

    def fill(self) -> None:
        """The cards; those that lay open before cannot be tapped."""
        if self.is_new("cards", self.view.cards):
            taps = [
                on_tap(SkyCardTap(card=c, disabled=c.taken, key=f"card.{c.id}"), self.presenter.choose, c.id)
                for c in self.view.cards
            ]
            refill(self.ids.cards, taps)


class OpenCardsScreen(TableScreen):
    """The two open bonus cards, large."""


class LargeCard(BoxLayout):
    """A bonus card with its words."""

    kind = StringProperty("")
    card: Any = ObjectProperty(None, allownone=True, rebind=True)


class SeatSlate(BoxLayout):
    """A player's slate, small, with their points."""

    seat = NumericProperty(0)
    name = StringProperty("")
    total = NumericProperty(0)
    scene: Any = ObjectProperty(None, allownone=True)


class SunriseScreen(TableScreen):
    """What the sun closes, and how everybody stands."""

    def fill(self) -> None:
        """The words and the slates."""
        view = self.view
        if self.is_new("words", view.words):
            refill(self.ids.words, [Say(text=text, font_size=sp(17)) for text in view.words])
        if self.is_new("standings", view.standings):
            slates = [SeatSlate(seat=s.seat, name=s.name, total=s.total, scene=s.scene) for s in view.standings]
            self.ids.standings.cols = min(SEATS_IN_A_ROW, max(2, len(slates)))
            refill(self.ids.standings, slates if len(slates) > 1 else [Widget(size_hint_x=0.2), *slates])
            self.ids.standings.spacing = dp(8)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
