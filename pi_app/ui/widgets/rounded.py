"""Rounded boxes, discs and rings as nine stretched parts of a small picture.

Made of triangles, a rounded box is a fan of long slivers, and its edge four hundred triangles: drawn by the processor
each of them touches every tile on its way, and the renderer's lists of a screen full of buttons grow to tens of
megabytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import ceil
from typing import Any, Final

import numpy as np
from kivy.factory import Factory
from kivy.graphics import BorderImage, Mesh, Rectangle
from kivy.graphics.texture import Texture
from numpy.typing import NDArray

FINE: Final = 4
"""Radii are told apart by quarters of a pixel."""


@lru_cache(maxsize=256)
def corner_texture(radius: int, rim: int = 0) -> Texture:
    """A white disc cut open by two pixels each way; `radius` in quarters of a pixel, `rim` too: only so much of it."""
    side = 2 * _half(radius, rim) + 2
    at = np.arange(side) + 0.5
    over = radius / FINE - np.minimum(at, side - at)
    across, up = over[:, None], over[None, :]
    deep = radius / FINE - np.hypot(np.maximum(across, 0), np.maximum(up, 0)) - np.minimum(np.maximum(across, up), 0)
    return _white(deep, rim)


@lru_cache(maxsize=256)
def disc_texture(radius: int, rim: int = 0) -> Texture:
    """A white disc, whole, with a pixel around it; the same units."""
    half = ceil(radius / FINE) + 1
    off = np.arange(2 * half) + 0.5 - half
    return _white(radius / FINE - np.hypot(off[:, None], off[None, :]), rim)


def _white(deep: NDArray[np.float64], rim: int) -> Texture:
    """`deep`: how far within each pixel lies."""
    share = np.clip(deep + 0.5, 0, 1) - (np.clip(deep - rim / FINE + 0.5, 0, 1) if rim else 0)
    data = np.full((*deep.shape, 4), 255, np.uint8)
    data[:, :, 3] = np.round(255 * share)
    texture = Texture.create(size=deep.shape[::-1], colorfmt="rgba")
    texture.blit_buffer(data.tobytes(), colorfmt="rgba", bufferfmt="ubyte")
    return texture


def _half(radius: int, rim: int) -> int:
    return ceil(max(radius, rim) / FINE)


class RoundedBox(BorderImage):
    """A box: `pos`, `size`, and `radius`, a list of one, in pixels. Filled, or with a `rim` only its edge, as thick.

    Without a size there is none.
    """

    def __init__(self, **kwargs: Any) -> None:
        self._radius: float = kwargs.pop("radius", [10.0])[0]
        self._rim: float = kwargs.pop("rim", 0.0)
        self._box = tuple(kwargs.setdefault("size", (0, 0)))
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

    @property
    def rim(self) -> float:
        """How thick the edge is, in pixels, inwards; 0: the box is filled."""
        return self._rim

    @rim.setter
    def rim(self, rim: float) -> None:
        self._rim = rim
        self._fit()

    def _fit(self) -> None:
        radius = max(1, int(FINE * min(self._radius, *(side / 2 for side in self._box))))
        rim = _fine(self._rim)
        self.texture = corner_texture(radius, rim)
        self.border = (_half(radius, rim),) * 4


def disc(at: tuple[float, float], radius: float) -> Rectangle:
    """A filled circle around a place; pixels."""
    return _round(at, radius, 0)


def ring(at: tuple[float, float], radius: float, width: float) -> Rectangle:
    """A circle around a place, `width` to each side of it; pixels."""
    return _round(at, radius + width, 2 * width)


def _round(at: tuple[float, float], radius: float, rim: float) -> Rectangle:
    texture = disc_texture(max(1, round(FINE * radius)), _fine(rim))
    half = texture.width / 2
    return Rectangle(pos=(at[0] - half, at[1] - half), size=texture.size, texture=texture)


def filled(points: Sequence[tuple[float, float]]) -> Mesh:
    """A shape of which every corner is seen from the first of these points; pixels."""
    vertices = [c for x, y in points for c in (x, y, 0.0, 0.0)]
    return Mesh(vertices=vertices, indices=list(range(len(points))), mode="triangle_fan")


def stars(outline: Sequence[tuple[float, float]], places: Iterable[tuple[float, float, float]]) -> Mesh:
    """Shapes of one outline (within the unit circle, y down, all of it seen from the middle) at places (x, y, radius;
    pixels) as one mesh: a hundred of them would take their time."""
    corners, vertices, indices = len(outline), list[float](), list[int]()
    for x, y, radius in places:
        middle = len(vertices) // 4
        vertices += [x, y, 0, 0]
        for px, py in outline:
            vertices += [x + px * radius, y - py * radius, 0, 0]
        for corner in range(corners):
            indices += [middle, middle + 1 + corner, middle + 1 + (corner + 1) % corners]
    return Mesh(vertices=vertices, indices=indices, mode="triangles")


def frame(box: tuple[float, float, float, float], radius: float, width: float) -> RoundedBox:
    """A line along a box (left, bottom, width, height), `width` to each side of it; pixels."""
    x, y, wide, high = box
    size = wide + 2 * width, high + 2 * width
    return RoundedBox(pos=(x - width, y - width), size=size, radius=[radius + width], rim=2 * width)


def _fine(rim: float) -> int:
    return max(1, round(FINE * rim)) if rim else 0


Factory.register("RoundedBox", cls=RoundedBox)
