"""Comparing shapes: exactly, and as graphs on the plane."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.layout import parse_star_disc
from engines.registry import open_game
from engines.star_explorer.disc import Meeting, StarDisc, meeting_of
from engines.star_explorer.rules import StarExplorer
from engines.star_explorer.shape import SHAPE_TOLERANCE_MM, exact_matches, fitted, misfits, topology_matches

TEE = [(0, 1), (1, 2), (2, 3), (1, 4)]


def disc_of(points: list[tuple[float, float]]) -> StarDisc:
    stars = [
        {"id": i, "x": x, "y": y, "radius": 1.0, "type": "red", "zone": "field"} for i, (x, y) in enumerate(points)
    ]
    return StarDisc(
        parse_star_disc(
            {
                "kind": "star_disc",
                "board": {"width": 300, "height": 300},
                "disc": {"centre": [150, 150], "radius": 140},
                "window": {"outline": [[0, 0], [300, 0], [300, 300], [0, 300]]},
                "axis": {"angle_deg": 0},
                "stars": stars,
            }
        )
    )


def turned(points: list[tuple[float, float]], degrees: float, mirrored: bool = False) -> list[tuple[float, float]]:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return [((-x if mirrored else x) * cos - y * sin, (-x if mirrored else x) * sin + y * cos) for x, y in points]


CROOKED = [(0.0, 0.0), (12.0, 3.0), (20.0, 17.0), (31.0, 15.0), (9.0, 21.0)]


@settings(deadline=None, max_examples=50)
@given(st.floats(0, 360))
def test_a_pattern_matches_itself_at_any_angle_and_its_mirror_image_at_none(degrees: float) -> None:
    from engines.star_explorer.model import Face, Tile

    face = Face("red", 1)
    tile = Tile(id="t", name="T", size=5, front=face, back=face, xy=tuple(CROOKED), lines=tuple(TEE))
    lines, stars = tuple(TEE), (0, 1, 2, 3, 4)
    assert any(exact_matches(tile, disc_of(turned(CROOKED, degrees)), lines, stars))
    mirror = disc_of(turned(CROOKED, degrees, mirrored=True))
    assert not any(exact_matches(tile, mirror, lines, stars))
    assert any(exact_matches(tile, mirror, lines, stars, mirrored=True))


@pytest.mark.parametrize(("shift", "same"), [(SHAPE_TOLERANCE_MM / 2, True), (SHAPE_TOLERANCE_MM * 4, False)])
def test_stars_may_lie_a_little_off(lab: Any, shift: float, same: bool) -> None:
    """A drawn shape is the same within SHAPE_TOLERANCE_MM."""
    tile = lab.tile("tee", [(0, 0), (1, 0), (2, 0), (3, 0), (1, 1)], TEE)
    points = [(0.0, 0.0), (10.0, 0.0), (20.0, 0.0), (30.0, 0.0), (10.0, 10.0 + shift)]
    assert any(exact_matches(tile, disc_of(points), tuple(TEE), (0, 1, 2, 3, 4))) is same


def test_points_are_fitted_by_a_turn_that_keeps_lengths_and_by_none_where_nothing_says_which() -> None:
    """One point, and a ring that lies on its mirror image as well however it is turned."""
    assert fitted([1 + 2j], [4]) == (1, 3 - 2j)
    assert fitted([0, 1, 1 + 1j], [3, 3 + 1j, 2 + 1j]) == pytest.approx((1j, 3))
    ring = [1, 1j, -1, -1j]
    assert fitted(ring, [1, -1j, -1, 1j]) == (1, 0)


def test_five_and_root_26_are_different_distances(lab: Any) -> None:
    """The nearest distances of a lattice are told apart, also for a single line."""
    tile = lab.tile("long", [(0, 0), (5, 0), (6, 0), (7, 0), (8, 0)])
    assert not any(exact_matches(tile, disc_of([(0.0, 0.0), (50.0, 10.0)]), ((0, 1),), (0, 1)))
    assert any(exact_matches(tile, disc_of([(0.0, 0.0), (0.0, 50.0)]), ((0, 1),), (0, 1)))
    assert any(exact_matches(tile, disc_of([(0.0, 0.0), (30.0, 40.0)]), ((0, 1),), (0, 1)))


def test_what_does_not_fit_is_told_by_the_copy_that_covers_most_lines_not_most_stars(lab: Any) -> None:
    """Two lines of the top row against one line of the last column, all of whose five stars are drawn."""
    lines = ((0, 1), (1, 2), (9, 14))
    assert misfits(lab.row(5), lab.disc(), lines, (0, 1, 2, 4, 9, 14, 19, 24)) == ({(9, 14)}, {9, 14, 19, 24})


STAR = [(0.0, 0.0), (0.0, -10.0), (10.0, 2.0), (-3.0, 10.0)]
"""A middle and three arms; clockwise 1, 2, 3."""


def test_topology_wants_the_same_graph(lab: Any) -> None:
    path = lab.row(5)
    bent = disc_of([(0.0, 0.0), (30.0, 5.0), (33.0, 40.0), (10.0, 12.0), (50.0, 50.0)])
    stars = (0, 1, 2, 3, 4)
    assert any(topology_matches(path, bent, ((0, 3), (1, 3), (1, 2), (2, 4)), stars))
    assert not any(topology_matches(path, bent, ((0, 3), (1, 3), (2, 3), (3, 4)), stars))
    assert not any(topology_matches(path, bent, ((0, 3), (0, 1), (1, 3)), (0, 1, 3)))


def test_topology_wants_the_same_clockwise_order_at_every_star(lab: Any) -> None:
    """A middle with arms of one, two and three lines: its mirror image has them the other way round."""
    places = [(0, 0), (0, -1), (1, 0), (2, 0), (-1, 1), (-2, 1), (-3, 1)]
    lines = [(0, 1), (0, 2), (2, 3), (0, 4), (4, 5), (5, 6)]
    tile = lab.tile("arms", places, lines)
    points = [(x * 10.0, y * 10.0) for x, y in places]
    stretched = [(x * 2.5 + y, y * 0.7) for x, y in points]
    stars = tuple(range(7))
    assert any(topology_matches(tile, disc_of(stretched), lines, stars))
    assert not any(topology_matches(tile, disc_of(turned(stretched, 40, mirrored=True)), lines, stars))
    assert any(topology_matches(tile, disc_of(turned(stretched, 40, mirrored=True)), lines, stars, mirrored=True))


def test_in_topology_left_out_lines_leave_the_order_of_the_others(lab: Any) -> None:
    """Four arms of different length; without the longest the other three keep their order."""
    places = [(0, 0), (0, -1), (1, 0), (2, 0), (0, 1), (0, 2), (0, 3), (-1, 0)]
    lines = [(0, 1), (0, 2), (2, 3), (0, 4), (4, 5), (5, 6), (0, 7)]
    tile = lab.tile("cross", places, lines)
    points = [(x * 10.0, y * 10.0) for x, y in places]
    part = ((0, 2), (2, 3), (0, 4), (4, 5), (5, 6), (0, 7))
    stars = (0, 2, 3, 4, 5, 6, 7)
    assert any(topology_matches(tile, disc_of(points), part, stars))
    assert not any(topology_matches(tile, disc_of(turned(points, 10, mirrored=True)), part, stars))


def test_in_topology_a_path_has_no_mirror_image_of_its_own(lab: Any) -> None:
    places = [(0, 0), (1, 0), (1, 1), (1, 2), (2, 2)]
    zigzag = lab.tile("zigzag", places)
    mirror = disc_of(turned([(x * 10.0, y * 10.0) for x, y in places], 0, mirrored=True))
    lines = ((0, 1), (1, 2), (2, 3), (3, 4))
    assert any(topology_matches(zigzag, mirror, lines, (0, 1, 2, 3, 4)))
    assert not any(exact_matches(zigzag, mirror, lines, (0, 1, 2, 3, 4)))


@pytest.mark.parametrize(
    ("s", "t", "joined", "meeting"),
    [
        (((0, 0), (10, 10)), ((0, 10), (10, 0)), False, Meeting.CROSSING),
        (((0, 0), (10, 0)), ((5, 0), (5, 9)), False, Meeting.CROSSING),
        (((0, 0), (10, 0)), ((5, 0.5), (5, 9)), False, Meeting.APART),
        (((0, 0), (10, 0)), ((10, 0), (20, 5)), True, Meeting.APART),
        (((0, 0), (10, 0)), ((10, 0), (4, 0)), True, Meeting.OVERLAP),
        (((0, 0), (10, 0)), ((4, 0), (16, 0)), False, Meeting.OVERLAP),
        (((0, 0), (10, 0)), ((12, 0), (16, 0)), False, Meeting.APART),
        (((0, 0), (10, 0)), ((2, 0), (8, 0)), False, Meeting.OVERLAP),
    ],
)
def test_how_two_lines_meet(s: Any, t: Any, joined: bool, meeting: Meeting) -> None:
    assert meeting_of(s, t, joined) == meeting
    assert meeting_of(t, s, joined) == meeting
    assert meeting_of((s[1], s[0]), t, joined) == meeting


def test_by_connections_alone_thirty_house_tiles_equal_their_mirror_images() -> None:
    """option shape_match: what its text says. A path has no side; a tile with a branch of three unequal arms has."""
    house = open_game("star_explorer")
    assert isinstance(house, StarExplorer)
    equal = []
    for tile in house.tiles.values():
        disc = disc_of([(-x, y) for x, y in tile.xy])
        stars = range(tile.size)
        assert any(topology_matches(tile, disc, tile.lines, stars, mirrored=True))
        if any(topology_matches(tile, disc, tile.lines, stars)):
            equal.append(tile.id)
    assert len(equal) == 30
    assert "cassiopeia" in equal
    assert "leo" not in equal
    assert "30 of the 41 house tiles" in {o.name: o for o in house.rules.options}["shape_match"].values["topology"]


def test_more_stars_or_lines_than_the_tile_has_match_nothing(lab: Any) -> None:
    tile, disc = lab.row(5), lab.disc()
    path = ((0, 1), (1, 2), (2, 3), (3, 4))
    assert not any(exact_matches(tile, disc, (*path, (4, 9)), (0, 1, 2, 3, 4, 9)))
    assert not any(topology_matches(tile, disc, (*path, (4, 9)), (0, 1, 2, 3, 4, 9)))
    assert not any(topology_matches(tile, disc, (*path, (0, 5)), (0, 1, 2, 3, 4)))


def test_by_connections_a_ring_is_no_path_and_a_path_no_ring(lab: Any) -> None:
    """Four stars in a ring need four lines that close; a tile that is a path of five has none."""
    ring = lab.tile("ring", [(0, 0), (1, 0), (1, 1), (0, 1), (2, 0)], [(0, 1), (1, 2), (2, 3), (3, 0), (1, 4)])
    disc = lab.disc()
    square = ((0, 1), (1, 6), (5, 6), (0, 5))
    assert any(topology_matches(ring, disc, square, (0, 1, 5, 6)))
    for stars in ((0, 1, 5, 6), (0, 1, 5, 6, 24)):
        assert not any(topology_matches(lab.row(5), disc, square, stars))
