"""Lets the window rest and wake: frames, the veil of a darkened screen, the touch that only wakes it."""

from __future__ import annotations

from typing import Any, Final

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle

from pi_app.host.rest import CALM_FPS, Rest
from pi_app.ui.shell import SAW, SWALLOWED, Shell

TICK_S: Final = 0.5


class Sleeper:
    """Holds on until `let_go`. Whatever the navigator tells and whoever touches the window or a key wakes it."""

    def __init__(self, shell: Shell, rest: Rest) -> None:
        self._shell, self._rest = shell, rest
        self._fps = Clock._max_fps
        with Window.canvas.after:
            self._colour = Color(0, 0, 0, 0)
            self._veil = Rectangle(size=Window.size)
        Window.bind(on_touch_down=self._touched, on_key_down=self._typed)
        shell.nav.subscribe(self._changed)
        Clock.schedule_interval(self.tick, TICK_S)

    def tick(self, _dt: float = 0.0) -> None:
        """Time has passed."""
        self._rest.tick()
        self._show()

    def let_go(self) -> None:
        """Rest no more."""
        Window.unbind(on_touch_down=self._touched, on_key_down=self._typed)
        Clock.unschedule(self.tick)
        self._rest.stir()
        self._show()
        for drawn in (self._colour, self._veil):
            Window.canvas.after.remove(drawn)

    def _touched(self, _window: Any, touch: Any) -> bool:
        slept = self._wake()
        if slept:
            touch.ud[SWALLOWED], touch.ud[SAW] = True, None  # nor does it press anything when it lifts
            self._shell.arrivals.turn_over()  # nor does an impatient second one
        return slept

    def _typed(self, *_: Any) -> bool:
        return self._wake()

    def _changed(self) -> None:
        self._wake()

    def _wake(self) -> bool:
        slept = self._rest.stir()
        self._show()
        return slept

    def _show(self) -> None:
        """Nothing is drawn anew where nothing has changed."""
        Clock._max_fps = min(self._fps, CALM_FPS) if self._rest.calm and self._fps else self._fps
        if self._colour.a != self._rest.veil:
            self._veil.size = Window.size
            self._colour.a = self._rest.veil
