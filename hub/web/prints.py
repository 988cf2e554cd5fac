"""Print-outs of an evening as PDF: the seating for the wall, standings, certificates, players' slips."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

import segno
from starlette.requests import Request
from starlette.responses import Response

from hub import board, door
from hub.board import EventView, RoundView, StandingView
from hub.errors import Refused
from hub.web import words
from hub.web.pages import date, language_of, outside_address, store_of

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

MM: Final = 72 / 25.4
A4: Final = (210.0, 297.0)
EDGE: Final = 15.0
INK: Final = "#10162D"
FAINT: Final = "#5B6583"
GOLD: Final = "#B27A00"
REGULAR: Final = "Inter"
BOLD: Final = "Inter SemiBold"
Words = Callable[[str], str]


def printed(request: Request) -> Response:
    """The print-out of that name: `seating-ROUND`, `standings`, `certificates`, `slips`."""
    door.host_of(request)
    store, event = store_of(request), door.number(request, "event")
    view, name = board.event_view(store, event), str(request.path_params["name"])
    say = words.catalogue(language_of(request)).gettext
    kind, _, number = name.partition("-")
    if kind == "seating" and number.isascii() and number.isdigit() and len(number) < 6:
        data = seating(view, board.round_view(store, event, int(number)), say)
    elif name == "standings":
        data = standings(view, board.standings_view(store, event, provisional=False), say)
    elif name == "certificates":
        data = certificates(view, board.standings_view(store, event, provisional=False), say)
    elif name == "slips":
        data = slips(view, outside_address(request), say)
    else:
        raise Refused("not_found")
    headers = {"content-disposition": f'inline; filename="{name}.pdf"'}
    return Response(data, media_type="application/pdf", headers=headers)


def seating(view: EventView, shown: RoundView, say: Words) -> bytes:
    """Who sits where, table by table, large enough to be read on a wall."""
    with _Book(view.name) as book:
        book.heading(view.name, say("Round %(number)s") % {"number": shown.number})
        for table in shown.tables:
            book.need(9 + 8 * len(table.seats))
            book.line(say("Bye") if table.bye else say("Table %(number)s") % {"number": table.place}, 15, bold=True)
            for seat in table.seats:
                book.line(seat.name + ("  ★ " + say("begins") if seat.first and not table.bye else ""), 13, indent=8)
            book.gap(3)
        return book.data()


def standings(view: EventView, lines: Sequence[StandingView], say: Words) -> bytes:
    """The standings as a table."""
    heads = (say("Place"), say("Name"), say("Points"), say("Wins"), say("Opponents"), say("Share"), say("Games"))
    stops = (EDGE, 30.0, 118.0, 136.0, 158.0, 176.0, 195.0)
    with _Book(view.name) as book:
        book.heading(view.name, say("Standings"))
        book.columns(heads, stops, 10, colour=FAINT)
        for row in lines:
            line = row.line
            cells = (
                str(line.place), row.name, str(line.points), str(line.wins), f"{line.opposition:.2f}",
                f"{line.share:.2f}", str(line.played),
            )  # fmt: skip
            book.columns(cells, stops, 12)
        return book.data()


def certificates(view: EventView, lines: Sequence[StandingView], say: Words) -> bytes:
    """A page for each player, in landscape, with the place and a sky."""
    day = next((line.started_at for line in view.rounds if line.started_at is not None), view.created_at)
    with _Book(view.name, landscape=True) as book:
        for place, row in enumerate(lines):
            if place:
                book.turn()
            book.frame()
            book.centred(say("Certificate"), 62, 40, bold=True)
            book.centred(row.name, 100, 36, bold=True, colour=GOLD)
            what = say("Place %(place)s of %(all)s") % {"place": row.line.place, "all": len(lines)}
            book.centred(what, 122, 22)
            book.centred(f"{view.name} · {say(words.GAMES.get(view.game, view.game))}", 140, 16)
            book.centred(date(day), 152, 14, colour=FAINT)
        return book.data()


def slips(view: EventView, address: str, say: Words) -> bytes:
    """A slip for each player with the way to the player's own page; eight on a sheet, to be cut."""
    with _Book(view.name) as book:
        for place, player in enumerate(view.players):
            if place and place % 8 == 0:
                book.turn()
            x, y = EDGE + 92 * (place % 2), EDGE + 66 * (place % 8 // 2)
            book.box(x, y, 86, 60)
            book.qr(f"{address}/p/{player.key}", x + 4, y + 14, 40)
            book.at(x + 48, y + 26, f"{say('No.')} {player.number}", 18, 34, bold=True)
            book.at(x + 4, y + 9, player.name, 15, 78, bold=True)
            book.at(x + 48, y + 36, say("My table, my seat,"), 10, 34, colour=FAINT)
            book.at(x + 48, y + 41, say("my result"), 10, 34, colour=FAINT)
        return book.data()


class _Book:
    """Pages in millimetres from the top left corner; a new one begins where the last is full."""

    def __init__(self, title: str, *, landscape: bool = False) -> None:
        from reportlab.pdfgen.canvas import Canvas

        _register()
        self._out = io.BytesIO()
        self.width, self.height = (A4[1], A4[0]) if landscape else A4
        self._canvas: Canvas = Canvas(self._out, pagesize=(self.width * MM, self.height * MM), pageCompression=1)
        self._canvas.setTitle(title)
        self._canvas.setCreator("Planisphere")
        self._y = EDGE

    def __enter__(self) -> _Book:
        return self

    def __exit__(self, *_: object) -> None:
        self._out.close()

    def data(self) -> bytes:
        """The file."""
        self._canvas.showPage()
        self._canvas.save()
        return self._out.getvalue()

    def turn(self) -> None:
        """A new page."""
        self._canvas.showPage()
        self._y = EDGE

    def need(self, room: float) -> None:
        """A new page unless there is so much room left."""
        if self._y + room > self.height - EDGE and self._y > EDGE:
            self.turn()

    def gap(self, room: float) -> None:
        """Leave some room."""
        self._y += room

    def heading(self, title: str, what: str) -> None:
        """The page's title, and what it is."""
        self.at(EDGE, self._y + 8, title, 22, self.width - 2 * EDGE, bold=True)
        self.at(EDGE, self._y + 17, what, 15, self.width - 2 * EDGE, colour=FAINT)
        self._y += 25

    def line(self, text: str, size: float, *, indent: float = 0.0, bold: bool = False) -> None:
        """One line of text below the last."""
        step = size * 0.55
        self.need(step)
        self._y += step
        self.at(EDGE + indent, self._y, text, size, self.width - 2 * EDGE - indent, bold=bold)

    def columns(self, cells: Sequence[str], stops: Sequence[float], size: float, colour: str = INK) -> None:
        """One row: the first two columns from the left, the others to their stops from the right."""
        self.need(8)
        self._y += 8
        for place, (text, stop) in enumerate(zip(cells, stops, strict=True)):
            if place < 2:
                self.at(stop, self._y, text, size, 80 if place else 14, colour=colour)
            else:
                self.right(stop, self._y, text, size, 20, colour)

    def at(
        self, x: float, y: float, text: str, size: float, room: float, *, bold: bool = False, colour: str = INK
    ) -> None:
        """Text with its base line at (x, y), made smaller and then cut to `room` mm."""
        text, size = self._fitting(text, size, room, BOLD if bold else REGULAR)
        with self._styled(BOLD if bold else REGULAR, size, colour) as canvas:
            canvas.drawString(x * MM, (self.height - y) * MM, text)

    def right(self, x: float, y: float, text: str, size: float, room: float, colour: str) -> None:
        """Text that ends at x."""
        text, size = self._fitting(text, size, room, REGULAR)
        with self._styled(REGULAR, size, colour) as canvas:
            canvas.drawRightString(x * MM, (self.height - y) * MM, text)

    def centred(self, text: str, y: float, size: float, *, bold: bool = False, colour: str = INK) -> None:
        """Text in the middle of the page."""
        text, size = self._fitting(text, size, self.width - 60, BOLD if bold else REGULAR)
        with self._styled(BOLD if bold else REGULAR, size, colour) as canvas:
            canvas.drawCentredString(self.width / 2 * MM, (self.height - y) * MM, text)

    def _fitting(self, text: str, size: float, room: float, font: str) -> tuple[str, float]:
        text = "".join(letter if _known(letter) else "?" for letter in text)
        wide = self._canvas.stringWidth(text, font, size) / MM
        fitted = size if wide <= room else max(size * 0.6, size * room / wide)
        while len(text) > 1 and self._canvas.stringWidth(text, font, fitted) / MM > room:
            text = text[:-2] + "…"
        return text, fitted

    @contextmanager
    def _styled(self, font: str, size: float, colour: str) -> Iterator[Any]:
        self._canvas.setFont(font, size)
        self._canvas.setFillColor(colour)
        yield self._canvas

    def box(self, x: float, y: float, width: float, height: float) -> None:
        """A thin line to cut along."""
        self._canvas.setStrokeColor(FAINT)
        self._canvas.setLineWidth(0.2 * MM)
        self._canvas.rect(x * MM, (self.height - y - height) * MM, width * MM, height * MM)

    def frame(self) -> None:
        """A certificate's edge: two lines, and a star in every corner."""
        self._canvas.setStrokeColor(GOLD)
        for inset, width in ((10, 1.0), (13, 0.3)):
            self._canvas.setLineWidth(width * MM)
            sides = (self.width - 2 * inset) * MM, (self.height - 2 * inset) * MM
            self._canvas.rect(inset * MM, inset * MM, *sides)
        for x in (20.0, self.width - 20):
            for y in (24.0, self.height - 18):
                with self._styled(REGULAR, 22, GOLD) as canvas:
                    canvas.drawCentredString(x * MM, (self.height - y) * MM, "★")

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


def _register() -> None:
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    known = pdfmetrics.getRegisteredFontNames()
    folder = resources.files("hub") / "fonts"
    for name, file in ((REGULAR, "Inter-Regular.ttf"), (BOLD, "Inter-SemiBold.ttf")):
        if name not in known:
            pdfmetrics.registerFont(TTFont(name, str(folder / file)))


def _known(letter: str) -> bool:
    """Whether the fonts have the letter."""
    from reportlab.pdfbase import pdfmetrics

    return ord(letter) in pdfmetrics.getFont(REGULAR).face.charToGlyph
