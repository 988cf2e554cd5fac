"""The layout of a star disc as arrays, ready for the camera.

Board millimetres count from the printed top left corner, disc millimetres from the disc centre
(they turn with the disc); x right, y down.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any, Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.errors import BadInput
from engines.layout import Markers, StarDiscLayout, parse_star_disc

Array = NDArray[np.float64]


class MarkerSet(msgspec.Struct, frozen=True, eq=False):
    """The fiducial markers of a board: `corners` is (k, 4, 2) board mm, clockwise from each top left as printed."""

    dictionary: str
    size: float
    ids: tuple[int, ...]
    corners: Array


class BoardLayout(Protocol):
    """What the layouts of all boards share: `size` (width, height) mm, and the markers in the corners."""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height, mm."""

    @property
    def markers(self) -> MarkerSet | None:
        """The fiducial markers, None where there are none."""


class DiscLayout(msgspec.Struct, frozen=True, eq=False, dict=True):
    """A star disc under its frame. `stars_xy` is (n, 2) disc mm, in the order of `ids`; `window` is (m, 2) board mm."""

    source: StarDiscLayout
    size: tuple[float, float]
    centre: Array
    radius: float
    depth: float
    window: Array
    step_deg: float
    ids: tuple[int, ...]
    types: tuple[str, ...]
    stars_xy: Array
    star_radii: Array
    three_point_xy: Array
    markers: MarkerSet | None

    @property
    def board_corners(self) -> Array:
        """(4, 2) mm: the board's corners clockwise from the printed top left."""
        width, height = self.size
        return np.array([[0, 0], [width, 0], [width, height], [0, height]], float)

    @cached_property
    def index(self) -> dict[int, int]:
        """Star id -> row of `stars_xy`."""
        return {star: row for row, star in enumerate(self.ids)}

    def rotation_of(self, round_number: int) -> float:
        """Degrees clockwise, 0 ≤ angle < 360, at which the disc stands in round 1, 2, …"""
        return (self.step_deg * (round_number - 1)) % 360

    @cached_property
    def rounds(self) -> int:
        """How many stops one whole turn of the disc has."""
        step = abs(self.step_deg)
        return max(1, round(360 / step)) if step > 0.5 else 1

    def round_at(self, rotation_deg: float, within: float = 12.0) -> int | None:
        """The round whose stop lies nearest to `rotation_deg`, or None when none lies `within` degrees."""
        gaps = [abs(_turn(rotation_deg - self.rotation_of(k))) for k in range(1, self.rounds + 1)]
        best = int(np.argmin(gaps))
        return best + 1 if gaps[best] <= within else None

    def to_board(self, disc_xy: Array, rotation_deg: float) -> Array:
        """(n, 2) disc mm -> (n, 2) board mm at this rotation."""
        return np.asarray(disc_xy @ rotation_matrix(rotation_deg).T + self.centre)

    def to_disc(self, board_xy: Array, rotation_deg: float) -> Array:
        """(n, 2) board mm -> (n, 2) disc mm at this rotation."""
        return np.asarray((board_xy - self.centre) @ rotation_matrix(rotation_deg))

    def window_in_disc(self, rotation_deg: float) -> Array:
        """(m, 2) disc mm: the window's outline as it lies over the disc at this rotation."""
        return self.to_disc(self.window, rotation_deg)


def _turn(degrees: float) -> float:
    return (degrees + 180) % 360 - 180


def rotation_matrix(degrees: float) -> Array:
    """2×2, turning (x right, y down) points clockwise by `degrees`."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return np.array([[c, -s], [s, c]])


def marker_set(marks: Markers, what: str) -> MarkerSet:
    """The markers of a layout as arrays. Raises BadInput, naming `what`, where an id is no number."""
    try:
        ids = tuple(sorted(int(key) for key in marks.at))
    except ValueError as error:
        raise BadInput(
            "layout.markers.ids",
            "{layout}: markers.at: marker ids are whole numbers, not {ids!r}",
            what,
            list(marks.at),
        ) from error
    if not ids:
        raise BadInput("layout.markers.none", "{layout}: markers.at: expected one marker at least", what)
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float) * marks.size
    corners = np.array([np.array(marks.at[str(key)], float) + square for key in ids])
    if not np.isfinite(corners).all():
        raise BadInput("layout.markers.not_finite", "{layout}: markers.at: every number must be finite", what)
    return MarkerSet(marks.dictionary, marks.size, ids, corners)


def markers_of(marks: Markers | None, what: str) -> MarkerSet | None:
    """The same, None where a layout has no markers."""
    return marker_set(marks, what) if marks is not None and marks.at else None


def from_source(source: StarDiscLayout) -> DiscLayout:
    """The arrays of an already checked layout."""
    stars = source.stars
    return DiscLayout(
        source=source,
        size=(source.board.width, source.board.height),
        centre=np.array(source.disc.centre, float),
        radius=source.disc.radius,
        depth=source.disc.depth,
        window=np.array(source.window.outline, float),
        step_deg=source.step_deg,
        ids=tuple(star.id for star in stars),
        types=tuple(star.type for star in stars),
        stars_xy=np.array([[star.x, star.y] for star in stars], float),
        star_radii=np.array([star.radius for star in stars], float),
        three_point_xy=np.array(source.three_point_stars or (), float).reshape(-1, 2),
        markers=markers_of(source.markers, "layout of a star disc"),
    )


def parse_layout(data: bytes | str | dict[str, Any]) -> DiscLayout:
    """A layout from JSON text or its decoded form; unknown keys are ignored. Raises BadInput with one line."""
    return from_source(parse_star_disc(data))
