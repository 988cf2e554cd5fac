"""What is in the box besides boards: tiles and start tiles, sorted the way the rules look for them."""

from __future__ import annotations

from collections import Counter

from engines.star_explorer.model import SIZES, Back, StarPack, StartTile, Tile


def back_of(tile: Tile) -> Back:
    """What the back of a tile shows."""
    return Back(tile.size, tile.back.type, tile.back.value)


class Box:
    """The tiles of one pack."""

    def __init__(self, pack: StarPack) -> None:
        self.name = pack.pack
        self.tiles: dict[str, Tile] = {tile.id: tile for tile in pack.tiles}
        self.start_tiles: dict[str, StartTile] = {tile.id: tile for tile in pack.start_tiles}
        self.start_tile_names: tuple[str, ...] = tuple(sorted(self.start_tiles))
        self.of_size: dict[int, tuple[tuple[str, Back], ...]] = {
            size: tuple(sorted((tile.id, back_of(tile)) for tile in pack.tiles if tile.size == size))
            for size in sorted(set(SIZES))
        }
        """Size -> tile ids with their backs, by id."""
        self.backs_of: dict[int, tuple[Back, ...]] = {
            size: tuple(back for _, back in tiles) for size, tiles in self.of_size.items()
        }
        self.with_back: dict[Back, tuple[str, ...]] = {
            back: tuple(tile for tile, its_back in self.of_size[back.size] if its_back == back)
            for backs in self.backs_of.values()
            for back in backs
        }
        """Back -> the ids of the tiles that have it, sorted."""

    def backs(self, size: int) -> Counter[Back]:
        """How many tiles of a size have each back."""
        return Counter(self.backs_of[size])
