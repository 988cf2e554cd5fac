"""Pictures drawn once, and frames that nobody sees: without a screen the driver must be told to draw them out."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

from kivy.core.window import Window
from kivy.graphics import Fbo
from kivy.graphics.context import get_context
from kivy.graphics.opengl import glFinish
from kivy.graphics.texture import Texture

Kept = TypeVar("Kept", bound=Callable[..., Any])
_kept: list[Callable[[], None]] = []


def kept(most: int) -> Callable[[Kept], Kept]:
    """For a function that makes pictures: its last ones are kept, `most` of them, until a game is left."""

    def wrap(make: Kept) -> Kept:
        cached = lru_cache(maxsize=most)(make)
        _kept.append(cached.cache_clear)
        return cached  # type: ignore[return-value]

    return wrap


def forget_pictures() -> None:
    """Let go of what `kept` keeps."""
    for forget in _kept:
        forget()


def picture(size: tuple[int, int], paint: Callable[[], object]) -> Texture:
    """What `paint` adds to the canvas in use, in so many pixels.

    What drew it is let go at once: a frame buffer holds itself and half a megabyte of the driver's, and a screen of
    cards needs a hundred of them in one frame.
    """
    texture = _drawn(size, paint)
    gc.collect(0)
    get_context().gl_dealloc()
    return texture


def _drawn(size: tuple[int, int], paint: Callable[[], object]) -> Texture:
    pen = Fbo(size=size)
    with pen:
        paint()
    pen.draw()
    finish()
    return pen.texture


def finish() -> None:
    """Have the driver draw what it was told, where no screen waits for it.

    Mesa's software renderer begins a new list of some megabytes for each picture as long as earlier ones wait.
    """
    if os.environ.get("SDL_VIDEODRIVER") == "offscreen":
        glFinish()


def finish_frames() -> None:
    """The same after every frame: what is shown nowhere is never asked for."""
    Window.bind(on_flip=lambda *_: finish())
