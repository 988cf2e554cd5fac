"""The map as the screen shows it: what never changes, the pieces on it, and the places a finger may choose.

Lengths are hexagon sides, x right, y down; the top left corner of the map lies near the origin.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache
from typing import ClassVar, Literal

import msgspec

from engines.starfarers.components import Components
from engines.starfarers.model import NOWHERE, SHIPS, UNKNOWN, StarfarersState
from engines.starfarers.pack import FLEETS, PEOPLES, People, Resource
from engines.starfarers.ships import PORT, trades
from engines.starfarers.standing import STATIONS
from engines.starfarers.starmap import StarMap, hex_centre
from pi_app.steps.view import Command, Part

XY = tuple[float, float]
SpotKind = Literal["go", "pause", "site", "launch", "ship", "chosen", "lit", "beyond"]
"""`beyond`: where the rules let nothing go and the table may accept it; it is not lit."""


class ChartPlanet(msgspec.Struct, frozen=True):
    """A planet: where it lies, what it gives, the back of its token."""

    x: float
    y: float
    resource: Resource
    back: str


class ChartOutpost(msgspec.Struct, frozen=True):
    """The hexagons of a people's base."""

    people: People
    hexes: tuple[XY, ...]


class ChartPlan(msgspec.Struct, frozen=True, eq=False):
    """The printed map; one value a pack, compared by identity."""

    width: float
    height: float
    edges: tuple[tuple[XY, XY], ...]
    planets: tuple[ChartPlanet, ...]
    suns: tuple[XY, ...]
    sites: tuple[XY, ...]
    views: tuple[XY, ...]
    """Corners from which a planet is seen."""
    points: tuple[tuple[float, float, str], ...]
    """Trade points with their numbers."""
    outposts: tuple[ChartOutpost, ...]
    corners: tuple[XY, ...]


class ChartToken(msgspec.Struct, frozen=True):
    """What lies on a planet, as far as the one who holds the screen may see it."""

    planet: int
    kind: Literal["back", "number", "lair", "ice"]
    text: str = ""
    secret: bool = False
    """Whether it lies face down and only this player has looked at it."""
    often: bool = False
    """Whether its number comes often."""


class ChartPiece(msgspec.Struct, frozen=True):
    """A piece on a corner. `label`: the player's letter, and the balls on a transporter's tip."""

    kind: Literal["colony", "spaceport", "station", "colony_ship", "trade_ship"]
    corner: int
    seat: int
    label: str
    lit: bool = False


class Spot(msgspec.Struct, frozen=True):
    """A corner that a finger may choose."""

    does: Command | None
    corner: int
    kind: SpotKind

    @property
    def key(self) -> str:
        """What choosing it does, in one word with dots."""
        return self.does.key if self.does is not None else ""


class ChartScene(Part, frozen=True, kw_only=True):
    """The map at one moment, as a stage."""

    WIDGET: ClassVar = "pi_app.games.starfarers.ui.stages:ChartStage"
    plan: ChartPlan
    tokens: tuple[ChartToken, ...] = ()
    pieces: tuple[ChartPiece, ...] = ()
    spots: tuple[Spot, ...] = ()
    path: tuple[int, ...] = ()
    glow: tuple[int, ...] = ()
    """Planets that are lit."""
    focus: int | None = None
    """A corner that should be in sight."""
    moves: bool = True
    """Whether a finger can come nearer."""

    def still(self) -> ChartScene:
        """Without places to tap and glasses."""
        return msgspec.structs.replace(self, spots=(), moves=False)


def plan_of(parts: Components) -> ChartPlan:
    """The printed map of a pack."""
    return _plan(parts.map)


@cache
def _plan(star_map: StarMap) -> ChartPlan:
    unit = math.sqrt(3) / 2
    left = min(x for x, _ in star_map.lattice)
    top = min(y for _, y in star_map.lattice)

    def at(lattice: tuple[int, int]) -> XY:
        return (lattice[0] - left) * unit + 0.6, (lattice[1] - top) / 2 + 0.6

    corners = tuple(at(point) for point in star_map.lattice)
    planets = [planet for system in star_map.plan.systems for planet in system.planets]
    return ChartPlan(
        width=max(x for x, _ in corners) + 0.6,
        height=max(y for _, y in corners) + 0.6,
        edges=tuple((corners[a], corners[b]) for a, b in star_map.edges),
        planets=tuple(ChartPlanet(*at(hex_centre(p.hex)), p.resource, p.back) for p in planets),
        suns=tuple(corners[c] for c in star_map.suns),
        sites=tuple(corners[c] for c in star_map.sites),
        views=tuple(corners[c] for c in range(star_map.corners) if star_map.seen[c] and star_map.site_at[c] < 0),
        points=tuple(
            (*corners[c], "" if star_map.docking else str(n + 1))
            for points in star_map.points
            for n, c in enumerate(points)
        ),
        outposts=tuple(
            ChartOutpost(PEOPLES[people], tuple(at(hex_centre(name)) for name in plan.hexes))
            for people, plan in zip(star_map.outpost_people, star_map.plan.outposts, strict=True)
        ),
        corners=corners,
    )


def letters(players: tuple[str, ...]) -> tuple[str, ...]:
    """A letter a player, the first of the name; where two begin alike the seat's number for all; blockers a cross."""
    first = tuple(name[:1].upper() for name in players)
    numbers = tuple(str(seat + 1) for seat in range(len(players)))
    return (first if len(set(first)) == len(first) else numbers) + ("×",) * (FLEETS - len(players))


def tokens_of(parts: Components, view: StarfarersState) -> tuple[ChartToken, ...]:
    """The tokens as a view shows them."""
    return tuple(_token(parts, view, planet) for planet in range(len(view.tokens)))


def _token(parts: Components, view: StarfarersState, planet: int) -> ChartToken:
    token = view.tokens[planet]
    secret = not view.face_up >> planet & 1
    if token == UNKNOWN:
        return ChartToken(planet, "back")
    lair, ice, numbers = parts.lair[token], parts.ice[token], parts.pack.tokens[token].numbers
    if lair or ice:
        return ChartToken(planet, "lair" if lair else "ice", str(lair or ice), secret)
    often = sum(6 - abs(7 - n) for n in numbers) >= 5
    return ChartToken(planet, "number", "/".join(map(str, numbers)), secret, often)


def public(view: StarfarersState) -> StarfarersState:
    """The view with only those tokens that lie face up."""
    shown = (token if view.face_up >> planet & 1 else UNKNOWN for planet, token in enumerate(view.tokens))
    return msgspec.structs.replace(view, tokens=bytes(shown))


def pieces_of(parts: Components, state: StarfarersState, lit: Iterable[int] = ()) -> tuple[ChartPiece, ...]:
    """Colonies, spaceports, stations and ships. `lit`: transporters (`seat * 3 + ship`) that are marked."""
    names, marked, star_map = letters(state.players), set(lit), parts.map
    found = [
        ChartPiece("spaceport", star_map.sites[site], owner - PORT, names[owner - PORT])
        if owner >= PORT
        else ChartPiece("colony", star_map.sites[site], owner - 1, names[owner - 1])
        for site, owner in enumerate(state.sites)
        if owner
    ]
    for place, owner in enumerate(state.stations):
        if owner:
            outpost, number = divmod(place, STATIONS)
            corner = star_map.points[outpost][0 if star_map.docking else number]
            found.append(ChartPiece("station", corner, owner - 1, names[owner - 1]))
    for index, corner in enumerate(state.ships):
        if corner != NOWHERE:
            seat, ship = divmod(index, SHIPS)
            kind: Literal["trade_ship", "colony_ship"] = "trade_ship" if trades(state, seat, ship) else "colony_ship"
            between = "·" if names[seat].isdigit() else ""
            found.append(ChartPiece(kind, corner, seat, f"{names[seat]}{between}{ship + 1}", index in marked))
    return tuple(found)
