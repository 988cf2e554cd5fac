"""Draws one legal action, each of the list equally likely, mostly without making the list.

In flight a corner is drawn out of all that lie near enough, for a jump out of all there are, until one comes up where
the ship may stop or pause; so each legal one is equally likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engines.starfarers import pack
from engines.starfarers.actions import Actions
from engines.starfarers.model import NOWHERE, SHIPS, Jump, Phase, StarfarersAction, StarfarersState
from engines.starfarers.navigation import flies_first, may_pause, may_stop, must_leave
from engines.starfarers.ships import first_ship

_BUILD, _FLIGHT, _ANSWER, _ENCOUNTER = Phase.BUILD, Phase.FLIGHT, Phase.ANSWER, Phase.ENCOUNTER


def any_action(actions: Actions, state: StarfarersState, seat: int, rng: Random) -> StarfarersAction:
    """A legal action of a seat that is to move, each of `actions.legal` equally likely."""
    phase = state.phase
    listed: Sequence[StarfarersAction]
    if not state.hands:
        listed = actions.listed(state, seat)
    elif phase is _BUILD:
        listed = actions.building(state, seat)
    elif phase is _FLIGHT:
        return _any_flight(actions, state, seat, rng)
    elif phase is _ANSWER:
        listed = actions.answers(state, seat)
    elif phase is _ENCOUNTER and type(actions.encounters.instruction(state).verb) is pack.Jump:
        return _any_jump(actions, state, seat, rng)
    else:
        listed = actions.listed(state, seat)
    return listed[int(rng.random() * len(listed))]


def _any_jump(actions: Actions, state: StarfarersState, seat: int, rng: Random) -> Jump:
    parts, ship = actions.parts, first_ship(state, seat)
    while True:
        corner = int(rng.random() * parts.map.corners)
        if corner not in state.ships and may_stop(parts, state, seat, ship, corner):
            return Jump(corner, seat=seat)


def _any_flight(actions: Actions, state: StarfarersState, seat: int, rng: Random) -> StarfarersAction:
    parts, ships, flier, me = actions.parts, state.ships, state.passing, state.seats[seat]
    moves, plain = state.base + me.boosters + me.extra_speed, parts.plain
    own = ships[seat * SHIPS : seat * SHIPS + SHIPS]
    special = False
    for corner in own:
        if not plain[corner] and corner != NOWHERE:
            special = True
    if special and flier == NOWHERE:
        flier = flies_first(parts, state)
    total, reaches, spent, grounded = 0, [], state.spent, state.grounded
    for ship, corner in enumerate(own):
        left = moves - spent[ship]
        if corner != NOWHERE and left > 0 and flier in (NOWHERE, ship) and not grounded >> ship & 1:
            order, within = parts.reach(corner)
            count = within[left] - 1
            total += count
            reaches.append((count, ship, order, corner, left))
    found = actions.foundings(state, seat) if special else ()
    ends = 1 if state.passing == NOWHERE and not (special and must_leave(parts, state)) else 0
    sure = len(found) + ends
    total += sure
    random = rng.random
    while True:
        place = int(random() * total)
        if place < sure:
            return found[place] if place < len(found) else actions.end_turn[seat]
        place -= sure
        for count, ship, order, corner, left in reaches:
            if place < count:
                to = order[place + 1]
                legal = to not in ships if plain[to] else may_stop(parts, state, seat, ship, to)
                if legal or may_pause(parts, state, ship, to, left - parts.map.distance[corner][to]):
                    return actions.moves[seat][ship][to]
                break
            place -= count
