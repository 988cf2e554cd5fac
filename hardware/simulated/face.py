"""The printed parts of a board, drawn flat at a chosen resolution: the disc, and the face with its window cut out."""

from __future__ import annotations

import math
from typing import NamedTuple

import cv2
import numpy as np

from engines.layout import StarDiscLayout
from hardware.simulated.design import Design, Look, Sky
from hardware.simulated.glyphs import add_glow, draw_glyph, draw_markers
from hardware.simulated.pixels import Field, Picture, Points, Sheet, blend, clip8, cloud, hsv, rectangle, threefold

NUMERALS = ("I", "II", "III", "IV", "V", "VI")


class Face(NamedTuple):
    """The board's face: its print (H×W×3), its opacity (0 in the window and the numeral hole), and the holes' mask."""

    print: Picture
    opaque: Picture


def print_disc(design: Design, ppmm: float) -> Sheet:
    """The disc as printed, at rotation 0; the sheet's origin is the disc centre."""
    layout, look, sky = design.layout, design.look, design.look.sky
    rng = np.random.default_rng([look.seed, 1])
    radius = layout.disc.radius
    side = round(2 * radius * ppmm)
    sheet = Sheet(_ground(rng, sky, (side, side), ppmm), ppmm, (radius, radius))
    _background(rng, sheet, sky, layout)
    _axis(sheet, sky, layout)
    if sky.numerals:
        _numerals(sheet, sky, layout)
    for star in layout.stars:
        glyph = look.glyphs[star.type]
        if glyph.glow > 0:
            add_glow(sheet, (star.x, star.y), star.radius, glyph)
        if sky.rim_rings and star.zone == "rim":
            sheet.ring((star.x, star.y), star.radius * 1.35, blend(sky.grid, (255, 255, 255), 0.3), 0.25)
        draw_glyph(sheet, (star.x, star.y), star.radius, glyph)
    return sheet


def _ground(rng: np.random.Generator, sky: Sky, shape: tuple[int, int], ppmm: float) -> Picture:
    ground = np.empty((*shape, 3), np.float32)
    ground[:] = sky.disc
    for colour in sky.nebula:
        share = threefold(np.clip(cloud(rng, shape, 45 * ppmm, 4) * 0.5, 0, 1) * sky.nebula_strength)
        ground += (np.asarray(colour, np.float32) - ground) * share
    return clip8(ground)


def _background(rng: np.random.Generator, sheet: Sheet, sky: Sky, layout: StarDiscLayout) -> None:
    radius = layout.disc.radius
    for share, colour in sky.bands:
        sheet.disc((0, 0), radius * share, colour)
    for share in sky.circles:
        sheet.ring((0, 0), radius * share, sky.grid, 0.25)
    for spoke in range(sky.spokes):
        angle = 2 * math.pi * spoke / sky.spokes
        sheet.line([(0, 0), (radius * math.cos(angle), radius * math.sin(angle))], sky.grid, 0.22)
    for _ in range(sky.figures):
        start = rng.uniform(-0.7, 0.7, 2) * radius
        sheet.line(start + np.cumsum(rng.normal(0, 9, (5, 2)), axis=0), sky.grid, 0.25)
    distance, angles = radius * np.sqrt(rng.random(sky.dust)), rng.uniform(0, 2 * np.pi, sky.dust)
    for x, y, size in zip(
        distance * np.cos(angles), distance * np.sin(angles), rng.exponential(0.16, sky.dust), strict=True
    ):
        sheet.disc((x, y), 0.12 + min(size, 0.55), blend(sky.disc, (255, 255, 255), 0.3 + min(size, 0.6)))


def _axis(sheet: Sheet, sky: Sky, layout: StarDiscLayout) -> None:
    angle, reach = math.radians(layout.axis.angle_deg), layout.disc.radius * 0.93
    along = np.array([math.cos(angle), math.sin(angle)])
    if sky.axis_dash > 0:
        for start in np.arange(-reach, reach, 2 * sky.axis_dash):
            sheet.line([along * start, along * min(start + sky.axis_dash, reach)], sky.axis, sky.axis_width)
    else:
        sheet.line([-along * reach, along * reach], sky.axis, sky.axis_width)
    draw_glyph(sheet, (0, 0), 3.4, sky.polaris)


def _numerals(sheet: Sheet, sky: Sky, layout: StarDiscLayout) -> None:
    """Numeral k stands upright at the top of the board when the disc is turned to round k."""
    for k, numeral in enumerate(NUMERALS):
        turn = -layout.step_deg * k
        angle, reach = math.radians(turn - 90), layout.disc.radius - 4.5
        sheet.text(
            numeral,
            (reach * math.cos(angle), reach * math.sin(angle)),
            4.2,
            blend(sky.disc, (255, 255, 255), 0.8),
            turn,
        )


def print_face(design: Design, ppmm: float) -> Face:
    """The board's face as printed, and where it is opaque."""
    layout, look = design.layout, design.look
    rng = np.random.default_rng([look.seed, 2])
    shape = (round(layout.board.height * ppmm), round(layout.board.width * ppmm))
    sheet = Sheet(_stock(rng, look, shape, ppmm), ppmm)
    _hills(sheet, look, layout)
    _ornaments(rng, sheet, look, layout)
    _scores(sheet, look)
    if layout.markers is not None:
        markers = layout.markers
        draw_markers(sheet, markers.dictionary, markers.size, markers.at, (242, 245, 246))
    opaque = Sheet(np.full(shape, 255, np.uint8), ppmm)
    outline = np.array(layout.window.outline)
    opaque.fill(outline, (0,))
    for hole in numeral_hole(look, layout):
        opaque.disc(hole, 4.0, (0,))
    for opening in look.holes:
        opaque.fill(opening, (0,))
    return Face(sheet.picture, opaque.picture)


def numeral_hole(look: Look, layout: StarDiscLayout) -> list[tuple[float, float]]:
    """Where the hole that shows the round's numeral is cut (board mm): none, or one above the window."""
    x, y = layout.disc.centre[0], layout.disc.centre[1] - layout.disc.radius + 4.5
    top = min(v for _, v in layout.window.outline)
    return [(x, y)] if look.numeral_hole and y + 5.5 < top else []


def _stock(rng: np.random.Generator, look: Look, shape: tuple[int, int], ppmm: float) -> Picture:
    ground = np.empty((*shape, 3), np.float32)
    ground[:] = look.frame
    if look.texture == "cloud":
        ground *= threefold(1 + look.texture_strength * 2 * cloud(rng, shape, 60 * ppmm, 3))
    elif look.texture == "wood":
        ground *= threefold(1 + look.texture_strength * wood_grain(rng, shape, ppmm))
    return clip8(ground)


def wood_grain(rng: np.random.Generator, shape: tuple[int, int], ppmm: float) -> Field:
    """Grain lines running along x, H×W float32, mean 0, deviation about 1."""
    height, width = shape
    fine = cv2.resize(
        rng.standard_normal((int(height / ppmm / 0.7) + 2, 4), dtype=np.float32),
        (width, height),
        interpolation=cv2.INTER_LINEAR,
    )
    rough = cloud(rng, (height, max(width // 12, 8)), 4 * ppmm, 3)
    return np.asarray(fine * 0.6 + cv2.resize(rough, (width, height), interpolation=cv2.INTER_LINEAR) * 0.8, np.float32)


def _hills(sheet: Sheet, look: Look, layout: StarDiscLayout) -> None:
    """Bands that follow the window's lower edge, each 8 mm below the one before."""
    outline = np.array(layout.window.outline)
    middle, low = outline.mean(0), outline[:, 1].max()
    edge = outline[outline[:, 1] > middle[1] + 0.4 * (low - middle[1])]
    edge = edge[np.argsort(edge[:, 0])]
    width = layout.board.width
    for k in reversed(range(len(look.hills))):
        top = np.column_stack([edge[:, 0], edge[:, 1] - 6 + 8 * k])
        bottom = [(width, top[-1, 1]), (width, low + 8 * k + 4), (0, low + 8 * k + 4), (0, top[0, 1])]
        sheet.fill(np.concatenate([top, bottom]), look.hills[k])


def _ornaments(rng: np.random.Generator, sheet: Sheet, look: Look, layout: StarDiscLayout) -> None:
    width, height = layout.board.width, layout.board.height
    if look.border > 0:
        inset = rng.uniform(2, 7)
        sheet.line(rectangle(inset, inset, width - inset, height - inset), look.ink, look.border, closed=True)
    outline = np.array(layout.window.outline)
    middle = (outline.max(0) + outline.min(0)) / 2
    if look.window_line > 0:
        grown: Points = middle + (outline - middle) * (1 + rng.uniform(1.0, 4.0) / np.ptp(outline[:, 0]))
        sheet.line(grown, look.ink, look.window_line, closed=True)
    tip = (layout.disc.centre[0], 4.0)
    sheet.fill([(tip[0] - 3.2, tip[1]), (tip[0] + 3.2, tip[1]), (tip[0], tip[1] + 5)], hsv(0.14, 0.5, 0.95))
    for _ in range(look.words):
        words = "".join(rng.choice(list("AEIOURSTLNMDK"), int(rng.integers(3, 9))))
        at = (rng.uniform(35, width - 35), rng.choice([rng.uniform(4, 14), height - rng.uniform(4, 12)]))
        sheet.text(words, at, rng.uniform(1.8, 4.0), blend(look.ink, hsv(rng.random(), 0.6, 0.8), 0.4))


def _scores(sheet: Sheet, look: Look) -> None:
    for point in look.three_points:
        draw_glyph(sheet, point, 4.2, look.three_point)
    for centre, numeral in zip(look.score_circles, NUMERALS, strict=False):
        sheet.ring(centre, look.score_radius, look.ink, 0.6)
        sheet.text(numeral, (centre[0], centre[1] + look.score_radius + 3.2), 2.6, look.ink)
