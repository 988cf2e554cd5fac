"""Draws the constellation tiles, start tiles and the first-player marker, fronts and backs on facing grids."""

from __future__ import annotations

from functools import partial
from typing import Final

from engines.glyphs import STAR_GLYPHS, THREE_POINT_GLYPH
from engines.layout import XY
from engines.star_explorer.model import Face, StarPack, Tile
from engines.star_explorer.pack import lattice_step, widest
from paper.outlines import moved
from paper.sheet import Sheet
from planisphere.sheets.grid import HEIGHT, WIDTH, Piece, draw_ground, draw_medal, on_medal
from planisphere.sheets.look import FAINT, INK, PALE, Look, star_on_paper

FIGURE: Final = (WIDTH / 2, 33.6)
"""The middle of the pattern on a tile's front."""
FIGURE_SPAN: Final = 33.0
"""Longer side (mm) of the largest pattern as drawn."""


def pieces(pack: StarPack) -> list[Piece]:
    """All tiles, smallest first, then start tiles and the first-player marker, in printing order."""
    front = partial(draw_front, scale=FIGURE_SPAN / widest(pack.tiles), step=lattice_step(pack.tiles))
    found = [
        Piece(f"tile:{tile.id}", partial(front, tile=tile), partial(draw_back, tile=tile))
        for tile in sorted(pack.tiles, key=lambda t: t.size)
    ]
    for start in pack.start_tiles:
        one, other = (partial(draw_start, face=face) for face in start.sides)
        found.append(Piece(f"start:{start.id}", one, other))
    return [*found, Piece("first_player", draw_first_player, draw_first_player)]


def _spans(tile: Tile) -> XY:
    xs, ys = [x for x, _ in tile.xy], [y for _, y in tile.xy]
    return max(xs) - min(xs), max(ys) - min(ys)


# Faces ---------------------------------------------------------------------------------------------------------


def draw_front(sheet: Sheet, look: Look, tile: Tile, scale: float, step: float) -> None:
    """The pattern over lattice points, the Latin name, the star type and its value."""
    draw_ground(sheet, look)
    _worth(sheet, tile.front, (9.6, 9.6), 4.6)
    sheet.text((WIDTH - 8.6, 11.6), str(tile.size), 4.4, PALE, "Times-Roman")
    for point in _grid(tile, scale, step):
        sheet.circle(point, 0.32, fill=FAINT)
    places = pattern_on_tile(tile, scale)
    for i, j in tile.lines:
        sheet.stroke([places[i], places[j]], INK, 0.8)
    for place in places:
        sheet.circle(place, 1.55, fill=INK, line=look.paper or "#FFFFFF", width=0.4)
    _name(sheet, tile.name)


def _worth(sheet: Sheet, face: Face, at: XY, radius: float) -> None:
    star_on_paper(sheet, face.type, at, radius)
    sheet.text((at[0] + radius + 3.4, at[1] + radius * 0.5), str(face.value), radius * 1.5, INK, "Times-Bold")


def pattern_on_tile(tile: Tile, scale: float) -> list[XY]:
    """The pattern's stars on the tile's front, centred in the figure, tile millimetres."""
    left, top = min(x for x, _ in tile.xy), min(y for _, y in tile.xy)
    wide, tall = _spans(tile)
    shift = (FIGURE[0] - scale * (left + wide / 2), FIGURE[1] - scale * (top + tall / 2))
    return moved(tile.xy, shift, scale)


def _grid(tile: Tile, scale: float, step: float) -> list[XY]:
    """Lattice points around the pattern, as far as the figure reaches."""
    first = pattern_on_tile(tile, scale)[0]
    pitch, half = step * scale, FIGURE_SPAN / 2 + 0.1
    reach = range(-12, 13)
    points = [(first[0] + i * pitch, first[1] + j * pitch) for i in reach for j in reach]
    return [p for p in points if abs(p[0] - FIGURE[0]) <= half and abs(p[1] - FIGURE[1]) <= half]


def _name(sheet: Sheet, name: str) -> None:
    size = min(5.0, 5.0 * (WIDTH - 9.0) / sheet.text_width(name, 5.0, "Times-Italic"))
    sheet.text((WIDTH / 2, HEIGHT - 5.2), name, size, INK, "Times-Italic")


def draw_back(sheet: Sheet, look: Look, tile: Tile) -> None:
    """The size, the star type and its value."""
    draw_ground(sheet, look)
    disc = sheet.placed(WIDTH / 2, 25.0)
    draw_medal(disc, look)
    disc.text((0.0, 6.6), str(tile.size), 19.0, on_medal(look), "Times-Bold")
    star_on_paper(sheet, tile.back.type, (WIDTH / 2 - 5.0, 51.5), 5.0)
    sheet.text((WIDTH / 2 + 5.6, 54.0), str(tile.back.value), 7.5, INK, "Times-Bold")


def draw_start(sheet: Sheet, look: Look, face: Face) -> None:
    """One side of a start tile: a large star and its value."""
    draw_ground(sheet, look)
    disc = sheet.placed(WIDTH / 2, 25.0)
    draw_medal(disc, look)
    disc.shape(moved(STAR_GLYPHS[face.type], (0.0, 0.0), 11.0), fill=look.stars[face.type], line=look.star_edge)
    sheet.text((WIDTH / 2, 55.0), str(face.value), 10.0, INK, "Times-Bold")


def draw_first_player(sheet: Sheet, look: Look) -> None:
    """A shooting star, the same on both sides."""
    draw_ground(sheet, look)
    disc = sheet.placed(WIDTH / 2, 31.0)
    draw_medal(disc, look)
    colour = on_medal(look)
    for side, length in ((-2.6, 13.0), (0.0, 16.5), (2.6, 13.0)):
        tail = disc.placed(3.5, 3.0, turn=-48.0)
        tail.shape([(side - 0.8, -3.0), (side + 0.8, -3.0), (side * 0.45, -length)], fill=colour)
    disc.shape(moved(THREE_POINT_GLYPH, (3.5, 3.0), 6.0), fill=look.stars["yellow"], line=look.star_edge)
