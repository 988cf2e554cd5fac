"""Tiles are found where their outlines are small and rough, and by the ground around their strokes."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engines.errors import NotPossible
from tests.vision.tiles.parsed import parse_tiles
from tests.vision.tiles.test_tiles import FIGURES, layout
from vision.ink import opencv
from vision.ink.pose import project
from vision.ink.rectangles.grounds import find_grounds
from vision.ink.rectangles.loose import Outlines, find_quads
from vision.ink.rectangles.quad import seen_ratio
from vision.tiles.evidence import ink_of
from vision.tiles.figures import find_strokes
from vision.tiles.read import _Search, read_tiles

Array = NDArray[np.float64]
Image = NDArray[np.uint8]


def laid(frame: Image, tile: Image, middle: tuple[float, float], turn: float) -> tuple[Image, Array]:
    """The frame with this tile laid on it, and the tile's corners (4, 2) px."""
    height, width = tile.shape[:2]
    spin = cv2.getRotationMatrix2D((width / 2 - 0.5, height / 2 - 0.5), turn, 1.0)
    spin[:, 2] += np.array(middle) - [width / 2 - 0.5, height / 2 - 0.5]
    size = (frame.shape[1], frame.shape[0])
    face = cv2.warpAffine(tile, spin, size)
    cover = cv2.warpAffine(np.full((height, width), 255, np.uint8), spin, size)[..., None]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], float) - 0.5
    return np.where(cover > 127, face, frame).astype(np.uint8), corners @ spin[:, :2].T + spin[:, 2]


def plain(width: int, height: int) -> Image:
    """A tile with nothing on it."""
    return np.full((height, width, 3), (150, 170, 180), np.uint8)


def off(quads: Sequence[Array], corners: Array) -> float:
    """How far (px) the corners of the best of these quads lie from these, whichever way around they are told."""
    ways = [np.roll(way, k, 0) for quad in quads for way in (quad, quad[::-1]) for k in range(4)]
    return min((float(np.abs(way - corners).max()) for way in ways), default=99.0)


@pytest.mark.parametrize("turn", [17, *(pytest.param(turn, marks=pytest.mark.exhaustive) for turn in (45, 72))])
def test_a_small_tile_with_rough_edges_is_outlined(turn: float) -> None:
    rng = np.random.default_rng(3)
    frame, corners = laid(np.full((540, 960, 3), (70, 140, 60), np.uint8), plain(46, 58), (400.0, 260.0), turn)
    noisy = cv2.GaussianBlur(frame, (0, 0), 1.2) + rng.normal(0, 22, frame.shape)
    assert off(find_quads(np.clip(noisy, 0, 255).astype(np.uint8), patient=True, rough=True), corners) < 5


def test_coarsely_only_what_is_as_large_as_asked_is_looked_for() -> None:
    frame, small = laid(np.full((540, 960, 3), (70, 140, 60), np.uint8), plain(46, 58), (300.0, 260.0), 17)
    frame, large = laid(frame, plain(92, 116), (650.0, 260.0), 30)
    noisy = cv2.GaussianBlur(frame, (0, 0), 1.2) + np.random.default_rng(3).normal(0, 22, frame.shape)
    outlines = Outlines(np.clip(noisy, 0, 255).astype(np.uint8), rough=True)
    either, one = outlines.coarse([]), outlines.coarse([], (70.0, 150.0))
    assert max(off(either, small), off(either, large), off(one, large)) < 5 < off(one, small)


def test_no_outline_is_looked_at_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    frame, _ = laid(np.full((540, 960, 3), (70, 140, 60), np.uint8), plain(92, 116), (650.0, 260.0), 30)
    looked: list[Array] = []
    look = _Search._look

    def counted(search: _Search, quad: Array, cut: bool) -> None:
        looked.append(quad)
        look(search, quad, cut)

    monkeypatch.setattr(_Search, "_look", counted)
    with pytest.raises(NotPossible):
        read_tiles(frame, parse_tiles(layout()))
    assert looked, "something is like a tile"
    assert len({id(quad) for quad in looked}) == len(looked)


def test_what_a_small_outline_tells_of_its_slant_is_not_believed_beyond_its_exactness() -> None:
    size = (1280, 720)
    camera = opencv.usual_camera(size)
    corners = np.array([[700, 300], [778, 300], [778, 360], [700, 360]], float)
    rough = corners + 1.5 * np.array([[-1, 0.5], [1, -1], [-1, 1], [1, 1]])
    assert 1.3 / 1.33 < seen_ratio(rough, size) < 1.3 * 1.33
    tilt = cv2.Rodrigues(np.array([0.6, 0.2, 0.0]))[0]
    plane = camera @ np.stack([tilt[:, 0], tilt[:, 1], np.array([0.0, 0.0, 4.0])], 1)
    slanted = project(plane, np.array([[-0.65, -0.5], [0.65, -0.5], [0.65, 0.5], [-0.65, 0.5]]))
    assert seen_ratio(slanted, size) == pytest.approx(1.3, rel=0.03), "of a large one the slant is plain"


def frayed(name: str) -> tuple[Image, Array]:
    """A tile whose edges are frayed, and its corners."""
    tile = np.full((168, 140, 3), (170, 190, 200), np.uint8)
    xy, lines = FIGURES[name]
    points = ((np.array(xy) - np.ptp(xy, axis=0) / 2 - np.min(xy, axis=0)) * 22 + [70, 84]).astype(int)
    for a, b in lines:
        cv2.line(tile, points[a].tolist(), points[b].tolist(), (60, 50, 40), 3, cv2.LINE_AA)
    for point in points.tolist():
        cv2.circle(tile, point, 5, (60, 50, 40), -1, cv2.LINE_AA)
    table = (90, 110, 120)
    for k in range(0, 168, 24):
        for x in (0, 139):
            cv2.circle(tile, (x, k + 12), 8, table, -1)
    for k in range(0, 140, 24):
        for y in (0, 167):
            cv2.circle(tile, (k + 12, y), 8, table, -1)
    frame, corners = laid(np.full((540, 960, 3), table, np.uint8), tile, (480, 270), 28)
    noisy = cv2.GaussianBlur(frame, (0, 0), 1.5) + np.random.default_rng(2).normal(0, 12, frame.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8), corners


def test_the_ground_around_strokes_is_their_tile() -> None:
    frame, corners = frayed("arrow")
    assert off(find_quads(frame, patient=True, rough=True), corners) > 20, "no outline can be made out"
    assert off(find_grounds(frame, find_strokes(frame, 26)), corners) < 14


def test_a_tile_without_a_plain_outline_is_read() -> None:
    reading = read_tiles(frayed("fork")[0], parse_tiles(layout()))
    assert [tile.tile for tile in reading.tiles] == ["fork"]


def test_what_is_narrower_than_any_tile_has_no_ink() -> None:
    """A damaged layout may say that tiles are forty times as long as broad."""
    line = np.random.default_rng(1).integers(0, 255, (80, 2, 3), np.uint8)
    strokes, solid = ink_of(line)
    assert strokes.shape == solid.shape == (80, 2)
    assert not strokes.any()
    assert not solid.any()
