"""Photographs of revealed constellation tiles to readings."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from engines.errors import BadInput
from planisphere.packs import find_pack
from planisphere.readings import named_images, path_of, read_json
from planisphere.readings.careful import stored_pixel
from vision.ink import opencv
from vision.tiles.layout import TileSet, TilesSource, tile_set
from vision.tiles.owned import Owned, enrol
from vision.tiles.read import FoundTile, TilesReading, read_tiles


class TilesAnswer(msgspec.Struct, frozen=True):
    """A reading as the command line prints it."""

    reading: TilesReading

    def as_json(self) -> dict[str, Any]:
        """The reading as plain JSON values."""
        return self.reading.as_json()

    def in_words(self, factor: int = 1) -> list[str]:
        """The reading as lines of text."""
        reading = self.reading
        return [
            "tiles: " + (", ".join(f"{tile.tile} ({tile.p:.2f})" for tile in reading.tiles) or "none for sure"),
            "doubtful: " + ("; ".join(_with_place(tile, factor) for tile in reading.doubtful) or "none"),
            *([f"expected, not found: {', '.join(reading.missing)}; photograph again"] if reading.missing else []),
        ]


def _with_place(tile: FoundTile, factor: int) -> str:
    """The tile with its middle in the picture (px), so that two taken for the same one can be told apart."""
    x, y = (stored_pixel(sum(along) / len(along), factor) for along in zip(*tile.corners, strict=True))
    return f"{tile.tile} ({tile.p:.2f}) at {x:.0f},{y:.0f}"


class TilesReader:
    """Reads lists whose paths count from `folder`; layouts and the owner's photographs are prepared once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._tiles = cache(self._load)

    def read(self, entry: dict[str, Any]) -> TilesAnswer:
        """The reading of one line. Raises BadInput or NotPossible."""
        layout = entry.get("layout")
        if not isinstance(layout, str):
            raise BadInput(f"layout {layout!r}: expected the path of a layout of kind 'tiles', or the name of a pack")
        expect, remaining = expected_tiles(entry)
        tiles, owned = self._tiles(path_of(layout))
        frames = [opencv.load(str(self._folder / name)) for name in named_images(entry)]
        return TilesAnswer(read_tiles(frames, tiles, expect=expect, remaining=remaining, owned=owned))

    def _load(self, name: str) -> tuple[TileSet, Owned | None]:
        path = self._folder / name
        try:
            source = tiles_source(read_json(path) if path.is_file() else _pack(name))
            looks = {
                tile.id: enrol(opencv.load(str(path.parent / path_of(tile.photograph))))
                for tile in source.tiles
                if tile.photograph is not None
            }
            return tile_set(source), Owned(looks) if looks else None
        except BadInput as error:
            raise BadInput(f"{path}: {error}") from error


def _pack(name: str) -> Any:
    try:
        return msgspec.json.decode(find_pack(name).data)
    except BadInput as error:
        raise BadInput("no such file or pack, expected a layout of kind 'tiles' or a pack of star_explorer") from error


def tiles_source(raw: Any) -> TilesSource:
    """The tiles of a decoded layout of kind `tiles`, or of a pack of Star Explorer. Raises BadInput."""
    if isinstance(raw, dict) and raw.get("game") == "star_explorer" and "tiles" in raw:
        raw = {"kind": "tiles", "tiles": [_printed(tile) for tile in raw["tiles"]]}
    if isinstance(raw, dict) and isinstance(raw.get("pack"), str) and "tiles" not in raw:
        return tiles_source(_pack(raw["pack"]))
    try:
        return msgspec.convert(raw, TilesSource)
    except msgspec.ValidationError as error:
        raise BadInput(f"layout of tiles: {error}") from error


def _printed(tile: Any) -> Any:
    front = tile.get("front") if isinstance(tile, dict) else None
    return {**tile, **{key: front.get(key) for key in ("type", "value")}} if isinstance(front, dict) else tile


def expected_tiles(entry: dict[str, Any]) -> tuple[list[str], list[str]]:
    """The ids of `expect` (a list, or an object with `tiles` and `remaining`) and of `remaining`. Raises BadInput."""
    expect = entry.get("expect") or []
    if isinstance(expect, dict):
        return _ids("expect.tiles", expect.get("tiles")), _ids("expect.remaining", expect.get("remaining"))
    return _ids("expect", expect), _ids("remaining", entry.get("remaining"))


def _ids(what: str, value: Any) -> list[str]:
    names = value or []
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise BadInput(f"{what}: expected a list of tile ids, got {value!r}")
    return names
