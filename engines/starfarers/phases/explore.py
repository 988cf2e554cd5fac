"""Exploration: tokens are looked at and shown, lairs are beaten, ice is thawed, ships that are owed are placed."""

from __future__ import annotations

from random import Random
from typing import Final

from msgspec.structs import replace

from engines.game import NATURE, Violation
from engines.starfarers.components import Components
from engines.starfarers.model import (
    NOWHERE,
    SHIPS,
    UNKNOWN,
    Phase,
    PlaceShip,
    Reveal,
    StarfarersAction,
    StarfarersState,
)
from engines.starfarers.phases import Act, Found, PhaseRules
from engines.starfarers.ships import free_ships, may_place_trade_ship, with_free_ship, wrong_ship
from engines.starfarers.standing import combat, with_player

_REVEAL: Final = Phase.REVEAL
_OWN: Final = frozenset({Phase.BUILD, Phase.FLIGHT, Phase.ENCOUNTER})
"""The phases in which lairs and ice planets go and owed ships come."""


def looked(state: StarfarersState, planets: int) -> StarfarersState:
    """The active player has looked at the tokens of these planets; nature shows those that are not known yet."""
    seat, seen = state.seat, state.seen
    mask = seen[seat] | planets
    return replace(
        state,
        seen=(*seen[:seat], mask, *seen[seat + 1 :]),
        reveals=_to_reveal(state, planets),
    )


def looked_around(parts: Components, state: StarfarersState, corner: int) -> StarfarersState:
    """The active player has looked at the tokens next to that corner."""
    new = parts.sight[corner] & ~(state.seen[state.seat] | state.face_up)
    return looked(state, new) if new else state


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
        # A ship that is passing needs the corner that it may be about to stop on.
        if state.seats[state.seat].owed and state.passing == NOWHERE and may_place_trade_ship(parts, state):
            return replace(state, phase=Phase.FREE_SHIP, resume=state.phase)
    return state


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


# Nature shows a token ------------------------------------------------------------------------------------------


def hidden_tokens(parts: Components, state: StarfarersState, planet: int) -> list[int]:
    """The tokens that may lie on a planet of which this state does not know the token."""
    pool = parts.reserve if state.replaced >> planet & 1 else parts.by_back[parts.map.planet_back[planet]]
    lying = state.tokens
    return [t for t in pool if t not in lying and not any(t in player.tokens for player in state.seats)]


def _reveals(parts: Components, state: StarfarersState, seat: int) -> list[StarfarersAction]:
    return [
        Reveal(planet, token, seat=NATURE) for planet in state.reveals for token in hidden_tokens(parts, state, planet)
    ]


def _any_reveal(parts: Components, state: StarfarersState, rng: Random) -> Reveal:
    planet = state.reveals[0]
    tokens = hidden_tokens(parts, state, planet)
    return Reveal(planet, tokens[int(rng.random() * len(tokens))], seat=NATURE)


def _wrong_reveal(parts: Components, state: StarfarersState, action: Reveal) -> Found:
    if action.planet not in state.reveals:
        text = f"the token of planet {action.planet} is not to be shown now"
        return [Violation("starfarers.explore.look", text, (f"planet:{action.planet}",))]
    if action.token not in hidden_tokens(parts, state, action.planet):
        text = f"token {action.token} cannot lie on {parts.map.planets[action.planet]}"
        return [Violation("starfarers.components.tokens", text, (f"token:{action.token}",))]
    return []


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


# A trade ship that was owed ------------------------------------------------------------------------------------


def place_ship(parts: Components, state: StarfarersState, action: PlaceShip) -> StarfarersState:
    """A trade ship that an encounter gave stands on the board."""
    placed = with_free_ship(state, action.ship, action.corner)
    return settled(parts, replace(looked_around(parts, placed, action.corner), phase=state.resume))


RULES: Final = {
    Phase.REVEAL: PhaseRules({Reveal: Act(reveal, _wrong_reveal)}, _reveals, _any_reveal),
    Phase.FREE_SHIP: PhaseRules({PlaceShip: Act(place_ship, wrong_ship)}, free_ships),
}
