"""Whole games played through the real screens; a driver a game."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pi_app.autoplay.base import Autoplay

DRIVERS: Final[dict[str, str]] = {
    "star_explorer": "pi_app.games.star_explorer.autoplay:StarAutoplay",
    "look_at_the_stars": "pi_app.games.look_at_the_stars.autoplay:LookAutoplay",
    "stellar": "pi_app.games.stellar.autoplay:StellarAutoplay",
    "starfarers": "pi_app.games.starfarers.autoplay:StarfarersAutoplay",
}
"""Game -> `module:class`."""


def driver(game: str) -> type[Autoplay]:
    """The driver of a game. Raises LookupError where there is none."""
    module, _, name = DRIVERS[game].partition(":")
    found: type[Autoplay] = getattr(import_module(module), name)
    return found
