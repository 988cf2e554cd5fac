"""What a rule card draws below its words."""

from __future__ import annotations

from typing import Any, Final

from kivy.core.text import Label as TextRenderer
from kivy.graphics import Color, Rectangle, SmoothLine
from kivy.metrics import dp
from kivy.properties import ObjectProperty

from pi_app.presenters.rule_drawings import HIGH, WIDE, Box, Dot, Mark, Note, Point, Star, Stroke
from pi_app.presenters.startypes import POLARIS_LOOK, STAR_LOOKS
from pi_app.ui import theme
from pi_app.ui.widgets.marks import star_instructions
from pi_app.ui.widgets.painted import Painted
from pi_app.ui.widgets.rounded import disc, frame, ring

MIN_DP: Final = 44
"""Where less room is left, the words stand alone."""


class RuleDrawing(Painted):
    """A strip of marks, as large as its place allows, on the left of it."""

    SHOWN = ("marks",)
    marks = ObjectProperty(())

    def paint(self) -> None:
        if self.height < dp(MIN_DP):
            return
        self._unit = min(self.width / WIDE, self.height / HIGH)
        for mark in self.marks:
            self.draw(*self._parts(mark))

    def _place(self, at: Point) -> Point:
        return self.x + at[0] * self._unit, self.center_y + (HIGH / 2 - at[1]) * self._unit

    def _parts(self, mark: Mark) -> list[Any]:
        match mark:
            case Star(at, kind, radius):
                look = POLARIS_LOOK if kind == "polaris" else STAR_LOOKS[kind]
                return star_instructions(*self._place(at), radius * self._unit, look)
            case Dot():
                return self._dot(mark)
            case Stroke(points, tone):
                flat = [c for point in points for c in self._place(point)]
                return [_ink(tone), SmoothLine(points=flat, width=dp(1.6))]
            case Box(at, size, tone):
                x, y = self._place(at)
                wide, high = size[0] * self._unit, size[1] * self._unit
                return [_ink(tone), frame((x - wide / 2, y - high / 2, wide, high), dp(5), dp(1))]
            case Note():
                return self._note(mark)

    def _dot(self, dot: Dot) -> list[Any]:
        at, radius = self._place(dot.at), dot.radius * self._unit
        ink = Color(*theme.rgb(dot.colour)) if dot.colour else _ink(dot.tone)
        if not dot.filled:
            return [ink, ring(at, radius, dp(1.4))]
        return [ink, disc(at, radius)]

    def _note(self, note: Note) -> list[Any]:
        text = TextRenderer(text=note.words, font_size=note.size * self._unit, bold=True, font_name="Inter")
        text.refresh()
        (x, y), (wide, high) = self._place(note.at), text.texture.size
        return [_ink(note.tone), Rectangle(texture=text.texture, pos=(x - wide / 2, y - high / 2), size=(wide, high))]


def _ink(tone: str) -> Color:
    return Color(*getattr(theme, tone.upper()))
