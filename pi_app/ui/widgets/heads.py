"""Heads of columns: letters of one size, and a second line for those that are wider than their columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from kivy.metrics import Metrics, dp, sp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from pi_app.ui import theme
from pi_app.ui.widgets.basics import Fit
from pi_app.ui.widgets.text import text_width

LINE_DP, LINES_SP, MAX_LINES_DP = 26, 38, 44
"""How high one line of heads is; two, as large as the texts are; and two at most: the podium is above."""
LARGEST_SP, LEAST_SP = 15, 9
WORTH: Final = 1.15
"""A second line costs height: it is there only where letters become so much larger by it."""
LINE_HEIGHT: Final = 1.25
"""Of a font's size."""
GAP_DP: Final = 7


class Head(Widget):
    """What stands above one column; its words may be wider."""

    def __init__(self, words: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.words = Fit(text=words, color=theme.MUTED)
        self.add_widget(self.words)


class Heads(BoxLayout):
    """A row of `Head`s, and whatever stands before them."""

    def do_layout(self, *args: Any) -> None:
        """Give all words the largest letters for which they have room."""
        super().do_layout(*args)
        heads = [child for child in self.children[::-1] if isinstance(child, Head)]
        if not heads or min(head.width for head in heads) <= 0:
            return
        (font, levels), (two, raised) = self._largest(heads, 1), self._largest(heads, 2)
        if two > font * WORTH:
            font, levels = two, raised
        lines = 1 + max(levels, default=0)
        self.height = _height(lines)
        for head, level in zip(heads, levels or [0] * len(heads), strict=True):
            words, wide = head.words, text_width(head.words.text, font) + 2 if levels else head.width
            words.max_font, words.min_font = font, min(font, sp(LEAST_SP))
            words.size = wide, self.height / lines
            words.x = min(head.center_x + wide / 2, heads[-1].right) - wide
            words.y = self.y + level * self.height / lines

    def _largest(self, heads: Sequence[Head], lines: int) -> tuple[float, list[int]]:
        """The largest font (pixels) for so many lines, and the line of each head, 0 the lowest; none: no room."""
        least = sp(LEAST_SP) / Metrics.fontscale
        font = min(sp(LARGEST_SP), _height(lines) / lines / LINE_HEIGHT)
        while not (levels := self._levels(heads, font, lines)) and font > least:
            font -= 1
        return font, levels

    def _levels(self, heads: Sequence[Head], font: float, lines: int) -> list[int]:
        """From the left, each as low as it finds room beside what stands there already; empty: one finds none."""
        ends, levels = [heads[0].x - dp(GAP_DP)] * lines, list[int]()
        for head in heads:
            wide = text_width(head.words.text, font)
            right = min(head.center_x + wide / 2, heads[-1].right)
            free = [level for level in range(lines) if right - wide >= ends[level] + dp(GAP_DP)]
            if not free:
                return []
            levels.append(free[0])
            ends[free[0]] = right
        return levels


def _height(lines: int) -> float:
    return float(dp(LINE_DP) if lines == 1 else min(sp(LINES_SP), dp(MAX_LINES_DP)))
