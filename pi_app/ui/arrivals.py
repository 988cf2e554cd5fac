"""Since when each control has been where it is: what has only just come under a finger takes no touch."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from time import monotonic
from typing import Any, Final, NamedTuple, TypeAlias

from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.relativelayout import RelativeLayout
from kivy.uix.stencilview import StencilView

from pi_app.ui.widgets.spots import is_board

DEAD_S: Final = 0.3
"""An impatient second tap comes within a quarter of a second; nobody reads and answers a new screen as quickly."""

Clock: TypeAlias = Callable[[], float]
"""Seconds since any moment."""
Box: TypeAlias = tuple[int, int, int, int]


class Arrivals:
    """What controls stand where, and since when."""

    def __init__(self, root: Any, clock: Clock = monotonic) -> None:
        self.clock = clock
        self._root = root
        self._since: dict[tuple[str, Box], float] = {}
        self._turned = -DEAD_S

    def look(self) -> None:
        """Note what stands where now. To be called for some frames after every change, until layouts rest.

        What a finger scrolls afterwards is noted nowhere: it may be touched at once.
        """
        now = self.clock()
        self._since = {place: self._since.get(place, now) for place in map(_place, controls(self._root))}

    def turn_over(self) -> None:
        """The game has gone on: the screen asks somebody else from now on, undo and redo name another step."""
        self._turned = self.clock()

    @property
    def resting(self) -> bool:
        """Whether everything has been where it is for long enough to take touches."""
        return self.clock() - max(self._turned, *self._since.values(), -DEAD_S) >= DEAD_S

    def takes(self, x: float, y: float, *, turning: bool) -> bool:
        """Whether a touch at that place of the window counts. `turning`: what is there changes as the game goes on."""
        now = self.clock()
        if turning and now - self._turned < DEAD_S:
            return False
        control = reached(self._root, x, y)
        if control is None or not getattr(control, "key", ""):
            return True
        return now - self._since.get(_place(control), -DEAD_S) >= DEAD_S


def controls(widget: Any) -> Iterator[Any]:
    """Every control that can be seen, in no particular order."""
    waiting = [widget]
    while waiting:
        one = waiting.pop()
        if one.opacity == 0:
            continue
        if getattr(one, "key", "") and isinstance(one, ButtonBehavior):
            yield one
        waiting += one.children


def reached(widget: Any, x: float, y: float) -> Any:
    """The button or board at which a touch would end, in the order in which Kivy asks; None: none of them.

    `x`, `y`: in the coordinates of the widget's parent. What is disabled, or asks a question, lets no touch
    through; what is looked at only does.
    """
    kind = _kind(widget.__class__)
    if kind.through:
        return None
    inside, children = widget.collide_point(x, y), widget.children
    if not inside and (kind.clips or not children):
        return None
    if widget.disabled:
        return widget if inside else None
    local = widget.to_local(x, y) if kind.shifts else (x, y)
    for child in children:
        found = reached(child, *local)
        if found is not None:
            return found
    if kind.takes or bool(getattr(widget, "key", "")) or (kind.board and getattr(widget, "touchable", True)):
        return widget if inside else None
    return None


class _Kind(NamedTuple):
    """How touches go through widgets of a class."""

    through: bool
    clips: bool
    shifts: bool
    takes: bool
    board: bool


@cache
def _kind(widget: type) -> _Kind:
    return _Kind(
        through=hasattr(widget, "THROUGH"),
        clips=issubclass(widget, StencilView),
        shifts=issubclass(widget, RelativeLayout | StencilView),
        takes=issubclass(widget, ButtonBehavior) or hasattr(widget, "COVERS"),
        board=is_board(widget),
    )


def _place(control: Any) -> tuple[str, Box]:
    left, bottom = control.to_window(control.x, control.y)
    return control.key, (round(left), round(bottom), round(control.width), round(control.height))
