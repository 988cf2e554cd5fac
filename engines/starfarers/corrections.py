"""Corrections keep everybody's turn: what comes although the table waits for something else, and cards that change
places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from engines.corrections import swapped
from engines.starfarers.components import Components
from engines.starfarers.model import (
    NOWHERE,
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
    PlaceColony,
    PlaceShip,
    PlaceSpaceport,
    Report,
    Reveal,
    Shake,
    StarfarersAction,
    StarfarersState,
    StartFlight,
    TakeSupply,
)
from engines.starfarers.ships import corner_of, in_stock

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

_ONCE: Final[dict[type[Any], tuple[str, ...]]] = {FoundStation: ("card",), Reveal: ("token", "planet")}
"""What an action of that kind names and no other one may."""
_SHIPS: Final = (BuildShip, PlaceShip, Move, FoundColony, FoundStation)


def gone_on(state: StarfarersState, action: StarfarersAction) -> StarfarersState | None:
    """The table as the active player's turn goes on with the action, and what it waited for is left undone; None where
    the action belongs to an earlier part of the turn, or to another one."""
    if state.turn == 0 and state.seat == state.first and (begun := _begun(state, action)) is not None:
        return begun
    place = _PLACES.get(type(action))
    if place is None:
        return _shown(state) if state.phase is Phase.REVEAL and not isinstance(action, Reveal) else None
    if state.phase not in place[1] or _actor(action) not in (None, state.seat):
        return None
    if state.phase is place[0] and state.encounter is None:
        return None
    return replace(_shown(state), phase=place[0], encounter=None, waiting=(), bid=None, victims=(), draws=0)


def _begun(state: StarfarersState, action: StarfarersAction) -> StarfarersState | None:
    """The table where somebody else has begun than who was to: nobody has placed or done anything yet."""
    seat = action.seat
    untouched = {
        Phase.FOUND_SPACEPORTS: not any(state.sites),
        Phase.PLACE_SHIPS: state.options.start == "beginner" and max(state.ships, default=0) == NOWHERE,
        Phase.BUILD: not state.ships,
    }
    if not isinstance(seat, int) or not 0 <= seat < len(state.players) or seat == state.seat:
        return None
    if not untouched.get(state.phase):
        return None
    return replace(state, seat=seat, first=seat)


def _shown(state: StarfarersState) -> StarfarersState:
    """The table as it goes on although nobody said what lies on the planets that are to be shown."""
    unknown = sum(1 << planet for planet, token in enumerate(state.tokens) if token == UNKNOWN)
    return replace(state, phase=state.resume, reveals=(), face_up=state.face_up & ~unknown, flown=())


def _actor(action: StarfarersAction) -> int | None:
    """Whose turn the action belongs to; None for what nature does in anybody's."""
    if isinstance(action, Shake):
        return action.player
    return action.seat if isinstance(action.seat, int) else None


def others(parts: Components, state: StarfarersState, action: StarfarersAction) -> list[StarfarersAction]:
    """What may stand in the place of an action that cannot be any more: the same flight by the shortest way, the same
    ship with another transporter, another friendship card of the outpost."""
    if isinstance(action, Move) and action.path is not None:
        return [Move(action.ship, action.to, seat=action.seat)]
    if isinstance(action, BuildShip) and state.ships:
        return [replace(action, ship=ship) for ship in in_stock(state, state.seat)]
    if isinstance(action, FoundStation):
        outpost = parts.map.outpost_at[corner_of(state, state.seat, action.ship)]
        cards = parts.outpost_cards[outpost] if outpost != NOWHERE else ()
        return [FoundStation(action.ship, card, seat=action.seat) for card in cards]
    return []


def put_right(
    parts: Components,
    states: Sequence[StarfarersState],
    actions: Sequence[StarfarersAction],
    place: int,
    now: StarfarersAction,
) -> list[StarfarersAction]:
    """All actions with one put right: transporters, sites, encounter cards of one shuffle, friendship cards and tokens
    change places with what they were taken for."""
    was = actions[place]
    if isinstance(was, Report) and isinstance(now, Report):
        return swapped(actions, place, now, *(("card",) if was.outpost == now.outpost and now.card is not None else ()))
    if isinstance(now, DrawEncounter):
        return _shuffle_put_right(states, actions, place, now)
    named = swapped(actions, place, now, *_ONCE.get(type(now), ()))
    later = range(place + 1, len(named))
    old, new = _site(parts, was), _site(parts, now)
    if old != new and NOWHERE not in (old, new):
        _rename(named, later, "site", {old: new, new: old})
    if isinstance(now, _SHIPS) and isinstance(was, _SHIPS) and was.ship != now.ship:
        own = [k for k in later if named[k].seat == now.seat]
        _rename(named, own, "ship", {was.ship: now.ship, now.ship: was.ship})
    return named


def _site(parts: Components, action: StarfarersAction) -> int:
    """The colony site that an action names or flies to; `NOWHERE` for none."""
    if isinstance(action, Move):
        return parts.map.site_at[action.to] if action.to < parts.map.corners else NOWHERE
    return action.site if isinstance(action, PlaceSpaceport | PlaceColony | BuildSpaceport) else NOWHERE


def _rename(actions: list[StarfarersAction], places: Iterable[int], field: str, names: dict[int, int]) -> None:
    """What these actions name in that field is called otherwise."""
    for k in places:
        name = names.get(getattr(actions[k], field, NOWHERE))
        if name is not None:
            changed: Any = {field: name}
            actions[k] = replace(actions[k], **changed)


def _shuffle_put_right(
    states: Sequence[StarfarersState], actions: Sequence[StarfarersAction], place: int, now: DrawEncounter
) -> list[StarfarersAction]:
    """Encounter cards of one shuffle change places."""
    first, last = place, place
    while first and states[first].met & states[first - 1].met == states[first - 1].met:
        first -= 1
    while last + 1 < len(actions) and states[last + 1].met & states[last].met == states[last].met:
        last += 1
    shuffle = swapped(actions[first : last + 1], place - first, now, "card")
    return [*actions[:first], *shuffle, *actions[last + 1 :]]
