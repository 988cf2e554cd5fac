"""Ships on the board: where a player's transporters are, where new ships begin, which one is the first."""

from __future__ import annotations

from msgspec.structs import replace

from engines.game import Violation
from engines.starfarers.components import Components
from engines.starfarers.model import (
    NOWHERE,
    SHIPS,
    BuildShip,
    Cargo,
    Phase,
    PlaceShip,
    StarfarersAction,
    StarfarersState,
)
from engines.starfarers.phases import Found
from engines.starfarers.standing import with_player

PORT = 9
"""In `sites`, a spaceport of seat s is `PORT + s`, a colony `s + 1`."""


def charted(state: StarfarersState) -> bool:
    """Whether the board is in the state: not in light mode."""
    return bool(state.ships)


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


def free_ships(parts: Components, state: StarfarersState, seat: int) -> list[StarfarersAction]:
    """Every way to place a ship that costs nothing."""
    corners = launch_corners(parts, state, seat)
    return [PlaceShip(ship, corner, seat=seat) for ship in in_stock(state, seat) for corner in corners]


def wrong_ship(parts: Components, state: StarfarersState, action: PlaceShip | BuildShip) -> Found:
    """What is wrong with a new ship of the active player: its transporter, its corner."""
    ship, corner = action.ship, action.corner
    found = wrong_corner(parts, corner)
    if ship not in in_stock(state, state.seat):
        text = f"transporter {ship + 1} is on the board already"
        found.append(Violation("starfarers.build.ship_transporter", text, (f"ship:{ship}",)))
    if not found and corner not in launch_corners(parts, state, state.seat):
        text = f"{parts.map.names[corner]} is no free corner next to an own spaceport"
        found.append(Violation("starfarers.build.ship_corner", text, of_corner(parts, corner)))
    return found


def wrong_corner(parts: Components, corner: int) -> Found:
    """What is wrong with the number of a corner."""
    if corner < parts.map.corners:
        return []
    text = f"corner {corner} is not on the map, expected 0 to {parts.map.corners - 1}"
    return [Violation("starfarers.components.corners", text, (f"corner:{corner}",))]


def of_corner(parts: Components, corner: int) -> tuple[str, ...]:
    """A corner as the component that a violation names."""
    return (f"corner:{parts.map.names[corner]}",)


def pieces_left(parts: Components, state: StarfarersState, seat: int, cargo: Cargo) -> int:
    """How many colonies or trade stations the player still has in stock."""
    player, traders = state.seats[seat], (state.traders >> seat * SHIPS & 7).bit_count()
    if cargo == "trade":
        return parts.box.stations - state.stations.count(seat + 1) - traders
    ships = len(flying(state, seat)) - traders
    return parts.box.colonies - player.colonies - player.spaceports - ships


def with_site(state: StarfarersState, site: int, owner: int) -> StarfarersState:
    """The state with a colony or spaceport on that site."""
    return replace(state, sites=state.sites[:site] + bytes((owner,)) + state.sites[site + 1 :])


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
    """The active player receives a trade ship; `phases.explore.settled` has it placed as soon as can be."""
    player = state.seats[state.seat]
    return with_player(state, state.seat, replace(player, owed=player.owed + 1))


def with_free_ship(state: StarfarersState, ship: int, corner: int) -> StarfarersState:
    """A trade ship that an encounter gave stands on the corner."""
    player = state.seats[state.seat]
    placed = launched(state, state.seat, "trade", ship, corner)
    return replace(with_player(placed, state.seat, replace(player, owed=player.owed - 1)), phase=Phase.FREE_SHIP)
