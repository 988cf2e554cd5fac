"""The constellation tile that a simulated player turns over: a house tile lying beside the board."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Final

import msgspec

from engines.layout import Board
from engines.star_explorer.model import Phase, StarExplorerState, Tile
from engines.star_explorer.nature import tiles_to_reveal
from engines.star_explorer.pack import lattice_step
from engines.star_explorer.rules import StarExplorer
from hardware.simulated.pieces import Piece
from hardware.simulated.star_explorer.pieces import house_tiles, pattern_scale, tile_piece

_AWAY_MM: Final = 42.0
"""From the board's edge to the middle of the tile."""


class Beside(msgspec.Struct, frozen=True):
    """Which tile lies beside a board, and where: board mm of its middle, degrees clockwise.

    `scale`: tile mm a disc mm of the pattern; `pitch`: the lattice of the patterns, disc mm.
    """

    tile: Tile
    scale: float
    pitch: float
    at: tuple[float, float]
    turn_deg: float


def turned_over(game: StarExplorer, state: StarExplorerState, seat: int, seed: int) -> Beside | None:
    """The tile that the player turns over in this round, the same whenever it is asked for; None in other phases."""
    if state.phase is not Phase.REVEAL or state.seats[seat].tile is not None:
        return None
    rng = Random(f"{seed}-{state.round}-{seat}")
    there = tiles_to_reveal(state, seat, game.box)
    tiles = [tile for tile in game.pack.tiles if tile.size == state.size]
    rng.shuffle(tiles)
    tile = next(tile for tile in tiles if tile.id in there)
    side = rng.random() < 0.5
    board: Board = game.pack.layout.board
    at = (-_AWAY_MM if side else board.width + _AWAY_MM, board.height * rng.uniform(0.3, 0.7))
    scale, pitch = pattern_scale(house_tiles(), game.pack.tiles), lattice_step(game.pack.tiles)
    return Beside(tile, scale, pitch, at, rng.uniform(0, 360))


@lru_cache(maxsize=8)
def piece_of(beside: Beside) -> Piece:
    """The tile in the house's print, as a thing on the table."""
    piece = tile_piece(house_tiles(), beside.tile, beside.scale, beside.pitch)
    return piece._replace(at=beside.at, turn_deg=beside.turn_deg)
