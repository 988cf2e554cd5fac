"""Draws the star disc: the sky, the axis, the stars, and the ring of numerals with its score circles."""

from __future__ import annotations

import math
from functools import lru_cache
from random import Random
from typing import Final

from engines.glyphs import STAR_GLYPHS
from engines.layout import Star, StarDiscLayout
from paper.outlines import moved, polar
from paper.sheet import Sheet
from planisphere.sheets.look import Look, polaris, star_on_sky
from planisphere.sheets.star_explorer.house_board import CIRCLES_AT, NOTCH_RADIUS, NUMERAL_AT

NUMERALS: Final = ("I", "II", "III", "IV", "V", "VI")
SCORE_CIRCLE: Final = 5.3
CORE_RADIUS: Final = 18.85
"""Between the central stars and their neighbours."""
HALO: Final = 0.65
"""Gap (mm) between a rim star and the ring around it."""
DUST: Final = 360
DUST_SEED: Final = 88
_POINTER: Final = ((-1.1, -1.4), (1.1, -1.4), (0.0, 0.0))


def draw_disc(sheet: Sheet, layout: StarDiscLayout, look: Look) -> None:
    """The whole disc around the sheet's origin, as it lies in round I; its edge is the cut line."""
    radius = layout.disc.radius
    sheet.circle((0.0, 0.0), radius, fill=look.rim, line=look.ring, width=0.2)
    sheet.circle((0.0, 0.0), NOTCH_RADIUS - 1.2, fill=look.sky, line=look.ring, width=0.3)
    _sky(sheet, layout, look)
    _axis(sheet, layout, look)
    for star in layout.stars:
        if star.zone == "rim":
            sheet.circle((star.x, star.y), star.radius + HALO, line=look.ring, width=0.3)
        star_on_sky(sheet, look, star.type, (star.x, star.y), star.radius)
    polaris(sheet, look)
    for number in range(6):
        _sector(sheet, layout, look, number)


def _sky(sheet: Sheet, layout: StarDiscLayout, look: Look) -> None:
    """The Milky Way and fine circles, faint enough not to be taken for stars or lines."""
    for x, y, size in _dust(layout.stars):
        sheet.circle((x, y), size, fill=look.dust)
    for radius in (37.0, 55.0):
        sheet.circle((0.0, 0.0), radius, line=look.ring, width=0.12, dash=(0.3, 1.2))
    sheet.circle((0.0, 0.0), CORE_RADIUS, fill=look.core, line=look.ring, width=0.3)


@lru_cache(maxsize=4)
def _dust(stars: tuple[Star, ...]) -> list[tuple[float, float, float]]:
    """Specks thickest along a band across the sky, none near a star: x, y, radius in disc mm."""
    rng = Random(DUST_SEED)
    specks: list[tuple[float, float, float]] = []
    while len(specks) < DUST:
        along, across = 150 * (rng.random() - 0.5), 26 * (rng.random() + rng.random() + rng.random() - 1.5)
        if rng.random() < 0.3:
            across *= 4
        x = along * math.cos(0.9) - (across + 8) * math.sin(0.9)
        y = along * math.sin(0.9) + (across + 8) * math.cos(0.9)
        size = 0.1 + 0.16 * rng.random() ** 2
        clear = all(math.hypot(x - s.x, y - s.y) > s.radius + 1.1 for s in stars)
        if CORE_RADIUS + 0.5 < math.hypot(x, y) < NOTCH_RADIUS - 2.5 and clear:
            specks.append((x, y, size))
    return specks


def _axis(sheet: Sheet, layout: StarDiscLayout, look: Look) -> None:
    """The white axis from edge to edge of the sky; `angle_deg` counts from +x."""
    turn = layout.axis.angle_deg + 90
    for end in (turn, turn + 180):
        ends = [polar(5.2, end), polar(NOTCH_RADIUS - 2.2, end)]
        if look.axis_edge is not None:
            sheet.stroke(ends, look.axis_edge, 1.1)
        sheet.stroke(ends, look.axis, 0.6)


def _sector(sheet: Sheet, layout: StarDiscLayout, look: Look, number: int) -> None:
    """One sixth of the ring: it shows in the notch when the disc stands at that round."""
    part = sheet.placed(0.0, 0.0, turn=-layout.step_deg * number)
    middle = (NOTCH_RADIUS + layout.disc.radius) / 2
    part.stroke([polar(NOTCH_RADIUS, 30.0), polar(layout.disc.radius - 1.5, 30.0)], look.ring, 0.2)
    label = part.placed(*polar(middle - 1.9, NUMERAL_AT), turn=NUMERAL_AT)
    label.text((0.0, 0.0), NUMERALS[number], 6.0, look.on_sky, "Times-Bold")
    part.shape(moved(_POINTER, polar(NOTCH_RADIUS + 0.7, NUMERAL_AT)), fill=look.on_sky)
    for k, at in enumerate(CIRCLES_AT):
        centre = polar(middle, at)
        part.circle(centre, SCORE_CIRCLE, fill=look.sky, line=look.on_sky, width=0.35)
        _sign(part.placed(*centre, turn=at), look, k)


def _sign(sheet: Sheet, look: Look, which: int) -> None:
    """What a score circle is for, small at its foot: the current star, the previous star, or the lines."""
    foot = SCORE_CIRCLE - 1.5
    if which == 2:
        sheet.stroke([(-1.3, foot), (1.3, foot)], look.dust, 0.25)
        for x in (-1.3, 1.3):
            sheet.circle((x, foot), 0.45, fill=look.dust)
        return
    outline = moved(STAR_GLYPHS["yellow"], (0.0, foot), 0.95)
    sheet.shape(outline, fill=look.dust if which == 0 else None, line=look.dust, width=0.18)
