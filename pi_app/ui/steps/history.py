"""The history of a game: the board as it was, and the strip of its steps."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, PopMatrix, PushMatrix, Scale, SmoothLine, Translate
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from pi_app.presenters.history import Correct, Course, GoBack, HistoryStage, Step
from pi_app.ui import theme
from pi_app.ui.rules import load_rules
from pi_app.ui.steps.port import PartBox, PartTap, Port, rows_of
from pi_app.ui.steps.screen import StepBody
from pi_app.ui.widgets.painted import Painted
from pi_app.ui.widgets.rounded import disc


class Lookback(FloatLayout):
    """Shows a screen lower than it is and as wide, under glass: no finger reaches it."""

    under_glass = True
    """What is below is a picture: nothing of it can be touched, and its places are not those on the screen."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.canvas.before:
            PushMatrix()
            self._shift = Translate()
            self._scale = Scale(1, 1, 1)
        with self.canvas.after:
            PopMatrix()

    def do_layout(self, *_: Any) -> None:
        """Lay the screen out in its own size, and make it fit."""
        height = self.height + dp(STRIP_DP)
        share = self.height / height if self.height > 0 else 1.0
        self._shift.xy = self.pos
        self._scale.xyz = share, share, 1
        for child in self.children:
            child.size_hint, child.pos, child.size = (None, None), (0, 0), (self.width / share, height)

    def on_touch_down(self, touch: Any) -> bool:
        """Nothing below is touched."""
        return bool(self.collide_point(*touch.pos))

    def on_touch_move(self, touch: Any) -> bool:
        """Nothing below is touched."""
        return False

    def on_touch_up(self, touch: Any) -> bool:
        """Nothing below is touched."""
        return False


STRIP_DP = 124


class PastStepTap(PartTap):
    """One step of the game."""

    rim = NumericProperty(1.6)
    caption = ObjectProperty(None)


class CourseLine(Painted):
    """The course of the game as a line with a knob and two ends: a finger on it goes anywhere."""

    SHOWN = ("place",)
    place = NumericProperty(0.0)
    key = StringProperty("course")

    def paint(self) -> None:
        """The line and the knob."""
        inset = dp(14)
        left, right = self.x + inset, self.right - inset
        at = left + (right - left) * self.place
        self.draw(Color(*theme.EDGE), SmoothLine(points=[left, self.center_y, right, self.center_y], width=dp(2)))
        for end in (left, right):
            self.draw(SmoothLine(points=[end, self.center_y - dp(9), end, self.center_y + dp(9)], width=dp(2)))
        self.draw(Color(*theme.GO), SmoothLine(points=[left, self.center_y, at, self.center_y], width=dp(2)))
        self.draw(disc((at, self.center_y), dp(9)))

    def share(self, x: float) -> float:
        """Where on the line that is, 0 to 1."""
        inset = dp(14)
        share: float = (x - self.x - inset) / max(1.0, self.width - 2 * inset)
        return min(1.0, max(0.0, share))


class HistoryBox(PartBox, BoxLayout):
    """The board above, the strip below."""

    roomy = BooleanProperty(False)
    """Whether the line has all the width: nothing can be done to the step. It stays as it is under a finger."""

    def __init__(self, stage: HistoryStage, port: Port, **kwargs: Any) -> None:
        self._held = False
        super().__init__(stage, port, **kwargs)
        self.port, self.body = port, StepBody(port)
        self.ids.board.add_widget(self.body)
        self._chips = rows_of(self.ids.chips, PastStepTap, port)
        self.show(stage)

    def show(self, stage: HistoryStage) -> None:
        """The board as it was, and the steps around it."""
        super().show(stage)
        self.body.show(stage.board, stage.beside)
        self._chips.fill(stage.chips)
        self._leave_room()

    def _leave_room(self) -> None:
        if not self._held:
            self.roomy = not (self.part.can_correct or self.part.can_go_back)

    def go(self, count: int | None) -> None:
        """Look at the step before or after."""
        if count is not None:
            self.port.send(Step(count))

    def correct(self) -> None:
        """Put the step right."""
        self.port.send(Correct())

    def go_back(self) -> None:
        """Make it the present."""
        self.port.send(GoBack())

    def _slide(self, touch: Any, *, lifted: bool = False) -> None:
        self.port.send(Course(self.ids.course.share(touch.x), lifted))

    def on_touch_down(self, touch: Any) -> bool:
        """A finger on the line goes there."""
        if self.ids.course.collide_point(*touch.pos):
            self._held = True
            touch.grab(self)
            self._slide(touch)
            return True
        return bool(super().on_touch_down(touch))

    def on_touch_move(self, touch: Any) -> bool:
        """It may slide."""
        if touch.grab_current is self:
            self._slide(touch)
            return True
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:
        """And lift."""
        if touch.grab_current is self:
            touch.ungrab(self)
            self._held = False
            self._slide(touch, lifted=True)
            self._leave_room()
            return True
        return bool(super().on_touch_up(touch))


load_rules(__file__)
