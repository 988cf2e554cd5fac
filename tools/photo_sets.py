"""The simulated scenes that `planisphere photos` can photograph, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from engines.errors import BadInput

if TYPE_CHECKING:
    from tools.studio.discs import Order

SCENES: dict[str, str] = {
    "capture": "tools.studio.captures:write_captures",
    "star_explorer": "tools.studio.discs:write_photo_set",
    "stellar": "tools.studio.cards:write_card_set",
    "look_at_the_stars": "tools.studio.slates:write_slate_set",
    "balls": "tools.studio.balls:write_ball_photos",
    "table": "tools.studio.tables:write_table_photos",
    "tiles": "tools.studio.tiles:write_tile_photos",
}
"""What can be photographed -> `module:function`; loaded on first use, so that one scene never pays for another."""


def open_scene(kind: str) -> Callable[[Path, Order], Iterator[str]]:
    """What writes a folder of photographs with their lists and truth, a board's id at a time. Raises BadInput."""
    if kind not in SCENES:
        raise BadInput(f"unknown scene {kind!r}: expected one of {', '.join(sorted(SCENES))}")
    module, _, name = SCENES[kind].partition(":")
    write: Callable[[Path, Order], Iterator[str]] = getattr(import_module(module), name)
    return write
