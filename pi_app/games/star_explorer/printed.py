"""What Star Explorer adds to the printed sheet: the receipts of each round, and every player's sky."""

from __future__ import annotations

import math

from engines.game import Row
from engines.glyphs import NIGHT, POLARIS, POLARIS_GLYPH, STAR_COLOURS, STAR_COLOURS_ON_PAPER, STAR_GLYPHS
from engines.layout import XY
from engines.star_explorer.model import Drawing
from paper.outlines import moved
from paper.sheet import Sheet
from paper.typeset import POINTS_PER_MM, fitted, wide
from pi_app.i18n import roman
from pi_app.table.export_pdf import EDGE, GREY, INK, ROW, WIDTH, Table, names

ROUND_COLOURS = ("#F6C945", "#74EBC0", "#FF9CCB", "#8FC7FF", "#FFA97A", "#C7A6FF")
"""Round -> colour of its lines on the sky; the numeral beside them says the same."""
GAP = 9.0
"""Between the pad and the skies, mm."""


class StarSheet:
    """See `pi_app.table.export_pdf.Printed`."""

    def row_height(self, row: str) -> float:
        """A round takes two lines."""
        return 11.5 if row.startswith("round.") else ROW

    def cell(self, page: Sheet, session: Table, seat: int, row: Row, place: tuple[float, float, float]) -> bool:
        """The tile and its receipt."""
        drawing = _drawing(session, seat, row.row)
        if drawing is not None:
            _constellation(page, session, drawing, row, place)
        return drawing is not None

    def below(self, page: Sheet, session: Table, top: float) -> float:
        """The skies."""
        return _skies(page, session, top + GAP)


def _drawing(session: Table, seat: int, name: str) -> Drawing | None:
    if not name.startswith("round."):
        return None
    number = int(name.removeprefix("round."))
    return next((d for d in session.state.seats[seat].drawings if d.round == number), None)


def _constellation(page: Sheet, session: Table, drawing: Drawing, row: Row, place: tuple[float, float, float]) -> None:
    """The tile's name, and the receipt: stars of the tile, of the one before, and lines between them."""
    x, y, room = place
    tile = session.game.tiles[drawing.tile]  # type: ignore[attr-defined]
    page.write((x, y), *fitted(tile.name, 8, room))
    types = (tile.front.type, drawing.previous.type, None)
    for kind, receipt in zip(types, row.receipt, strict=False):
        if kind:
            page.shape(
                moved(STAR_GLYPHS[kind], (x + 1.2, y + 3.2), 1.2),
                fill=STAR_COLOURS_ON_PAPER[kind],
                line=INK,
                width=0.15,
            )
        else:
            page.stroke(((x + 0.4, y + 3.7), (x + 2.2, y + 2.7)), INK, 0.35)
        words = f"{receipt.count}×{receipt.each}"
        page.write((x + 2.9, y + 4.3), words, 7, colour=GREY)
        x += 2.9 + wide(words, 7) + 1.6


def _skies(page: Sheet, session: Table, top: float) -> float:
    """Every player's disc with all constellations; returns where they end (mm from the top)."""
    count = len(session.players)
    size = min(78.0, (WIDTH - 2 * EDGE - 4 * (count - 1)) / count)
    left = (WIDTH - count * size - 4 * (count - 1)) / 2
    named = names(page, session)
    for seat in range(count):
        centre = (left + seat * (size + 4) + size / 2, top + size / 2 + 4)
        words, points = fitted(named[seat], 9, size)
        page.write((centre[0], top + 1), words, points, bold=True, colour=GREY, anchor="middle")
        _sky(page, session, seat, centre, size / 2)
    return top + size + 4


def _sky(page: Sheet, session: Table, seat: int, centre: XY, radius: float) -> None:
    layout = session.game.pack.layout  # type: ignore[attr-defined]
    scale = radius / (1.12 * max(math.hypot(star.x, star.y) for star in layout.stars))
    turn = math.radians(layout.axis.angle_deg)
    x, y = radius * 0.99 * math.cos(turn), radius * 0.99 * math.sin(turn)
    axis = (centre[0] - x, centre[1] - y), (centre[0] + x, centre[1] + y)
    at = {star.id: (centre[0] + star.x * scale, centre[1] + star.y * scale) for star in layout.stars}
    drawings: tuple[Drawing, ...] = session.state.seats[seat].drawings
    used = {star for drawing in drawings for star in drawing.stars}
    page.circle(centre, radius, NIGHT)
    page.stroke(axis, _faint(POLARIS))
    page.shape(moved(POLARIS_GLYPH, centre, 3.2 * scale), fill=POLARIS)
    for drawing in drawings:
        colour = ROUND_COLOURS[drawing.round - 1]
        for a, b in drawing.lines:
            page.stroke((at[a], at[b]), colour, max(0.3, 1.1 * scale))
    for star in layout.stars:
        size = star.radius * scale * (1.15 if star.id in used else 0.8)
        fill = STAR_COLOURS[star.type] if star.id in used else _faint(STAR_COLOURS[star.type])
        page.shape(moved(STAR_GLYPHS[star.type], at[star.id], size), fill=fill)
    for drawing in drawings:
        if drawing.stars:
            _numeral(page, drawing, [at[star] for star in drawing.stars], (centre, radius))


def _faint(colour: str) -> str:
    """Half way from the night to that colour."""
    parts = [(int(a, 16) + int(b, 16)) // 2 for a, b in ((NIGHT[i : i + 2], colour[i : i + 2]) for i in (1, 3, 5))]
    return "#" + "".join(f"{part:02X}" for part in parts)


def _numeral(page: Sheet, drawing: Drawing, points: list[XY], disc: tuple[XY, float]) -> None:
    """The round's numeral just outside the constellation, away from the disc's centre."""
    (cx, cy), radius = disc
    x, y = max(points, key=lambda p: (p[0] - cx) ** 2 + (p[1] - cy) ** 2)
    away = max(0.1, math.hypot(x - cx, y - cy))
    reach = min(away + radius * 0.075, radius * 0.95)
    x, y = cx + (x - cx) / away * reach, cy + (y - cy) / away * reach
    size = max(4.5, radius * 0.17)
    colour = ROUND_COLOURS[drawing.round - 1]
    page.write(
        (x, y + size / POINTS_PER_MM * 0.36), roman(drawing.round), size, bold=True, colour=colour, anchor="middle"
    )
