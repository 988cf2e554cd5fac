"""Arrays, colours and anti-aliased drawing in millimetres, shared by the renderer's modules."""

from __future__ import annotations

import colorsys
import math
from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]  # H×W×3 BGR (or H×W mask), sRGB-coded
Field = npt.NDArray[np.float32]  # H×W or H×W×C, linear values
Points = npt.NDArray[np.float64]  # N×2, millimetres or pixels
Colour = tuple[float, float, float]  # B, G, R, 0-255

_SHIFT = 4  # cv2 draws with 1/16 pixel
_DECODE = (np.linspace(0, 1, 256) ** 2.2).astype(np.float32)


def hsv(hue: float, saturation: float, value: float) -> Colour:
    """A BGR colour from hue (turns), saturation and value (0-1)."""
    red, green, blue = colorsys.hsv_to_rgb(hue % 1.0, min(max(saturation, 0), 1), min(max(value, 0), 1))
    return (blue * 255, green * 255, red * 255)


def bgr(code: str) -> Colour:
    """The BGR colour of `#RRGGBB`."""
    red, green, blue = (float(int(code[k : k + 2], 16)) for k in (1, 3, 5))
    return (blue, green, red)


def rotation(degrees: float) -> Points:
    """(2, 2): what turns points (x right, y down) clockwise by so many degrees."""
    angle = np.deg2rad(degrees)
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def rectangle(left: float, top: float, right: float, bottom: float) -> Points:
    """(4, 2): its corners, clockwise from the top left."""
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)], float)


def blend(first: Sequence[float], second: Sequence[float], share: float) -> Colour:
    """The colour `share` of the way from the first to the second."""
    b, g, r = (a + (c - a) * share for a, c in zip(first, second, strict=True))
    return (b, g, r)


def cloud(rng: np.random.Generator, shape: tuple[int, int], cell: float, octaves: int = 3) -> Field:
    """Smooth noise, H×W float32, mean 0, deviation 1; the coarsest blobs are about `cell` pixels wide."""
    height, width = shape
    total = np.zeros(shape, np.float32)
    for octave in range(octaves):
        step = max(cell / 2**octave, 1.0)
        coarse = rng.standard_normal((int(height / step) + 3, int(width / step) + 3), dtype=np.float32)
        total += cv2.resize(coarse * np.float32(0.5**octave), (width, height), interpolation=cv2.INTER_CUBIC)
    total -= total.mean()
    total /= max(float(np.sqrt(np.mean(np.square(total)))), 1e-6)
    return total


def to_linear(picture: Picture) -> Field:
    """Linear light 0-1, float32, of an sRGB-coded picture."""
    return np.asarray(cv2.LUT(picture, _DECODE), np.float32)


def threefold(share: npt.NDArray[np.floating[Any]]) -> Field:
    """H×W×3, what each pixel has (H×W) for each of its colours: numpy counts with H×W×1 three times as slowly."""
    return np.asarray(cv2.merge((share,) * 3), np.float32)


def clip8(values: npt.ArrayLike) -> Picture:
    """Rounded and clipped to uint8."""
    raised = np.asarray(values) + 0.5
    return np.asarray(np.clip(raised, 0, 255, out=raised), np.uint8)


class Sheet:
    """A printable surface: a BGR picture with `ppmm` pixels a millimetre, drawn on in millimetres.

    Millimetre (0, 0) is the outer corner of the first pixel plus `origin`; x right, y down.
    """

    def __init__(self, picture: Picture, ppmm: float, origin: tuple[float, float] = (0.0, 0.0)) -> None:
        self.picture, self.ppmm, self.origin = picture, ppmm, np.array(origin)
        self._smaller: dict[int, Picture] = {}

    def reduced(self, ratio: float) -> Picture:
        """The picture made smaller by at least `ratio` in steps of a sixth; kept, so draw before the first call."""
        step = int(math.log(1 / ratio) / math.log(1.2)) if ratio < 1 else 0
        if step not in self._smaller:
            size = tuple(max(1, round(side / 1.2**step)) for side in self.picture.shape[1::-1])
            small = cv2.resize(self.picture, size, interpolation=cv2.INTER_AREA) if step else self.picture
            self._smaller[step] = np.asarray(small, np.uint8)
        return self._smaller[step]

    def pixels(self, points: npt.ArrayLike) -> Points:
        """Pixel coordinates (centre of a pixel = whole number) of N×2 millimetres."""
        return np.asarray((np.asarray(points, float) + self.origin) * self.ppmm - 0.5)

    def _fixed(self, points: npt.ArrayLike) -> npt.NDArray[np.int32]:
        return np.round(self.pixels(points) * (1 << _SHIFT)).astype(np.int32)

    def fill(self, points: npt.ArrayLike, colour: Sequence[float]) -> None:
        """Fills the polygon of these points (mm)."""
        cv2.fillPoly(self.picture, [self._fixed(points)], tuple(colour), cv2.LINE_AA, _SHIFT)

    def line(self, points: npt.ArrayLike, colour: Sequence[float], width: float, closed: bool = False) -> None:
        """Draws a polyline `width` mm wide."""
        thick = max(1, round(width * self.ppmm))
        cv2.polylines(self.picture, [self._fixed(points)], closed, tuple(colour), thick, cv2.LINE_AA, _SHIFT)

    def disc(self, centre: Sequence[float], radius: float, colour: Sequence[float]) -> None:
        """Fills a circle of `radius` mm."""
        self._circle(centre, radius, colour, -1)

    def ring(self, centre: Sequence[float], radius: float, colour: Sequence[float], width: float) -> None:
        """Draws a circle of `radius` mm, `width` mm wide."""
        self._circle(centre, radius, colour, max(1, round(width * self.ppmm)))

    def _circle(self, centre: Sequence[float], radius: float, colour: Sequence[float], thick: int) -> None:
        at = self._fixed([list(centre)])[0]
        size = round(radius * self.ppmm * (1 << _SHIFT))
        cv2.circle(self.picture, (int(at[0]), int(at[1])), size, tuple(colour), thick, cv2.LINE_AA, _SHIFT)

    def text(
        self,
        words: str,
        centre: Sequence[float],
        height: float,
        colour: Sequence[float],
        turn: float = 0.0,
        weight: float = 0.12,
        slant: float = 0.0,
    ) -> None:
        """Writes words centred on a point, capitals `height` mm tall, turned clockwise by `turn` degrees."""
        mask = _lettering(words, height * self.ppmm, weight)
        at = self.pixels([list(centre)])[0]
        self.stamp(mask, at, colour, turn, slant)

    def stamp(self, mask: Picture, at: Points, colour: Sequence[float], turn: float = 0.0, slant: float = 0.0) -> None:
        """Lays a colour through a mask (H×W) centred on pixel `at`, turned clockwise by `turn` degrees."""
        spin = rotation(turn) @ np.array([[1, -slant], [0, 1]])
        half = np.array([(mask.shape[1] - 1) / 2, (mask.shape[0] - 1) / 2])
        reach = int(np.hypot(*half)) + 2
        low = np.floor(at).astype(int) - reach
        matrix = np.column_stack([spin, at - low - spin @ half])
        side = 2 * reach + 2
        turned = cv2.warpAffine(mask, matrix, (side, side), flags=cv2.INTER_LINEAR)
        self._lay(np.asarray(turned, np.uint8), int(low[0]), int(low[1]), colour)

    def _lay(self, mask: Picture, left: int, top: int, colour: Sequence[float]) -> None:
        height, width = self.picture.shape[:2]
        x0, y0, x1, y1 = max(left, 0), max(top, 0), min(left + mask.shape[1], width), min(top + mask.shape[0], height)
        if x0 >= x1 or y0 >= y1:
            return
        part = self.picture[y0:y1, x0:x1]
        alpha = mask[y0 - top : y1 - top, x0 - left : x1 - left, None].astype(np.float32) / 255
        part[...] = clip8(part + (np.asarray(colour, np.float32) - part) * alpha)


def _lettering(words: str, height: float, weight: float) -> Picture:
    scale = 4 * height / 21  # Hershey capitals are 21 units tall; drawn four times too large
    thick = max(1, round(weight * 4 * height))
    (width, tall), base = cv2.getTextSize(words, cv2.FONT_HERSHEY_DUPLEX, scale, thick)
    big = np.zeros((tall + base + 2 * thick, width + 2 * thick), np.uint8)
    cv2.putText(big, words, (thick, tall + thick), cv2.FONT_HERSHEY_DUPLEX, scale, 255, thick, cv2.LINE_AA)
    small = cv2.resize(big, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def regular_polygon(
    centre: Sequence[float], radius: float, corners: int, turn: float = 0.0, inner: float = 1.0
) -> Points:
    """A polygon, or with `inner` < 1 a star with that inner radius; one tip up, turned clockwise by `turn` degrees."""
    count = corners if inner >= 1 else 2 * corners
    angles = np.deg2rad(turn - 90) + np.arange(count) * 2 * np.pi / count
    reach = radius * np.where(np.arange(count) % 2 == 0, 1.0, min(inner, 1.0))
    return np.column_stack([centre[0] + reach * np.cos(angles), centre[1] + reach * np.sin(angles)])
