"""Prints cards and the telescope board, flat, as they come from the printer."""

from __future__ import annotations

import zlib
from typing import NamedTuple

import cv2
import numpy as np

from engines.stellar import glyphs as house
from hardware.simulated.glyphs import Glyph, draw_glyph, draw_markers
from hardware.simulated.pixels import Colour, Picture, Sheet, blend, clip8, cloud, hsv, rectangle, regular_polygon
from hardware.simulated.stellar.design import CardLook, Mark, board_size, printed_size, slots_of
from hardware.simulated.stellar.figures import number_mask

_LETTERS = "AEIOURSTLNMDKPGB"


class Face(NamedTuple):
    """What is printed on one card: kind (a type or satellite), number `1` to `5` or `6/0`, stars, start card or not."""

    kind: str
    number: str
    stars: int
    start: bool = False


class PrintedCard(NamedTuple):
    """A card's side as a picture, and where it is card (0-255; its corners may be round)."""

    picture: Picture
    opaque: Picture


def print_card(look: CardLook, face: Face | None, ppmm: float) -> PrintedCard:
    """The front of a card, or the back (None)."""
    wide, tall = (round(side * ppmm) for side in look.size)
    rng = np.random.default_rng([look.seed, zlib.crc32(repr(face).encode())])
    ground = look.back[0] if face is None else look.grounds[face.kind]
    sheet = Sheet(np.empty((tall, wide, 3), np.uint8), ppmm)
    sheet.picture[:] = clip8(np.array(ground))
    if look.grain > 0:
        noise = cloud(rng, (tall, wide), 12 * ppmm, 3)[..., None]
        sheet.picture[...] = clip8(sheet.picture * (1 + look.grain * noise))
    _back(sheet, look) if face is None else _front(sheet, look, face, rng)
    if look.border > 0:
        _edge(sheet, look)
    return PrintedCard(sheet.picture, _opaque(look, (tall, wide), ppmm))


def _opaque(look: CardLook, shape: tuple[int, int], ppmm: float) -> Picture:
    if look.corner <= 0:
        return np.full(shape, 255, np.uint8)
    mask = Sheet(np.zeros(shape, np.uint8), ppmm)
    (wide, tall), r = look.size, look.corner
    mask.fill([(r, 0), (wide - r, 0), (wide - r, tall), (r, tall)], (255,))
    mask.fill([(0, r), (wide, r), (wide, tall - r), (0, tall - r)], (255,))
    for x in (r, wide - r):
        for y in (r, tall - r):
            mask.disc((x, y), r, (255,))
    return mask.picture


def _edge(sheet: Sheet, look: CardLook) -> None:
    (wide, tall), b = look.size, look.border
    for x, y, w, h in ((0, 0, wide, b), (0, tall - b, wide, b), (0, 0, b, tall), (wide - b, 0, b, tall)):
        sheet.fill(rectangle(x, y, x + w, y + h), look.border_ink)


def _front(sheet: Sheet, look: CardLook, face: Face, rng: np.random.Generator) -> None:
    wide, tall = look.size
    if look.frame > 0:
        inset = look.border + 1.4
        sheet.line(rectangle(inset, inset, wide - inset, tall - inset), look.frame_ink, look.frame, closed=True)
    if look.panel is not None:
        _panel(sheet, look, face, rng)
    mark = look.marks[face.kind]
    ground = _ground_under_mark(look, face.kind)
    if look.mark_plate is not None:
        sheet.disc(look.mark_at, look.mark_radius, look.mark_plate)
        ground = look.mark_plate
    draw_mark(sheet, look.mark_at, look.mark_radius * (0.8 if look.mark_plate else 1.0), mark, ground)
    _number(sheet, look, face.number)
    _stars(sheet, look, face.stars)
    _words(sheet, look, rng)
    if face.start:
        corners = np.array(house.DIAMOND_GLYPH) * house.DIAMOND_RADIUS + np.array(look.diamond)
        sheet.fill(corners, look.word_ink)


def _ground_under_mark(look: CardLook, kind: str) -> Colour:
    if look.panel is None:
        return look.grounds[kind]
    left, top, wide, tall = look.panel
    x, y = look.mark_at
    return look.panel_inks[kind] if left < x < left + wide and top < y < top + tall else look.grounds[kind]


def _panel(sheet: Sheet, look: CardLook, face: Face, rng: np.random.Generator) -> None:
    """The art: a ground of the type with a cloud, dust and a few things that differ from card to card."""
    assert look.panel is not None
    left, top, wide, tall = look.panel
    if tall < 6:
        return
    ink = look.panel_inks[face.kind]
    sheet.fill(rectangle(left, top, left + wide, top + tall), ink)
    x0, y0 = (round(v * sheet.ppmm) for v in (left, top))
    x1, y1 = round((left + wide) * sheet.ppmm), round((top + tall) * sheet.ppmm)
    part = sheet.picture[y0:y1, x0:x1]
    part[...] = clip8(part * (1 + 0.35 * look.art * cloud(rng, part.shape[:2], 14 * sheet.ppmm, 3)[..., None]))
    light = blend(ink, (255, 255, 255), 0.3 + 0.4 * look.art)
    for _ in range(int(14 * look.art)):
        at = (left + rng.uniform(0.03, 0.97) * wide, top + rng.uniform(0.03, 0.97) * tall)
        sheet.disc(at, rng.uniform(0.15, 0.5), light)
    for _ in range(int(rng.integers(0, 3)) if look.art > 0.35 else 0):
        at = (left + rng.uniform(0.1, 0.9) * wide, top + rng.uniform(0.15, 0.85) * tall)
        sheet.disc(at, rng.uniform(1, 4), blend(ink, light, rng.uniform(0.1, 0.5)))


def draw_mark(sheet: Sheet, at: tuple[float, float], radius: float, mark: Mark, ground: Colour) -> None:
    """The sign of a type inside a circle of `radius` mm."""
    if mark.shape not in house.MARKS:
        draw_glyph(sheet, at, radius, Glyph(mark.shape, mark.ink, mark.turn))
        return
    spin = cv2.getRotationMatrix2D((0, 0), -mark.turn, radius)[:, :2]
    for outline, role in house.MARKS[mark.shape]:
        sheet.fill(np.array(outline) @ spin.T + np.array(at), mark.ink if role == "ink" else ground)


def _number(sheet: Sheet, look: CardLook, number: str) -> None:
    wide, tall = printed_size(look, number)
    if look.plate != "none":
        reach = look.number_tall * 0.82
        x, y = look.number_at
        if look.plate == "disc":
            sheet.disc(look.number_at, reach, look.plate_ink)
        else:
            sheet.fill([(x - reach, y - reach), (x + reach, y - reach), (x + reach, y + reach), (x - reach, y + reach)],
                       look.plate_ink)  # fmt: skip
    mask = number_mask(look.figure, number)
    size = (max(2, round(wide * sheet.ppmm)), max(2, round(tall * sheet.ppmm)))
    small = cv2.resize(mask, size, interpolation=cv2.INTER_AREA)
    sheet.stamp(np.asarray(small, np.uint8), sheet.pixels([list(look.number_at)])[0], look.number_ink)


def _stars(sheet: Sheet, look: CardLook, count: int) -> None:
    stars = look.stars
    shift = np.zeros(2)
    if stars.centred and count:
        shift = (np.array(stars.places[2]) - np.array(stars.places[0])) * (3 - count) / 4
    for k, place in enumerate(stars.places):
        x, y = np.array(place) + shift
        if k < count:
            if stars.edge is not None:
                draw_glyph(sheet, (x, y), stars.radius, _recoloured(stars.glyph, stars.edge))
            draw_glyph(sheet, (x, y), stars.radius * (0.74 if stars.edge else 1.0), stars.glyph)
        elif stars.hollow and not stars.centred:
            sheet.ring(place, stars.radius * 0.6, stars.glyph.colour, 0.25)


def _recoloured(glyph: Glyph, colour: Colour) -> Glyph:
    return Glyph(glyph.shape, colour, glyph.turn, outline=glyph.outline)


def _words(sheet: Sheet, look: CardLook, rng: np.random.Generator) -> None:
    """A name and lines of small text at the foot of the card, off the stars."""
    wide, tall = look.size
    low = max(y for _, y in look.stars.places) + look.stars.radius
    foot = tall - look.border - 3.5 - (0 if low < tall * 0.6 else tall - look.stars.places[0][1] + look.stars.radius)
    for k in range(look.words):
        size = 2.2 if k == 0 else 1.1
        words = "".join(rng.choice(list(_LETTERS), int(rng.integers(5, 10 if k == 0 else 18))))
        sheet.text(words, (wide / 2, foot - tall * 0.045 - 2.6 * (look.words - 1 - k)), size, look.word_ink)


def _back(sheet: Sheet, look: CardLook) -> None:
    ground, ink, kind = look.back
    (wide, tall), middle = look.size, (look.size[0] / 2, look.size[1] / 2)
    box = [(3.2, 3.2), (wide - 3.2, 3.2), (wide - 3.2, tall - 3.2), (3.2, tall - 3.2)]
    sheet.line(box, ink, 0.6, closed=True)
    if kind == 0:
        sheet.ring(middle, wide * 0.3, ink, 0.5)
        for k in range(12):
            at = regular_polygon(middle, wide * 0.3, 12)[k]
            sheet.fill(regular_polygon(at.tolist(), 2.0, 5, 0, 0.48), ink)
        sheet.fill(regular_polygon(middle, wide * 0.2, 8, 0, 0.4), ink)
    elif kind == 1:
        for k in range(int(wide + tall) // 5):
            sheet.line([(k * 5 - tall, 0), (k * 5, tall)], blend(ground, ink, 0.5), 1.0)
    elif kind == 2:
        for x in np.arange(6, wide - 4, 6):
            for y in np.arange(6, tall - 4, 6):
                sheet.disc((x, y), 1.0, blend(ground, ink, 0.7))
    elif kind == 3:
        sheet.disc(middle, wide * 0.32, ink)
        sheet.disc((middle[0] + 4, middle[1] - 3), wide * 0.27, ground)
    else:
        rng = np.random.default_rng(look.seed)
        for _ in range(40):
            at = (rng.uniform(4, wide - 4), rng.uniform(4, tall - 4))
            sheet.fill(regular_polygon(at, rng.uniform(0.6, 2.2), 5, rng.uniform(0, 72), 0.4), ink)


def print_board(look: CardLook, markers: bool, ppmm: float) -> Picture:
    """The telescope board: twelve slots with their numbers at the lower left, and its markers."""
    width, height = board_size(look)
    sheet = Sheet(np.empty((round(height * ppmm), round(width * ppmm), 3), np.uint8), ppmm)
    sheet.picture[:] = clip8(np.array(look.board_ground))
    (wide, tall), ink = look.size, look.board_ink
    far = abs(sum(ink) - sum(look.board_ground)) / 3
    ink = ink if far > 70 else hsv(0.6, 0.3, 0.95 if sum(look.board_ground) < 380 else 0.15)
    for slot, (x, y) in slots_of(look).items():
        sheet.line(rectangle(x, y, x + wide, y + tall), ink, 0.5, closed=True)
        sheet.text(str(slot), (x + 5.5, y + tall - 6), 5.0, ink)
        sheet.ring((x + wide / 2, y + tall / 2), wide * 0.2, blend(look.board_ground, ink, 0.4), 0.4)
    if markers:
        right, low = width - look.marker - 5.0, height - look.marker - 5.0
        corners = {"0": (5.0, 5.0), "1": (right, 5.0), "2": (right, low), "3": (5.0, low)}
        draw_markers(sheet, "DICT_4X4_50", look.marker, corners, (245, 246, 246))
    return sheet.picture
