"""The player aid: the piece that is cut from the frame's window, printed with a summary of the rules."""

from __future__ import annotations

from typing import Final

from planisphere.sheets.look import INK, PALE
from planisphere.sheets.paper import Sheet

ROUND: Final = (
    ("1", "Choose a size", ("The first player picks a size.", "Everyone reveals a tile of that size.")),
    (
        "2",
        "Draw",
        (
            "On stars fully in view. Turn the pattern freely,",
            "never mirror it. No lines cross, no star is used twice,",
            "Polaris never. For each star you leave out, cross off",
            "one 3-point star.",
        ),
    ),
    (
        "3",
        "Score",
        (
            "Stars of this tile's type: its value each.",
            "Stars of the previous tile's type: its value each.",
            "Lines between the two types: both values together.",
        ),
    ),
    ("4", "Turn", ("Disc to the next numeral, clockwise. Flip the tile.", "The marker goes to whoever scored least.")),
)
END: Final = (
    ("3", "each star not crossed off"),
    ("+", "the points of six rounds"),
    ("1", "each central star used"),
    ("2", "each line across the axis"),
    ("3", "each ringed rim star used"),
)


def draw_player_aid(sheet: Sheet) -> None:
    """The summary, Polaris at the sheet's origin, within the window's outline."""
    sheet.text((0.0, -60.0), "SIX ROUNDS", 4.6, INK, "Times-Bold", spacing=1.2)
    y = -50.0
    for number, title, lines in ROUND:
        sheet.circle((-38.0, y - 1.3), 3.3, line=INK, width=0.35)
        sheet.text((-38.0, y), number, 4.2, INK, "Times-Bold")
        sheet.text((-32.0, y), title, 4.4, INK, "Times-Bold", "left")
        for words in lines:
            y += 4.4
            sheet.text((-32.0, y), words, 3.4, INK, "Times-Roman", "left")
        y += 7.6
    _end(sheet, y + 1.0)


def _end(sheet: Sheet, top: float) -> None:
    sheet.stroke([(-40.0, top - 5.0), (40.0, top - 5.0)], PALE, 0.2)
    sheet.text((0.0, top), "THEN COUNT", 3.8, INK, "Times-Bold", spacing=0.9)
    for k, (points, words) in enumerate(END):
        x, y = (-50.0, 12.0)[k // 3], top + 6.0 + 5.0 * (k % 3)
        sheet.text((x, y), points, 4.0, INK, "Times-Bold")
        sheet.text((x + 3.5, y), words, 3.4, INK, "Times-Roman", "left")
