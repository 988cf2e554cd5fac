"""Where tiles were found, more are looked for only where they may be: on their ground, about as large."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.tiles.parsed import parse_tiles
from tests.vision.tiles.test_tiles import drawn, layout
from vision.ink.pose import Array
from vision.tiles import read
from vision.tiles.figures import Grounds

Image = NDArray[np.uint8]
TABLE, GROUND = (60, 90, 150), (190, 170, 120)
LAB = np.array([176.0, 120.0, 107.0])
"""The ground's colour, L*a*b* of 8 bits."""
SIDE = 120.0


def square(x: float, y: float, side: float) -> Array:
    return np.array([x, y]) + side / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float)


FOUND = square(300, 300, SIDE)


def table(*tiles: Array) -> Image:
    """A brown table on which light blue tiles lie."""
    frame = np.full((720, 1280, 3), TABLE, np.uint8)
    for quad in tiles:
        (left, top), (right, bottom) = quad[0].astype(int), quad[2].astype(int)
        frame[top:bottom, left:right] = GROUND
    return frame


def test_nothing_else_has_the_ground_of_the_tile_found() -> None:
    assert not Grounds(table(FOUND), [FOUND], [LAB], SIDE).any


def test_strokes_on_the_ground_of_the_tile_found_may_be_another_tile_s() -> None:
    grounds = Grounds(table(FOUND, square(800, 400, SIDE)), [FOUND], [LAB], SIDE)
    assert grounds.any
    assert grounds.may_hold(square(800, 400, 95))
    assert not grounds.may_hold(square(800, 620, 95)), "the table is of another colour"
    assert not grounds.may_hold(square(300, 300, 95)), "there the tile lies that was found"


@pytest.mark.parametrize("side", [40, 190])
def test_strokes_of_plainly_another_size_are_no_tile_s(side: float) -> None:
    grounds = Grounds(table(FOUND, square(800, 400, SIDE)), [FOUND], [LAB], SIDE)
    assert not grounds.may_hold(square(800, 400, side))


def test_a_grey_picture_leaves_everything_open() -> None:
    """Its table has no other colour than its tiles."""
    grey = np.full((720, 1280, 3), 90, np.uint8)
    assert Grounds(grey, [FOUND], [np.array([200.0, 128.0, 128.0])], SIDE).may_hold(square(800, 400, 95))


def test_a_tile_alone_in_its_colour_is_read_without_a_search_for_its_like(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    frame = drawn("hook", 20)
    frame[(frame == frame[0, 0]).all(2)] = TABLE
    for finder in ("find_alike", "find_sized"):
        monkeypatch.setattr(read, finder, lambda *_, finder=finder: pytest.fail(finder))
    assert [tile.tile for tile in read.read_tiles(frame, parse_tiles(layout())).tiles] == ["hook"]
