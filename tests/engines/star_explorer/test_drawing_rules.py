"""The drawing rules a to h, on a lattice that can be looked at (see conftest)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.game import IllegalAction
from engines.star_explorer.drawing import pieces
from engines.star_explorer.legal import is_tangled
from engines.star_explorer.model import Draw, StarExplorerOptions

ROW = ((0, 1), (1, 2), (2, 3), (3, 4))
"""The top row of the disc as lines: a five in a row."""


@pytest.fixture(scope="module")
def game(lab: Any) -> Any:
    hook = lab.tile("hook", [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1)])
    tee = lab.tile("tee", [(0, 0), (1, 0), (2, 0), (3, 0), (1, 1)], [(0, 1), (1, 2), (2, 3), (1, 4)])
    return lab.game([lab.row(5), hook, tee], players=1)


def test_a_constellation_as_on_the_tile_breaks_no_rule(lab: Any, game: Any) -> None:
    assert lab.broken(game, lab.state(game, "row5"), *ROW) == []


def test_the_order_of_lines_and_of_their_ends_does_not_matter(lab: Any, game: Any) -> None:
    state = lab.state(game, "row5")
    one = game.apply(state, Draw(seat=0, lines=ROW))
    other = game.apply(state, Draw(seat=0, lines=((4, 3), (1, 0), (3, 2), (2, 1))))
    assert one == other


def test_stars_are_joined_by_lines(lab: Any, game: Any) -> None:
    """star_explorer.draw.a"""
    broken = game.check(lab.state(game, "row5"), Draw(seat=0, lines=((0, 1), (1, 2)), stars=(3,)))
    assert [(v.rule, v.components) for v in broken] == [
        ("star_explorer.draw.a", ("star:3",)),
        ("star_explorer.draw.d", ("star:3",)),
    ]


def test_one_star_alone_is_no_constellation_unless_the_table_says_so(lab: Any, game: Any) -> None:
    """star_explorer.draw.a, option single_star"""
    assert lab.broken(game, lab.state(game, "row5"), stars=[3]) == ["a"]
    assert lab.broken(game, lab.state(game, "row5", single_star="yes"), stars=[3]) == []
    assert lab.broken(game, lab.state(game, "row5", single_star="yes"), stars=[3, 4]) == ["a", "d"]


def test_only_fully_visible_stars_are_used(lab: Any) -> None:
    """star_explorer.draw.b: the window's upper edge runs through the top row's glyphs."""
    window = ((50.0, 81.0), (150.0, 81.0), (150.0, 150.0), (50.0, 150.0))
    game = lab.game([lab.row(5)], players=1, window=window)
    broken = game.check(lab.state(game, "row5"), Draw(seat=0, lines=ROW))
    assert [(v.rule, v.components) for v in broken] == [
        ("star_explorer.draw.b", ("star:0", "star:1", "star:2", "star:3", "star:4"))
    ]
    assert lab.broken(game, lab.state(game, "row5"), (5, 6), (6, 7), (7, 8), (8, 9)) == []


def test_a_glyph_that_just_touches_the_edge_is_fully_visible(lab: Any) -> None:
    """star_explorer.draw.b"""
    touching = lab.disc(window=((50.0, 78.0), (150.0, 78.0), (150.0, 150.0), (50.0, 150.0)))
    cut = lab.disc(window=((50.0, 78.01), (150.0, 78.01), (150.0, 150.0), (50.0, 150.0)))
    assert {0, 1, 2, 3, 4} <= touching.visible(1)
    assert {0, 1, 2, 3, 4}.isdisjoint(cut.visible(1))


def test_part_or_all_of_the_constellation_may_be_left_out(lab: Any, game: Any) -> None:
    """star_explorer.draw.c"""
    state = lab.state(game, "row5")
    assert lab.broken(game, state) == []
    for length in range(1, 5):
        assert lab.broken(game, state, *ROW[:length]) == []


def test_a_constellation_is_not_divided_into_smaller_ones(lab: Any, game: Any) -> None:
    """star_explorer.draw.d: the smaller piece is named."""
    broken = game.check(lab.state(game, "row5"), Draw(seat=0, lines=((0, 1), (3, 4))))
    assert [(v.rule, v.components) for v in broken] == [("star_explorer.draw.d", ("star:3", "star:4"))]


def test_with_all_stars_placed_missing_lines_break_neither_a_nor_d(lab: Any, game: Any) -> None:
    """star_explorer.draw.d, option all_stars"""
    state = lab.state(game, "row5")
    assert lab.broken(game, state, (0, 1), (3, 4), stars=[2]) == ["(d)"]
    assert lab.broken(game, state, stars=[0, 1, 2, 3, 4]) == ["(d)"]
    game.apply(state, Draw(seat=0, lines=((0, 1), (3, 4)), stars=(2,)))
    strict = lab.state(game, "row5", all_stars="connected")
    assert lab.broken(game, strict, (0, 1), (3, 4), stars=[2]) == ["a", "d"]


def test_stars_that_no_line_could_join_are_not_pointed_out(lab: Any) -> None:
    """star_explorer.draw.d, option all_stars: an earlier line lies across the gap."""
    corner = lab.tile("corner", [(0, 0), (1, 1), (2, 1)])
    game = lab.game([corner], players=1)
    free = lab.state(game, "corner", number=2)
    crossed = lab.state(game, "corner", earlier=[lab.earlier([(1, 5)])], number=2)
    assert lab.broken(game, free, (6, 7), stars=[0]) == ["(d)"]
    assert lab.broken(game, crossed, (6, 7), stars=[0]) == []


def test_a_star_belongs_to_one_constellation_in_the_whole_game(lab: Any, game: Any) -> None:
    """star_explorer.draw.e"""
    state = lab.state(game, "row5", earlier=[lab.earlier([(4, 9), (9, 14)])], number=2)
    broken = game.check(state, Draw(seat=0, lines=ROW))
    assert [(v.rule, v.components) for v in broken] == [("star_explorer.draw.e", ("star:4",))]


def test_lines_of_one_constellation_do_not_cross(lab: Any, game: Any) -> None:
    """star_explorer.draw.f"""
    broken = game.check(lab.state(game, "row5"), Draw(seat=0, lines=((0, 6), (1, 5))))
    crossing = [v for v in broken if v.rule == "star_explorer.draw.f"]
    assert [v.components for v in crossing] == [("line:0-6", "line:1-5")]


def test_lines_do_not_cross_lines_of_earlier_constellations(lab: Any, game: Any) -> None:
    """star_explorer.draw.f"""
    earlier = lab.earlier([(1, 5)])
    diagonal = lab.tile("diagonal", [(0, 0), (1, 1), (2, 0), (3, 0), (4, 0)])
    game = lab.game([diagonal], players=1)
    state = lab.state(game, "diagonal", earlier=[earlier], number=2)
    assert lab.broken(game, state, (0, 6)) == ["f"]
    assert lab.broken(game, state, (10, 6)) == []


def test_a_line_that_touches_an_earlier_line_crosses_it(lab: Any, game: Any) -> None:
    """star_explorer.draw.f: star 7 is free, but an earlier line runs over it."""
    earlier = lab.earlier([(6, 8)])
    game = lab.game([lab.row(5)], players=1)
    state = lab.state(game, "row5", earlier=[earlier], number=2)
    broken = game.check(state, Draw(seat=0, lines=((2, 7),)))
    assert [(v.rule, v.components) for v in broken] == [("star_explorer.draw.f", ("line:2-7", "line:6-8"))]
    assert broken[0].message == "the line 2-7 crosses the line 6-8"


def test_meeting_an_earlier_line_at_its_star_is_a_matter_of_rule_e_alone(lab: Any, game: Any) -> None:
    """star_explorer.draw.f"""
    state = lab.state(game, "row5", earlier=[lab.earlier([(4, 9)])], number=2)
    assert lab.broken(game, state, (3, 4)) == ["e"]


def test_the_shape_is_turned_freely(lab: Any, game: Any) -> None:
    """star_explorer.draw.g: the hook in all four directions."""
    state = lab.state(game, "hook")
    assert lab.broken(game, state, (0, 1), (1, 2), (2, 3), (3, 8)) == []
    assert lab.broken(game, state, (4, 9), (9, 14), (14, 19), (18, 19)) == []
    assert lab.broken(game, state, (23, 24), (22, 23), (21, 22), (16, 21)) == []
    assert lab.broken(game, state, (15, 20), (10, 15), (5, 10), (5, 6)) == []


def test_the_shape_is_never_mirrored(lab: Any, game: Any) -> None:
    """star_explorer.draw.g"""
    broken = game.check(lab.state(game, "hook"), Draw(seat=0, lines=((5, 6), (6, 7), (7, 8), (3, 8))))
    assert [v.rule for v in broken] == ["star_explorer.draw.g"]
    assert "mirror image" in broken[0].message
    assert broken[0].components == (
        "star:3",
        "star:5",
        "star:6",
        "star:7",
        "star:8",
        *("line:3-8", "line:5-6", "line:6-7", "line:7-8"),
    )


def test_a_mirror_image_that_turning_gives_as_well_is_fine(lab: Any, game: Any) -> None:
    """star_explorer.draw.g: three in a row and a corner piece are their own mirror images."""
    assert lab.broken(game, lab.state(game, "hook"), (7, 8), (3, 8)) == []
    assert lab.broken(game, lab.state(game, "hook"), (3, 8), (8, 9)) == []


def test_another_shape_is_refused_and_the_lines_that_do_not_fit_are_named(lab: Any, game: Any) -> None:
    """star_explorer.draw.g"""
    broken = game.check(lab.state(game, "row5"), Draw(seat=0, lines=((0, 1), (1, 2), (2, 3), (3, 8))))
    assert [(v.rule, v.components) for v in broken] == [("star_explorer.draw.g", ("star:8", "line:3-8"))]


def test_distances_count(lab: Any, game: Any) -> None:
    """star_explorer.draw.g: the same graph at twice the distance is another shape, except as topology."""
    wide = ((15, 17), (17, 19))
    assert lab.broken(game, lab.state(game, "row5"), *wide) == ["g", "(over)", "(over)"]
    assert lab.broken(game, lab.state(game, "row5", shape_match="topology"), *wide) == ["(over)", "(over)"]


def test_more_stars_than_the_tile_has_are_refused(lab: Any, game: Any) -> None:
    """star_explorer.draw.g"""
    broken = game.check(lab.state(game, "row5"), Draw(seat=0, lines=(*ROW, (4, 9))))
    assert [v.rule for v in broken] == ["star_explorer.draw.g"]
    assert broken[0].message == "6 stars are drawn, Row5 has 5"


def test_a_line_that_the_pattern_does_not_have_is_refused(lab: Any, game: Any) -> None:
    """star_explorer.draw.g: four stars of the tee closed into a ring."""
    assert lab.broken(game, lab.state(game, "tee"), (0, 1), (1, 6), (0, 5), (5, 6)) == ["g"]


def test_polaris_is_never_used(lab: Any) -> None:
    """star_explorer.draw.h: some layouts list Polaris as a star."""
    game = lab.game([lab.row(5)], players=1, polaris=True)
    broken = game.check(lab.state(game, "row5"), Draw(seat=0, lines=((10, 11), (11, 12))))
    assert [(v.rule, v.components) for v in broken] == [("star_explorer.draw.h", ("star:12",))]


def test_a_line_over_an_unused_star_or_polaris_is_a_warning(lab: Any) -> None:
    """star_explorer.draw.over"""
    game = lab.game([lab.tile("wide", [(0, 0), (2, 0), (3, 0), (4, 0), (5, 0)])], players=1)
    over_star = game.check(lab.state(game, "wide"), Draw(seat=0, lines=((0, 2),)))
    assert [(v.severity, v.components) for v in over_star] == [("warning", ("line:0-2", "star:1"))]
    over_polaris = game.check(lab.state(game, "wide"), Draw(seat=0, lines=((11, 13),)))
    assert [(v.severity, v.message) for v in over_polaris] == [("warning", "the line 11-13 passes over Polaris")]
    game.apply(lab.state(game, "wide"), Draw(seat=0, lines=((11, 13),)))
    used = lab.state(game, "wide", earlier=[lab.earlier([(1, 6)])], number=2)
    assert lab.broken(game, used, (0, 2)) == ["f"]
    listed = lab.game([game.tiles["wide"]], players=1, polaris=True)
    assert listed.check(lab.state(listed, "wide"), Draw(seat=0, lines=((11, 13),))) == over_polaris


def test_a_table_may_forbid_lines_over_unused_stars(lab: Any) -> None:
    """star_explorer.draw.over, option over_star"""
    game = lab.game([lab.tile("wide", [(0, 0), (2, 0), (3, 0), (4, 0), (5, 0)])], players=1)
    state = lab.state(game, "wide", over_star="forbid")
    with pytest.raises(IllegalAction, match="passes over star 1"):
        game.apply(state, Draw(seat=0, lines=((0, 2),)))
    game.apply(state, Draw(seat=0, lines=((0, 2),)), overruled=["star_explorer.draw.over"])


def test_what_is_apart_is_apart_from_the_largest_piece_and_errors_come_before_warnings(lab: Any) -> None:
    """star_explorer.draw.d, star_explorer.draw.e"""
    assert pieces([(5, 6), (6, 7)], [0, 5, 6, 7]) == [[5, 6, 7], [0]]
    game = lab.game([lab.row(5)], players=1)
    state = lab.state(game, "row5", earlier=[lab.earlier([(0, 5)])], number=2)
    assert lab.broken(game, state, (1, 2), (3, 4), stars=[0]) == ["e", "(d)"]


def test_every_violation_is_reported_at_once(lab: Any) -> None:
    window = ((50.0, 50.0), (150.0, 50.0), (150.0, 111.0), (50.0, 111.0))
    game = lab.game([lab.row(5)], players=1, window=window, polaris=True, step=0.0)
    state = lab.state(game, "row5", earlier=[lab.earlier([(2, 7)])], number=2)
    lines = ((1, 8), (7, 12), (20, 21))
    assert lab.broken(game, state, *lines) == ["b", "d", "e", "f", "g", "h"]


def test_drawing_rules_may_be_overruled_and_then_the_drawing_counts(lab: Any, game: Any) -> None:
    state = lab.state(game, "hook")
    mirrored = Draw(seat=0, lines=((5, 6), (6, 7), (7, 8), (3, 8)))
    with pytest.raises(IllegalAction) as caught:
        game.apply(state, mirrored, overruled=["star_explorer.draw.f"])
    assert caught.value.rule == "star_explorer.draw.g"
    after = game.apply(state, mirrored, overruled=["star_explorer.draw.g"])
    assert after.seats[0].drawings[0].stars == (3, 5, 6, 7, 8)


@pytest.mark.parametrize(
    ("lines", "stars", "rule", "component"),
    [
        (((0, 12),), (), "draw.star", "star:12"),
        (((0, 99),), (), "draw.star", "star:99"),
        ((), (-1,), "draw.star", "star:-1"),
        (((3, 3),), (), "draw.line", "line:3-3"),
        (((0, 1), (1, 0)), (), "draw.line", "line:0-1"),
        (((0, 1),), (7, 7), "draw.line", "star:7"),
        (((0, 1), (0, 2)), (), "draw.overlap", "line:0-1"),
        (((0, 2), (1, 3)), (), "draw.overlap", "line:0-2"),
    ],
)
def test_what_is_no_drawing_cannot_be_overruled(
    lab: Any, game: Any, lines: Any, stars: Any, rule: str, component: str
) -> None:
    """star_explorer.draw.star, star_explorer.draw.line, star_explorer.draw.overlap"""
    draw = Draw(seat=0, lines=lines, stars=stars)
    broken = game.check(lab.state(game, "row5"), draw)
    assert broken[0].rule == f"star_explorer.{rule}"
    assert component in broken[0].components
    with pytest.raises(IllegalAction):
        game.apply(lab.state(game, "row5"), draw, overruled=[v.rule for v in broken])


def test_a_star_named_beside_its_line_is_no_mistake(lab: Any, game: Any) -> None:
    state = lab.state(game, "row5")
    assert game.apply(state, Draw(seat=0, lines=ROW, stars=(2,))) == game.apply(state, Draw(seat=0, lines=ROW))


def test_the_options_of_a_table_default_to_what_the_rules_file_says() -> None:
    from engines.star_explorer.rules import StarExplorer

    options = StarExplorerOptions()
    assert {o.name: getattr(options, o.name) for o in StarExplorer.rules.options} == {
        o.name: o.default for o in StarExplorer.rules.options
    }


@pytest.mark.parametrize(
    ("lines", "tangled"),
    [
        ([(0, 1), (1, 2), (2, 3)], False),
        ([(0, 1), (2, 3)], False),
        ([(0, 2), (1, 3)], True),
        ([(0, 1), (1, 2), (2, 0), (3, 1)], True),
        ([(0, 3), (3, 4), (0, 4)], True),
    ],
)
def test_a_pattern_is_tangled_where_its_lines_meet_away_from_its_stars(
    lab: Any, lines: list[tuple[int, int]], tangled: bool
) -> None:
    """Four corners of a square, and a star that continues its last side."""
    places = [(0, 0), (1, 0), (1, 1), (0, 1), (0, 2)]
    assert is_tangled(lab.tile("some", places, lines)) is tangled
