"""What something is worth: an answer with its points, and the reasons for points."""

from __future__ import annotations

from typing import Any, ClassVar

from kivy.clock import Clock
from kivy.metrics import dp, sp
from kivy.properties import NumericProperty
from kivy.uix.scrollview import ScrollView

from pi_app.steps.view import Reasons
from pi_app.ui import theme
from pi_app.ui.rules import load_rules
from pi_app.ui.steps.port import PartTap, Port, rows_of
from pi_app.ui.widgets.marks import StarGlyph  # noqa: F401  (named in the layout file)
from pi_app.ui.widgets.plate import Column
from pi_app.ui.widgets.text import largest_scale


class AnswerRow(PartTap):
    """An answer with what it is worth."""


class ReasonTap(PartTap):
    """One reason for points."""

    HIGH_SP: ClassVar = 70
    """How high one that says its sum, too, is at most, in sp."""
    scale = NumericProperty(1.0)
    """How much lower it is, for want of room."""

    def needed(self, scale: float) -> float:
        """How high it is at that scale, in pixels."""
        return float(sp(self.HIGH_SP) * scale if self.part.sum else dp(theme.TOUCH))


class ReasonsList(ScrollView):
    """Reasons one below the other: high where all find room, else lower; then they slide."""

    def __init__(self, reasons: Reasons, port: Port, **kwargs: Any) -> None:
        super().__init__(do_scroll_x=False, bar_width=dp(4), size_hint_y=30, **kwargs)
        self._list = Column(spacing=dp(6))
        self.add_widget(self._list)
        self._rows = rows_of(self._list, ReasonTap, port)
        shrink = Clock.create_trigger(self._shrink, -1)
        self.bind(height=shrink)
        self._list.bind(minimum_height=shrink)
        self.show(reasons)

    def show(self, reasons: Reasons) -> None:
        """Other reasons."""
        self._rows.fill(reasons.reasons)

    def _shrink(self, _dt: float) -> None:
        rows = self._list.children
        room = self.height - self._list.spacing * (len(rows) - 1)
        least = dp(theme.TOUCH) / sp(ReasonTap.HIGH_SP)
        scale = largest_scale(lambda scale: sum(row.needed(scale) for row in rows), room, least)
        for row in rows:
            row.scale = scale


load_rules(__file__)
