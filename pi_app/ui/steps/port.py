"""What the widget of a part is made with: its way to the step, how it is used again, what a tap on it does."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache
from typing import Any, NamedTuple

from kivy.properties import ObjectProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.layout import Layout
from kivy.uix.widget import Widget

from engines.registry import load
from pi_app.steps.view import Command, Part
from pi_app.ui.widgets.plate import Plate
from pi_app.ui.widgets.reuse import Rows, fresh
from pi_app.ui.widgets.taps import FlatTap


class Port(NamedTuple):
    """What a part's widget may reach of its step."""

    send: Callable[[Command], object]
    """Takes the command of what was touched."""
    photo: Callable[[str], Any]
    """A photograph by its name, laid flat (height × width × 3, RGB), or None where it is gone."""


@cache
def maker(part: type[Part]) -> Callable[[Any, Port], Any]:
    """What makes the widget of that kind of part."""
    found: Callable[[Any, Port], Any] = load(part.WIDGET)
    return found


def part_widget(part: Part, port: Port) -> Widget:
    """The widget of a part.

    A part that takes what room is left has a least height: where none is left, Kivy leaves one without as it was.
    """
    made: Widget = maker(type(part))(part, port)
    if made.size_hint_y is not None and made.size_hint_min_y is None:
        made.size_hint_min_y = 1
    return made


def part_rows(layout: Layout, port: Port) -> Rows[Part]:
    """Keeps in a layout the widgets of parts; those that can show another part are used again."""
    return Rows(layout, _shape, lambda part: part_widget(part, port))


def _shape(part: Part) -> Hashable:
    return (type(part), part.shape()) if hasattr(maker(type(part)), "show") else None


def rows_of(layout: Layout, kind: Callable[[Any, Port], Any], port: Port) -> Rows[Any]:
    """Keeps in a layout widgets of that kind, one an item."""
    return Rows(layout, lambda _item: "", lambda item: kind(item, port))


class PartBox(Widget):
    """What a layout that is as its part says adds to it; its layout file reads the `part`."""

    part: Any = ObjectProperty(None, rebind=True)

    def __init__(self, part: Any, _port: Port, **kwargs: Any) -> None:
        super().__init__(part=part, **kwargs)

    def show(self, part: Any) -> None:
        """Be as another part says."""
        self.part = part


class CommandPress(ButtonBehavior):
    """What a widget that does a command adds to it, whatever it looks like; its `key` is the command's.

    A finger means what stood there when it came down: nothing is done where the widget shows something else by then.
    """

    def __init__(self, port: Port, **kwargs: Any) -> None:
        self.port = port
        self.does: Command | None = None
        self._pressed: Command | None = None
        super().__init__(**kwargs)

    def means(self, command: Command | None) -> None:
        """Do that when tapped from now on; None: nothing."""
        fresh(self)
        self.does, self.key = command, command.key if command is not None else ""

    def on_press(self) -> None:
        """A finger came down."""
        self._pressed = self.does

    def on_release(self) -> None:
        """It was lifted there."""
        if self.does is not None and self._pressed == self.does:
            self.port.send(self.does)


class CommandTap(CommandPress, FlatTap):
    """Anything to tap that does a command, with widgets in it."""


class PartTap(Plate, CommandTap):
    """Something to tap that is as its part says; its layout file reads the `part`."""

    part: Any = ObjectProperty(None, rebind=True)

    def __init__(self, part: Any, port: Port, **kwargs: Any) -> None:
        super().__init__(port, part=part, **kwargs)
        self.furnish()
        self.show(part)

    def furnish(self) -> None:
        """What cannot be said in a layout file is added here."""

    def show(self, part: Any) -> None:
        """Be as another part says."""
        self.means(part.does)
        self.part, self.disabled = part, not getattr(part, "on", True)
