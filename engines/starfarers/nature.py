"""Nature's next action at a digital table: dice, balls, cards from shuffled piles, tokens as late as they are seen."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from random import Random
from typing import Final

from engines.game import NATURE
from engines.starfarers.actions import Actions, hidden_tokens
from engines.starfarers.bank import unseen
from engines.starfarers.model import FirstPlayer, Phase, Reveal, StarfarersAction, StarfarersState
from engines.starfarers.setup import receiver

_ROLL, _SHAKE, _REVEAL, _STEAL, _FIRST_PLAYER = (
    Phase.ROLL,
    Phase.SHAKE,
    Phase.REVEAL,
    Phase.STEAL,
    Phase.FIRST_PLAYER,
)
_PILE: Final = frozenset({Phase.DEAL, Phase.SUPPLY})


def deal(actions: Actions, state: StarfarersState, rng: Random) -> StarfarersAction:
    """Nature's next action, every die, ball, card and token equally likely.

    Raises ValueError when nature is not to move.
    """
    phase = state.phase
    if phase is _ROLL:
        return actions.rolls[int(rng.random() * 36)]
    if phase in _PILE:
        left = unseen(state, actions.parts.box.cards_each)
        return actions.supplies[receiver(actions.parts, state)][_drawn(left, rng)]
    if phase is _SHAKE:
        shakes = actions.all_shakes[state.seat]
        return shakes[int(rng.random() * len(shakes))]
    if phase is _REVEAL:
        planet = state.reveals[0]
        tokens = hidden_tokens(actions.parts, state, planet)
        return Reveal(planet, tokens[int(rng.random() * len(tokens))], seat=NATURE)
    if phase is _STEAL:
        victim = state.victims[0]
        return actions.steals[victim][_drawn(state.hands[victim][:5], rng)]
    if phase is _FIRST_PLAYER:
        return FirstPlayer(int(rng.random() * len(state.seats)), seat=NATURE)
    raise ValueError(f"nature is not to move: the table is at {phase.value}")


def _drawn(cards: Sequence[int], rng: Random) -> int:
    """The resource of a random card out of these counts."""
    place = int(rng.random() * sum(cards))
    return next(resource for resource, upto in enumerate(accumulate(cards)) if place < upto)
