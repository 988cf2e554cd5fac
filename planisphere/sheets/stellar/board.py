"""Draws a telescope board in two halves that fit A4 and Letter, with its slots and corner markers."""

from __future__ import annotations

from typing import Final

from engines.stellar.glyphs import (
    CARD_HEIGHT,
    CARD_WIDTH,
    MARKER_SIZE,
    SLOT_GAP,
    TELESCOPE_TOP,
    telescope_markers,
    telescope_size,
    telescope_slots,
)
from paper.outlines import rectangle
from paper.sheet import Sheet
from planisphere.sheets.look import CUT, INK, PALE, Look
from planisphere.sheets.markers import draw_marker

HALVES: Final = ("upper", "lower")
UPPER_ROWS: Final = 3
TAB: Final = 8.0
"""Overlap (mm) of the upper half below the lower one."""
QUIET: Final = 2.0
"""White around a marker."""
Rows = tuple[tuple[int, ...], ...]


def split_at() -> float:
    """Where the board is cut, mm from its upper edge: in the gap below the third row."""
    return TELESCOPE_TOP + UPPER_ROWS * (CARD_HEIGHT + SLOT_GAP) - SLOT_GAP / 2


def draw_half(sheet: Sheet, rows: Rows, half: str, look: Look) -> None:
    """One half of the board in the middle of the page."""
    width, height = telescope_size(rows)
    cut = split_at()
    top, bottom = (0.0, cut) if half == "upper" else (cut, height)
    left = (sheet.paper.width - width) / 2
    board = sheet.placed(left, (sheet.paper.height - (bottom - top)) / 2 - top)
    if half == "upper":
        board.shape(rectangle(4.0, cut, width - 8.0, TAB), line=PALE, width=0.15, dash=(1.0, 1.0))
        board.text((width / 2, cut + 5.2), "tab: under the lower half", 2.8, PALE, "Times-Italic")
    board.shape(rectangle(0.0, top, width, bottom - top), fill=look.paper, line=CUT, width=0.1)
    for slot, (x, y) in telescope_slots(rows).items():
        if top <= y < bottom:
            _slot(board, slot, x, y)
    for number, (x, y) in telescope_markers(rows).items():
        if top <= y < bottom:
            _marker(board, int(number), x, y)


def _slot(board: Sheet, slot: int, x: float, y: float) -> None:
    board.shape(rectangle(x, y, CARD_WIDTH, CARD_HEIGHT), line=INK, width=0.4)
    board.circle((x + CARD_WIDTH / 2, y + CARD_HEIGHT / 2), CARD_WIDTH * 0.2, line=PALE, width=0.3)
    board.text((x + 5.5, y + CARD_HEIGHT - 4.0), str(slot), 6.0, INK, "Times-Bold")


def _marker(board: Sheet, number: int, x: float, y: float) -> None:
    """A marker with white around it."""
    white = MARKER_SIZE + 2 * QUIET
    board.shape(rectangle(x - QUIET, y - QUIET, white, white), fill="#FFFFFF")
    draw_marker(board.placed(x, y), "DICT_4X4_50", number, MARKER_SIZE)
