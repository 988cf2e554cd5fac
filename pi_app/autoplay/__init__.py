"""Whole games played through the real screens; a driver a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.registry import load
from pi_app.games.app_game import app_of, offered

if TYPE_CHECKING:
    from pi_app.autoplay.base import Autoplay


def driven() -> tuple[str, ...]:
    """The games that can play themselves, in the order of the start screen."""
    return tuple(game for game in offered() if app_of(game).driver)


def driver(game: str) -> type[Autoplay]:
    """The driver of a game, one of `driven()`."""
    found: type[Autoplay] = load(app_of(game).driver)
    return found
