"""The child's side of photographed constellation tiles: the board beside them is painted over, then they are read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engines.forms import decode_form
from hardware.camera import Image
from pi_app.capture import ReadRequest
from vision.tiles.layout import TilesSource

if TYPE_CHECKING:
    from vision.ink.layout import DiscLayout, MarkerSet
    from vision.tiles.layout import TileSet
    from vision.tiles.read import TilesReading


class TilesBeside(TilesSource, frozen=True, kw_only=True):
    """A layout of tiles that names the board they lie beside as well: a layout of a star disc, as JSON."""

    board: msgspec.Raw = msgspec.Raw()


def parse_beside(text: bytes) -> TilesBeside:
    """A layout of tiles with or without a board. Raises BadInput with one line."""
    return decode_form(text, TilesBeside, "layout of tiles")


class TilesReader:
    """Reads the tile that a player has turned over, of those that the layout tells."""

    def __init__(self) -> None:
        self._boards: dict[bytes, DiscLayout] = {}

    def read(self, request: ReadRequest, frames: list[Image]) -> TilesReading:
        """The reading. Raises NotPossible where no tile is found."""
        from vision.ink.light import sharpest
        from vision.tiles.read import read_tiles

        tiles, board = self._told(request.layout)
        frame = sharpest(frames)
        return read_tiles(frame if board is None else _without(frame, board), tiles, enough=1)

    def markers(self, layout: bytes) -> MarkerSet | None:
        """None: tiles have no markers, and the board beside them need not be seen."""

    def _told(self, text: bytes) -> tuple[TileSet, DiscLayout | None]:
        from vision.ink.layout import parse_layout
        from vision.tiles.layout import tile_set

        told = parse_beside(text)
        key = bytes(told.board)
        if not key:
            return tile_set(told), None
        if key not in self._boards:
            self._boards[key] = parse_layout(key)
        return tile_set(told), self._boards[key]


def _without(frame: Image, board: DiscLayout) -> Image:
    """The picture without the board, whose stars and lines are many and are no tile's."""
    from vision.table import Marked, Spot, find_boards, without

    size = (board.source.board.width, board.source.board.height)
    if board.markers is None:
        return frame
    spot = find_boards(frame, {"board": Marked(size, board.markers, None)})["board"]
    return without(frame, spot) if isinstance(spot, Spot) else frame
