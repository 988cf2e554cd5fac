"""Buttons: what can be tapped, with words, an icon or a colour."""

from __future__ import annotations

from math import dist
from typing import Any, Final

from kivy.metrics import dp, sp
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    StringProperty,
)
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from pi_app.ui import theme
from pi_app.ui.rules import load_rules
from pi_app.ui.widgets.fitted import Fit
from pi_app.ui.widgets.marks import Icon
from pi_app.ui.widgets.plate import Plate

STILL_DP: Final = 12
"""A finger that moves less than this stays where it is."""


class Press(ButtonBehavior):
    """A press that began on it counts where the finger has stayed, even if the button has slid away meanwhile."""

    def on_touch_up(self, touch: Any) -> bool:
        """The finger lifts."""
        if touch.grab_current is self:
            self.always_release = dist(touch.pos, touch.opos) < dp(STILL_DP)
        return bool(super().on_touch_up(touch))


class FlatTap(Press, FloatLayout):
    """Something to tap, whose children use window coordinates. `key` names what it does, for the app's own finger and
    for the tests."""

    key = StringProperty("")


class TextTap(Plate, FlatTap):
    """A button with words and perhaps an icon; darker while it is pressed."""

    text = StringProperty("")
    icon = StringProperty("")
    bold = BooleanProperty(False)
    inset = NumericProperty("12dp")
    text_font = NumericProperty("18sp")
    ink = ColorProperty(theme.TEXT)

    def __init__(self, **kwargs: Any) -> None:
        self.fill, self.ink, self.edge = theme.RAISED, theme.TEXT, theme.EDGE
        self.size_hint_y, self.height = None, dp(54)
        super().__init__(**kwargs)
        self.caption = Fit(text=self.text, color=self.ink, bold=self.bold, max_font=self.text_font, button=self)
        self.caption.min_font = sp(11)
        self._mark: Icon | None = None
        Widget.add_widget(self, self.caption)
        for own, its in (("text", "text"), ("ink", "color"), ("bold", "bold"), ("text_font", "max_font")):
            self.fbind(own, self.caption.setter(its))
        for name in ("text", "icon", "inset", "ink"):
            self.fbind(name, self._trigger_layout)

    def do_layout(self, *_: Any) -> None:
        """The icon, and the words in the room that is left beside it."""
        side, edge, gap = dp(24) if self.icon else 0, dp(4), dp(8) if self.icon and self.text else 0
        left = (self.inset if self.icon else dp(6)) if self.text else max(0, (self.width - dp(24)) / 2)
        if self.icon and self._mark is None:
            self._mark = Icon(size=(dp(24), dp(24)))
            Widget.add_widget(self, self._mark)
        if self._mark is not None:
            self._mark.icon, self._mark.color = self.icon, self.ink
            self._mark.pos = self.x + left, self.y + edge + (self.height - 2 * edge) * 0.5 - dp(24) / 2.0
        self.caption.halign = "left" if self.icon else "center"
        right = min(left, dp(8))
        self.caption.size = max(0, self.width - left - right - side - gap), max(0, self.height - 2 * edge)
        self.caption.pos = self.x + left + side + gap, self.y + edge


class MainTap(TextTap):
    """The way on."""


class IconTap(Plate, FlatTap):
    """A button with an icon only."""

    icon = StringProperty("")
    ink = ColorProperty(theme.TEXT)

    def __init__(self, **kwargs: Any) -> None:
        self.fill, self.ink = theme.CLEAR, theme.TEXT
        self.size_hint, self.size = (None, None), (dp(48), dp(48))
        super().__init__(**kwargs)
        self._mark = Icon(size=(dp(26), dp(26)))
        Widget.add_widget(self, self._mark)
        for name in ("icon", "ink", "disabled"):
            self.fbind(name, self._trigger_layout)

    def do_layout(self, *_: Any) -> None:
        """The icon in the middle, faint where there is nothing to tap."""
        self._mark.icon, self._mark.center = self.icon, self.center
        self._mark.color = [*self.ink[:3], self.ink[3] * (0.35 if self.disabled else 1)]

    def shade(self) -> list[float]:
        """The colour of the button as it is now."""
        return list(theme.RAISED if self.state == "down" else self.fill)


load_rules(__file__)
