"""The score sheet of a game on one A4 page: the pad with its receipts, and every player's sky."""

from __future__ import annotations

import io
import math
import unicodedata
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from engines.game import NATURE, Row
from engines.glyphs import (
    GOLD,
    NIGHT,
    POLARIS,
    POLARIS_GLYPH,
    STAR_COLOURS,
    STAR_COLOURS_ON_PAPER,
    STAR_GLYPHS,
    THREE_POINT_GLYPH,
)
from engines.layout import XY
from engines.pad import PADS
from engines.star_explorer.model import Drawing, StarExplorerState
from pi_app.i18n import _, roman
from pi_app.presenters.wing import wing_for
from pi_app.table import TableSession

Table = TableSession[Any, Any]
MM = 72 / 25.4
WIDTH, HEIGHT, EDGE = 210.0, 297.0, 15.0
LABELS = 31.0, 50.0
"""Least and greatest width of the column with the rows' names, mm."""
NARROW = 17.0
"""The least width of a player's column, mm."""
INK, GREY, RULE, SHADE = NIGHT, "#5B6583", "#C9CFDF", "#EEF1F8"
ROUND_COLOURS = ("#F6C945", "#74EBC0", "#FF9CCB", "#8FC7FF", "#FFA97A", "#C7A6FF")
"""Round -> colour of its lines on the sky; the numeral beside them says the same."""


class Page:
    """A page in millimetres from its top left corner, y down."""

    def __init__(self, out: io.BytesIO, heading: str) -> None:
        from reportlab.pdfgen.canvas import Canvas

        self.regular, self.bold = _fonts()
        self._canvas = Canvas(out, pagesize=(WIDTH * MM, HEIGHT * MM), pageCompression=1)
        self._canvas.setTitle(heading)
        self._canvas.setCreator("Planisphere")

    def save(self) -> None:
        """End the page and the file."""
        self._canvas.showPage()
        self._canvas.save()

    def text(
        self, x: float, y: float, words: str, size: float, *, bold: bool = False, colour: str = INK, align: str = "left"
    ) -> None:
        """Words with their base line at (x, y); `size` in points; `align` left, middle or right."""
        canvas = self._canvas
        canvas.setFont(self.bold if bold else self.regular, size)
        canvas.setFillColor(colour)
        draw = {"left": canvas.drawString, "middle": canvas.drawCentredString, "right": canvas.drawRightString}[align]
        draw(x * MM, (HEIGHT - y) * MM, words)

    def width(self, words: str, size: float, *, bold: bool = False) -> float:
        """How wide words are, mm."""
        found: float = self._canvas.stringWidth(words, self.bold if bold else self.regular, size) / MM
        return found

    def fitting(self, words: str, size: float, room: float, *, bold: bool = False) -> tuple[str, float]:
        """Words and size that fit into `room` mm: smaller first, down to two thirds, then cut."""
        least = size * 2 / 3
        wide = self.width(words, size, bold=bold)
        fitted = max(least, min(size, size * room / wide)) if wide else size
        while len(words) > 1 and self.width(words, fitted, bold=bold) > room:
            words = words[:-2] + "…"
        return words, fitted

    def legible(self, words: str, otherwise: str = "") -> str:
        """Words in letters that the font has, without signs it lacks; `otherwise` where nothing remains."""
        kept = "".join(letter for letter in unicodedata.normalize("NFC", words) if self._has(letter))
        return " ".join(kept.split()) if any(letter.isalnum() for letter in kept) else otherwise

    def _has(self, letter: str) -> bool:
        from reportlab.pdfbase import pdfmetrics

        glyphs = getattr(pdfmetrics.getFont(self.regular).face, "charToGlyph", None)
        known = ord(letter) in glyphs if glyphs is not None else ord(letter) < 256  # the built-in fonts: Latin 1
        return known and unicodedata.category(letter) not in ("Cf", "Mn", "Me")

    def line(self, a: XY, b: XY, colour: str = RULE, width: float = 0.25) -> None:
        """A straight line."""
        canvas = self._canvas
        canvas.setStrokeColor(colour)
        canvas.setLineWidth(width * MM)
        canvas.setLineCap(1)
        canvas.line(a[0] * MM, (HEIGHT - a[1]) * MM, b[0] * MM, (HEIGHT - b[1]) * MM)

    def box(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        """A filled rectangle."""
        self._canvas.setFillColor(colour)
        self._canvas.rect(x * MM, (HEIGHT - y - height) * MM, width * MM, height * MM, stroke=0, fill=1)

    def circle(self, x: float, y: float, radius: float, fill: str | None, stroke: str | None = None) -> None:
        """A circle."""
        canvas = self._canvas
        if fill:
            canvas.setFillColor(fill)
        if stroke:
            canvas.setStrokeColor(stroke)
            canvas.setLineWidth(0.3 * MM)
        canvas.circle(x * MM, (HEIGHT - y) * MM, radius * MM, stroke=int(bool(stroke)), fill=int(bool(fill)))

    def glyph(
        self, x: float, y: float, radius: float, outline: Sequence[XY], fill: str, edge: str | None = None
    ) -> None:
        """A star's outline (unit circle) about (x, y)."""
        path = self._canvas.beginPath()
        for place, (u, v) in enumerate(outline):
            point = ((x + u * radius) * MM, (HEIGHT - y - v * radius) * MM)
            path.moveTo(*point) if place == 0 else path.lineTo(*point)
        path.close()
        self._canvas.setFillColor(fill)
        if edge:
            self._canvas.setStrokeColor(edge)
            self._canvas.setLineWidth(0.15 * MM)
        self._canvas.drawPath(path, stroke=int(bool(edge)), fill=1)


def _fonts() -> tuple[str, str]:
    """Roboto from Kivy's wheel (Latin, Greek, Cyrillic); Helvetica where there is no Kivy."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    spec = find_spec("kivy")
    folders = [Path(folder) / "data" / "fonts" for folder in (spec.submodule_search_locations or [])] if spec else []
    for folder in folders:
        if (folder / "Roboto-Regular.ttf").is_file():
            for name in ("Roboto-Regular", "Roboto-Bold"):
                pdfmetrics.registerFont(TTFont(name, folder / f"{name}.ttf"))
            return "Roboto-Regular", "Roboto-Bold"
    return "Helvetica", "Helvetica-Bold"


def export_pdf(session: Table) -> bytes:
    """The page as a PDF, in the language in use."""
    from pi_app.export import title

    out = io.BytesIO()
    page = Page(out, title(session.header.game))
    _heading(page, session, title(session.header.game))
    below = _pad(page, session)
    if isinstance(session.state, StarExplorerState):
        below = _skies(page, session, below + 9)
    _accepted(page, session, below + 6)
    _footing(page, session)
    page.save()
    return out.getvalue()


def _heading(page: Page, session: Table, name: str) -> None:
    page.glyph(EDGE + 4, 19.5, 5, THREE_POINT_GLYPH, GOLD)
    page.text(EDGE + 12, 23, name, 24, bold=True)
    started = (session.header.started or "")[:16].replace("T", "  ")
    page.text(WIDTH - EDGE, 18, started, 10, colour=GREY, align="right")
    page.text(WIDTH - EDGE, 23, _("Game {n}").format(n=session.game_id), 10, colour=GREY, align="right")
    page.line((EDGE, 28), (WIDTH - EDGE, 28), GOLD, 0.6)


# The score pad -------------------------------------------------------------------------------------------------------


def _columns(session: Table, labels: float) -> list[tuple[float, float]]:
    """Left edge and width of each player's column, mm."""
    count = len(session.players)
    width = min(74.5, (WIDTH - 2 * EDGE - labels) / count)
    return [(EDGE + labels + width * seat, width) for seat in range(count)]


def _labels(page: Page, session: Table) -> float:
    """Width of the column with the rows' names, mm: as wide as they are, as long as the players' fit beside it."""
    wing = wing_for(session.header)
    wanted = 3 + max(page.width(wing.row_words(name), 9.5) for name in _rows(session))
    least, most = LABELS
    return max(least, min(wanted, most, WIDTH - 2 * EDGE - NARROW * len(session.players)))


def _names(page: Page, session: Table) -> tuple[str, ...]:
    """The players' names; the number of the seat for a name in letters that cannot be printed."""
    numbered = (_("Player {n}").format(n=seat) for seat in range(1, len(session.players) + 1))
    return tuple(map(page.legible, session.players, numbered))


def _rows(session: Table) -> tuple[str, ...]:
    """The rows of the game's pad; of those that few games have (a nova's), only what was scored."""
    scored = {row.row for player in session.sheet.players for row in player.rows if row.points}
    rare = {"constellation.9", "constellation.10"} - scored
    return tuple(row for row in PADS[session.header.game].rows if row not in rare)


def _pad(page: Page, session: Table) -> float:
    """The pad; returns where it ends (mm from the top)."""
    labels = _labels(page, session)
    sheet, columns = session.sheet, _columns(session, labels)
    right = columns[-1][0] + columns[-1][1]
    y = 31.0
    for player, name, (x, width) in zip(sheet.players, _names(page, session), columns, strict=True):
        _name(page, session.over and player.name in session.sheet.winners, name, (x, y, width))
    y += 9
    wing = wing_for(session.header)
    for name in _rows(session):
        height = 11.5 if name.startswith("round.") else 7.5
        page.line((EDGE, y), (right, y))
        page.text(EDGE, y + height / 2 + 1.2, *page.fitting(wing.row_words(name), 9.5, labels - 2), colour=GREY)
        for seat, (x, width) in enumerate(columns):
            _cell(page, session, seat, name, (x, y, width, height))
        y += height
    page.box(EDGE, y, right - EDGE, 10, SHADE)
    page.line((EDGE, y), (right, y), INK, 0.4)
    page.text(EDGE + 1.5, y + 6.8, _("Total"), 11, bold=True)
    for player, (x, width) in zip(sheet.players, columns, strict=True):
        page.text(x + width - 3, y + 7.2, str(player.total), 16, bold=True, align="right")
    if not any("fading" in player.tiebreak for player in sheet.players):
        return y + 10
    page.text(EDGE, y + 14.5, _("Fading stars"), 8, colour=GREY)
    for player, (x, width) in zip(sheet.players, columns, strict=True):
        page.text(x + width - 3, y + 14.5, str(player.tiebreak.get("fading", 0)), 8, colour=GREY, align="right")
    return y + 16


def _name(page: Page, wins: bool, name: str, place: tuple[float, float, float]) -> None:
    """A column's head: a name, smaller over two lines where it is long, and a star where it wins."""
    x, y, width = place
    room = width - (8 if wins else 3)
    lines, size = [name], 13.0
    if page.width(name, 10, bold=True) > room:
        first, _space, rest = name.partition(" ")
        found = [page.fitting(words, 8.5, room, bold=True) for words in (first, rest) if words]
        lines, size = [words for words, _size in found], min(size for _words, size in found)
    else:
        (lines[0], size) = page.fitting(name, size, room, bold=True)
    for number, words in enumerate(reversed(lines)):
        page.text(x + width - 3, y + (7 if len(lines) > 1 else 6) - 3.4 * number, words, size, bold=True, align="right")
    if wins:
        left = x + width - 3 - max(page.width(words, size, bold=True) for words in lines) - 3.2
        page.glyph(left, y + 4.4, 2.3, THREE_POINT_GLYPH, GOLD)


def _cell(page: Page, session: Table, seat: int, name: str, place: tuple[float, float, float, float]) -> None:
    x, y, width, height = place
    row = next((row for row in session.sheet.players[seat].rows if row.row == name), None)
    if row is None:
        page.text(x + width - 3, y + height / 2 + 1.4, "–", 10, colour=RULE, align="right")
        return
    page.text(x + width - 3, y + height / 2 + 1.6, str(row.points), 12, bold=True, align="right")
    drawing = _drawing(session, seat, name)
    if drawing is None:
        _counted(page, row, x + 3, y + height / 2 + 1.2)
    else:
        _constellation(page, session, drawing, row, (x + 3, y + 4.4, width - 14))


def _drawing(session: Table, seat: int, name: str) -> Drawing | None:
    if not (name.startswith("round.") and isinstance(session.state, StarExplorerState)):
        return None
    number = int(name.removeprefix("round."))
    return next((d for d in session.state.seats[seat].drawings if d.round == number), None)


def _counted(page: Page, row: Row, x: float, y: float) -> None:
    receipt = next(iter(row.receipt), None)
    if receipt:
        page.text(x, y, f"{receipt.count} × {receipt.each}", 7.5, colour=GREY)


def _constellation(page: Page, session: Table, drawing: Drawing, row: Row, place: tuple[float, float, float]) -> None:
    """The tile's name, and the receipt: stars of the tile, of the one before, and lines between them."""
    x, y, room = place
    tile = session.game.tiles[drawing.tile]  # type: ignore[attr-defined]
    page.text(x, y, *page.fitting(tile.name, 8, room))
    types = (tile.front.type, drawing.previous.type, None)
    for kind, receipt in zip(types, row.receipt, strict=False):
        if kind:
            page.glyph(x + 1.2, y + 3.2, 1.2, STAR_GLYPHS[kind], STAR_COLOURS_ON_PAPER[kind], INK)
        else:
            page.line((x + 0.4, y + 3.7), (x + 2.2, y + 2.7), INK, 0.35)
        words = f"{receipt.count}×{receipt.each}"
        page.text(x + 2.9, y + 4.3, words, 7, colour=GREY)
        x += 2.9 + page.width(words, 7) + 1.6


# The skies -----------------------------------------------------------------------------------------------------------


def _skies(page: Page, session: Table, top: float) -> float:
    """Every player's disc with all constellations; returns where they end (mm from the top)."""
    count = len(session.players)
    size = min(78.0, (WIDTH - 2 * EDGE - 4 * (count - 1)) / count)
    left = (WIDTH - count * size - 4 * (count - 1)) / 2
    names = _names(page, session)
    for seat in range(count):
        centre = (left + seat * (size + 4) + size / 2, top + size / 2 + 4)
        words, points = page.fitting(names[seat], 9, size)
        page.text(centre[0], top + 1, words, points, bold=True, colour=GREY, align="middle")
        _sky(page, session, seat, centre, size / 2)
    return top + size + 4


def _sky(page: Page, session: Table, seat: int, centre: XY, radius: float) -> None:
    layout = session.game.pack.layout  # type: ignore[attr-defined]
    scale = radius / (1.12 * max(math.hypot(star.x, star.y) for star in layout.stars))
    turn = math.radians(layout.axis.angle_deg)
    x, y = radius * 0.99 * math.cos(turn), radius * 0.99 * math.sin(turn)
    axis = (centre[0] - x, centre[1] - y), (centre[0] + x, centre[1] + y)
    at = {star.id: (centre[0] + star.x * scale, centre[1] + star.y * scale) for star in layout.stars}
    drawings: tuple[Drawing, ...] = session.state.seats[seat].drawings
    used = {star for drawing in drawings for star in drawing.stars}
    page.circle(*centre, radius, NIGHT)
    page.line(*axis, _faint(POLARIS))
    page.glyph(*centre, 3.2 * scale, POLARIS_GLYPH, POLARIS)
    for drawing in drawings:
        colour = ROUND_COLOURS[drawing.round - 1]
        for a, b in drawing.lines:
            page.line(at[a], at[b], colour, max(0.3, 1.1 * scale))
    for star in layout.stars:
        size = star.radius * scale * (1.15 if star.id in used else 0.8)
        fill = STAR_COLOURS[star.type] if star.id in used else _faint(STAR_COLOURS[star.type])
        page.glyph(*at[star.id], size, STAR_GLYPHS[star.type], fill)
    for drawing in drawings:
        if drawing.stars:
            _numeral(page, drawing, [at[star] for star in drawing.stars], (centre, radius))


def _faint(colour: str) -> str:
    """Half way from the night to that colour."""
    parts = [(int(a, 16) + int(b, 16)) // 2 for a, b in ((NIGHT[i : i + 2], colour[i : i + 2]) for i in (1, 3, 5))]
    return "#" + "".join(f"{part:02X}" for part in parts)


def _numeral(page: Page, drawing: Drawing, points: list[XY], disc: tuple[XY, float]) -> None:
    """The round's numeral just outside the constellation, away from the disc's centre."""
    (cx, cy), radius = disc
    x, y = max(points, key=lambda p: (p[0] - cx) ** 2 + (p[1] - cy) ** 2)
    away = max(0.1, math.hypot(x - cx, y - cy))
    reach = min(away + radius * 0.075, radius * 0.95)
    x, y = cx + (x - cx) / away * reach, cy + (y - cy) / away * reach
    size = max(4.5, radius * 0.17)
    colour = ROUND_COLOURS[drawing.round - 1]
    page.text(x, y + size / MM * 0.36, roman(drawing.round), size, bold=True, colour=colour, align="middle")


# Below ---------------------------------------------------------------------------------------------------------------


def _accepted(page: Page, session: Table, y: float) -> None:
    """What the table accepted against the rules."""
    found = [
        (f"{_names(page, session)[o.seat]}: " if o.seat != NATURE else "")
        + wing_for(session.header).rule_words(o.violation.rule, o.violation.message)
        for o in session.replay.overruled
    ]
    if found:
        words = _("Accepted by the table: {what}").format(what="; ".join(dict.fromkeys(found)))
        page.text(EDGE, min(y, HEIGHT - 17), *page.fitting(words, 8, WIDTH - 2 * EDGE), colour=GREY)


def _footing(page: Page, session: Table) -> None:
    words = "Planisphere" if session.over else _("Not played to the end")
    page.text(WIDTH / 2, HEIGHT - 10, words, 7.5, colour=GREY, align="middle")
