"""Small parts of the line reader: pairs, rivals, nets, doubt, crossed-off stars."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.disc import crosses, rivalry
from vision.disc.field import fully_visible, new_lines
from vision.disc.pairs import NEAR_MM, Pairs, candidate_pairs, depth_inside, past_a_star
from vision.disc.tuning import RulePrices
from vision.ink.doubt import (
    DoubtLimits,
    asked_too,
    claimed_twice,
    doubtful_lines,
    hidden_lines,
    limits_for,
    recorded_lines,
    unreadable,
    veiled_lines,
)
from vision.ink.layout import DiscLayout, parse_layout
from vision.ink.strips import ACROSS, ALONG, MIDDLE, PAST, Strips


@pytest.fixture
def layout(make_layout: Any) -> DiscLayout:
    return parse_layout(make_layout())


def straight_strips(pairs: Pairs, layout: DiscLayout) -> Strips:
    """Strips of an empty picture, every path on its chord."""
    xy, shape = layout.stars_xy, (len(pairs.a), ALONG)
    nothing = np.zeros(shape, np.float32)
    length = np.hypot(*(xy[pairs.b] - xy[pairs.a]).T)
    ridge = np.zeros((len(pairs.a), 2 * PAST + ALONG, ACROSS), np.float32)
    return Strips(ridge, np.full(shape, MIDDLE), nothing, nothing, nothing, nothing, length)


@pytest.mark.parametrize("rotation", [0.0, 61.0, 123.4])
def test_stars_inside_the_window_are_the_visible_ones(layout: DiscLayout, rotation: float) -> None:
    outline = layout.window.astype(np.float32)
    board = layout.to_board(layout.stars_xy, rotation)
    expected = [cv2.pointPolygonTest(outline, (float(x), float(y)), True) for x, y in board]
    assert depth_inside(layout, rotation) == pytest.approx(np.array(expected), abs=1e-3)
    assert not (fully_visible(layout, rotation) & (depth_inside(layout, rotation) < 0)).any()


@pytest.fixture
def passing(make_layout: Any) -> Pairs:
    """The pairs of four stars: that of the first two passes the third 2 mm away."""
    stars = [(0.0, 0.0), (30.0, 0.0), (14.0, 2.0), (10.0, 40.0)]
    data = make_layout()
    data["stars"] = [
        {"id": k, "x": x, "y": y, "radius": 2.0, "type": "red", "zone": "field"} for k, (x, y) in enumerate(stars)
    ]
    return candidate_pairs(parse_layout(data), 0.0)


def test_pairs_know_the_star_their_line_passes(passing: Pairs) -> None:
    row = passing.row_of()[0, 1]
    assert passing.third_row[row] == 2
    assert passing.third[row] == pytest.approx(2.0)
    assert passing.at[row] == pytest.approx(14 / 30)
    lonely = passing.row_of()[2, 3]
    assert passing.third[lonely] == NEAR_MM


@pytest.mark.parametrize(
    ("read", "straight", "likely", "near_mm", "found"),
    [
        (((0, 2), (1, 2)), -2.0, True, 2.5, True),
        (((0, 2), (1, 2)), -6.0, True, 2.5, False),
        (((0, 2), (1, 2)), -2.0, False, 2.5, False),
        (((0, 2), (1, 2)), -2.0, True, 1.5, False),
        (((0, 2), (2, 3)), -2.0, True, 2.5, False),
    ],
    ids=["by way of the star", "little ink", "unlikely", "far from the star", "one of the two is not read"],
)
def test_two_lines_by_way_of_a_star_may_be_one_that_passes_it(
    passing: Pairs, read: tuple[tuple[int, int], ...], straight: float, likely: bool, near_mm: float, found: bool
) -> None:
    rows = passing.row_of()
    log_odds = np.full(len(rows), -9.0)
    log_odds[[rows[pair] for pair in read]] = [6.0, 3.0]
    log_odds[rows[0, 1]] = straight
    may_be = past_a_star(passing, log_odds, log_odds > 0, np.full(len(rows), likely), near_mm, 8.0)
    assert {pair for pair, row in rows.items() if may_be[row]} == ({(0, 1), (0, 2), (1, 2)} if found else set())


def test_known_lines_are_looked_at_however_long_or_hidden(layout: DiscLayout) -> None:
    far = int(np.argmax(layout.stars_xy[:, 0])), int(np.argmin(layout.stars_xy[:, 0]))
    line = (min(far), max(far))
    assert line not in candidate_pairs(layout, 0.0).row_of()
    assert line in candidate_pairs(layout, 0.0, frozenset({line})).row_of()


def test_lines_that_share_a_star_do_not_cross() -> None:
    xy = np.array([[0.0, 0], [10, 10], [0, 10], [10, 0], [5, 5.0]])
    a, b = np.array([0, 2, 0, 0]), np.array([1, 3, 2, 4])
    crossing = rivalry.crossings(xy, a, b)
    assert crossing[0, 1]
    assert crossing.sum() == 2


def test_only_middling_probabilities_are_asked_about() -> None:
    limits = DoubtLimits()
    p = np.array([0.0, limits.low, 0.2, 0.5, 0.9, limits.high, 1.0])
    assert doubtful_lines(p, limits).tolist() == [False, False, True, True, True, False, False]


def test_more_is_asked_where_the_drawing_is_unlike_the_tile() -> None:
    limits = DoubtLimits()
    p = np.array([limits.low / 2, 1 - limits.low / 2])
    assert not doubtful_lines(p, limits_for(0.99, limits)).any()
    assert not doubtful_lines(p, limits_for(None, limits)).any()
    assert doubtful_lines(p, limits_for(0.2, limits)).all()


def test_smaller_doubts_are_asked_about_in_a_sharp_picture() -> None:
    limits = DoubtLimits()
    p = np.array([0.025, 0.975])
    assert not doubtful_lines(p, limits_for(0.99, limits, ink=2.5)).any()
    assert doubtful_lines(p, limits_for(0.99, limits, ink=6.0)).all()


def test_the_smallest_doubts_are_nobodys_question_where_ink_is_strong() -> None:
    limits = DoubtLimits()
    p = np.array([0.035, 0.965, 0.05, 0.95])
    assert doubtful_lines(p, limits_for(0.99, limits, ink=9.0)).all()
    assert doubtful_lines(p, limits_for(0.99, limits, ink=12.0)).tolist() == [False, False, True, True]
    assert doubtful_lines(p, limits_for(0.2, limits, ink=12.0)).all(), "unlike the tile, more is asked"


def test_less_of_what_is_read_is_asked_about_at_a_table_that_knows_its_pens_but_for_a_drawing_unlike_the_tile() -> None:
    limits = DoubtLimits()
    p = np.array([0.04, 0.6, 0.85, 0.96])
    assert doubtful_lines(p, limits_for(0.99, limits, ink=6.0)).all()
    learnt = limits_for(0.99, limits, ink=6.0, learnt=True)
    assert doubtful_lines(p, learnt).tolist() == [True, True, False, False], "what may be missed is asked about"
    for tile in (0.2, None):
        assert doubtful_lines(p, limits_for(tile, limits, ink=6.0, learnt=True)).all()


def test_a_line_that_only_the_tile_speaks_for_is_asked_about_where_little_can_be_seen() -> None:
    p, odds = np.array([0.99, 0.99, 0.99, 0.2]), np.array([-1.0, -1.0, 6.0, -1.0])
    clear = np.array([0.1, 1.0, 0.1, 0.1], np.float32)
    assert veiled_lines(p, odds, clear, DoubtLimits()).tolist() == [True, False, False, False]


def test_an_unlikely_line_under_a_hand_is_not_asked_about_and_refuses_no_picture() -> None:
    limits = DoubtLimits()
    p, clear = np.array([0.06, 0.06, 0.3]), np.array([0.1, 1.0, 0.1], np.float32)
    assert hidden_lines(p, clear, limits).tolist() == [True, False, False]
    many, nothing = np.full(10, 0.06), np.zeros(10, bool)
    assert unreadable(many, nothing, 1.0, limits)
    assert not unreadable(many, nothing, 1.0, limits, ~nothing)


def test_a_line_that_hardly_shows_is_weighed_only_where_others_end(layout: DiscLayout) -> None:
    pairs = candidate_pairs(layout, 0.0)
    none = np.zeros(len(pairs.a), bool)
    rivals = rivalry.find_rivals(straight_strips(pairs, layout), pairs, layout.stars_xy, np.full(len(none), -9.0), none)
    odds = np.full(len(pairs.a), -9.0)
    assert not len(new_lines(layout, 0.0, pairs, odds, none, rivals, RulePrices())[0])
    odds[0] = 5.0
    rows, _ = new_lines(layout, 0.0, pairs, odds, none, rivals, RulePrices())
    ends = {pairs.a[0], pairs.b[0]}
    assert set(rows) == {row for row in range(len(pairs.a)) if ends & {pairs.a[row], pairs.b[row]}}
    assert len(rows) > 1


def test_a_picture_that_shows_too_little_gives_no_reading() -> None:
    limits = DoubtLimits()
    clear, traces, many = np.array([0.0, 1.0]), np.full(40, 0.01), np.full(limits.most_asked + 1, 0.4)

    def refused(p: NDArray[np.float64], tile: float | None) -> bool:
        return unreadable(p, doubtful_lines(p, limits), tile, limits)

    assert not refused(clear, 1.0)
    assert refused(traces, 1.0)
    assert not unreadable(traces[: limits.most_asked], np.ones(limits.most_asked, bool), 1.0, limits), "all is asked"
    assert refused(many, 0.95), "photographing again is less trouble than so many answers"
    assert not refused(many[1:], 0.95)
    assert not refused(many, None)


def test_where_many_lines_are_a_little_unsure_the_least_sure_are_asked_about() -> None:
    limits = DoubtLimits()
    nothing = np.zeros(8, bool)
    few, many = np.array([1.0, 0.97, 0.02, 0.0, 0.0, 0.0, 0.0, 0.0]), np.array([1.0, 0.9, 0.98, 0.06] + [0.03] * 4)
    assert not asked_too(few, nothing, nothing, limits).any()
    assert asked_too(many, nothing, nothing, limits).tolist() == [False, True, False, True] + [False] * 4
    assert not asked_too(many, np.array([False, True] * 4), nothing, limits).any()
    assert not asked_too(many, nothing, ~nothing, limits).any(), "what a hand hides is as good as never drawn"


def test_no_more_is_asked_than_another_photograph_is_worth() -> None:
    limits = DoubtLimits()
    p, asked = np.full(60, 0.02), np.arange(60) < limits.most_asked - 2
    assert asked_too(p, asked, np.zeros(60, bool), limits).sum() == 2
    assert not asked_too(p, np.arange(60) <= limits.most_asked, np.zeros(60, bool), limits).any()


def test_two_lines_that_claim_the_same_ink_are_asked_about_together() -> None:
    limits, nothing = DoubtLimits(), np.zeros(3, bool)
    share = np.array([[0, 0.9, 0.1], [0.4, 0, 0.1], [0, 0, 0]], np.float32)

    def asked(*p: float, already: NDArray[np.bool_] = nothing) -> Any:
        return claimed_twice(np.array(p), already, share, limits).tolist()

    assert asked(0.99, 0.01, 0.01) == [True, True, False]
    assert asked(0.99, 0.001, 0.2) == [False] * 3, "nothing else is likely enough"
    assert asked(0.99, 0.001, 0.2, already=np.array([False, True, False])) == [True, True, False]
    assert asked(0.99, 0.99, 0.01) == [False] * 3, "both are sure"
    assert asked(0.01, 0.99, 0.01) == [False] * 3, "less than half of the ink of the line that is read is the other's"


def test_a_faint_drawing_unlike_the_tile_is_photographed_again_rather_than_asked_about_line_by_line() -> None:
    asked, p, odd = np.ones(10, bool), np.full(10, 0.4), 0.1

    def refused(tile: float, ink: float | None) -> bool:
        return unreadable(p, asked, tile, DoubtLimits(), ink=ink)

    assert refused(odd, 3.0)
    assert not refused(odd, 12.0), "in a sharp picture the player drew something else"
    assert not refused(0.99, 3.0)
    assert not refused(odd, None)


@settings(max_examples=50, deadline=None)
@given(st.floats(-20, 20), st.booleans())
def test_a_recorded_line_stays_unless_it_should_be_seen_and_is_not(odds: float, in_sight: bool) -> None:
    limits = DoubtLimits()
    p = recorded_lines(np.array([odds], np.float32), np.array([in_sight]), limits)[0]
    assert 0 <= p <= limits.certain
    if odds > -4 or not in_sight:
        assert p >= limits.erased
    if odds < -7 and in_sight:
        assert p < 0.5


def test_a_recorded_line_is_not_gone_because_any_two_stars_are_seldom_joined() -> None:
    limits = DoubtLimits()
    faint, wiped = np.array([-7.0], np.float32), np.array([-10.0], np.float32)
    here = np.array([True])
    assert recorded_lines(faint, here, limits, limits.usual)[0] >= limits.erased
    assert recorded_lines(wiped, here, limits, limits.usual)[0] < 0.5


def patches(count: int, crossed: int, light: float = 1.0) -> NDArray[np.uint8]:
    """Yellow stars on dark blue, the first ones crossed off in white."""
    side = int(2 * crosses.HALF_MM * crosses.PX_PER_MM) + 1
    out = np.empty((count, side, side, 3), np.uint8)
    rng = np.random.default_rng(4)
    for k in range(count):
        patch = np.full((side, side, 3), (70, 45, 35), np.uint8)
        cv2.drawMarker(patch, (15, 15), (90, 210, 235), cv2.MARKER_STAR, 15, 4)
        if k < crossed:
            cv2.drawMarker(patch, (15, 15), (245, 245, 245), cv2.MARKER_TILTED_CROSS, 17, 3)
        out[k] = np.clip(patch * light + rng.normal(0, 3, patch.shape), 0, 255)
    return out


@pytest.mark.parametrize("crossed", [0, 1, 3, 7])
def test_crossed_off_stars_are_counted(crossed: int) -> None:
    assert crosses.count_crossed(patches(7, crossed, 0.8), patches(7, 0)) == crossed


def test_without_a_clean_picture_the_stars_are_compared_with_each_other() -> None:
    assert crosses.count_crossed(patches(7, 2), None) == 2


def test_nothing_is_counted_where_the_layout_places_no_stars() -> None:
    assert crosses.count_crossed(None, None) is None
    assert crosses.count_crossed(patches(0, 0), None) is None
