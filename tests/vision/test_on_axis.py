"""A line drawn along the printed axis is white on white: where the tile asks for it, it is never passed over."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.studio.discs import Studio
from tools.studio.orders import Entry, Order
from vision.disc.evidence import Blank, prepare_blank
from vision.disc.read import Reading, read_disc
from vision.ink import opencv
from vision.ink.layout import DiscLayout, parse_layout

ORDER = Order(boards=135, seed=9301, levels=("medium",), designs=6, tables=True)
BOARD = 134
ON_AXIS = (54, 64)


class Scene:
    """A board of six lines, of which one runs along the axis, and its clean photograph."""

    def __init__(self, folder: Path) -> None:
        self.entry: Entry = Studio(folder, ORDER, BOARD % ORDER.designs).board("medium", BOARD)
        query = self.entry.query
        self.layout: DiscLayout = parse_layout((folder / query["layout"]).read_bytes())
        self.image, blank = (opencv.load(str(folder / query[what])) for what in ("image", "blank"))
        self.blank: Blank = prepare_blank(blank, self.layout)

    def read(self, *, tile: bool) -> Reading:
        query = self.entry.query
        expect = query["expect"] if tile else None
        return read_disc(self.image, self.layout, blank=self.blank, known=query["known"], expect=expect)

    @property
    def drawn(self) -> set[tuple[int, int]]:
        return {(line["a"], line["b"]) for line in self.entry.truth["lines"] if line["new"]}


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    return Scene(tmp_path_factory.mktemp("axis"))


def test_the_tiles_line_on_the_axis_is_asked_about(scene: Scene) -> None:
    assert ON_AXIS in scene.drawn
    reading = scene.read(tile=True)
    read, asked = ({(line.a, line.b) for line in lines} for lines in (reading.lines, reading.doubtful))
    assert scene.drawn - read == {ON_AXIS}
    assert asked == {ON_AXIS}


def test_nobody_is_asked_about_the_axis_where_no_tile_says_so(scene: Scene) -> None:
    asked = {(line.a, line.b) for line in scene.read(tile=False).doubtful}
    assert ON_AXIS not in asked


def test_a_recorded_line_on_the_axis_is_not_taken_for_wiped(scene: Scene) -> None:
    known = [*scene.entry.query["known"], *scene.drawn]
    reading = read_disc(scene.image, scene.layout, blank=scene.blank, known=known)
    assert ON_AXIS in {(line.a, line.b) for line in reading.lines}
    assert ON_AXIS not in {(line.a, line.b) for line in reading.doubtful}
