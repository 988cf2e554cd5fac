"""Ink between two stars, on pictures drawn in the test."""

from __future__ import annotations

import math

import cv2
import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.disc.bows import best_bows, bow_shapes, wide_ridges
from vision.disc.features import NAMES, line_features, steps_along
from vision.disc.pairs import Pairs
from vision.ink.evidence import clean_board, half_size
from vision.ink.focus import added_ink
from vision.ink.pose import Grid
from vision.ink.strips import (
    ALONG,
    MIDDLE,
    STEP_MM,
    beside_ends,
    best_paths,
    glance,
    ink_level,
    sample_strips,
    shown_along,
)

Image = NDArray[np.uint8]
Points = NDArray[np.float64]
PX = 2.4
GRID = Grid((-40.0, -40.0), PX, (193, 193))


def ground(level: int = 40) -> Image:
    """A clean board: dark, grainy, with a printed axis along y = 0."""
    noise = np.random.default_rng(1).normal(level, 3, (GRID.size[1], GRID.size[0]))
    picture = np.clip(noise, 0, 255).astype(np.uint8)
    cv2.line(picture, (0, 96), (192, 96), 220, 3, cv2.LINE_AA)
    return picture


def drawn(picture: Image, points: Points, colour: int = 230) -> Image:
    """The picture with a pen stroke (1.2 mm) through the points (mm)."""
    out = picture.copy()
    px = np.rint(GRID.to_pixels(points) * 16).astype(np.int32)
    cv2.polylines(out, [px], False, colour, 3, cv2.LINE_AA, 4)
    return np.asarray(cv2.GaussianBlur(out, (0, 0), 0.8), np.uint8)


def bow(a: Points, b: Points, depth: float) -> Points:
    t = np.linspace(0, 1, 20)[:, None]
    side = np.array([-(b - a)[1], (b - a)[0]]) / np.hypot(*(b - a))
    return np.asarray(a + (b - a) * t + side * depth * 4 * t * (1 - t))


def features_of(after: Image, a: Points, b: Points) -> dict[str, float]:
    """The features of one pair, beside the ground as the clean board."""
    added, evidence = added_ink([after], clean_board(ground(), PX), PX)
    strips = sample_strips(evidence, GRID, a[None], b[None])
    bows = best_bows(wide_ridges(half_size(added), PX), GRID, a[None], b[None], 10.0)
    none = np.array([-1])
    pairs = Pairs(np.array([0]), np.array([1]), np.array([6.0]), np.array([0.5]), none)
    steps = steps_along(half_size(added), strips, GRID, a[None], b[None])
    shown = shown_along(evidence.clear, GRID, a[None], b[None])
    ink = max(ink_level(strips.on_path), 5.0)
    row = line_features(strips, bows, pairs, steps, shown, evidence, np.array([a, b]), 0.0, ink)[0]
    return dict(zip(NAMES, row.tolist(), strict=True))


A, B = np.array([-25.0, 12.0]), np.array([5.0, 28.0])


def test_a_drawn_line_stands_out_and_an_empty_place_does_not() -> None:
    there = features_of(drawn(ground(), np.array([A, B])), A, B)
    empty = features_of(ground(), A, B)
    assert there["low_ratio"] > 0.5 > 0.2 > empty["mean_ratio"]
    assert there["mean"] > 2 * empty["mean"]


@pytest.mark.parametrize("aside", [0.0, 1.0, 2.2])
def test_how_far_a_line_passes_beside_its_star(aside: float) -> None:
    on = (B - A) / np.hypot(*(B - A)) @ np.array([[0.0, 1.0], [-1.0, 0.0]])
    after = drawn(ground(), np.array([A, B + on * aside]))
    _, evidence = added_ink([after], clean_board(ground(), PX), PX)
    strips = sample_strips(evidence, GRID, A[None], B[None])
    assert beside_ends(strips, np.array([0])) == pytest.approx([aside], abs=0.35)


def test_a_line_stands_out_on_both_sides_and_the_edge_of_a_hand_on_one() -> None:
    line = features_of(drawn(ground(), np.array([A, B])), A, B)
    hand = ground()
    side = (B - A)[::-1] * (-1.0, 1.0)
    cv2.fillPoly(hand, [np.rint(GRID.to_pixels(np.array([A, B, B + side, A + side]))).astype(np.int32)], 180)
    edge = features_of(np.asarray(cv2.GaussianBlur(hand, (0, 0), 0.8), np.uint8), A, B)
    assert edge["mean"] > 0.5 * line["mean"], "the edge has ridges, too"
    assert line["stands_ratio"] > 0.5 > 0.1 > edge["stands_ratio"]
    assert edge["step"] > 3 * line["step"]


def test_the_path_follows_a_bowed_line() -> None:
    after = drawn(ground(), bow(A, B, 1.5))
    evidence = added_ink([after], clean_board(ground(), PX), PX)[1]
    strips = sample_strips(evidence, GRID, A[None], B[None], float(glance(evidence, GRID, A[None], B[None])[0]))
    off = (strips.path[0] - MIDDLE) * STEP_MM
    assert 1.0 < off[ALONG // 2] < 2.0
    assert abs(off[0]) < 1 > abs(off[-1])
    assert strips.on_path.min() > 3


def test_a_printed_line_is_no_ink_beside_the_clean_board() -> None:
    a, b = np.array([-30.0, 0.0]), np.array([0.0, 0.0])
    again = np.clip(ground() + np.random.default_rng(2).normal(0, 1, ground().shape), 0, 255).astype(np.uint8)
    printed = features_of(again, a, b)
    stroke = features_of(drawn(again, np.array([A, B])), A, B)
    assert math.expm1(printed["mean"]) < 0.15 * math.expm1(stroke["mean"])
    assert printed["axis"] < 0.1


def test_a_line_that_stops_halfway_has_a_weak_end() -> None:
    half = features_of(drawn(ground(), np.array([A, (A + B) / 2])), A, B)
    whole = features_of(drawn(ground(), np.array([A, B])), A, B)
    assert half["weaker_end"] < 0.3 < whole["weaker_end"]
    assert half["longest_gap_mm"] > 10


def test_ink_beyond_a_star_is_seen() -> None:
    beyond = features_of(drawn(ground(), np.array([A, B + (B - A) * 0.4])), A, B)
    assert beyond["past_more"] > 0.7 > beyond["past_less"]


def test_the_dimmer_light_of_another_photograph_changes_little() -> None:
    after = drawn(ground(), np.array([A, B]))
    dim = (after * 0.55 + 10).astype(np.uint8)
    bright, dark = features_of(after, A, B), features_of(dim, A, B)
    assert dark["mean_ratio"] == pytest.approx(bright["mean_ratio"], abs=0.15)


def test_a_light_ground_is_drawn_on_with_dark_pens() -> None:
    paper = np.clip(np.random.default_rng(2).normal(225, 3, (193, 193)), 0, 255).astype(np.uint8)
    evidence = added_ink([drawn(paper, np.array([A, B]), colour=30)], clean_board(paper, PX), PX)[1]
    assert sample_strips(evidence, GRID, A[None], B[None]).on_path.min() > 3


def test_without_a_clean_board_white_ink_is_told_from_coloured_print() -> None:
    colour = np.repeat(ground()[..., None], 3, axis=2)
    start, end = (np.rint(p).astype(int).tolist() for p in GRID.to_pixels(np.array([A, B])))
    cv2.line(colour, start, end, (40, 40, 230), 3)
    pair = A[None], B[None]
    red = sample_strips(added_ink([colour], None, PX)[1], GRID, *pair).on_path.mean()
    white = sample_strips(added_ink([drawn(colour, np.array([A, B]))], None, PX)[1], GRID, *pair).on_path.mean()
    assert white > 4 * max(red, 1.0)


@settings(max_examples=25, deadline=None)
@given(st.floats(0, 2 * math.pi), st.floats(10, 40))
def test_a_glance_never_misses_a_plain_line_wherever_it_runs(angle: float, length: float) -> None:
    middle = np.array([3.0, -4.0])
    step = length / 2 * np.array([math.cos(angle), math.sin(angle)])
    after = drawn(ground(), np.array([middle - step, middle + step]))
    evidence = added_ink([after], clean_board(ground(), PX), PX)[1]
    assert glance(evidence, GRID, (middle - step)[None], (middle + step)[None])[0] > 2.5


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_no_path_gains_more_than_the_best_path(seed: int) -> None:
    rng = np.random.default_rng(seed)
    ridge = rng.normal(0, 2, (3, ALONG, 2 * MIDDLE + 1)).astype(np.float32)
    found = best_paths(ridge, bend=0.0, stray=0.0)
    assert (np.abs(np.diff(found, axis=1)) <= 1).all()
    gained = np.take_along_axis(ridge, found[..., None], 2).sum((1, 2))
    other = np.clip(np.cumsum(rng.integers(-1, 2, (3, ALONG)), axis=1) + MIDDLE, 0, 2 * MIDDLE)
    assert (gained >= np.take_along_axis(ridge, other[..., None], 2).sum((1, 2)) - 1e-3).all()


def test_a_bow_finds_ink_too_faint_for_the_camera() -> None:
    rng = np.random.default_rng(3)
    clean = ground()
    faint = clean + 0.05 * (drawn(clean, bow(A, B, 0.6)).astype(float) - clean) + rng.normal(0, 3, clean.shape)
    added, _ = added_ink([np.clip(faint, 0, 255).astype(np.uint8)], clean_board(clean, PX), PX)
    above = np.array([0.0, -30.0])
    ends = np.array([A, A + above]), np.array([B, B + above])
    bows = best_bows(wide_ridges(half_size(added), PX), GRID, *ends, 6.0)
    assert bows.gain[0] > 2 * bows.gain[1]


def test_all_shares_of_a_bow_together_are_one() -> None:
    shapes, _, share, price = bow_shapes()
    assert share.sum(0) == pytest.approx(np.ones(len(shapes)), abs=1e-4)
    assert price[(shapes == 0).all(1)] == 0


def test_a_blurred_picture_is_compared_with_the_clean_board_as_blurred() -> None:
    clean = ground()
    moved = np.asarray(cv2.blur(clean, (7, 1)), np.uint8)
    added, _ = added_ink([moved], clean_board(clean, PX), PX)
    sharp = moved.astype(float) - clean
    inner = np.s_[8:-8, 8:-8]
    assert np.abs(added[inner]).mean() < 0.6 * np.abs(sharp[inner]).mean()


def test_a_hand_in_one_picture_of_a_burst_hides_no_line() -> None:
    after = drawn(ground(), np.array([A, B]))
    covered = after.copy()
    covered[60:190, 20:120] = 170
    board = clean_board(ground(), PX)
    alone, both = (added_ink(burst, board, PX)[1] for burst in ([covered], [covered, after]))
    seen = [sample_strips(evidence, GRID, A[None], B[None]).on_path.mean() for evidence in (alone, both)]
    assert seen[1] > 5 > 2 * seen[0]


def starry() -> Image:
    """A clean board with a printed star every eight millimetres."""
    picture = ground()
    for x in range(10, 190, 19):
        for y in range(10, 190, 19):
            cv2.circle(picture, (x, y), 4, 200, -1, cv2.LINE_AA)
    return picture


def test_a_place_is_clear_under_even_glare_and_not_where_nothing_of_the_print_shows() -> None:
    clean = starry()
    after = clean.copy()
    after[:, :90] = 255
    after[:, 110:] = np.minimum(after[:, 110:], 205) + 50
    _, evidence = added_ink([after], clean_board(clean, PX), PX)
    left, right = np.array([[-36.0, -10.0]]), np.array([[12.0, -10.0]])
    along = np.array([[18.0, 20.0]])
    assert shown_along(evidence.clear, GRID, left, left + along).mean() < 0.2
    assert shown_along(evidence.clear, GRID, right, right + along).mean() > 0.8
    _, fused = added_ink([after, clean], clean_board(clean, PX), PX)
    assert shown_along(fused.clear, GRID, left, left + along).mean() > 0.8, "another picture shows it"
    assert (shown_along(None, GRID, left, right) == 1.0).all()


def test_a_clean_board_that_is_kept_takes_less_than_five_planes_of_numbers() -> None:
    board = clean_board(ground(), PX)
    planes = [part for part in msgspec.structs.astuple(board) if isinstance(part, np.ndarray)]
    assert sum(part.nbytes for part in planes) < 5 * 4 * ground().size
