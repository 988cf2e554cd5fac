"""A whole table in one picture: which board lies where, told apart by marker ids, or by place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import cv2
import msgspec
import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from engines.errors import BadInput, NotPossible
from engines.forms import decode_form
from vision.ink import opencv
from vision.ink.layout import MarkerSet
from vision.ink.markers import LOOKS, Marker, agreeing, anchors, boards_among, find_markers
from vision.ink.pose import Array, Image, project
from vision.ink.tuning import MARKERS

XY = tuple[float, float]
_MARGIN = 10.0
"""Millimetres around a board that are still shown to its reader."""
_EDGE = 4.0
"""Millimetres around a board that are painted over with it."""
_USUAL = 200.0
"""Millimetres of a board's side where its size is not known."""


class TableBoard(msgspec.Struct, frozen=True, kw_only=True):
    """One board on a table: its name, the layout it has (a path), its seat, and its `place` (px of the picture)."""

    name: str
    layout: str
    seat: int | None = None
    place: Annotated[tuple[XY, ...], Meta(min_length=4, max_length=4)] | None = None


class TableSource(msgspec.Struct, frozen=True, kw_only=True):
    """A layout of kind `table`; `fixed`: camera and boards stay where they are from picture to picture."""

    kind: Literal["table"]
    boards: Annotated[tuple[TableBoard, ...], Meta(min_length=1, max_length=40)]
    fixed: bool = False


class Marked(msgspec.Struct, frozen=True, eq=False):
    """A board as far as finding it goes: size (mm) and markers, or its place in the picture (4, 2) px."""

    size: tuple[float, float] | None
    markers: MarkerSet | None
    place: Array | None


class Spot(msgspec.Struct, frozen=True, eq=False):
    """Where a board lies: `corners` (4, 2) px, `plane` 3×3 mm -> px where it was found by its markers."""

    corners: Array
    plane: Array | None
    markers: tuple[int, ...] = ()


def parse_table(data: bytes | str | dict[str, Any]) -> TableSource:
    """A layout of kind `table` from JSON text or its decoded form. Raises BadInput with one line."""
    source = decode_form(data, TableSource, "layout of a table")
    names = [board.name for board in source.boards]
    if len(set(names)) != len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise BadInput("layout.table.name_twice", "layout of a table: two boards are called {name!r}", twice)
    return source


def check_distinct(boards: Mapping[str, Marked]) -> None:
    """Raise BadInput where a board can neither be told by markers nor by place, or two share a marker."""
    owner: dict[tuple[str, int], str] = {}
    for name, board in boards.items():
        if board.markers is None and board.place is None:
            raise BadInput(
                "layout.table.no_place",
                "layout of a table: {name!r} has neither markers nor a place by which to tell it",
                name,
            )
        if board.markers is None or board.place is not None:
            continue
        for number in board.markers.ids:
            other = owner.setdefault((board.markers.dictionary, number), name)
            if other != name:
                raise BadInput(
                    "layout.table.marker_twice",
                    "layout of a table: {one!r} and {other!r} both have the marker {marker}",
                    other,
                    name,
                    number,
                )


def find_boards(image: Image, boards: Mapping[str, Marked]) -> dict[str, Spot | NotPossible]:
    """Where each board lies in `image`, or why it was not found."""
    grey = opencv.grey(image)
    found: dict[str, Spot | NotPossible] = {}
    marked = {name: board.markers for name, board in boards.items() if board.markers is not None}
    for dictionary in sorted({markers.dictionary for markers in marked.values()}):
        here = {name: markers for name, markers in marked.items() if markers.dictionary == dictionary}
        found |= _by_markers(grey, here, boards)
    for name, board in boards.items():
        if board.markers is None and board.place is not None:
            found[name] = Spot(board.place, None)
    return {name: found[name] for name in boards}


def _by_markers(
    grey: Image, marked: Mapping[str, MarkerSet], boards: Mapping[str, Marked]
) -> dict[str, Spot | NotPossible]:
    found: dict[str, Spot | NotPossible] = {}
    for zoom, constant in LOOKS:
        missing = [name for name in marked if not isinstance(found.get(name), Spot)]
        if not missing or (zoom > 1 and max(grey.shape) > MARKERS.max_zoomed_px):
            break
        every = find_markers(grey, _union([marked[name] for name in missing]), zoom=zoom, constant=constant)
        for name in missing:
            found[name] = _spot(every, missing, name, marked, boards[name])
    return found


def find_alike(image: Image, size: tuple[float, float], markers: MarkerSet, most: int) -> list[Spot]:
    """Up to `most` boards of that size (mm) with the same markers, whose they may be; left to right, row by row."""
    grey, found = opencv.grey(image), list[Spot]()
    for zoom, constant in LOOKS:
        every = find_markers(grey, markers, zoom=zoom, constant=constant)
        spots = [_alike_spot(group, size, markers) for group in boards_among(every, markers)]
        found = max(found, [spot for spot in spots if spot is not None][:most], key=len)
        if len(found) == most:
            break
    return in_rows(found)


def _alike_spot(group: list[Marker], size: tuple[float, float], markers: MarkerSet) -> Spot | None:
    mm, px = anchors(group, markers)
    plane = opencv.homography(mm, px)
    if plane is None:
        return None
    width, height = size
    corners = project(plane, np.array([[0, 0], [width, 0], [width, height], [0, height]], float))
    return Spot(corners, plane, tuple(sorted(markers.ids[one.row] for one in group)))


def in_rows(spots: Sequence[Spot]) -> list[Spot]:
    """As one reads: boards whose middles lie within half a board's height of each other are in one row."""
    rows: list[list[Spot]] = []
    for spot in sorted(spots, key=lambda spot: float(spot.corners[:, 1].mean())):
        height = float(np.ptp(spot.corners[:, 1]))
        if rows and spot.corners[:, 1].mean() - rows[-1][0].corners[:, 1].mean() < height / 2:
            rows[-1].append(spot)
        else:
            rows.append([spot])
    return [spot for row in rows for spot in sorted(row, key=lambda spot: float(spot.corners[:, 0].mean()))]


def _union(sets: Sequence[MarkerSet]) -> MarkerSet:
    ids = tuple(sorted({number for one in sets for number in one.ids}))
    return MarkerSet(sets[0].dictionary, 0.0, ids, np.zeros((len(ids), 4, 2)))


def _spot(
    every: Sequence[Marker], names: Sequence[str], name: str, marked: Mapping[str, MarkerSet], board: Marked
) -> Spot | NotPossible:
    """The board called `name` among all the markers seen; rows of `every` count in the union of `names`' ids."""
    ids, own = _union([marked[other] for other in names]).ids, marked[name]
    mine = [Marker(own.ids.index(ids[one.row]), one.corners) for one in every if ids[one.row] in own.ids]
    if board.place is not None:
        place = _polygon(board.place)
        mine = [one for one in mine if cv2.pointPolygonTest(place, _middle(one), True) > -MARKERS.beside_place_px]
    wanted = ", ".join(map(str, own.ids))
    try:
        group = agreeing(mine, own)
    except NotPossible as error:
        return error
    if len(group) < min(2, len(own.ids)):
        return NotPossible("table.no_board", "no board with the markers {markers} in the picture", wanted)
    mm, px = anchors(group, own)
    plane = opencv.homography(mm, px)
    if plane is None or board.size is None:
        return NotPossible("table.markers_elsewhere", "the markers {markers} do not lie as on the board", wanted)
    width, height = board.size
    corners = project(plane, np.array([[0, 0], [width, 0], [width, height], [0, height]], float))
    return Spot(corners, plane, tuple(sorted(own.ids[one.row] for one in group)))


def _polygon(corners: Array) -> NDArray[np.float32]:
    return np.asarray(corners, np.float32).reshape(-1, 1, 2)


def _middle(marker: Marker) -> tuple[float, float]:
    x, y = marker.corners.mean(0).tolist()
    return x, y


def without(image: Image, spot: Spot) -> Image:
    """`image` with this board painted over in the colour of what lies around it, of the same size."""
    mask = _mask(image, spot, _EDGE)
    shown = image.copy()
    if not mask.all():
        shown[mask > 0] = np.round(np.median(image[mask == 0], axis=0))
    return shown


def alone(image: Image, spot: Spot) -> Image:
    """`image` with everything but this board and a little around it painted over, of the same size."""
    mask = _mask(image, spot, _MARGIN)
    ground = np.median(image[mask > 0], axis=0) if (mask > 0).any() else np.full(3, 128.0)
    shown = np.empty_like(image)
    shown[:] = np.round(ground)
    shown[mask > 0] = image[mask > 0]
    return shown


def _mask(image: Image, spot: Spot, margin: float) -> Image:
    """Where the board lies and `margin` mm around it (where millimetres are unknown, a share of its side)."""
    corners = spot.corners
    middle = corners.mean(0)
    side = float(np.sqrt(max(cv2.contourArea(corners.astype(np.float32)), 1.0)))
    room = side * margin / _USUAL
    if spot.plane is not None:
        mm = float(np.hypot(*(project(spot.plane, np.array([[0.0, 0.0], [10.0, 0.0]]))[1] - corners[0]))) / 10
        room = margin * mm
    away = corners - middle
    grown = middle + away * (1 + room / np.maximum(np.hypot(*away.T), 1.0))[:, None]
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.rint(grown).astype(np.int32), 255)
    return mask
