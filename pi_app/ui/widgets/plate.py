"""A rounded box behind a widget, drawn once a frame at most: a layout file would bind each of its parts by itself."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup
from kivy.metrics import dp
from kivy.properties import ColorProperty, NumericProperty

from pi_app.ui import theme
from pi_app.ui.widgets.rounded import RoundedBox


class Plate:
    """Lies behind the widget that it is mixed into."""

    fill = ColorProperty(theme.SURFACE)
    edge = ColorProperty(theme.CLEAR)
    radius = NumericProperty("12dp")
    rim = NumericProperty(1.5)
    """How thick its edge is, in dp."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.lay_plate = Clock.create_trigger(self._lay, -1)
        self._plate = Color(), RoundedBox(), Color(), RoundedBox()
        super().__init__(*args, **kwargs)
        widget: Any = self
        drawing = InstructionGroup()
        for part in self._plate:
            drawing.add(part)
        widget.canvas.before.insert(0, drawing)
        for name in ("pos", "size", "fill", "edge", "radius", "rim"):
            widget.fbind(name, self.lay_plate)
        if widget.property("state", quiet=True) is not None:
            widget.fbind("state", self.lay_plate)
        self.lay_plate()

    def shade(self) -> list[float]:
        """The colour of the box as it is now: darker while it is pressed."""
        red, green, blue, alpha = self.fill
        dimmed = 0.78 if getattr(self, "state", "") == "down" else 1.0
        return [red * dimmed, green * dimmed, blue * dimmed, alpha]

    def _lay(self, _dt: float) -> None:
        widget: Any = self
        inside, box, rim, edge = self._plate
        (x, y), (width, height) = widget.pos, widget.size
        inside.rgba, rim.rgba = self.shade(), self.edge
        box.pos, box.size, box.radius = (x, y), (width, height), [self.radius]
        edge.pos, edge.size = (x, y), (width, height) if self.edge[3] else (0, 0)
        edge.radius, edge.rim = [self.radius], dp(self.rim)
