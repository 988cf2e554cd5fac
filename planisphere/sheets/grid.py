"""Small pieces to cut out, cards and tiles: a grid a page, fronts and backs facing each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import msgspec

from engines.layout import XY
from paper.formats import Paper
from paper.outlines import polar, rectangle, rounded
from paper.sheet import Sheet
from planisphere.sheets.binding import Page
from planisphere.sheets.look import CUT, INK, Look

WIDTH: Final = 47.0
HEIGHT: Final = 62.0
COLUMNS: Final = 4
ROWS: Final = 4
GAP: Final = 1.5
"""Between a piece and its cut marks."""
Draw = Callable[[Sheet, Look], None]


class Piece(msgspec.Struct, frozen=True):
    """One cell of a grid: what is on its front and on its back. `name` says which component it is."""

    name: str
    front: Draw
    back: Draw


class Grid(msgspec.Struct, frozen=True):
    """A page of pieces of one size: columns, rows, how large a cell is, whether its cuts are marked."""

    columns: int
    rows: int
    cell: XY
    marked: bool = False

    def place(self, paper: Paper, index: int, back: bool) -> XY:
        """The top left corner of a cell; backs lie mirrored for a flip over the long edge."""
        row, column = divmod(index, self.columns)
        if back:
            column = self.columns - 1 - column
        left = (paper.width - self.columns * self.cell[0]) / 2
        top = (paper.height - self.rows * self.cell[1]) / 2
        return left + column * self.cell[0], top + row * self.cell[1]

    def sheets_of(self, pieces: Sequence[Piece]) -> list[Sequence[Piece]]:
        """The pieces, a page's worth at a time."""
        count = self.columns * self.rows
        return [pieces[k : k + count] for k in range(0, len(pieces), count)]

    def pages(self, name: str, pieces: Sequence[Piece], look: Look) -> list[Page]:
        """Fronts and backs of all pieces, page by page."""
        sheets = self.sheets_of(pieces)
        return [
            Page(f"{name}, {side}: sheet {n} of {len(sheets)}", partial(self._draw, look, page, side == "back"))
            for n, page in enumerate(sheets, 1)
            for side in ("front", "back")
        ]

    def _draw(self, look: Look, page: Sequence[Piece], back: bool, sheet: Sheet) -> None:
        for index, piece in enumerate(page):
            (piece.back if back else piece.front)(sheet.placed(*self.place(sheet.paper, index, back)), look)
        if self.marked:
            left, top = self.place(sheet.paper, 0, back=False)
            columns = [left + k * self.cell[0] for k in range(self.columns + 1)]
            draw_cut_marks(sheet, columns, [top + k * self.cell[1] for k in range(self.rows + 1)], 3.4)


TILES: Final = Grid(COLUMNS, ROWS, (WIDTH, HEIGHT), marked=True)
"""Tiles and cards of 47 by 62 mm."""


def draw_cut_marks(sheet: Sheet, xs: Sequence[float], ys: Sequence[float], length: float) -> None:
    """Short lines outside a grid, or a single piece, at every cut."""
    (left, right), (top, bottom) = ((cuts[0] - GAP, cuts[-1] + GAP) for cuts in (xs, ys))
    for x in xs:
        for start, end in ((top, top - length), (bottom, bottom + length)):
            sheet.stroke([(x, start), (x, end)], INK, 0.15)
    for y in ys:
        for start, end in ((left, left - length), (right, right + length)):
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
