"""Bots for Look at the Stars: `random` draws anything legal, `greedy` what looks best after its next action.

`greedy` counts the score pad and a share of what unfinished groups promise: without it a slate with single lines would
be worth nothing, and passing as good as drawing.
"""

from __future__ import annotations

from random import Random
from typing import Final

from engines.look_at_the_stars import legal
from engines.look_at_the_stars.model import TURNS, Slate, StarsAction, StarsState
from engines.look_at_the_stars.rules import LookAtTheStars
from engines.look_at_the_stars.scoring import total
from engines.look_at_the_stars.slate.constellations import MAX_LINES, MIN_LINES, groups

OPEN_GROUP: Final = 0.6
"""What a line of a group with fewer than three lines promises."""
NEXT_SIZE: Final = 0.5
"""What a constellation promises that lacks one line to a size that scores nothing yet."""
TOO_LARGE: Final = -4.0
"""What a group that is no constellation any more is worth."""


def random_action(game: LookAtTheStars, view: StarsState, seat: int, rng: Random) -> StarsAction:
    """Any legal action, each equally likely."""
    return legal.random_action(game.box, view, seat, rng)


def worth(game: LookAtTheStars, state: StarsState, slate: Slate) -> float:
    """The points of a slate and what its groups promise; promises fade as the night goes on."""
    found = groups(slate.drawn, slate.objects)
    sizes = {group.size for group in found if group.constellation}
    promise = 0.0
    for group in found:
        if group.size < MIN_LINES:
            promise += OPEN_GROUP * group.size
        elif not group.constellation:
            promise += TOO_LARGE
        elif group.size < MAX_LINES and group.size + 1 not in sizes:
            promise += NEXT_SIZE
    left = 1 - len(state.cards) / TURNS
    return total(game.box, slate, state.point_bonus, state.options) + promise * left


def greedy_action(game: LookAtTheStars, view: StarsState, seat: int, rng: Random) -> StarsAction:
    """The action after which the own slate is worth most; among equals any."""
    actions = game.legal_actions(view, seat)
    values = [worth(game, view, game.play(view, action).slates[seat]) for action in actions]
    most = max(values)
    return rng.choice([action for action, value in zip(actions, values, strict=True) if value == most])
