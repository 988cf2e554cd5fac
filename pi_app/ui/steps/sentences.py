"""Sentences, and what is made of them: a large number, a card with a drawing."""

from __future__ import annotations

from typing import Any, Final

from kivy.clock import Clock
from kivy.metrics import dp, sp
from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from pi_app.i18n import capital
from pi_app.steps.view import Card, Gap, Number, Tone, Words
from pi_app.ui import theme
from pi_app.ui.steps.port import Port, part_rows, part_widget
from pi_app.ui.widgets.choices import seat_badge
from pi_app.ui.widgets.fitted import Fit, Say
from pi_app.ui.widgets.marks import Icon
from pi_app.ui.widgets.plate import Column, Pane
from pi_app.ui.widgets.rule_drawing import RuleDrawing
from pi_app.ui.widgets.text import largest_scale, unbroken_font, wrapped_height

DRAWING_SHARE: Final = 0.25
"""What a drawing keeps of the height of a card."""


def tone_colour(tone: Tone) -> theme.Colour:
    """The colour of a sentence."""
    return {"muted": theme.MUTED, "good": theme.GO, "ask": theme.ASK, "wrong": theme.WRONG}.get(tone, theme.TEXT)


def heading(text: str, size: float = 20, tone: Tone = "bold") -> Fit:
    """A line above something; `size` in sp."""
    made = Fit(text=text, bold=tone == "bold", max_font=sp(size), min_font=sp(12), color=tone_colour(tone))
    made.size_hint_y, made.height = None, dp(size + 22)
    return made


class GapBox(Widget):
    """Takes the room that is left, and next to none beside parts that take what room there is."""

    def __init__(self, _gap: Gap, _port: Port, **kwargs: Any) -> None:
        super().__init__(size_hint_y=0.01, **kwargs)

    def show(self, _gap: Gap) -> None:
        """One gap is like another."""


class WordsRow(BoxLayout):
    """A sentence as high as it needs to be, perhaps with a player's badge or a picture."""

    sizes: tuple[int, int] = (18, 15)
    """Of bold letters and of others, in sp."""
    scale = NumericProperty(1.0)
    """How much smaller it is set, for want of room."""

    def __init__(self, words: Words, _port: Port, **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, spacing=dp(8), **kwargs)
        self.say = Say(pos_hint={"center_y": 0.5})
        self.badge = None if words.seat is None else seat_badge(words.seat)
        self.icon = (
            Icon(size_hint=(None, None), size=(dp(24), dp(24)), pos_hint={"center_y": 0.5}) if words.icon else None
        )
        for part in (self.badge, self.icon, self.say):
            if part is not None:
                self.add_widget(part)
        self.say.bind(height=lambda *_: self._fit(), width=self._set)
        self.fbind("scale", self._set)
        self.show(words)

    def show(self, words: Words) -> None:
        """Say something else."""
        self.say.color, self.say.bold = tone_colour(words.tone), words.tone == "bold"
        self.say.text = capital(words.text)
        self._set()
        if self.badge is not None:
            self.badge.seat = words.seat
        if self.icon is not None:
            self.icon.icon = words.icon
            self.icon.color = self.say.color if words.tone in ("ask", "wrong") else theme.GO
        self._fit()

    def _set(self, *_: Any) -> None:
        self.say.font_size = self._font_in(self.say.width, self.scale)

    def _font_in(self, width: float, scale: float) -> float:
        """The size of its letters at that scale; smaller where a word would be broken."""
        return unbroken_font(self.say.text, self._font * scale, bool(self.say.bold), width)

    @property
    def _font(self) -> float:
        return float(sp(self.sizes[0] if self.say.bold else self.sizes[1]))

    def needed(self, scale: float) -> float:
        """How high it would be at that scale, in pixels."""
        beside = [part for part in (self.badge, self.icon) if part is not None]
        width = self.width - sum(part.width + self.spacing for part in beside)
        high = wrapped_height(self.say.text, self._font_in(width, scale), bool(self.say.bold), width)
        return max(high, dp(28)) if beside and high else high

    def _fit(self) -> None:
        least = 0 if self.badge is None and self.icon is None else dp(28)
        self.height = max(self.say.height, least) if self.say.text else 0


class NumberBox(BoxLayout):
    """A large number with what it counts."""

    def __init__(self, number: Number, _port: Port, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", size_hint_y=None, height=dp(84), **kwargs)
        self.large = Fit(bold=True, max_font=sp(44))
        self.small = Fit(max_font=sp(16), min_font=sp(11), color=theme.MUTED, size_hint_y=None, height=dp(24))
        for part in (self.large, self.small):
            self.add_widget(part)
        self.show(number)

    def show(self, number: Number) -> None:
        """Another number."""
        self.large.text, self.large.color, self.small.text = number.number, tone_colour(number.tone), number.words


class CardBox(Pane):
    """Sentences one below the other, and a drawing."""

    def __init__(self, card: Card, port: Port, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", padding=(dp(18), dp(10)), spacing=dp(8), **kwargs)
        self._lines = Column(spacing=dp(8))
        self._rows = part_rows(self._lines, port)
        self._drawing: Any = RuleDrawing(size_hint_min_y=1) if card.sky is None else part_widget(card.sky, port)
        for part in (self._lines, self._drawing):
            self.add_widget(part)
        shrink = Clock.create_trigger(self._shrink, -1)
        self.bind(size=shrink)
        self._lines.bind(minimum_height=shrink)
        self.show(card)

    def show(self, card: Card) -> None:
        """Another card."""
        self._rows.fill(card.lines)
        for row, words in zip(self._lines.children[::-1], card.lines, strict=True):
            row.sizes = (20, 18)
            row.show(words)
        if card.sky is not None:
            self._drawing.show(card.sky)
        else:
            self._drawing.marks = card.drawing
        self._drawn = bool(card.sky or card.drawing)

    def _shrink(self, _dt: float) -> None:
        """The drawing keeps a part of the height; sentences that find no room beside it are set smaller."""
        rows = self._lines.children
        inside = self.height - self.padding[1] - self.padding[3] - self.spacing
        room = inside - self._lines.spacing * (len(rows) - 1) - (inside * DRAWING_SHARE if self._drawn else 0)
        scale = largest_scale(lambda scale: sum(row.needed(scale) for row in rows), room)
        for row in rows:
            row.scale = scale
