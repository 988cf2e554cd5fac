"""A rectangle or ellipse that nothing drawn inside it leaves, however the whole screen is turned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from kivy.graphics import Ellipse, Rectangle, StencilPop, StencilPush, StencilUnUse, StencilUse


class Clip:
    """A stencil around instructions: scissors count in pixels of the window and stay behind where it is turned."""

    def __init__(self, shape: type[Rectangle] | type[Ellipse] = Rectangle) -> None:
        self._begin, self._end = shape(), shape()

    def around(self, instructions: Iterable[Any]) -> Iterable[Any]:
        """The instructions with the stencil before and after them, to be added to a canvas in this order."""
        before, after = self.ends
        return (*before, *instructions, *after)

    @property
    def ends(self) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """What goes before the instructions, and what after them."""
        return (StencilPush(), self._begin, StencilUse()), (StencilUnUse(), self._end, StencilPop())

    def fit(self, pos: Sequence[float], size: Sequence[float]) -> None:
        """Fill that rectangle, in the coordinates of what is drawn."""
        for shape in (self._begin, self._end):
            shape.pos, shape.size = pos, size
