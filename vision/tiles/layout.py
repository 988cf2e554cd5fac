"""The tiles that may lie on the table: their figures, types and values."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Annotated, Literal

import msgspec
import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from engines.errors import BadInput
from vision.tiles.tuning import TUNING

Positive = Annotated[float, Meta(gt=0)]
MAX_LENGTH = 10_000.0


class PrintedTile(msgspec.Struct, frozen=True, kw_only=True):
    """One tile: its figure as printed (any unit, y down) and what it is worth; `photograph`: a path."""

    id: str
    xy: Annotated[tuple[tuple[float, float], ...], Meta(min_length=3, max_length=64)]
    lines: Annotated[tuple[tuple[int, int], ...], Meta(min_length=2, max_length=256)]
    type: str | None = None
    value: int | None = None
    photograph: str | None = None


class TilesSource(msgspec.Struct, frozen=True, kw_only=True):
    """A layout of kind `tiles`.

    `size`: width and height of a tile, mm, where they are known. `board`: the layout of the star disc that they lie
    beside, as JSON, empty where they lie alone.
    """

    kind: Literal["tiles"]
    tiles: Annotated[tuple[PrintedTile, ...], Meta(min_length=1, max_length=1000)]
    size: tuple[Positive, Positive] | None = None
    board: msgspec.Raw = msgspec.Raw()


class TileFigure(msgspec.Struct, frozen=True, eq=False, dict=True):
    """A tile's figure ready to be looked for: `stars` (n,) complex, its middle at 0, its greatest width 1.

    `width`: that width in the layout's own unit.
    """

    tile: PrintedTile
    stars: NDArray[np.complex128]
    i: NDArray[np.intp]
    j: NDArray[np.intp]
    width: float

    @cached_property
    def ends(self) -> NDArray[np.intp]:
        """(m, 2) the stars that each line joins."""
        return np.stack([self.i, self.j], 1)

    @cached_property
    def anchors(self) -> list[tuple[int, int]]:
        """Pairs of stars far apart, by which the figure is laid over a picture; the farthest first."""
        away = np.abs(self.stars[:, None] - self.stars)
        pairs = [(a, b) for a in range(len(self.stars)) for b in range(a)]
        return sorted(pairs, key=lambda pair: -away[pair])[:ANCHORS]


ANCHORS = 8


class TileSet(msgspec.Struct, frozen=True, eq=False):
    """Every tile that may lie there; `aspect`: long side over short side, or None where it is not known.

    `tall`: tiles are taller than wide where their figures stand upright.
    """

    figures: tuple[TileFigure, ...]
    aspect: float | None
    tall: bool = True

    @property
    def ids(self) -> tuple[str, ...]:
        """The tiles' names, in order."""
        return tuple(figure.tile.id for figure in self.figures)


def tile_set(source: TilesSource) -> TileSet:
    """The tiles of a typed layout. Raises BadInput where one cannot be."""
    ids = [tile.id for tile in source.tiles]
    if len(set(ids)) != len(ids):
        twice = next(name for name in ids if ids.count(name) > 1)
        raise BadInput("layout.tiles.id_twice", "layout of tiles: two tiles have the id {id!r}", twice)
    size = source.size
    if size is not None and not all(math.isfinite(side) and side < MAX_LENGTH for side in size):
        raise BadInput(
            "layout.tiles.size", "layout of tiles: size: expected width and height in mm, got {size}", list(size)
        )
    aspect = None if size is None else max(size) / min(size)
    tall = size is None or size[1] >= size[0]
    return TileSet(tuple(_figure(tile) for tile in source.tiles), aspect, tall)


def _figure(tile: PrintedTile) -> TileFigure:
    xy = np.array(tile.xy, float)
    if not np.isfinite(xy).all() or np.abs(xy).max() > MAX_LENGTH:
        raise BadInput(
            "layout.tiles.not_finite",
            "layout of tiles: tile {tile!r}: xy: every number must be finite and within ±{largest:.0f}",
            tile.id,
            MAX_LENGTH,
        )
    for a, b in tile.lines:
        if not (0 <= a < len(xy) and 0 <= b < len(xy)) or a == b:
            raise BadInput(
                "layout.tiles.line",
                "layout of tiles: tile {tile!r}: lines: expected pairs of its stars 0…{last}, got {line}",
                tile.id,
                len(xy) - 1,
                [a, b],
            )
    stars = xy[:, 0] + 1j * xy[:, 1]
    away = np.abs(stars[:, None] - stars)
    if away.max() < 1e-6 or (away + np.eye(len(stars)) * MAX_LENGTH).min() < TUNING.touching * away.max():
        raise BadInput(
            "layout.tiles.stars_touch", "layout of tiles: tile {tile!r}: xy: two of its stars lie at one place", tile.id
        )
    middle = (stars[np.argmax(away.max(1))] + stars[np.argmax(away[np.argmax(away.max(1))])]) / 2
    i, j = np.array(tile.lines, np.intp).T
    return TileFigure(tile, (stars - middle) / away.max(), i, j, float(away.max()))
