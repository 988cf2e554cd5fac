"""The history of a game: the board as it was, and the strip of its steps."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, PopMatrix, PushMatrix, Scale, SmoothLine, Translate
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from pi_app.games.app_game import ScreenPlace
from pi_app.presenters.history import HistoryPresenter, HistoryView, StepChip, Still
from pi_app.presenters.rooms import ROOMS, screen_place
from pi_app.steps.presenter import StepPresenter
from pi_app.ui import theme
from pi_app.ui.rules import load_rules
from pi_app.ui.screens import make_presenter, make_screen
from pi_app.ui.screens.base import TableScreen
from pi_app.ui.widgets.choices import on_tap, refill
from pi_app.ui.widgets.painted import Painted
from pi_app.ui.widgets.plate import Plate
from pi_app.ui.widgets.rounded import disc
from pi_app.ui.widgets.taps import FlatTap


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


class PastStepTap(Plate, FlatTap):
    """One step of the game."""

    rim = NumericProperty(1.6)
    caption = ObjectProperty(None)
    words = StringProperty("")
    seat = NumericProperty(-1)
    chosen = BooleanProperty(False)


class Course(Painted):
    """The course of the game as a line with a knob and two ends: a finger on it goes anywhere."""

    SHOWN = ("place",)
    place = NumericProperty(0.0)
    key = StringProperty("course")

    def paint(self) -> None:
        """The line and the knob."""
        inset = dp(14)
        left, right = self.x + inset, self.right - inset
        at = left + (right - left) * self.place
        self.drawing.add(Color(*theme.EDGE))
        self.drawing.add(SmoothLine(points=[left, self.center_y, right, self.center_y], width=dp(2)))
        for end in (left, right):
            self.drawing.add(SmoothLine(points=[end, self.center_y - dp(9), end, self.center_y + dp(9)], width=dp(2)))
        self.drawing.add(Color(*theme.GO))
        self.drawing.add(SmoothLine(points=[left, self.center_y, at, self.center_y], width=dp(2)))
        self.drawing.add(disc((at, self.center_y), dp(9)))

    def share(self, x: float) -> float:
        """Where on the line that is, 0 to 1."""
        inset = dp(14)
        share: float = (x - self.x - inset) / max(1.0, self.width - 2 * inset)
        return min(1.0, max(0.0, share))


class HistoryScreen(TableScreen):
    """The board above, the strip below."""

    presenter: HistoryPresenter
    view: HistoryView
    roomy = BooleanProperty(False)
    """Whether the line has all the width: nothing can be done to the step. It stays as it is under a finger."""

    def __init__(self, presenter: HistoryPresenter, **kwargs: Any) -> None:
        self._inner: dict[ScreenPlace, TableScreen] = {}
        self._held = False
        super().__init__(presenter, **kwargs)

    def fill(self) -> None:
        """The board as it was, and the steps around it."""
        self._show_board()
        if not self._held:
            self.roomy = not (self.view.can_correct or self.view.can_go_back)
        if self.is_new("chips", self.view.chips):
            refill(self.ids.chips, [self._chip(chip) for chip in self.view.chips])

    def _show_board(self) -> None:
        nav = self.presenter.nav
        place = screen_place(self.view.inner, nav) or ROOMS["final"]
        if place not in self._inner:
            presenter = make_presenter(place, nav)
            still = Still(presenter) if isinstance(presenter, StepPresenter) else presenter
            self._inner[place] = make_screen(place, still)
        screen = self._inner[place]
        screen.refresh()
        wanted: list[Widget] = [screen]
        if self.ids.board.children != wanted:
            refill(self.ids.board, wanted)

    def _chip(self, chip: StepChip) -> PastStepTap:
        seat = -1 if chip.seat is None else chip.seat
        tap = PastStepTap(words=chip.words, seat=seat, chosen=chip.chosen, key=f"step.{chip.count}")
        on_tap(tap, self.presenter.show, chip.count)
        return tap

    def on_touch_down(self, touch: Any) -> bool:
        """A finger on the line goes there."""
        if self.ids.course.collide_point(*touch.pos):
            self._held = True
            touch.grab(self)
            self.presenter.show_share(self.ids.course.share(touch.x))
            return True
        return bool(super().on_touch_down(touch))

    def on_touch_move(self, touch: Any) -> bool:
        """It may slide."""
        if touch.grab_current is self:
            self.presenter.show_share(self.ids.course.share(touch.x))
            return True
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:
        """And lift."""
        if touch.grab_current is self:
            touch.ungrab(self)
            self._held = False
            self.presenter.stay()
            self.fill()
            return True
        return bool(super().on_touch_up(touch))


load_rules(__file__)
