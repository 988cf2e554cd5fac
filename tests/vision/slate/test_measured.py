"""Slates of a made-up print, photographed by hand: where their lattice is, and what is printed on them."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from engines.errors import NotPossible
from engines.slates import SlateLayout
from hardware.simulated.look_at_the_stars.design import SlateDesign
from hardware.simulated.sensor import store
from tests.vision.slate.prints import random_slates, slate_photographs
from vision.ink import opencv
from vision.ink.pose import Image
from vision.slate.layout import slate_board
from vision.slate.measured import MeasuredSlate, found_picture, measure_slates

SHAPE = (10, 11)


def print_of(seed: int) -> list[SlateDesign]:
    return random_slates(np.random.default_rng([seed, 15]), f"print_{seed}", 3)


@cache
def photographs(seed: int) -> list[Image]:
    return [opencv.decode(store(picture, 92)) for picture in slate_photographs(print_of(seed), seed, "easy")]


@cache
def measured(seed: int) -> tuple[SlateLayout, list[MeasuredSlate]]:
    return measure_slates(photographs(seed), print_of(seed)[0].size, SHAPE, ["one", "two", "three"])


def test_three_photographs_tell_the_lattice_within_a_millimetre() -> None:
    found, true = measured(2)[0].lattice, print_of(2)[0].layout.lattice
    assert found is not None
    assert true is not None
    steps = np.array([[0, 0], [SHAPE[0] - 1, 1 - SHAPE[1]]])
    corners = [np.array(lattice.origin) + steps * lattice.pitch for lattice in (found, true)]
    assert np.abs(corners[0] - corners[1]).max() < 1.0


def test_what_is_wrong_about_a_slate_is_asked() -> None:
    asked = 0
    for slate, design in zip(measured(2)[1], print_of(2), strict=True):
        board = slate_board(design.layout, ())
        wrong = slate.kinds != board.kinds(design.sky)
        assert not (wrong & ~slate.unclear).any()
        lines = {tuple(sorted(board.rows_of(line))) for line in design.sky.printed_lines}
        assert lines ^ set(slate.lines) <= set(slate.unclear_lines)
        asked += int(slate.unclear.sum())
    assert asked < 15


def test_the_picture_of_a_slate_rings_what_is_asked() -> None:
    slate = measured(2)[1][0]
    plain, ringed = found_picture(slate, ()), found_picture(slate, ("C5", "E4-E5", "1 planets instead of 3"))
    assert plain != ringed
    assert ringed.startswith(b"\x89PNG")


def test_a_photograph_without_a_slate_is_refused_by_its_name() -> None:
    plain = np.full((720, 960, 3), 90, np.uint8)
    with pytest.raises(NotPossible, match="two: no slate"):
        measure_slates([photographs(2)[0], plain], print_of(2)[0].size, SHAPE, ["one", "two"])
