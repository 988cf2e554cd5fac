"""A board to look around in: a finger moves it, two bring it nearer, and so do the glasses on its edge."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, ClassVar

from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from pi_app.ui import theme
from pi_app.ui.widgets.loupe import STILL_DP, Loupe
from pi_app.ui.widgets.plate import Plate
from pi_app.ui.widgets.spots import Point
from pi_app.ui.widgets.taps import IconTap

Box = tuple[float, float, float, float]
GLASS_STEP = 1.5
"""How much nearer one touch of a glass brings the board."""


class Roaming(Widget):
    """Part of a board, whose units go right and down. A subclass is `Spotted` and says what its `bounds` are."""

    CLOSEST: ClassVar = 4.0
    """How many times larger than as a whole it can be seen."""
    zoom = NumericProperty(1.0)
    middle = ObjectProperty((0.0, 0.0))
    """What is seen in the middle of the free part."""
    over = ObjectProperty(None, allownone=True)
    """A widget that stands on the board at one side; the other is the free part."""

    def __init__(self, **kwargs: Any) -> None:
        self._touches: list[Any] = []
        self.loupe = Loupe(self)
        super().__init__(**kwargs)

    def bounds(self) -> Box | None:
        """Left, top, width and height of the whole board, in its units; None while there is none."""

    def tapped(self, at: Point) -> None:
        """A finger tapped that place of the window."""

    def holds(self, at: Point) -> bool:
        """Whether a finger that comes down there carries something, and does not move the board."""
        return False

    def carry(self, to: Point, *, down: bool) -> None:
        """It carries that to this place of the window; `down`: it puts it down there."""

    # Places ----------------------------------------------------------------------------------------------------

    @property
    def dots(self) -> float:
        """Pixels of the window a unit of the board."""
        return self.whole_dots() * float(self.zoom)

    def whole_dots(self) -> float:
        """The same where all of it is seen."""
        _left, _top, wide, high = self.bounds() or (0, 0, 1, 1)
        return float(min(self.free[1] / wide, self.height / high))

    @property
    def free(self) -> Point:
        """Where the free part begins, and how wide it is, in pixels."""
        over = self.over
        if over is None:
            return self.x, self.width
        left = over.right if over.center_x < self.center_x else self.x
        return left, max(1.0, self.width - over.width)

    def placing(self) -> Callable[[Point], Point]:
        """`place` for many points."""
        left, wide = self.free
        (u, v), dots, x, y = self.middle, self.dots, left + wide / 2, self.center_y
        return lambda at: (x + (at[0] - u) * dots, y - (at[1] - v) * dots)

    def place(self, at: Point) -> Point:
        """Where a point of the board is seen, in the window."""
        return self.placing()(at)

    def seen_at(self, at: Point) -> Point:
        """Which point of the board is seen there."""
        (left, wide), (u, v) = self.free, self.middle
        return u + (at[0] - left - wide / 2) / self.dots, v - (at[1] - self.center_y) / self.dots

    def nearer(self, factor: float) -> None:
        """Zoom by a factor about the middle."""
        self.zoom = min(max(self.zoom * factor, 1.0), self.CLOSEST)
        self.middle = self.within(self.middle)

    def within(self, middle: Point) -> Point:
        """The middle nearest to that one with nothing of the window beside the board."""
        left, top, wide, high = self.bounds() or (0, 0, 1, 1)
        half_x, half_y = self.free[1] / self.dots / 2, self.height / self.dots / 2
        return _held(middle[0], half_x, left, wide), _held(middle[1], half_y, top, high)

    # Touch -----------------------------------------------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        """Begin a tap, a look around, with a second finger a pinch; or take up what the finger holds."""
        if self.bounds() is None or not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self._touches = [*(finger for finger in self._touches if finger.grab_list), touch]
        touch.ud["middle"] = self.middle
        touch.ud["still"] = len(self._touches) == 1
        touch.ud["holds"] = touch.ud["still"] and self.holds(touch.pos)
        if touch.ud["still"] and not touch.ud["holds"]:
            self.loupe.press(touch)
        else:
            self.loupe.lift()
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """Look around, pinch, or carry."""
        if touch.grab_current is not self:
            return False
        if self.loupe.follow():
            return True
        if len(self._touches) >= 2:
            self._pinch(touch)
        elif not touch.ud["still"] or math.dist(touch.pos, touch.opos) >= dp(STILL_DP):
            touch.ud["still"] = False
            self._follow(touch)
        return True

    def _follow(self, touch: Any) -> None:
        if touch.ud["holds"]:
            self.carry(touch.pos, down=False)
            return
        was, dots = touch.ud["middle"], self.dots
        self.middle = self.within((was[0] - (touch.x - touch.ox) / dots, was[1] + (touch.y - touch.oy) / dots))

    def _pinch(self, touch: Any) -> None:
        first, second = self._touches[:2]
        other = second if touch is first else first
        before = math.dist((touch.px, touch.py), other.pos)
        if before > 1:
            self.nearer(math.dist(touch.pos, other.pos) / before)
        for finger in (first, second):
            finger.ud["still"] = finger.ud["holds"] = False

    def on_touch_up(self, touch: Any) -> bool:
        """End it."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self.loupe.lift()
        if touch in self._touches:
            self._touches.remove(touch)
        if touch.ud["still"]:
            self.tapped(touch.pos)
        elif touch.ud["holds"]:
            self.carry(touch.pos, down=True)
        return True


def _held(middle: float, half: float, least: float, size: float) -> float:
    return least + size / 2 if 2 * half >= size else min(max(middle, least + half), least + size - half)


class RoamingBox(Plate, FloatLayout):
    """Such a board, and on its edge, where they hide no place to tap, the glasses to come nearer and go farther."""

    moves = BooleanProperty(True)
    """Whether the glasses are there."""

    def __init__(self, board: Roaming, **kwargs: Any) -> None:
        super().__init__(fill=theme.BOARD.NIGHT, radius=dp(10), **kwargs)
        self.board, side = board, "right" if theme.current.left_handed else "x"
        board.pos_hint = {"x": 0, "y": 0}
        self._glasses = BoxLayout(orientation="vertical", spacing=dp(8), size_hint=(None, None), size=(dp(48), dp(104)))
        self._glasses.pos_hint = {"top": 1, side: 1 if side == "right" else 0}
        for key, factor in (("nearer", GLASS_STEP), ("farther", 1 / GLASS_STEP)):
            glass = IconTap(key=key, icon=key, fill=theme.BOARD.RAISED, ink=theme.BOARD.TEXT)
            glass.bind(on_release=lambda _glass, factor=factor: board.nearer(factor))
            self._glasses.add_widget(glass)
        for part in (board, self._glasses):
            self.add_widget(part)
        self.fbind("moves", self._offer)
        self._offer()

    def _offer(self, *_: Any) -> None:
        self._glasses.opacity, self._glasses.disabled = int(self.moves), not self.moves
        self.board.over = self._glasses if self.moves else None
