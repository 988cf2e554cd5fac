"""Pages of a print-out: words that flow down columns from page to page."""

from __future__ import annotations

import io
from collections.abc import Sequence

import segno

from paper.formats import PAPERS, Paper
from paper.outlines import rectangle
from paper.sheet import Anchor, Sheet, new_canvas
from paper.typeset import broken, legible, typeset

EDGE = 15.0
INK = "#10162D"
FAINT = "#5B6583"
GOLD = "#B27A00"


class Book:
    """Pages of one paper; a new one begins where the last is full. `running`: what its later pages say above."""

    def __init__(self, title: str, paper: Paper = PAPERS["a4"], *, landscape: bool = False) -> None:
        self._out = io.BytesIO()
        paper = paper.lying if landscape else paper
        self.width, self.height = paper.width, paper.height
        self._canvas = new_canvas(self._out, title, paper)
        self.sheet = Sheet(self._canvas, paper)
        self._running: tuple[str, str] | None = None
        self._page = 1
        self._top = self._y = EDGE
        self._column, self._columns = 0, 1

    def __enter__(self) -> Book:
        return self

    def __exit__(self, *_: object) -> None:
        self._out.close()

    def data(self) -> bytes:
        """The bytes of the PDF; nothing can be added after that."""
        self._canvas.showPage()
        self._canvas.save()
        return self._out.getvalue()

    # Where one is on the page ---------------------------------------------------------------------------------------

    @property
    def left(self) -> float:
        """Where the column begins, mm."""
        return EDGE + self._column * (self.room + 8)

    @property
    def room(self) -> float:
        """How wide the column is, mm."""
        return (self.width - 2 * EDGE - 8 * (self._columns - 1)) / self._columns

    def columns(self, count: int) -> None:
        """Go on in so many columns."""
        self._columns, self._column, self._top = count, 0, self._y

    def turn(self) -> None:
        """A new page, under the running title if there is one."""
        self._canvas.showPage()
        self._page += 1
        self._top = self._y = EDGE
        self._column = 0
        if self._running is not None:
            title, what = self._running
            self.at(EDGE, EDGE, title, 10, self.width - 2 * EDGE - 60, colour=FAINT)
            self.right(self.width - EDGE, EDGE, f"{what} · {self._page}", 10, 58, FAINT)
            self._top = self._y = EDGE + 5

    def need(self, room: float) -> bool:
        """A new column or page unless there is so much room left; whether it is a new page."""
        if self._y + room <= self.height - EDGE or self._y == self._top:
            return False
        if self._column + 1 < self._columns:
            self._column += 1
            self._y = self._top
            return False
        self.turn()
        return True

    def gap(self, room: float) -> None:
        """Leave that much room (mm) before what comes next."""
        self._y += room

    # Words ----------------------------------------------------------------------------------------------------------

    def heading(self, title: str, what: str) -> None:
        """The title of the first page, and what it is; later pages repeat both, small."""
        self._y += self.lines(EDGE, self._y + 8, title, 22, self.width - 2 * EDGE, bold=True, most=2) + 17
        self.at(EDGE, self._y, what, 15, self.width - 2 * EDGE, colour=FAINT)
        self._y += 8
        self._top = self._y
        self._running = title, what.partition(" (")[0]

    def entry(self, text: str, size: float, *, indent: float = 0.0, bold: bool = False, end: str = "") -> None:
        """Words below the last ones in the column, over two lines where they are long; `end` at its right edge."""
        room = self.room - indent - (14 if end else 0)
        height = self.height_of(text, size, room, bold=bold)
        self.need(height)
        y = self._y + size * 0.4
        self.lines(self.left + indent, y, text, size, room, bold=bold, most=2)
        if end:
            self.right(self.left + self.room, y, end, size, 14)
        self._y += height

    def height_of(self, text: str, size: float, room: float | None = None, *, bold: bool = False) -> float:
        """How much of a column an entry takes, mm."""
        found, _ = typeset(text, size, self.room if room is None else room, bold=bold, most=2)
        return size * 0.58 + (len(found) - 1) * size * 0.44

    def row(self, cells: Sequence[str], stops: Sequence[float], size: float, colour: str = INK) -> bool:
        """One row of a table: two columns from the left, the others to their stops from the right; whether it begins
        a page."""
        turned = self.need(8)
        self._y += 8
        for place, (text, stop) in enumerate(zip(cells, stops, strict=True)):
            if place == 1:
                room = stops[2] - 16 - stop
                points = size if len(broken(legible(text), size, room)) == 1 else min(size, 9)
                two = len(broken(legible(text), points, room)) > 1
                self.lines(stop, self._y - (2.6 if two else 0), text, points, room, colour=colour, most=2)
            elif place < 2:
                self.at(stop, self._y, text, size, 14, colour=colour)
            else:
                self.right(stop, self._y, text, size, 20, colour)
        return turned

    def at(
        self, x: float, y: float, text: str, size: float, room: float, *, bold: bool = False, colour: str = INK
    ) -> None:
        """Text with its base line at (x, y), made smaller and then cut to `room` mm."""
        self.lines(x, y, text, size, room, bold=bold, colour=colour)

    def lines(
        self, x: float, y: float, text: str, size: float, room: float, *, bold: bool = False, colour: str = INK,
        most: int = 1, anchor: Anchor = "left",
    ) -> float:  # fmt: skip
        """The same in up to `most` lines, below each other; how far the last is below the first, mm."""
        return self.sheet.write((x, y), text, size, bold=bold, colour=colour, anchor=anchor, room=room, most=most)

    def right(self, x: float, y: float, text: str, size: float, room: float, colour: str = INK) -> None:
        """Words that end at x (mm); see `lines`."""
        self.lines(x, y, text, size, room, colour=colour, anchor="right")

    def centred(
        self, text: str, y: float, size: float, *, bold: bool = False, colour: str = INK, most: int = 1
    ) -> float:
        """Text in the middle of the page, in up to `most` lines; how far the last is below the first, mm."""
        room = self.width - 60
        return self.lines(self.width / 2, y, text, size, room, bold=bold, colour=colour, most=most, anchor="middle")

    # Shapes ---------------------------------------------------------------------------------------------------------

    def box(self, x: float, y: float, width: float, height: float) -> None:
        """A thin line to cut along."""
        self.sheet.shape(rectangle(x, y, width, height), line=FAINT)

    def rule(self, a: tuple[float, float], b: tuple[float, float], colour: str = GOLD, width: float = 0.3) -> None:
        """A straight line from a to b (mm)."""
        self.sheet.stroke((a, b), colour, width)

    def star(self, x: float, y: float, size: float) -> None:
        """A star about (x, y)."""
        self.sheet.write((x, y + size * 0.13), "★", size, colour=GOLD, anchor="middle")

    def frame(self) -> None:
        """A certificate's edge: two lines, and a star in every corner."""
        for inset, width in ((10.0, 1.0), (13.0, 0.3)):
            inner = rectangle(inset, inset, self.width - 2 * inset, self.height - 2 * inset)
            self.sheet.shape(inner, line=GOLD, width=width)
        for x in (20.0, self.width - 20):
            for y in (20.0, self.height - 20):
                self.star(x, y, 22)

    def qr(self, content: str, x: float, y: float, side: float) -> None:
        """A QR code, black on white."""
        matrix = segno.make(content, error="m").matrix
        step = side / len(matrix)
        dark = [(row, column) for row, cells in enumerate(matrix) for column, cell in enumerate(cells) if cell]
        squares = [rectangle(x + column * step, y + row * step, step, step) for row, column in dark]
        self.sheet.shape(*squares, fill="#000000")
