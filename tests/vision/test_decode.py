"""Whole drawings: a tile laid over lines that were seen, on graphs made by hand."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.disc.decode import Field, TileSearch, decode, free_drawings
from vision.disc.pattern import Pattern, parse_expectation
from vision.disc.placement import RigidSearch
from vision.disc.rivalry import crossings
from vision.disc.tuning import Prices

Lines = list[tuple[int, int]]
Stars = list[tuple[float, float]]
SEEN, UNSEEN = 6.0, -5.0


def field_of(stars: Stars, values: dict[tuple[int, int], float]) -> Field:
    """A field of these lines with these log-odds; crossing lines have their price."""
    lines = sorted(values)
    xy = np.array(stars, float)
    a, b = np.array(lines, np.intp).T
    delta = xy[b] - xy[a]
    angle = np.arctan2(delta[:, 1], delta[:, 0]).tolist()
    crossing = np.asarray(4.0 * crossings(xy, a, b), np.float64)
    return Field(a.tolist(), b.tolist(), [values[line] for line in lines], crossing, angle)


def tile(xy: Stars, lines: Lines, match: str = "topology") -> Pattern:
    return parse_expectation({"pattern": {"xy": xy, "lines": lines}, "match": match})


def read(field: Field, pattern: Pattern | None, xy: Stars | None = None) -> tuple[set[tuple[int, int]], float]:
    """The lines of the likeliest drawing, and the probability that it is the tile."""
    prices = Prices()
    drawings = None
    if pattern is not None:
        rigid = pattern.exact and xy is not None
        search = (
            RigidSearch(field, pattern, prices, np.array(xy, float)) if rigid else TileSearch(field, pattern, prices)
        )
        drawings = search.drawings()
    verdict = decode(field, drawings, prices)
    return {(field.a[row], field.b[row]) for row in verdict.best}, verdict.tile


# A star with three neighbours at different distances, and a tail on one of them; its mirror image differs.
SPIDER_XY: Stars = [(0, 0), (20, 0), (0, 20), (-20, 0), (40, 5)]
SPIDER_LINES: Lines = [(0, 1), (0, 2), (0, 3), (1, 4)]


def turned(stars: Stars, degrees: float) -> Stars:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return [(x * c - y * s, x * s + y * c) for x, y in stars]


@pytest.mark.parametrize("degrees", [0, 90, 137, 250])
def test_free_rotation_is_allowed(degrees: float) -> None:
    field = field_of(turned(SPIDER_XY, degrees), dict.fromkeys(SPIDER_LINES, SEEN))
    lines, of_tile = read(field, tile(SPIDER_XY, SPIDER_LINES))
    assert lines == set(SPIDER_LINES)
    assert of_tile > 0.95


LOPSIDED_XY: Stars = [(0, 0), (20, 0), (0, 20), (-20, 0), (40, 5), (0, 40), (12, 55)]
LOPSIDED_LINES: Lines = [(0, 1), (0, 2), (0, 3), (1, 4), (2, 5), (5, 6)]


def test_no_mirror_image_is_taken_for_the_tile() -> None:
    mirrored: Stars = [(-x, y) for x, y in LOPSIDED_XY]
    field = field_of(mirrored, dict.fromkeys(LOPSIDED_LINES, SEEN))
    pattern = tile(LOPSIDED_XY, LOPSIDED_LINES)
    whole = frozenset(range(len(LOPSIDED_LINES)))
    assert whole not in {drawing.lines for drawing in TileSearch(field, pattern, Prices()).drawings()}
    lines, of_tile = read(field, pattern)
    assert lines == set(LOPSIDED_LINES), "a mirrored drawing still comes out as drawn"
    assert of_tile < 0.5


def test_part_of_the_constellation_may_be_left_out() -> None:
    field = field_of(SPIDER_XY, dict.fromkeys(SPIDER_LINES[:3], SEEN))
    lines, of_tile = read(field, tile(SPIDER_XY, SPIDER_LINES))
    assert lines == set(SPIDER_LINES[:3])
    assert of_tile > 0.9


def test_a_faint_line_that_the_tile_asks_for_is_found() -> None:
    values = dict.fromkeys(SPIDER_LINES, SEEN) | {(1, 4): -1.0, (2, 4): -1.5}
    field = field_of(SPIDER_XY, values)
    assert (1, 4) in read(field, tile(SPIDER_XY, SPIDER_LINES))[0]
    assert (1, 4) not in read(field, None)[0]


def test_something_else_drawn_comes_out_as_drawn() -> None:
    path: Lines = [(0, 1), (1, 2), (2, 3), (3, 4)]
    stars: Stars = [(0, 0), (15, 4), (30, 0), (45, 6), (60, 0)]
    faint = {(0, 2): UNSEEN, (1, 3): UNSEEN, (2, 4): UNSEEN}
    lines, of_tile = read(field_of(stars, dict.fromkeys(path, SEEN) | faint), tile(SPIDER_XY, SPIDER_LINES))
    assert lines == set(path)
    assert of_tile < 0.5


def test_lines_never_cross_unless_the_ink_is_plain() -> None:
    stars: Stars = [(0, 0), (20, 20), (0, 20), (20, 0)]
    weak = field_of(stars, {(0, 1): SEEN, (2, 3): 1.0})
    plain = field_of(stars, {(0, 1): SEEN, (2, 3): SEEN})
    best = [max(free_drawings(field, Prices(), 0.0), key=lambda d: d.weight).lines for field in (weak, plain)]
    assert best == [{0}, {0, 1}] or best[0] == {0}


def test_a_lone_doubtful_line_is_less_likely_than_one_that_joins() -> None:
    stars: Stars = [(0, 0), (20, 0), (40, 5), (100, 100), (120, 100)]
    joined = decode(field_of(stars, {(0, 1): SEEN, (1, 2): 1.0}), None, Prices())
    lone = decode(field_of(stars, {(0, 1): SEEN, (3, 4): 1.0}), None, Prices())
    assert joined.p[1] > 0.5 > lone.p[1]


def test_a_board_without_ink_has_no_lines() -> None:
    verdict = decode(field_of(SPIDER_XY, dict.fromkeys(SPIDER_LINES, UNSEEN)), None, Prices())
    assert verdict.best == frozenset()
    assert verdict.p.max() < 0.05


LATTICE: Stars = [(12.0 * x, 12.0 * y) for y in range(6) for x in range(6)]


def lattice_field(drawn: Lines, ghosts: Lines = []) -> Field:  # noqa: B006
    values = {}
    for i, (ax, ay) in enumerate(LATTICE):
        for j in range(i + 1, len(LATTICE)):
            if math.hypot(ax - LATTICE[j][0], ay - LATTICE[j][1]) < 30:
                values[i, j] = SEEN if (i, j) in drawn else -0.5 if (i, j) in ghosts else UNSEEN
    return field_of(LATTICE, values)


@pytest.mark.parametrize("unit", [12.0, 1.0])
def test_an_exact_tile_tells_true_lines_from_ghosts(unit: float) -> None:
    pattern = tile([(0, 0), (0, unit), (0, 2 * unit), (unit, 2 * unit)], [(0, 1), (1, 2), (2, 3)], "exact")
    drawn: Lines = [(14, 15), (13, 14)]
    lines, of_tile = read(lattice_field([*drawn, (13, 19)], [(15, 21), (15, 20)]), pattern, LATTICE)
    assert lines in ({*drawn, (13, 19)}, {*drawn, (15, 21)})
    assert of_tile > 0.5


def test_a_star_of_a_ring_may_be_left_out_of_an_exact_tile() -> None:
    ring = [(0, 1), (1, 2), (2, 3), (0, 3), (3, 4)]
    pattern = tile([(0, 0), (12, 0), (12, 12), (0, 12), (0, 24)], ring, "exact")
    field = lattice_field(drawn := [(14, 15), (14, 20), (20, 26)])
    drawings = RigidSearch(field, pattern, prices := Prices(), np.array(LATTICE)).drawings()
    rows = frozenset(row for row, line in enumerate(zip(field.a, field.b, strict=True)) if line in drawn)
    whole = 3 * (SEEN + prices.exact_line) - prices.skip
    assert {drawing.lines: drawing.weight for drawing in drawings}[rows] == pytest.approx(whole)


def test_an_exact_tile_is_never_mirrored() -> None:
    pattern = tile([(0, 0), (12, 0), (24, 0), (24, 12)], [(0, 1), (1, 2), (2, 3)], "exact")
    mirrored = lattice_field([(14, 15), (15, 16), (10, 16)])
    whole = {row for row, value in enumerate(mirrored.value) if value == SEEN}
    drawings = RigidSearch(mirrored, pattern, Prices(), np.array(LATTICE)).drawings()
    heaviest = max(drawings, key=lambda drawing: drawing.weight)
    assert heaviest.lines < whole


@st.composite
def trees(draw: st.DrawFn) -> Lines:
    """A tree of three to seven stars as lines between numbered stars."""
    size = draw(st.integers(3, 7))
    return [(draw(st.integers(0, k - 1)), k) for k in range(1, size)]


def spread(size: int) -> Stars:
    """Places in general position, so that no two lines of a tree lie alike."""
    return [(30 * math.cos(2.4 * k) * math.sqrt(k + 1), 30 * math.sin(2.4 * k) * math.sqrt(k + 1)) for k in range(size)]


@settings(max_examples=40, deadline=None)
@given(trees(), st.floats(0, 360), st.randoms(use_true_random=False))
def test_any_tile_drawn_plainly_is_read_however_turned_and_numbered(lines: Lines, turn: float, random: object) -> None:
    size = max(j for _, j in lines) + 1
    numbers = list(range(size))
    random.shuffle(numbers)  # type: ignore[attr-defined]
    there = dict(enumerate(numbers))
    stars: Stars = [(0.0, 0.0)] * size
    for k, place in enumerate(turned(spread(size), turn)):
        stars[there[k]] = place
    drawn = {(min(there[i], there[j]), max(there[i], there[j])) for i, j in lines}
    field = field_of(stars, dict.fromkeys(drawn, 8.0))._replace(clash=np.zeros((len(drawn), len(drawn))))
    whole = frozenset(range(len(drawn)))
    assert whole in {d.lines for d in TileSearch(field, tile(spread(size), lines), Prices()).drawings()}
    assert read(field, tile(spread(size), lines))[0] == drawn


class Thorough(TileSearch):
    """Looks at every way to go on with a drawing, however little hope there is for it."""

    def _children(self, partial: Any, star: int, earlier: tuple[int, ...], left: int, least: float) -> Any:
        return super()._children(partial, star, earlier, left, min(least, -math.inf))


@pytest.mark.parametrize("seed", range(6))
def test_no_drawing_is_missed_for_the_ways_that_are_given_up_at_once(seed: int) -> None:
    stars, rng = spread(12), np.random.default_rng(seed)
    lines = list(itertools.combinations(range(len(stars)), 2))
    values = dict(zip(lines, rng.uniform(-6, 8, len(lines)).tolist(), strict=True))
    search = field_of(stars, values), tile(spread(6), [(0, 1), (1, 2), (0, 2), (2, 3), (2, 4), (4, 5)]), Prices()
    assert TileSearch(*search).drawings() == Thorough(*search).drawings()


@settings(max_examples=30, deadline=None)
@given(st.lists(st.floats(-6, 8), min_size=1, max_size=10))
def test_probabilities_are_probabilities_and_follow_the_ink(values: list[float]) -> None:
    stars: Stars = [(15.0 * k, 3.0 * (k % 2)) for k in range(len(values) + 1)]
    field = field_of(stars, {(k, k + 1): value for k, value in enumerate(values)})
    p = decode(field, None, Prices()).p
    assert ((p >= 0) & (p <= 1 + 1e-9)).all()
    brighter = field._replace(value=[value + 1 for value in field.value])
    assert (decode(brighter, None, Prices()).p.sum() >= p.sum() - 1e-6).all()


TRIANGLE_XY: Stars = [(0, 0), (20, 0), (8, 16), (34, 12)]
TRIANGLE_LINES: Lines = [(0, 1), (1, 2), (0, 2), (1, 3)]


@pytest.mark.parametrize("match", ["topology", "exact"])
def test_a_line_that_hardly_shows_between_drawn_stars_may_be_left_out_but_is_not_forgotten(match: str) -> None:
    field = field_of(TRIANGLE_XY, dict.fromkeys(TRIANGLE_LINES, SEEN) | {(0, 2): -8.0})
    lines, of_tile = read(field, tile(TRIANGLE_XY, TRIANGLE_LINES, match), TRIANGLE_XY)
    assert lines == {(0, 1), (1, 2), (1, 3)}
    assert of_tile > 0.9
    prices = Prices()
    pattern = tile(TRIANGLE_XY, TRIANGLE_LINES, match)
    search = (
        RigidSearch(field, pattern, prices, np.array(TRIANGLE_XY, float))
        if pattern.exact
        else TileSearch(field, pattern, prices)
    )
    p = decode(field, search.drawings(), prices).p[field.a.index(0) + 1]
    assert 0.005 < p < 0.5
