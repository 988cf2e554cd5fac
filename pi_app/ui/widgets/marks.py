"""Signs: icons, a seat's number, the shape of a colour, stars by their type."""

from __future__ import annotations

from functools import cache
from math import cos, radians, sin
from typing import Any, Final

import numpy as np
from kivy.graphics import Color, Rectangle, SmoothLine
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.properties import (
    ColorProperty,
    NumericProperty,
    StringProperty,
)
from kivy.uix.widget import Widget

from pi_app.presenters.colours import COLOURS
from pi_app.presenters.startypes import POLARIS_LOOK, STAR_LOOKS, StarLook
from pi_app.ui import theme
from pi_app.ui.icons import ICONS, coverage
from pi_app.ui.rules import load_rules
from pi_app.ui.widgets.painted import Painted
from pi_app.ui.widgets.plate import Plate
from pi_app.ui.widgets.rounded import disc, filled, ring
from pi_app.ui.widgets.text import Text


class Icon(Painted):
    """A drawing of ours from `icons.ICONS`, in one colour."""

    SHOWN = ("icon", "color")
    icon = StringProperty("")
    color = ColorProperty(theme.TEXT)

    def paint(self) -> None:
        """The icon in the middle, on whole pixels."""
        if not self.icon:
            return
        side = round(min(self.size))
        at, texture = (round(self.center_x - side / 2), round(self.center_y - side / 2)), icon_texture(self.icon, side)
        self.draw(Color(*self.color), Rectangle(texture=texture, pos=at, size=(side, side)))


@cache
def icon_texture(icon: str, side: int) -> Texture:
    """The white shape of an icon, so many pixels wide and high. Raises LookupError for an unknown one."""
    texture = Texture.create(size=(side, side), colorfmt="rgba")
    pixels = np.full((side, side, 4), 255, np.uint8)
    pixels[:, :, 3] = coverage(ICONS[icon], side)[::-1]
    texture.blit_buffer(pixels.tobytes(), colorfmt="rgba", bufferfmt="ubyte")
    return texture


class SeatBadge(Plate, Widget):
    """A seat's number in its colour; `fill`: in another one."""

    seat = NumericProperty(0)
    fill = ColorProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        self.size_hint, self.size = (None, None), (dp(30), dp(30))
        super().__init__(**kwargs)
        self._number = Text(bold=True, color=theme.INK)
        self.add_widget(self._number)
        self.fbind("seat", self.lay_plate)

    def shade(self) -> list[float]:
        """Its own colour, or the seat's."""
        return list(self.fill or theme.SEATS[self.seat % len(theme.SEATS)])

    def _lay(self, dt: float) -> None:
        self.radius = self.width / 2.0
        super()._lay(dt)
        self._number.text, self._number.font_size = str(self.seat + 1), self.height * 0.56
        self._number.pos, self._number.size = self.pos, self.size


class ColourMark(Painted):
    """The shape of a colour in that colour."""

    SHOWN = ("colour",)
    colour = NumericProperty(0)

    def paint(self) -> None:
        """The shape, in a square in the middle."""
        radius = min(self.size) / 2
        self.draw(Color(*theme.PALETTES[theme.current.theme].SEATS[self.colour]))
        self.draw(*_shape(COLOURS[self.colour].shape, self.center_x, self.center_y, radius))


_CORNERS: Final[dict[str, tuple[int, float, float]]] = {
    "square": (4, 45.0, 1.1),
    "triangle": (3, 90.0, 1.12),
    "diamond": (4, 90.0, 1.08),
    "hexagon": (6, 0.0, 1.05),
    "star": (10, 90.0, 1.12),
}
"""Shape -> corners, the angle of the first one in degrees, how far out it is."""


def _shape(shape: str, x: float, y: float, radius: float) -> list[Any]:
    """A filled shape that tells a colour without its colour; a cross and a ring are lines."""
    if shape == "disc":
        return [disc((x, y), radius)]
    if shape == "ring":
        return [ring((x, y), radius * 0.8, radius * 0.2)]
    if shape == "cross":
        arm = radius * 0.72
        ends = ((x - arm, y - arm, x + arm, y + arm), (x - arm, y + arm, x + arm, y - arm))
        return [SmoothLine(points=points, width=radius * 0.2, cap="round") for points in ends]
    corners, first, far = _CORNERS[shape]
    edge = list[tuple[float, float]]()
    for corner in range(corners + 1):
        angle = radians(first + corner * 360 / corners)
        out = radius * far * (0.46 if shape == "star" and corner % 2 else 1.0)
        edge.append((x + out * cos(angle), y + out * sin(angle)))
    return [filled([(x, y), *edge]), SmoothLine(points=[c for point in edge for c in point], width=1.0)]


def star_instructions(x: float, y: float, radius: float, look: StarLook, strength: float = 1.0) -> list[Any]:
    """The drawing of one star at a place; `strength` 0–1 dims it. In a bright room a dark line runs around it."""
    points = [(x + px * radius, y - py * radius) for px, py in look.outline]
    return [
        Color(*theme.rgb(look.colour, strength)),
        filled([(x, y), *points, points[0]]),
        *([Color(*theme.TEXT[:3], strength)] if theme.current.theme == "day" else []),
        SmoothLine(points=[c for point in points for c in point], close=True, width=1.0),
    ]


class StarGlyph(Painted):
    """One star of a type, or Polaris for `polaris`."""

    SHOWN = ("star_type",)
    star_type = StringProperty("")

    def paint(self) -> None:
        """The star."""
        look = POLARIS_LOOK if self.star_type == "polaris" else STAR_LOOKS.get(self.star_type)
        radius = min(self.size) / 2 - 1
        if look is not None:
            self.draw(*star_instructions(self.center_x, self.center_y, radius, look))


load_rules(__file__)
