"""Stellar's cards as vector drawings: every face is painted once for each size, then reused as a picture."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import cos, pi, sin
from typing import Final

from kivy.graphics import Color, Line, Mesh, Rectangle, RoundedRectangle
from kivy.graphics.tesselator import TYPE_POLYGONS, WINDING_ODD, Tesselator
from kivy.graphics.texture import Texture

from engines.stellar.glyphs import COLOURS, DIAMOND_GLYPH, MARKS, STAR_GLYPH, Outline
from pi_app.games.stellar.cards import CardFace
from pi_app.games.stellar.words import letter
from pi_app.ui import theme
from pi_app.ui.drawn import kept, picture, text_texture
from pi_app.ui.theme import Colour

SUPERSAMPLING: Final = 2
ASPECT: Final = 47 / 62
"""Width over height of a card."""
SMALL: Final = 44.0
"""Cards narrower than this many pixels show their number, mark and stars only, as large as there is room."""
_GOLD: Final = theme.rgb("FFD66B")
_DARK: Final = theme.rgb("0C1330")
_BACK: Final = theme.rgb("26345F")
_BACK_LINE: Final = theme.rgb("5C6CA8")
_WHITE: Final = theme.rgb("F6F8FF")
_ROUND: Final = tuple((cos(k * pi / 4), sin(k * pi / 4)) for k in range(9))
"""Corners of a dot of radius 1."""


def ink(kind: str) -> Colour:
    """The colour of a type."""
    return theme.rgb(COLOURS[kind])


def mixed(a: Colour, b: Colour, share: float) -> Colour:
    """A colour between two: `share` of the first."""
    red, green, blue = (share * x + (1 - share) * y for x, y in zip(a[:3], b[:3], strict=True))
    return red, green, blue, 1.0


@cache
def _triangles(outline: Outline) -> tuple[tuple[tuple[float, float], ...], list[int]]:
    """The corners of its parts, and which three of them are a triangle."""
    cutter = Tesselator()
    cutter.add_contour([c for point in outline for c in point])
    cutter.tesselate(WINDING_ODD, TYPE_POLYGONS)
    corners: list[tuple[float, float]] = []
    triangles: list[int] = []
    for part, _ in cutter.meshes:
        first = len(corners)
        corners += zip(part[::4], part[1::4], strict=True)
        triangles += [at for k in range(first + 1, len(corners) - 1) for at in (first, k, k + 1)]
    return tuple(corners), triangles


def add_outline(outline: Outline, x: float, y: float, radius: float) -> None:
    """A filled outline (radius 1, y down) on the canvas in use."""
    corners, triangles = _triangles(outline)
    vertices = [c for px, py in corners for c in (x + px * radius, y - py * radius, 0.0, 0.0)]
    Mesh(vertices=vertices, indices=triangles, mode="triangles")


def add_mark(kind: str, x: float, y: float, radius: float, ground: Colour) -> None:
    """The mark of a type on the canvas in use."""
    for outline, paint in MARKS[kind]:
        Color(*(ink(kind) if paint == "ink" else ground))
        add_outline(outline, x, y, radius)


def add_text(
    text: str, x: float, y: float, size: float, colour: Colour, *, bold: bool = True, left: bool = False
) -> None:
    """A word with its middle (or its left edge) there, on the canvas in use."""
    texture = text_texture(text, size, bold)
    words_at(texture, x + texture.width / 2 if left else x, y, colour)


def words_at(texture: Texture, x: float, y: float, colour: Colour) -> tuple[Color, Rectangle]:
    """A word with its middle there."""
    wide, high = texture.size
    return Color(*colour), Rectangle(texture=texture, pos=(x - wide / 2, y - high / 2), size=(wide, high))


def add_star(x: float, y: float, radius: float) -> None:
    """A star that counts."""
    Color(*_GOLD)
    add_outline(STAR_GLYPH, x, y, radius)


class _Pen:
    """Paints one card into a frame buffer of `wide` × `high` pixels."""

    def __init__(self, wide: float, high: float) -> None:
        self.wide, self.high = wide, high

    def front(self, face: CardFace) -> None:
        """The face of a card."""
        self._ground(mixed(ink(face.kind), _DARK, 0.2), ink(face.kind))
        (self._small if self.wide < SMALL * SUPERSAMPLING else self._large)(face)

    def _ground(self, fill: Colour, rim: Colour) -> None:
        wide, high = self.wide, self.high
        corner, line = wide * 0.1, max(1.2 * SUPERSAMPLING, wide * 0.028)
        Color(*rim)
        RoundedRectangle(pos=(0, 0), size=(wide, high), radius=[corner], segments=24)
        Color(*fill)
        inner = (wide - 2 * line, high - 2 * line)
        RoundedRectangle(pos=(line, line), size=inner, radius=[corner - line], segments=24)

    def _large(self, face: CardFace) -> None:
        wide, high = self.wide, self.high
        panel = mixed(ink(face.kind), _DARK, 0.07)
        Color(*panel)
        margin = wide * 0.09
        RoundedRectangle(
            pos=(margin, high * 0.09), size=(wide - 2 * margin, high * 0.6), radius=[wide * 0.06], segments=16
        )
        self._sparkle(face, margin)
        add_mark(face.kind, wide * 0.5, high * 0.4, wide * 0.29, panel)
        narrow = len(face.number) > 1
        add_text(face.number, margin * 0.95, high * 0.835, high * (0.24 if narrow else 0.3), _WHITE, left=True)
        for k in range(face.stars):
            add_star(wide * (0.87 - 0.17 * k), high * 0.845, wide * 0.085)
        add_text(letter(face.kind), margin + wide * 0.085, high * 0.165, high * 0.13, ink(face.kind))
        if face.start:
            Color(*_WHITE)
            add_outline(DIAMOND_GLYPH, wide * 0.82, high * 0.165, wide * 0.06)

    def _sparkle(self, face: CardFace, margin: float) -> None:
        """A few faint stars behind the mark, the same on every card of a face."""
        Color(*mixed(ink(face.kind), _DARK, 0.5))
        seed = sum(map(ord, face.kind)) * 7 + sum(map(ord, face.number)) * 3
        vertices: list[float] = []
        for k in range(9):
            x = margin * 1.3 + (self.wide - 2.6 * margin) * ((seed * (k + 3) * 37) % 101) / 101
            y = self.high * (0.12 + 0.54 * ((seed * (k + 5) * 53) % 97) / 97)
            dot = self.wide * (0.005 + 0.003 * (k % 3))
            for one, other in pairwise(_ROUND):
                for across, up in ((0.0, 0.0), one, other):
                    vertices += (x + dot * across, y + dot * up, 0, 0)
        Mesh(vertices=vertices, indices=list(range(len(vertices) // 4)), mode="triangles")

    def _small(self, face: CardFace) -> None:
        wide, high = self.wide, self.high
        ground = mixed(ink(face.kind), _DARK, 0.2)
        if len(face.number) > 1:  # as wide as the card
            add_text(face.number, wide * 0.5, high * 0.76, high * 0.34, _WHITE)
            add_mark(face.kind, wide * 0.5, high * 0.44, wide * 0.22, ground)
        else:
            add_text(face.number, wide * 0.29, high * 0.66, high * 0.5, _WHITE)
            add_mark(face.kind, wide * 0.7, high * 0.66, wide * 0.22, ground)
        for k in range(face.stars):
            add_star(wide * (0.5 + 0.29 * (k - (face.stars - 1) / 2)), high * 0.2, wide * 0.16)

    def back(self, face: CardFace, counts: bool) -> None:
        """The back: with the 3 that it counts where it lies in a telescope, and the owner's own reminder."""
        wide, high = self.wide, self.high
        self._ground(_BACK, _BACK_LINE)
        Color(*mixed(_BACK_LINE, _BACK, 0.55))
        for k in range(3):
            Line(circle=(wide / 2, high / 2, wide * (0.16 + 0.11 * k), 0, 360, 48), width=1.0)
        if counts:
            Color(*_BACK)
            RoundedRectangle(pos=(wide * 0.3, high * 0.34), size=(wide * 0.4, high * 0.32), radius=[wide * 0.08])
            add_text("3", wide / 2, high / 2, high * (0.5 if wide < SMALL * SUPERSAMPLING else 0.34), _WHITE)
        if face.kind and wide >= SMALL * SUPERSAMPLING:
            ground = mixed(ink(face.kind), _DARK, 0.15)
            Color(*ground)
            RoundedRectangle(pos=(wide * 0.18, high * 0.05), size=(wide * 0.64, high * 0.22), radius=[wide * 0.07])
            add_mark(face.kind, wide * 0.35, high * 0.16, wide * 0.1, ground)
            add_text(face.number, wide * 0.63, high * 0.16, high * 0.15, _WHITE)


@kept(400)
def _picture(face: CardFace, wide: int, high: int, counts: bool, language: str) -> Texture:
    size = wide * SUPERSAMPLING, high * SUPERSAMPLING
    pen = _Pen(*size)
    down = face.down or not face.kind
    return picture(size, lambda: pen.back(face, counts) if down else pen.front(face))


def card_picture(face: CardFace, wide: float, high: float, counts: bool = False) -> Texture:
    """The picture of a card of that size in pixels; `counts`: a face-down card shows that it is a 3."""
    from pi_app.i18n import language

    return _picture(face, max(8, round(wide)), max(8, round(high)), counts, language())


def card_box(x: float, y: float, wide: float, high: float) -> tuple[float, float, float, float]:
    """The largest card within a box, in its middle: x, y, width, height."""
    card_wide = min(wide, high * ASPECT)
    card_high = card_wide / ASPECT
    return x + (wide - card_wide) / 2, y + (high - card_high) / 2, card_wide, card_high
