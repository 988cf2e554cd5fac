"""Random designs of decks of constellation tiles: which figures, and how they are printed."""

from __future__ import annotations

from typing import Literal

import msgspec
import numpy as np

from engines.glyphs import NIGHT, STAR_COLOURS_ON_PAPER, STAR_GLYPHS
from engines.registry import pack_bytes
from engines.star_explorer.model import StarPack
from hardware.simulated.glyphs import SHAPES, Glyph
from hardware.simulated.pixels import Colour, Points, bgr, blend, hsv
from tools.studio.designs.tile_figures import Edge, random_figure

Ground = Literal["paper", "night", "tinted"]
_SIZES = (5, 5, 6, 6, 7, 7, 7, 8, 8, 9, 9, 10)


class Tile(msgspec.Struct, frozen=True, eq=False):
    """One tile: its name, type, value, and its figure (`xy` (n, 2), any unit, y down)."""

    id: str
    type: str
    value: int
    xy: Points
    lines: tuple[Edge, ...]


class TileLook(msgspec.Struct, frozen=True, kw_only=True):
    """How a deck is printed; lengths in mm, colours BGR 0-255, places in shares of the tile."""

    seed: int
    size: tuple[float, float]
    corner: float
    thickness: float
    ground: Colour
    ground_kind: Ground
    texture: float
    dust: int
    ink: Colour
    borders: tuple[tuple[float, float], ...]
    line_width: float
    dash: float
    mark: Glyph
    mark_radius: float
    mark_by_type: bool
    halo: float
    lattice_dots: bool
    figure_at: tuple[float, float]
    figure_span: float
    one_scale: bool
    badge: tuple[float, float]
    badge_radius: float
    band: bool
    name_at: float | None
    size_at: tuple[float, float] | None
    types: dict[str, Glyph]
    gloss: int = 200


class TileDeck(msgspec.Struct, frozen=True, eq=False):
    """A deck of tiles of one look."""

    name: str
    tiles: tuple[Tile, ...]
    look: TileLook
    lattice: bool


def random_deck(rng: np.random.Generator, name: str) -> TileDeck:
    """A deck: house figures or new ones, house print or another; deterministic for the generator's state."""
    types = _types(rng)
    own = rng.random() < 0.3
    lattice = bool(own or rng.random() < 0.5)
    look = _house_look(rng) if own and rng.random() < 0.5 else _random_look(rng, types)
    tiles = _house_tiles(look, rng) if own else _new_tiles(rng, tuple(look.types), lattice)
    return TileDeck(name, tiles, look, lattice)


def _house_tiles(look: TileLook, rng: np.random.Generator) -> tuple[Tile, ...]:
    pack = msgspec.json.decode(pack_bytes("star_explorer", "house"), type=StarPack)
    names = list(look.types)
    known = set(names) == {"red", "white", "yellow", "blue"}
    return tuple(
        Tile(
            tile.id,
            tile.front.type if known else names[int(rng.integers(4))],
            tile.front.value,
            np.array(tile.xy, float),
            tile.lines,
        )
        for tile in pack.tiles
    )


def _new_tiles(rng: np.random.Generator, types: tuple[str, ...], lattice: bool) -> tuple[Tile, ...]:
    tiles = []
    for number in range(int(rng.integers(24, 42))):
        figure = random_figure(rng, int(rng.choice(_SIZES)), lattice)
        value = int(rng.choice([1, 2, 2, 2, 3]))
        kind = types[int(rng.integers(len(types)))]
        tiles.append(Tile(f"c{number:02d}", kind, value, figure.xy * 14.0, figure.lines))
    return tuple(tiles)


def _types(rng: np.random.Generator) -> dict[str, Glyph]:
    hues = {"red": 0.0, "yellow": 0.14, "blue": 0.58, "white": 0.1, "green": 0.36, "orange": 0.07, "violet": 0.78}
    usual = rng.random() < 0.7
    names = ["red", "white", "yellow", "blue"] if usual else [str(n) for n in rng.choice(list(hues), 4, replace=False)]
    shapes = [SHAPES[k] for k in rng.choice(len(SHAPES), 4, replace=False)]
    return {
        name: Glyph(
            shape,
            hsv(hues[name] + rng.normal(0, 0.012), 0.05 if name == "white" else rng.uniform(0.6, 0.95), 0.95),
            float(rng.choice([0, rng.uniform(0, 90)])),
        )
        for name, shape in zip(names, shapes, strict=True)
    }


def _house_look(rng: np.random.Generator) -> TileLook:
    """Close to what the print sheets make."""
    ink = bgr(NIGHT)
    types = {name: Glyph("star5", bgr(STAR_COLOURS_ON_PAPER[name]), outline=STAR_GLYPHS[name]) for name in STAR_GLYPHS}
    return TileLook(
        seed=int(rng.integers(2**31)),
        size=(47.0, 62.0),
        corner=0.0,
        thickness=float(rng.uniform(0.3, 2.2)),
        ground=bgr("#F8F4E9"),
        ground_kind="paper",
        texture=0.0,
        dust=0,
        ink=ink,
        borders=((2.2, 0.35), (3.0, 0.12)),
        line_width=0.8,
        dash=0.0,
        mark=Glyph("dot", ink),
        mark_radius=1.9,
        mark_by_type=False,
        halo=0.4,
        lattice_dots=True,
        figure_at=(0.5, 0.542),
        figure_span=33.0,
        one_scale=True,
        badge=(0.204, 0.155),
        badge_radius=4.6,
        band=False,
        name_at=0.916,
        size_at=(0.8, 0.15),
        types=types,
    )


def _random_look(rng: np.random.Generator, types: dict[str, Glyph]) -> TileLook:
    width = float(rng.uniform(42, 68))
    height = width * float(rng.choice([1.0, rng.uniform(1.15, 1.5), rng.uniform(0.7, 0.9)]))
    kind: Ground = ("paper", "night", "tinted")[int(rng.integers(3))]
    ground, ink = _ground(rng, kind)
    name_at = float(rng.choice([0.08, 0.92])) if rng.random() < 0.7 else None
    top = name_at is not None and name_at < 0.5
    shift = 0.0 if name_at is None else (0.04 if top else -0.04)
    corner = (float(rng.choice([0.14, 0.86])), float(rng.choice([0.14, 0.86])))
    badge = (corner[0], 1 - corner[1] if name_at is not None and (corner[1] > 0.5) != top else corner[1])
    return TileLook(
        seed=int(rng.integers(2**31)),
        size=(round(width, 2), round(height, 2)),
        corner=float(rng.choice([0.0, rng.uniform(1, 5)])),
        thickness=float(rng.uniform(0.3, 2.5)),
        ground=ground,
        ground_kind=kind,
        texture=float(rng.choice([0.0, rng.uniform(0.02, 0.08)])),
        dust=int(rng.choice([0, 0, 30, 90])) if kind == "night" else 0,
        ink=ink,
        borders=_borders(rng),
        line_width=float(rng.uniform(0.5, 1.3)),
        dash=float(rng.choice([0.0, 0.0, 0.0, rng.uniform(1.2, 2.5)])),
        mark=Glyph(SHAPES[int(rng.integers(len(SHAPES)))], ink, float(rng.choice([0, rng.uniform(0, 90)]))),
        mark_radius=float(rng.uniform(1.3, 2.7)),
        mark_by_type=bool(rng.random() < 0.35),
        halo=float(rng.choice([0.0, rng.uniform(0.3, 0.7)])),
        lattice_dots=bool(rng.random() < 0.35),
        figure_at=(0.5, 0.5 + shift),
        figure_span=min(width, height) * float(rng.uniform(0.56, 0.68)),
        one_scale=bool(rng.random() < 0.5),
        badge=badge,
        badge_radius=float(rng.uniform(2.6, 4.2)),
        band=bool(rng.random() < 0.25),
        name_at=name_at,
        size_at=(1 - badge[0], badge[1]) if rng.random() < 0.5 else None,
        types=types,
        gloss=int(rng.choice([60, 140, 220])),
    )


def _ground(rng: np.random.Generator, kind: Ground) -> tuple[Colour, Colour]:
    """A ground and an ink that shows on it."""
    if kind == "paper":
        return hsv(rng.random(), rng.uniform(0, 0.14), rng.uniform(0.85, 1)), hsv(
            rng.random(), 0.5, rng.uniform(0, 0.4)
        )
    if kind == "night":
        ground = hsv(rng.uniform(0.5, 0.8), rng.uniform(0.3, 0.9), rng.uniform(0.08, 0.3))
        return ground, blend((255, 255, 255), ground, rng.uniform(0, 0.25))
    ground = hsv(rng.random(), rng.uniform(0.25, 0.7), rng.uniform(0.35, 0.8))
    light = sum(ground) / 3 < 125
    return ground, (250.0, 250.0, 250.0) if light else hsv(rng.random(), 0.5, rng.uniform(0.02, 0.2))


def _borders(rng: np.random.Generator) -> tuple[tuple[float, float], ...]:
    """Frame lines: how far inside the edge, and how wide (mm)."""
    first = float(rng.uniform(1.2, 2.6))
    lines = ((first, float(rng.uniform(0.2, 1.2))), (first + 1.3, 0.2))
    return lines[: int(rng.integers(0, 3))]
