"""A star-disc board's design: where things are (the layout) and how they are printed (the look)."""

from __future__ import annotations

from typing import Literal

import msgspec

from engines.layout import XY, StarDiscLayout
from hardware.simulated.glyphs import Glyph
from hardware.simulated.pixels import Colour

Lattice = tuple[float, float]  # pitch in mm, turn in degrees


class Sky(msgspec.Struct, frozen=True, kw_only=True):
    """How the disc is printed, but for its stars; colours BGR 0-255, lengths in mm.

    `circles` and `bands` (filled circles, the largest first) are in shares of the disc's radius.
    """

    disc: Colour = (48.0, 26.0, 16.0)
    nebula: tuple[Colour, ...] = ()
    nebula_strength: float = 0.5
    dust: int = 300
    grid: Colour = (90.0, 70.0, 60.0)
    circles: tuple[float, ...] = ()
    spokes: int = 0
    figures: int = 0
    axis: Colour = (235.0, 235.0, 235.0)
    axis_width: float = 0.7
    axis_dash: float = 0.0
    polaris: Glyph = Glyph("star8", (250.0, 250.0, 250.0))
    rim_rings: bool = False
    bands: tuple[tuple[float, Colour], ...] = ()
    numerals: bool = True


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about the print that a layout does not say; colours BGR 0-255, lengths in millimetres."""

    seed: int
    sky: Sky = Sky()
    glyphs: dict[str, Glyph]
    frame: Colour
    ink: Colour
    texture: Literal["plain", "cloud", "wood"] = "cloud"
    texture_strength: float = 0.1
    border: float = 0.6
    window_line: float = 0.8
    numeral_hole: bool = True
    holes: tuple[tuple[XY, ...], ...] = ()
    hills: tuple[Colour, ...] = ()
    words: int = 6
    edge: Colour = (190.0, 200.0, 205.0)
    three_points: tuple[XY, ...] = ()
    three_point: Glyph = Glyph("star5", (120.0, 230.0, 250.0))
    score_circles: tuple[XY, ...] = ()
    score_radius: float = 8.0


class Design(msgspec.Struct, frozen=True):
    """One board: its name, layout and look, and for a square lattice its pitch and turn."""

    name: str
    layout: StarDiscLayout
    look: Look
    lattice: Lattice | None = None
