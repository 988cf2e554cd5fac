"""Draws the card before which a mother ship stands while the camera looks at its balls."""

from __future__ import annotations

from typing import Final

from engines.starfarers.foot_card import AROUND, BALL, CARD, MARKERS, STAND, tube_of
from paper.outlines import rectangle
from paper.sheet import Sheet
from planisphere.sheets.look import CUT, INK, PALE
from planisphere.sheets.markers import draw_marker
from planisphere.sheets.starfarers.signs import wrapped

WORDS: Final = (
    "Stand the ship on the table close before this card, the clear tube in the middle, before the dashed frame."
)
ABOUT: Final = (
    "For a table whose camera sees the mother ship from the side. Cut the card out, fold a strip of card into a foot "
    "for it, and stand it upright on the table before the camera, its lower edge on the table. The ship stands on the "
    "table too, close before the card: all four markers, the tube and the bare paper to its right must be seen, and "
    "nothing but the ship may stand before the card. Seen a little from above or from one side, the tube may show up "
    "to {around:g} mm beside the frame. The paper must stay bare and white. The frame is right for balls of "
    "{ball:g} mm; where yours are of another size, write it into settings.toml: ball under [shaker]."
)


def draw_foot_card(sheet: Sheet) -> None:
    """The card in the middle of a page, and what to do with it."""
    left = (sheet.paper.width - CARD.width) / 2
    card = sheet.placed(left, 50.0)
    card.shape(rectangle(0.0, 0.0, CARD.width, CARD.height), fill="#FFFFFF", line=CUT, width=0.1)
    for name, (x, y) in MARKERS.at.items():
        draw_marker(card.placed(x, y), MARKERS.dictionary, int(name), MARKERS.size)
    card.shape(rectangle(*tube_of()), line=PALE, width=0.2, dash=(1.0, 1.0))
    for n, line in enumerate(wrapped(card, WORDS, 2.9, 52.0)):
        card.text((STAND[0], 8.0 + 3.8 * n), line, 2.9, INK, "Times-Italic")
    for n, line in enumerate(wrapped(sheet, ABOUT.format(ball=BALL, around=AROUND), 3.9, 160.0)):
        sheet.text((sheet.paper.width / 2, 50.0 + CARD.height + 14.0 + 5.0 * n), line, 3.9, INK, "Times-Roman")
