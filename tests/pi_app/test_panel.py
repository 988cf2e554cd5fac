"""A panel without a desktop: each finger reaches the widgets once; the service manager hears when the screen is up."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

from pi_app.presenters.navigator import Navigator
from tests.pi_app.screen_faults import Frames

DOWN, UP, MOTION = 0x700, 0x701, 0x702
"""`SDL_FINGERDOWN` and those after it, of `SDL_events.h`."""
Point = tuple[float, float]


class FingerEvent(ctypes.Structure):
    """`SDL_TouchFingerEvent`, with the room of an `SDL_Event`."""

    _fields_: ClassVar = [
        ("type", ctypes.c_uint32),
        ("timestamp", ctypes.c_uint32),
        ("touch", ctypes.c_int64),
        ("finger", ctypes.c_int64),
        *((name, ctypes.c_float) for name in ("x", "y", "dx", "dy", "pressure")),
        ("window", ctypes.c_uint32),
        ("rest", ctypes.c_uint8 * 64),
    ]


class Glass:
    """A panel over the window: what fingers do there goes through SDL's own queue."""

    def __init__(self, frames: Frames, nav: Navigator) -> None:
        import kivy
        from kivy.core.window import Window

        from pi_app.ui.panel import take_fingers
        from pi_app.ui.shell import Shell

        (library,) = (Path(kivy.__file__).parents[1] / "Kivy.libs").glob("libSDL2-2-*.so*")
        self.sdl = ctypes.CDLL(str(library))
        self.window, self._frames, self.now = Window, frames, 100.0
        take_fingers()
        take_fingers()  # a second time changes nothing
        self.shell = Shell(nav, clock=lambda: self.now)
        Window.add_widget(self.shell)
        self.seen: list[tuple[str, Point]] = []
        Window.bind(on_touch_down=self._note, on_touch_move=self._note_move, on_touch_up=self._note_up)
        self.rest()

    def _note(self, _window: Any, touch: Any) -> None:
        self.seen.append(("down", touch.pos))

    def _note_move(self, _window: Any, touch: Any) -> None:
        self.seen.append(("move", touch.pos))

    def _note_up(self, _window: Any, touch: Any) -> None:
        self.seen.append(("up", touch.pos))

    def rest(self) -> None:
        """As much time as a person takes to see what has changed."""
        self._frames(6)
        self.now += 1.0

    def event(self, kind: int, x: float, y: float, finger: int = 1) -> None:
        """One event at that share of the panel's width and height, from its upper left corner."""
        told = FingerEvent(type=kind, touch=7, finger=finger, x=x, y=y, pressure=1.0)
        assert self.sdl.SDL_PushEvent(ctypes.byref(told)) == 1
        self.window.mainloop()
        self._frames(1)

    def share(self, key: str) -> Point:
        """Where the panel is touched for what does this: shares of its width and height, turned or not."""
        from pi_app.ui.finger import Finger

        finger = Finger(self.shell)
        at = finger.place(key)
        finger.lift()
        assert at is not None, key
        x, y = at[0] / self.window.width, 1 - at[1] / self.window.height
        return {0: (x, y), 90: (y, 1 - x), 180: (1 - x, 1 - y), 270: (1 - y, x)}[self.window.rotation]

    def tap(self, key: str) -> None:
        """One finger comes down there and lifts."""
        at = self.share(key)
        self.event(DOWN, *at)
        self.event(UP, *at)
        self.rest()

    def close(self) -> None:
        """Take the screens away."""
        self.window.unbind(on_touch_down=self._note, on_touch_move=self._note_move, on_touch_up=self._note_up)
        self.window.remove_widget(self.shell)
        self.window.rotation = 0
        self.window.update_viewport()


@pytest.fixture
def glass(nav: Navigator, frames: Frames) -> Iterator[Glass]:
    made = Glass(frames, nav)
    yield made
    made.close()


def test_a_tap_on_a_panel_reaches_a_button_once(glass: Glass) -> None:
    glass.tap("new_game")
    assert glass.shell.nav.screen == "games"
    assert [what for what, _ in glass.seen] == ["down", "up"]


@pytest.mark.parametrize("built_in", [0, 90, 270])
def test_a_tap_on_a_turned_panel_reaches_what_is_seen_there(glass: Glass, built_in: int) -> None:
    from pi_app.ui.shell import turn_screen

    glass.window.rotation = built_in
    turn_screen()
    assert glass.window.rotation == (built_in + 180) % 360
    glass.rest()
    glass.tap("new_game")
    assert glass.shell.nav.screen == "games"


def test_two_fingers_are_two_touches(glass: Glass) -> None:
    for kind, x, finger in ((DOWN, 0.25, 1), (DOWN, 0.75, 2), (MOTION, 0.5, 2), (UP, 0.5, 2), (UP, 0.25, 1)):
        glass.event(kind, x, 0.99, finger)
    assert [what for what, _ in glass.seen] == ["down", "down", "move", "up", "up"]
    wide = glass.window.width - 1
    assert [round(x / wide, 2) for _, (x, _y) in glass.seen] == [0.25, 0.75, 0.5, 0.5, 0.25]


def test_a_drag_scrolls_a_list(glass: Glass) -> None:
    from kivy.uix.scrollview import ScrollView

    glass.shell.nav.open_page("settings")
    glass.rest()
    (scroll, *_) = [widget for widget in glass.shell.walk() if isinstance(widget, ScrollView)]
    before = scroll.scroll_y
    x = scroll.center_x / glass.window.width
    glass.event(DOWN, x, 0.8)
    for y in (0.7, 0.6, 0.5, 0.4):
        glass.event(MOTION, x, y)
    glass.event(UP, x, 0.4)
    glass.rest()
    assert scroll.scroll_y < before


def test_sdl_makes_no_mouse_of_a_finger_and_no_finger_of_a_mouse(glass: Glass) -> None:
    for hint in (b"SDL_TOUCH_MOUSE_EVENTS", b"SDL_MOUSE_TOUCH_EVENTS"):
        assert glass.sdl.SDL_GetHintBoolean(hint, 1) == 0, hint


def test_the_first_frame_is_drawn_twice_and_the_service_manager_told_after_that_once(frames: Frames) -> None:
    from kivy.core.window import Window

    from pi_app.ui.app import once_shown

    told: list[str] = []
    once_shown(lambda: told.append("up"))
    frames(2)
    assert told == [], "nothing is shown yet"
    Window.dispatch("on_draw")
    assert not Window.canvas.needs_redraw
    Window.dispatch("on_flip")
    assert Window.canvas.needs_redraw, "SDL's driver of panels loses the first frame"
    frames(1)
    assert told == [], "the panel is still black"
    Window.dispatch("on_draw")
    Window.dispatch("on_flip")
    assert told == [], "it is on its way to the panel"
    frames(1)
    Window.dispatch("on_draw")
    Window.dispatch("on_flip")
    assert not Window.canvas.needs_redraw, "a table at rest draws nothing"
    frames(1)
    assert told == ["up"]
