"""A picture of our own drawing on its own night sky."""

from __future__ import annotations

from typing import Any, Final

from kivy.graphics import Color, SmoothLine
from kivy.metrics import dp
from kivy.properties import NumericProperty, ObjectProperty

from pi_app.presenters.shapes import WIDE, Shape
from pi_app.ui import theme
from pi_app.ui.widgets.clip import Clip
from pi_app.ui.widgets.painted import Painted
from pi_app.ui.widgets.rounded import RoundedBox, disc, filled

LOWEST_DP: Final = 84
"""In less room nothing is drawn, unless `lowest` says so."""
_SKY: Final = theme.BOARD
_TONES: Final = {
    "sky": _SKY.DUSK,
    "far": _SKY.EDGE,
    "hull": _SKY.RAISED,
    "dark": _SKY.NIGHT,
    "rim": _SKY.TEXT,
    "own": _SKY.GO,
    "warm": _SKY.ASK,
    "wrong": _SKY.WRONG,
}


class ShapesPicture(Painted):
    """The shapes of a picture, as large as all of it fits, on a rounded piece of sky; nobody waits for it."""

    SHOWN = ("shapes",)
    PAINTED_S = 0
    shapes = ObjectProperty(())
    lowest = NumericProperty(LOWEST_DP)
    """The least height in dp at which anything is drawn."""

    def paint(self) -> None:
        """The sky, then the shapes, the farthest first."""
        if self.height < dp(self.lowest) - 1:
            return
        clip = Clip()
        clip.fit(self.pos, self.size)
        before, after = clip.ends
        self.draw(*before, Color(*_SKY.DUSK), RoundedBox(pos=self.pos, size=self.size, radius=[dp(10)]))
        for shape in self.shapes:
            colour = _TONES[shape.tone] if shape.seat is None else theme.BOARD_SEATS[shape.seat]
            self.draw(Color(*colour), self._drawn(shape))
        self.draw(*after)

    def _drawn(self, shape: Shape) -> Any:
        scale = min(self.width / 2 / WIDE, self.height / 2) * 0.94
        points = [c for x, y in shape.points for c in (self.center_x + x * scale, self.center_y + y * scale)]
        if shape.form == "disc":
            return disc((points[0], points[1]), shape.size * scale)
        if shape.form == "line":
            return SmoothLine(points=points, width=max(1.0, shape.size * scale / 2), joint="round", cap="round")
        return filled([*zip(points[::2], points[1::2], strict=True)])
