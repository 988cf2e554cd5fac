"""A widget that draws itself anew, once a frame at most, when something it shows has changed."""

from __future__ import annotations

from typing import Any, ClassVar

from kivy.clock import Clock
from kivy.graphics import Instruction, InstructionGroup
from kivy.uix.widget import Widget


class Painted(Widget):
    """Draws in `paint` with everything settled: cached places such as `center` are stale while a property changes."""

    SHOWN: ClassVar[tuple[str, ...]] = ()
    """Properties that the drawing depends on, besides place and size."""

    PAINTED_S: ClassVar[float] = -1
    """When it is painted: -1 in the frame that shows the change, 0 in the next one."""

    def __init__(self, **kwargs: Any) -> None:
        self.drawing = InstructionGroup()
        self.repaint = Clock.create_trigger(self._repaint, self.PAINTED_S)
        super().__init__(**kwargs)
        self.canvas.add(self.drawing)
        for name in ("pos", "size", *self.SHOWN):
            self.fbind(name, self.repaint)
        self.repaint()

    def _repaint(self, _dt: float) -> None:
        self.drawing.clear()
        if self.width > 2 and self.height > 2:
            self.paint()

    def paint(self) -> None:
        """`draw` what is shown."""

    def draw(self, *parts: Instruction) -> None:
        """Add these to what is drawn, each over those before."""
        for part in parts:
            self.drawing.add(part)
