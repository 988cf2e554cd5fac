"""Words in one font and colour, laid out and drawn once a frame at most."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from math import inf
from typing import Any, Final

from kivy.clock import Clock
from kivy.core.text import Label as KivyRenderer
from kivy.graphics import Color, Rectangle
from kivy.metrics import Metrics
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from pi_app.presenters.names import guest_words
from pi_app.ui import theme
from pi_app.ui.rules import load_rules

LOOKS: Final = ("font_size", "bold", "color", "halign", "valign", "shorten", "line_height")
"""What may change about words while they are shown, besides the words and the room they have."""

STEP: Final = 0.05
"""From one scale of texts to the next smaller one."""


_LAST_NUMBER: Final = re.compile(r"(?<=[^\W\d_]) (?=\d+(?!\w| \w))")
_SIGN: Final = re.compile(r"(?<=\d) (?=→ \d)|(?<=[→=+×−]) (?=\d)")


@cache
def _given_name() -> re.Pattern[str]:
    return re.compile(rf"\b(Bot|{'|'.join(sorted(guest_words()))}) (?=(?:\d+|[A-J])\b)")


@lru_cache(maxsize=4096)
def glued(text: str) -> str:
    """The text with no-break spaces where no line may end: in the names of guests and bots (*Guest 2*), before a number
    that ends what is said, around an arrow from number to number, behind another sign."""
    text = _given_name().sub("\\1\u00a0", text)
    return _SIGN.sub("\u00a0", _LAST_NUMBER.sub("\u00a0", text))


MAX_EXTENTS: Final = 20_000
"""Words in a font whose size is remembered, about two megabytes of them; with more all are asked for again."""
_extents: dict[tuple[int, str, bool, str], tuple[int, int]] = {}


class TextRenderer(KivyRenderer):
    """Draws words in a font; the font is asked once how large a word is, not each time that it is laid out."""

    @property
    def text(self) -> str:
        """What is drawn, numbers beside their words."""
        return glued(self._text)

    @text.setter
    def text(self, text: str) -> None:
        self._text = text

    def _get_font_id(self) -> str:
        """By what Kivy keeps opened fonts: it opens them in whole pixels, and closes the first of more than 64."""
        font = self.options
        return f"{int(font['font_size'])}|{font['font_name_r']}|{font['bold']}"

    def get_extents(self, text: str) -> tuple[int, int]:
        """Width and height of a text in one line, pixels."""
        font = self.options
        key = int(font["font_size"]), font["font_name_r"], font["bold"], text
        found = _extents.get(key)
        if found is None:
            if len(_extents) >= MAX_EXTENTS:
                _extents.clear()
            found = _extents[key] = super().get_extents(text)
        return found


def text_width(text: str, font: float) -> float:
    """How wide a text is in one line, in pixels."""
    return float(TextRenderer(font_size=font, font_name="Inter").get_extents(text)[0])


def largest_scale(needed: Callable[[float], float], room: float, least: float | None = None) -> float:
    """The largest scale (1: as large as was asked for) at which what is `needed` (pixels) finds room.

    `least`: the smallest one; None: that of texts of the normal size, which every layout has room for.
    """
    least = min(1.0, 1 / Metrics.fontscale) if least is None else least
    scale = 1.0
    while scale > least and needed(scale) > room:
        scale = max(least, scale - STEP)
    return scale


def unbroken_words(text: str) -> list[str]:
    """What stays in one line: a no-break space is a part of the word."""
    return glued(text).replace("\n", " ").split(" ")


@lru_cache(maxsize=1024)
def wrapped_height(text: str, font: float, bold: bool, width: float, line_height: float = 1.08) -> float:
    """How high a text is that wraps to that width, in pixels; endless where a word of it is wider."""
    if not text:
        return 0.0
    drawn = TextRenderer(
        text=text, text_size=(width, None), font_size=font, bold=bold, font_name="Inter", line_height=line_height
    )
    if any(drawn.get_extents(word)[0] > width for word in unbroken_words(text)):
        return inf
    return float(drawn.render()[1])


def unbroken_font(text: str, font: float, bold: bool, width: float) -> float:
    """The font size, that one or a smaller one in whole pixels, at which no word is wider than that and is broken."""
    measure = TextRenderer(font_size=font, bold=bold, font_name="Inter")
    widest = max((measure.get_extents(word)[0] for word in unbroken_words(text)), default=0)
    return font if widest <= width else max(1.0, font * width // widest)


_of_class: dict[type, dict[str, Any]] = {}


def _alike(text: Text) -> dict[str, Any]:
    """How all texts of its class are drawn: asked for once, as Kivy makes objects of each property that is asked for,
    in every text."""
    if (found := _of_class.get(type(text))) is None:
        names = set(text._font_properties) - {"text", "text_size", *LOOKS}
        found = _of_class[type(text)] = {name: getattr(text, name) for name in names}
    return found


class Text(Label):
    """A label that follows what our screens change: Kivy's own follows forty properties, each by objects of its own.

    It has the colour of texts unless told otherwise, and keeps it while it is disabled. What is neither the words, the
    room they have, nor in `LOOKS` is one for all texts of a class.
    """

    def __init__(self, **kwargs: Any) -> None:
        self._trigger_texture = Clock.create_trigger(self.texture_update, -1)
        lay = Clock.create_trigger(self._lay, -1)
        self._label: Any = None
        self.color = theme.TEXT
        Widget.__init__(self, **kwargs)
        self._ink = Rectangle(size=(0, 0))  # Kivy's own is a white square of a hundred pixels until it is laid
        for part in (Color(), self._ink):
            self.canvas.add(part)
        for name in ("text", "text_size", *LOOKS):
            self.fbind(name, self._trigger_texture)
        for name in ("pos", "size", "texture"):
            self.fbind(name, lay)
        self._trigger_texture()

    def texture_update(self, *_: Any) -> None:
        """Draw the words anew."""
        looks = {name: getattr(self, name) for name in LOOKS}
        if self._label is None:
            self._label = TextRenderer(**_alike(self), **looks)
        self._label.text, self._label.usersize = self.text, self.text_size
        self._label.options.update(looks)
        super().texture_update()

    def _lay(self, _dt: float) -> None:
        wide, high = self.texture_size
        self._ink.texture, self._ink.size = self.texture, (wide, high)
        self._ink.pos = int(self.center_x - wide / 2.0), int(self.center_y - high / 2.0)


load_rules(__file__)
