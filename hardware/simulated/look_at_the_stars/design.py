"""Random designs of slates: where things are (the layout) and how they are printed (the look)."""

from __future__ import annotations

from typing import Literal

import msgspec
import numpy as np

from engines.layout import Board, Markers
from engines.look_at_the_stars.slate.board import pack_skies, printed_layout
from engines.slates import Lattice, SlateLayout, SlateSky, point_name, skies_of
from hardware.simulated.glyphs import Glyph
from hardware.simulated.pixels import Colour, blend, hsv

Strip = Literal["boxes", "dots", "rings", "none"]


class SlateLook(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about a slate's print that a layout does not say; colours BGR 0-255, lengths in millimetres."""

    seed: int
    ground: Colour
    low: Colour
    nebula: tuple[Colour, ...] = ()
    nebula_strength: float = 0.3
    dust: int = 200
    star: Glyph
    star_radius: float = 1.6
    star_spread: float = 0.1
    planets: tuple[Glyph, ...]
    planet_radius: float = 3.6
    rings: float = 0.5
    creature: Colour
    creature_width: float = 0.4
    creature_filled: bool = False
    blobs: int = 2
    hills: Colour | None = None
    strip: Strip = "boxes"
    strip_y: float
    ink: Colour
    arch: bool = False
    outside: Colour | None = None
    border: float = 0.0
    line: Colour
    line_width: float = 0.7
    words: int = 0
    sunrise: bool = False
    edge: Colour = (190.0, 200.0, 205.0)
    light: bool = False
    """A light ground, for dark pens."""


class SlateDesign(msgspec.Struct, frozen=True):
    """One slate: its name, layout, what its lattice holds, and its look."""

    name: str
    layout: SlateLayout
    sky: SlateSky
    look: SlateLook

    @property
    def size(self) -> tuple[float, float]:
        """Width and height, mm."""
        board = self.layout.board
        assert board is not None
        return board.width, board.height

    def at(self, point: str) -> tuple[float, float]:
        """Board mm of a named point."""
        lattice = self.layout.lattice
        assert lattice is not None
        column, row = ord(point[0]) - 65, int(point[1:])
        return (lattice.origin[0] + column * lattice.pitch[0], lattice.origin[1] - row * lattice.pitch[1])


def random_slate(rng: np.random.Generator, name: str, with_markers: bool = True) -> SlateDesign:
    """A slate of random size, lattice, sky, colours and print; deterministic for the generator's state."""
    kind = rng.choice(["printed", "pack", "free"], p=[0.12, 0.2, 0.68])
    if kind == "free":
        layout = _free_layout(rng, with_markers)
    else:
        layout = printed_layout(int(rng.integers(1, 9))) if kind == "printed" else _pack_layout(rng, with_markers)
        if not with_markers:
            layout = msgspec.structs.replace(layout, markers=None)
    sky = skies_of(layout, pack_skies())[0]
    return SlateDesign(name, layout, sky, _look(rng, layout, sky))


def _pack_layout(rng: np.random.Generator, with_markers: bool) -> SlateLayout:
    """One of the pack's slates in another size and crop."""
    pitch = _pitch(rng, 12.0, 16.5)
    return _laid_out(rng, SlateLayout(kind="slate", slate=int(rng.integers(1, 9))), 10, 11, pitch, with_markers, True)


def _pitch(rng: np.random.Generator, low: float, high: float) -> tuple[float, float]:
    dx = round(float(rng.uniform(low, high)), 1)
    return (dx, dx if rng.random() < 0.6 else round(dx * float(rng.uniform(0.92, 1.09)), 1))


def _free_layout(rng: np.random.Generator, with_markers: bool) -> SlateLayout:
    columns, rows = int(rng.integers(7, 11)), int(rng.integers(8, 12))
    names = [point_name(column, row) for column in range(columns) for row in range(rows)]
    missing = _missing(rng, columns, rows)
    left = [name for name in names if name not in missing]
    planets = [str(p) for p in rng.choice(left, int(rng.integers(3, 7)), replace=False)]
    stars = set(left) - set(planets)
    layout = SlateLayout(
        kind="slate",
        columns=columns,
        rows=rows,
        planets=tuple(planets),
        missing=tuple(sorted(missing)),
        printed_lines=_printed(rng, stars, columns, rows),
    )
    pitch = _pitch(rng, 13.0, 18.0) if columns < 9 else _pitch(rng, 12.0, 16.0)
    arched = {point_name(0, rows - 1), point_name(columns - 1, rows - 1)} <= missing
    return _laid_out(rng, layout, columns, rows, pitch, with_markers, arched)


def _missing(rng: np.random.Generator, columns: int, rows: int) -> set[str]:
    """Points without a star: scattered, or cut off by an arch and hidden by creatures and people."""
    names = [point_name(column, row) for column in range(columns) for row in range(rows)]
    if rng.random() < 0.6:
        return {str(p) for p in rng.choice(names, int(rng.integers(4, 11)), replace=False)}
    gone = set()
    for depth, row in ((int(rng.integers(1, 4)), rows - 1), (int(rng.integers(1, 3)), rows - 2)):
        gone |= {point_name(c, row) for k in range(depth) for c in (k, columns - 1 - k)}
    for _ in range(2):
        column, row = int(rng.integers(columns)), int(rng.integers(1, rows - 1))
        for _ in range(int(rng.integers(4, 8))):
            gone.add(point_name(column, row))
            column = int(np.clip(column + rng.integers(-1, 2), 0, columns - 1))
            row = int(np.clip(row + rng.integers(-1, 2), 0, rows - 1))
    if rng.random() < 0.6:
        middle = columns // 2
        gone |= {point_name(c, 0) for c in range(middle - 1, middle + int(rng.integers(1, 3)))}
    return gone


def _printed(rng: np.random.Generator, stars: set[str], columns: int, rows: int) -> tuple[tuple[str, str], ...]:
    lines = [
        (point_name(c, r), point_name(c + dx, r + dy))
        for c in range(columns)
        for r in range(rows)
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
        if {point_name(c, r), point_name(c + dx, r + dy)} <= stars
    ]
    count = int(rng.choice([0, 0, 2, 3]))
    return tuple(lines[k] for k in rng.choice(len(lines), count, replace=False))


def _laid_out(
    rng: np.random.Generator,
    layout: SlateLayout,
    columns: int,
    rows: int,
    pitch: tuple[float, float],
    with_markers: bool,
    arched: bool,
) -> SlateLayout:
    """The layout with its lattice on a board: a margin all round, below it a strip, markers in the corners."""
    size = float(rng.choice([14.0, 14.0, 16.0, 18.0, 20.0, 22.0]))
    inset = round(float(rng.uniform(1.8, 4.0)), 2)
    side = round(float(rng.uniform(8, 22)), 1)
    clear = inset + size + 3.5
    top = round(float(rng.uniform(12, 26) if arched else rng.uniform(clear, clear + 8)), 1)
    foot = round(float(rng.uniform(32, 52)), 1)
    width = round(2 * side + pitch[0] * (columns - 1), 1)
    height = round(top + pitch[1] * (rows - 1) + foot, 1)
    right, low = round(width - inset - size, 2), round(height - inset - size, 2)
    places = {"0": (inset, inset), "1": (right, inset), "2": (right, low), "3": (inset, low)}
    return msgspec.structs.replace(
        layout,
        board=Board(width, height),
        lattice=Lattice((side, round(height - foot, 2)), pitch),
        markers=Markers("DICT_4X4_50", size, places) if with_markers else None,
    )


def _look(rng: np.random.Generator, layout: SlateLayout, sky: SlateSky) -> SlateLook:
    assert layout.board is not None
    assert layout.lattice is not None
    light = bool(rng.random() < 0.12)
    ground = hsv(rng.random(), rng.uniform(0.0, 0.1), rng.uniform(0.86, 0.98)) if light else _night(rng)
    white = hsv(rng.random(), 0.05, 0.97)
    bright = hsv(rng.uniform(0.55, 0.75), 0.6, rng.uniform(0.1, 0.35)) if light else white
    tinted = blend(bright, hsv(0.13, 0.6, 0.95), float(rng.choice([0.0, 0.0, 0.4])))
    foot = layout.board.height - layout.lattice.origin[1]
    return SlateLook(
        seed=int(rng.integers(2**31)),
        ground=ground,
        low=blend(ground, hsv(rng.uniform(0.55, 0.95), 0.6, 0.5), float(rng.choice([0.0, rng.uniform(0, 0.45)]))),
        nebula=tuple(hsv(rng.random(), 0.5, 0.9 if light else rng.uniform(0.25, 0.5)) for _ in range(2)),
        nebula_strength=float(rng.choice([0, rng.uniform(0.1, 0.4)])),
        dust=int(rng.choice([0, 100, 250, 500])),
        star=_star(rng, tinted),
        star_radius=float(rng.uniform(1.0, 2.4)),
        star_spread=float(rng.choice([0.0, rng.uniform(0.05, 0.25)])),
        planets=tuple(_planet(rng, light) for _ in sky.planets),
        planet_radius=float(rng.uniform(2.6, 5.2)),
        rings=float(rng.uniform(0, 0.8)),
        creature=blend(ground, bright, float(rng.uniform(0.15, 0.6))),
        creature_width=float(rng.uniform(0.3, 0.8)),
        creature_filled=bool(rng.random() < 0.2),
        blobs=int(rng.integers(0, 3)),
        hills=blend(ground, (0, 0, 0), float(rng.uniform(0.3, 0.8))) if rng.random() < 0.6 and not light else None,
        strip=_STRIPS[int(rng.choice(4, p=[0.4, 0.25, 0.25, 0.1]))],
        strip_y=float(layout.lattice.origin[1] + foot * rng.uniform(0.5, 0.72)),
        ink=blend(bright, ground, float(rng.uniform(0, 0.3))),
        arch=bool(rng.random() < 0.6),
        outside=blend(ground, (255, 255, 255), float(rng.uniform(0, 0.2))) if rng.random() < 0.4 else None,
        border=float(rng.choice([0, rng.uniform(0.3, 1.2)])),
        line=blend(bright, hsv(rng.random(), 0.4, 0.9), float(rng.choice([0.0, 0.5]))),
        line_width=float(rng.uniform(0.4, 1.4)),
        words=int(rng.integers(0, 5)),
        sunrise=bool(rng.random() < 0.4),
        edge=hsv(0.09, 0.15, float(rng.choice([0.12, 0.25, 0.8, 0.95]))),
        light=light,
    )  # fmt: skip


def calm_look(layout: SlateLayout, sky: SlateSky, seed: int) -> SlateLook:
    """The print of a plain slate: a dark blue sky, four-pointed white stars, thin creatures, no hills."""
    look = _look(np.random.default_rng([61, seed]), layout, sky)
    white = hsv(0.6, 0.03, 0.95)
    ground = hsv(0.63, 0.65, 0.26)
    return msgspec.structs.replace(
        look,
        ground=ground,
        low=hsv(0.72, 0.5, 0.3),
        nebula_strength=0.15,
        dust=60,
        star=Glyph("star4", white, 0.0, 0.0),
        star_radius=1.6,
        star_spread=0.0,
        planet_radius=3.6,
        creature=blend(ground, white, 0.3),
        creature_width=0.4,
        creature_filled=False,
        blobs=1,
        hills=None,
        outside=None,
        arch=True,
        ink=white,
        line=blend(white, hsv(0.13, 0.6, 0.95), 0.4),
        line_width=0.7,
        words=0,
        light=False,
    )


def _star(rng: np.random.Generator, colour: Colour) -> Glyph:
    shapes = ["star4", "star4", "star4", "dot", "star5", "star6", "star8", "plus", "diamond"]
    turn, glow = rng.choice([0, 0, rng.uniform(0, 45)]), rng.choice([0.0, rng.uniform(0.1, 0.4)])
    return Glyph(str(rng.choice(shapes)), colour, float(turn), float(glow))


_STRIPS: tuple[Strip, ...] = ("boxes", "dots", "rings", "none")


def _night(rng: np.random.Generator) -> Colour:
    hue, saturation, value = [
        (0.63, 0.7, 0.3), (0.65, 0.3, 0.08), (0.76, 0.6, 0.28), (0.6, 0.5, 0.4), (0.58, 0.75, 0.42),
        (0.55, 0.6, 0.2), (0.0, 0.0, 0.06), (0.66, 0.85, 0.5), (0.42, 0.6, 0.2),
    ][int(rng.integers(9))]  # fmt: skip
    return hsv(hue + rng.normal(0, 0.02), saturation + rng.normal(0, 0.08), value * rng.uniform(0.75, 1.2))


def _planet(rng: np.random.Generator, light: bool) -> Glyph:
    colour = hsv(rng.random(), rng.uniform(0.1, 0.7), rng.uniform(0.4, 0.8) if light else rng.uniform(0.6, 1.0))
    return Glyph(str(rng.choice(["dot", "dot", "bullseye"])), colour, rng.uniform(-60, 60))
