"""Reads a pack of Star Explorer: the components of one edition, as typed values."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import get_args

import msgspec

from engines.errors import BadInput
from engines.forms import decode_form
from engines.layout import check_star_disc
from engines.star_explorer.model import SIZES, StarPack, StarType, Tile

STAR_TYPES: tuple[str, ...] = get_args(StarType)


def parse_pack(data: bytes) -> StarPack:
    """A typed pack from JSON text; unknown keys are ignored. Raises BadInput listing everything wrong with it at once.

    Checked here is what the rules need to work at all; `planisphere pack check` proves the rest.
    """
    pack = decode_form(data, StarPack, "pack of star_explorer")
    wrong = [*_layout(pack), *_ids(pack), *(fault for tile in pack.tiles for fault in _tile(tile))]
    if wrong:
        raise BadInput("pack.invalid", "pack of {game}: {wrong}", "star_explorer", "; ".join(wrong))
    return pack


def _layout(pack: StarPack) -> Iterator[str]:
    try:
        check_star_disc(pack.layout)
    except BadInput as error:
        yield str(error)
    for star in pack.layout.stars:
        if star.type not in STAR_TYPES:
            yield f"star {star.id} has the type {star.type!r}, expected {', '.join(STAR_TYPES)}"


def _ids(pack: StarPack) -> Iterator[str]:
    for kind, ids in (("tile", [t.id for t in pack.tiles]), ("start tile", [t.id for t in pack.start_tiles])):
        for name, count in Counter(ids).items():
            if count > 1:
                yield f"two {kind}s have the id {name!r}"


def _tile(tile: Tile) -> Iterator[str]:
    where = f"tile {tile.id!r}"
    if tile.size not in SIZES:
        yield f"{where} has size {tile.size}, expected one of {sorted(set(SIZES))}"
    if len(tile.xy) != tile.size:
        yield f"{where} has {len(tile.xy)} stars, expected {tile.size}"
    lines = {frozenset(line) for line in tile.lines}
    if any(len(line) != 2 or not line <= set(range(tile.size)) for line in lines) or len(lines) != len(tile.lines):
        yield f"{where}: a line must join two different stars 0 to {tile.size - 1}, each pair once"


def widest(tiles: Sequence[Tile]) -> float:
    """The longest side of any pattern, disc mm."""
    spans: list[float] = [max(v) - min(v) for tile in tiles for v in zip(*tile.xy, strict=True)]
    return max(spans)


def lattice_step(tiles: Sequence[Tile]) -> float:
    """The shortest distance between two stars of any pattern, disc mm."""
    return min(math.dist(p, q) for tile in tiles for i, p in enumerate(tile.xy) for q in tile.xy[:i])


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
