"""The corner markers of boards are no tiles, however much like a figure their strokes are."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.tiles.parsed import parse_tiles
from tests.vision.tiles.test_tiles import Image, drawn, layout
from vision.ink.markers import plain_markers
from vision.tiles.marks import Marks, find_marks, off_marks
from vision.tiles.read import read_tiles

LIKE_A_FIGURE = 17
TOP_LEFT, SIDE = np.array([580, 150]), 180


def beside_a_marker() -> Image:
    """A 480×900 picture of the tile "kite" beside a marker on white paper."""
    picture = np.full((480, 900, 3), 130, np.uint8)
    picture[:, :480] = drawn("kite", 20)
    picture[130:350, 560:780] = 235
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    picture[150:330, 580:760] = cv2.aruco.generateImageMarker(dictionary, LIKE_A_FIGURE, SIDE)[:, :, None]
    return picture


def flawed(number: int) -> Image:
    """A 480×450 picture of a marker of which one cell has the wrong colour."""
    picture = np.full((480, 450, 3), 235, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    marker = cv2.aruco.generateImageMarker(dictionary, number, 6)
    marker[2, 3] = 255 - marker[2, 3]
    picture[150:330, 130:310] = marker.repeat(30, 0).repeat(30, 1)[:, :, None]
    return picture


def test_a_single_marker_with_a_flaw_may_be_a_tile_and_several_are_a_boards() -> None:
    assert find_marks(flawed(7)).quads == []
    assert len(find_marks(np.concatenate([flawed(7), flawed(11)], axis=1)).quads) == 2


def test_what_has_a_flaw_and_is_of_another_size_than_the_markers_beside_it_may_be_a_tile() -> None:
    small = np.full((480, 300, 3), 235, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, top in ((1, 60), (2, 300)):
        small[top : top + 72, 100:172] = cv2.aruco.generateImageMarker(dictionary, number, 72)[:, :, None]
    found = find_marks(np.concatenate([flawed(7), small], axis=1)).quads
    assert [round(mark.mean(0)[0]) for mark in found] == [586, 586]


def test_strokes_that_are_like_a_marker_but_have_no_white_rim_are_none() -> None:
    strokes = flawed(7)
    paper = strokes.copy()
    paper[150:330, 130:310] = 0
    strokes[paper > 0] = 0
    cv2.rectangle(strokes, (126, 146), (314, 334), (235, 235, 235), 4)
    assert len(plain_markers(strokes[..., 0], "DICT_4X4_50", corrected=1.0)) == 1
    assert len(find_marks(np.concatenate([flawed(11), flawed(12), strokes], axis=1)).quads) == 2


def cells() -> tuple[list[list[float]], list[list[int]]]:
    """Stars on the white cells of the marker, and lines between those that touch."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    white = cv2.aruco.generateImageMarker(dictionary, LIKE_A_FIGURE, 6)[1:5, 1:5] > 0
    at = np.argwhere(white)[:, ::-1]
    apart = np.abs(at[:, None] - at).sum(2)
    return at.astype(float).tolist(), np.argwhere(np.triu(apart == 1)).tolist()


def test_a_marker_is_no_tile_even_where_a_figure_looks_like_it() -> None:
    xy, lines = cells()
    tiles = [*layout()["tiles"], {"id": "cells", "xy": xy, "lines": lines, "type": "red"}]
    reading = read_tiles(beside_a_marker(), parse_tiles(layout(size=[50, 50], tiles=tiles)))
    assert [tile.tile for tile in reading.tiles] == ["kite"]
    assert reading.doubtful == ()


def test_outlines_on_a_marker_are_left_out_and_those_beside_it_are_not() -> None:
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float)
    ((mark,), board_seen) = find_marks(beside_a_marker())
    assert np.abs(mark.mean(0) - TOP_LEFT - SIDE / 2).max() < 3
    margin = TOP_LEFT - 20 + (SIDE + 40) * square
    corner = TOP_LEFT - [60, 0] + [100, 180] * square
    beside = TOP_LEFT - [SIDE + 5, 0] + SIDE * square
    board = TOP_LEFT + [-800, 0] + 1000 * square
    left = off_marks([margin, corner, beside, board], Marks([mark], board_seen))
    assert len(left) == 2
    assert left[0] is beside
    assert left[1] is board
    assert len(off_marks([margin], Marks([], None))) == 1


def board(numbers: tuple[int, ...], turned: int = 0) -> Image:
    """A 600×600 picture of a board with these markers in its corners, clockwise from the top left, the last one of them
    turned by so many quarters."""
    picture = np.full((600, 600, 3), 235, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, (x, y) in zip(numbers, ((40, 40), (488, 40), (488, 488), (40, 488)), strict=False):
        marker = cv2.aruco.generateImageMarker(dictionary, number, 72)
        picture[y : y + 72, x : x + 72] = np.rot90(marker, turned if number == numbers[-1] else 0)[:, :, None]
    return picture


@pytest.mark.parametrize(
    ("numbers", "turned", "known"),
    [
        ((0, 1, 2, 3), 0, True),
        ((0, 1, 2), 0, True),
        ((0, 1), 0, False),
        ((0, 1, 2, 2), 0, False),
        ((0, 1, 2), 1, False),
    ],
)
def test_on_a_board_of_which_three_markers_are_seen_no_tile_lies(
    numbers: tuple[int, ...], turned: int, known: bool
) -> None:
    """Its own stars may look like a figure. Where a number is seen twice, or one is turned, boards may be several."""
    marks = find_marks(board(numbers, turned))
    assert len(marks.quads) == len(numbers)
    inside, outside = (np.array([[x, 250.0], [x + 60, 250], [x + 60, 310], [x, 310]]) for x in (330.0, 560.0))
    assert len(off_marks([inside, outside], marks)) == (1 if known else 2)
