"""Draws a slate of Look at the Stars: sky, lattice, planets, creatures, people, the strip for points, the markers."""

from __future__ import annotations

from typing import Final

from engines.glyphs import rays
from engines.layout import XY
from engines.look_at_the_stars.model import SlateCard
from engines.look_at_the_stars.slate.board import PRINT_BOARD, PRINT_LATTICE, PRINT_MARKERS
from engines.look_at_the_stars.slate.lattice import COLUMNS, ROWS
from paper.outlines import arc, moved, polar, rectangle, rounded
from paper.sheet import Sheet
from planisphere.sheets.grid import draw_cut_marks
from planisphere.sheets.look import CUT, INK, PALE, Look
from planisphere.sheets.markers import draw_marker

STAR: Final = rays(4, 0.3)
STAR_RADIUS: Final = 1.9
PLANET_RADIUS: Final = 3.9
PLANETS: Final = ("#F2B25C", "#9AD4C4", "#E58BA5")
PATCH: Final = 2.5
"""The white edge around a marker."""
TICKS: Final = 192.5
FIELDS: Final = 211.0
"""Heights of the six tick dots and of the middle of the fields, mm from the top."""
SUNRISE: Final = (1.5, 3.5)
"""Between these rows the lattice closes after a pile."""


def at(column: float, row: float) -> XY:
    """Where a point of the lattice lies on the slate, mm."""
    (x, y), (dx, dy) = PRINT_LATTICE.origin, PRINT_LATTICE.pitch
    return x + dx * column, y - dy * row


def cells(card: SlateCard, kinds: str) -> list[tuple[int, int]]:
    """The points (column, row) of these kinds, from the top row down."""
    return [
        (column, ROWS - 1 - k) for k, text in enumerate(card.sky) for column, mark in enumerate(text) if mark in kinds
    ]


def named(point: str) -> XY:
    """Where a named point lies on the slate, mm."""
    return at(ord(point[0]) - 65, int(point[1:]))


def draw_slate(sheet: Sheet, card: SlateCard, look: Look) -> None:
    """One slate, its top left corner at the sheet's origin, with its cut marks."""
    width, height = PRINT_BOARD.width, PRINT_BOARD.height
    sheet.shape(rectangle(0.0, 0.0, width, height), fill=look.rim, line=CUT, width=0.1)
    _arch(sheet, card, look)
    _people(sheet, card, look)
    _creatures(sheet, card, look)
    _edges(sheet, card, look)
    for a, b in card.printed_lines:
        sheet.stroke([named(a), named(b)], look.on_sky, 1.1)
    for column, row in cells(card, "*"):
        sheet.shape(moved(STAR, at(column, row), STAR_RADIUS), fill=look.on_sky)
    for colour, (column, row) in zip(PLANETS, cells(card, "P"), strict=False):
        _planet(sheet.placed(*at(column, row)), look, colour)
    _strip(sheet, card, look)
    for name, (x, y) in PRINT_MARKERS.at.items():
        side = PRINT_MARKERS.size + 2 * PATCH
        sheet.shape(rectangle(x - PATCH, y - PATCH, side, side), fill="#FFFFFF")
        draw_marker(sheet.placed(x, y), PRINT_MARKERS.dictionary, int(name), PRINT_MARKERS.size)
    draw_cut_marks(sheet, (0.0, PRINT_BOARD.width), (0.0, PRINT_BOARD.height), 4.0)


def _reach(card: SlateCard, row: int) -> tuple[int, int]:
    """The outermost columns inside the arch in this row."""
    inside = [column for column, mark in enumerate(card.sky[ROWS - 1 - row]) if mark != "#"]
    return min(inside), max(inside)


def _arch(sheet: Sheet, card: SlateCard, look: Look) -> None:
    """The sky under its arch."""
    left, right = [], []
    for row in range(ROWS):
        first, last = _reach(card, row)
        left += [at(first - 0.55, row - 0.5), at(first - 0.55, row + 0.5)]
        right += [at(last + 0.55, row - 0.5), at(last + 0.55, row + 0.5)]
    outline = [*left, *reversed(right)]
    sheet.shape(outline, fill=look.sky, line=look.ring, width=0.6)


def _edges(sheet: Sheet, card: SlateCard, look: Look) -> None:
    """Names of columns and rows, and the diamonds where rows close at sunrise."""
    for column in range(COLUMNS):
        x, y = at(column, -0.62)
        sheet.text((x, y + 1.0), chr(65 + column), 2.6, _quiet(look), "Helvetica")
    for row in range(ROWS):
        first, _ = _reach(card, row)
        x, y = at(first - 0.38, row)
        sheet.text((x, y + 0.9), str(row), 2.3, _quiet(look), "Helvetica")
    for line in SUNRISE:
        for side in (-0.55, COLUMNS - 0.45):
            sheet.shape(moved(((-1.5, 0.0), (0.0, -2.2), (1.5, 0.0), (0.0, 2.2)), at(side, line)), fill=look.on_sky)


def _quiet(look: Look) -> str:
    return look.dust if look.name == "night" else PALE


def _planet(sheet: Sheet, look: Look, colour: str) -> None:
    """A ringed planet at the sheet's origin."""
    ring = [(x * 6.4, y * 1.9) for x, y in arc(1.0, 0.0, 360.0, 6.0)]
    tilted = sheet.placed(0.0, 0.0, turn=-22.0)
    fill, edge = (colour, colour) if look.name == "night" else ("#FFFFFF", INK)
    tilted.stroke(ring, edge, 0.4)
    sheet.circle((0.0, 0.0), PLANET_RADIUS, fill=fill, line=edge, width=0.5)
    for k in (-1.2, 0.6):
        tilted.stroke([(-2.9, k), (2.9, k)], look.core if look.name == "night" else PALE, 0.5)
    tilted.stroke([point for point in ring if point[1] > 0.15], edge, 0.5)


def _creatures(sheet: Sheet, card: SlateCard, look: Look) -> None:
    """Two shy creatures of mist, one over each group of points without stars: a soft outline, and eyes."""
    for group in _groups(set(cells(card, "c"))):
        joints = [(p, q) for p in group for q in group if p < q and max(abs(p[0] - q[0]), abs(p[1] - q[1])) == 1]
        for grow, colour in ((1.0, look.ring), (0.0, look.core)):
            for p, q in joints:
                sheet.stroke([at(*p), at(*q)], colour, 9.0 + grow)
            for p in group:
                sheet.circle(at(*p), 5.4 + grow / 2, fill=colour)
        x, y = at(*max(group, key=lambda p: (p[1], -p[0])))
        for side in (-1.7, 1.7):
            sheet.circle((x + side, y - 0.6), 1.0, fill=look.on_sky)
            sheet.circle((x + side + 0.25, y - 0.4), 0.45, fill=look.sky)
        sheet.stroke(moved(arc(1.6, 130.0, 230.0, 10.0), (x, y)), look.on_sky, 0.3)


def _groups(left: set[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Points that lie side by side, in groups."""
    groups = []
    while left:
        group = [min(left)]
        left.discard(group[0])
        for column, row in group:
            near = {(c, r) for c, r in left if abs(c - column) <= 1 and abs(r - row) <= 1}
            group += sorted(near)
            left -= near
        groups.append(group)
    return groups


def _people(sheet: Sheet, card: SlateCard, look: Look) -> None:
    """People on a hill who look up, one in each column without stars at the bottom."""
    hill, edge = look.hills[1], look.hill_edge
    points = cells(card, "h")
    columns = sorted({column for column, _ in points})
    ground = at(0, -0.38)[1]
    crest = [
        at(columns[0] - 0.5, -0.42),
        at(columns[0] - 0.1, -0.12),
        at(columns[-1] + 0.1, -0.12),
        at(columns[-1] + 0.5, -0.42),
    ]
    sheet.shape(crest, fill=hill, line=edge, width=0.3)
    for column in columns:
        tall = max(row for c, row in points if c == column)
        x, y = at(column, tall)
        sheet.shape(
            [(x - 3.2, ground), (x - 2.0, y + 4.0), (x, y + 1.6), (x + 2.0, y + 4.0), (x + 3.2, ground)],
            fill=hill, line=edge or look.ring, width=0.3,
        )  # fmt: skip
        sheet.circle((x, y), 2.1, fill=look.glow, line=edge, width=0.3)


# The strip -----------------------------------------------------------------------------------------------------


def _strip(sheet: Sheet, card: SlateCard, look: Look) -> None:
    """Six dots to tick for the sizes 3 to 8, fields for the points, the slate's number."""
    ink, mid = look.on_sky, PRINT_BOARD.width / 2
    for k in range(6):
        x = mid + (k - 2.5) * 14 + (3 if k > 2 else -3)
        sheet.circle((x, TICKS), 1.7, line=ink, width=0.4)
        sheet.text((x + 3.4, TICKS + 1.2), str(3 + k), 3.4, ink, "Times-Roman")
    for k in range(6):
        x = mid + (k - 2.5) * 16.6
        sheet.shape(rounded(x - 7.2, FIELDS - 5.0, 14.4, 13.5, 2.2), line=ink, width=0.7 if k == 5 else 0.35)
        _sign(sheet.placed(x, FIELDS - 9.2), k, ink)
    sheet.text((mid, PRINT_BOARD.height - 6.0), f"{card.id}", 4.2, ink, "Times-Bold")


def _sign(sheet: Sheet, field: int, ink: str) -> None:
    """What a field is for: constellations, planets, shooting stars, point bonus, power bonus, the sum."""
    if field == 0:
        points = [(-3.0, 1.0), (-0.6, -1.6), (1.2, 0.8), (3.2, -1.2)]
        sheet.stroke(points, ink, 0.4)
        for point in points:
            sheet.circle(point, 0.55, fill=ink)
    elif field == 1:
        sheet.circle((0.0, 0.0), 1.5, fill=ink)
        sheet.placed(0.0, 0.0, turn=-20.0).stroke([(x * 3.0, y * 0.8) for x, y in arc(1.0, 0.0, 360.0, 10.0)], ink, 0.3)
    elif field == 2:
        draw_arrow(sheet, (-1.6, 1.6), (2.2, -2.2), ink, 0.5, 1.8)
    elif field in (3, 4):
        sheet.shape(rays(5 if field == 3 else 7, 0.48), line=ink, width=0.01)
        sheet.shape(moved(rays(5 if field == 3 else 7, 0.48), (0.0, 0.0), 2.2), fill=ink)
    else:
        sheet.stroke([(1.6, -1.6), (-1.5, -1.6), (0.2, 0.1), (-1.5, 1.8), (1.6, 1.8)], ink, 0.5)


def draw_arrow(sheet: Sheet, head: XY, tail: XY, ink: str, width: float, barb: float) -> None:
    """A shooting star: its shaft and the two barbs of its head."""
    sheet.stroke([tail, head], ink, width)
    dx, dy = tail[0] - head[0], tail[1] - head[1]
    length = (dx * dx + dy * dy) ** 0.5
    for side in (-32.0, 32.0):
        x, y = polar(barb, side)
        ux, uy = dx / length, dy / length
        sheet.stroke([head, (head[0] - y * ux - x * uy, head[1] - y * uy + x * ux)], ink, width)
