"""The simulated scenes that `planisphere photos` can photograph, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from engines.errors import BadInput

if TYPE_CHECKING:
    from hardware.simulated.photo_set import Order

SCENES: dict[str, str] = {
    "capture": "hardware.simulated.capture.scene:write_captures",
    "star_explorer": "hardware.simulated.photo_set:write_photo_set",
    "stellar": "hardware.simulated.cards.photo_set:write_card_set",
    "look_at_the_stars": "hardware.simulated.slates.photo_set:write_slate_set",
    "balls": "hardware.simulated.balls.photo_set:write_ball_photos",
    "table": "hardware.simulated.tables.photo_set:write_table_photos",
    "tiles": "hardware.simulated.tiles.photo_set:write_tile_photos",
}
"""What can be photographed -> `module:function`; loaded on first use, so that one scene never pays for another."""


def open_scene(kind: str) -> Callable[[Path, Order], Iterator[str]]:
    """What writes a folder of photographs with their lists and truth, a board's id at a time. Raises BadInput."""
    if kind not in SCENES:
        raise BadInput(f"unknown scene {kind!r}: expected one of {', '.join(sorted(SCENES))}")
    module, _, name = SCENES[kind].partition(":")
    write: Callable[[Path, Order], Iterator[str]] = getattr(import_module(module), name)
    return write
