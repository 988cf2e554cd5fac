"""Pictures drawn once, and frames that nobody sees: without a screen the driver must be told to draw them out."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, TypeVar

from kivy.core.text import Label as TextRenderer
from kivy.core.window import Window
from kivy.graphics import Fbo, Scale, Translate
from kivy.graphics.context import get_context
from kivy.graphics.opengl import glFinish
from kivy.graphics.texture import Texture

Kept = TypeVar("Kept", bound=Callable[..., Any])
_kept: list[Callable[[], None]] = []
_RESTING: Final = (1, 1)
"""The size of a frame buffer that draws nothing: it holds next to no memory."""
_looking: list[Fbo] = []
"""The one with a stencil, once a widget has been enlarged."""
_pens: list[Fbo] = []
"""Frame buffers that rest. They are used again: each refers to itself, and would stay until garbage is looked for."""


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


@kept(256)
def text_texture(text: str, size: float, bold: bool = True, mipmap: bool = False) -> Texture:
    """Words as a white picture, to be coloured where it is drawn; `size` of the letters in pixels, 6 at least."""
    renderer = TextRenderer(text=text, font_size=max(size, 6.0), bold=bold, font_name="Inter", mipmap=mipmap)
    renderer.refresh()
    return renderer.texture


def picture(size: tuple[int, int], paint: Callable[[], object]) -> Texture:
    """What `paint` adds to the canvas in use, in so many pixels.

    What drew it is let go at once: a screen of cards needs a hundred pictures in one frame, and each would keep half a
    megabyte of the driver's.
    """
    pen = _pens.pop() if _pens else Fbo(size=_RESTING)
    pen.size = size
    with pen:
        paint()
    pen.draw()
    finish()
    texture = pen.texture
    _rest(pen)
    _pens.append(pen)
    get_context().gl_dealloc()
    return texture


def enlarged(widget: Any, times: float) -> Texture:
    """A widget as it is drawn now, so many times larger, with what its `canvas.after` holds."""
    above = widget.parent.canvas
    place = above.indexof(widget.canvas)
    above.remove(widget.canvas)
    pen = _looking[0] if _looking else Fbo(size=_RESTING, with_stencilbuffer=True)
    _looking[:] = [pen]
    pen.size = int(widget.width * times), int(widget.height * times)
    with pen:
        Scale(times, times, 1)
        Translate(-widget.x, -widget.y, 0)
    pen.add(widget.canvas)
    pen.draw()
    finish()
    pen.remove(widget.canvas)
    above.insert(place, widget.canvas)
    texture = pen.texture
    _rest(pen)
    return texture


def _rest(pen: Fbo) -> None:
    """Let go of what it drew; the next frame begins with no list of the renderer's waiting."""
    pen.clear()
    pen.size = _RESTING
    finish()


def finish() -> None:
    """Have the driver draw what it was told, where no screen waits for it.

    Mesa's software renderer begins a new list of some megabytes for each picture as long as earlier ones wait, and it
    keeps what is in that list until as many wait again.
    """
    if os.environ.get("SDL_VIDEODRIVER") == "offscreen":
        glFinish()


def finish_frames() -> None:
    """The same after every frame: what is shown nowhere is never asked for."""
    Window.bind(on_flip=lambda *_: finish())
