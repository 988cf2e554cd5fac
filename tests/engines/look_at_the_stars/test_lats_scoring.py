"""How points are counted: the worked examples of the rules, and every kind of row."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engines.look_at_the_stars.model import Phase, StarsOptions
from engines.look_at_the_stars.scoring import total
from engines.look_at_the_stars.slate.copies import in_order, most_disjoint
from engines.look_at_the_stars.slate.lattice import LINES, bits
from tests.engines.look_at_the_stars.lats_tables import (
    BOX,
    HOUSE,
    at,
    draw,
    points,
    row,
    rules_of,
    scored,
    slate,
    with_lines,
    with_object,
    with_star,
)

ALL_SIZES = (
    "A3-B3 B3-B4 B4-A4 "  # 3
    "D3-E3 E3-F3 F3-F4 F4-E4 "  # 4
    "H0-I0 I0-J0 J0-J1 J1-I1 I1-H1 "  # 5
    "H3-I3 I3-J3 J3-J4 J4-I4 I4-H4 H4-H3 "  # 6
    "A6-B6 B6-C6 C6-D6 D6-D7 D7-C7 C7-B7 B7-B6 "  # 7
    "F6-G6 G6-H6 H6-H7 H7-G7 G7-F7 F7-F6 H7-I7 I7-H6"  # 8
)


def test_sizes_3_to_8_all_present_are_33_points() -> None:
    """look_at_the_stars.score.constellations"""
    sheet = scored(slate(text=ALL_SIZES))
    assert {name: p for name, p in points(sheet).items() if name.startswith("constellation")} == {
        f"constellation.{size}": size for size in range(3, 9)
    }
    assert sum(row.points for row in sheet.players[0].rows if row.row.startswith("constellation")) == 33


def test_each_size_scores_once() -> None:
    sheet = scored(slate(text="A3-B3 B3-B4 B4-A4 D3-E3 E3-E4 E4-D4"))
    assert row(sheet, "constellation.3").points == 3
    assert row(sheet, "constellation.3").receipt[0].components == ("line:A3-B3", "line:A4-B4", "line:B3-B4")


def test_a_group_of_four_lines_is_four_points() -> None:
    assert points(scored(slate(text="C3-D3 D3-E3 E3-E4 E4-D4"))) == {"constellation.4": 4}


def test_a_group_of_two_is_nothing() -> None:
    """look_at_the_stars.constellation.fewest"""
    assert points(scored(slate(text="D3-E3 E3-F3"))) == {}
    assert points(scored(slate(text="A6-B6 B6-B7"))) == {}


def test_nine_lines_are_no_constellation_for_any_purpose() -> None:
    """look_at_the_stars.constellation.most: neither for its size nor for the planet B5 next to it."""
    eight = slate(text="A4-B4 B4-C4 C4-D4 D4-E4 E4-F4 F4-G4 G4-H4 H4-I4")
    assert points(scored(eight)) == {"constellation.8": 8, "planets": 1}
    assert points(scored(with_lines(eight, "I4-J4"))) == {}


def test_lines_that_cross_belong_together() -> None:
    assert points(scored(slate(text="D3-E4 D4-E3 E3-E2"))) == {"constellation.3": 3}


def test_printed_lines_are_ordinary_lines() -> None:
    """look_at_the_stars.bonus.printed: printed_lines=ordinary; with printed_lines=scenery they belong to nothing."""
    text = "C2-D2 D2-E2"
    assert points(scored(slate(text=text))) == {"constellation.3": 3}
    options = StarsOptions(printed_lines="scenery")
    plain = slate(text=text, options=options)
    assert points(scored(plain, options=options)) == {}
    assert points(scored(with_lines(plain, "E2-E3"), options=options)) == {"constellation.3": 3}
    state = at("N3", plain, options=options)
    assert "draw.overlap" in set(rules_of(state, draw("B1-C2 C2-D3")))


def test_a_planet_touched_by_three_constellations_is_three_points_even_of_equal_sizes() -> None:
    """look_at_the_stars.score.planets"""
    text = "A4-A3 A3-B3 B3-B2 C4-D4 D4-E4 E4-E3 A6-B6 B6-B7 B7-C7"
    found = points(scored(slate(text=text)))
    assert found == {"constellation.3": 3, "planets": 3}
    again = scored(with_object(slate(text=text), "planet", "C5"))
    assert row(again, "planets").points == 3 + 2
    assert row(again, "planets").receipt[1].components[0] == "planet:C5"


def test_a_shooting_star_scores_its_length() -> None:
    """look_at_the_stars.score.shooting_stars"""
    shown = with_star(with_star(slate(), "D4", "G7"), "A3", "B2")
    assert points(scored(shown)) == {"shooting_stars": 4}
    assert [receipt.points for receipt in row(scored(shown), "shooting_stars").receipt] == [3, 1]


def test_sunrise_leaves_what_was_drawn() -> None:
    """look_at_the_stars.sunrise.keeps"""
    low = slate(text="A0-B0 B0-C0 C0-C1")
    assert points(HOUSE.score(at("N1", low, turn=18))) == {"constellation.3": 3}


# Novas ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("more", "expected"), [("", 9), ("J4-J3", 10), ("J4-J3 J3-J2", 0)])
def test_with_a_nova_nine_and_ten_lines_are_a_constellation(more: str, expected: int) -> None:
    """look_at_the_stars.constellation.nova"""
    nine = "A4-B4 B4-C4 C4-D4 D4-E4 E4-F4 F4-G4 G4-H4 H4-I4 I4-J4"
    shown = with_object(slate(text=f"{nine} {more}"), "nova", "A4")
    found = points(scored(shown, power="nova"))
    assert found == ({f"constellation.{expected}": expected, "planets": 1} if expected else {})


# The point bonus -----------------------------------------------------------------------------------------------


def test_each_copy_of_the_point_bonus_pays() -> None:
    """look_at_the_stars.score.point_bonus, look_at_the_stars.bonus.point: A3 is a cross, three points."""
    cross = "D4-E4 E4-F4 E3-E4 E4-E5"
    assert row(scored(slate(text=cross)), "point_bonus").points == 3
    other = "H3-I3 I3-J3 I2-I3 I3-I4"
    sheet = scored(slate(text=f"{cross} {other}"))
    assert row(sheet, "point_bonus").points == 6
    assert row(sheet, "point_bonus").receipt[0].components[0] == "card:A3"


def test_shapes_lie_in_any_rotation_but_never_mirrored() -> None:
    """look_at_the_stars.bonus.turned: B3 is a square bracket; its mirror image is a rotation of no copy of A8."""
    assert len(BOX.bonus("A2").copies) == 4 * 8 * 9
    turned = "D4-E4 E4-F4 E4-E3 E3-E2"
    assert row(scored(slate(text=turned), point="A2"), "point_bonus").points == 3
    s_shape = "C4-D4 D4-E4 E4-F4 D5-E5 E5-F4 C4-D5"
    z_shape = "C5-D5 D5-E5 E5-F5 D4-E4 E4-F5 C5-D4"
    paid = [row(scored(slate(text=text), point="A8"), "point_bonus").points for text in (s_shape, z_shape)]
    assert paid == [6, 6]
    eye = "D4-E5 E5-F5 F5-G5"
    assert row(scored(slate(text=eye), point="A4"), "point_bonus").points == 0


def test_a_line_never_serves_two_copies_of_the_point_bonus() -> None:
    """Two crosses side by side share a line: one pays."""
    shown = slate(text="C4-D4 D4-E4 D3-D4 D4-D5 E4-F4 E3-E4 E4-E5")
    assert len(BOX.bonus("A3").among(shown.drawn & LINES)) == 2
    assert row(scored(shown), "point_bonus").points == 3


def test_the_largest_number_of_copies_pays() -> None:
    """look_at_the_stars.bonus.copies: point_copies=maximum; with point_copies=in_order the first one may spoil two."""
    text = "B2-B3 B3-B4 A3-B3 B3-C3 C3-D3 C2-C3 C3-C4 D3-E3 D2-D3 D3-D4"
    crosses = BOX.bonus("A3").among(slate(text=text).drawn & LINES)
    assert len(crosses) == 3
    assert row(scored(slate(text=text)), "point_bonus").points == 6
    for order in (crosses, [crosses[1], crosses[0], crosses[2]]):
        assert len(most_disjoint(order)) == 2
    assert len(in_order([crosses[1], crosses[0], crosses[2]])) == 1
    corner = slate(text="B3-C3 C2-C3 C3-D3 C3-C4 D3-E3 D2-D3 D3-D4 B4-C4 C4-C5 C4-D4")
    for copies, paid in (("maximum", 6), ("in_order", 3)):
        sheet = scored(corner, options=StarsOptions(point_copies=copies))  # type: ignore[arg-type]
        assert row(sheet, "point_bonus").points == paid


def test_a_line_may_serve_both_bonuses() -> None:
    """look_at_the_stars.bonus.both: lines that earned a power still pay in the point bonus."""
    shown = slate(text="D4-E4 E4-F4 E3-E4 E4-E5")
    spent = type(shown)(shown.slate, shown.drawn, shown.closed, shown.drawn & LINES)
    assert row(scored(spent), "point_bonus").points == 3


def test_a_point_shape_inside_a_group_that_is_no_constellation() -> None:
    """Counts, unless bonus_groups=constellations."""
    text = "D4-E4 E4-F4 E3-E4 E4-E5 F4-G4 G4-H4 H4-I4 I4-J4 J4-J3"
    assert points(scored(slate(text=text))) == {"point_bonus": 3}
    assert points(scored(slate(text=text), options=StarsOptions(bonus_groups="constellations"))) == {}


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(["A2", "A3", "A4", "A6", "A8", "A10"]), st.data())
def test_the_exact_search_agrees_with_trying_every_choice(card: str, data: st.DataObject) -> None:
    near = [copy for copy in BOX.bonus(card).copies if copy.bit_length() % 7 < 3]
    copies = data.draw(st.lists(st.sampled_from(near), max_size=9, unique=True))
    best = most_disjoint(copies)
    assert all(not a & b for a, b in combinations(best, 2))
    size = max(
        k for k in range(len(copies) + 1) for some in combinations(copies, k) if sum(some) == _union(some) or not k
    )
    assert len(best) == size
    assert len(in_order(copies)) <= size


def _union(masks: tuple[int, ...]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=22))
def test_the_exact_search_solves_any_graph(pairs: list[tuple[int, int]]) -> None:
    """Copies are made up so that copy i and copy j share the line of their pair; rings need the branch both ways."""
    edges = sorted({(min(p), max(p)) for p in pairs if p[0] != p[1]})
    masks = [1 << (100 + i) for i in range(12)]
    for k, (i, j) in enumerate(edges):
        masks[i] |= 1 << k
        masks[j] |= 1 << k
    best = most_disjoint(masks)
    assert all(not a & b for a, b in combinations(best, 2))
    independent = (
        bin(choice).count("1")
        for choice in range(1 << 12)
        if not any(choice >> i & 1 and choice >> j & 1 for i, j in edges)
    )
    assert len(best) == max(independent)


def ring_of_rings(rings: int, length: int) -> list[int]:
    """Made-up copies on a torus: each shares a line with the two beside it on its ring and on the rings beside."""
    masks = [0] * (rings * length)
    for r in range(rings):
        for k in range(length):
            for other in (r * length + (k + 1) % length, (r + 1) % rings * length + k):
                line = 1 << (2 * (r * length + k) + (other // length != r))
                masks[r * length + k] |= line
                masks[other] |= line
    return masks


@pytest.mark.parametrize(("rings", "length", "most"), [(1, 5, 2), (1, 7, 3), (4, 5, 8), (6, 5, 12)])
def test_the_exact_search_solves_rings_that_no_copy_decides(rings: int, length: int, most: int) -> None:
    """A ring of 5 holds 2 copies apart, a ring of 7 holds 3; an even number of rings of 5 holds 2 on each of them."""
    masks = ring_of_rings(rings, length) if rings > 1 else [1 << k | 1 << (k + 1) % length for k in range(length)]
    best = most_disjoint(masks)
    assert len(best) == most
    assert all(not a & b for a, b in combinations(best, 2))
    apart = [mask << 200 for mask in masks]
    assert len(most_disjoint([*masks, *apart])) == 2 * most


# The power bonus -----------------------------------------------------------------------------------------------


def test_a_galaxy_scores_2() -> None:
    """look_at_the_stars.score.galaxy"""
    shown = with_object(with_object(slate(), "galaxy", "A4"), "galaxy", "I3")
    assert points(scored(shown, power="galaxy")) == {"power_bonus": 4}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("C3-D3 D3-D2 D2-E2", 0),
        ("C3-D3 D3-E3 E3-F3 C5-D5 D5-E5 E5-F5", 3),
        ("C3-D3 D3-E3 E3-F3 C5-D5 D5-D6 D6-E6 F5-E5 F5-F6 F6-G6", 0),
    ],
)
def test_a_twinkling_star_scores_3_with_exactly_two_constellations(text: str, expected: int) -> None:
    """look_at_the_stars.score.twinkling_star: it stands at D4 between them."""
    shown = with_object(slate(text=text), "twinkling_star", "D4")
    assert row(scored(shown, power="twinkling_star"), "power_bonus").points == expected


def test_an_aura_scores_2() -> None:
    """look_at_the_stars.score.aura"""
    shown = with_object(slate(text="C3-D3 D3-D2 D2-E2"), "aura", "D3")
    assert row(scored(shown, power="aura"), "power_bonus").points == 2


def test_a_crescent_moon_scores_each_constellation_in_its_row_or_column() -> None:
    """look_at_the_stars.score.crescent_moon: D4 sees A4 along the row and D7 up the column, across everything."""
    text = "A4-A3 A3-B3 B3-B2 D7-C7 C7-C6 C6-B6 H3-I3 I3-J3 J3-J2"
    shown = with_object(slate(text=text), "crescent_moon", "D4")
    assert row(scored(shown, power="crescent_moon"), "power_bonus").points == 2
    assert row(scored(slate(text=text)), "power_bonus").points == 0


def test_a_black_hole_scores_the_unused_stars_next_to_it() -> None:
    """look_at_the_stars.score.black_hole: not lines' stars, planets, creatures, nor what anything else covers."""
    hole = with_object(slate(), "black_hole", "D4")
    assert row(scored(hole, power="black_hole"), "power_bonus").points == 8
    assert row(scored(with_lines(hole, "C3-D3")), "power_bonus").points == 6
    assert row(scored(with_star(hole, "C3", "B2")), "power_bonus").points == 7
    planet = with_object(with_object(slate(), "twinkling_star", "B4"), "black_hole", "A4")
    assert row(scored(planet), "power_bonus").points == 3
    creature = with_object(with_object(slate(), "star", "G5", "H5"), "black_hole", "F4")
    assert row(scored(creature), "power_bonus").points == 8
    assert row(scored(with_object(slate(), "black_hole", "F4")), "power_bonus").points == 7


def test_a_nova_and_new_stars_have_no_points_of_their_own() -> None:
    shown = with_object(slate(text="C3-D3 D3-D2 D2-E2"), "nova", "D3")
    assert points(scored(shown, power="nova")) == {"constellation.3": 3}
    assert points(scored(with_object(slate(), "star", "G5", "H5"), power="star")) == {}


# Winners -------------------------------------------------------------------------------------------------------


def test_the_player_with_the_most_points_wins() -> None:
    """look_at_the_stars.score.winner"""
    table = at("N1", slate(1), slate(2, "A3-B3 B3-B4 B4-A4"))
    assert HOUSE.score(table).winners == ()
    sheet = HOUSE.score(replace(table, phase=Phase.OVER))
    assert sheet.winners == ("Ravi",)


def test_equal_points_share_the_victory() -> None:
    """look_at_the_stars.score.tie"""
    table = at("N1", slate(1, "A3-B3 B3-B4 B4-A4"), slate(2), slate(3, "A3-B3 B3-B4 B4-A4"))
    sheet = HOUSE.score(replace(table, phase=Phase.OVER))
    assert sheet.winners == ("Ana", "Nina")


def test_before_the_slates_are_dealt_nobody_has_points() -> None:
    sheet = HOUSE.score(HOUSE.setup(["Ana", "Ravi"]))
    assert [player.total for player in sheet.players] == [0, 0]


def test_the_pad_has_its_rows_in_the_order_of_the_book() -> None:
    names = [row.row for row in scored(slate()).players[0].rows]
    sizes = [f"constellation.{size}" for size in range(3, 9)]
    assert names == [*sizes, "planets", "shooting_stars", "point_bonus", "power_bonus"]


def test_the_total_is_the_sum_of_the_rows() -> None:
    shown = slate(text=ALL_SIZES)
    assert total(BOX, shown, "A3", StarsOptions()) == scored(shown).players[0].total


# Hints ---------------------------------------------------------------------------------------------------------


def test_a_beginner_is_told_of_groups_that_score_nothing() -> None:
    state = at("N1", slate(text="A4-B4 B4-C4 C4-D4 D4-E4 E4-F4 F4-G4 G4-H4 H4-I4 I4-J4 A6-A5"))
    found = HOUSE.hints(state, 0)
    assert [(hint.rule, hint.message) for hint in found] == [
        (
            "look_at_the_stars.constellation.most",
            "a group of 9 lines is no constellation any more: it may have 8",
        ),
        ("look_at_the_stars.constellation.fewest", "a group of 1 line is no constellation yet: it needs 3"),
        ("look_at_the_stars.constellation.fewest", "a group of 1 line is no constellation yet: it needs 3"),
        ("look_at_the_stars.constellation.fewest", "a group of 1 line is no constellation yet: it needs 3"),
    ]
    assert found[0].components[0] == "line:A4-B4"
    nova = with_object(state.slates[0], "nova", "A4")
    assert len(HOUSE.hints(at("N1", nova), 0)) == 3
    larger = HOUSE.hints(at("N1", with_lines(nova, "J4-J3 J3-J2")), 0)
    assert larger[0].message == "a group of 11 lines is no constellation any more: it may have 10"


def test_bits_of_a_drawing_are_ascending() -> None:
    assert list(bits(0b101001)) == [0, 3, 5]
