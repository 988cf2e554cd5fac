"""A player leaves a game that the others play on, or comes back.

The seat is passed over: no turn, no cards, no part in encounters. The pieces stay where they are, the cards of the hand
go to the bank.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engines.game import Violation
from engines.starfarers import bank
from engines.starfarers.components import Components
from engines.starfarers.model import Leave, Phase, StarfarersState
from engines.starfarers.phases import Act, Found, PhaseRules, of_seat
from engines.starfarers.phases.flight import turn_ended
from engines.starfarers.standing import present

FEWEST: Final = 2
"""Players who go on at least."""
_BETWEEN: Final = (Phase.ROLL, Phase.BUILD, Phase.SHAKE, Phase.FLIGHT)
"""When a player may leave: nobody is being asked for anything."""


def _wrong_leave(parts: Components, state: StarfarersState, action: Leave) -> Found:
    seat = action.seat
    if not isinstance(seat, int) or not 0 <= seat < len(state.seats):
        return [Violation("starfarers.turn.leave", f"there is no seat {seat}", of_seat(seat))]
    name = state.players[seat]
    if action.back == (seat in present(state)):
        text = f"{name} plays already" if action.back else f"{name} has left already"
        return [Violation("starfarers.turn.leave", text, of_seat(seat))]
    if not action.back and len(present(state)) <= FEWEST:
        return [Violation("starfarers.turn.leave", f"at least {FEWEST} players go on", of_seat(seat))]
    return []


def leave(parts: Components, state: StarfarersState, action: Leave) -> StarfarersState:
    """The seat is passed over from now on, or no longer; who leaves in an own turn ends it."""
    seat = int(action.seat)
    if action.back:
        return replace(state, gone=state.gone & ~(1 << seat))
    if state.hands:
        a, b, c, d, e, _unknown = state.hands[seat]
        state = bank.paid(state, seat, (a, b, c, d, e))
    state = replace(state, gone=state.gone | 1 << seat)
    return turn_ended(state) if seat == state.seat else state


def with_leaving(rules: dict[Phase, PhaseRules]) -> dict[Phase, PhaseRules]:
    """The same phases, in which a player may leave, too; that is listed nowhere: bots play on."""
    act = Act(leave, _wrong_leave)
    return {
        phase: each._replace(acts={**each.acts, Leave: act}) if phase in _BETWEEN else each
        for phase, each in rules.items()
    }
