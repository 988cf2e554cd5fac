"""Texts that find their size: sentences, words in a box, numbers that count up."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from math import ceil, inf
from typing import Any, Final

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.metrics import Metrics
from kivy.properties import (
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from pi_app.ui import theme
from pi_app.ui.rules import load_rules
from pi_app.ui.widgets.text import Text, TextRenderer, largest_scale, unbroken_words, wrapped_height

COUNT_S: Final = 0.5
EVEN: Final = 1.15
"""How much larger than the smallest words beside them those of a button in the same row may be."""


class Say(Text):
    """Text that wraps to its width and is as high as it needs to be."""

    asked = NumericProperty(0)
    """Its font size (pixels) where there is room, once `set_smaller` has looked for it."""


class Muted(Say):
    """Text that matters less."""


def set_smaller(says: Sequence[Say], width: float, room: float) -> None:
    """Set these sentences below each other smaller, where at this width (pixels) they do not find that room in height;
    never smaller than texts of the normal size."""
    for say in says:
        say.asked = say.asked or say.font_size
    scale = largest_scale(
        lambda scale: sum(wrapped_height(say.text, say.asked * scale, bool(say.bold), width) for say in says), room
    )
    for say in says:
        say.font_size = say.asked * scale


class Fit(Text):
    """Text in a box of a given size: its font shrinks from `max_font` towards `min_font` until it fits.

    What does not fit even then is cut short with an ellipsis.
    """

    max_font = NumericProperty("18sp")
    min_font = NumericProperty("13sp")
    button = ObjectProperty(None)
    """Whose words it is: buttons in a row have letters of nearly one size, those in a column or grid of one size."""
    line = StringProperty("caption")
    """Which of the button's: its `caption`, or its `small` note."""
    beside = ListProperty()
    """Other texts, itself among them, that have letters of nearly one size with it: names below each other."""

    def __init__(self, **kwargs: Any) -> None:
        self.fitted = inf
        """The largest font size (pixels) that fits, whatever stands beside it; endless without words."""
        fit = Clock.create_trigger(self._fit, -1)
        super().__init__(**kwargs)
        self.fbind("size", self.setter("text_size"))
        self.text_size = self.size
        for name in ("text", "size", "max_font", "min_font", "bold", "beside"):
            self.fbind(name, fit)
        if self.button is not None:
            self.button.fbind("parent", fit)
        fit()

    def _fit(self, *_: Any) -> None:
        self.fitted = inf
        if self.text and self.width > 1 and self.height > 1:
            size = (int(self.width) - 1, int(self.height))
            least = self.min_font / Metrics.fontscale  # what fits with small texts fits with large ones too
            self.fitted = fitting_font(self.text, size, self.max_font, least, bool(self.bold))
            self.shorten = not _fits(self.text, size, self.fitted, bool(self.bold))
        group, uneven = self._group()
        alike = [fit for fit in group if fit.fitted < inf]
        for fit in alike:
            fit.font_size = min(fit.fitted, uneven * min(other.fitted for other in alike))

    def _group(self) -> tuple[list[Fit], float]:
        """The texts that are to be read with this one, itself among them, and how much larger than the smallest of them
        another may be: the same line of the buttons beside or below its own."""
        if self.beside:
            return list(self.beside), EVEN
        button, place = self.button, self.button and self.button.parent
        if isinstance(place, BoxLayout) and place.orientation == "horizontal":
            buttons, uneven = place.children, EVEN
        elif isinstance(place, BoxLayout | GridLayout):
            buttons, uneven = [other for other in place.children if _kind(other) == _kind(button)], 1.0
        else:
            return [self], 1.0
        lines = [getattr(other, self.line, None) for other in buttons]
        return [fit for fit in lines if isinstance(fit, Fit) and not fit.beside], uneven


def _kind(button: Any) -> tuple[type, str]:
    """What is alike in a column: the way on and what gives up stand out from the others."""
    return type(button), getattr(button, "role", "")


@lru_cache(maxsize=2048)
def fitting_font(text: str, size: tuple[int, int], largest: float, least: float, bold: bool) -> float:
    """The largest font size (pixels) at which the text fits the box without breaking a word."""
    if _fits(text, size, largest, bold):
        return largest
    smaller = range(1, ceil(largest - least))
    pixels = bisect_left(smaller, True, key=lambda less: _fits(text, size, largest - less, bold)) + 1
    return max(largest - pixels, least)


@lru_cache(maxsize=4096)
def _fits(text: str, size: tuple[int, int], font: float, bold: bool) -> bool:
    measure = TextRenderer(font_size=font, bold=bold, font_name="Inter", text_size=(size[0], None))
    lines = text.split("\n")
    width, height = max(measure.get_extents(line) for line in lines)
    if len(lines) == 1 and width <= size[0]:
        return bool(height <= size[1])
    if len(lines) > 1 and width > size[0]:  # Kivy leaves out the last line where one of several wraps
        return False
    if any(measure.get_extents(word)[0] > size[0] for word in unbroken_words(text)):
        return False
    wrapped = TextRenderer(text=text, font_size=font, bold=bold, font_name="Inter", text_size=(size[0], None))
    return bool(wrapped.render()[1] <= size[1])


class Count(Text):
    """A number that counts up to what it is; there at once where motion is reduced."""

    number = NumericProperty(0)
    reached = NumericProperty(0)
    """What is shown on the way."""

    def on_number(self, _count: Any, number: float) -> None:
        """Set out for the new number."""
        Animation.cancel_all(self, "reached")
        if theme.current.reduced_motion:
            self.reached = number
        else:
            Animation(reached=number, duration=COUNT_S, transition="out_quad").start(self)


load_rules(__file__)
