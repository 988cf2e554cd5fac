"""A line drawn along the printed axis is white on white: where the tile asks for it, it is never passed over."""

from __future__ import annotations

import pytest

from tests.vision.drawn_board import DrawnBoard
from tools.studio.orders import Order
from vision.disc.read import read_disc

ORDER = Order(boards=135, seed=9301, levels=("medium",), designs=6, tables=True)
"""Its last board has six lines, of which one runs along the axis."""
ON_AXIS = (54, 64)


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> DrawnBoard:
    return DrawnBoard(tmp_path_factory.mktemp("axis"), ORDER, "medium", 134)


def test_the_tiles_line_on_the_axis_is_asked_about(scene: DrawnBoard) -> None:
    assert ON_AXIS in scene.drawn
    reading = scene.read(tile=True)
    read, asked = ({(line.a, line.b) for line in lines} for lines in (reading.lines, reading.doubtful))
    assert scene.drawn - read == {ON_AXIS}
    assert asked == {ON_AXIS}


def test_nobody_is_asked_about_the_axis_where_no_tile_says_so(scene: DrawnBoard) -> None:
    asked = {(line.a, line.b) for line in scene.read(tile=False).doubtful}
    assert ON_AXIS not in asked


def test_a_recorded_line_on_the_axis_is_not_taken_for_wiped(scene: DrawnBoard) -> None:
    known = [*scene.entry.query["known"], *scene.drawn]
    reading = read_disc(scene.image, scene.layout, blank=scene.blank, known=known)
    assert ON_AXIS in {(line.a, line.b) for line in reading.lines}
    assert ON_AXIS not in {(line.a, line.b) for line in reading.doubtful}
