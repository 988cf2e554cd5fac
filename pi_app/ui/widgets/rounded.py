"""Rounded boxes as nine stretched parts of a small picture.

A rounded rectangle made of triangles is a fan of long slivers: drawn by the processor each of them touches every tile
on its way, and the renderer's lists of a screen full of buttons grow to tens of megabytes.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import Any, Final

import numpy as np
from kivy.factory import Factory
from kivy.graphics import BorderImage
from kivy.graphics.texture import Texture

FINE: Final = 4
"""Radii are told apart by quarters of a pixel."""


@lru_cache(maxsize=128)
def corner_texture(radius: int) -> Texture:
    """A white disc cut open by two pixels each way; `radius` in quarters of a pixel."""
    side = 2 * ceil(radius / FINE) + 2
    at = np.arange(side) + 0.5
    along = np.maximum(radius / FINE - np.minimum(at, side - at), 0.0)
    far = np.hypot(along[:, None], along[None, :])
    data = np.full((side, side, 4), 255, np.uint8)
    data[:, :, 3] = np.round(255 * np.clip(radius / FINE - far + 0.5, 0, 1))
    texture = Texture.create(size=(side, side), colorfmt="rgba")
    texture.blit_buffer(data.tobytes(), colorfmt="rgba", bufferfmt="ubyte")
    return texture


class RoundedBox(BorderImage):
    """A filled box: `pos`, `size`, and `radius`, a list of one, in pixels."""

    def __init__(self, **kwargs: Any) -> None:
        self._radius, self._box = kwargs.pop("radius", [10.0])[0], tuple(kwargs.get("size", (100, 100)))
        super().__init__(auto_scale="both_lower", **kwargs)
        self._fit()

    @property
    def size(self) -> tuple[float, float]:
        """Width and height."""
        return self._box

    @size.setter
    def size(self, size: tuple[float, float]) -> None:
        self._box = tuple(size)
        BorderImage.size.__set__(self, self._box)
        self._fit()

    @property
    def radius(self) -> list[float]:
        """Of the corners, all alike."""
        return [self._radius]

    @radius.setter
    def radius(self, radius: list[float]) -> None:
        self._radius = radius[0]
        self._fit()

    def _fit(self) -> None:
        radius = max(1, int(FINE * min(self._radius, *(side / 2 for side in self._box))))
        self.texture = corner_texture(radius)
        self.border = (ceil(radius / FINE),) * 4


Factory.register("RoundedBox", cls=RoundedBox)
