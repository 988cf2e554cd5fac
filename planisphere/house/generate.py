"""Puts the house pack together; `python -m planisphere.house.generate` writes it where the engines find it."""

from __future__ import annotations

import sys
from itertools import combinations
from pathlib import Path
from typing import Final

import msgspec

from engines.star_explorer.model import Face, StarPack, StartTile, StarType, Status, Tile
from planisphere.house.constellations import CONSTELLATIONS, Constellation
from planisphere.house.disc import PITCH, house_layout

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


def pack_text(pack: StarPack) -> bytes:
    """A pack as JSON, one component a line, so that a change shows as one."""
    layout = msgspec.structs.asdict(pack.layout)
    stars = layout.pop("stars")
    head = [f'"{key}":{_json(getattr(pack, key))}' for key in ("game", "pack", "title", "status")]
    board = [f'"{key}":{_json(value)}' for key, value in layout.items()] + [f'"stars":{_rows(stars)}']
    tail = [f'"{key}":{_rows(getattr(pack, key))}' for key in ("tiles", "start_tiles")]
    text = _listed([*head, f'"layout":{{\n{_listed(board)}}}', *tail])
    return f"{{\n{text}\n}}\n".encode()


def _listed(parts: list[str]) -> str:
    return ",\n".join(parts)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _rows(values: tuple[object, ...]) -> str:
    return "[\n" + ",\n".join(map(_json, values)) + "\n]"


def main() -> int:
    """Write the pack beside the rules that play it."""
    target = Path(__file__).parents[2] / "engines" / "star_explorer" / "packs" / "house.json"
    target.write_bytes(pack_text(house_pack()))
    print(target, file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
