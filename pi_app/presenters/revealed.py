"""What the camera saw of the tile that a player turned over."""

from __future__ import annotations

import msgspec

from engines.star_explorer.model import StarExplorerState, StarPack, Tile


class TilesSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """The tiles that a photograph may show, the likeliest first; one alone is beyond doubt. Nothing yet: none."""

    seat: int = -1
    round: int = 0
    tiles: tuple[str, ...] = ()


def tiles_left(pack: StarPack, state: StarExplorerState) -> tuple[Tile, ...]:
    """The tiles of this round's size that nobody has drawn or turned over."""
    used = {me.tile for me in state.seats} | {drawing.tile for me in state.seats for drawing in me.drawings}
    return tuple(tile for tile in pack.tiles if tile.size == state.size and tile.id not in used)
