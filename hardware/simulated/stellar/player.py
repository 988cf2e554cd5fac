"""A game of Stellar that nobody recorded, for a table whose cards are only laid at the end."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from engines.registry import open_game
from engines.stellar.bots import random_action
from engines.stellar.model import StellarState
from engines.stellar.rules import Stellar


@lru_cache(maxsize=2)
def played(seed: int) -> tuple[Stellar, StellarState]:
    """A game of the house deck, played to its end by chance."""
    game: Stellar = open_game("stellar")  # type: ignore[assignment]
    rng = Random(seed)
    state = game.setup(("A", "B"))
    while not game.is_over(state):
        seat = game.to_move(state)[0]
        action = random_action(game, state, seat, rng) if isinstance(seat, int) else game.deal(state, rng)
        state = game.play(state, action)
    return game, state
