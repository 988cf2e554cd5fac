"""Corrections keep everybody's turn: what comes although the table waits for something else, and cards that change
places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from engines.corrections import swapped
from engines.starfarers.model import (
    UNKNOWN,
    BankTrade,
    BuildShip,
    BuildSpaceport,
    BuildUpgrade,
    BuyFame,
    DrawEncounter,
    EndTurn,
    FoundColony,
    FoundStation,
    HelpingHand,
    Move,
    Offer,
    Phase,
    Report,
    Reveal,
    Shake,
    StarfarersAction,
    StarfarersState,
    StartFlight,
    TakeSupply,
)

_AFTER_ROLL: Final = frozenset(
    (Phase.RELIEF, Phase.DISCARD, Phase.ROB, Phase.STEAL, Phase.SUPPLY, Phase.ANSWER, Phase.CHOOSE)
)
_BUILDING: Final = frozenset((*_AFTER_ROLL, Phase.BUILD, Phase.REVEAL, Phase.FREE_SHIP))
_FLYING: Final = frozenset((Phase.SHAKE, Phase.ENCOUNTER, Phase.FLIGHT, *_BUILDING))
_BUILDS: Final = (TakeSupply, BankTrade, Offer, BuildShip, BuildSpaceport, BuildUpgrade, BuyFame, HelpingHand)
_PLACES: Final[dict[type[Any], tuple[Phase, frozenset[Phase]]]] = {
    **dict.fromkeys((*_BUILDS, StartFlight), (Phase.BUILD, _AFTER_ROLL | {Phase.REVEAL, Phase.FREE_SHIP})),
    Shake: (Phase.SHAKE, _BUILDING),
    DrawEncounter: (Phase.ENCOUNTER, frozenset((Phase.SHAKE, Phase.ENCOUNTER, Phase.FLIGHT))),
    **dict.fromkeys((Move, FoundColony, FoundStation, Report, EndTurn), (Phase.FLIGHT, _FLYING)),
}
"""Kind of action -> the phase of the turn in which it has its place, and those in which a table may go on to it."""


def gone_on(state: StarfarersState, action: StarfarersAction) -> StarfarersState | None:
    """The table as the active player's turn goes on with the action, and what it waited for is left undone; None where
    the action belongs to an earlier part of the turn, or to another one."""
    place = _PLACES.get(type(action))
    if place is None or state.phase not in place[1] or _actor(action) not in (None, state.seat):
        return None
    if state.phase is place[0] and state.encounter is None:
        return None
    unknown = sum(1 << planet for planet, token in enumerate(state.tokens) if token == UNKNOWN)
    return replace(
        state,
        phase=place[0],
        encounter=None,
        waiting=(),
        bid=None,
        victims=(),
        draws=0,
        reveals=(),
        face_up=state.face_up & ~unknown,
        flown=(),
    )


def _actor(action: StarfarersAction) -> int | None:
    """Whose turn the action belongs to; None for what nature does in anybody's."""
    if isinstance(action, Shake):
        return action.player
    return action.seat if isinstance(action.seat, int) else None


def put_right(
    states: Sequence[StarfarersState], actions: Sequence[StarfarersAction], place: int, now: StarfarersAction
) -> list[StarfarersAction]:
    """All actions with one put right: encounter cards of one shuffle, friendship cards and tokens change places."""
    was = actions[place]
    if isinstance(was, Report) and isinstance(now, Report):
        return swapped(actions, place, now, *(("card",) if was.outpost == now.outpost and now.card is not None else ()))
    if isinstance(now, FoundStation | Reveal):
        return swapped(actions, place, now, "card" if isinstance(now, FoundStation) else "token")
    if not isinstance(now, DrawEncounter):
        return [*actions[:place], now, *actions[place + 1 :]]
    first, last = place, place
    while first and states[first].met & states[first - 1].met == states[first - 1].met:
        first -= 1
    while last + 1 < len(actions) and states[last + 1].met & states[last].met == states[last].met:
        last += 1
    shuffle = swapped(actions[first : last + 1], place - first, now, "card")
    return [*actions[:first], *shuffle, *actions[last + 1 :]]
