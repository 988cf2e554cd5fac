"""Puts the house pack together; `python -m tools.house_packs.generate` writes it where the engines find it."""

from __future__ import annotations

import sys
from itertools import combinations
from pathlib import Path
from typing import Final

from engines.star_explorer.model import Face, StarPack, StartTile, StarType, Status, Tile
from engines.star_explorer.pack import pack_text
from tools.house_packs.constellations import CONSTELLATIONS, Constellation
from tools.house_packs.disc import PITCH, house_layout

TYPES: Final[tuple[StarType, ...]] = ("red", "white", "yellow", "blue")
FRONT, BACK, START = 2, 1, 1
STATUS: Final[dict[str, Status]] = {
    "layout": "house",
    "layout.step_deg": "rules",
    "layout.three_point_stars": "house",
    "tiles.id": "house",
    "tiles.name": "public",
    "tiles.size": "house",
    "tiles.xy": "house",
    "tiles.lines": "house",
    "tiles.front.type": "house",
    "tiles.front.value": "public",
    "tiles.back.type": "assumed",
    "tiles.back.value": "public",
    "start_tiles.sides.type": "house",
    "start_tiles.sides.value": "assumed",
}


def house_pack() -> StarPack:
    """The house pack, worked out anew."""
    return StarPack(
        game="star_explorer",
        pack="house",
        title="House pack: forty-one constellations over the hills",
        status=STATUS,
        layout=house_layout(),
        tiles=tuple(_tile(shape, TYPES[turn]) for shape, turn in zip(CONSTELLATIONS, _turns(), strict=True)),
        start_tiles=tuple(StartTile(f"{a}_{b}", (Face(a, START), Face(b, START))) for a, b in combinations(TYPES, 2)),
    )


def _turns() -> list[int]:
    """Types by turns through all tiles: within each size and over all no type is more than one ahead."""
    return [n % len(TYPES) for n in range(len(CONSTELLATIONS))]


def _tile(shape: Constellation, star_type: StarType) -> Tile:
    return Tile(
        id=shape.id,
        name=shape.name,
        size=len(shape.points),
        front=Face(star_type, FRONT),
        back=Face(star_type, BACK),
        xy=tuple((x * PITCH, y * PITCH) for x, y in shape.points),
        lines=shape.lines,
    )


def main() -> int:
    """Write the pack beside the rules that play it."""
    target = Path(__file__).parents[2] / "engines" / "star_explorer" / "packs" / "house.json"
    target.write_bytes(pack_text(house_pack()))
    print(target, file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
