"""What the camera saw of the tile that a player turned over."""

from __future__ import annotations

import msgspec


class TilesSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """The tiles that a photograph may show, the likeliest first; one alone is beyond doubt. Nothing yet: none."""

    seat: int = -1
    round: int = 0
    tiles: tuple[str, ...] = ()
