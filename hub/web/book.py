"""Pages of a print-out: millimetres from the top left corner, words that fit, and only letters that the fonts have."""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

import segno

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

MM: Final = 72 / 25.4
PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Name of a paper -> width and height, mm."""
LETTER_REGIONS: Final = frozenset(
    ("US", "CA", "MX", "GT", "SV", "HN", "NI", "CR", "PA", "CO", "VE", "CL", "PH", "PR", "DO")
)
"""Where offices print on Letter (Unicode CLDR, `paperSize`)."""
EDGE: Final = 15.0
INK: Final = "#10162D"
FAINT: Final = "#5B6583"
GOLD: Final = "#B27A00"
REGULAR: Final = "Inter"
BOLD: Final = "Inter SemiBold"
SMALLER: Final = (1.0, 0.85, 0.7)
"""What long words may shrink to before they go on in another line, and are cut at last."""

PARTS: Final = re.compile(r"[^\s-]*-|[^\s-]+\s*|\s+")
"""Between these a line may end: after hyphens and spaces."""


def paper_for(accepted: str, wanted: str | None = None) -> tuple[float, float]:
    """The paper that was asked for by name, else the one of the first region of an Accept-Language header.

    >>> paper_for("en-US,en;q=0.9"), paper_for("de"), paper_for("en-US", "a4")
    ((215.9, 279.4), (210.0, 297.0), (210.0, 297.0))
    """
    if wanted in PAPERS:
        return PAPERS[str(wanted)]
    region = accepted.partition(",")[0].partition(";")[0].strip().upper().rpartition("-")[2]
    return PAPERS["letter" if region in LETTER_REGIONS else "a4"]


def legible(text: str, otherwise: str = "") -> str:
    """A text in letters that the fonts have: without accents or signs they lack; `otherwise` where nothing remains."""
    words = unicodedata.normalize("NFC", text).split()
    kept = " ".join(filter(None, ("".join(map(_nearest, word)) for word in words)))
    return kept if any(letter.isalnum() for letter in kept) else otherwise


def _nearest(letter: str) -> str:
    if _known(letter):
        return letter
    return "".join(part for part in unicodedata.normalize("NFKD", letter) if _known(part) and part.isalnum())


def _known(letter: str) -> bool:
    """Whether the fonts have the letter; invisible ones (joiners, marks of direction) count as none."""
    from reportlab.pdfbase import pdfmetrics

    register()
    drawn = unicodedata.category(letter) not in ("Cf", "Mn", "Me")
    return drawn and ord(letter) in pdfmetrics.getFont(REGULAR).face.charToGlyph


class Book:
    """Pages of one paper; a new one begins where the last is full. `running`: what its later pages say above."""

    def __init__(self, title: str, paper: tuple[float, float] = PAPERS["a4"], *, landscape: bool = False) -> None:
        from reportlab.pdfgen.canvas import Canvas

        register()
        self._out = io.BytesIO()
        self.width, self.height = paper[::-1] if landscape else paper
        self._canvas: Canvas = Canvas(self._out, pagesize=(self.width * MM, self.height * MM), pageCompression=1)
        self._canvas.setTitle(title)
        self._canvas.setCreator("Planisphere")
        self._running: tuple[str, str] | None = None
        self._page = 1
        self._top = self._y = EDGE
        self._column, self._columns = 0, 1

    def __enter__(self) -> Book:
        return self

    def __exit__(self, *_: object) -> None:
        self._out.close()

    def data(self) -> bytes:
        """The file."""
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
        """Leave some room."""
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
        found, _ = self._set(text, size, self.room if room is None else room, BOLD if bold else REGULAR, 2)
        return size * 0.58 + (len(found) - 1) * size * 0.44

    def row(self, cells: Sequence[str], stops: Sequence[float], size: float, colour: str = INK) -> bool:
        """One row of a table: two columns from the left, the others to their stops from the right; whether it begins
        a page."""
        turned = self.need(8)
        self._y += 8
        for place, (text, stop) in enumerate(zip(cells, stops, strict=True)):
            if place == 1:
                room = stops[2] - 16 - stop
                points = size if len(self._broken(legible(text), size, room, REGULAR)) == 1 else min(size, 9)
                two = len(self._broken(legible(text), points, room, REGULAR)) > 1
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
        most: int = 1, middle: bool = False,
    ) -> float:  # fmt: skip
        """The same in up to `most` lines, below each other; how far the last is below the first, mm."""
        font = BOLD if bold else REGULAR
        found, fitted = self._set(text, size, room, font, most)
        step = fitted * 0.44
        with self._styled(font, fitted, colour) as canvas:
            draw = canvas.drawCentredString if middle else canvas.drawString
            for number, words in enumerate(found):
                draw(x * MM, (self.height - y - number * step) * MM, words)
        return (len(found) - 1) * step

    def right(self, x: float, y: float, text: str, size: float, room: float, colour: str = INK) -> None:
        """Text that ends at x."""
        found, fitted = self._set(text, size, room, REGULAR, 1)
        with self._styled(REGULAR, fitted, colour) as canvas:
            canvas.drawRightString(x * MM, (self.height - y) * MM, found[0])

    def centred(
        self, text: str, y: float, size: float, *, bold: bool = False, colour: str = INK, most: int = 1
    ) -> float:
        """Text in the middle of the page, in up to `most` lines; how far the last is below the first, mm."""
        room = self.width - 60
        return self.lines(self.width / 2, y, text, size, room, bold=bold, colour=colour, most=most, middle=True)

    def _set(self, text: str, size: float, room: float, font: str, most: int) -> tuple[list[str], float]:
        """The lines that a text is set in, and their size."""
        text, fitted, found = legible(text), size, [""]
        longest = max(PARTS.findall(text), key=len, default="").rstrip()
        for torn in (False, True):
            for share in (*SMALLER, 0.6) if most == 1 else SMALLER:
                fitted = size * share
                found = self._broken(text, fitted, room, font)
                if len(found) <= most and (torn or self._wide(longest, font, fitted) <= room):
                    return found or [""], fitted
        last = found[most - 1] + " …"
        while len(last) > 1 and self._wide(last, font, fitted) > room:
            last = last[:-2].rstrip() + "…"
        return [*found[: most - 1], last], fitted

    def _broken(self, text: str, size: float, room: float, font: str) -> list[str]:
        """Lines that fit, broken after spaces and hyphens, inside a word only where it is wider than a line."""
        found, line = [], ""
        for part in PARTS.findall(text):
            if line and self._wide((line + part).rstrip(), font, size) > room:
                found.append(line.rstrip())
                line = ""
            while self._wide(part.rstrip(), font, size) > room:
                fits = len(part) - 1
                while fits > 1 and self._wide(part[:fits], font, size) > room:
                    fits -= 1
                found.append(part[:fits])
                part = part[fits:]
            line += part
        return [*found, line.rstrip()] if line.strip() else found

    def _wide(self, text: str, font: str, size: float) -> float:
        found: float = self._canvas.stringWidth(text, font, size) / MM
        return found

    @contextmanager
    def _styled(self, font: str, size: float, colour: str) -> Iterator[Any]:
        self._canvas.setFont(font, size)
        self._canvas.setFillColor(colour)
        yield self._canvas

    # Shapes ---------------------------------------------------------------------------------------------------------

    def box(self, x: float, y: float, width: float, height: float) -> None:
        """A thin line to cut along."""
        self._canvas.setStrokeColor(FAINT)
        self._canvas.setLineWidth(0.2 * MM)
        self._canvas.rect(x * MM, (self.height - y - height) * MM, width * MM, height * MM)

    def rule(self, a: tuple[float, float], b: tuple[float, float], colour: str = GOLD, width: float = 0.3) -> None:
        """A straight line."""
        self._canvas.setStrokeColor(colour)
        self._canvas.setLineWidth(width * MM)
        self._canvas.line(a[0] * MM, (self.height - a[1]) * MM, b[0] * MM, (self.height - b[1]) * MM)

    def star(self, x: float, y: float, size: float) -> None:
        """A star about (x, y)."""
        with self._styled(REGULAR, size, GOLD) as canvas:
            canvas.drawCentredString(x * MM, (self.height - y - size * 0.13) * MM, "★")

    def frame(self) -> None:
        """A certificate's edge: two lines, and a star in every corner."""
        self._canvas.setStrokeColor(GOLD)
        for inset, width in ((10, 1.0), (13, 0.3)):
            self._canvas.setLineWidth(width * MM)
            sides = (self.width - 2 * inset) * MM, (self.height - 2 * inset) * MM
            self._canvas.rect(inset * MM, inset * MM, *sides)
        for x in (20.0, self.width - 20):
            for y in (20.0, self.height - 20):
                self.star(x, y, 22)

    def qr(self, content: str, x: float, y: float, side: float) -> None:
        """A QR code, black on white."""
        matrix = segno.make(content, error="m").matrix
        step = side / len(matrix)
        self._canvas.setFillColor("#000000")
        for row, cells in enumerate(matrix):
            for column, cell in enumerate(cells):
                if cell:
                    place = ((x + column * step) * MM, (self.height - y - (row + 1) * step) * MM)
                    self._canvas.rect(*place, step * MM, step * MM, stroke=0, fill=1)


def register() -> None:
    """Make the fonts known to reportlab."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    known = pdfmetrics.getRegisteredFontNames()
    folder = resources.files("hub") / "fonts"
    for name, file in ((REGULAR, "Inter-Regular.ttf"), (BOLD, "Inter-SemiBold.ttf")):
        if name not in known:
            pdfmetrics.registerFont(TTFont(name, str(folder / file)))
