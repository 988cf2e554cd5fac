"""Photographs under a drawing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.graphics.texture import Texture


def photo_texture(photos: Callable[[str], Any], name: str) -> Texture | None:
    """A photograph laid flat as a texture; None where it is gone."""
    image = photos(name)
    if image is None:
        return None
    texture = Texture.create(size=(image.shape[1], image.shape[0]), colorfmt="rgb")
    texture.blit_buffer(image.tobytes(), colorfmt="rgb", bufferfmt="ubyte")
    texture.flip_vertical()
    return texture
