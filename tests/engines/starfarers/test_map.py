"""The map as a graph, against a slow one made of floating-point hexagons."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.errors import BadInput
from engines.starfarers.pack import MapPlan, Outpost, Planet, System, decode_pack
from engines.starfarers.starmap import DIRECTIONS, FAR, NOWHERE, StarMap, hex_centre, hex_names
from tests.engines.starfarers.encounter_tables import shipped

PACKS = {name: decode_pack(shipped(name)) for name in ("house", "2019")}
MAPS = {name: StarMap(pack.map) for name, pack in PACKS.items()}
Point = tuple[float, float]


def _centre(name: str) -> Point:
    column, row = ord(name[0]) - ord("A"), int(name[1:])
    return math.sqrt(3) * (column + (0.5 if row % 2 else 0.0)), 1.5 * (row - 1)


def _around(name: str) -> list[Point]:
    x, y = _centre(name)
    turns = [math.radians(60 * k - 90) for k in range(6)]
    return [(round(x + math.cos(turn), 6) + 0.0, round(y + math.sin(turn), 6) + 0.0) for turn in turns]


def _points(star_map: StarMap) -> list[Point]:
    """By corner: where it lies, hexagons of side 1."""
    return [(round(x * math.sqrt(3) / 2, 6), round(y / 2, 6)) for x, y in star_map.lattice]


def _near(a: Point, b: Point) -> bool:
    return math.dist(a, b) < 1e-3


@pytest.mark.parametrize(("name", "hexes", "corners", "edges"), [("house", 126, 297, 422), ("2019", 135, 320, 454)])
def test_hexagons_corners_and_edges_are_as_many_as_published(name: str, hexes: int, corners: int, edges: int) -> None:
    star_map = MAPS[name]
    assert (len(star_map.hexes), star_map.corners, len(star_map.edges)) == (hexes, corners, edges)
    # Euler: corners - edges + hexagons = 1 for a map without holes.
    assert corners - edges + hexes == 1


@pytest.mark.parametrize("name", PACKS)
def test_corners_lie_where_the_corners_of_the_hexagons_lie(name: str) -> None:
    star_map = MAPS[name]
    points = _points(star_map)
    for hexagon in star_map.hexes:
        pairs = zip(star_map.hex_corners[hexagon], _around(hexagon), strict=True)
        assert all(_near(points[corner], point) for corner, point in pairs)
    assert len(set(points)) == star_map.corners
    assert points == sorted(points, key=lambda p: (p[1], p[0]))


@pytest.mark.parametrize("name", PACKS)
def test_edges_join_the_corners_that_lie_a_side_apart(name: str) -> None:
    star_map = MAPS[name]
    points = _points(star_map)
    apart = {
        (a, b) for a, b in combinations(range(star_map.corners), 2) if abs(math.dist(points[a], points[b]) - 1) < 1e-3
    }
    assert set(star_map.edges) == apart
    assert list(star_map.edges) == sorted(apart)


@pytest.mark.parametrize("name", PACKS)
def test_nobody_travels_over_a_sun(name: str) -> None:
    star_map = MAPS[name]
    for sun in star_map.suns:
        assert star_map.neighbours[sun] == ()
        assert set(star_map.distance[sun]) == {FAR}
        assert star_map.seen[sun] == ()
    assert not {sun for corners in star_map.neighbours for sun in corners} & set(star_map.suns)


@pytest.mark.parametrize("name", PACKS)
def test_distances_are_those_of_floyd_and_warshall(name: str) -> None:
    import numpy as np

    star_map = MAPS[name]
    far = 10_000
    apart = np.full((star_map.corners, star_map.corners), far)
    for corner in set(range(star_map.corners)) - set(star_map.suns):
        apart[corner, corner] = 0
    for a, b in star_map.edges:
        if not {a, b} & set(star_map.suns):
            apart[a, b] = apart[b, a] = 1
    for corner in range(star_map.corners):
        apart = np.minimum(apart, apart[:, corner, None] + apart[None, corner, :])
    found = np.array([list(row) for row in star_map.distance])
    assert (np.where(apart >= far, FAR, apart) == found).all()


@pytest.mark.parametrize("name", PACKS)
def test_a_planet_is_seen_from_its_corners_but_not_from_the_sun(name: str) -> None:
    star_map, pack = MAPS[name], PACKS[name]
    points = _points(star_map)
    planets = [planet for system in pack.map.systems for planet in system.planets]
    assert star_map.planets == tuple(planet.hex for planet in planets)
    suns = [points[sun] for sun in star_map.suns]
    for corner, point in enumerate(points):
        near = [n for n, planet in enumerate(planets) if abs(math.dist(_centre(planet.hex), point) - 1) < 1e-3]
        assert list(star_map.seen[corner]) == ([] if any(_near(point, sun) for sun in suns) else near)
    # Five corners a planet: two colony sites and three observation points.
    assert {len(corners) for corners in star_map.planet_corners} == {5}


@pytest.mark.parametrize("name", PACKS)
def test_a_system_has_three_colony_sites_each_between_two_of_its_planets(name: str) -> None:
    star_map, pack = MAPS[name], PACKS[name]
    points = _points(star_map)
    expected = []
    for system in pack.map.systems:
        centres = [_centre(planet.hex) for planet in system.planets]
        middle = (sum(x for x, _ in centres) / 3, sum(y for _, y in centres) / 3)
        for a, b in combinations(centres, 2):
            near = [p for p in points if abs(math.dist(p, a) - 1) < 1e-3 and abs(math.dist(p, b) - 1) < 1e-3]
            expected += [points.index(p) for p in near if not _near(p, middle)]
    assert list(star_map.sites) == expected
    assert len(star_map.sites) == 3 * len(pack.map.systems)
    for site, corner in enumerate(star_map.sites):
        assert star_map.site_at[corner] == site
        assert star_map.seen[corner] == star_map.site_planets[site]
        assert star_map.site_system[site] == site // 3


@pytest.mark.parametrize("name", PACKS)
def test_a_new_ship_begins_on_one_of_the_two_corners_next_to_a_spaceport(name: str) -> None:
    star_map = MAPS[name]
    for site, corners in enumerate(star_map.launch):
        beside = {c for edge in star_map.edges if star_map.sites[site] in edge for c in edge}
        assert set(corners) == beside - {star_map.sites[site]} - set(star_map.suns)
        assert len(corners) == 2


def test_an_outpost_of_the_house_map_has_five_numbered_points_on_its_hexagon() -> None:
    star_map = MAPS["house"]
    assert not star_map.docking
    for number, outpost in enumerate(star_map.plan.outposts):
        corners = star_map.points[number]
        assert len(set(corners)) == 5
        assert set(corners) <= set(star_map.hex_corners[outpost.hexes[0]])
        assert [star_map.point_at[corner] for corner in corners] == [0, 1, 2, 3, 4]
        assert {star_map.outpost_at[corner] for corner in corners} == {number}


def test_an_outpost_of_the_2019_map_has_one_docking_point_in_its_middle() -> None:
    star_map = MAPS["2019"]
    assert star_map.docking
    for number, outpost in enumerate(star_map.plan.outposts):
        shared = set.intersection(*(set(star_map.hex_corners[name]) for name in outpost.hexes))
        assert set(star_map.points[number]) == shared
        assert star_map.outpost_at[star_map.points[number][0]] == number


@pytest.mark.parametrize("name", PACKS)
def test_every_corner_is_found_by_every_name_it_has(name: str) -> None:
    star_map = MAPS[name]
    assert len(set(star_map.names)) == star_map.corners
    for corner, text in enumerate(star_map.names):
        assert star_map.corner(text) == corner
    for hexagon, corners in star_map.hex_corners.items():
        for direction, corner in zip(DIRECTIONS, corners, strict=True):
            assert star_map.corner(f"{hexagon}.{direction}") == corner
    for site, text in enumerate(star_map.site_names):
        first, second = text.split("-")
        assert star_map.corner(text) == star_map.corner(f"{second}-{first}") == star_map.sites[site]
        assert star_map.site(f"{second}-{first}") == site
    assert star_map.site("A1-Z9") == NOWHERE


@pytest.mark.parametrize("text", ["", "E3", "E3.x", "Z99.n", "A1-A2-A3", "e3.n", "C8-C5"])
def test_a_corner_that_is_not_on_the_map_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match=r"expected a name such as E3\.nw or A2-B2"):
        MAPS["house"].corner(text)


@pytest.mark.parametrize("name", ["", "E", "3", "e3", "E0", "E100", "EE3", "E3.n"])
def test_what_is_no_name_of_a_hexagon_is_refused(name: str) -> None:
    with pytest.raises(BadInput, match="expected a column letter and a row number"):
        hex_centre(name)


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (MapPlan(rows=("A-",), systems=(), outposts=()), "row 1 of the map"),
        (MapPlan(rows=("A-C,B",), systems=(), outposts=()), "named twice"),
        (MapPlan(rows=("A-C",), systems=(), outposts=(Outpost("merchants", ("D1",), ("A1.n",)),)), "'D1' is not on"),
        (MapPlan(rows=("A-C",), systems=(), outposts=(Outpost("merchants", ("A1",), ("A9.n",)),)), "corner 'A9.n'"),
        (
            MapPlan(
                rows=("A-C",),
                systems=(System("x", (Planet("A1", "ore", "r"), Planet("B1", "ore", "r"), Planet("C1", "ore", "r"))),),
                outposts=(),
            ),
            "share 0 corners",
        ),
    ],
)
def test_a_plan_that_makes_no_map_is_refused_by_name(plan: MapPlan, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        StarMap(plan)


# Any map -------------------------------------------------------------------------------------------------------

ROW = st.sets(st.integers(0, 5))


def _text(columns: set[int]) -> str:
    """Columns as spans, neighbours joined."""
    spans: list[list[int]] = []
    for column in sorted(columns):
        if spans and spans[-1][-1] == column - 1:
            spans[-1].append(column)
        else:
            spans.append([column])
    letters = [[chr(ord("A") + column) for column in span] for span in spans]
    return ", ".join(span[0] if len(span) == 1 else f"{span[0]}-{span[-1]}" for span in letters)


@given(st.lists(ROW, min_size=1, max_size=6))
@settings(max_examples=60, deadline=None)
def test_rows_of_columns_name_their_hexagons(rows: list[set[int]]) -> None:
    names = hex_names(tuple(map(_text, rows)))
    assert list(names) == [f"{chr(ord('A') + c)}{r}" for r, columns in enumerate(rows, 1) for c in sorted(columns)]


@given(st.lists(ROW, min_size=1, max_size=6))
@settings(max_examples=40, deadline=None)
def test_any_set_of_hexagons_makes_the_graph_of_its_corners(rows: list[set[int]]) -> None:
    star_map = StarMap(MapPlan(rows=tuple(map(_text, rows)), systems=(), outposts=()))
    assert star_map.corners == len({p for name in star_map.hexes for p in _around(name)})
    sides = {frozenset(pair) for name in star_map.hexes for pair in _sides(name)}
    points = _points(star_map)
    found = {frozenset((_rounded(points[a]), _rounded(points[b]))) for a, b in star_map.edges}
    assert found == {frozenset(map(_rounded, side)) for side in sides}
    for a, b in star_map.edges:
        assert star_map.distance[a][b] == star_map.distance[b][a] == 1
    for corner, text in enumerate(star_map.names):
        assert star_map.corner(text) == corner


def _sides(name: str) -> list[tuple[Point, Point]]:
    corners = _around(name)
    return list(zip(corners, [*corners[1:], corners[0]], strict=True))


def _rounded(point: Point) -> Point:
    return round(point[0], 3) + 0.0, round(point[1], 3) + 0.0
