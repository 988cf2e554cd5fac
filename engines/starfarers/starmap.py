"""The map as a graph: hexagons become corners, edges, planets, sites and trade points, all small numbers.

Exact arithmetic: a hexagon has side 1, x is counted in half hexagon widths and y in half sides, so that every corner
has two integers. Corners are numbered from the top left, row by row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import Final, TypeAlias

from engines.errors import BadInput
from engines.starfarers.pack import PEOPLES, RESOURCES, MapPlan, System

Lattice: TypeAlias = tuple[int, int]

NOWHERE: Final = -1
"""No corner, site, planet, outpost."""
FAR: Final = 255
"""The distance of what cannot be reached."""
DIRECTIONS: Final[dict[str, Lattice]] = {
    "n": (0, -2),
    "ne": (1, -1),
    "se": (1, 1),
    "s": (0, 2),
    "sw": (-1, 1),
    "nw": (-1, -1),
}
"""The corners of a hexagon, clockwise from the top."""
_HEX = re.compile(r"([A-Z])([1-9][0-9]?)")


def hex_centre(name: str) -> Lattice:
    """Where a hexagon's centre lies on the lattice. Raises BadInput for what is no name of one."""
    match = _HEX.fullmatch(name)
    if match is None:
        raise BadInput(
            "map.hexagon_name", "hexagon {name!r}: expected a column letter and a row number, such as E3", name
        )
    column, row = ord(match[1]) - ord("A"), int(match[2])
    return 2 * column + row % 2, 3 * (row - 1)


def hex_names(rows: tuple[str, ...]) -> tuple[str, ...]:
    """The hexagons that rows such as `A-N` or `A-C,F` name, from the top left. Raises BadInput."""
    names = tuple(f"{letter}{row}" for row, text in enumerate(rows, 1) for letter in _columns(text, row))
    if len(set(names)) != len(names):
        raise BadInput("map.hexagon_twice", "rows of the map: a hexagon is named twice")
    return names


def _columns(text: str, row: int) -> Iterator[str]:
    for span in text.replace(" ", "").split(",") if text else ():
        if re.fullmatch("[A-Z](-[A-Z])?", span) is None:
            raise BadInput("map.row", "row {row} of the map: {span!r}, expected columns such as A-N or F", row, span)
        yield from map(chr, range(ord(span[0]), ord(span[-1]) + 1))


class StarMap:
    """The graph of one map. Immutable; shared by everything that plays on it. Raises BadInput for names that fail."""

    def __init__(self, plan: MapPlan) -> None:
        self.plan = plan
        self.docking = plan.outpost == "docking"
        """Whether the stations of an outpost share one point, which stays free."""
        self.hexes = hex_names(plan.rows)
        self._fill_graph()
        self._fill_systems(plan.systems)
        self._fill_sites()
        self._fill_outposts()
        self._fill_travel()

    def _fill_graph(self) -> None:
        around = {name: corners_around(name) for name in self.hexes}
        points = sorted({point for corners in around.values() for point in corners}, key=lambda p: (p[1], p[0]))
        self._number = {point: number for number, point in enumerate(points)}
        self.lattice = tuple(points)
        """By corner: x in half hexagon widths, y in half sides."""
        self.corners = len(points)
        """How many corners there are; they are numbered from 0."""
        self.hex_corners = {name: tuple(self._number[p] for p in corners) for name, corners in around.items()}
        """By hexagon: its six corners, clockwise from the top."""
        sides = ((c, (*c[1:], c[0])) for c in self.hex_corners.values())
        self.edges = tuple(sorted({(min(e), max(e)) for c, d in sides for e in zip(c, d, strict=True)}))
        """Pairs of corners, the smaller first, those at suns too."""
        self.names = self._corner_names()
        """By corner: its name, the first hexagon around it and a direction."""

    def _corner_names(self) -> tuple[str, ...]:
        names = [""] * self.corners
        for name, corners in self.hex_corners.items():
            for direction, corner in zip(DIRECTIONS, corners, strict=True):
                names[corner] = names[corner] or f"{name}.{direction}"
        return tuple(names)

    def _fill_systems(self, systems: tuple[System, ...]) -> None:
        planets = [(n, planet) for n, system in enumerate(systems) for planet in system.planets]
        for _, planet in planets:
            self._known(planet.hex)
        self.systems = tuple(system.id for system in systems)
        self.home = tuple(system.home for system in systems)
        """By system: whether it is a home system."""
        self.planets = tuple(planet.hex for _, planet in planets)
        """By planet: its hexagon. Planets 3s, 3s+1 and 3s+2 belong to system s."""
        self.planet_resource = tuple(RESOURCES.index(planet.resource) for _, planet in planets)
        """By planet: an index into RESOURCES."""
        self.planet_back = tuple(planet.back for _, planet in planets)
        """By planet: the back of the tokens that may lie on it at first."""
        self.planet_system = tuple(n for n, _ in planets)
        self.suns = tuple(self._sun(system) for system in systems)
        """By system: its centre, which is no corner to travel."""
        suns = set(self.suns)
        self.planet_corners = tuple(tuple(c for c in self.hex_corners[h] if c not in suns) for h in self.planets)
        """By planet: the corners from which it is seen."""
        seen: list[list[int]] = [[] for _ in range(self.corners)]
        for number, corners in enumerate(self.planet_corners):
            for corner in corners:
                seen[corner].append(number)
        self.seen = tuple(map(tuple, seen))
        """By corner: the planets seen from it, ascending."""

    def _sun(self, system: System) -> int:
        first, *others = (set(self.hex_corners[planet.hex]) for planet in system.planets)
        shared = first.intersection(*others)
        if len(shared) != 1:
            raise BadInput(
                "map.system_corners", "system {id!r}: its planets share {n} corners, expected 1", system.id, len(shared)
            )
        return shared.pop()

    def _fill_sites(self) -> None:
        sites = [
            (next(iter(shared)), p, q)
            for s in range(len(self.systems))
            for p, q in combinations(range(3 * s, 3 * s + 3), 2)
            if (shared := set(self.planet_corners[p]) & set(self.planet_corners[q]))
        ]
        self.sites = tuple(corner for corner, _, _ in sites)
        """By site: its corner. Sites 3s, 3s+1 and 3s+2 belong to system s."""
        self.site_planets = tuple((p, q) for _, p, q in sites)
        """By site: its two planets."""
        self.site_system = tuple(self.planet_system[p] for _, p, _ in sites)
        self.site_names = tuple(f"{self.planets[p]}-{self.planets[q]}" for _, p, q in sites)
        self.site_at = _inverse(self.corners, {corner: n for n, corner in enumerate(self.sites)})
        """By corner: the site there, or NOWHERE."""

    def _fill_outposts(self) -> None:
        outposts = self.plan.outposts
        self.outpost_people = tuple(PEOPLES.index(outpost.people) for outpost in outposts)
        """By outpost: an index into PEOPLES."""
        for name in (name for outpost in outposts for name in outpost.hexes):
            self._known(name)
        self.points = tuple(tuple(self.corner(name) for name in outpost.points) for outpost in outposts)
        """By outpost: its trade points in the order of their numbers; one corner where `docking`."""
        numbered = {corner: (o, n) for o, points in enumerate(self.points) for n, corner in enumerate(points)}
        self.outpost_at = _inverse(self.corners, {corner: o for corner, (o, _) in numbered.items()})
        """By corner: the outpost whose trade point it is, or NOWHERE."""
        self.point_at = _inverse(self.corners, {corner: n for corner, (_, n) in numbered.items()})
        """By corner: the number of the trade point less one, or NOWHERE."""

    def _fill_travel(self) -> None:
        suns = set(self.suns)
        near: list[list[int]] = [[] for _ in range(self.corners)]
        for a, b in self.edges:
            if a not in suns and b not in suns:
                near[a].append(b)
                near[b].append(a)
        self.neighbours = tuple(tuple(sorted(corners)) for corners in near)
        """By corner: the corners one move away, ascending; none for a sun."""
        self.launch = tuple(self.neighbours[corner] for corner in self.sites)
        """By site: the corners where the ships of a spaceport there begin."""
        self.distance = tuple(self._distances(corner) for corner in range(self.corners))
        """By corner: for every corner the moves between them, FAR where there is no way."""

    def _distances(self, start: int) -> bytes:
        found = bytearray([FAR] * self.corners)
        if start in self.suns:
            return bytes(found)
        found[start] = 0
        order = [start]
        for corner in order:  # grows while it is walked: nearer corners come first
            for near in self.neighbours[corner]:
                if found[near] == FAR:
                    found[near] = found[corner] + 1
                    order.append(near)
        return bytes(found)

    def _known(self, name: str) -> None:
        if name not in self.hex_corners:
            raise BadInput("map.no_hexagon", "hexagon {name!r} is not on the map", name)

    def corner(self, text: str) -> int:
        """The corner with that name: `E3.nw` (any hexagon around it will do), or two planets such as `A2-B2`.

        Raises BadInput where there is none.
        """
        name, dot, direction = text.partition(".")
        if dot and name in self.hex_corners and direction in DIRECTIONS:
            return self.hex_corners[name][list(DIRECTIONS).index(direction)]
        site = self.site(text)
        if site == NOWHERE:
            raise BadInput(
                "map.no_corner", "corner {text!r}: expected a name such as E3.nw or A2-B2 that is on the map", text
            )
        return self.sites[site]

    def site(self, text: str) -> int:
        """The colony site between two planets such as `A2-B2`, in either order; NOWHERE if there is none."""
        flipped = "-".join(reversed(text.split("-")))
        return next((n for n, name in enumerate(self.site_names) if name in (text, flipped)), NOWHERE)


@lru_cache(maxsize=8)
def map_of(plan: MapPlan) -> StarMap:
    """The graph of a map, made once: a pack is looked through, then played on, mostly on the same map."""
    return StarMap(plan)


def corners_around(name: str) -> tuple[Lattice, ...]:
    """The six corners of a hexagon, clockwise from the top. Raises BadInput for what is no name of one."""
    x, y = hex_centre(name)
    return tuple((x + dx, y + dy) for dx, dy in DIRECTIONS.values())


def _inverse(size: int, values: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(values.get(index, NOWHERE) for index in range(size))
