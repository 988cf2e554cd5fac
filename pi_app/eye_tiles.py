"""What the camera is told of the tile that a player turns over, and its reading as tiles to choose from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from engines.star_explorer.model import Phase, StarExplorerState, Tile
from engines.star_explorer.nature import tiles_to_reveal
from engines.star_explorer.rules import StarExplorer
from pi_app.games.star_explorer.revealed import TilesSeen
from pi_app.i18n import Said, _
from pi_app.table import TableSession

if TYPE_CHECKING:
    from pi_app.eye import Asked
    from vision.tiles.read import TilesReading


def turns_over(session: TableSession[Any, Any]) -> bool:
    """Whether players turn their tiles over now."""
    state = session.state
    return isinstance(state, StarExplorerState) and state.phase is Phase.REVEAL


def tiles_asked(session: TableSession[Any, Any], seat: int) -> Asked:
    """The tiles that may show when that player turns one over, and the board beside them."""
    from pi_app.eye import Asked

    game: StarExplorer = session.game  # type: ignore[assignment]
    state: StarExplorerState = session.state
    left = tiles_to_reveal(state, seat, game.box)
    told = {"kind": "tiles", "tiles": [_printed(game.tiles[tile]) for tile in left], "board": game.pack.layout}
    return Asked(
        game=session.game_id,
        seat=seat,
        round=state.round,
        layout=msgspec.Raw(msgspec.json.encode(told)),
        kind="tiles",
        expect={"remaining": left},
    )


def _printed(tile: Tile) -> dict[str, Any]:
    front = tile.front
    return {"id": tile.id, "xy": tile.xy, "lines": tile.lines, "type": front.type, "value": front.value}


def tiles_trouble(asked: Asked, reading: TilesReading) -> Said | None:
    """Why the reading is of no use: nothing in it is likely enough to be shown."""
    if reading.tiles:
        return None
    return lambda: _("No tile can be told for certain")


def tiles_draft(asked: Asked, reading: TilesReading) -> TilesSeen:
    """The tiles that it may be, the likeliest first."""
    found = sorted(reading.tiles, key=lambda tile: -tile.p)
    names = [name for tile in found for name in (tile.tile, *(rival for rival, _p in tile.rivals))]
    doubtful = len(found) != 1 or found[0] in reading.doubtful
    return TilesSeen(asked.seat, asked.round, tuple(dict.fromkeys(names if doubtful else names[:1])))
