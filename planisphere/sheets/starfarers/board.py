"""Draws a map of Starfarers at play size, and cuts it into sheets that are glued edge to edge."""

from __future__ import annotations

import math
from typing import Final

from engines.layout import XY
from engines.starfarers.glyphs import DOTS, PEOPLE_COLOURS
from engines.starfarers.pack import Planet, Resource, StarfarersPack
from engines.starfarers.starmap import StarMap, hex_centre
from paper.outlines import rectangle
from paper.sheet import Sheet
from pi_app.games.starfarers.words import people_words
from planisphere.sheets.look import INK, Look
from planisphere.sheets.starfarers.signs import draw_back, draw_people, draw_planet, draw_resource, draw_sun

SIDE: Final = 27.5
"""A hexagon's side, millimetres: ships of 20 mm pass each other."""
PART: Final = (188.0, 258.0)
"""What one sheet shows of the board; it fits A4 and Letter."""
EDGE: Final = 3.0
PLANET: Final = 17.0
SPOT: Final = 10.4
"""Where a token lies on a planet."""
SITE: Final = 4.4
POINT: Final = 4.6
TRACK: Final = range(4, 16)
"""The points on the track at the left edge."""


class Board:
    """A map at play size: how large it is and where its hexagons and corners lie."""

    def __init__(self, pack: StarfarersPack) -> None:
        self.pack = pack
        self.map = StarMap(pack.map)
        xs = [x for x, _ in self.map.lattice]
        ys = [y for _, y in self.map.lattice]
        wide, tall = (max(xs) - min(xs)) * _unit_x(), (max(ys) - min(ys)) * SIDE / 2
        self.columns = math.ceil((wide + 2 * EDGE) / PART[0])
        self.rows = math.ceil((tall + 2 * EDGE) / PART[1])
        self.size = self.columns * PART[0], self.rows * PART[1]
        """Width and height of the board, whole sheets."""
        self._shift = (
            (self.size[0] - wide) / 2 - min(xs) * _unit_x(),
            (self.size[1] - tall) / 2 - min(ys) * SIDE / 2,
        )

    def at(self, lattice: tuple[int, int]) -> XY:
        """Where a point of the map's lattice lies on the board."""
        return self._shift[0] + lattice[0] * _unit_x(), self._shift[1] + lattice[1] * SIDE / 2

    def corner(self, number: int) -> XY:
        """Where a corner lies."""
        return self.at(self.map.lattice[number])

    def hexagon(self, name: str) -> XY:
        """Where a hexagon's middle lies."""
        return self.at(hex_centre(name))

    def parts(self) -> list[tuple[int, int]]:
        """Column and row of every sheet, in reading order."""
        return [(column, row) for row in range(self.rows) for column in range(self.columns)]


def _unit_x() -> float:
    return SIDE * math.sqrt(3) / 2


# Sheets --------------------------------------------------------------------------------------------------------


def draw_part(sheet: Sheet, look: Look, board: Board, column: int, row: int) -> None:
    """One sheet of the board with cut marks at its corners."""
    left, top = sheet.paper.middle(*PART)
    frame = rectangle(left, top, *PART)
    sheet.clip(frame)
    window = (column * PART[0], row * PART[1], (column + 1) * PART[0], (row + 1) * PART[1])
    draw_board(sheet.placed(left - window[0], top - window[1]), look, board, window)
    sheet.unclip()
    for x, y in frame:
        out_x, out_y = (-1.0 if x == left else 1.0), (-1.0 if y == top else 1.0)
        sheet.stroke([(x + out_x, y), (x + out_x * 4.0, y)], INK, 0.15)
        sheet.stroke([(x, y + out_y), (x, y + out_y * 4.0)], INK, 0.15)


Window = tuple[float, float, float, float]
"""Left, top, right, bottom on the board."""


def draw_board(sheet: Sheet, look: Look, board: Board, window: Window) -> None:
    """Everything of the board that shows in the window."""
    sheet.shape(rectangle(0.0, 0.0, *board.size), fill=look.sky)
    for name in board.map.hexes:
        if _shows(board.hexagon(name), SIDE, window):
            _hexagon(sheet, look, board, name)
    for outpost in range(len(board.map.points)):
        _outpost(sheet, look, board, outpost)
    for system in board.pack.map.systems:
        for planet in system.planets:
            if _shows(board.hexagon(planet.hex), SIDE, window):
                _planet(sheet.placed(*board.hexagon(planet.hex)), look, planet)
    for corner in range(board.map.corners):
        if _shows(board.corner(corner), SITE + 1.0, window):
            _corner(sheet, look, board, corner)
    _track(sheet, look, board)


def _shows(at: XY, reach: float, window: Window) -> bool:
    left, top, right, bottom = window
    return left - reach <= at[0] <= right + reach and top - reach <= at[1] <= bottom + reach


def _hexagon(sheet: Sheet, look: Look, board: Board, name: str) -> None:
    sheet.shape([board.corner(c) for c in board.map.hex_corners[name]], line=look.ring, width=0.45)
    x, y = board.hexagon(name)
    sheet.text((x, y + SIDE * 0.84), name, 2.6, look.dust, "Times-Roman")


def _planet(sheet: Sheet, look: Look, planet: Planet) -> None:
    draw_planet(sheet, look, planet.resource, PLANET)
    sheet.circle((0.0, 0.0), SPOT, fill="#FFFFFF" if planet.back in DOTS else "#F4F0E4", line=INK, width=0.3)
    draw_back(sheet, planet.back, 4.0)
    for x in (-1.0, 1.0):
        _mark(sheet, planet.resource, (x * PLANET * 0.797, 0.0))


def _mark(sheet: Sheet, resource: Resource, at: XY) -> None:
    sheet.circle(at, 2.9, fill="#FFFFFF", line=INK, width=0.2)
    draw_resource(sheet, resource, at, 2.0)


def _corner(sheet: Sheet, look: Look, board: Board, corner: int) -> None:
    at, star_map = board.corner(corner), board.map
    if corner in star_map.suns:
        draw_sun(sheet, look, at, 7.0)
    elif star_map.site_at[corner] >= 0:
        sheet.circle(at, SITE, fill=look.sky, line=look.on_sky, width=0.9)
        sheet.circle(at, SITE - 1.4, line=look.on_sky, width=0.25)
    elif star_map.outpost_at[corner] >= 0:
        _point(sheet, at, str(star_map.point_at[corner] + 1) if not star_map.docking else "")
    elif star_map.seen[corner]:
        sheet.circle(at, 1.1, fill=look.on_sky)


def _point(sheet: Sheet, at: XY, number: str) -> None:
    sheet.circle(at, POINT, fill="#FFFFFF", line=INK, width=0.5)
    if number:
        sheet.text((at[0], at[1] + 1.8), number, 5.4, INK, "Times-Bold")
    else:
        sheet.circle(at, POINT - 1.6, line=INK, width=0.4)


def _outpost(sheet: Sheet, look: Look, board: Board, number: int) -> None:
    outpost = board.pack.map.outposts[number]
    for name in outpost.hexes:
        inside = [_towards(board.corner(c), board.hexagon(name), 0.07) for c in board.map.hex_corners[name]]
        fill = PEOPLE_COLOURS[outpost.people] if look.name == "night" else None
        sheet.shape(inside, fill=fill, line=look.on_sky, width=0.6)
        x, y = board.hexagon(name)
        sheet.circle((x, y - 3.0), 9.5, fill="#FFFFFF", line=INK, width=0.3)
        draw_people(sheet, outpost.people, (x, y - 3.0), 6.6)
        sheet.text((x, y + 11.4), people_words(outpost.people), 4.2, look.on_sky, "Times-Bold")


def _towards(point: XY, middle: XY, share: float) -> XY:
    return point[0] + (middle[0] - point[0]) * share, point[1] + (middle[1] - point[1]) * share


def _track(sheet: Sheet, look: Look, board: Board) -> None:
    """The points 4 to 15, upwards along the left edge, where the map leaves room."""
    step = (board.size[1] - 30.0) / len(TRACK)
    room = min(x for x, _ in (board.corner(c) for c in range(board.map.corners)))
    radius = min(6.0, room / 2 - 1.0)
    if radius < 3.0:
        return
    for k, points in enumerate(TRACK):
        at = (radius + 1.2, board.size[1] - 15.0 - step * (k + 0.5))
        sheet.circle(at, radius, fill=look.core, line=look.on_sky, width=0.3)
        sheet.text((at[0], at[1] + radius * 0.36), str(points), radius * 1.05, look.on_sky, "Times-Bold")
