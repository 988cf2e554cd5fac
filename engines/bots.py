"""Bots: players that need nobody, found by game and name."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

from engines.errors import BadInput
from engines.game import Action, Game, State
from engines.registry import load, parts_of

Bot: TypeAlias = Callable[[Any, Any, int, Random], Any]
"""`(game, view, seat, rng) -> action`: what that seat does, knowing only its own view of the state."""


def uniform(game: Game[Any, Any], view: State, seat: int, rng: Random) -> Action:
    """Any legal action, each equally likely."""
    action: Action = rng.choice(game.legal_actions(view, seat))
    return action


def bots_of(game: str) -> dict[str, Bot]:
    """The bots of a game by name; `random` is always there."""
    own = parts_of(game).bots
    return {"random": uniform, **(load(own) if own else {})}


def find_bot(game: str, name: str) -> Bot:
    """A game's bot by name. Raises BadInput for an unknown name."""
    bots = bots_of(game)
    if name not in bots:
        raise BadInput(
            "bot.unknown",
            "unknown bot {name!r} of {game}: expected one of {known}",
            name,
            game,
            ", ".join(sorted(bots)),
        )
    return bots[name]
