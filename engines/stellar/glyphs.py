"""How the house draws Stellar: the marks of the five types and of satellites, and where things are on a card.

Shared by paper, screen and simulated camera. Each type has a silhouette of its own, so that types can be told apart in
black and white; the colours lie far apart too. Millimetres from the card's top left corner, x right, y down.
"""

from __future__ import annotations

import math
from typing import Final

from engines.glyphs import rays as rays

XY = tuple[float, float]
Outline = tuple[XY, ...]

CARD_WIDTH: Final = 47.0
CARD_HEIGHT: Final = 62.0
NUMBER_AT: Final[XY] = (10.2, 10.6)
"""The middle of the printed number."""
NUMBER_BOX: Final[XY] = (13.0, 11.0)
NUMBER_TALL: Final = 8.6
"""How tall a figure is; a 6/0 is drawn smaller to fit the box."""
STAR_PLACES: Final[tuple[XY, ...]] = ((39.6, 10.4), (32.8, 10.4), (26.0, 10.4))
"""Where the first, second and third star are."""
STAR_RADIUS: Final = 2.9
PANEL: Final = (5.0, 18.5, 37.0, 32.5)
"""The night sky in the middle of a card: left, top, width, height."""
MARK_AT: Final[XY] = (23.5, 34.75)
MARK_RADIUS: Final = 12.5
NAME_AT: Final[XY] = (23.5, 56.6)
DIAMOND_AT: Final[XY] = (40.0, 55.4)
DIAMOND_RADIUS: Final = 2.6

SLOT_GAP: Final = 3.0
TELESCOPE_TOP: Final = 8.0
TELESCOPE_BOTTOM: Final = 32.0
"""What the board leaves above the first row and below the last one, where the lower markers are."""
MARKER_SIZE: Final = 22.0
_CIRCLE_SIDES: Final = 36
_OVAL_SIDES: Final = 40


def _circle(x: float, y: float, radius: float, start: float = 0.0, end: float = 360.0) -> Outline:
    turns = [math.radians(start + (end - start) * k / _CIRCLE_SIDES) for k in range(_CIRCLE_SIDES + 1)]
    return tuple((x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns)


def _oval(wide: float, tall: float, tilt: float) -> Outline:
    cos, sin = math.cos(math.radians(tilt)), math.sin(math.radians(tilt))
    turns = [2 * math.pi * k / _OVAL_SIDES for k in range(_OVAL_SIDES)]
    flat = [(wide * math.cos(turn), tall * math.sin(turn)) for turn in turns]
    return tuple((x * cos - y * sin, x * sin + y * cos) for x, y in flat)


def _crescent() -> Outline:
    outer = _circle(0.0, 0.0, 0.9, 35.0, 325.0)
    inner = _circle(0.38, 0.0, 0.62, 303.0, 57.0)
    return (*outer, *inner)


def _rock() -> Outline:
    reach = (0.82, 0.95, 0.74, 0.9, 0.66, 0.86, 0.97, 0.72, 0.88, 0.7, 0.93)
    turns = [2 * math.pi * k / len(reach) for k in range(len(reach))]
    return tuple((r * math.cos(t), r * math.sin(t)) for r, t in zip(reach, turns, strict=True))


def _panel(x: float) -> Outline:
    return ((x - 0.34, -0.26), (x + 0.34, -0.26), (x + 0.34, 0.26), (x - 0.34, 0.26))


MARKS: Final[dict[str, tuple[tuple[Outline, str], ...]]] = {
    "planet": (
        (_oval(0.98, 0.3, -22.0), "ink"),
        (_oval(0.8, 0.18, -22.0), "ground"),
        (_circle(0.0, 0.0, 0.55), "ink"),
        (((-0.53, 0.16), (0.53, -0.28), (0.5, -0.36), (-0.55, 0.07)), "ground"),
    ),
    "moon": ((_crescent(), "ink"),),
    "asteroid": (
        (_rock(), "ink"),
        (_circle(-0.28, -0.22, 0.2), "ground"),
        (_circle(0.34, 0.2, 0.16), "ground"),
        (_circle(-0.14, 0.42, 0.12), "ground"),
    ),
    "cloud": (
        (_circle(-0.5, 0.16, 0.4), "ink"),
        (_circle(0.5, 0.18, 0.38), "ink"),
        (_circle(0.06, -0.24, 0.5), "ink"),
        (_circle(0.0, 0.26, 0.34), "ink"),
        (tuple((0.2 * x - 0.3, 0.2 * y + 0.12) for x, y in rays(4, 0.3)), "ground"),
        (tuple((0.2 * x + 0.28, 0.2 * y - 0.16) for x, y in rays(4, 0.3)), "ground"),
    ),
    "black_hole": (
        (_circle(0.0, 0.0, 0.94), "ink"),
        (_circle(0.0, 0.0, 0.76), "ground"),
        (_circle(0.0, 0.0, 0.6), "ink"),
        (_circle(0.0, 0.0, 0.42), "ground"),
    ),
    "satellite": (
        (((-0.2, -0.34), (0.2, -0.34), (0.2, 0.34), (-0.2, 0.34)), "ink"),
        (_panel(-0.62), "ink"),
        (_panel(0.62), "ink"),
        (((-0.62, -0.26), (-0.58, -0.26), (-0.58, 0.26), (-0.62, 0.26)), "ground"),
        (((0.58, -0.26), (0.62, -0.26), (0.62, 0.26), (0.58, 0.26)), "ground"),
        (((-0.05, -0.34), (0.05, -0.34), (0.05, -0.7), (-0.05, -0.7)), "ink"),
        (_circle(0.0, -0.74, 0.13), "ink"),
    ),
}
"""Type -> outlines within the unit circle, painted in this order in the type's ink or in the ground's colour."""

COLOURS: Final[dict[str, str]] = {
    "planet": "#57B6F2",
    "moon": "#F4EFD8",
    "asteroid": "#D99A4E",
    "cloud": "#E07BC0",
    "black_hole": "#F2603C",
    "satellite": "#8FA0B5",
}
"""Type -> its ink on the night sky."""

COLOURS_ON_PAPER: Final[dict[str, str]] = {
    "planet": "#1F78C4",
    "moon": "#8B8355",
    "asteroid": "#A5661A",
    "cloud": "#A83E88",
    "black_hole": "#C93A16",
    "satellite": "#566577",
}
"""Type -> its ink on light paper."""

STAR_GLYPH: Final = rays(5, 0.48)
DIAMOND_GLYPH: Final[Outline] = ((0.0, -1.0), (0.8, 0.0), (0.0, 1.0), (-0.8, 0.0))


def telescope_slots(rows: tuple[tuple[int, ...], ...]) -> dict[int, XY]:
    """Slot -> top left corner of its card on the telescope board, rows centred below each other."""
    widest = max(len(row) for row in rows)
    whole = widest * CARD_WIDTH + (widest - 1) * SLOT_GAP
    places: dict[int, XY] = {}
    for number, row in enumerate(rows):
        left = (whole - len(row) * CARD_WIDTH - (len(row) - 1) * SLOT_GAP) / 2
        top = TELESCOPE_TOP + number * (CARD_HEIGHT + SLOT_GAP)
        places |= {slot: (left + k * (CARD_WIDTH + SLOT_GAP), top) for k, slot in enumerate(row)}
    return places


def telescope_size(rows: tuple[tuple[int, ...], ...]) -> XY:
    """Width and height of the telescope board."""
    widest = max(len(row) for row in rows)
    high = TELESCOPE_TOP + len(rows) * (CARD_HEIGHT + SLOT_GAP) - SLOT_GAP + TELESCOPE_BOTTOM
    return widest * (CARD_WIDTH + SLOT_GAP) - SLOT_GAP, high


def telescope_markers(rows: tuple[tuple[int, ...], ...]) -> dict[str, XY]:
    """Marker id -> its top left corner on the telescope board: beside the first row, and below the last."""
    width, height = telescope_size(rows)
    right, low = width - MARKER_SIZE - 5.0, height - MARKER_SIZE - 5.0
    return {"0": (5.0, 5.0), "1": (right, 5.0), "2": (right, low), "3": (5.0, low)}
