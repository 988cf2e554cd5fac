"""Ships on the board: where a player's transporters are, where new ships begin, which one is the first."""

from __future__ import annotations

from msgspec.structs import replace

from engines.starfarers.components import Components
from engines.starfarers.model import NOWHERE, SHIPS, Cargo, Phase, StarfarersState
from engines.starfarers.standing import with_player

PORT = 9
"""In `sites`, a spaceport of seat s is `PORT + s`, a colony `s + 1`."""


def corner_of(state: StarfarersState, seat: int, ship: int) -> int:
    """Where a transporter is, or `NOWHERE`."""
    return state.ships[seat * SHIPS + ship]


def flying(state: StarfarersState, seat: int) -> list[int]:
    """The player's transporters on the board, the first ship first."""
    return [ship for ship in range(SHIPS) if state.ships[seat * SHIPS + ship] != NOWHERE]


def first_ship(state: StarfarersState, seat: int) -> int:
    """The ship with the fewest balls on its tip, or `NOWHERE`."""
    return next(iter(flying(state, seat)), NOWHERE)


def in_stock(state: StarfarersState, seat: int) -> list[int]:
    """The player's transporters that are not on the board."""
    return [ship for ship in range(SHIPS) if state.ships[seat * SHIPS + ship] == NOWHERE]


def trades(state: StarfarersState, seat: int, ship: int) -> bool:
    """Whether the transporter carries a trade station."""
    return bool(state.traders >> seat * SHIPS + ship & 1)


def launch_corners(parts: Components, state: StarfarersState, seat: int) -> list[int]:
    """The free corners next to the player's spaceports, ascending."""
    port, launch, ships = PORT + seat, parts.map.launch, state.ships
    corners = {c for site, owner in enumerate(state.sites) if owner == port for c in launch[site]}
    return sorted(c for c in corners if c not in ships)


def pieces_left(parts: Components, state: StarfarersState, seat: int, cargo: Cargo) -> int:
    """How many colonies or trade stations the player still has in stock."""
    player, traders = state.seats[seat], (state.traders >> seat * SHIPS & 7).bit_count()
    if cargo == "trade":
        return parts.box.stations - state.stations.count(seat + 1) - traders
    ships = len(flying(state, seat)) - traders
    return parts.box.colonies - player.colonies - player.spaceports - ships


def launched(state: StarfarersState, seat: int, cargo: Cargo, ship: int, corner: int) -> StarfarersState:
    """The state with a new ship on that corner."""
    index = seat * SHIPS + ship
    ships = (*state.ships[:index], corner, *state.ships[index + 1 :])
    traders = state.traders | 1 << index if cargo == "trade" else state.traders & ~(1 << index)
    return replace(state, ships=ships, traders=traders)


def landed(state: StarfarersState, ship: int) -> StarfarersState:
    """The state with that transporter of the active player back in the stock, ready for a new ship."""
    index = state.seat * SHIPS + ship
    a, b, c = state.spent
    return replace(
        state,
        ships=(*state.ships[:index], NOWHERE, *state.ships[index + 1 :]),
        traders=state.traders & ~(1 << index),
        spent=(a if ship else 0, b if ship != 1 else 0, c if ship != SHIPS - 1 else 0),
        grounded=state.grounded & ~(1 << ship),
        passing=NOWHERE if state.passing == ship else state.passing,
    )


def grounded(state: StarfarersState) -> StarfarersState:
    """The active player's first ship does not fly in this turn; nothing happens without one."""
    ship = first_ship(state, state.seat)
    return state if ship == NOWHERE else replace(state, grounded=state.grounded | 1 << ship)


def may_place_trade_ship(parts: Components, state: StarfarersState) -> bool:
    """Whether the active player can place a trade ship now."""
    seat = state.seat
    return bool(
        in_stock(state, seat) and pieces_left(parts, state, seat, "trade") > 0 and launch_corners(parts, state, seat)
    )


def granted(state: StarfarersState) -> StarfarersState:
    """The active player receives a trade ship; `engines.starfarers.flight.settled` has it placed as soon as can be."""
    player = state.seats[state.seat]
    return with_player(state, state.seat, replace(player, owed=player.owed + 1))


def with_free_ship(state: StarfarersState, ship: int, corner: int) -> StarfarersState:
    """A trade ship that an encounter gave stands on the corner."""
    player = state.seats[state.seat]
    placed = launched(state, state.seat, "trade", ship, corner)
    return replace(with_player(placed, state.seat, replace(player, owed=player.owed - 1)), phase=Phase.FREE_SHIP)
