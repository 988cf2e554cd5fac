"""The simulated scenes that `planisphere photos` can photograph, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engines.errors import BadInput
from engines.registry import games, load

if TYPE_CHECKING:
    from tools.studio.orders import Order

_OF_NO_GAME = {
    "capture": "tools.studio.captures:write_captures",
    "balls": "tools.studio.balls:write_ball_photos",
    "table": "tools.studio.tables:write_table_photos",
    "tiles": "tools.studio.tiles:write_tile_photos",
}

TRACED: Final = (
    "tools.studio.discs:write_photo_set",
    "tools.studio.slates:write_slate_set",
    "tools.studio.tiles:write_tile_photos",
    "tools.studio.cards:write_card_set",
    "tools.studio.tables:write_table_photos",
    "tools.studio.balls:write_ball_photos",
)
"""Those that can be photographed by true light, too."""


def scenes() -> dict[str, str]:
    """What can be photographed -> `module:function`: what games announce, and what is no game's board."""
    return {**{name: game.photo_set for name, game in games().items() if game.photo_set}, **_OF_NO_GAME}


def open_scene(kind: str) -> Callable[[Path, Order], Iterator[str]]:
    """What writes a folder of photographs with their lists and truth, a board's id at a time. Raises BadInput."""
    known = scenes()
    if kind not in known:
        raise BadInput(
            "photos.scene", "unknown scene {scene!r}: expected one of {known}", kind, ", ".join(sorted(known))
        )
    write: Callable[[Path, Order], Iterator[str]] = load(known[kind])
    return write
