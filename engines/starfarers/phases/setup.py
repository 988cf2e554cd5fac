"""The table before the first turn: tokens, beginner position or founding phase, first ships, first cards."""

from __future__ import annotations

from random import Random
from typing import Final

from msgspec.structs import replace

from engines.errors import BadInput
from engines.game import NATURE, Violation
from engines.starfarers.bank import EMPTY_HAND, tracked
from engines.starfarers.components import Components
from engines.starfarers.model import (
    NO_CARDS,
    NOWHERE,
    SHIPS,
    UNKNOWN,
    Cards,
    FirstPlayer,
    Phase,
    PlaceColony,
    PlaceShip,
    PlaceSpaceport,
    PlayerState,
    StarfarersAction,
    StarfarersOptions,
    StarfarersState,
)
from engines.starfarers.navigation import has_room
from engines.starfarers.pack import FLEETS
from engines.starfarers.phases import Act, Found, PhaseRules, of_seat
from engines.starfarers.phases.explore import looked_around, settled, turned_up
from engines.starfarers.ships import PORT, charted, free_ships, launched, with_site, wrong_ship
from engines.starfarers.standing import STATIONS, first_phase, points, with_player

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 4
BLOCKERS: Final = 3
"""At a table of three this seat's pieces are blockers."""


def first_state(parts: Components, players: tuple[str, ...], options: StarfarersOptions) -> StarfarersState:
    """The table before anything was drawn. Raises BadInput for wrong numbers of players or names that are not
    distinct."""
    least = 3 if options.two_players == "refused" else MIN_PLAYERS
    if not least <= len(players) <= MAX_PLAYERS:
        raise BadInput(
            "players.count",
            "{game}: {n} players, expected {fewest} to {most}",
            "starfarers",
            len(players),
            least,
            MAX_PLAYERS,
        )
    if len(set(players)) != len(players) or not all(players):
        raise BadInput("players.names_distinct", "starfarers: expected a distinct name for every player")
    return _light(parts, players, options) if options.mode == "light" else _board(parts, players, options)


def _light(parts: Components, players: tuple[str, ...], options: StarfarersOptions) -> StarfarersState:
    """Light mode: points, fame and upgrades; hands and board are empty."""
    beginning = PlayerState(colonies=2, spaceports=1, fame=parts.box.start_fame_rings)
    return StarfarersState(
        options=options,
        phase=Phase.FIRST_PLAYER,
        seat=0,
        turn=0,
        first=0,
        hands=(),
        seats=(replace(beginning, points=points(beginning, 0)),) * len(players),
        bank=NO_CARDS,
        pile=0,
        ships=(),
        traders=0,
        sites=b"",
        stations=bytes(STATIONS * len(parts.map.points)),
        medals=(NOWHERE,) * len(parts.map.points),
        tokens=b"",
        seen=(),
        face_up=0,
        barren=0,
        replaced=0,
        cards=parts.all_cards,
        players=players,
    )


def _board(parts: Components, players: tuple[str, ...], options: StarfarersOptions) -> StarfarersState:
    """Full mode, and middle mode: the same without cards."""
    hands = options.mode == "full"
    rest = parts.box.cards_each - parts.box.pile_each
    stock: Cards = (rest, rest, rest, rest, rest) if hands else NO_CARDS
    tokens = bytearray([UNKNOWN] * len(parts.map.planets))
    return StarfarersState(
        options=options,
        phase=Phase.FIRST_PLAYER,
        seat=0,
        turn=0,
        first=0,
        hands=(EMPTY_HAND,) * len(players) if hands else (),
        seats=(PlayerState(fame=parts.box.start_fame_rings),) * len(players),
        bank=stock,
        pile=5 * parts.box.pile_each if hands else 0,
        ships=(NOWHERE,) * (SHIPS * FLEETS),
        traders=0,
        sites=bytes(len(parts.map.sites)),
        stations=bytes(STATIONS * len(parts.map.points)),
        medals=(NOWHERE,) * len(parts.map.points),
        tokens=bytes(tokens),
        seen=(0,) * len(players),
        face_up=0,
        barren=0,
        replaced=0,
        cards=parts.all_cards,
        players=players,
    )


# Who begins ----------------------------------------------------------------------------------------------------


def _first_players(parts: Components, state: StarfarersState, seat: int) -> list[StarfarersAction]:
    return [FirstPlayer(seat, seat=NATURE) for seat in range(len(state.seats))]


def _any_first_player(parts: Components, state: StarfarersState, rng: Random) -> FirstPlayer:
    return FirstPlayer(int(rng.random() * len(state.seats)), seat=NATURE)


def _wrong_first_player(parts: Components, state: StarfarersState, action: FirstPlayer) -> Found:
    if action.player < len(state.seats):
        return []
    return [Violation("starfarers.setup.first_player", f"there is no seat {action.player}", of_seat(action.player))]


def first_player(parts: Components, state: StarfarersState, action: FirstPlayer) -> StarfarersState:
    """The tokens of the home systems are turned up, cards are dealt, then the pieces of the start are placed."""
    seat = action.player
    state = replace(state, seat=seat, first=seat)
    if not charted(state):
        return replace(state, phase=Phase.BUILD)
    if tracked(state):
        state = replace(state, phase=Phase.DEAL, draws=parts.box.start_cards * len(state.seats))
    else:
        state = replace(state, phase=after_cards(state))
    if state.options.start == "beginner":
        state = _beginner(parts, state)
    home = sum(1 << planet for planet in parts.home_planets)
    return settled(parts, turned_up(state, home))


def _beginner(parts: Components, state: StarfarersState) -> StarfarersState:
    tokens = bytearray(state.tokens)
    for planet, token in parts.start_tokens.items():
        tokens[planet] = token
    state = replace(state, tokens=bytes(tokens))
    seats = list(range(len(state.players)))
    for seat in [*seats, BLOCKERS] if len(seats) == BLOCKERS else seats:
        spaceport, colonies = parts.starts[seat]
        state = _with_spaceport(state, seat, spaceport)
        for colony in colonies:
            state = _with_colony(state, seat, colony)
    return state


def _with_spaceport(state: StarfarersState, seat: int, site: int) -> StarfarersState:
    state = with_site(state, site, PORT + seat)
    if seat >= len(state.seats):
        return state
    return with_player(state, seat, replace(state.seats[seat], spaceports=1))


def _with_colony(state: StarfarersState, seat: int, site: int) -> StarfarersState:
    state = with_site(state, site, seat + 1)
    if seat >= len(state.seats):
        return state
    return with_player(state, seat, replace(state.seats[seat], colonies=state.seats[seat].colonies + 1))


# Founding phase ------------------------------------------------------------------------------------------------


def open_sites(parts: Components, state: StarfarersState) -> list[int]:
    """The sites where the active player may place a piece of the founding phase, ascending."""
    sites = [site for site in parts.home_sites if not state.sites[site]]
    if _anywhere(state):
        far = [site for site in range(len(state.sites)) if not (state.sites[site] or site in parts.home_sites)]
        sites += [site for site in far if not (_may_be_barren(parts, site) or _wrong_system(parts, state, site))]
        sites.sort()
    return sites


def _anywhere(state: StarfarersState) -> bool:
    return state.phase is Phase.FOUND_SECOND_COLONIES and state.options.second_colony == "anywhere"


def _may_be_barren(parts: Components, site: int) -> bool:
    """Whether a lair or an ice planet may lie next to a site outside the home systems."""
    backs = {parts.map.planet_back[planet] for planet in parts.map.site_planets[site]}
    return any(parts.barren[token] for back in backs for token in parts.by_back[back])


def _wrong_system(parts: Components, state: StarfarersState, site: int) -> Found:
    if has_room(parts, state, site):
        return []
    name = parts.map.site_names[site]
    return [Violation("starfarers.colony.system_limit", f"the system of {name} has two colonies", (f"site:{name}",))]


def _spaceports(parts: Components, state: StarfarersState, seat: int) -> list[StarfarersAction]:
    return [PlaceSpaceport(site, seat=seat) for site in open_sites(parts, state)]


def _colonies(parts: Components, state: StarfarersState, seat: int) -> list[StarfarersAction]:
    return [PlaceColony(site, seat=seat) for site in open_sites(parts, state)]


_ROUNDS: Final = {
    Phase.FOUND_SPACEPORTS: "starfarers.setup.spaceports",
    Phase.FOUND_COLONIES: "starfarers.setup.colonies",
    Phase.FOUND_SECOND_COLONIES: "starfarers.setup.second_colony",
}


def _wrong_site(parts: Components, state: StarfarersState, action: PlaceSpaceport | PlaceColony) -> Found:
    if action.site in open_sites(parts, state):
        return []
    if _anywhere(state) and action.site < len(state.sites) and not state.sites[action.site]:
        name = parts.map.site_names[action.site]
        text = f"next to {name} may be a pirate lair or an ice planet"
        barren = Violation("starfarers.colony.barren", text, (f"site:{name}",), severity="warning")
        return [*_wrong_system(parts, state, action.site), *([barren] if _may_be_barren(parts, action.site) else [])]
    text = f"site {action.site} is no free site for it"
    return [Violation(_ROUNDS[state.phase], text, (f"site:{action.site}",))]


def _last(state: StarfarersState) -> int:
    """The player who is last in the first round."""
    return (state.first - 1) % len(state.seats)


def _turn_to(state: StarfarersState, step: int) -> StarfarersState:
    return replace(state, seat=(state.seat + step) % len(state.seats))


def place_spaceport(parts: Components, state: StarfarersState, action: PlaceSpaceport) -> StarfarersState:
    """Round 1, clockwise; after it the last player begins round 2."""
    state = _with_spaceport(state, state.seat, action.site)
    if state.seat == _last(state):
        return replace(state, phase=Phase.FOUND_COLONIES)
    return _turn_to(state, 1)


def place_colony(parts: Components, state: StarfarersState, action: PlaceColony) -> StarfarersState:
    """Round 2, counter-clockwise, and round 3, clockwise; then blockers are placed and ships follow."""
    state = _with_colony(state, state.seat, action.site)
    if state.phase is Phase.FOUND_COLONIES:
        if state.seat == state.first:
            return replace(state, phase=Phase.FOUND_SECOND_COLONIES)
        return _turn_to(state, -1)
    if state.seat != _last(state):
        following = _turn_to(state, 1)
    else:
        following = replace(_blocked(parts, state), phase=Phase.PLACE_SHIPS, seat=state.first)
    return settled(parts, turned_up(following, parts.site_sight[action.site]))


def _blocked(parts: Components, state: StarfarersState) -> StarfarersState:
    """With three players the fourth colour's spaceport and colonies stand on free home sites, the lowest ones."""
    if len(state.players) != BLOCKERS:
        return state
    spaceport, *colonies = [site for site in parts.home_sites if not state.sites[site]][:3]
    state = _with_spaceport(state, BLOCKERS, spaceport)
    for colony in colonies:
        state = _with_colony(state, BLOCKERS, colony)
    return state


# First ships and first cards -----------------------------------------------------------------------------------


def place_ship(parts: Components, state: StarfarersState, action: PlaceShip) -> StarfarersState:
    """A player's first colony ship, clockwise; after the last one the first turn begins."""
    state = launched(state, state.seat, "colony", action.ship, action.corner)
    following = _turn_to(looked_around(parts, state, action.corner), 1)
    if following.seat == state.first:
        following = replace(following, phase=Phase.DEAL if state.draws else first_phase(state))
    return settled(parts, following)


def after_cards(state: StarfarersState) -> Phase:
    """What follows when everybody has the first cards."""
    if any(corner != NOWHERE for corner in state.ships):
        return first_phase(state)
    return Phase.FOUND_SPACEPORTS if state.options.start == "founding" else Phase.PLACE_SHIPS


def placing_first(parts: Components, state: StarfarersState, action: StarfarersAction) -> StarfarersState:
    """The table where pieces are placed before anybody has a card, as tables did that were told to: the cards are
    dealt after them."""
    if state.draws < parts.box.start_cards * len(state.seats) or not isinstance(action, PlaceSpaceport | PlaceShip):
        return state
    return replace(state, phase=after_cards(state))


def receiver(parts: Components, state: StarfarersState) -> int:
    """Who is dealt the next supply card: the first player's cards first, then clockwise."""
    if state.phase is not Phase.DEAL:
        return state.seat
    dealt = parts.box.start_cards * len(state.seats) - state.draws
    return (state.first + dealt // parts.box.start_cards) % len(state.seats)


RULES: Final = {
    Phase.FIRST_PLAYER: PhaseRules(
        {FirstPlayer: Act(first_player, _wrong_first_player)}, _first_players, _any_first_player
    ),
    Phase.FOUND_SPACEPORTS: PhaseRules({PlaceSpaceport: Act(place_spaceport, _wrong_site)}, _spaceports),
    Phase.FOUND_COLONIES: PhaseRules({PlaceColony: Act(place_colony, _wrong_site)}, _colonies),
    Phase.FOUND_SECOND_COLONIES: PhaseRules({PlaceColony: Act(place_colony, _wrong_site)}, _colonies),
    Phase.PLACE_SHIPS: PhaseRules({PlaceShip: Act(place_ship, wrong_ship)}, free_ships),
}
