"""A ruler that shows whether a page was printed true to size."""

from __future__ import annotations

from typing import Final

from paper.sheet import Sheet
from planisphere.sheets.look import INK

SPAN: Final = 182.0
"""The width of the text, centred on the paper."""
RULER: Final = 100.0


def draw_ruler(sheet: Sheet) -> None:
    """A line of exactly 100 mm with a tick each millimetre; it begins at the sheet's origin."""
    sheet.stroke([(0.0, 0.0), (RULER, 0.0)], INK, 0.25)
    for k in range(int(RULER) + 1):
        length = 5.0 if k % 10 == 0 else 3.5 if k % 5 == 0 else 2.0
        sheet.stroke([(float(k), 0.0), (float(k), length)], INK, 0.15)
    for k in range(0, int(RULER) + 1, 10):
        sheet.text((float(k), 8.6), str(k), 3.0, INK)
    sheet.text((RULER + 8.0, 1.5), "This ruler must measure 100 mm on paper.", 3.6, INK, "Times-Bold", "left")
    sheet.text((RULER + 8.0, 6.3), 'If not: print again with "actual size".', 3.6, INK, "Times-Roman", "left")
