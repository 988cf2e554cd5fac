"""Tiles of which neither corners nor ground can be told from the table are found by the size of another."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.tiles.parsed import parse_tiles
from tests.vision.tiles.test_outlines import Array, Image, laid, off
from tests.vision.tiles.test_tiles import FIGURES, layout
from vision.ink.rectangles.grounds import find_alike
from vision.ink.rectangles.loose import find_quads
from vision.tiles.read import read_tiles
from vision.tiles.sized import drawn_closer, find_sized

WIDTH, HEIGHT = 110, 132


def tile(name: str, seed: int) -> Image:
    """A clouded tile of the colours of the table."""
    clouds = cv2.GaussianBlur(np.random.default_rng(seed).normal(0, 1, (HEIGHT, WIDTH)), (0, 0), 7)
    face = np.clip(165 + 22 * clouds / clouds.std(), 0, 255)[..., None] * np.array([0.92, 0.98, 1.0])
    face = np.asarray(face, np.uint8)
    xy, lines = FIGURES[name]
    points = ((np.array(xy) - np.ptp(xy, axis=0) / 2 - np.min(xy, axis=0)) * 15 + [WIDTH / 2, HEIGHT / 2]).astype(int)
    for a, b in lines:
        cv2.line(face, points[a].tolist(), points[b].tolist(), (105, 110, 120), 1, cv2.LINE_AA)
    for point in points.tolist():
        cv2.circle(face, point, 3, (105, 110, 120), -1, cv2.LINE_AA)
    return np.asarray(cv2.rectangle(face, (0, 0), (WIDTH - 1, HEIGHT - 1), (80, 80, 80), 4), np.uint8)


def streaked() -> tuple[Image, Array, Array]:
    """A tile on a dark mat, one on streaks of its own colours that touches other things, and the corners of both."""
    rng = np.random.default_rng(5)
    streaks = cv2.GaussianBlur(rng.normal(0, 1, (540, 960)), (0, 0), sigmaX=30, sigmaY=2)
    table = np.clip(165 + 25 * streaks / streaks.std(), 0, 255)[..., None] * np.array([0.92, 0.98, 1.0])
    frame = np.asarray(table, np.uint8)
    frame[100:440, 60:380] = (40, 60, 30)
    frame, known = laid(frame, tile("hook", 1), (220.0, 270.0), 12.0)
    frame, other = laid(frame, tile("fork", 2), (680.0, 280.0), 50.0)
    for corner in other[[0, 2]]:
        cv2.circle(frame, np.rint(corner).astype(int).tolist(), 22, (40, 40, 45), -1)
    noisy = cv2.GaussianBlur(frame, (0, 0), 1.2) + rng.normal(0, 6, frame.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8), known, other


def test_a_tile_is_found_by_the_size_of_another_where_nothing_else_shows_it() -> None:
    frame, known, other = streaked()
    assert off(find_quads(frame, patient=True, rough=True), other) > 20, "no outline can be made out"
    assert off(find_alike(frame, [known]), other) > 20, "nor is its ground another than the table's"
    found = find_sized(frame, [known], WIDTH / HEIGHT, 4)
    assert off(found, other) < 10
    assert off(found, known) > 20, "what is known is not looked for"


def test_such_a_tile_is_read() -> None:
    reading = read_tiles(streaked()[0], parse_tiles(layout(size=[WIDTH, HEIGHT])))
    assert {"fork", "hook"} <= {one.tile for one in reading.tiles}
    beside = [one for one in reading.tiles if one.tile not in ("fork", "hook")]
    assert all(one in reading.doubtful for one in beside), "OpenCV 4.14 sees something in the streaks, too"


def test_what_has_another_ground_is_none() -> None:
    frame, known, other = streaked()
    cv2.fillPoly(frame, [np.rint(other).astype(np.int32)], (60, 140, 60))
    assert off(find_sized(frame, [known], WIDTH / HEIGHT, 4), other) > 20


@pytest.mark.parametrize("moved", [(9, -7), (-8, 6)])
def test_sides_are_drawn_where_their_edges_are(moved: tuple[int, int]) -> None:
    frame, known, _ = streaked()
    assert off([drawn_closer(frame, known + np.array(moved))], known) < 5
