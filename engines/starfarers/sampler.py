"""Draws one legal action, each of the list equally likely, mostly without making the list.

In flight a corner is drawn out of all that lie near enough, for a jump out of all there are, until one comes up where
the ship may stop or pause; so each legal one is equally likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engines.starfarers import pack
from engines.starfarers.components import Components
from engines.starfarers.encounters.steps import any_jump
from engines.starfarers.model import NOWHERE, SHIPS, EndTurn, Phase, StarfarersAction, StarfarersState
from engines.starfarers.navigation import flies_first, must_leave
from engines.starfarers.phases.build import building
from engines.starfarers.phases.flight import foundings, may_come
from engines.starfarers.phases.trade import answers
from engines.starfarers.rules import Starfarers

_BUILD, _FLIGHT, _ANSWER, _ENCOUNTER = Phase.BUILD, Phase.FLIGHT, Phase.ANSWER, Phase.ENCOUNTER


def any_action(game: Starfarers, state: StarfarersState, seat: int, rng: Random) -> StarfarersAction:
    """A legal action of a seat that is to move, each of `Starfarers.legal_actions` equally likely."""
    phase, parts = state.phase, game.parts
    listed: Sequence[StarfarersAction]
    if phase is _BUILD and state.hands:
        listed = building(parts, state, seat)
    elif phase is _FLIGHT and state.ships:
        return _any_flight(parts, state, seat, rng)
    elif phase is _ANSWER:
        listed = answers(parts, state, seat)
    elif phase is _ENCOUNTER and type(game.encounters.instruction(state).verb) is pack.Jump:
        return any_jump(parts, state, seat, rng)
    else:
        listed = game.legal_actions(state, seat)
    return listed[int(rng.random() * len(listed))]


def _any_flight(parts: Components, state: StarfarersState, seat: int, rng: Random) -> StarfarersAction:
    ships, flier, me = state.ships, state.passing, state.seats[seat]
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
    found = foundings(parts, state, seat) if special else ()
    ends = 1 if state.passing == NOWHERE and not (special and must_leave(parts, state)) else 0
    sure = len(found) + ends
    total += sure
    random = rng.random
    while True:
        place = int(random() * total)
        if place < sure:
            return found[place] if place < len(found) else EndTurn(seat=seat)
        place -= sure
        for count, ship, order, corner, left in reaches:
            if place < count:
                to = order[place + 1]
                apart = parts.map.distance[corner][to]
                if may_come(parts, state, ship, to, left - apart):
                    return parts.moves[seat][ship][to]
                break
            place -= count
