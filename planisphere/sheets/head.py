"""The head of a guide: what is printed, and a ruler that shows whether it is true to size."""

from __future__ import annotations

from typing import Final

from paper.sheet import Sheet
from planisphere.sheets.look import INK, PALE

SPAN: Final = 182.0
"""The width of the text, centred on the paper."""
RULER: Final = 100.0


def text_block(sheet: Sheet) -> Sheet:
    """Where the text of a guide begins, centred on the paper."""
    return sheet.placed((sheet.paper.width - SPAN) / 2, 12.0)


def draw_head(sheet: Sheet, pack: str, counts: str) -> Sheet:
    """Which pack it is, which pages follow (`counts`), and the ruler; the text block, to go on in."""
    part = text_block(sheet)
    part.text((0.0, 8.0), "Print and play", 9.0, INK, "Times-Bold", "left")
    part.text((SPAN, 8.0), pack, 5.0, PALE, "Times-Italic", "right")
    part.text((0.0, 15.0), counts, 3.6, INK, "Times-Roman", "left")
    _ruler(part.placed(0.0, 22.0))
    return part


def _ruler(sheet: Sheet) -> None:
    """A line of exactly 100 mm with a tick each millimetre; it begins at the sheet's origin."""
    sheet.stroke([(0.0, 0.0), (RULER, 0.0)], INK, 0.25)
    for k in range(int(RULER) + 1):
        length = 5.0 if k % 10 == 0 else 3.5 if k % 5 == 0 else 2.0
        sheet.stroke([(float(k), 0.0), (float(k), length)], INK, 0.15)
    for k in range(0, int(RULER) + 1, 10):
        sheet.text((float(k), 8.6), str(k), 3.0, INK)
    sheet.text((RULER + 8.0, 1.5), "This ruler must measure 100 mm on paper.", 3.6, INK, "Times-Bold", "left")
    sheet.text((RULER + 8.0, 6.3), 'If not: print again with "actual size".', 3.6, INK, "Times-Roman", "left")
