"""The player aid: the piece that is cut from the frame's window, printed with a summary of the rules."""

from __future__ import annotations

from typing import Final

from paper.sheet import Sheet
from planisphere.sheets.look import INK, PALE

ROUND: Final = (
    ("1", "Choose a size", ("The first player picks a size.", "Everyone reveals a tile of that size.")),
    (
        "2",
        "Draw",
        (
            "On stars fully in view. Turn the pattern",
            "freely, never mirror it. No lines cross, no star",
            "is used twice, Polaris never. For each star you",
            "leave out, cross off one 3-point star.",
        ),
    ),
    (
        "3",
        "Score",
        (
            "Stars of this tile's type: its value each.",
            "Stars of the previous type: its value each.",
            "Lines between the two: both values together.",
        ),
    ),
    ("4", "Turn", ("Disc on to the next numeral. Flip the tile.", "The marker goes to whoever scored least.")),
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
    sheet.text((0.0, -61.0), "SIX ROUNDS", 4.2, INK, "Times-Bold", spacing=1.2)
    y = -49.5
    for number, title, lines in ROUND:
        sheet.circle((-46.0, y - 1.2), 3.0, line=INK, width=0.35)
        sheet.text((-46.0, y + 0.1), number, 3.8, INK, "Times-Bold")
        sheet.text((-41.4, y), title, 4.2, INK, "Times-Bold", "left")
        for words in lines:
            y += 4.1
            sheet.text((-41.4, y), words, 3.2, INK, "Times-Roman", "left")
        y += 7.0
    _end(sheet)


def _end(sheet: Sheet) -> None:
    """The end of the game, beside the rounds."""
    sheet.stroke([(21.5, -31.0), (21.5, 8.0)], PALE, 0.2)
    sheet.text((43.0, -27.0), "THEN COUNT", 3.4, INK, "Times-Bold", spacing=0.7)
    for k, (points, words) in enumerate(END):
        y = -18.0 + 6.0 * k
        sheet.text((25.5, y), points, 4.0, INK, "Times-Bold")
        sheet.text((29.0, y), words, 3.2, INK, "Times-Roman", "left")
