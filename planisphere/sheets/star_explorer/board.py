"""Draws the player board: the frame with its window, notch and markers, and the pocket that lies under it."""

from __future__ import annotations

import math
from random import Random
from typing import Final

from engines.layout import XY, Markers, StarDiscLayout
from paper.outlines import arc, moved, polar, rectangle, rounded
from paper.sheet import Sheet
from planisphere.sheets.look import CUT, FAINT, INK, PALE, Look, three_point_star
from planisphere.sheets.markers import draw_marker
from planisphere.sheets.star_explorer.aid import draw_player_aid
from planisphere.sheets.star_explorer.disc import NUMERALS
from planisphere.sheets.star_explorer.house_board import (
    BOARD,
    DISC,
    NOTCH_HALF,
    NOTCH_RADIUS,
    NUMERAL_AT,
    PLAY,
    THUMB_RADIUS,
    TOTAL,
    TOTALS,
    WINDOW_RADIUS,
    horizon,
)

CENTRE: Final = DISC.centre
PATCH: Final = 28.0
"""The white corner that a marker sits in."""
BORDER: Final = 4.4
GROUND: Final = 186.0
"""Where the hills end and the fields for writing begin, millimetres from the top."""
RING: Final = (-112.0, 108.0)
"""From where to where the hour ring runs, degrees from the top."""


def draw_frame(sheet: Sheet, layout: StarDiscLayout, look: Look, aid: bool = True) -> None:
    """The frame, its top left corner at the sheet's origin: what shows, its cut lines, the player aid in the window."""
    outline = rectangle(0.0, 0.0, BOARD.width, BOARD.height)
    sheet.shape(outline, fill=look.paper or "#FFFFFF")
    sheet.clip(rectangle(BORDER, 0.0, BOARD.width - 2 * BORDER, BOARD.height))
    _hills(sheet.placed(*CENTRE), look)
    sheet.unclip()
    for inset, width in ((3.2, 0.5), (BORDER, 0.15)):
        sheet.shape(rectangle(inset, inset, BOARD.width - 2 * inset, BOARD.height - 2 * inset), line=INK, width=width)
    _hour_ring(sheet.placed(*CENTRE))
    _fields(sheet, layout, look)
    if layout.markers is not None:
        draw_markers(sheet, layout.markers)
    sheet.shape(layout.window.outline, fill="#FFFFFF", line=INK, width=0.3)
    if aid:
        draw_player_aid(sheet.placed(*CENTRE))
    sheet.shape(notch(), fill="#FFFFFF", line=INK, width=0.3)
    sheet.shape(outline, line=CUT, width=0.2)


def notch() -> list[XY]:
    """The opening over the numerals, from the top edge down to the ring."""
    half = math.radians(NOTCH_HALF)
    edge = math.tan(half) * CENTRE[1]
    ring = moved(arc(NOTCH_RADIUS, NOTCH_HALF, -NOTCH_HALF), CENTRE)
    return [(CENTRE[0] - edge, 0.0), (CENTRE[0] + edge, 0.0), *ring]


def pocket() -> list[XY]:
    """The space cut from the middle layer: straight sides open at the top, round at the bottom."""
    radius = DISC.radius + PLAY
    return [(CENTRE[0] + radius, 0.0), *moved(arc(radius, 90.0, 270.0), CENTRE), (CENTRE[0] - radius, 0.0)]


def thumb() -> list[XY]:
    """The half-moon in the base's top edge."""
    return moved(arc(THUMB_RADIUS, 90.0, 270.0), (CENTRE[0], 0.0))


# Landscape -----------------------------------------------------------------------------------------------------


def _ridge(layer: int, x: float) -> float:
    """How far below Polaris a layer of hills begins."""
    if layer == 0:
        return horizon(x)
    if layer == 1:
        return 49.0 + 5.5 * math.sin(x / 23.0 + 0.6) + 2.0 * math.sin(x / 8.5)
    return 71.0 + 4.5 * math.sin(x / 31.0 - 0.9) + 1.6 * math.sin(x / 11.0 + 2.0)


def _hills(sheet: Sheet, look: Look) -> None:
    """Three layers of hills, far to near, with an observatory and pines; the origin is Polaris."""
    half, foot = BOARD.width / 2, GROUND - CENTRE[1]
    xs = [-half + k * 1.5 for k in range(int(BOARD.width / 1.5) + 2)]
    for layer in range(3):
        ridge = [(x, _ridge(layer, x)) for x in xs]
        sheet.shape([*ridge, (half + 2, foot), (-half, foot)], fill=look.hills[layer], line=look.hill_edge, width=0.25)
        if layer == 1:
            _observatory(sheet.placed(46.0, _ridge(1, 46.0)), look)
        if layer == 2:
            _pines(sheet, look)


def _observatory(sheet: Sheet, look: Look) -> None:
    """A dome with its slit open; the origin is the middle of its foot."""
    edge = look.hill_edge or look.hills[2]
    sheet.shape(rectangle(-6.5, -6.5, 13.0, 9.0), fill=look.glow, line=edge, width=0.25)
    sheet.shape(moved(arc(7.4, -90.0, 90.0, 5.0), (0.0, -6.5)), fill=look.glow, line=edge, width=0.25)
    sheet.shape(
        [*moved(arc(7.4, 18.0, 34.0, 4.0), (0.0, -6.5)), *moved(arc(2.0, 34.0, 18.0, 4.0), (0.0, -6.5))],
        fill=look.hills[2] if look.hill_edge is None else PALE,
    )
    sheet.shape(rounded(-1.6, -2.4, 3.2, 5.0, 1.5), fill=look.hills[1], line=edge, width=0.2)
    for x in (-4.6, 3.0):
        sheet.shape(rectangle(x, -4.4, 1.6, 2.2), fill=look.hills[1], line=edge, width=0.15)


def _pines(sheet: Sheet, look: Look) -> None:
    """Pines on the nearest ridge, in groves."""
    rng = Random(12)
    for grove in (-84.0, -66.0, -8.0, 34.0, 52.0, 86.0):
        for _ in range(5):
            x, tall = grove + 14 * (rng.random() - 0.5), 4.5 + 5.0 * rng.random()
            y = _ridge(2, x) + 1.0
            outline = [
                (x + side * tall * w, y - tall * h)
                for side, steps in ((-1, ((0.24, 0.1), (0.1, 0.42), (0.18, 0.42), (0.06, 0.72))), (1, _PINE_RIGHT))
                for w, h in steps
            ]
            sheet.shape(outline, fill=look.hills[2], line=look.hill_edge, width=0.2)


_PINE_RIGHT: Final = ((0.0, 1.0), (0.06, 0.72), (0.18, 0.42), (0.1, 0.42), (0.24, 0.1))


# Ring and fields -----------------------------------------------------------------------------------------------

_SIGMA: Final = ((1.3, -2.6), (1.1, -3.1), (-1.4, -3.1), (0.2, -1.5), (-1.4, 0.0), (1.1, 0.0), (1.3, -0.5))


def _hour_ring(sheet: Sheet) -> None:
    """The hours of the night around the sky, the arrow at the round's numeral, and which way the disc turns."""
    start, end = RING
    sheet.stroke(arc(WINDOW_RADIUS + 1.2, start, end), INK, 0.15)
    sheet.stroke(arc(NOTCH_RADIUS - 1.0, start, end), INK, 0.15)
    for k in range(math.ceil(start / 2.5), math.floor(end / 2.5) + 1):
        reach = 0.6 if k % 6 == 0 else 1.2 if k % 2 == 0 else 2.0
        if abs(k * 2.5 - NUMERAL_AT) > 4:
            ends = [polar(WINDOW_RADIUS + 1.2 + reach, k * 2.5), polar(NOTCH_RADIUS - 1.0, k * 2.5)]
            sheet.stroke(ends, INK, 0.3 if k % 6 == 0 else 0.15)
    for hour in range(-7, 8):
        if abs(hour * 15) > NOTCH_HALF:
            at = polar(NOTCH_RADIUS + 1.2, hour * 15)
            sheet.placed(*at, turn=hour * 15).text((0.0, 0.0), str(hour % 24), 3.6, INK, "Times-Italic")
    tip = sheet.placed(*polar(NOTCH_RADIUS - 0.4, NUMERAL_AT), turn=NUMERAL_AT)
    tip.shape([(-2.3, 3.5), (0.0, 0.0), (2.3, 3.5)], fill=INK)
    _turning_arrow(sheet)


def _turning_arrow(sheet: Sheet) -> None:
    """A bent arrow beside the notch: the disc turns clockwise from round to round."""
    sheet.stroke(arc(89.0, 30.5, 41.0), INK, 0.6)
    sheet.placed(*polar(89.0, 42.5), turn=42.5).shape([(1.2, 0.0), (-2.2, -1.7), (-1.4, 0.0), (-2.2, 1.7)], fill=INK)


def _fields(sheet: Sheet, layout: StarDiscLayout, look: Look) -> None:
    """The 3-point stars, six circles for the rounds, and the field for their sum."""
    for at in layout.three_point_stars or ():
        three_point_star(sheet, look, at, 7.4)
    for number, (x, y) in zip(NUMERALS, TOTALS, strict=True):
        sheet.circle((x, y), 8.2, fill=look.sky, line=INK, width=0.4)
        sheet.text((x, y - 10.0), number, 4.4, INK, "Times-Bold")
    x, y = TOTAL
    sheet.shape(rounded(x - 10.5, y - 8.2, 21.0, 16.4, 3.0), fill=look.sky, line=INK, width=0.7)
    sheet.stroke(moved(_SIGMA, (x, y - 10.0)), INK, 0.5)
    sheet.text((BOARD.width / 2, BOARD.height - 7.5), "PLANISPHAERIUM", 3.4, PALE, "Times-Roman", spacing=1.6)


# Markers -------------------------------------------------------------------------------------------------------


def draw_markers(sheet: Sheet, markers: Markers) -> None:
    """Black and white squares in white corners, for the camera."""
    for x in (0.0, BOARD.width - PATCH):
        for y in (0.0, BOARD.height - PATCH):
            sheet.shape(rectangle(x, y, PATCH, PATCH), fill="#FFFFFF")
    for name, (x, y) in markers.at.items():
        draw_marker(sheet.placed(x, y), markers.dictionary, int(name), markers.size)


# Pocket --------------------------------------------------------------------------------------------------------


def draw_spacer(sheet: Sheet) -> None:
    """The middle layer with its pocket, and, dashed, the half-moon to cut from the base."""
    outline = rectangle(0.0, 0.0, BOARD.width, BOARD.height)
    sheet.shape(outline, pocket(), fill="#FFFFFF", line=INK, width=0.3)
    sheet.clip([*outline, outline[0], *reversed([*pocket(), pocket()[0]])])
    for across in range(7, int(BOARD.width + BOARD.height), 7):
        top, bottom = max(0.0, across - BOARD.width), min(BOARD.height, float(across))
        sheet.stroke([(across - top, top), (across - bottom, bottom)], FAINT, 0.2)
    sheet.unclip()
    sheet.stroke(thumb(), CUT, 0.35, dash=(1.5, 1.2))
    sheet.circle(CENTRE, DISC.radius, line=FAINT, width=0.25, dash=(2.0, 2.0))
    sheet.text((CENTRE[0], 30.0), "dashed: cut from the base only", 4.0, PALE, "Times-Italic")
    sheet.text((CENTRE[0], CENTRE[1]), "pocket: cut from the middle", 6.0, PALE, "Times-Italic")
    sheet.text((CENTRE[0], 215.0), "middle", 9.0, PALE, "Times-Bold")
