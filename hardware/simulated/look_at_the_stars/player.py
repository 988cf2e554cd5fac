"""Who draws on the simulated slates: decides without a picture, so that a game on the screen alone needs no OpenCV."""

from __future__ import annotations

from random import Random

from engines.look_at_the_stars.bots import greedy_action
from engines.look_at_the_stars.model import StarsAction, StarsState
from engines.look_at_the_stars.rules import LookAtTheStars


def greedy_player(game: LookAtTheStars, state: StarsState, seat: int) -> StarsAction:
    """What the simulated player of that seat does: always the same in the same state."""
    return greedy_action(game, state, seat, Random(f"{len(state.cards)}:{seat}"))
