"""Slates of a made-up print, photographed by hand: where their lattice is, and what is printed on them."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any, cast

import cv2
import msgspec
import numpy as np
import pytest

from engines.errors import NotPossible
from engines.slates import SlateLayout
from hardware.simulated.look_at_the_stars.design import SlateDesign
from hardware.simulated.look_at_the_stars.face import print_slate
from hardware.simulated.sensor import store
from tests.vision.slate.prints import random_slates, slate_photographs
from vision.ink import opencv
from vision.ink.pose import Image, project
from vision.slate.layout import MISSING, PLANET, STAR, slate_board
from vision.slate.measured import (
    MeasuredSlate,
    _agreement,
    _as_outlined,
    _laid_in,
    _likeliest,
    _points,
    _segments,
    _stars_at,
    _steps,
    _without_bend,
    found_picture,
    measure_slates,
)
from vision.slate.tuning import MEASURED

SHAPE, PRINTED = (10, 11), (3, 2)


def print_of(seed: int) -> list[SlateDesign]:
    return random_slates(np.random.default_rng([seed, 15]), f"print_{seed}", 3)


@cache
def photographs(seed: int) -> list[Image]:
    return [opencv.decode(store(picture, 92)) for picture in slate_photographs(print_of(seed), seed, "easy")]


@cache
def measured(seed: int) -> tuple[SlateLayout, list[MeasuredSlate]]:
    return measure_slates(photographs(seed), print_of(seed)[0].size, SHAPE, PRINTED, ["one", "two", "three"])


@pytest.mark.exhaustive
def test_three_photographs_tell_the_lattice_within_three_tenths_of_a_millimetre() -> None:
    found, true = measured(2)[0].lattice, print_of(2)[0].layout.lattice
    assert found is not None
    assert true is not None
    steps = np.array([[0, 0], [SHAPE[0] - 1, 1 - SHAPE[1]]])
    corners = [np.array(lattice.origin) + steps * lattice.pitch for lattice in (found, true)]
    assert np.abs(corners[0] - corners[1]).max() < 0.3


def test_stars_that_glow_are_found_where_they_are_printed() -> None:
    design = random_slates(np.random.default_rng([61, 15]), "print_61", 1)[0]
    lattice, ppmm = design.layout.lattice, 8.0
    assert lattice is not None
    plane = np.array([[ppmm * lattice.pitch[0], 0, ppmm * lattice.origin[0] - 0.5],
                      [0, ppmm * lattice.pitch[1], ppmm * lattice.origin[1] - 0.5], [0, 0, 1]])  # fmt: skip
    points, seen = _stars_at(print_slate(design, ppmm).picture, plane, np.array(lattice.pitch), SHAPE, 1.2)
    beside = np.linalg.norm(seen - project(plane, _steps(SHAPE)[points]), axis=1) / ppmm
    assert len(points) > 80
    assert np.quantile(beside, 0.9) < 0.1


def test_what_is_wrong_about_a_slate_is_asked() -> None:
    asked = 0
    for slate, design in zip(measured(2)[1], print_of(2), strict=True):
        board = slate_board(design.layout, ())
        wrong = slate.kinds != board.kinds(design.sky)
        assert not (wrong & ~slate.unclear).any()
        lines = {tuple(sorted(board.rows_of(line))) for line in design.sky.printed_lines}
        assert lines ^ set(slate.lines) <= set(slate.unclear_lines)
        asked += int(slate.unclear.sum()) + len(slate.unclear_lines)
    assert asked < 6


@pytest.mark.exhaustive
def test_stars_that_a_lamp_hides_are_asked_about() -> None:
    high, wide = photographs(2)[0].shape[:2]
    lit = photographs(2)[0].copy()
    cv2.circle(lit, (wide // 2, high // 2), 110, (255, 255, 255), -1, cv2.LINE_AA)
    design, names = print_of(2)[0], ["lit", "two", "three"]
    slate = measure_slates([lit, *photographs(2)[1:]], design.size, SHAPE, PRINTED, names)[1][0]
    wrong = slate.kinds != slate_board(design.layout, ()).kinds(design.sky)
    assert wrong.any()
    assert not (wrong & ~slate.unclear).any()


def test_so_many_as_there_are_on_a_slate_are_chosen_and_what_might_take_their_place_is_asked_about() -> None:
    odds = np.array([6.0, -5.0, 1.0, 5.0, -2.5, -9.0])
    chosen, unclear = _likeliest(odds, 3, 4.0)
    assert np.flatnonzero(chosen).tolist() == [0, 2, 3]
    assert np.flatnonzero(unclear).tolist() == [2, 4]


def test_four_planets_are_asked_about_where_a_slate_has_three() -> None:
    chosen, unclear = _likeliest(np.array([5.0, 5.5, 6.0, 5.2, -6.0]), 3, 4.0)
    assert chosen.sum() == 3
    assert np.flatnonzero(unclear).tolist() == [0, 1, 2, 3]


def test_of_what_looks_like_nothing_of_the_kind_only_some_is_asked_about() -> None:
    chosen, unclear = _likeliest(np.array([5.0, 4.0, -2.5, *[-6.0] * 100]), 3, 4.0)
    assert np.flatnonzero(chosen).tolist() == [0, 1, 2]
    assert unclear[2]
    assert unclear.sum() == 7


def test_a_print_of_its_own_is_learnt_from_what_is_sure() -> None:
    chance = np.random.default_rng(4)
    star = np.arange(110) % 5 > 0
    print_of_its_own = np.where(star, 1.0, -1.0)[:, None] + chance.normal(0, 0.1, (110, 22))
    said = np.where(star, 4.5, -4.5)
    said[:12] *= 0.75
    kinds = np.stack([said, np.full(110, -6.0), -said], 1) / 2
    kinds[[20, 50, 90], PLANET] = 6.0
    found = cast(Any, SimpleNamespace(kinds=kinds, features=print_of_its_own.astype(np.float32)))
    unlearnt = np.abs(said) < MEASURED.clear
    points, unclear = _points([found], 3)
    assert unlearnt.sum() == 12
    assert not unclear.any()
    assert (points[0] == np.where(kinds[:, PLANET] > 0, PLANET, np.where(star, STAR, MISSING))).all()


def test_an_edge_a_little_beside_where_most_pictures_show_it_agrees_with_them() -> None:
    inner = np.array([[0.0, -10.0], [9.0, 0.0]])
    outline = inner + np.array([[-1.0, -1.4], [1.0, 3.8]])
    edges = [np.array([[at + 0.06, -12.0, 12.0] for at in outline[:, axis]]) for axis in (0, 1)]
    assert _agreement(edges, inner, outline) == pytest.approx(4.0)
    assert _agreement(edges, inner, outline + 1) == 0.0


def test_a_lattice_found_two_rows_off_is_put_where_the_others_lie() -> None:
    names, size = ["one", "two", "three"], print_of(2)[0].size
    segments = [_segments(image) for image in photographs(2)]
    laid = [_laid_in(*each, size, SHAPE) for each in zip(photographs(2), segments, names, strict=True)]
    straight, laid, lines = _without_bend(photographs(2), laid, segments, SHAPE)
    right, _ = _as_outlined(laid, straight, lines, SHAPE, names)
    two_rows = np.array([[1.0, 0, 0], [0, 1, 2], [0, 0, 1]])
    off = msgspec.structs.replace(right[1], plane=right[1].plane @ two_rows)
    moved, _ = _as_outlined([right[0], off, right[2]], straight, lines, SHAPE, names)
    assert moved[1].plane == pytest.approx(right[1].plane)


def test_the_picture_of_a_slate_rings_what_is_asked() -> None:
    slate = measured(2)[1][0]
    plain, ringed = found_picture(slate, ()), found_picture(slate, ("C5", "E4-E5", "1 planets instead of 3"))
    assert plain != ringed
    assert ringed.startswith(b"\x89PNG")


def test_a_photograph_without_a_slate_is_refused_by_its_name() -> None:
    plain = np.full((720, 960, 3), 90, np.uint8)
    with pytest.raises(NotPossible, match="two: no slate"):
        measure_slates([photographs(2)[0], plain], print_of(2)[0].size, SHAPE, PRINTED, ["one", "two"])
