"""The lattice, its lines, and shapes that are turned and mirrored."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.errors import BadInput
from engines.look_at_the_stars.slate.constellations import around, connected
from engines.look_at_the_stars.slate.lattice import (
    COLUMNS,
    CROSSING,
    DIRECTIONS,
    ENDS,
    FROM_ROW,
    LINE,
    LINE_BIT,
    NAMES,
    NEAR,
    POINT,
    POINTS,
    TOUCHING,
    bits,
    crossings_of,
    diagonal,
    line_bit,
    line_names,
    point_names,
    points_of,
)
from engines.look_at_the_stars.slate.shapes import copies, fits
from engines.unit_lines import mirrored, moved_home, orientations, parse_shape, turned

unit_lines = st.tuples(st.sampled_from(DIRECTIONS), st.integers(0, 10), st.integers(1, 6))
shapes = st.sets(unit_lines, min_size=1, max_size=6).map(moved_home)
drawings = st.sets(st.sampled_from(sorted(ENDS)), max_size=30).map(lambda found: sum(1 << bit for bit in found))


def test_there_are_110_points_and_379_lines() -> None:
    """Level 9·11, upright 10·10, and 9·10 diagonals each way: 99 + 100 + 90 + 90."""
    assert (len(NAMES), NAMES[0], NAMES[-1]) == (110, "A0", "J10")
    assert len(LINE) == 99 + 100 + 90 + 90
    assert LINE_BIT["E9", "F9"] == LINE_BIT["F9", "E9"] == line_bit("E", 4, 9)
    assert line_bit("E", 9, 0) == line_bit("N", 0, 10) == line_bit("F", 0, 0) == line_bit("R", 9, 0) == -1


def test_corners_have_three_neighbours_edges_five_and_others_eight() -> None:
    """4 corners, 34 points on the edges, 72 within."""
    counts = [NEAR[p].bit_count() for p in range(110)]
    assert (counts.count(3), counts.count(5), counts.count(8)) == (4, 34, 72)
    assert point_names(NEAR[POINT["A0"]]) == ("B0", "A1", "B1")
    assert point_names(FROM_ROW[10]) == tuple(f"{column}10" for column in "ABCDEFGHIJ")


def test_diagonals_cross_in_the_middle_of_a_cell() -> None:
    assert LINE[CROSSING[LINE_BIT["E8", "F9"]].bit_length() - 1] == ("E9", "F8")
    assert CROSSING[LINE_BIT["E9", "F9"]] == 0
    for bit in ENDS:
        crossed = CROSSING[bit]
        assert bool(crossed) == (NAMES[ENDS[bit][0]][0] != NAMES[ENDS[bit][1]][0] and bit >= line_bit("R", 0, 0))
        if crossed:
            assert CROSSING[crossed.bit_length() - 1] == 1 << bit


def test_a_diagonal_between_two_points_is_its_unit_lines() -> None:
    assert [LINE[bit] for bit in diagonal("C4", "F7")] == [("C4", "D5"), ("D5", "E6"), ("E6", "F7")]
    assert diagonal("F7", "C4") == diagonal("C4", "F7")
    assert [LINE[bit] for bit in diagonal("C4", "E2")] == [("C4", "D3"), ("D3", "E2")]
    assert diagonal("C4", "C4") == diagonal("C4", "C5") == diagonal("C4", "E5") == diagonal("C4", "Z9") == ()


@given(drawings)
def test_touching_is_mutual_and_groups_share_no_star_and_do_not_cross(drawing: int) -> None:
    """look_at_the_stars.constellation.group"""
    for bit in bits(drawing):
        assert TOUCHING[bit] >> bit & 1
        assert all(TOUCHING[other] >> bit & 1 for other in bits(TOUCHING[bit]))
    found = connected(drawing)
    assert sum(found) == drawing
    seen = 0
    for group in found:
        assert not points_of(group) & seen
        assert not crossings_of(group) & drawing & ~group
        assert connected(group) == [group]
        seen |= points_of(group)


@given(st.sets(st.integers(0, 109)).map(lambda found: sum(1 << p for p in found)))
def test_what_lies_around_points_is_next_to_one_of_them(mask: int) -> None:
    near = around(mask)
    assert not near & mask
    assert near == sum(1 << p for p in range(110) if not mask >> p & 1 and NEAR[p] & mask) & POINTS


@given(drawings)
def test_names_of_lines_and_their_bits_are_the_same_thing(drawing: int) -> None:
    assert sum(1 << LINE_BIT[line] for line in line_names(drawing)) == drawing
    assert sum(1 << LINE_BIT[b, a] for a, b in line_names(drawing)) == drawing


@given(shapes)
def test_four_quarter_turns_and_two_mirrors_bring_a_shape_back(shape: tuple[tuple[str, int, int], ...]) -> None:
    """look_at_the_stars.draw.turned, look_at_the_stars.draw.mirror"""
    assert turned(turned(turned(turned(shape)))) == shape
    assert mirrored(mirrored(shape)) == shape
    assert len(orientations(shape)) in (1, 2, 4)
    assert all(set(orientations(turn)) == set(orientations(shape)) for turn in orientations(shape))


@given(shapes)
def test_the_notation_of_a_shape_survives_the_trip_through_text(shape: tuple[tuple[str, int, int], ...]) -> None:
    assert parse_shape(f"{direction}@{column},{row}" for direction, column, row in shape) == shape


@given(shapes)
def test_every_copy_has_the_lines_of_the_shape_and_some_orientation(shape: tuple[tuple[str, int, int], ...]) -> None:
    turns = set(orientations(shape))
    found = copies(shape)
    assert found == tuple(sorted(set(found)))
    assert bool(found) == fits(shape)
    for copy in found[::17]:
        units = [(DIRECTIONS[b // 110 - 1], b % 110 % COLUMNS, b % 110 // COLUMNS) for b in bits(copy)]
        assert moved_home(units) in turns


def test_copies_of_a_level_pair_counted_by_hand() -> None:
    """Two level lines in a row: 8 places in each of 11 rows; turned upright: 9 in each of 10 columns."""
    assert len(copies(parse_shape(["E@0,0", "E@1,0"]))) == 8 * 11 + 9 * 10


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["E@0"], "'E@0' is no line"),
        (["W@0,0"], "'W@0,0' is no line"),
        (["E@0,0", "E@0,0"], "there twice"),
        ([], "it has no lines"),
    ],
)
def test_a_shape_that_cannot_be_read_is_refused(texts: list[str], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        parse_shape(texts)
