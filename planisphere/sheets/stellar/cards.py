"""Draws Stellar's cards, the coordinates and the player aids, fronts and backs."""

from __future__ import annotations

from functools import partial
from typing import Final

from engines.layout import XY
from engines.stellar import glyphs
from engines.stellar.model import TYPES, Card, StellarPack
from paper.outlines import moved, polar, rectangle, rounded
from paper.sheet import Font, Sheet
from planisphere.sheets.grid import HEIGHT, WIDTH, Piece
from planisphere.sheets.look import CUT, INK, PALE, Look

KIND_NAMES: Final[dict[str, str]] = {
    "planet": "Planet",
    "moon": "Moon",
    "asteroid": "Asteroid",
    "cloud": "Cloud",
    "black_hole": "Black hole",
    "satellite": "Satellite",
}
COORDINATES: Final = 5
AIDS: Final = 2
TURN: Final = (
    ("1", "Take a card from the row into your hand."),
    ("2", "Play a hand card to the telescope"),
    ("", "or to the notebook."),
    ("3", "Play to the other area the row card at"),
    ("", "the coordinate of that card's number."),
    ("", "None there, or a 6/0: the deck's top card."),
    ("4", "Fill the row again."),
)
PLACING: Final = (
    "Face up: next to its own type, or anywhere",
    "if the telescope has none of it. Otherwise,",
    "or if you like: face down, a 3 without type.",
)


def card_pieces(pack: StellarPack) -> list[Piece]:
    """All cards in the pack's order, the coordinates, the player aids."""
    found = [Piece(f"card:{card.id}", partial(draw_front, card=card), _draw_back) for card in pack.cards]
    found += [_coordinate_piece(number) for number in range(1, COORDINATES + 1)]
    return [*found, *(Piece(f"aid:{k + 1}", _draw_aid, _draw_back) for k in range(AIDS))]


def _coordinate_piece(number: int) -> Piece:
    def draw(sheet: Sheet, look: Look) -> None:
        _ground(sheet, look)
        sheet.circle((WIDTH / 2, HEIGHT / 2), 16.0, fill=look.sky, line=INK, width=0.3)
        for k in range(36):
            sheet.stroke([polar_at(16.8, k * 10.0), polar_at(18.2, k * 10.0)], INK, 0.15)
        colour = "#FFFFFF" if look.name == "night" else INK
        sheet.text((WIDTH / 2, HEIGHT / 2 + 7.0), str(number), 20.0, colour, "Times-Bold")

    return Piece(f"coordinate:{number}", draw, _draw_back)


def polar_at(radius: float, degrees: float) -> XY:
    """A point around the middle of a card; 0° is up, clockwise."""
    x, y = polar(radius, degrees)
    return WIDTH / 2 + x, HEIGHT / 2 + y


def _ground(sheet: Sheet, look: Look) -> None:
    sheet.shape(rectangle(0.0, 0.0, WIDTH, HEIGHT), fill=look.paper, line=CUT, width=0.1)
    sheet.shape(rectangle(1.4, 1.4, WIDTH - 2.8, HEIGHT - 2.8), line=INK, width=0.35)


def draw_front(sheet: Sheet, look: Look, card: Card) -> None:
    """A celestial card: number, stars, sign, name; the diamond of a start card."""
    _ground(sheet, look)
    kind = card.type or "satellite"
    left, top, wide, tall = glyphs.PANEL
    sheet.shape(rectangle(left, top, wide, tall), fill=look.sky, line=INK, width=0.2)
    draw_mark(sheet, look, kind, glyphs.MARK_AT, glyphs.MARK_RADIUS)
    _number(sheet, str(card.number))
    gold = look.stars["yellow"]
    for place in glyphs.STAR_PLACES[: card.stars]:
        sheet.shape(moved(glyphs.STAR_GLYPH, place, glyphs.STAR_RADIUS), fill=gold, line=INK, width=0.35)
    sheet.text(glyphs.NAME_AT, KIND_NAMES[kind], 3.8, INK, "Times-Italic")
    if card.start:
        sheet.shape(moved(glyphs.DIAMOND_GLYPH, glyphs.DIAMOND_AT, glyphs.DIAMOND_RADIUS), fill=INK)


def _number(sheet: Sheet, words: str) -> None:
    """The number, its figures `NUMBER_TALL` high, or as high as the box lets a 6/0 be."""
    font: Font = "Times-Bold"
    size = glyphs.NUMBER_TALL / 0.676  # figures of Times are 0.676 of its size tall
    size = min(size, size * (glyphs.NUMBER_BOX[0] - 1.2) / sheet.text_width(words, size, font))
    x, y = glyphs.NUMBER_AT
    sheet.text((x, y + 0.676 * size / 2), words, size, INK, font)


def draw_mark(sheet: Sheet, look: Look, kind: str, at: XY, radius: float) -> None:
    """The sign of a type, or of a satellite."""
    night = look.name == "night"
    ink = (glyphs.COLOURS if night else glyphs.COLOURS_ON_PAPER)[kind]
    for outline, role in glyphs.MARKS[kind]:
        sheet.shape(moved(outline, at, radius), fill=ink if role == "ink" else look.sky)


def _draw_back(sheet: Sheet, look: Look) -> None:
    """The back of every card: a night with a large star in a ring of small ones."""
    sheet.shape(rectangle(0.0, 0.0, WIDTH, HEIGHT), fill=look.sky, line=CUT, width=0.1)
    gold = look.stars["yellow"]
    edge = look.star_edge
    line = gold if look.name == "night" else INK
    sheet.shape(rounded(3.2, 3.2, WIDTH - 6.4, HEIGHT - 6.4, 0.5), line=line, width=0.6)
    middle = (WIDTH / 2, HEIGHT / 2)
    sheet.circle(middle, WIDTH * 0.3, line=line, width=0.5)
    for k in range(12):
        outline = moved(glyphs.STAR_GLYPH, polar_at(WIDTH * 0.3, k * 30.0), 2.0)
        sheet.shape(outline, fill=gold, line=edge, width=0.2)
    sheet.shape(moved(_LARGE, middle, WIDTH * 0.2), fill=gold, line=edge, width=0.2)


_LARGE: Final = glyphs.rays(8, 0.4)


def _draw_aid(sheet: Sheet, look: Look) -> None:
    """A summary of a turn and of placing."""
    _ground(sheet, look)
    sheet.text((WIDTH / 2, 7.2), "ELEVEN ROUNDS, TWO TURNS EACH", 2.0, INK, "Times-Bold", spacing=0.1)
    y = 12.4
    for number, words in TURN:
        if number:
            sheet.text((5.0, y), number, 2.9, INK, "Times-Bold")
        sheet.text((7.4, y), words, 2.15, INK, "Times-Roman", "left")
        y += 3.3
    sheet.stroke([(5.0, y - 1.2), (WIDTH - 5.0, y - 1.2)], PALE, 0.15)
    y += 2.2
    for words in PLACING:
        sheet.text((5.0, y), words, 2.15, INK, "Times-Roman", "left")
        y += 3.0
    for k, kind in enumerate(TYPES):
        x = 7.5 + 8.0 * k
        sheet.shape(rectangle(x - 3.4, y + 1.0, 6.8, 6.8), fill=look.sky)
        draw_mark(sheet, look, kind, (x, y + 4.4), 2.8)
    sheet.text(
        (WIDTH / 2, HEIGHT - 4.0), "stars × longest run · sections 10 · all five signs 10", 1.75, INK, "Times-Italic"
    )
