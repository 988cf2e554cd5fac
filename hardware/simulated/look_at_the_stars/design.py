"""A slate's design: where things are (the layout) and how they are printed (the look)."""

from __future__ import annotations

from typing import Literal

import msgspec
import numpy as np

from engines.slates import SlateLayout, SlateSky
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


def slate_look(rng: np.random.Generator, layout: SlateLayout, sky: SlateSky) -> SlateLook:
    """A way to print slates of that layout, of chance."""
    assert layout.board is not None
    assert layout.lattice is not None
    light, origin = bool(rng.random() < 0.12), layout.lattice.origin[1]
    ground = hsv(rng.random(), rng.uniform(0.0, 0.1), rng.uniform(0.86, 0.98)) if light else _night(rng)
    white = hsv(rng.random(), 0.05, 0.97)
    bright = hsv(rng.uniform(0.55, 0.75), 0.6, rng.uniform(0.1, 0.35)) if light else white
    tinted = blend(bright, hsv(0.13, 0.6, 0.95), float(rng.choice([0.0, 0.0, 0.4])))
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
        strip_y=float(origin + (layout.board.height - origin) * rng.uniform(0.5, 0.72)),
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
    look = slate_look(np.random.default_rng([61, seed]), layout, sky)
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
