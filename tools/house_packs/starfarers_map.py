"""The house map of Starfarers: eleven systems and four outposts on 126 hexagons, the same from the left and the right.

The left half and the middle are written down here; the right half is its mirror image. What the planets give, how the
coloured dots lie and who begins where is worked out so that everything is as even as it can be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from typing import Final, TypeAlias

from engines.starfarers.pack import (
    RESOURCES,
    Beginner,
    MapPlan,
    Outpost,
    People,
    Planet,
    Resource,
    Start,
    System,
)
from engines.starfarers.packcheck.board import way_out
from engines.starfarers.starmap import StarMap, hex_centre

Triple: TypeAlias = tuple[str, str, str]

COLUMNS: Final = 11
ROWS: Final = tuple("A-J" if row % 2 else "A-K" for row in range(1, 13))
HOME: Final[dict[str, tuple[Triple, tuple[Resource, Resource, Resource]]]] = {
    "alpha": (("A11", "A12", "B12"), ("ore", "fuel", "carbon")),
    "beta": (("D11", "D12", "E12"), ("goods", "food", "fuel")),
    "gamma": (("G11", "G12", "H12"), ("ore", "carbon", "goods")),
    "delta": (("J11", "J12", "K12"), ("fuel", "food", "carbon")),
}
"""The home systems on the bottom edge: planets from the top, and what they give."""
LEFT: Final[dict[str, Triple]] = {
    "vega": ("C8", "B9", "C9"),
    "deneb": ("C5", "C6", "D6"),
    "mizar": ("D2", "E2", "D3"),
}
RIGHT: Final = {"vega": "altair", "deneb": "arcturus", "mizar": "spica"}
"""A system of the left half -> its mirror image."""
MIDDLE: Final[tuple[str, Triple]] = ("capella", ("E7", "F7", "F8"))
BACKS: Final = ("red", "yellow", "blue")
_SIDE: Final = ("s", "se", "ne", "n", "nw")
_TOP: Final = ("s", "se", "sw", "ne", "nw")
OUTPOSTS: Final[tuple[tuple[People, str, tuple[str, ...]], ...]] = (
    ("green_folk", "A8", _SIDE),
    ("scientists", "B1", _TOP),
)
"""On the left: people, hexagon, and its corners in the order of the trade points."""
FACING: Final[dict[People, People]] = {"green_folk": "merchants", "scientists": "diplomats"}


def mirrored(name: str) -> str:
    """The hexagon at the same place in the other half."""
    x, _ = hex_centre(name)
    row = int(name[1:])
    column = (2 * (COLUMNS - 1) - x - row % 2) // 2
    return f"{chr(ord('A') + column)}{row}"


def house_map() -> MapPlan:
    """The house map, worked out anew."""
    home = tuple(
        System(name, _planets(hexes, resources, (name,) * 3), home=True) for name, (hexes, resources) in HOME.items()
    )
    return MapPlan(rows=ROWS, systems=(*home, *_outer_systems()), outposts=tuple(_outposts()))


def _planets(
    hexes: tuple[str, ...], resources: tuple[Resource, ...], backs: tuple[str, ...]
) -> tuple[Planet, Planet, Planet]:
    a, b, c = (Planet(*planet) for planet in zip(hexes, resources, backs, strict=True))
    return a, b, c


def _outer_systems() -> Iterator[System]:
    """The seven others. In reading order the k-th red planet gives the k-th resource round and round, yellow ones two
    resources later and blue ones four, so that no colour gives one resource three times and no system any twice."""
    triples: dict[str, Triple] = dict(LEFT)
    triples[MIDDLE[0]] = MIDDLE[1]
    for name, (a, b, c) in LEFT.items():
        triples[RIGHT[name]] = (mirrored(a), mirrored(b), mirrored(c))
    for k, (name, hexes) in enumerate(triples.items()):
        backs = tuple(BACKS[(k + n) % 3] for n in range(3))
        resources = tuple(RESOURCES[(k + 2 * BACKS.index(back)) % 5] for back in backs)
        yield System(name, _planets(hexes, resources, backs))


def _outposts() -> Iterator[Outpost]:
    flip = {"n": "n", "s": "s", "ne": "nw", "nw": "ne", "se": "sw", "sw": "se"}
    for people, hexagon, directions in OUTPOSTS:
        yield Outpost(people, (hexagon,), tuple(f"{hexagon}.{d}" for d in directions))
        other = mirrored(hexagon)
        yield Outpost(FACING[people], (other,), tuple(f"{other}.{flip[d]}" for d in directions))


def beginner_position(plan: MapPlan) -> Beginner:
    """The fairest of the positions with a spaceport in each home system and every home site taken.

    Fairest: every fleet sees three home systems and as many resources as can be, then ways out that differ least. Seats
    0 and 1 begin at the outer systems, which are each other's mirror image.
    """
    star_map = StarMap(plan)
    best = min(_positions(star_map), key=lambda starts: _unfairness(star_map, starts))
    a, b, c, d = (Start(*_named(star_map, start)) for start in best)
    return Beginner((a, d, b, c))


Sites: TypeAlias = tuple[int, int, int]
"""Where a fleet begins: its spaceport and its colonies."""


def _positions(star_map: StarMap) -> Iterator[tuple[Sites, ...]]:
    """Spaceports at inland sites, mirror images of one another; every other home site a colony of another system's
    fleet, no fleet twice in a system."""
    for alpha, beta in product((0, 1), repeat=2):
        ports = (alpha, 3 + beta, 7 - beta, 10 - alpha)
        free = [[s for s in range(3 * n, 3 * n + 3) if s != ports[n]] for n in range(4)]
        for guests in product(*(permutations([g for g in range(4) if g != n], 2) for n in range(4))):
            colonies: list[list[int]] = [[], [], [], []]
            for sites, pair in zip(free, guests, strict=True):
                for site, guest in zip(sites, pair, strict=True):
                    colonies[guest].append(site)
            if all(len(sites) == 2 for sites in colonies):
                yield tuple((port, one, two) for port, (one, two) in zip(ports, colonies, strict=True))


def _unfairness(star_map: StarMap, starts: tuple[Sites, ...]) -> tuple[int, int, int]:
    kinds = [len(_income(star_map, start)) for start in starts]
    doubled = [max(_income(star_map, start).values()) for start in starts]
    ways = [way_out(star_map, start[0]) for start in starts]
    return -min(kinds), max(doubled), max(ways) - min(ways)


def _income(star_map: StarMap, start: Sites) -> Counter[int]:
    """Resource -> how many planets next to the fleet's pieces give it."""
    return Counter(star_map.planet_resource[p] for site in start for p in star_map.site_planets[site])


def _named(star_map: StarMap, start: Sites) -> tuple[str, tuple[str, str]]:
    port, one, two = (star_map.site_names[site] for site in start)
    return port, (one, two)
