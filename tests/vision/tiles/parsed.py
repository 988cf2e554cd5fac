"""Tiles from the text or the decoded form of their layout, as the camera of the app reads it."""

from __future__ import annotations

from typing import Any

from engines.forms import decode_form
from vision.tiles.layout import TileSet, TilesSource, tile_set


def parse_tiles(data: bytes | str | dict[str, Any]) -> TileSet:
    """The tiles; raises BadInput."""
    return tile_set(decode_form(data, TilesSource, "layout of tiles"))
