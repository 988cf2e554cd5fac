"""Draws the night cards and the bonus cards of Look at the Stars, fronts and backs, as cells of the tiles' grid."""

from __future__ import annotations

from functools import partial
from typing import Final

from engines.glyphs import GOLD, rays
from engines.layout import XY
from engines.look_at_the_stars.model import NightCard, PointCard, Power, PowerCard, StarsPack
from engines.unit_lines import STEPS, parse_shape
from paper.outlines import arc, moved, polar
from paper.sheet import Sheet
from planisphere.sheets.grid import HEIGHT, WIDTH, Piece, draw_ground, draw_medal
from planisphere.sheets.look import FAINT, INK, PALE, Look
from planisphere.sheets.look_at_the_stars.slates import draw_arrow

GRID: Final = (WIDTH / 2, 33.0)
"""The middle of the little lattice on a card."""
STEP: Final = 9.0
DOTS: Final = 4
"""The little lattice has so many points a side."""
NAMES: Final[dict[Power, str]] = {
    "planet": "a planet", "line": "one more line", "star": "two new stars", "galaxy": "a galaxy",
    "twinkling_star": "a twinkling star", "nova": "a nova", "aura": "an aura", "crescent_moon": "a crescent moon",
    "black_hole": "a black hole",
}  # fmt: skip


def night_pieces(pack: StarsPack) -> list[Piece]:
    """The night cards in the pack's order."""
    return [Piece(f"night:{card.id}", partial(_night_front, card=card), _night_back) for card in pack.night_cards]


def bonus_pieces(pack: StarsPack) -> list[Piece]:
    """The point bonus cards, then the power bonus cards."""
    points, powers = partial(_bonus_back, count=5), partial(_bonus_back, count=7)
    return [
        *(Piece(f"point:{card.id}", partial(_point_front, card=card), points) for card in pack.point_cards),
        *(Piece(f"power:{card.id}", partial(_power_front, card=card), powers) for card in pack.power_cards),
    ]


def _dot(column: float, row: float) -> XY:
    """A point of the little lattice, row 0 at the bottom."""
    half = (DOTS - 1) / 2
    return GRID[0] + (column - half) * STEP, GRID[1] - (row - half) * STEP


def _shape(sheet: Sheet, texts: tuple[str, ...], ink: str = INK) -> None:
    """The shape in the middle of the little lattice."""
    lines = parse_shape(texts)
    ends = [((x, y), (x + STEPS[d][0], y + STEPS[d][1])) for d, x, y in lines]
    wide = max(max(a[0], b[0]) for a, b in ends)
    tall = max(max(a[1], b[1]) for a, b in ends)
    left, low = (DOTS - 1 - wide) // 2, (DOTS - 1 - tall) // 2
    for column in range(DOTS):
        for row in range(DOTS):
            sheet.circle(_dot(column, row), 0.45, fill=FAINT if ink == INK else PALE)
    for a, b in ends:
        sheet.stroke([_dot(a[0] + left, a[1] + low), _dot(b[0] + left, b[1] + low)], ink, 1.1)
    for end in {end for line in ends for end in line}:
        sheet.circle(_dot(end[0] + left, end[1] + low), 1.25, fill=ink)


def _night_front(sheet: Sheet, look: Look, card: NightCard) -> None:
    draw_ground(sheet, look)
    sheet.text((8.6, 9.6), card.id, 3.6, PALE, "Times-Roman")
    _crescent(sheet.placed(WIDTH - 9.0, 8.6), 2.6, INK)
    if card.shooting_star:
        _shape(sheet, ("R@0,0", "R@1,1", "R@2,2"), FAINT)
        draw_arrow(sheet, _dot(0, 0), _dot(3, 3), INK, 1.1, 5.0)
        sheet.text((WIDTH / 2, HEIGHT - 5.4), "1, 2 or 3 long", 4.0, INK, "Times-Italic")
    else:
        _shape(sheet, card.shape)


def _night_back(sheet: Sheet, look: Look) -> None:
    draw_ground(sheet, look)
    medal = sheet.placed(WIDTH / 2, HEIGHT / 2)
    draw_medal(medal, look)
    _crescent(medal, 8.6, "#FFFFFF" if look.name == "night" else INK)


def _crescent(sheet: Sheet, radius: float, ink: str) -> None:
    """A crescent moon around the sheet's origin."""
    outer = arc(radius, 140.0, 400.0, 6.0)
    inner = moved(arc(0.79 * radius, 14.0, -194.0, 6.0), (0.45 * radius, 0.0))
    sheet.shape([*outer, *inner], fill=ink)


def _point_front(sheet: Sheet, look: Look, card: PointCard) -> None:
    draw_ground(sheet, look)
    _bonus_star(sheet.placed(9.4, 9.6), 5, 5.2)
    sheet.text((9.4, 11.2), str(card.points), 4.6, INK, "Times-Bold")
    sheet.text((WIDTH - 8.6, 11.0), card.id, 3.6, PALE, "Times-Roman")
    _shape(sheet, card.shape)
    sheet.text((WIDTH / 2, HEIGHT - 5.4), "points for each copy", 3.6, INK, "Times-Italic")


def _power_front(sheet: Sheet, look: Look, card: PowerCard) -> None:
    draw_ground(sheet, look)
    _bonus_star(sheet.placed(9.4, 9.6), 7, 5.2)
    sheet.text((WIDTH - 8.6, 11.0), card.id, 3.6, PALE, "Times-Roman")
    _shape(sheet, card.shape)
    power_sign(sheet.placed(9.4, 9.6), card.power, INK)
    size = 4.2 if len(NAMES[card.power]) < 15 else 3.6
    sheet.text((WIDTH / 2, HEIGHT - 5.4), NAMES[card.power], size, INK, "Times-Italic")
    if card.beginner:
        sheet.circle((WIDTH - 8.6, 15.0), 0.7, fill=PALE)


def _bonus_back(sheet: Sheet, look: Look, count: int) -> None:
    draw_ground(sheet, look)
    medal = sheet.placed(WIDTH / 2, HEIGHT / 2)
    draw_medal(medal, look)
    _bonus_star(medal, count, 9.5)


def _bonus_star(sheet: Sheet, count: int, radius: float) -> None:
    sheet.shape(moved(rays(count, 0.56), (0.0, 0.0), radius), fill=GOLD, line=INK, width=0.25)


def power_sign(sheet: Sheet, power: Power, ink: str) -> None:
    """A small sign of a power around the sheet's origin."""
    if power == "planet":
        sheet.circle((0.0, 0.0), 1.3, fill=ink)
        sheet.placed(0.0, 0.0, turn=-20.0).stroke(
            [(x * 2.4, y * 0.7) for x, y in arc(1.0, 0.0, 360.0, 10.0)], ink, 0.25
        )
    elif power == "line":
        sheet.stroke([(-1.5, 1.0), (1.5, -1.0)], ink, 0.4)
        for end in ((-1.5, 1.0), (1.5, -1.0)):
            sheet.circle(end, 0.55, fill=ink)
    elif power == "star":
        for x, y in ((-1.1, 0.6), (1.1, -0.6)):
            sheet.shape(moved(rays(4, 0.35), (x, y), 1.2), fill=ink)
    elif power == "galaxy":
        sheet.shape([(x * 2.4, y * 1.1) for x, y in arc(1.0, 0.0, 360.0, 10.0)], line=ink, width=0.4)
    elif power in ("twinkling_star", "nova"):
        sheet.shape(moved(rays(5 if power == "twinkling_star" else 8, 0.5), (0.0, 0.0), 2.0), fill=ink)
    elif power == "aura":
        sheet.circle((0.0, 0.0), 1.0, line=ink, width=0.35)
        for k in range(8):
            sheet.stroke([polar(1.5, k * 45.0), polar(2.2, k * 45.0)], ink, 0.3)
    elif power == "crescent_moon":
        _crescent(sheet, 1.9, ink)
    else:
        sheet.circle((0.0, 0.0), 1.8, line=ink, width=0.35)
        sheet.circle((0.0, 0.0), 0.9, fill=ink)
