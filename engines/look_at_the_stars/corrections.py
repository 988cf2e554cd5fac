"""Corrections keep everybody's turn: what stands where a later drawing or power no longer fits."""

from __future__ import annotations

from collections.abc import Sequence

from engines.look_at_the_stars.box import Box
from engines.look_at_the_stars.legality import violations
from engines.look_at_the_stars.model import (
    DeclinePower,
    Draw,
    Pass,
    Reveal,
    StarsAction,
    StarsState,
    UsePower,
)
from engines.look_at_the_stars.turn import STEPS


def in_turn(
    box: Box, state: StarsState, action: StarsAction, following: Sequence[StarsAction], fits: bool
) -> StarsAction | None:
    """The action itself where it `fits` and its seat has done its turn with it; else what keeps the turn.

    A drawing that cannot be any more is a pass. A power that is earned now and that nobody decided on is done without.
    None for a power that is earned no more: the turn does not need it.
    """
    seat = action.seat
    if not isinstance(seat, int):
        return action if fits else None
    if isinstance(action, UsePower | DeclinePower):
        if fits and not _undecided(box, state, action, following):
            return action
        return DeclinePower(seat=seat) if state.slates[seat].fresh else None
    if seat not in state.waiting or state.slates[seat].fresh:
        return None
    if not fits:
        bare = Draw(action.lines, (), seat=seat) if isinstance(action, Draw) and action.powers else None
        return bare if bare is not None and not violations(box, state, bare) else Pass(seat=seat)
    if isinstance(action, Draw) and action.powers is None and _undecided(box, state, action, following):
        return Draw(action.lines, (), seat=seat)
    return action


def _undecided(box: Box, state: StarsState, action: StarsAction, following: Sequence[StarsAction]) -> bool:
    """Whether a power waits after the action and its seat says nothing about it before the next card."""
    after: StarsState = STEPS[type(action)](box, state, action)
    seat = int(action.seat)
    if not after.slates[seat].fresh:
        return False
    for later in following:
        if isinstance(later, Reveal):
            break
        if later.seat == seat:
            return not isinstance(later, UsePower | DeclinePower)
    return True
