"""Touches of a panel: every finger reaches Kivy, and each once.

SDL tells of a finger as it is, and besides as a mouse, but the latter only where a desktop lies below: on the panel
itself (KMS) there is no mouse. Kivy hands fingers on only on phones. So here they are handed on everywhere, and
`environment.py` has SDL make no mouse of them.
"""

from __future__ import annotations

from typing import Any, Final

from kivy.core.window import Window
from kivy.core.window.window_sdl2 import SDL2MotionEventProvider

_FINGER: Final = ("fingerdown", "fingermotion", "fingerup")


class _Fingers:
    """SDL's window as Kivy asks it for events; those of fingers go to Kivy's own provider of touches, too."""

    def __init__(self, window: Any) -> None:
        self._window = window

    def __getattr__(self, name: str) -> Any:
        return getattr(self._window, name)

    def poll(self) -> Any:
        """The next event: its name and what belongs to it; None: one that means nothing; False: there is no more."""
        event = self._window.poll()
        if event and event[0] in _FINGER:
            SDL2MotionEventProvider.q.appendleft(event)
        return event


def take_fingers() -> None:
    """From now on touches of a panel reach the widgets. May be called twice."""
    if not isinstance(Window._win, _Fingers):
        Window._win = _Fingers(Window._win)
