"""The printed faces of constellation tiles and start tiles, in the house's print or in another look."""

from __future__ import annotations

import msgspec

from engines.glyphs import FRAME, NIGHT, STAR_COLOURS_ON_PAPER, STAR_GLYPHS
from engines.layout import XY
from engines.star_explorer.model import Face, Tile
from engines.star_explorer.pack import widest
from hardware.simulated.glyphs import Glyph, draw_glyph
from hardware.simulated.pieces import Piece, blank_sheet
from hardware.simulated.pixels import Colour, Sheet, bgr, blend, rectangle

PPMM = 12.0
_THICKNESS_MM = 1.6


class TileLook(msgspec.Struct, frozen=True, kw_only=True):
    """How tiles are printed; lengths in mm of the tile, colours BGR 0-255."""

    width: float = 47.0
    height: float = 62.0
    paper: Colour
    ink: Colour
    glyphs: dict[str, Glyph]
    outline: float = 0.35
    """How broad the ink around a glyph is."""
    node: float = 1.55
    line: float = 0.8
    node_colour: Colour
    line_colour: Colour
    span: float = 33.0
    """How wide or tall the largest pattern is."""
    figure: XY = (23.5, 33.6)
    worth: XY = (9.6, 9.6)
    worth_radius: float = 4.6
    dots: bool = True
    """Faint dots on the lattice around the pattern."""
    border: bool = True


def house_tiles() -> TileLook:
    """The look of the house's own print sheets."""
    ink, paper = bgr(NIGHT), bgr(FRAME)
    glyphs = {name: Glyph("star5", bgr(STAR_COLOURS_ON_PAPER[name]), outline=STAR_GLYPHS[name]) for name in STAR_GLYPHS}
    return TileLook(paper=paper, ink=ink, glyphs=glyphs, node_colour=ink, line_colour=ink)


def tile_piece(look: TileLook, tile: Tile, scale: float, pitch: float) -> Piece:
    """A tile face up; `scale`: tile mm a disc mm of the pattern, `pitch`: of the lattice, disc mm."""
    piece = blank_tile(look)
    sheet = piece.face
    middle = [(max(v) + min(v)) / 2 for v in zip(*tile.xy, strict=True)]
    at = [tuple(f + scale * (v - m) for f, v, m in zip(look.figure, xy, middle, strict=True)) for xy in tile.xy]
    if look.dots:
        _dots(sheet, look, (at[0][0], at[0][1]), pitch * scale)
    for i, j in tile.lines:
        sheet.line([at[i], at[j]], look.line_colour, look.line)
    for node in at:
        sheet.disc(node, look.node + 0.4, look.paper)
        sheet.disc(node, look.node, look.node_colour)
    _worth(sheet, look, tile.front, look.worth, look.worth_radius)
    sheet.text(str(tile.size), (look.width - 8.6, look.worth[1]), 3.4, blend(look.ink, look.paper, 0.4))
    sheet.text(tile.name, (look.width / 2, look.height - 6.0), 2.6, look.ink)
    return piece


def blank_tile(look: TileLook) -> Piece:
    """A tile's paper with its border, upright with its middle at (0, 0)."""
    size = (look.width, look.height)
    sheet = blank_sheet(size, PPMM, look.paper)
    if look.border:
        inset = 2.2
        sheet.line(rectangle(inset, inset, look.width - inset, look.height - inset), look.ink, 0.35, closed=True)
    return Piece.whole(sheet, size, _THICKNESS_MM, (0.0, 0.0))


def _dots(sheet: Sheet, look: TileLook, origin: XY, pitch: float) -> None:
    half = look.span / 2 + 0.1
    for i in range(-12, 13):
        for j in range(-12, 13):
            at = (origin[0] + i * pitch, origin[1] + j * pitch)
            if max(abs(at[0] - look.figure[0]), abs(at[1] - look.figure[1])) <= half:
                sheet.disc(at, 0.32, blend(look.paper, look.ink, 0.2))


def _worth(sheet: Sheet, look: TileLook, face: Face, at: XY, radius: float) -> None:
    print_glyph(sheet, look, face.type, at, radius)
    sheet.text(str(face.value), (at[0] + radius + 3.4, at[1]), radius, look.ink)


def print_glyph(sheet: Sheet, look: TileLook, name: str, at: XY, radius: float) -> None:
    """Print the star type of that name; lengths in mm."""
    glyph = look.glyphs[name]
    if look.outline > 0:
        edge = msgspec.structs.replace(glyph, colour=look.ink)
        draw_glyph(sheet, at, radius + look.outline * (2.2 if len(glyph.outline) < 24 else 1), edge)
    draw_glyph(sheet, at, radius, glyph)


def pattern_scale(look: TileLook, tiles: tuple[Tile, ...]) -> float:
    """Tile mm a disc mm: one scale for all patterns, the largest fills the figure."""
    return look.span / widest(tiles)
