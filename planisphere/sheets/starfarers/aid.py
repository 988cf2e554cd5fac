"""The player aid of Starfarers, two a page, and the guide that says what to do with the sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engines.layout import XY
from engines.starfarers.glyphs import BALL_COLOURS
from engines.starfarers.pack import BALLS, RESOURCES, Resource, StarfarersPack
from engines.starfarers.starmap import StarMap
from paper.formats import Paper
from paper.outlines import rectangle, rounded
from paper.sheet import Sheet
from planisphere.sheets.look import CUT, INK, PALE, Look
from planisphere.sheets.starfarers.signs import draw_resource, draw_sun, wrapped

AID: Final = (188.0, 128.0)
COSTS: Final = {
    "colony_ship": "colony ship",
    "trade_ship": "trade ship",
    "spaceport": "spaceport",
    "booster": "booster",
    "cannon": "cannon",
    "freight_ring": "freight ring",
}
TURN: Final = (
    ("Produce", "Roll two dice. Each colony or spaceport next to a planet with that number takes a card."),
    ("7", "More than 7 cards: give half back, rounded down. Whoever rolled may take a card from somebody."),
    ("Supply", "With fewer than 9 points, draw a supply card."),
    ("Trade, build", "Trade with the others; the bank takes 3 alike, or 2 goods, for any one card. Build."),
    ("Fly", "Shake. Speed = the two balls + boosters + cards. Black ball: speed 3, and an encounter first."),
)
POINTS: Final = (
    ("1", "colony"),
    ("2", "spaceport"),
    ("1", "lair or ice planet"),
    ("2", "friendship medal"),
    ("1", "two fame rings"),
)
NOTES: Final = (
    "Found a colony on a ringed corner between two planets without lair or ice.",
    "Beat a lair with cannons, thaw an ice planet with freight rings: as many as its token says.",
    "The n-th trade station of a people takes n freight rings and brings a friendship card.",
    "Ships pass over everything but suns, and stop on no other ship, colony or foreign point.",
)
GUIDE: Final = {
    "Print": (
        "At 100 %, never fitted to the page; check with the ruler. Cards and tokens on both sides, flipped over the "
        "long edge, or two prints glued back to back. Map and player aids on one side."
    ),
    "Map": "Cut every sheet at its marks and glue the sheets edge to edge on one piece of card: {map}.",
    "Tokens": (
        "Cut the tokens and the four friendship medals out of card. Shuffle those of each back face down and lay one "
        "on each planet with that back; the home systems' lie face up. Those of back {reserve} wait beside the map."
    ),
    "Cards": (
        "Encounter cards are a pile, face down; the player on the left reads them. Friendship cards lie face up beside "
        "their outposts."
    ),
    "From the box": (
        "Ships, colonies, stations, mother ships, dice and resource cards are those of the game; the app counts them "
        "too, so that any pieces will do."
    ),
}


# Player aid ----------------------------------------------------------------------------------------------------


def aid_at(paper: Paper, number: int) -> XY:
    """Where the first or second aid of a page lies on the paper."""
    return (paper.width - AID[0]) / 2, paper.height / 2 - AID[1] + number * AID[1]


def draw_aids(sheet: Sheet, look: Look, pack: StarfarersPack, count: int) -> None:
    """One or two aids on a page."""
    for number in range(count):
        draw_aid(sheet.placed(*aid_at(sheet.paper, number)), look, pack)


def draw_aid(sheet: Sheet, look: Look, pack: StarfarersPack) -> None:
    """The turn, the costs, the balls and the points."""
    sheet.shape(rectangle(0.0, 0.0, *AID), fill=look.paper, line=CUT, width=0.1)
    sheet.shape(rounded(3.0, 3.0, AID[0] - 6.0, AID[1] - 6.0, 3.0), line=INK, width=0.35)
    _turn(sheet.placed(9.0, 14.0))
    _costs(sheet.placed(9.0, 59.0), pack)
    _balls(sheet.placed(98.0, 59.0))
    _points(sheet.placed(144.0, 59.0), pack)


def _heading(sheet: Sheet, words: str) -> None:
    sheet.text((0.0, 0.0), words, 4.0, INK, "Times-Bold", "left", spacing=0.8)


def _turn(sheet: Sheet) -> None:
    _heading(sheet, "A TURN")
    for n, (title, words) in enumerate(TURN):
        y = 7.6 + 6.2 * n
        sheet.text((0.0, y), title, 3.6, INK, "Times-Bold", "left")
        sheet.text((26.0, y), words, 3.4, INK, "Times-Roman", "left")


def _costs(sheet: Sheet, pack: StarfarersPack) -> None:
    _heading(sheet, "COSTS")
    for n, (name, words) in enumerate(COSTS.items()):
        y = 8.4 + 7.4 * n
        sheet.text((0.0, y), words, 3.6, INK, "Times-Roman", "left")
        for k, resource in enumerate(_cards(getattr(pack.costs, name))):
            draw_resource(sheet, resource, (30.0 + 7.4 * k, y - 1.2), 2.7)
    for k, resource in enumerate(RESOURCES):
        draw_resource(sheet, resource, (1.6 + 15.8 * k, 52.0), 1.6)
        sheet.text((4.4 + 15.8 * k, 53.1), resource, 3.2, PALE, "Times-Roman", "left")


def _cards(cost: Mapping[Resource, int]) -> list[Resource]:
    return [resource for resource in RESOURCES for _ in range(cost.get(resource, 0))]


def _balls(sheet: Sheet) -> None:
    _heading(sheet, "BALLS")
    for value, ball in enumerate(BALLS):
        at = (3.4 + 10.4 * value, 10.4)
        sheet.circle(at, 3.2, fill=BALL_COLOURS[ball], line=INK, width=0.3)
        sheet.text((at[0], 19.0), str(value), 4.0, INK, "Times-Bold")
    y = 26.0
    for words in NOTES[:3]:
        for line in wrapped(sheet, words, 2.9, 41.0):
            sheet.text((0.0, y), line, 2.9, INK, "Times-Roman", "left")
            y += 3.5
        y += 1.2


def _points(sheet: Sheet, pack: StarfarersPack) -> None:
    _heading(sheet, "POINTS")
    for n, (points, words) in enumerate(POINTS):
        sheet.text((1.6, 8.4 + 5.4 * n), points, 4.0, INK, "Times-Bold")
        sheet.text((5.4, 8.4 + 5.4 * n), words, 3.5, INK, "Times-Roman", "left")
    sheet.text((0.0, 37.0), "15 points win in your turn.", 3.5, INK, "Times-Italic", "left")
    y = 43.0
    for line in wrapped(sheet, NOTES[3], 2.9, 37.0):
        sheet.text((0.0, y), line, 2.9, INK, "Times-Roman", "left")
        y += 3.5


# Guide ---------------------------------------------------------------------------------------------------------


def draw_guide(sheet: Sheet, look: Look, pack: StarfarersPack, parts: str, contents: str) -> None:
    """What the sheets are, what to do with them, and a ruler of 100 mm."""
    middle = sheet.paper.width / 2
    page = sheet.placed(middle - AID[0] / 2, 24.0)
    page.text((AID[0] / 2, 4.0), "STARFARERS", 9.0, INK, "Times-Bold", spacing=3.0)
    for line in wrapped(page, pack.title, 4.4, AID[0]):
        page.text((AID[0] / 2, 13.0), line, 4.4, PALE, "Times-Italic")
    draw_sun(page, look, (AID[0] / 2, 26.0), 6.0)
    y = 44.0
    reserve = pack.reserve.replace("_", " ")
    for title, words in GUIDE.items():
        page.text((0.0, y), title, 4.4, INK, "Times-Bold", "left")
        for line in wrapped(page, words.format(map=parts, reserve=reserve), 3.9, AID[0] - 34.0):
            page.text((34.0, y), line, 3.9, INK, "Times-Roman", "left")
            y += 5.0
        y += 3.6
    for line in wrapped(page, contents, 3.9, AID[0] - 34.0):
        page.text((34.0, y), line, 3.9, PALE, "Times-Italic", "left")
        y += 5.0
    _ruler(page.placed(AID[0] / 2 - 50.0, y + 14.0))
    _figures(page.placed(0.0, y + 34.0), pack)


def _ruler(sheet: Sheet) -> None:
    sheet.stroke([(0.0, 0.0), (100.0, 0.0)], INK, 0.3)
    for k in range(11):
        sheet.stroke([(10.0 * k, 0.0), (10.0 * k, -3.0 if k % 5 else -4.6)], INK, 0.2)
    sheet.text((50.0, 5.0), "100 mm", 3.4, INK, "Times-Roman")


def _figures(sheet: Sheet, pack: StarfarersPack) -> None:
    star_map = StarMap(pack.map)
    words = (
        f"{len(star_map.systems)} systems, {sum(star_map.home)} of them home systems; {len(star_map.points)} outposts; "
        f"{len(star_map.hexes)} hexagons, {star_map.corners} corners; {len(pack.tokens)} tokens; "
        f"{len(pack.encounters)} encounter cards; {len(pack.friendship)} friendship cards."
    )
    for n, line in enumerate(wrapped(sheet, words, 3.6, AID[0])):
        sheet.text((AID[0] / 2, 5.0 * n), line, 3.6, PALE, "Times-Roman")
