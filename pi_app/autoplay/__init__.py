"""Whole games played through the real screens; a driver a game."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pi_app.autoplay.base import Autoplay

DRIVERS: Final[dict[str, str]] = {
    "star_explorer": "pi_app.autoplay.star_explorer:StarAutoplay",
    "look_at_the_stars": "pi_app.autoplay.look_at_the_stars:LookAutoplay",
    "stellar": "pi_app.autoplay.stellar:StellarAutoplay",
    "starfarers": "pi_app.autoplay.starfarers:StarfarersAutoplay",
}
"""Game -> `module:class`."""


def driver(game: str) -> type[Autoplay]:
    """The driver of a game. Raises LookupError where there is none."""
    module, _, name = DRIVERS[game].partition(":")
    found: type[Autoplay] = getattr(import_module(module), name)
    return found
