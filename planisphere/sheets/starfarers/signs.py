"""Signs of Starfarers on paper: resources, peoples, tokens' faces and backs; and text that wraps."""

from __future__ import annotations

from typing import Final

from engines.glyphs import GOLD
from engines.layout import XY
from engines.starfarers.glyphs import (
    BACK_SIGNS,
    DOTS,
    GREEK,
    ICE_SIGN,
    LAIR_SIGN,
    PEOPLE_COLOURS,
    PEOPLE_SIGNS,
    RESOURCE_COLOURS,
    RESOURCE_SIGNS,
    STRIPE,
    SUN,
    Sign,
)
from engines.starfarers.pack import People, Resource, Token
from paper.outlines import arc, moved
from paper.sheet import Font, Sheet
from planisphere.sheets.look import INK, PALE, Look

WARM: Final = "#B23A22"
"""Numbers that come most often, lairs, edges of danger."""
COLD: Final = "#2F6FA8"


def draw_sign(sheet: Sheet, sign: Sign, at: XY, radius: float, fill: str | None, line: str | None = None) -> None:
    """A sign around a point; holes stay open."""
    sheet.shape(*(moved(outline, at, radius) for outline in sign), fill=fill, line=line, width=0.2)


def draw_resource(sheet: Sheet, resource: Resource, at: XY, radius: float) -> None:
    """A resource's sign in its colour, edged so that it stands out on light and dark ground."""
    draw_sign(sheet, RESOURCE_SIGNS[resource], at, radius, RESOURCE_COLOURS[resource], INK)


def draw_people(sheet: Sheet, people: People, at: XY, radius: float) -> None:
    """A people's sign in its colour."""
    draw_sign(sheet, PEOPLE_SIGNS[people], at, radius, PEOPLE_COLOURS[people], INK)


def draw_sun(sheet: Sheet, look: Look, at: XY, radius: float) -> None:
    """The centre of a system."""
    draw_sign(sheet, SUN, at, radius, GOLD if look.name == "night" else "#FFFFFF", INK)


def draw_planet(sheet: Sheet, look: Look, resource: Resource, radius: float) -> None:
    """A planet around the sheet's origin, goods striped; line art on light paper."""
    night = look.name == "night"
    sheet.circle((0.0, 0.0), radius, fill=RESOURCE_COLOURS[resource] if night else "#FFFFFF", line=INK, width=0.4)
    if resource == "goods" and night:
        for k in range(-2, 3):
            sheet.shape(_band(radius, (k - 0.22) * radius / 2.5, (k + 0.22) * radius / 2.5), fill=STRIPE)
        sheet.circle((0.0, 0.0), radius, line=INK, width=0.4)


def _band(radius: float, low: float, high: float) -> list[XY]:
    """The part of a disc between two heights."""
    edge = [p for p in arc(radius, 0.0, 180.0, 3.0) if low <= p[1] <= high]
    cut = [((radius**2 - y**2) ** 0.5, y) for y in (low, high) if abs(y) < radius]
    right = sorted([*edge, *cut], key=lambda p: p[1])
    return [*right, *((-x, y) for x, y in reversed(right))]


# Tokens --------------------------------------------------------------------------------------------------------


def draw_back(sheet: Sheet, back: str, radius: float, edge: str = INK) -> None:
    """The dot, letter or sign by which a token's back is known, around the sheet's origin."""
    if back in DOTS:
        sheet.circle((0.0, 0.0), radius, fill=DOTS[back], line=edge, width=0.3)
    elif back in GREEK:
        sheet.text((0.0, radius * 0.62), GREEK[back], radius * 2.6, edge, "Symbol")
    elif back.split("_")[-1] in BACK_SIGNS:
        draw_sign(sheet, BACK_SIGNS[back.split("_")[-1]], (0.0, 0.0), radius, None, edge)
        if back.startswith("far"):
            draw_sign(sheet, BACK_SIGNS[back.split("_")[-1]], (0.0, 0.0), radius * 0.5, edge)
    else:
        sheet.circle((0.0, 0.0), radius, line=edge, width=0.3, dash=(0.8, 0.8))


def draw_token(sheet: Sheet, look: Look, token: Token, radius: float) -> None:
    """A token's face around the sheet's origin: number and how often it comes, or a lair or ice planet's strength."""
    sheet.circle((0.0, 0.0), radius, fill=look.paper, line=INK, width=0.3)
    sheet.circle((0.0, 0.0), radius * 0.88, line=INK, width=0.12)
    if token.numbers:
        _number(sheet, token.numbers, radius)
    else:
        sign, colour = (LAIR_SIGN, WARM) if token.lair else (ICE_SIGN, COLD)
        draw_sign(sheet, sign, (0.0, -0.2 * radius), radius * 0.48, colour, INK)
        sheet.text((0.0, radius * 0.72), str(token.lair or token.ice), radius * 0.55, INK, "Times-Bold")


def _number(sheet: Sheet, numbers: tuple[int, ...], radius: float) -> None:
    often = sum(6 - abs(7 - number) for number in numbers)
    colour = WARM if often >= 5 else INK
    size = radius * (1.05 if len(numbers) == 1 else 0.62)
    sheet.text((0.0, size * 0.28), "/".join(map(str, numbers)), size, colour, "Times-Bold")
    for k in range(often):
        sheet.circle(((k - (often - 1) / 2) * radius * 0.2, radius * 0.58), radius * 0.06, fill=colour)


def draw_token_back(sheet: Sheet, look: Look, token: Token, radius: float) -> None:
    """A token's back: night, and the dot or letter on a pale ground."""
    sheet.circle((0.0, 0.0), radius, fill=look.sky, line=INK, width=0.3)
    sheet.circle((0.0, 0.0), radius * 0.62, fill=look.paper or "#FFFFFF", line=PALE, width=0.2)
    draw_back(sheet, token.back, radius * 0.34)


# Text ----------------------------------------------------------------------------------------------------------


def wrapped(sheet: Sheet, words: str, size: float, width: float, font: Font = "Times-Roman") -> list[str]:
    """The lines that a text takes at that width, millimetres."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and sheet.text_width(longer, size, font) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
