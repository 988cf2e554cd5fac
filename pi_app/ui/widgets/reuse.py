"""Widgets that show one thing after another: to build a widget costs milliseconds, to change one next to nothing."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final, Generic, TypeVar

from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.layout import Layout
from kivy.uix.widget import Widget

Item = TypeVar("Item")
MAX_SPARE: Final = 12
"""The most widgets of a shape that are kept to be shown again."""


class Rows(Generic[Item]):
    """Keeps what a layout holds as its items say.

    `shape` of an item: widgets of the same shape can show each other's items; None: this one is built for itself.
    `build` makes a widget for an item; `show` has it show another one, as its own `show` does.
    """

    def __init__(
        self,
        layout: Layout,
        shape: Callable[[Item], Hashable],
        build: Callable[[Item], Widget],
        show: Callable[[Any, Item], object] = lambda widget, item: widget.show(item),
    ) -> None:
        self._layout = layout
        self._shape = shape
        self._build = build
        self._show = show
        self._held: list[tuple[Hashable, Item, Widget]] = []
        self._spare: dict[Hashable, list[Widget]] = {}

    def fill(self, items: Sequence[Item]) -> None:
        """Show these items, in their order."""
        shapes = [self._shape(item) for item in items]
        left = list(self._held)
        found = [self._same(left, shape, item) for shape, item in zip(shapes, items, strict=True)]
        made = [
            widget or self._another(left, shape, item) for widget, shape, item in zip(found, shapes, items, strict=True)
        ]
        for shape, _item, widget in left:
            if shape is not None and len(self._spare.setdefault(shape, [])) < MAX_SPARE:
                self._spare[shape].append(widget)
        self._held = list(zip(shapes, items, made, strict=True))
        if self._layout.children[::-1] != made:
            self._layout.clear_widgets()
            for widget in made:
                self._layout.add_widget(widget)

    def _same(self, left: list[tuple[Hashable, Item, Widget]], shape: Hashable, item: Item) -> Widget | None:
        """The widget that shows this already."""
        for place, (its, shown, widget) in enumerate(left):
            if its == shape and shown == item:
                del left[place]
                return widget
        return None

    def _another(self, left: list[tuple[Hashable, Item, Widget]], shape: Hashable, item: Item) -> Widget:
        """One of that shape, changed, or a new one."""
        if shape is None:
            return self._build(item)
        place = next((n for n, held in enumerate(left) if held[0] == shape), None)
        if place is not None:
            widget = left.pop(place)[2]
        elif self._spare.get(shape):
            widget = self._spare[shape].pop()
        else:
            return self._build(item)
        self._show(widget, item)
        return widget


def fresh(tap: ButtonBehavior) -> None:
    """Have a button look untouched, for it shows something else from now on."""
    tap.state = "normal"
