"""Faces of tiles and whole constellation tiles as small drawings."""

from __future__ import annotations

from kivy.graphics import Color, SmoothLine
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from pi_app.games.star_explorer.tiles import TileCard
from pi_app.ui import theme
from pi_app.ui.rules import load_rules
from pi_app.ui.steps.port import PartBox, PartTap
from pi_app.ui.widgets.marks import StarGlyph  # noqa: F401  (named in the layout file)
from pi_app.ui.widgets.painted import Painted
from pi_app.ui.widgets.plate import Pane
from pi_app.ui.widgets.rounded import ring


class FaceMark(BoxLayout):
    """A star type and a value side by side: one face of a tile."""

    star_type = StringProperty("")
    value = NumericProperty(0)
    caption = StringProperty("")
    glyph = NumericProperty(26)


class PatternView(Painted):
    """The pattern of a tile: its stars and lines."""

    SHOWN = ("card", "dim")
    card: TileCard | None = ObjectProperty(None, allownone=True, rebind=True)
    dim = BooleanProperty(False)

    def paint(self) -> None:
        """The lines, then the stars over them."""
        if self.card is None:
            return
        places = self._places(self.card)
        strength = 0.4 if self.dim else 1.0
        self.draw(Color(*theme.MUTED[:3], strength))
        for a, b in self.card.lines:
            self.draw(SmoothLine(points=[*places[a], *places[b]], width=dp(1.2)))
        self.draw(Color(*theme.TEXT[:3], strength))
        for place in places:
            self.draw(ring(place, dp(2.2), dp(1.8)))

    def _places(self, card: TileCard) -> list[tuple[float, float]]:
        xs, ys = [x for x, _ in card.xy], [y for _, y in card.xy]
        wide, high = max(xs) - min(xs), max(ys) - min(ys)
        margin = dp(6)
        scale = min((self.width - 2 * margin) / max(wide, 1.0), (self.height - 2 * margin) / max(high, 1.0), dp(3.2))
        left, top = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
        return [(self.center_x + (x - left) * scale, self.center_y - (y - top) * scale) for x, y in card.xy]


class TileButton(PartTap):
    """A constellation tile to tap, marked where a photograph may show it."""


class FaceButton(PartTap):
    """One face of a tile to tap."""

    tall = BooleanProperty(False)
    """Whether there is room for a large star with its name below."""


class TwoFaces(BoxLayout):
    """What pays this round: this tile's type and the last one's."""

    current = ObjectProperty(None, allownone=True, rebind=True)
    previous = ObjectProperty(None, allownone=True, rebind=True)


class TileHeroBox(PartBox, Pane):
    """The tile that is drawn, with what pays."""


class TileFace(FloatLayout):
    """A constellation tile to look at."""

    card: TileCard | None = ObjectProperty(None, allownone=True, rebind=True)


load_rules(__file__)
