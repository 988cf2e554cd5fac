"""Small pieces to cut out, cards and tiles: a grid a page, fronts and backs facing each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from engines.layout import XY
from paper.formats import Paper
from paper.outlines import polar, rectangle, rounded
from paper.sheet import Sheet
from planisphere.sheets.look import CUT, INK, Look

WIDTH: Final = 47.0
HEIGHT: Final = 62.0
COLUMNS: Final = 4
ROWS: Final = 4
Draw = Callable[[Sheet, Look], None]


class Piece(msgspec.Struct, frozen=True):
    """One cell of the grid: what is on its front and on its back. `name` says which component it is."""

    name: str
    front: Draw
    back: Draw


def sheets_of(all_pieces: list[Piece]) -> list[list[Piece]]:
    """The pieces, a page's worth at a time."""
    count = COLUMNS * ROWS
    return [all_pieces[k : k + count] for k in range(0, len(all_pieces), count)]


def cell(paper: Paper, index: int, back: bool) -> XY:
    """The top left corner of a piece on the paper; backs lie mirrored for a flip over the long edge."""
    row, column = divmod(index, COLUMNS)
    if back:
        column = COLUMNS - 1 - column
    left, top = (paper.width - COLUMNS * WIDTH) / 2, (paper.height - ROWS * HEIGHT) / 2
    return left + column * WIDTH, top + row * HEIGHT


def draw_grid(sheet: Sheet, look: Look, page: list[Piece], back: bool) -> None:
    """One page of fronts or backs with its cut marks."""
    for index, piece in enumerate(page):
        (piece.back if back else piece.front)(sheet.placed(*cell(sheet.paper, index, back)), look)
    _cut_marks(sheet)


def _cut_marks(sheet: Sheet, length: float = 3.4, gap: float = 1.5) -> None:
    """Short lines outside the grid at every cut."""
    paper = sheet.paper
    left, top = cell(paper, 0, back=False)
    right, bottom = left + COLUMNS * WIDTH, top + ROWS * HEIGHT
    for k in range(COLUMNS + 1):
        x = left + k * WIDTH
        for start, end in ((top - gap, top - gap - length), (bottom + gap, bottom + gap + length)):
            sheet.stroke([(x, start), (x, end)], INK, 0.15)
    for k in range(ROWS + 1):
        y = top + k * HEIGHT
        for start, end in ((left - gap, left - gap - length), (right + gap, right + gap + length)):
            sheet.stroke([(start, y), (end, y)], INK, 0.15)


def draw_ground(sheet: Sheet, look: Look) -> None:
    """The ground and border of a tile; its edge is a faint cut line."""
    sheet.shape(rectangle(0.0, 0.0, WIDTH, HEIGHT), fill=look.paper, line=CUT, width=0.1)
    sheet.shape(rounded(2.2, 2.2, WIDTH - 4.4, HEIGHT - 4.4, 3.0), line=INK, width=0.35)
    sheet.shape(rounded(3.0, 3.0, WIDTH - 6.0, HEIGHT - 6.0, 2.4), line=INK, width=0.12)


def on_medal(look: Look) -> str:
    """The ink of what stands on a medal."""
    return "#FFFFFF" if look.name == "night" else INK


def draw_medal(sheet: Sheet, look: Look) -> None:
    """A little planisphere: a round sky with an hour ring; the origin is its middle."""
    sheet.circle((0.0, 0.0), 15.0, fill=look.sky, line=INK, width=0.3)
    sheet.circle((0.0, 0.0), 18.2, line=INK, width=0.2)
    for k in range(72):
        sheet.stroke([polar(15.8 if k % 6 == 0 else 16.8, k * 5.0), polar(18.2, k * 5.0)], INK, 0.15)
    sheet.circle((0.0, 0.0), 13.4, line=look.ring, width=0.15, dash=(0.3, 1.0))
