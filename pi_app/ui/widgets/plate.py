"""Surfaces: a rounded box behind a widget, and what holds other things."""

from __future__ import annotations

from typing import Any, ClassVar

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup
from kivy.metrics import dp
from kivy.properties import ColorProperty, NumericProperty
from kivy.uix.boxlayout import BoxLayout

from pi_app.ui import theme
from pi_app.ui.rules import load_rules
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


class Pane(Plate, BoxLayout):
    """A rounded surface that holds other things."""


class Column(BoxLayout):
    """Things below each other, as high as they are together."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", size_hint_y=None, **kwargs)
        self.fbind("minimum_height", self.setter("height"))
        self.height = self.minimum_height  # an empty one has no height, and nothing changes to say so


class LookedAt(BoxLayout):
    """Holds what is looked at only: a finger there means what it is a part of."""

    THROUGH: ClassVar = True

    def on_touch_down(self, touch: Any) -> bool:
        """Nothing in it takes a touch."""
        return False


load_rules(__file__)
