"""The assembly guide: what to cut from what, how it goes together, what the signs mean, and a ruler."""

from __future__ import annotations

from typing import Final

from engines.glyphs import FRAME, HILLS
from engines.layout import XY, StarDiscLayout
from paper.outlines import polar, rectangle
from paper.sheet import Sheet
from planisphere.sheets.head import SPAN, draw_head, text_block
from planisphere.sheets.look import CUT, FAINT, INK, Look, star_on_paper, three_point_star
from planisphere.sheets.star_explorer.board import draw_frame, draw_spacer, thumb
from planisphere.sheets.star_explorer.disc import draw_disc
from planisphere.sheets.star_explorer.house_board import BOARD, DISC

STEPS: Final = (
    (
        "Print",
        (
            "At 100 %, never fitted to the page. The tiles: both sides, flipped over the long edge; or glue",
            "two prints back to back. Everything else on one side.",
        ),
    ),
    (
        "Glue",
        (
            "Frame, middle and disc, each to card of 1.5 mm. Under the middle, one more blank sheet: it gives",
            "the disc air. Clear film over disc and frame: then pens for whiteboards or windows wipe off.",
        ),
    ),
    (
        "Cut",
        (
            "The frame: outline, window, notch. The piece from the window is the player aid.",
            "The middle: outline and pocket; the piece from the pocket is large enough for the disc.",
            "The base: bare card with the middle's outline and, instead of the pocket, the dashed half-moon.",
        ),
    ),
    (
        "Join",
        (
            "Base, middle, frame: flush at the bottom and the sides, no glue in the pocket. The disc then lies",
            "1.7 mm below the face of the frame, which is what the camera expects.",
        ),
    ),
    (
        "Slide in",
        (
            "The disc from the top, numeral I at the arrow. Take it by its rim, through notch and half-moon,",
            "to turn it clockwise to the next numeral.",
        ),
    ),
)
NEEDED: Final = "You need: card of 1.5 mm, three sheets a board; glue; a sharp knife; clear film; a {pen} pen a player."
TYPES: Final = (("red", "red: round"), ("white", "white: four rays"), ("yellow", "yellow: five"), ("blue", "blue: six"))


def draw_guide(sheet: Sheet, layout: StarDiscLayout, look: Look, counts: str) -> None:
    """The first page: sizes, layers, steps. `counts`: which pages follow, in one line."""
    part = draw_head(sheet, "the house pack for Star Explorer", counts)
    for k, (name, x) in enumerate((("base", 0.0), ("middle", 47.0), ("disc", 94.0), ("frame", 142.0))):
        part.text((x + 20.0, 48.0), f"{k + 1}  {name}", 4.2, INK, "Times-Bold")
    _layers(part, layout, look)
    _section(part.placed(0.0, 118.0))
    part.text((0.0, 160.0), NEEDED.format(pen=look.pen), 3.9, INK, "Times-Italic", "left")
    _steps(part, 172.0)


def _layers(part: Sheet, layout: StarDiscLayout, look: Look) -> None:
    """The four layers, small, from the lowest to the highest."""
    scale = 40.0 / BOARD.width
    base = part.placed(0.0, 52.0, scale=scale)
    base.shape(rectangle(0.0, 0.0, BOARD.width, BOARD.height), thumb(), fill="#E6DCC8", line=INK, width=1.0)
    draw_spacer(part.placed(47.0, 52.0, scale=scale))
    draw_disc(part.placed(114.0, 52.0 + scale * DISC.centre[1], scale=scale), layout, look)
    draw_frame(part.placed(142.0, 52.0, scale=scale), layout, look, aid=False)


def _section(sheet: Sheet) -> None:
    """The board cut across, thickness drawn four times as large."""
    tall, y = 6.0, 4.0
    sheet.shape(rectangle(20.0, y + 2 * tall + 0.8, 110.0, tall), fill="#E6DCC8", line=INK, width=0.25)
    for x in (20.0, 122.0):
        sheet.shape(rectangle(x, y + tall, 8.0, tall + 0.8), fill="#CDBF9F", line=INK, width=0.25)
    sheet.shape(rectangle(29.0, y + tall + 0.8, 92.0, tall), fill=HILLS[1], line=INK, width=0.25)
    for x, width in ((20.0, 26.0), (104.0, 26.0)):
        sheet.shape(rectangle(x, y, width, tall), fill=FRAME, line=INK, width=0.25)
    for level in (y, y + tall + 0.8):
        sheet.stroke([(76.0, level), (88.0, level)], CUT, 0.2)
    sheet.stroke([(82.0, y), (82.0, y + tall + 0.8)], INK, 0.25)
    sheet.text((84.0, y + 5.0), "1.7 mm", 3.6, INK, "Times-Roman", "left")
    for words, level in (("frame, 1.6 mm with its print", y + 4.2), ("disc, 1.6 mm; middle, 1.7 mm", y + tall + 5.0),
                         ("base, any card", y + 2 * tall + 5.2)):  # fmt: skip
        sheet.text((134.0, level), words, 3.4, INK, "Times-Italic", "left")


def _steps(part: Sheet, top: float) -> None:
    y = top
    for number, (title, lines) in enumerate(STEPS, 1):
        part.circle((3.5, y - 1.3), 3.5, fill=INK)
        part.text((3.5, y), str(number), 4.2, "#FFFFFF", "Times-Bold")
        part.text((10.0, y), title, 4.6, INK, "Times-Bold", "left")
        for words in lines:
            part.text((31.0, y), words, 3.5, INK, "Times-Roman", "left")
            y += 4.7
        y += 4.6


# Signs ---------------------------------------------------------------------------------------------------------


def draw_signs(sheet: Sheet, layout: StarDiscLayout, look: Look) -> None:
    """The second page: what the signs on disc and board mean."""
    part = text_block(sheet)
    part.text((0.0, 8.0), "What the signs mean", 9.0, INK, "Times-Bold", "left")
    for k, (kind, words) in enumerate(TYPES):
        star_on_paper(part, kind, (6.0 + 46.0 * k, 22.0), 4.5)
        part.text((13.0 + 46.0 * k, 23.5), words, 4.0, INK, "Times-Roman", "left")
    scale = 0.68
    middle = (SPAN / 2 - 26.0, 104.0)
    draw_disc(part.placed(*middle, scale=scale), layout, look)
    for note, target, row in _callouts(layout):
        _callout(part, note, (middle[0] + scale * target[0], middle[1] + scale * target[1]), row)
    _board_signs(part, look, 186.0)


def _callouts(layout: StarDiscLayout) -> list[tuple[tuple[str, ...], XY, float]]:
    """Text, the place on the disc it speaks of (disc mm), and its height on the page."""
    rim = max((s for s in layout.stars if s.zone == "rim" and s.y < 0), key=lambda s: s.x - abs(s.y + 20))
    central = max((s for s in layout.stars if s.zone == "central"), key=lambda s: s.x + s.y)
    axis = polar(58.0, layout.axis.angle_deg + 90)
    numeral = polar(87.0, 17.0)
    return [
        (("Score circles of the round:", "this tile's stars, the previous", "tile's stars, the lines"), numeral, 44.0),
        (("Rim star, ringed:", "3 points at the end"), (rim.x, rim.y), 74.0),
        (("White axis: 2 points for", "each line across it"), axis, 128.0),
        (("Central star, in the pale", "circle: 1 point at the end"), (central.x, central.y), 146.0),
        (("Polaris: never used",), (0.0, 0.0), 101.0),
    ]


def _callout(part: Sheet, words: tuple[str, ...], target: XY, y: float) -> None:
    left = 134.0
    part.stroke([target, (left - 6.0, y - 1.2), (left - 1.0, y - 1.2)], "#FFFFFF", 1.3)
    part.stroke([target, (left - 6.0, y - 1.2), (left - 1.0, y - 1.2)], "#C2410C", 0.45)
    part.circle(target, 0.9, fill="#C2410C", line="#FFFFFF", width=0.25)
    for k, line in enumerate(words):
        part.text((left, y + 4.6 * k), line, 3.8, INK, "Times-Roman", "left")


def _board_signs(part: Sheet, look: Look, top: float) -> None:
    """The signs of the frame."""
    part.stroke([(0.0, top - 9.0), (SPAN, top - 9.0)], FAINT, 0.3)
    three_point_star(part, look, (8.0, top), 6.0)
    part.circle((8.0, top + 19.0), 6.0, line=INK, width=0.4)
    part.text((8.0, top + 20.6), "IV", 4.4, INK, "Times-Bold")
    part.shape(rectangle(2.5, top + 29.5, 11.0, 11.0), fill="#000000")
    part.shape(rectangle(4.7, top + 31.7, 3.3, 3.3), fill="#FFFFFF")
    part.shape(rectangle(8.0, top + 35.0, 3.3, 3.3), fill="#FFFFFF")
    for y, words in (
        (-1.2, "One of seven. Cross one off for each star of a tile that you leave out;"),
        (3.8, "each one left at the end is worth 3 points."),
        (20.4, "Write the round's points here, and their sum in the last field."),
        (36.4, "The camera finds the board by these four squares: keep them clean and in view."),
    ):
        part.text((18.0, top + y), words, 4.0, INK, "Times-Roman", "left")
