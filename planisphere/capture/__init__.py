"""Makes packs from photographs of an owner's copy of a game."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Final

CAPTURES: Final[dict[str, str]] = {
    "star_explorer": "planisphere.capture.star_explorer:capture",
    "stellar": "planisphere.capture.stellar:capture",
}
"""Game -> "module:function". The function takes the parsed arguments, writes the pack and returns the exit code;
beside it in its module `configure(parser)` adds the arguments of `planisphere pack capture GAME`."""


def capture_module(game: str) -> ModuleType:
    """The module that captures packs of this game, one of CAPTURES."""
    return import_module(CAPTURES[game].partition(":")[0])


def capture_function(game: str) -> Callable[[argparse.Namespace], int]:
    """What captures a pack of this game, one of CAPTURES."""
    found: Callable[[argparse.Namespace], int] = getattr(capture_module(game), CAPTURES[game].partition(":")[2])
    return found
