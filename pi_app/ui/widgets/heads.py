"""Heads of columns: letters of one size, on one line; those that are wider than their columns stand a little aside."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

from kivy.metrics import Metrics, dp, sp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from pi_app.ui import theme
from pi_app.ui.widgets.fitted import Fit
from pi_app.ui.widgets.text import text_width

LARGEST_SP, LEAST_SP = 15, 9
LINE_HEIGHT: Final = 1.25
"""Of a font's size."""
GAP_DP: Final = 7
MOST_ASIDE: Final = 0.3
"""How far from the middle of its column a head stands at most, of its width: what it belongs to is seen at once."""


class Head(Widget):
    """What stands above one column; its words may be wider."""

    def __init__(self, words: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.words = Fit(text=words, color=theme.MUTED)
        self.add_widget(self.words)


class Heads(BoxLayout):
    """A row of `Head`s, and whatever stands before them."""

    def do_layout(self, *args: Any) -> None:
        """Give all words the largest letters for which they have room beside each other."""
        super().do_layout(*args)
        heads = [child for child in self.children[::-1] if isinstance(child, Head)]
        if not heads or min(head.width for head in heads) <= 0:
            return
        least = sp(LEAST_SP) / Metrics.fontscale
        font = min(sp(LARGEST_SP), self.height / LINE_HEIGHT)
        while not (middles := _middles(heads, font)) and font > least:
            font -= 1
        for head, middle in zip(heads, middles or [head.center_x for head in heads], strict=True):
            words, wide = head.words, text_width(head.words.text, font) + 2 if middles else head.width
            words.max_font, words.min_font = font, min(font, sp(LEAST_SP))
            words.size, words.center = (wide, self.height), (middle, self.center_y)


def _middles(heads: Sequence[Head], font: float) -> list[float]:
    """Where the middles of the words are (pixels) with letters of that size; empty: they find no room.

    Halfway between where those on their left push them and where those on their right do; none beyond the last column.
    """
    wide = [text_width(head.words.text, font) for head in heads]
    own = [head.center_x for head in heads]
    gaps = [(a + b) / 2 + dp(GAP_DP) for a, b in pairwise(wide)]
    pushed = _pushed(own, gaps)
    pulled = [-x for x in _pushed([-x for x in own[::-1]], gaps[::-1])][::-1]
    halfway = [(a + b) / 2 for a, b in zip(pushed, pulled, strict=True)]
    halfway[-1] = min(halfway[-1], heads[-1].right - wide[-1] / 2)
    middles = [-x for x in _pushed([-x for x in halfway[::-1]], gaps[::-1])][::-1]
    aside = max(abs(a - b) / max(1.0, w) for a, b, w in zip(middles, own, wide, strict=True))
    return middles if aside <= MOST_ASIDE else []


def _pushed(middles: Sequence[float], gaps: Sequence[float]) -> list[float]:
    """Each at least so far behind the one before it."""
    found = [middles[0]]
    for middle, gap in zip(middles[1:], gaps, strict=True):
        found.append(max(middle, found[-1] + gap))
    return found
