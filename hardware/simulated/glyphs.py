"""Printed glyphs of stars: one shape and colour for each star type."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import cv2
import msgspec
import numpy as np

from hardware.simulated.pixels import Colour, Sheet, clip8, rectangle, regular_polygon

SHAPES = (
    "dot",
    "ring",
    "square",
    "diamond",
    "triangle",
    "plus",
    "star4",
    "star5",
    "star6",
    "star8",
    "bullseye",
    "flower",
)
_TIPS = {"star4": (4, 0.32), "star5": (5, 0.42), "star6": (6, 0.45), "star8": (8, 0.55), "plus": (4, 0.5)}


INK: Final[Colour] = (18.0, 16.0, 16.0)
"""The black of printed markers."""


class Glyph(msgspec.Struct, frozen=True):
    """How one star type is printed; `glow` is the strength of the halo around it, 0-1.

    `outline`, a polygon within the unit circle, takes the place of the shape where given.
    """

    shape: str
    colour: Colour
    turn: float = 0.0
    glow: float = 0.0
    outline: tuple[tuple[float, float], ...] = ()


def draw_glyph(sheet: Sheet, centre: tuple[float, float], radius: float, glyph: Glyph, turn: float = 0.0) -> None:
    """Draws the glyph inside a circle of `radius` mm, turned clockwise by `turn` degrees more than its own turn."""
    angle = glyph.turn + turn
    if glyph.outline:
        spin = cv2.getRotationMatrix2D((0, 0), -angle, radius)[:, :2]
        sheet.fill(np.array(glyph.outline) @ spin.T + np.array(centre), glyph.colour)
    elif glyph.shape in _TIPS:
        tips, inner = _TIPS[glyph.shape]
        sheet.fill(regular_polygon(centre, radius, tips, angle, inner), glyph.colour)
    elif glyph.shape in ("square", "diamond", "triangle"):
        corners, extra = {"square": (4, 45), "diamond": (4, 0), "triangle": (3, 0)}[glyph.shape]
        sheet.fill(regular_polygon(centre, radius, corners, angle + extra), glyph.colour)
    else:
        _round_glyph(sheet, centre, radius, glyph, angle)


def _round_glyph(sheet: Sheet, centre: tuple[float, float], radius: float, glyph: Glyph, angle: float) -> None:
    if glyph.shape == "dot":
        sheet.disc(centre, radius * 0.8, glyph.colour)
    elif glyph.shape == "flower":
        for petal in regular_polygon(centre, radius * 0.62, 5, angle):
            sheet.disc(petal.tolist(), radius * 0.36, glyph.colour)
    else:
        sheet.ring(centre, radius * 0.8, glyph.colour, max(0.35, radius * 0.28))
        if glyph.shape == "bullseye":
            sheet.disc(centre, radius * 0.3, glyph.colour)


def add_glow(sheet: Sheet, centre: tuple[float, float], radius: float, glyph: Glyph) -> None:
    """Adds a soft halo three radii wide in the glyph's colour."""
    at = sheet.pixels([list(centre)])[0]
    reach = int(radius * 3 * sheet.ppmm)
    low = np.round(at).astype(int) - reach
    if (low < 0).any() or (low + 2 * reach + 1 > sheet.picture.shape[1::-1]).any():
        return
    part = sheet.picture[low[1] : low[1] + 2 * reach + 1, low[0] : low[0] + 2 * reach + 1]
    bell = cv2.getGaussianKernel(2 * reach + 1, radius * sheet.ppmm)
    halo = (bell @ bell.T / bell.max() ** 2)[..., None].astype(np.float32) * np.float32(glyph.glow)
    part[...] = clip8(part + halo * (np.asarray(glyph.colour, np.float32) - part))


def draw_markers(
    sheet: Sheet,
    dictionary: str,
    size: float,
    places: Mapping[str, tuple[float, float]],
    ground: Sequence[float] | None = None,
) -> None:
    """ArUco markers by number and top left corner (mm); `ground`: the colour 2 mm around each, None for the sheet's."""
    book = cv2.aruco.getPredefinedDictionary(int(getattr(cv2.aruco, dictionary)))
    cell = size / 6
    for number, (x, y) in places.items():
        if ground is not None:
            sheet.fill(rectangle(x - 2, y - 2, x + size + 2, y + size + 2), ground)
        for row, column in np.argwhere(cv2.aruco.generateImageMarker(book, int(number), 6) == 0):
            left, top = x + column * cell, y + row * cell
            sheet.fill(rectangle(left, top, left + cell, top + cell), INK)
