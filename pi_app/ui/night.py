"""The sky behind everything."""

from __future__ import annotations

from functools import cache
from typing import Any

from kivy.graphics.texture import Texture
from kivy.properties import (
    ObjectProperty,
)
from kivy.uix.floatlayout import FloatLayout

from pi_app.ui import theme
from pi_app.ui.rules import load_rules


class Night(FloatLayout):
    """The sky behind everything."""

    sky = ObjectProperty(None)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.sky = night_texture(theme.current.theme)


@cache
def night_texture(name: str) -> Texture:
    """The sky of a theme, drawn once for the whole run."""
    size = (800, 480)
    texture = Texture.create(size=size, colorfmt="rgb")
    pixels = theme.sky(theme.PALETTES[name], *size)
    texture.blit_buffer(pixels.tobytes(), colorfmt="rgb", bufferfmt="ubyte")
    return texture


load_rules(__file__)
