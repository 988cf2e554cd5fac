"""Stars as small drawings."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Mesh, SmoothLine
from kivy.properties import StringProperty

from pi_app.presenters.startypes import POLARIS_LOOK, STAR_LOOKS, StarLook
from pi_app.ui import theme
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
        *([Color(*theme.TEXT[:3], strength)] if theme.current.theme == "day" else []),
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
