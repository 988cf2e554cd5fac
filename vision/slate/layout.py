"""The layout of a slate as arrays, ready for the camera."""

from __future__ import annotations

from functools import cached_property, lru_cache

import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.slates import SlateLayout, SlateSky, point_name, point_place, skies_of
from vision.ink.layout import MarkerSet, markers_of
from vision.ink.pose import Array

STAR, PLANET, MISSING = 0, 1, 2


class SlateBoard(msgspec.Struct, frozen=True, eq=False, dict=True):
    """A slate: `size` (width, height) mm, its lattice of `columns` × `rows`, and the `skies` it may show (one, mostly).

    `rivals`: other slates of the pack with that lattice, one of which may lie there instead.
    Points are rows of `points_xy`: row·columns + column.
    """

    source: SlateLayout
    skies: tuple[SlateSky, ...]
    rivals: tuple[SlateSky, ...]
    size: tuple[float, float]
    columns: int
    rows: int
    origin: Array
    pitch: Array
    markers: MarkerSet | None

    @property
    def board_corners(self) -> Array:
        """(4, 2) mm: the board's corners clockwise from the printed top left."""
        width, height = self.size
        return np.array([[0, 0], [width, 0], [width, height], [0, height]], float)

    @cached_property
    def points_xy(self) -> Array:
        """(points, 2) board mm."""
        row, column = np.divmod(np.arange(self.columns * self.rows), self.columns)
        return np.asarray(self.origin + np.stack([column * self.pitch[0], -row * self.pitch[1]], 1))

    @cached_property
    def centre(self) -> Array:
        """(2,) board mm: the middle of the lattice."""
        return np.asarray(self.points_xy.mean(0))

    @cached_property
    def radius(self) -> float:
        """Half the lattice's diagonal, mm."""
        return float(np.linalg.norm(self.points_xy[-1] - self.points_xy[0]) / 2)

    def name(self, point: int) -> str:
        """`A0`, `C10`, …"""
        return point_name(point % self.columns, point // self.columns)

    def point(self, name: str) -> int | None:
        """The row of a named point, None where this lattice has no such point."""
        place = point_place(name)
        if place is None or place[0] >= self.columns or place[1] >= self.rows:
            return None
        return place[1] * self.columns + place[0]

    def rows_of(self, names: tuple[str, ...]) -> list[int]:
        """The rows of points that the lattice has."""
        return [point for name in names if (point := self.point(name)) is not None]

    def kinds(self, sky: SlateSky) -> NDArray[np.intp]:
        """(points,) STAR, PLANET or MISSING; not to be written to."""
        return _kinds(self, sky)


@lru_cache(maxsize=64)
def _kinds(board: SlateBoard, sky: SlateSky) -> NDArray[np.intp]:
    kinds = np.full(board.columns * board.rows, MISSING)
    kinds[board.rows_of(sky.stars)] = STAR
    kinds[board.rows_of(sky.planets)] = PLANET
    kinds.flags.writeable = False
    return kinds


def slate_board(source: SlateLayout, pack: tuple[SlateSky, ...]) -> SlateBoard:
    """The arrays of an already checked layout; `pack`: the slates that there are."""
    assert source.board is not None
    assert source.lattice is not None
    skies = skies_of(source, pack)
    return SlateBoard(
        source=source,
        skies=skies,
        rivals=_rivals(skies, pack),
        size=(source.board.width, source.board.height),
        columns=skies[0].columns,
        rows=skies[0].rows,
        origin=np.array(source.lattice.origin, float),
        pitch=np.array(source.lattice.pitch, float),
        markers=markers_of(source.markers, "layout of a slate"),
    )


def _rivals(skies: tuple[SlateSky, ...], pack: tuple[SlateSky, ...]) -> tuple[SlateSky, ...]:
    """The other slates of the pack, where the layout names one of them."""
    named = {sky.number for sky in skies}
    return () if None in named else tuple(sky for sky in pack if sky.number not in named)
