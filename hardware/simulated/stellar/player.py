"""A game of Stellar that nobody recorded, for a table whose cards are only laid at the end."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from engines.playout import ended
from engines.registry import open_game
from engines.stellar.bots import random_action
from engines.stellar.model import StellarState
from engines.stellar.rules import Stellar


@lru_cache(maxsize=2)
def played(seed: int) -> tuple[Stellar, StellarState]:
    """A game of the house deck, played to its end by chance."""
    game: Stellar = open_game("stellar")  # type: ignore[assignment]
    return game, ended(game, ("A", "B"), random_action, Random(seed))
