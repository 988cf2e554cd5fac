"""Tiles seen in a mirror are named as such, also where their mirror images look like other tiles."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engines.errors import NotPossible
from tests.vision.tiles.parsed import parse_tiles
from tests.vision.tiles.test_tiles import FIGURES, Image, drawn, layout
from vision.ink.rectangles.loose import find_quads
from vision.tiles import read
from vision.tiles.layout import TileSet
from vision.tiles.mirror import Sides
from vision.tiles.read import TilesReading, read_tiles
from vision.tiles.tuning import TUNING


def turned_over(name: str, moved: float = 0.0) -> dict[str, Any]:
    """The mirror image of a tile, its last star moved so far."""
    xy, lines = FIGURES[name]
    flipped = [[-x, y] for x, y in xy]
    flipped[-1][1] += moved
    return {"id": "other", "xy": flipped, "lines": lines, "type": "red"}


def with_other(moved: float) -> TileSet:
    return parse_tiles(layout(tiles=[*layout()["tiles"], turned_over("hook", moved)]))


def in_a_mirror(picture: Image) -> Image:
    return np.ascontiguousarray(picture[:, ::-1])


def sure(reading: TilesReading) -> list[str]:
    return [tile.tile for tile in reading.tiles if tile.p > TUNING.min_p]


def test_a_tile_in_a_mirror_is_not_taken_for_another_that_looks_like_it() -> None:
    tiles = with_other(0.7)
    assert sure(read_tiles(drawn("hook", 20), tiles)) == ["hook"]
    with pytest.raises(NotPossible, match="mirrored"):
        read_tiles(in_a_mirror(drawn("hook", 20)), tiles)


def test_a_tile_that_may_be_another_in_a_mirror_is_asked_about() -> None:
    reading = read_tiles(drawn("hook", 20), with_other(0.0))
    assert [tile.tile for tile in reading.tiles] == [tile.tile for tile in reading.doubtful] == ["hook"]


def test_another_tile_of_the_picture_tells_that_it_is_not_mirrored() -> None:
    both = np.concatenate([drawn("hook", 20), drawn("fork", 40)], 1)
    assert sure(read_tiles(both, with_other(0.0))) == ["hook", "fork"]


def test_three_tiles_plainly_as_they_are_are_proof_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FIGURES, "flag", ([[0, 0], [0, 4], [2, 3], [3, 1]], [[0, 1], [1, 2], [2, 3]]))
    looked: list[tuple[object, ...]] = []

    def in_no_mirror(*asked: object) -> bool:
        looked.append(asked)
        return False

    monkeypatch.setattr(read, "in_a_mirror", in_no_mirror)
    pictures = [drawn("hook", 20), drawn("fork", 40), drawn("flag", 70)]
    read_tiles(np.concatenate(pictures[:2], 1), parse_tiles(layout()))
    assert len(looked) == 1, "two are not"
    assert sure(read_tiles(np.concatenate(pictures, 1), parse_tiles(layout()))) == ["hook", "fork", "flag"]
    assert len(looked) == 1


def test_a_figure_that_is_its_own_mirror_image_is_read_without_a_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FIGURES, "even", ([[0, 0], [1, 2], [2, 0], [1, 4]], [[0, 1], [1, 2], [1, 3]]))
    assert sure(read_tiles(drawn("even", 20), parse_tiles(layout()))) == ["even"]


def test_where_more_tiles_are_seen_in_a_mirror_than_plainly_as_they_are_the_picture_is_mirrored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A part of a tile in a mirror may look plainly like another tile."""
    tiles = parse_tiles(layout())
    both = np.hstack([in_a_mirror(drawn("hook", 30)), in_a_mirror(drawn("hook", 120))])
    quads = find_quads(both, patient=True, rough=True)
    search = read._Search(both, tiles, np.zeros(len(tiles.figures)), None)
    search.look_everywhere(quads)
    monkeypatch.setattr(read, "sides_of", lambda told, tiles: Sides(1, frozenset()))
    with pytest.raises(NotPossible, match="mirrored"):
        read._right_way_round(search, quads)
    monkeypatch.setattr(read, "sides_of", lambda told, tiles: Sides(2, frozenset()))
    assert any(tile.p < TUNING.min_p for tile in read._right_way_round(search, quads))
