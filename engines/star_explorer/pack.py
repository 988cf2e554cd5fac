"""Reads a pack of Star Explorer: the components of one edition, as typed values."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import get_args

import msgspec

from engines.errors import BadInput
from engines.layout import check_star_disc
from engines.star_explorer.model import SIZES, StarPack, StarType, Tile

STAR_TYPES: tuple[str, ...] = get_args(StarType)


def parse_pack(data: bytes) -> StarPack:
    """A typed pack from JSON text; unknown keys are ignored. Raises BadInput where it is not one.

    Checked here is what the rules need to work at all; `planisphere pack check` proves the rest.
    """
    try:
        pack = msgspec.json.decode(data, type=StarPack)
        check_star_disc(pack.layout)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError, BadInput) as error:
        raise BadInput(f"pack of star_explorer: {error}") from error
    strange = next((s for s in pack.layout.stars if s.type not in STAR_TYPES), None)
    if strange is not None:
        raise BadInput(
            f"pack of star_explorer: star {strange.id} has the type {strange.type!r}, expected {', '.join(STAR_TYPES)}"
        )
    _distinct("tile", (t.id for t in pack.tiles))
    _distinct("start tile", (t.id for t in pack.start_tiles))
    for tile in pack.tiles:
        _check_tile(tile)
    return pack


def _distinct(kind: str, ids: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in ids:
        if name in seen:
            raise BadInput(f"pack of star_explorer: two {kind}s have the id {name!r}")
        seen.add(name)


def _check_tile(tile: Tile) -> None:
    where = f"pack of star_explorer: tile {tile.id!r}"
    if tile.size not in SIZES:
        raise BadInput(f"{where} has size {tile.size}, expected one of {sorted(set(SIZES))}")
    if len(tile.xy) != tile.size:
        raise BadInput(f"{where} has {len(tile.xy)} stars, expected {tile.size}")
    if not all(math.isfinite(n) for point in tile.xy for n in point):
        raise BadInput(f"{where}: every number must be finite")
    lines = {frozenset(line) for line in tile.lines}
    if any(len(line) != 2 or not line <= set(range(tile.size)) for line in lines) or len(lines) != len(tile.lines):
        raise BadInput(f"{where}: a line must join two different stars 0 to {tile.size - 1}, each pair once")
