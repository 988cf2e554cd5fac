"""Proves the map of a pack of Starfarers: names, structure, symmetry, access, and the beginner position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Final

from engines.errors import BadInput
from engines.packcheck import Finding
from engines.starfarers.pack import PEOPLES, RESOURCES, MapPlan, Resource, StarfarersPack
from engines.starfarers.starmap import DIRECTIONS, FAR, NOWHERE, StarMap, corners_around, hex_names

TRADE_POINTS: Final = 5
"""Of an outpost without a docking point: as many as a people has friendship cards."""
MAX_UNEVENNESS: Final = 0.25
"""By which share of their mean the ways out of the beginner's spaceports may differ."""
START_POINTS: Final = 4


# Names ---------------------------------------------------------------------------------------------------------


def names(plan: MapPlan) -> Iterator[Finding]:
    """What must be right before the map can be made a graph at all: hexagons, suns, corners."""
    try:
        hexes = frozenset(hex_names(plan.rows))
    except BadInput as error:
        yield Finding("map.rows", str(error))
        return
    yield from _hexes_used(plan, hexes)
    for system in plan.systems:
        held = [set(corners_around(planet.hex)) for planet in system.planets if planet.hex in hexes]
        if len(held) == 3 and len(held[0] & held[1] & held[2]) != 1:
            shared = len(held[0] & held[1] & held[2])
            yield Finding(f"system {system.id}", f"its planets share {shared} corners, expected 1, the sun")
    for outpost in plan.outposts:
        for point in outpost.points:
            hexagon, _, direction = point.partition(".")
            if hexagon not in hexes or direction not in DIRECTIONS:
                yield Finding(f"outpost {outpost.people}", f"{point!r} is no corner of the map, expected such as E3.nw")


def _hexes_used(plan: MapPlan, hexes: frozenset[str]) -> Iterator[Finding]:
    used = [(f"system {s.id}", planet.hex) for s in plan.systems for planet in s.planets]
    used += [(f"outpost {o.people}", name) for o in plan.outposts for name in o.hexes]
    for where, name in used:
        if name not in hexes:
            yield Finding(where, f"hexagon {name!r} is not on the map")
    for name, count in Counter(name for _, name in used).items():
        if count > 1:
            yield Finding(f"hexagon {name}", f"is used {count} times, expected once")
    for system, count in Counter(system.id for system in plan.systems).items():
        if count > 1:
            yield Finding(f"system {system}", f"there are {count} with that id")


# Structure -----------------------------------------------------------------------------------------------------


def structure(pack: StarfarersPack, star_map: StarMap) -> Iterator[Finding]:
    """The map is what the pack says it is."""
    claimed = pack.structure
    found = (
        ("hexes", len(star_map.hexes), claimed.hexes),
        ("corners", star_map.corners, claimed.corners),
        ("edges", len(star_map.edges), claimed.edges),
        ("systems", len(star_map.systems), claimed.systems),
        ("home systems", sum(star_map.home), claimed.home_systems),
        ("outposts", len(star_map.points), claimed.outposts),
    )
    for what, count, expected in found:
        if count != expected:
            yield Finding("structure", f"the map has {count} {what}, expected {expected}")
    for outpost, points in zip(pack.map.outposts, star_map.points, strict=True):
        if len(points) != claimed.trade_points:
            text = f"has {len(points)} trade points, expected {claimed.trade_points}"
            yield Finding(f"outpost {outpost.people}", text)
    wanted = 1 if star_map.docking else TRADE_POINTS
    if claimed.trade_points != wanted:
        text = f"is {claimed.trade_points}, expected {wanted} with outpost = {pack.map.outpost!r}"
        yield Finding("structure.trade_points", text)


def outposts(pack: StarfarersPack, star_map: StarMap) -> Iterator[Finding]:
    """Every people has one outpost; its points lie on it, apart, free of colony sites and suns."""
    peoples = Counter(outpost.people for outpost in pack.map.outposts)
    for people in PEOPLES:
        if peoples[people] != 1:
            yield Finding(f"outpost {people}", f"there are {peoples[people]}, expected 1")
    for outpost, points in zip(pack.map.outposts, star_map.points, strict=True):
        where = f"outpost {outpost.people}"
        own = [set(star_map.hex_corners[name]) for name in outpost.hexes]
        for name, corner in zip(outpost.points, points, strict=True):
            if not any(corner in corners for corners in own):
                yield Finding(where, f"{name} is no corner of its hexagons")
            elif star_map.docking and not all(corner in corners for corners in own):
                yield Finding(where, f"{name} is not the corner that its hexagons share")
            if star_map.site_at[corner] != NOWHERE or corner in star_map.suns:
                yield Finding(where, f"{name} is a colony site or a sun")
        if pack.structure.outposts_on_edge and not any(_on_edge(star_map, name) for name in outpost.hexes):
            yield Finding(where, "does not lie on the edge of the map")
    for corner, count in Counter(corner for points in star_map.points for corner in points).items():
        if count > 1:
            yield Finding(f"corner {star_map.names[corner]}", f"is {count} trade points, expected 1")


def _on_edge(star_map: StarMap, name: str) -> bool:
    mine = set(star_map.hex_corners[name])
    neighbours = sum(len(mine & set(corners)) == 2 for corners in star_map.hex_corners.values())
    return neighbours < 6


def balance(pack: StarfarersPack) -> Iterator[Finding]:
    """Every resource is found somewhere; on a balanced map all as often, as under each dot elsewhere than at home."""
    planets = [planet for system in pack.map.systems for planet in system.planets]
    given = Counter(planet.resource for planet in planets)
    for resource in RESOURCES:
        if not given[resource]:
            yield Finding("map.systems", f"no planet gives {resource}")
    if not pack.structure.balanced:
        return
    yield from _uneven("map.systems", given)
    home = {planet.hex for system in pack.map.systems if system.home for planet in system.planets}
    for back in dict.fromkeys(planet.back for planet in planets if planet.hex not in home):
        yield from _uneven(f"planets of back {back}", Counter(p.resource for p in planets if p.back == back))


def _uneven(where: str, given: Counter[Resource]) -> Iterator[Finding]:
    counts = [given[resource] for resource in RESOURCES]
    if max(counts) - min(counts) > 1:
        text = ", ".join(f"{n} {resource}" for n, resource in zip(counts, RESOURCES, strict=True))
        yield Finding(where, f"the planets give {text}, expected as many of each, give or take 1")


# Access and symmetry -------------------------------------------------------------------------------------------


def access(pack: StarfarersPack, star_map: StarMap) -> Iterator[Finding]:
    """Every spaceport has two corners to launch from; from each home site ships reach every site and trade point."""
    targets = {corner: f"colony site {name}" for corner, name in zip(star_map.sites, star_map.site_names, strict=True)}
    for outpost, points in zip(pack.map.outposts, star_map.points, strict=True):
        targets |= {corner: f"trade point {n} of {outpost.people}" for n, corner in enumerate(points, 1)}
    for site, corners in enumerate(star_map.launch):
        free = [c for c in corners if star_map.site_at[c] == NOWHERE and star_map.outpost_at[c] == NOWHERE]
        if len(free) != 2:
            text = f"has {len(free)} corners to launch from, expected 2"
            yield Finding(f"colony site {star_map.site_names[site]}", text)
    homes = [s for s, system in enumerate(star_map.site_system) if star_map.home[system]]
    for corner, name in targets.items():
        apart = [s for s in homes if star_map.distance[star_map.sites[s]][corner] == FAR]
        if apart:
            yield Finding(name, f"cannot be reached from {', '.join(star_map.site_names[s] for s in apart)}")


def mirror(pack: StarfarersPack, star_map: StarMap) -> Iterator[Finding]:
    """A mirrored map looks the same from the left and the right: hexagons, suns, sites, and trade points by number."""
    if not pack.structure.mirrored:
        return
    xs = [x for x, _ in star_map.lattice]
    turn = min(xs) + max(xs)
    number = {point: corner for corner, point in enumerate(star_map.lattice)}
    image = [number.get((turn - x, y), NOWHERE) for x, y in star_map.lattice]
    alone = [star_map.names[c] for c in range(star_map.corners) if image[c] == NOWHERE]
    if alone:
        yield Finding("map.rows", f"corner {alone[0]} has no mirror image ({len(alone)} of {star_map.corners})")
        return
    kinds: list[tuple[str, Callable[[int], object]]] = [
        ("the sun of a system that is as much a home", lambda c: _home_of(star_map, star_map.suns, c, 1)),
        ("a colony site of a system that is as much a home", lambda c: _home_of(star_map, star_map.sites, c, 3)),
        ("the trade point of that number", lambda c: star_map.point_at[c]),
    ]
    for what, kind in kinds:
        for corner in range(star_map.corners):
            if kind(corner) not in (None, NOWHERE, kind(image[corner])):
                yield Finding(f"corner {star_map.names[corner]}", f"its mirror image is not {what}")


def _home_of(star_map: StarMap, corners: tuple[int, ...], corner: int, each: int) -> bool | None:
    return star_map.home[corners.index(corner) // each] if corner in corners else None


def way_out(star_map: StarMap, site: int) -> int:
    """Moves from a spaceport's launch corners to every system that is no home and every first trade point, summed."""
    ends = [[c for c, s in zip(star_map.sites, star_map.site_system, strict=True) if s == system]
            for system in range(len(star_map.systems)) if not star_map.home[system]]  # fmt: skip
    ends += [[points[0]] for points in star_map.points if points]
    return sum(min(star_map.distance[a][b] for a in star_map.launch[site] for b in corners) for corners in ends)


# Beginner position ---------------------------------------------------------------------------------------------


def beginner(pack: StarfarersPack, star_map: StarMap) -> Iterator[Finding]:
    """Four starts on different home sites, four points each, with ways out that differ little."""
    placed: list[str] = []
    for seat, start in enumerate(pack.beginner.starts):
        pieces = (start.spaceport, *start.colonies)
        for name in pieces:
            site = star_map.site(name)
            if site == NOWHERE:
                yield Finding(f"start {seat + 1}", f"{name!r} is no colony site, expected two planets such as A2-B2")
            elif not star_map.home[star_map.site_system[site]]:
                yield Finding(f"start {seat + 1}", f"{name} is no site of a home system")
            else:
                placed.append(star_map.site_names[site])
    for name, count in Counter(placed).items():
        if count > 1:
            yield Finding(f"colony site {name}", f"{count} pieces begin there, expected 1")
    points = 2 + 1 + 1 + pack.box.start_fame_rings // 2
    if points != START_POINTS:
        yield Finding("beginner", f"a fleet begins with {points} points, expected {START_POINTS}")
    yield from _even_ways(pack, star_map)
    yield from _beginner_tokens(pack, star_map)


def start_ways(pack: StarfarersPack, star_map: StarMap) -> dict[str, int]:
    """By the beginner's spaceport: the way out of it; nothing for one that is on no site."""
    sites = [star_map.site(start.spaceport) for start in pack.beginner.starts]
    return {star_map.site_names[site]: way_out(star_map, site) for site in sites if site != NOWHERE}


def _even_ways(pack: StarfarersPack, star_map: StarMap) -> Iterator[Finding]:
    ways = [*start_ways(pack, star_map).values()]
    if ways and (max(ways) - min(ways)) * len(ways) > MAX_UNEVENNESS * sum(ways):
        text = f"the ways out of the spaceports sum to {', '.join(map(str, ways))} moves"
        yield Finding("beginner", f"{text}, expected less than {MAX_UNEVENNESS:.0%} apart")


def _beginner_tokens(pack: StarfarersPack, star_map: StarMap) -> Iterator[Finding]:
    backs = dict(zip(star_map.planets, star_map.planet_back, strict=True))
    tokens = {token.id: token for token in pack.tokens}
    for name, token_id in pack.beginner.tokens.items():
        token = tokens.get(token_id)
        if name not in backs:
            yield Finding("beginner.tokens", f"{name!r} is no planet")
        elif token is None:
            yield Finding("beginner.tokens", f"there is no token {token_id!r}")
        elif token.back != backs[name]:
            yield Finding("beginner.tokens", f"token {token_id} does not belong on {name}, whose back is {backs[name]}")
    for token_id, count in Counter(pack.beginner.tokens.values()).items():
        if count > 1:
            yield Finding("beginner.tokens", f"token {token_id} lies on {count} planets")


def oddities(pack: StarfarersPack) -> Iterator[Finding]:
    """What is legal but unlike the printed maps."""
    for system in pack.map.systems:
        for one, other in combinations(system.planets, 2):
            if one.resource == other.resource:
                yield Finding(f"system {system.id}", f"{one.hex} and {other.hex} both give {one.resource}")
            if one.back == other.back and not system.home:
                yield Finding(f"system {system.id}", f"{one.hex} and {other.hex} both have the back {one.back}")
            if one.back != other.back and system.home:
                yield Finding(f"system {system.id}", f"is a home system with the backs {one.back} and {other.back}")
