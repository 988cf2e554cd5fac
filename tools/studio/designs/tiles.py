"""Tiles in a random look, and start tiles."""

from __future__ import annotations

import numpy as np

from engines.star_explorer.model import Face
from hardware.simulated.glyphs import Glyph
from hardware.simulated.pixels import Points, blend, hsv
from hardware.simulated.star_explorer.pieces import Part, TileLook, blank_tile, print_glyph


def random_tiles(rng: np.random.Generator, glyphs: dict[str, Glyph]) -> TileLook:
    """Tiles of another print: light or dark, other sizes and places; star types as on the disc."""
    dark = rng.random() < 0.6
    paper = hsv(rng.random(), rng.uniform(0.2, 0.7), rng.uniform(0.1, 0.35)) if dark else hsv(0.11, 0.15, 0.93)
    ink = (245.0, 245.0, 245.0) if dark else hsv(rng.random(), 0.5, 0.2)
    width, height = float(rng.uniform(42, 56)), float(rng.uniform(56, 74))
    span = width * float(rng.uniform(0.58, 0.72))
    node_colour = hsv(0.13, 0.5, 0.98) if dark and rng.random() < 0.4 else ink
    return TileLook(
        width=width,
        height=height,
        paper=paper,
        ink=ink,
        glyphs=glyphs,
        outline=0.3 if not dark else 0.0,
        node=float(rng.uniform(1.2, 2.0)),
        line=float(rng.uniform(0.5, 1.0)),
        node_colour=node_colour,
        line_colour=blend(ink, paper, float(rng.uniform(0, 0.3))),
        span=span,
        figure=(width / 2, height * float(rng.uniform(0.54, 0.58))),
        worth=(width * 0.19, height * 0.14),
        worth_radius=float(rng.uniform(3.6, 4.8)),
        dots=bool(rng.random() < 0.4),
        border=bool(rng.random() < 0.6),
        corner=float(rng.choice([0.0, 3.0])),
    )


def start_part(look: TileLook, face: Face, place: Points) -> Part:
    """One side of a start tile."""
    sheet, shape = blank_tile(look)
    print_glyph(sheet, look, face.type, (look.width / 2, look.height * 0.4), 11.0)
    sheet.text(str(face.value), (look.width / 2, look.height * 0.85), 7.0, look.ink)
    return Part(sheet, shape, place)
