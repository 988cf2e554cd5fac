"""The parts of the slate reader: lattice, cards, shooting stars, weights."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from engines.errors import BadInput
from engines.look_at_the_stars.slate.board import pack_skies, parse_slate, printed_layout
from engines.unit_lines import parse_shape
from tests.vision.slate.conftest import parse_board
from vision.ink.doubt import DoubtLimits
from vision.ink.pose import Placed
from vision.slate.decode import (
    NightCard,
    ShootingStar,
    Verdict,
    card_places,
    parse_card,
    star_places,
    star_weights,
    weigh,
)
from vision.slate.edges import lattice_edges
from vision.slate.judge import _stars
from vision.slate.layout import MISSING, PLANET, STAR, SlateBoard, slate_board
from vision.slate.locate import Found
from vision.slate.read import which_slate
from vision.slate.tuning import Prices


@pytest.fixture(scope="module")
def board() -> SlateBoard:
    return slate_board(printed_layout(3), pack_skies())


FREE: dict[str, Any] = {
    "kind": "slate", "board": {"width": 120, "height": 160}, "lattice": {"origin": [20, 130], "pitch": [16, 16]},
    "columns": 6, "rows": 7, "planets": ["C5"], "missing": ["A0", "F6"], "printed_lines": [["B1", "B2"]],
}  # fmt: skip


def quiet(edges: Any) -> Any:
    return np.full(len(edges.a), -7.0)


def nothing(edges: Any) -> Any:
    return np.zeros(len(edges.a), bool)


def test_every_slate_of_the_pack_has_76_stars_and_3_planets() -> None:
    assert [(len(sky.stars), len(sky.planets)) for sky in pack_skies()] == [(76, 3)] * 8


def test_rows_go_up_and_columns_go_right() -> None:
    slate = parse_board(FREE)
    assert slate.points_xy[slate.point("A0") or 0].tolist() == [20, 130]
    assert slate.points_xy[slate.point("C5") or 0].tolist() == [52, 50]
    assert slate.name(slate.point("C5") or 0) == "C5"
    kinds = slate.kinds(slate.skies[0])
    assert [kinds[slate.point(name) or 0] for name in ("C5", "F6", "B1")] == [PLANET, MISSING, STAR]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"kind": "star_disc"}, "kind"),
        ({"lattice": None}, "expected both or neither"),
        ({"rows": None}, "expected both or neither"),
        ({"rows": 60}, "rows"),
        ({"planets": ["Z1"]}, "no point"),
        ({"planets": ["A0"]}, "there twice"),
        ({"printed_lines": [["A1", "C1"]]}, "neighbours"),
        ({"lattice": {"origin": [20, 30], "pitch": [16, 16]}}, "beyond the board"),
        ({"lattice": {"origin": [20, 130], "pitch": [1, 1]}}, "pitch"),
        ({"slate": 9}, "expected 1 to 8"),
        ({"markers": {"dictionary": "DICT_4X4_50", "size": 14, "at": {"a": [1, 1]}}}, "marker ids"),
    ],
)
def test_a_senseless_layout_is_refused_in_one_line(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words) as error:
        parse_board({**FREE, **changes})
    assert "\n" not in str(error.value)


def test_a_bare_layout_is_a_slate_of_our_own_print() -> None:
    layout = parse_slate({"kind": "slate", "slate": 4})
    assert layout == printed_layout(4)


def test_printed_lines_are_no_candidates_and_crossings_are_known(board: SlateBoard) -> None:
    edges = lattice_edges(board, board.skies[0])
    assert edges.row(*sorted(board.rows_of(("G9", "H9")))) == -1
    rising = edges.row(*sorted(board.rows_of(("D3", "E4"))))
    falling = edges.row(*sorted(board.rows_of(("D4", "E3"))))
    assert edges.crossing[rising] == falling
    assert edges.crossing[falling] == rising


def test_a_line_goes_on_ahead_at_both_ends(board: SlateBoard) -> None:
    edges = lattice_edges(board, board.skies[0])
    here, left, right = (edges.row(*sorted(board.rows_of(pair))) for pair in (("D3", "E3"), ("C3", "D3"), ("E3", "F3")))
    assert edges.ahead[here].tolist() == [left, right]


def test_a_card_fits_in_four_turns_and_never_mirrored(board: SlateBoard) -> None:
    edges = lattice_edges(board, board.skies[0])
    places = card_places(parse_shape(("E@0,0", "R@1,0")), edges, board.columns, board.rows, nothing(edges))
    drawn = {tuple(sorted(edges.row(*sorted(board.rows_of(line))) for line in lines)) for lines in (
        (("C3", "D3"), ("D3", "E4")), (("D4", "E4"), ("C3", "D4")))}  # fmt: skip
    mirrored = tuple(sorted(edges.row(*sorted(board.rows_of(line))) for line in (("C3", "D3"), ("D3", "E2"))))
    assert drawn <= set(places)
    assert mirrored not in places


def test_the_card_settles_which_of_two_faint_lines_was_drawn(board: SlateBoard) -> None:
    edges = lattice_edges(board, board.skies[0])
    card = NightCard(parse_shape(("E@0,0", "E@1,0")))
    odds = quiet(edges)
    clear, straight, bent = (
        edges.row(*sorted(board.rows_of(line))) for line in (("C3", "D3"), ("D3", "E3"), ("D3", "E4"))
    )
    odds[clear], odds[straight], odds[bent] = 6.0, -0.5, -0.5
    at = card_places(parse_shape(("E@0,0", "E@1,0")), edges, board.columns, board.rows, nothing(edges))
    p = weigh(odds, nothing(edges), card, at, [], np.zeros(0), Prices()).lines
    assert p[clear] > 0.97
    assert p[straight] > 0.9
    assert p[bent] < 0.1


def test_clear_lines_beside_the_card_still_come_out(board: SlateBoard) -> None:
    edges = lattice_edges(board, board.skies[0])
    odds = quiet(edges)
    rows = [edges.row(*sorted(board.rows_of(line))) for line in (("C3", "D3"), ("G6", "G7"))]
    odds[rows] = 8.0
    at = card_places(parse_shape(("E@0,0", "E@1,0")), edges, board.columns, board.rows, nothing(edges))
    p = weigh(odds, nothing(edges), NightCard(parse_shape(("E@0,0", "E@1,0"))), at, [], np.zeros(0), Prices()).lines
    assert (p[rows] > 0.9).all()


def test_two_faint_lines_that_the_card_asks_for_are_read_where_nothing_else_is_seen(board: SlateBoard) -> None:
    edges = lattice_edges(board, board.skies[0])
    shape = parse_shape(("N@1,0", "F@0,1"))
    at = card_places(shape, edges, board.columns, board.rows, nothing(edges))
    odds = quiet(edges)
    drawn = [edges.row(*sorted(board.rows_of(line))) for line in (("D3", "D4"), ("C4", "D3"))]
    assert tuple(sorted(drawn)) in at
    odds[drawn] = 0.7, -2.5
    assert (weigh(odds, nothing(edges), NightCard(shape), at, [], np.zeros(0), Prices()).lines[drawn] > 0.5).all()


def test_a_trace_counts_for_less_where_the_card_was_drawn_elsewhere(board: SlateBoard) -> None:
    edges = lattice_edges(board, board.skies[0])
    shape = parse_shape(("E@0,0", "E@1,0"))
    at = card_places(shape, edges, board.columns, board.rows, nothing(edges))
    odds = quiet(edges)
    trace, *drawn = (edges.row(*sorted(board.rows_of(line))) for line in (("G6", "G7"), ("C3", "D3"), ("D3", "E3")))
    odds[trace] = 3.0
    assert weigh(odds, nothing(edges), NightCard(shape), at, [], np.zeros(0), Prices()).lines[trace] > 0.5
    odds[drawn] = 8.0
    p = weigh(odds, nothing(edges), NightCard(shape), at, [], np.zeros(0), Prices()).lines
    assert 0.02 < p[trace] < 0.4
    assert (p[drawn] > 0.97).all()


@pytest.mark.parametrize("card", [None, NightCard(parse_shape(("E@0,0", "E@1,0")))])
def test_a_head_makes_a_diagonal_a_shooting_star(board: SlateBoard, card: NightCard | None) -> None:
    edges = lattice_edges(board, board.skies[0])
    odds, points = quiet(edges), board.rows_of(("C2", "D3", "E4"))
    shaft = [edges.row(points[0], points[1]), edges.row(points[1], points[2])]
    odds[shaft] = 6.0
    places = star_places(edges, odds, -2.5)
    for head, likely in ((5.0, True), (-7.0, False)):
        told = star_weights(places, edges, odds, nothing(edges), {(shaft[1], points[2]): head}, Prices())
        verdict = weigh(odds, nothing(edges), card, [], places, told, Prices())
        whole = sum(p for star, p in verdict.stars.items() if set(star.edges) == set(shaft))
        assert (whole > 0.5) == likely
        if likely:
            best = max(verdict.stars, key=lambda star: verdict.stars[star])
            assert best.points[0] == points[2]
            assert verdict.lines[shaft].max() < 0.5


def test_a_diagonal_that_no_other_line_touches_is_oftener_a_shooting_star(board: SlateBoard) -> None:
    edges = lattice_edges(board, board.skies[0])
    none: dict[tuple[int, int], float] = {}
    odds = quiet(edges)
    places = star_places(edges, np.where(edges.row(*board.rows_of(("C2", "D3"))) == np.arange(len(odds)), 6.0, odds), 0)
    assert {board.name(point) for place in places for point in place.points} == {"C2", "D3"}
    told = star_weights(places, edges, odds, nothing(edges), none, Prices())
    apart = star_weights(places, edges, odds, nothing(edges), none, Prices(), 1.5)
    assert (apart - told).min() > 1.4
    odds[edges.row(*board.rows_of(("D3", "E3")))] = 6.0
    told = star_weights(places, edges, odds, nothing(edges), none, Prices())
    assert star_weights(places, edges, odds, nothing(edges), none, Prices(), 1.5) == pytest.approx(told, abs=0.01)


def test_a_shooting_star_is_at_most_three_units_long(board: SlateBoard) -> None:
    edges = lattice_edges(board, board.skies[0])
    odds, points = quiet(edges), board.rows_of(("B2", "C3", "D4", "E5", "F6"))
    odds[[edges.row(p, q) for p, q in pairwise(points)]] = 6.0
    lengths = [len(star.edges) for star in star_places(edges, odds, -2.5)]
    assert sorted(set(lengths)) == [1, 2, 3]
    assert lengths.count(3) == 4


def test_a_shooting_star_that_may_go_on_under_a_hand_is_asked_about_in_both_lengths(board: SlateBoard) -> None:
    edges = lattice_edges(board, board.skies[0])
    b, c, d, e = board.rows_of(("B2", "C3", "D4", "E5"))
    star = ShootingStar((edges.row(c, d),), (d, c))
    doubtful = Verdict(quiet(edges), {star: 0.6}, None)
    hidden, plain = nothing(edges), np.zeros(len(board.points_xy), bool)
    hidden[edges.row(d, e)] = True
    drawn, asked = _stars(board, doubtful, DoubtLimits(), hidden, plain, nothing(edges), None, edges)
    assert [(one.head, one.tail) for one in drawn] == [("D4", "C3")]
    assert [(one.head, one.tail, one.p) for one in asked] == [("D4", "C3", 0.6), ("E5", "C3", 0.2)]
    hidden[edges.row(b, c)] = True
    asked = _stars(board, doubtful, DoubtLimits(), hidden, plain, nothing(edges), None, edges)[1]
    assert {(one.head, one.tail) for one in asked} == {("D4", "C3"), ("E5", "C3"), ("D4", "B2")}
    sure = Verdict(quiet(edges), {star: 1.0}, None)
    for unsure in (None, nothing(edges)):
        asked = _stars(board, sure, DoubtLimits(), hidden, plain, nothing(edges), unsure, edges)[1]
        assert {(one.head, one.tail) for one in asked} == {("D4", "C3"), ("E5", "C3"), ("D4", "B2")}
    assert not _stars(board, sure, DoubtLimits(), nothing(edges), plain, nothing(edges), None, edges)[1]
    plain[e] = True
    asked = _stars(board, sure, DoubtLimits(), nothing(edges), plain, nothing(edges), None, edges)[1]
    assert {(one.head, one.tail) for one in asked} == {("D4", "C3"), ("E5", "C3")}, "a star that does not show"


def test_where_nothing_is_known_a_shooting_star_is_asked_about_beside_its_line(board: SlateBoard) -> None:
    edges = lattice_edges(board, board.skies[0])
    c, d = board.rows_of(("C3", "D4"))
    star = ShootingStar((edges.row(c, d),), (d, c))
    none, unsure = nothing(edges), np.arange(len(edges.a)) == edges.row(c, d)
    plain = np.zeros(len(board.points_xy), bool)
    for p, doubted, asked in ((0.01, unsure, 1), (0.01, none, 0), (0.01, None, 0), (0.002, unsure, 0)):
        verdict = Verdict(quiet(edges), {star: p}, None)
        assert len(_stars(board, verdict, DoubtLimits(), none, plain, none, doubted, edges)[1]) == asked


def test_what_a_card_asks_for_is_a_shape_or_a_shooting_star() -> None:
    assert parse_card({"shooting_star": True}) == NightCard(None)
    assert parse_card({"shape": ["N@0,0", "E@0,0"]}).shape == parse_shape(("N@0,0", "E@0,0"))


def looked_like(board: SlateBoard, number: int, by: Any) -> Found:
    """A slate found in a picture that shows the lattice of one of the house pack."""
    skies = (*board.skies, *board.rivals)
    likely = np.array([0.0 if sky.number == number else -20.0 for sky in skies])
    (sky,) = (sky for sky in skies if sky.number == number)
    kinds = np.full((len(board.points_xy), 3), -6.0)
    kinds[np.arange(len(kinds)), board.kinds(sky)] = 0.0
    nowhere = np.zeros((4, 2))
    pose = Placed(
        by=by, confidence=0.9, corners=nowhere, plane=np.eye(3), residual=np.zeros((6, 2)), middle=board.centre,
        scale=board.radius, seen=np.ones(len(kinds)),
    )  # fmt: skip
    return Found(pose, kinds, likely, float(likely.max()), True, np.zeros((len(kinds), 0), np.float32))


@pytest.mark.parametrize(
    ("layout", "seen", "by", "number"),
    [
        (7, 6, "outline", None), (7, 7, "outline", 7), (None, 6, "outline", None), (None, 1, "outline", 1),
        (None, 6, "markers", 6), (7, 6, "markers", 6), (7, 6, "reference", 6),
    ],
)  # fmt: skip
def test_a_slate_that_may_be_another_in_a_mirror_is_not_named(
    layout: int | None, seen: int, by: str, number: int | None
) -> None:
    """House slates 6 and 7 are mirror images of each other, which markers tell from a mirror."""
    board = slate_board(printed_layout(layout), pack_skies())
    told, _, warnings = which_slate(board, looked_like(board, seen, by), None)
    assert told == number
    if number is None:
        assert warnings == (f"it may be slate {seen}, or slate {13 - seen} in a mirror",)
