"""Stars, faces of tiles and whole constellation tiles as small drawings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.graphics import Color, Mesh, SmoothLine
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from pi_app.games.star_explorer.startypes import POLARIS_LOOK, STAR_LOOKS, StarLook
from pi_app.games.star_explorer.tiles import TileCard
from pi_app.ui import theme
from pi_app.ui.widgets.basics import FlatTap
from pi_app.ui.widgets.painted import Painted


def star_instructions(x: float, y: float, radius: float, look: StarLook, strength: float = 1.0) -> list[Any]:
    """The drawing of one star at a place; `strength` 0–1 dims it. In a bright room a dark line runs around it."""
    points = [(x + px * radius, y - py * radius) for px, py in look.outline]
    vertices = [x, y, 0, 0]
    for px, py in [*points, points[0]]:
        vertices += [px, py, 0, 0]
    flat = [c for point in points for c in point]
    return [
        Color(*theme.rgb(look.colour, strength)),
        Mesh(vertices=vertices, indices=list(range(len(points) + 2)), mode="triangle_fan"),
        *([Color(*theme.TEXT[:3], strength)] if theme.worn.theme == "day" else []),
        SmoothLine(points=flat, close=True, width=1.0),
    ]


class StarGlyph(Painted):
    """One star of a type, or Polaris for `polaris`."""

    SHOWN = ("star_type",)
    star_type = StringProperty("")

    def paint(self) -> None:
        """The star."""
        look = POLARIS_LOOK if self.star_type == "polaris" else STAR_LOOKS.get(self.star_type)
        radius = min(self.size) / 2 - 1
        for part in [] if look is None else star_instructions(self.center_x, self.center_y, radius, look):
            self.drawing.add(part)


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
        self.drawing.add(Color(*theme.MUTED[:3], strength))
        for a, b in self.card.lines:
            self.drawing.add(SmoothLine(points=[*places[a], *places[b]], width=dp(1.2)))
        self.drawing.add(Color(*theme.TEXT[:3], strength))
        for x, y in places:
            self.drawing.add(SmoothLine(circle=(x, y, dp(2.2)), width=dp(1.8)))

    def _places(self, card: TileCard) -> list[tuple[float, float]]:
        xs, ys = [x for x, _ in card.xy], [y for _, y in card.xy]
        wide, high = max(xs) - min(xs), max(ys) - min(ys)
        margin = dp(6)
        scale = min((self.width - 2 * margin) / max(wide, 1.0), (self.height - 2 * margin) / max(high, 1.0), dp(3.2))
        left, top = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
        return [(self.center_x + (x - left) * scale, self.center_y - (y - top) * scale) for x, y in card.xy]


class TileTap(FlatTap):
    """A constellation tile to tap; `seen`: marked as what a photograph may show."""

    card: TileCard = ObjectProperty(None, rebind=True)
    seen: bool = BooleanProperty(False)


class TileFace(FloatLayout):
    """A constellation tile to look at."""

    card: TileCard | None = ObjectProperty(None, allownone=True, rebind=True)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
