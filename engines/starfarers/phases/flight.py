"""The flight: shake the mother ship, fly, found colonies and stations, end the turn.

The list of moves is complete but for detours: every corner where a ship may end, or pause to look, by the shortest way;
a detour is another `path` to be judged.
"""

from __future__ import annotations

from random import Random
from typing import Final

from msgspec.structs import replace

from engines.game import Violation
from engines.starfarers import friendship
from engines.starfarers.components import VALUE, Components
from engines.starfarers.model import (
    NOWHERE,
    SHIPS,
    EndTurn,
    FoundColony,
    FoundStation,
    Jump,
    Move,
    Phase,
    Shake,
    StarfarersAction,
    StarfarersState,
)
from engines.starfarers.navigation import (
    DONE,
    flies_first,
    has_room,
    may_fly_on,
    may_pause,
    may_stop,
    may_trade_at,
    must_leave,
    points_left,
    stations_at,
)
from engines.starfarers.phases import Act, Found, PhaseRules, allowed, of_seat
from engines.starfarers.phases.explore import looked, looked_around, settled, turned_up
from engines.starfarers.ships import (
    corner_of,
    first_ship,
    flying,
    landed,
    of_corner,
    trades,
    with_site,
    wrong_corner,
)
from engines.starfarers.standing import STATIONS, first_phase, medal_holder, present, with_medals, with_player
from engines.starfarers.starmap import FAR

ENCOUNTER_SPEED: Final = 3
TURN_LIMITS: Final = {"short": 20, "long": 600}
"""Turns after which the game is over, by option `turn_limit`."""
_FLIGHT, _ENCOUNTER = Phase.FLIGHT, Phase.ENCOUNTER
_NOT_SPENT: Final = (0, 0, 0)


# The mother ship is shaken -------------------------------------------------------------------------------------


def _shakes(parts: Components, state: StarfarersState, seat: int) -> list[StarfarersAction]:
    return [*parts.shakes[state.seat]]


def _any_shake(parts: Components, state: StarfarersState, rng: Random) -> Shake:
    shakes = parts.all_shakes[state.seat]
    return shakes[int(rng.random() * len(shakes))]


def wrong_shake(parts: Components, state: StarfarersState, action: Shake) -> Found:
    """What is wrong with these balls, or with who shakes."""
    found = []
    if action.player != state.seat:
        text = f"{state.players[state.seat]} shakes the mother ship"
        found.append(Violation("starfarers.flight.shake", text, of_seat(action.player)))
    left = list(parts.pack.balls)
    for ball in action.balls:
        if ball in left:
            left.remove(ball)
        else:
            text = f"a mother ship cannot show {action.balls[0]} and {action.balls[1]}"
            found.append(Violation("starfarers.flight.balls", text, (f"ball:{ball}",)))
    return found


def shake(parts: Components, state: StarfarersState, action: Shake) -> StarfarersState:
    """The base speed is known; with a black ball an encounter comes first."""
    balls = action.balls
    if "black" in balls:
        return replace(state, phase=_ENCOUNTER, balls=balls, base=ENCOUNTER_SPEED)
    return replace(state, phase=_FLIGHT, balls=balls, base=VALUE[balls[0]] + VALUE[balls[1]])


def encounter_ended(parts: Components, state: StarfarersState) -> StarfarersState:
    """The encounter is over; the flight begins, after what is still to be shown or placed."""
    state = replace(state, encounter=None)
    if state.phase is _ENCOUNTER:
        return settled(parts, replace(state, phase=_FLIGHT))
    return replace(state, resume=_FLIGHT)


# What may be done in flight ------------------------------------------------------------------------------------


def _flights(parts: Components, state: StarfarersState, seat: int) -> list[StarfarersAction]:
    found = foundings(parts, state, seat)
    first = flies_first(parts, state) if state.passing == NOWHERE else state.passing
    for ship in flying(state, seat):
        if first in (NOWHERE, ship):
            found += _moves(parts, state, seat, ship)
    return [*found, *allowed(parts, state, [EndTurn(seat=seat)], _wrong_end)]


def _moves(parts: Components, state: StarfarersState, seat: int, ship: int) -> list[StarfarersAction]:
    left = points_left(state, ship)
    if not left:
        return []
    moves, corner = parts.moves[seat][ship], corner_of(state, seat, ship)
    order, within = parts.reach(corner)
    apart = parts.map.distance[corner]
    return [moves[to] for to in order[1 : within[left]] if may_come(parts, state, ship, to, left - apart[to])]


def may_come(parts: Components, state: StarfarersState, ship: int, to: int, left: int) -> bool:
    """Whether the active player's ship may fly there, to stop or (with `left` movement points) to look and fly on."""
    return may_stop(parts, state, state.seat, ship, to) or may_pause(parts, state, ship, to, left)


def foundings(parts: Components, state: StarfarersState, seat: int) -> list[StarfarersAction]:
    """Colonies and stations that the active player may found now."""
    found: list[StarfarersAction] = []
    for ship in flying(state, seat):
        if trades(state, seat, ship):
            outpost = parts.map.outpost_at[corner_of(state, seat, ship)]
            cards = parts.outpost_cards[outpost] if outpost != NOWHERE else ()
            found += allowed(parts, state, [FoundStation(ship, card, seat=seat) for card in cards], _wrong_station)
        else:
            found += allowed(parts, state, [FoundColony(ship, seat=seat)], _wrong_colony)
    return found


# A ship flies --------------------------------------------------------------------------------------------------


def _of_ship(state: StarfarersState, ship: int) -> tuple[str, ...]:
    return (f"ship:{state.seat}.{ship}",)


def _wrong_ship(state: StarfarersState, ship: int) -> Found:
    """What is wrong with letting that transporter do something now."""
    if state.ships[state.seat * SHIPS + ship] == NOWHERE:
        text = f"transporter {ship + 1} of {state.players[state.seat]} is not on the board"
        return [Violation("starfarers.flight.ships", text, _of_ship(state, ship))]
    if state.passing not in (NOWHERE, ship):
        text = f"transporter {state.passing + 1} may not stay where it is and goes on first"
        return [Violation("starfarers.navigation.passing", text, _of_ship(state, state.passing))]
    return []


def _wrong_order(parts: Components, state: StarfarersState, ship: int) -> Found:
    first = flies_first(parts, state)
    if first in (NOWHERE, ship):
        return []
    text = f"transporter {first + 1} leaves its colony site first, or founds a colony"
    return [Violation("starfarers.navigation.leave", text, _of_ship(state, first))]


def _wrong_move(parts: Components, state: StarfarersState, action: Move) -> Found:
    ship, to = action.ship, action.to
    found = wrong_corner(parts, to) or _wrong_ship(state, ship) or _wrong_order(parts, state, ship)
    if found:
        return found
    start = corner_of(state, state.seat, ship)
    moves = parts.map.distance[start][to]
    if action.path is not None:
        if not _connected(parts, start, to, action.path):
            text = f"the path does not lead along edges from {parts.map.names[start]} to {parts.map.names[to]}"
            return [Violation("starfarers.navigation.edges", text, of_corner(parts, to))]
        moves = len(action.path)
    if not 0 < moves < FAR:
        text = f"{parts.map.names[to]} is no corner to fly to"
        return [Violation("starfarers.flight.speed", text, _of_ship(state, ship))]
    left = points_left(state, ship)
    broken = _out_of_reach(parts, state, ship, to, moves, left)
    comes = not _taken(parts, state, start, to) if broken else may_come(parts, state, ship, to, left - moves)
    return broken if comes else [_no_stop(parts, state, ship, to), *broken]


def _taken(parts: Components, state: StarfarersState, start: int, to: int) -> bool:
    """Whether there is another ship or a colony, which no table can overrule."""
    site = parts.map.site_at[to]
    return (to in state.ships and to != start) or (site != NOWHERE and bool(state.sites[site]))


def _out_of_reach(parts: Components, state: StarfarersState, ship: int, to: int, moves: int, left: int) -> Found:
    """Why the ship with `left` movement points does not fly so many moves now, which the table may overrule."""
    if state.grounded >> ship & 1:
        text = f"transporter {ship + 1} does not fly in this turn"
        return [Violation("starfarers.encounter.ground", text, _of_ship(state, ship), overrulable=True)]
    if state.spent[ship] >= DONE:
        text = f"another ship has flown since transporter {ship + 1} did"
        return [Violation("starfarers.flight.one_by_one", text, _of_ship(state, ship), overrulable=True)]
    if moves > left:
        text = f"{parts.map.names[to]} is {moves} moves away, the ship has {left} left"
        return [Violation("starfarers.flight.speed", text, _of_ship(state, ship), overrulable=True)]
    return []


def _connected(parts: Components, start: int, to: int, path: tuple[int, ...]) -> bool:
    here = start
    for corner in path:
        if corner not in parts.map.neighbours[here]:
            return False
        here = corner
    return bool(path) and here == to


def _no_stop(parts: Components, state: StarfarersState, ship: int, to: int) -> Violation:
    """Why the ship may not stop there."""
    site, name = parts.map.site_at[to], parts.map.names[to]
    trader = trades(state, state.seat, ship)
    if to in state.ships:
        return Violation("starfarers.navigation.one_ship", f"there is a ship on {name}", of_corner(parts, to))
    if site != NOWHERE and state.sites[site]:
        return Violation("starfarers.navigation.founded", f"there is a colony on {name}", of_corner(parts, to))
    if site != NOWHERE:
        text = f"{name} is a colony site, a trade ship does not stop there"
        return Violation("starfarers.navigation.trade_ship", text, of_corner(parts, to))
    if trader:
        text = f"a trade ship stops on the trade point {name} only to found a station"
        return Violation("starfarers.navigation.trade_point", text, of_corner(parts, to))
    text = f"{name} is a trade point, a colony ship does not stop there"
    return Violation("starfarers.navigation.colony_ship", text, of_corner(parts, to))


def move(parts: Components, state: StarfarersState, action: Move) -> StarfarersState:
    """The ship is where it flew to, and its player knows the tokens that it passed."""
    seat, ship, to = state.seat, action.ship, action.to
    index = seat * SHIPS + ship
    ships = state.ships
    if action.path is None:
        path, sight = parts.way(ships[index], to)
    else:
        path, sight = action.path, parts.sights(action.path)
    a, b, c = state.spent
    flown = len(path)
    if state.options.flights == "mixed":
        spent = (a + flown * (ship == 0), b + flown * (ship == 1), c + flown * (ship == 2))
    elif ship == 0:
        spent = (a + flown, b and DONE, c and DONE)
    elif ship == 1:
        spent = (a and DONE, b + flown, c and DONE)
    else:
        spent = (a and DONE, b and DONE, c + flown)
    if parts.plain[to]:
        stops = to not in ships or ships[index] == to
    else:
        stops = parts.map.outpost_at[to] == NOWHERE and may_stop(parts, state, seat, ship, to)
    state = replace(
        state,
        ships=(*ships[:index], to, *ships[index + 1 :]),
        spent=spent,
        passing=NOWHERE if stops else ship,
    )
    if not stops and _stuck(parts, state, ship, to):
        state = replace(state, passing=NOWHERE)
    new = sight & ~(state.seen[seat] | state.face_up)
    passed = state.options.conquest == "passing"
    if new:
        state = looked(state, new)
    elif not (passed or sight & state.barren or state.seats[seat].owed):
        return state
    return settled(parts, replace(state, flown=path) if passed else state)


def _stuck(parts: Components, state: StarfarersState, ship: int, corner: int) -> bool:
    """Whether a ship that the table let fly there can neither found there nor go on: it stays."""
    left = points_left(state, ship)
    return not (may_stop(parts, state, state.seat, ship, corner) or may_fly_on(parts, state, ship, corner, left))


def jumped(parts: Components, state: StarfarersState, action: Jump) -> StarfarersState:
    """The active player's first ship is on that corner, and its player looks at the tokens there."""
    ship, corner = first_ship(state, state.seat), action.corner
    assert corner is not None, "in light mode nobody is asked where the ship jumps"
    index = state.seat * SHIPS + ship
    ships = (*state.ships[:index], corner, *state.ships[index + 1 :])
    passing = state.passing if parts.map.outpost_at[corner] == NOWHERE else ship
    state = replace(state, ships=ships, passing=passing)
    return settled(parts, looked_around(parts, state, corner))


# A colony is founded -------------------------------------------------------------------------------------------


def _wrong_colony(parts: Components, state: StarfarersState, action: FoundColony) -> Found:
    ship = action.ship
    found = _wrong_ship(state, ship)
    if found:
        return found
    site = parts.map.site_at[corner_of(state, state.seat, ship)]
    if site == NOWHERE or state.sites[site] or trades(state, state.seat, ship):
        text = f"transporter {ship + 1} is no colony ship on a free colony site"
        return [Violation("starfarers.colony.site", text, _of_ship(state, ship))]
    if parts.site_sight[site] & state.barren:
        text = f"next to {parts.map.site_names[site]} is a pirate lair or an ice planet"
        found.append(Violation("starfarers.colony.barren", text, (f"site:{parts.map.site_names[site]}",)))
    if not has_room(parts, state, site):
        text = f"the system of {parts.map.site_names[site]} has two colonies"
        found.append(Violation("starfarers.colony.system_limit", text, (f"site:{parts.map.site_names[site]}",)))
    return found


def found_colony(parts: Components, state: StarfarersState, action: FoundColony) -> StarfarersState:
    """The colony stands on its site, the transporter is back in the stock, the tokens next to it lie face up."""
    seat = state.seat
    site = parts.map.site_at[state.ships[seat * SHIPS + action.ship]]
    state = with_site(landed(state, action.ship), site, seat + 1)
    player = state.seats[seat]
    state = with_player(state, seat, replace(player, colonies=player.colonies + 1))
    return settled(parts, turned_up(state, parts.site_sight[site]))


# A trade station is founded ------------------------------------------------------------------------------------


def _wrong_station(parts: Components, state: StarfarersState, action: FoundStation) -> Found:
    ship, seat = action.ship, state.seat
    found = _wrong_ship(state, ship)
    if found:
        return found
    corner = corner_of(state, seat, ship)
    outpost = parts.map.outpost_at[corner]
    if outpost == NOWHERE or not trades(state, seat, ship):
        text = f"transporter {ship + 1} is no trade ship on a trade point"
        return [Violation("starfarers.station.point", text, _of_ship(state, ship))]
    if not may_trade_at(parts, state, seat, corner):
        taken = stations_at(state, outpost)
        text = f"the next station there is number {taken + 1} and needs as many freight rings"
        full = taken == STATIONS
        found.append(Violation("starfarers.station.rings", text, (f"outpost:{outpost}",), overrulable=not full))
    if action.card not in parts.outpost_cards[outpost] or not state.cards >> action.card & 1:
        text = f"card {action.card} is no friendship card left there"
        found.append(Violation("starfarers.station.card", text, (f"friendship:{action.card}",)))
    return found


def found_station(parts: Components, state: StarfarersState, action: FoundStation) -> StarfarersState:
    """The station stands on the outpost's next point, the card lies before its player, the medal may change hands."""
    outpost = parts.map.outpost_at[state.ships[state.seat * SHIPS + action.ship]]
    return settled(parts, station_founded(parts, landed(state, action.ship), outpost, action.card))


def station_founded(parts: Components, state: StarfarersState, outpost: int, card: int) -> StarfarersState:
    """The active player's station, friendship card and perhaps medal."""
    seat, place = state.seat, outpost * STATIONS + stations_at(state, outpost)
    stations = state.stations[:place] + bytes((seat + 1,)) + state.stations[place + 1 :]
    player = friendship.with_card(parts, state.seats[seat], card)
    state = replace(
        state,
        stations=stations,
        cards=state.cards & ~(1 << card),
        seats=(*state.seats[:seat], player, *state.seats[seat + 1 :]),
    )
    holder = medal_holder(stations[outpost * STATIONS : (outpost + 1) * STATIONS])
    medals = (*state.medals[:outpost], holder, *state.medals[outpost + 1 :])
    return with_medals(state, medals)


# The turn ends -------------------------------------------------------------------------------------------------


def _wrong_end(parts: Components, state: StarfarersState, action: EndTurn) -> Found:
    if state.passing != NOWHERE:
        text = f"transporter {state.passing + 1} may not stay where it is"
        return [Violation("starfarers.navigation.passing", text, _of_ship(state, state.passing))]
    return [
        Violation(
            "starfarers.navigation.leave",
            f"transporter {ship + 1} leaves its colony site, or founds a colony",
            _of_ship(state, ship),
        )
        for ship in must_leave(parts, state)
    ]


def end_turn(parts: Components, state: StarfarersState, action: EndTurn) -> StarfarersState:
    """The next player's turn begins."""
    return turn_ended(state)


def following(state: StarfarersState) -> int:
    """Whose turn comes next: those who have left are passed over."""
    return next(seat for seat in (*present(state), state.seat) if seat != state.seat)


def turn_ended(state: StarfarersState) -> StarfarersState:
    """The next player's turn, or the end of a game with a turn limit."""
    turn = state.turn + 1
    options = state.options
    if options.turn_limit != "none" and turn >= TURN_LIMITS[options.turn_limit]:
        return replace(state, phase=Phase.OVER, turn=turn)
    return replace(
        state,
        phase=first_phase(state),
        seat=(state.seat + 1) % len(state.seats) if not state.gone else following(state),
        turn=turn,
        dice=(),
        used=0,
        offers=0,
        refused=(),
        balls=(),
        base=0,
        spent=_NOT_SPENT,
        founded=0,
        grounded=0,
        passing=NOWHERE,
    )


RULES: Final = {
    Phase.SHAKE: PhaseRules({Shake: Act(shake, wrong_shake)}, _shakes, _any_shake),
    Phase.FLIGHT: PhaseRules(
        {
            Move: Act(move, _wrong_move),
            FoundColony: Act(found_colony, _wrong_colony),
            FoundStation: Act(found_station, _wrong_station),
            EndTurn: Act(end_turn, _wrong_end),
        },
        _flights,
    ),
}
