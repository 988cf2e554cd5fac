"""A finger of the app's own: touches real widgets through Kivy's input, as a person's would."""

from __future__ import annotations

from time import perf_counter, process_time
from typing import Any

import msgspec
from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from pi_app.ui.drawn import finish
from pi_app.ui.outline import shown
from pi_app.ui.shell import Shell
from pi_app.ui.widgets.spots import choosable, is_board

Point = tuple[float, float]


class SyntheticTouch(MotionEvent):
    """One touch at a place of the window, in pixels."""

    def __init__(self, number: int, at: Point) -> None:
        super().__init__("finger", number, _share(at), is_touch=True, type_id="touch")
        self.profile = ["pos"]

    def depack(self, args: Any) -> None:
        """Take the place as a share of the window."""
        self.sx, self.sy = args
        super().depack(args)


def _share(at: Point) -> Point:
    x, y = at[0] / (Window.width - 1.0), at[1] / (Window.height - 1.0)
    for _ in range(Window.rotation // 90):
        x, y = 1.0 - y, x
    return x, y


def _middle(widget: Widget) -> Point:
    x, y = widget.to_window(*widget.center)
    return x, y


class Answer(msgspec.Struct, frozen=True):
    """How long a touch took until the frame stood that shows what it did, on which screen the finger came down."""

    screen: str
    wall_s: float
    cpu_s: float
    """The same in processor time of the whole program, which other programs do not lengthen."""


class Finger:
    """Taps and drags. `answers` tells how long each touch took.

    The clock runs from the touch being handed to Kivy to the first frame drawn out in full after the screens were told
    of a change; where a touch changes nothing, to the first frame after it. Who thinks before a touch is not on it.
    """

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.answers: list[Answer] = []
        self.touches = 0
        self._since: Answer | None = None
        self._changed = False
        self._first: Answer | None = None
        shell.nav.subscribe(self._notice)
        Window.bind(on_flip=self._shown)

    def find(self, key: str) -> Widget | None:
        """The widget that does this, if it can be touched now."""
        waiting: list[Widget] = [self.shell]  # in Kivy's order, without a generator for each level of the tree
        while waiting:
            widget = waiting.pop()
            if getattr(widget, "key", None) == key and not widget.disabled and widget.opacity > 0:
                return widget
            waiting += widget.children
        return None

    def place(self, key: str) -> Point | None:
        """Where to touch what does this, a button or something on a drawn board; None where it is not there."""
        widget = self.find(key)
        if widget is not None:
            return _middle(widget)
        boards = (board for board in shown(self.shell.screen) if is_board(board))
        spots = ((board, spot) for board in boards for spot in choosable(board, key))
        return next((board.to_window(*spot.at) for board, spot in spots), None)

    def bring(self, widget: Widget) -> bool:
        """Scroll a list until that widget of it can be seen; returns whether a frame must pass for it."""
        inner, outer = widget, widget.parent
        while outer is not None and outer is not inner and not isinstance(outer, ScrollView):
            inner, outer = outer, outer.parent
        if not isinstance(outer, ScrollView) or outer.collide_point(*outer.parent.to_widget(*_middle(widget))):
            return False
        outer.scroll_to(widget, animate=False)
        return True

    def tap(self, at: Point) -> None:
        """Touch one place."""
        self.drag(at, at)

    def drag(self, start: Point, end: Point) -> None:
        """Touch one place, move to another, let go."""
        touch = self.down(start)
        if end != start:
            self.move(touch, end)
        self.up(touch)

    def down(self, at: Point) -> SyntheticTouch:
        """One more finger comes down there."""
        self._leave()
        self.touches += 1
        self._since = Answer(self.shell.nav.screen, perf_counter(), process_time())
        touch = SyntheticTouch(self.touches, at)
        EventLoop.post_dispatch_input("begin", touch)
        return touch

    def move(self, touch: SyntheticTouch, to: Point) -> None:
        """That finger slides there."""
        touch.move(_share(to))
        EventLoop.post_dispatch_input("update", touch)

    def up(self, touch: SyntheticTouch) -> None:
        """That finger lifts."""
        EventLoop.post_dispatch_input("end", touch)

    def _notice(self) -> None:
        self._changed = True

    def _shown(self, *_: Any) -> None:
        if self._since is None:
            return
        finish()
        was = self._since
        self._first = self._first or Answer(was.screen, perf_counter() - was.wall_s, process_time() - was.cpu_s)
        if self._changed:
            self._first = Answer(was.screen, perf_counter() - was.wall_s, process_time() - was.cpu_s)
            self._leave()

    def _leave(self) -> None:
        """The clock stands."""
        if self._first is not None:
            self.answers.append(self._first)
        self._since, self._first, self._changed = None, None, False

    def lift(self) -> None:
        """Stop measuring."""
        self._leave()
        Window.unbind(on_flip=self._shown)
