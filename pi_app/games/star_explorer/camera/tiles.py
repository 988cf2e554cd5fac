"""The tile that a player turns over before the camera, and its reading as tiles to choose from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from engines.errors import BadInput
from engines.files import text_of
from engines.forms import decode_form
from engines.star_explorer.model import Phase, StarExplorerState, Tile
from engines.star_explorer.nature import tiles_to_reveal
from engines.star_explorer.rules import StarExplorer
from hardware.camera import Image
from pi_app.camera.kind import CameraKind, Memory
from pi_app.camera.query import Query
from pi_app.games.star_explorer.pen import TilesSeen
from pi_app.i18n import N_, Said, _
from pi_app.packs import find_pack
from pi_app.table.session import TableSession

if TYPE_CHECKING:
    from vision.ink.layout import DiscLayout
    from vision.tiles.layout import TileSet
    from vision.tiles.owned import Owned
    from vision.tiles.read import FoundTile, TilesReading

NO_TILE: Final = N_("No tile is in the picture")


class Printed(msgspec.Struct, frozen=True):
    """A layout of tiles, parsed: the tiles, photographs of the owner's own ones, and the board they lie beside."""

    tiles: TileSet
    owned: Owned | None
    board: DiscLayout | None


class TilesKind(CameraKind):
    """Constellation tiles, turned over beside a board or laid out alone."""

    name = "tiles"
    layout_kind = "tiles"
    layout_words = "a layout of kind 'tiles' or a pack of star_explorer"
    pack_game = "star_explorer"
    takes = ("expect", "remaining")
    failures = {"tiles.none": NO_TILE, "tiles.nothing_like": NO_TILE}

    def fits(self, session: TableSession[Any, Any]) -> bool:
        """While players turn their tiles over."""
        state = session.state
        return isinstance(state, StarExplorerState) and state.phase is Phase.REVEAL

    def query(self, session: TableSession[Any, Any], seat: int, sizes: Mapping[str, float]) -> Query:
        """The tiles that may show when that player turns one over, and the board beside them."""
        game: StarExplorer = session.game  # type: ignore[assignment]
        state: StarExplorerState = session.state
        left = tiles_to_reveal(state, seat, game.box)
        layout = {"kind": "tiles", "tiles": [_printed(game.tiles[tile]) for tile in left], "board": game.pack.layout}
        return Query(
            kind=self.name,
            layout=msgspec.json.encode(layout),
            record={"expect": {"remaining": left}},
            game=session.game_id,
            seat=seat,
            round=state.round,
        )

    def layout_text(self, name: str, folder: Path) -> bytes:
        """The layout in a file, or in the pack that is named or that the file is or names. Raises BadInput, OSError."""
        path = folder / name
        if path.is_file():
            return _of_json(_decoded(text_of(path)))
        try:
            return self.of_pack(find_pack(name).data)
        except BadInput as error:
            words = "no such file or pack, expected a layout of kind 'tiles' or a pack of star_explorer"
            raise BadInput("layout.tiles_not_found", words) from error

    def of_pack(self, pack: bytes) -> bytes:
        """The tiles in it."""
        return _of_json(msgspec.json.decode(pack))

    def prepare(self) -> None:
        import vision.tiles.read  # noqa: F401

    def parse(self, layout: bytes, folder: Path | None) -> Printed:
        """The tiles, with the owner's photographs of them where the layout names some."""
        from vision.ink import opencv
        from vision.ink.layout import parse_layout
        from vision.tiles.layout import TilesSource, tile_set
        from vision.tiles.owned import Owned, enrol

        source = decode_form(layout, TilesSource, "layout of tiles")
        looks = {
            tile.id: enrol(opencv.load(str(folder / tile.photograph)))
            for tile in source.tiles
            if tile.photograph is not None and folder is not None
        }
        board = bytes(source.board)
        return Printed(tile_set(source), Owned(looks) if looks else None, parse_layout(board) if board else None)

    def read(self, frames: Sequence[Image], query: Query, layout: Printed, memory: Memory) -> TilesReading:
        """The tiles in the picture; beside a board the first that is beyond doubt is the one turned over."""
        from vision.ink.light import sharpest
        from vision.tiles.read import read_tiles

        expect, remaining = expected_tiles(query.record)
        tiles, owned = layout.tiles, layout.owned
        if layout.board is None:
            return read_tiles(frames, tiles, expect=expect, remaining=remaining, owned=owned)
        return read_tiles(_without(sharpest(frames), layout.board), tiles, owned=owned, enough=1)

    def trouble(self, query: Query, reading: TilesReading) -> Said | None:
        """Nothing in it is likely enough to be shown."""
        if reading.tiles:
            return None
        return lambda: _("No tile can be told for certain")

    def draft(self, query: Query, reading: TilesReading, frame: Image, photo: str | None) -> TilesSeen:
        """The tiles that it may be, the likeliest first."""
        found = sorted(reading.tiles, key=lambda tile: -tile.p)
        names = [name for tile in found for name in (tile.tile, *(rival for rival, _p in tile.rivals))]
        doubtful = len(found) != 1 or found[0] in reading.doubtful
        return TilesSeen(query.seat, query.round, tuple(dict.fromkeys(names if doubtful else names[:1])))

    def truth(self, query: Query, draft: TilesSeen) -> dict[str, Any]:
        """The tile."""
        return {"tiles": [{"tile": tile} for tile in draft.tiles]}

    def in_words(self, reading: TilesReading, factor: int) -> list[str]:
        """Tiles, doubts with their places, and what was expected and not found."""
        return [
            "tiles: " + (", ".join(f"{tile.tile} ({tile.p:.2f})" for tile in reading.tiles) or "none for sure"),
            "doubtful: " + ("; ".join(_with_place(tile, factor) for tile in reading.doubtful) or "none"),
            *([f"expected, not found: {', '.join(reading.missing)}; photograph again"] if reading.missing else []),
        ]


TILES: Final = TilesKind()


def _printed(tile: Tile) -> dict[str, Any]:
    front = tile.front
    return {"id": tile.id, "xy": tile.xy, "lines": tile.lines, "type": front.type, "value": front.value}


def _decoded(text: bytes) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput("layout.not_json", "not JSON: {problem}", error) from error


def _of_json(raw: Any) -> bytes:
    """The layout of tiles in a decoded one, in a pack of Star Explorer, or in the pack that it names."""
    if isinstance(raw, dict) and raw.get("game") == "star_explorer" and isinstance(raw.get("tiles"), list):
        raw = {"kind": "tiles", "tiles": [_in_pack(tile) for tile in raw["tiles"]]}
    if isinstance(raw, dict) and isinstance(raw.get("pack"), str) and "tiles" not in raw:
        return TILES.of_pack(find_pack(raw["pack"]).data)
    return msgspec.json.encode(raw)


def _in_pack(tile: Any) -> Any:
    front = tile.get("front") if isinstance(tile, dict) else None
    return {**tile, **{key: front.get(key) for key in ("type", "value")}} if isinstance(front, dict) else tile


def expected_tiles(record: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """The ids of `expect` (a list, or an object with `tiles` and `remaining`) and of `remaining`. Raises BadInput."""
    expect = record.get("expect") or []
    if isinstance(expect, dict):
        return _ids("expect.tiles", expect.get("tiles")), _ids("expect.remaining", expect.get("remaining"))
    return _ids("expect", expect), _ids("remaining", record.get("remaining"))


def _ids(what: str, value: Any) -> list[str]:
    names = value or []
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise BadInput("expect.tiles", "{option}: expected a list of tile ids, got {got!r}", what, value)
    return names


def _with_place(tile: FoundTile, factor: int) -> str:
    """The tile with its middle in the picture (px), so that two taken for the same one can be told apart."""
    from vision.ink.opencv import stored_pixel

    x, y = (stored_pixel(sum(along) / len(along), factor) for along in zip(*tile.corners, strict=True))
    return f"{tile.tile} ({tile.p:.2f}) at {x:.0f},{y:.0f}"


def _without(frame: Image, board: DiscLayout) -> Image:
    """The picture without the board, whose stars and lines are many and are no tile's."""
    from vision.table import Marked, Spot, find_boards, without

    size = (board.source.board.width, board.source.board.height)
    if board.markers is None:
        return frame
    spot = find_boards(frame, {"board": Marked(size, board.markers, None)})["board"]
    return without(frame, spot) if isinstance(spot, Spot) else frame
