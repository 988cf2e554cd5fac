"""What counts for the victory: fame rings, upgrades, medals, and the points they make."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from engines.starfarers.components import Components
from engines.starfarers.model import NOWHERE, UPGRADES, Phase, PlayerState, StarfarersState, Upgrade

GOAL: Final = 15
"""Points that win."""
MEDAL: Final = 2
STATIONS: Final = 5
"""Trade points of an outpost."""


def points(player: PlayerState, medals: int) -> int:
    """The points of a player who holds so many friendship medals."""
    return player.colonies + 2 * player.spaceports + player.fame // 2 + len(player.tokens) + MEDAL * medals


def first_phase(state: StarfarersState) -> Phase:
    """How a turn begins: with the roll of the production, where what it brings is kept."""
    return Phase.ROLL if state.hands else Phase.BUILD


def present(state: StarfarersState) -> tuple[int, ...]:
    """The seats that play on, from the active player clockwise."""
    seats = len(state.seats)
    following = ((state.seat + step) % seats for step in range(seats))
    return tuple(seat for seat in following if not state.gone >> seat & 1)


def with_player(state: StarfarersState, seat: int, player: PlayerState) -> StarfarersState:
    """The state with another player at that seat, the points counted anew."""
    total = points(player, state.medals.count(seat))
    if total != player.points:
        player = replace(player, points=total)
    return replace(state, seats=(*state.seats[:seat], player, *state.seats[seat + 1 :]))


def with_medals(state: StarfarersState, medals: tuple[int, ...]) -> StarfarersState:
    """The state with these holders of the medals, everybody's points counted anew."""
    seats = tuple(replace(player, points=points(player, medals.count(seat))) for seat, player in enumerate(state.seats))
    return replace(state, medals=medals, seats=seats)


def with_fame(parts: Components, state: StarfarersState, seat: int, rings: int) -> StarfarersState:
    """The state after a player won (or, negative, lost) fame rings: never below none, never more than fit on a ship,
    never more than there are."""
    player = state.seats[seat]
    box = parts.box
    left = box.fame_rings - sum(p.fame for p in state.seats)
    fame = max(0, min(player.fame + rings, player.fame + left, box.ship_fame_rings))
    return state if fame == player.fame else with_player(state, seat, replace(player, fame=fame))


def installed(player: PlayerState, upgrade: Upgrade) -> int:
    """How many of this upgrade the mother ship carries."""
    if upgrade == "booster":
        return player.boosters
    return player.cannons if upgrade == "cannon" else player.rings


def upgrades(player: PlayerState) -> int:
    """How many upgrades the mother ship carries."""
    return player.boosters + player.cannons + player.rings


def room_for(parts: Components, state: StarfarersState, seat: int, upgrade: Upgrade) -> bool:
    """Whether one more of this upgrade fits on the ship and is in the stock."""
    return bool(room(parts, state, seat) >> UPGRADES.index(upgrade) & 1)


def room(parts: Components, state: StarfarersState, seat: int) -> int:
    """Bits of the upgrades of which one more fits on the ship and is in the stock."""
    player = state.seats[seat]
    boosters = cannons = rings = 0
    for other in state.seats:
        boosters += other.boosters
        cannons += other.cannons
        rings += other.rings
    (most_boosters, all_boosters), (most_cannons, all_cannons), (most_rings, all_rings) = parts.upgrade_limits
    return (
        (player.boosters < most_boosters and boosters < all_boosters)
        | (player.cannons < most_cannons and cannons < all_cannons) << 1
        | (player.rings < most_rings and rings < all_rings) << 2
    )


def with_upgrade(state: StarfarersState, seat: int, upgrade: Upgrade, count: int) -> StarfarersState:
    """The state with so many upgrades more (or, negative, fewer) on that mother ship."""
    player = state.seats[seat]
    if upgrade == "booster":
        player = replace(player, boosters=player.boosters + count)
    elif upgrade == "cannon":
        player = replace(player, cannons=player.cannons + count)
    else:
        player = replace(player, rings=player.rings + count)
    return replace(state, seats=(*state.seats[:seat], player, *state.seats[seat + 1 :]))


def speed(player: PlayerState) -> int:
    """What boosters and friendship cards add to the base speed."""
    return player.boosters + player.extra_speed


def combat(player: PlayerState) -> int:
    """The strength of cannons and friendship cards."""
    return player.cannons + player.extra_combat


def medal_holder(stations: bytes) -> int:
    """Who holds the medal of an outpost with these stations, in the order of their numbers: most stations, and among
    equals the lowest-numbered point; `NOWHERE` without a station."""
    owners = [owner - 1 for owner in stations if owner]
    return max(owners, key=owners.count) if owners else NOWHERE


def winner(state: StarfarersState) -> int:
    """The seat that has won now, or `NOWHERE`."""
    if state.seats[state.seat].points >= GOAL:
        return state.seat
    if state.options.win == "own_turn":
        return NOWHERE
    return next((seat for seat in present(state) if state.seats[seat].points >= GOAL), NOWHERE)


def judged(state: StarfarersState) -> StarfarersState:
    """The state, over where somebody has won (then `seat` is the winner)."""
    seat = winner(state)
    return state if seat == NOWHERE else replace(state, phase=Phase.OVER, seat=seat)
