"""Rules of navigation: how far ships fly and where they may stop.

A ship passes over whatever lies in its way, so how far a corner is never changes: the distances are the map's.
"""

from __future__ import annotations

from typing import Final

from engines.starfarers.components import Components
from engines.starfarers.model import NOWHERE, SHIPS, StarfarersState
from engines.starfarers.standing import STATIONS, speed

DONE: Final = 99
"""Movement points used by a ship that has flown before another one."""


def points_left(state: StarfarersState, ship: int) -> int:
    """The movement points that the active player's transporter has left; 0 for one that may not fly."""
    if state.grounded >> ship & 1 or state.ships[state.seat * SHIPS + ship] == NOWHERE:
        return 0
    return max(0, state.base + speed(state.seats[state.seat]) - state.spent[ship])


def stations_at(state: StarfarersState, outpost: int) -> int:
    """How many trade stations an outpost has."""
    return STATIONS - state.stations.count(0, outpost * STATIONS, (outpost + 1) * STATIONS)


def may_trade_at(parts: Components, state: StarfarersState, seat: int, corner: int) -> bool:
    """Whether that corner is the trade point that comes next and the mother ship has freight rings enough for it."""
    outpost = parts.map.outpost_at[corner]
    if outpost == NOWHERE:
        return False
    taken = stations_at(state, outpost)
    if taken == STATIONS or state.seats[seat].rings <= taken:
        return False
    return parts.map.docking or parts.map.point_at[corner] == taken


def may_stop(parts: Components, state: StarfarersState, seat: int, ship: int, corner: int) -> bool:
    """Whether that transporter may end its flight there, occupied corners and suns aside from where it is now."""
    index = seat * SHIPS + ship
    if corner in state.ships and state.ships[index] != corner:
        return False
    if parts.plain[corner]:
        return True
    site = parts.map.site_at[corner]
    if site != NOWHERE:
        return not (state.sites[site] or state.traders >> index & 1)
    return bool(state.traders >> index & 1) and may_trade_at(parts, state, seat, corner)


def may_pause(parts: Components, state: StarfarersState, ship: int, corner: int, left: int) -> bool:
    """Whether the active player's ship may look at tokens from a corner where it may not stop, and fly on: there is
    something new to see and, with `left` movement points, a corner where it may stop."""
    seat = state.seat
    if left < 1 or not parts.sight[corner] & ~(state.seen[seat] | state.face_up):
        return False
    return may_fly_on(parts, state, ship, corner, left)


def may_fly_on(parts: Components, state: StarfarersState, ship: int, corner: int, left: int) -> bool:
    """Whether the ship, when it is there, comes to another corner where it may stop."""
    order, within = parts.reach(corner)
    return any(may_stop(parts, state, state.seat, ship, to) for to in order[1 : within[left]])


def must_leave(parts: Components, state: StarfarersState) -> list[int]:
    """The active player's colony ships that stand on a colony site and can fly to a corner that is none."""
    seat, found = state.seat, []
    for ship in range(SHIPS):
        corner = state.ships[seat * SHIPS + ship]
        if corner != NOWHERE and parts.map.site_at[corner] != NOWHERE and _can_leave(parts, state, ship, corner):
            found.append(ship)
    return found


def flies_first(parts: Components, state: StarfarersState) -> int:
    """The active player's colony ship that has stopped on a colony site in this flight and can still leave it, or
    `NOWHERE`: it founds a colony or flies on before another ship flies, since it leaves as soon as it can."""
    return next((ship for ship in must_leave(parts, state) if state.spent[ship]), NOWHERE)


def _can_leave(parts: Components, state: StarfarersState, ship: int, corner: int) -> bool:
    left = points_left(state, ship)
    order, within = parts.reach(corner)
    sites = parts.map.site_at
    return any(sites[to] == NOWHERE and may_stop(parts, state, state.seat, ship, to) for to in order[1 : within[left]])


def has_room(parts: Components, state: StarfarersState, site: int) -> bool:
    """Whether the system of that site may take another colony: with three players two are enough."""
    if len(state.players) != 3:
        return True
    system = parts.map.site_system[site]
    if parts.map.home[system] and state.options.system_limit == "outside_home":
        return True
    first = site - site % 3
    return state.sites.count(0, first, first + 3) > 1
