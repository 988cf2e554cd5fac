"""A question over a screen."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from pi_app.ui.rules import load_rules
from pi_app.ui.widgets.fitted import set_smaller

MARGIN_DP: Final = 16
"""Above and below a question."""


class Question(FloatLayout):
    """Covers the screen until it is answered. Events: `on_accept`, `on_refuse`, `on_switch`."""

    title = StringProperty("")
    body = StringProperty("")
    yes = StringProperty("")
    no = StringProperty("")
    other = StringProperty("")
    """What a switch between body and answers says; empty where there is none."""
    possible = BooleanProperty(True)
    loses = BooleanProperty(False)
    """Whether yes takes something away: then neither answer invites, and yes is outlined as a warning."""

    COVERS: ClassVar = True
    """Whether nothing of the screen below can be touched; the bar beside it can."""
    __events__ = ("on_accept", "on_refuse", "on_switch")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        shrink = Clock.create_trigger(self._shrink, -1)
        for name in ("size", "body", "title", "other"):
            self.fbind(name, shrink)
        shrink()

    def _shrink(self, _dt: float) -> None:
        """However much it says, the answers stay in sight."""
        pane, body = self.ids.pane, self.ids.body
        others = pane.minimum_height - body.height
        set_smaller([body], pane.width - pane.padding[0] - pane.padding[2], self.height - dp(MARGIN_DP) - others)

    def on_touch_down(self, touch: Any) -> bool:
        """A finger on it, or on what is in it."""
        return bool(super().on_touch_down(touch)) or bool(self.collide_point(*touch.pos))

    def on_accept(self) -> None:
        """The table says yes."""

    def on_refuse(self) -> None:
        """The table says no."""

    def on_switch(self) -> None:
        """The table wants it the other way."""


load_rules(__file__)
