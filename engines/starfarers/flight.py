"""The flight: shake, fly, look at tokens, found colonies and stations, beat lairs, thaw ice planets."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engines.starfarers import friendship
from engines.starfarers.components import VALUE, Components
from engines.starfarers.model import (
    NOWHERE,
    SHIPS,
    UNKNOWN,
    EndTurn,
    FoundColony,
    FoundStation,
    Jump,
    Move,
    Phase,
    PlaceShip,
    Reveal,
    Shake,
    StarfarersState,
)
from engines.starfarers.navigation import DONE, may_stop, stations_at
from engines.starfarers.ships import (
    first_ship,
    landed,
    may_place_trade_ship,
    with_free_ship,
)
from engines.starfarers.standing import STATIONS, combat, medal_holder, with_medals, with_player

ENCOUNTER_SPEED: Final = 3
TURNS: Final = {"short": 20, "long": 600}
"""Option `turn_limit`: after so many turns the game is over."""
_FLIGHT, _REVEAL, _ENCOUNTER, _ROLL, _BUILD = (
    Phase.FLIGHT,
    Phase.REVEAL,
    Phase.ENCOUNTER,
    Phase.ROLL,
    Phase.BUILD,
)
_NOT_SPENT: Final = (0, 0, 0)


def shake(parts: Components, state: StarfarersState, action: Shake) -> StarfarersState:
    """The base speed is known; with a black ball an encounter comes first."""
    balls = action.balls
    if "black" in balls:
        return replace(state, phase=_ENCOUNTER, balls=balls, base=ENCOUNTER_SPEED)
    return replace(state, phase=_FLIGHT, balls=balls, base=VALUE[balls[0]] + VALUE[balls[1]])


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
    if ship == 0:
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
    new = sight & ~(state.seen[seat] | state.face_up)
    passed = state.options.conquest == "passing"
    if new:
        state = looked(state, new)
    elif not (passed or sight & state.barren or state.seats[seat].owed):
        return state
    return settled(parts, replace(state, flown=path) if passed else state)


def looked(state: StarfarersState, planets: int) -> StarfarersState:
    """The active player has looked at the tokens of these planets; nature shows those that are not known yet."""
    seat, seen = state.seat, state.seen
    mask = seen[seat] | planets
    return replace(
        state,
        seen=(*seen[:seat], mask, *seen[seat + 1 :]),
        reveals=_to_reveal(state, planets),
    )


def turned_up(state: StarfarersState, planets: int) -> StarfarersState:
    """The tokens of these planets lie face up; nature shows those that are not known yet."""
    return replace(state, face_up=state.face_up | planets, reveals=_to_reveal(state, planets))


def _to_reveal(state: StarfarersState, planets: int) -> tuple[int, ...]:
    tokens, found = state.tokens, list(state.reveals)
    while planets:
        planet = (planets & -planets).bit_length() - 1
        planets &= planets - 1
        if tokens[planet] == UNKNOWN and planet not in found:
            found.append(planet)
    return tuple(found)


def reveal(parts: Components, state: StarfarersState, action: Reveal) -> StarfarersState:
    """The token lies on its planet; after the last one the game goes on."""
    planet, token, tokens = action.planet, action.token, state.tokens
    left = tuple(p for p in state.reveals if p != planet)
    state = replace(
        state,
        tokens=tokens[:planet] + bytes((token,)) + tokens[planet + 1 :],
        barren=state.barren | parts.barren[token] << planet,
        reveals=left,
        phase=_REVEAL if left else state.resume,
    )
    return state if left else settled(parts, state)


def settled(parts: Components, state: StarfarersState) -> StarfarersState:
    """The state after what happens by itself in an own turn: tokens that the player looks at are shown, lairs and ice
    planets next to own ships are removed, a trade ship that is owed is placed."""
    if not state.reveals and state.barren and state.phase in _OWN:
        state = _conquered(parts, state)
    if state.reveals:
        return state if state.phase is _REVEAL else replace(state, phase=_REVEAL, resume=state.phase)
    if state.phase in _OWN:
        if state.flown:
            state = replace(state, flown=())
        if state.seats[state.seat].owed and may_place_trade_ship(parts, state):
            return replace(state, phase=Phase.FREE_SHIP, resume=state.phase)
    return state


_OWN: Final = frozenset({_BUILD, _FLIGHT, _ENCOUNTER})
"""The phases in which such things happen."""


def _conquered(parts: Components, state: StarfarersState) -> StarfarersState:
    seat = state.seat
    known = state.barren & (state.seen[seat] | state.face_up)
    if not known:
        return state
    near = 0
    for ship in range(SHIPS):
        corner = state.ships[seat * SHIPS + ship]
        if corner != NOWHERE and ship != state.passing:
            near |= parts.sight[corner]
    near |= parts.sights(state.flown)
    for planet in range(len(state.tokens)):
        if near & known & 1 << planet and beats(parts, state, seat, state.tokens[planet]):
            state = _removed(state, planet)
    return state


def beats(parts: Components, state: StarfarersState, seat: int, token: int) -> bool:
    """Whether the player has cannons (cards count) for this lair, or freight rings for this ice planet."""
    player = state.seats[seat]
    if parts.lair[token]:
        return combat(player) >= parts.lair[token]
    return player.rings >= parts.ice[token]


def _removed(state: StarfarersState, planet: int) -> StarfarersState:
    """The token lies before the active player; nature shows the one that takes its place."""
    seat, tokens = state.seat, state.tokens
    player = state.seats[seat]
    state = with_player(state, seat, replace(player, tokens=(*player.tokens, tokens[planet])))
    bit = 1 << planet
    open_to_all = state.options.replacement == "face_up"
    own = 1 << seat
    return replace(
        state,
        tokens=tokens[:planet] + bytes((UNKNOWN,)) + tokens[planet + 1 :],
        barren=state.barren & ~bit,
        replaced=state.replaced | bit,
        face_up=state.face_up | bit if open_to_all else state.face_up & ~bit,
        seen=tuple(mask | bit if own >> s & 1 else mask & ~bit for s, mask in enumerate(state.seen)),
        reveals=(*state.reveals, planet),
    )


def found_colony(parts: Components, state: StarfarersState, action: FoundColony) -> StarfarersState:
    """The colony stands on its site, the transporter is back in the stock, the tokens next to it lie face up."""
    seat = state.seat
    site = parts.map.site_at[state.ships[seat * SHIPS + action.ship]]
    state = with_site(landed(state, action.ship), site, seat + 1)
    player = state.seats[seat]
    state = with_player(state, seat, replace(player, colonies=player.colonies + 1))
    return settled(parts, turned_up(state, parts.site_sight[site]))


def with_site(state: StarfarersState, site: int, owner: int) -> StarfarersState:
    """The state with a colony or spaceport on that site."""
    return replace(state, sites=state.sites[:site] + bytes((owner,)) + state.sites[site + 1 :])


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


def place_ship(parts: Components, state: StarfarersState, action: PlaceShip) -> StarfarersState:
    """A trade ship that an encounter gave stands on the board."""
    placed = with_free_ship(state, action.ship, action.corner)
    return settled(parts, replace(looked_around(parts, placed, action.corner), phase=state.resume))


def looked_around(parts: Components, state: StarfarersState, corner: int) -> StarfarersState:
    """The active player has looked at the tokens next to that corner."""
    new = parts.sight[corner] & ~(state.seen[state.seat] | state.face_up)
    return looked(state, new) if new else state


def jumped(parts: Components, state: StarfarersState, action: Jump) -> StarfarersState:
    """The active player's first ship is on that corner, and its player looks at the tokens there."""
    ship, corner = first_ship(state, state.seat), action.corner
    assert corner is not None, "in light mode nobody is asked where the ship jumps"
    index = state.seat * SHIPS + ship
    ships = (*state.ships[:index], corner, *state.ships[index + 1 :])
    passing = state.passing if parts.map.outpost_at[corner] == NOWHERE else ship
    state = replace(state, ships=ships, passing=passing)
    return settled(parts, looked_around(parts, state, corner))


def encounter_ended(parts: Components, state: StarfarersState) -> StarfarersState:
    """The encounter is over; the flight begins, after what is still to be shown or placed."""
    state = replace(state, encounter=None)
    if state.phase is _ENCOUNTER:
        return settled(parts, replace(state, phase=_FLIGHT))
    return replace(state, resume=_FLIGHT)


def end_turn(parts: Components, state: StarfarersState, action: EndTurn) -> StarfarersState:
    """The next player's turn begins."""
    return turn_ended(state)


def turn_ended(state: StarfarersState) -> StarfarersState:
    """The next player's turn, or the end of a game with a turn limit."""
    turn = state.turn + 1
    options = state.options
    if options.turn_limit != "none" and turn >= TURNS[options.turn_limit]:
        return replace(state, phase=Phase.OVER, turn=turn)
    return replace(
        state,
        phase=_ROLL if options.mode == "full" else _BUILD,
        seat=(state.seat + 1) % len(state.seats),
        turn=turn,
        dice=(),
        used=0,
        offers=0,
        balls=(),
        base=0,
        spent=_NOT_SPENT,
        grounded=0,
        passing=NOWHERE,
    )
