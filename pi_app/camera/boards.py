"""All boards of a table in one picture: where each lies, whose it is, what is drawn on it. Runs in the child process.

A board that looks as it did when it was read is neither looked for nor read again. Boards of one game look alike.
Whose one is tells its print where the kind can say so (a slate has a number), else the place where it lay last; where
neither is known they are taken in the order in which one reads, and are not `seated`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec
import numpy as np

from engines.errors import Finding, NotPossible, finding
from hardware.camera import Image
from pi_app.camera.kind import CameraKind, Memory
from pi_app.camera.kinds import kind_of
from pi_app.camera.query import Query
from pi_app.camera.reading import read
from pi_app.camera.watch import Small, Watch

GLANCE: Final = (160, 90)
"""Pixels of the picture in which a movement is looked for."""
Share: TypeAlias = tuple[float, float]
"""A place in a picture, in shares of its width and height."""
FAR: Final = 0.2
"""A board that lies farther from its place, in shares of the picture, is not the one that lay there."""
ROOM: Final = 1.15
"""How much of the picture around a board its reader sees."""


class Glance(msgspec.Struct, frozen=True, eq=False):
    """A picture, taken at that time, in which only movements are looked for, and what was seen before it."""

    picture: Image
    watch: Watch
    at: float


class TableQuery(msgspec.Struct, frozen=True, eq=False):
    """One picture, and the query of each board on the table, a seat each; those of `wanted` seats are read.

    `places`: where the middle of each board lay last, by seat; those of other seats are not known. `before`: a picture
    shortly before, under the same light.
    """

    picture: Image
    queries: tuple[Query, ...]
    wanted: tuple[int, ...]
    places: dict[int, Share] = {}
    before: Image | None = None


class BoardRead(msgspec.Struct, frozen=True, eq=False):
    """One board: its seat, the middle of it (None where it is not found), and its reading or why there is none.

    `flat`: where the photograph lies that the screens show of it, if it could be written.
    """

    seat: int
    at: Share | None
    reading: Any = None
    failure: Finding | None = None
    flat: Path | None = None


class TableRead(msgspec.Struct, frozen=True, eq=False):
    """The boards of one picture, in the order of their queries; `seated`: it is known whose each is."""

    boards: tuple[BoardRead, ...]
    seated: bool


class KeptBoard(msgspec.Struct, frozen=True, eq=False):
    """A board as it was read: its `Spot`, the part of the picture that it took, what was asked, and what was found."""

    spot: Any
    picture: Image
    query: Query
    found: BoardRead


def glance(asked: Glance) -> Watch:
    """How far the watch is after that picture."""
    from pi_app.camera.glances import seen

    return seen(asked.watch, small(asked.picture), asked.at)


def small(picture: Image) -> Small:
    """A picture as it is looked at for movements."""
    from vision.ink import opencv

    return opencv.small(picture, GLANCE)


def stirred(asked: TableQuery) -> bool:
    """Whether something has moved since the picture before."""
    from pi_app.camera.glances import moved

    return asked.before is not None and moved(small(asked.before), small(asked.picture))


def read_table(asked: TableQuery, memory: Memory) -> TableRead:
    """Find the boards, seat them, and read them. Raises BadInput for a layout or record that cannot be."""
    kind = kind_of(asked.queries[0].kind)
    seats = [query.seat for query in asked.queries]
    memory.boards = [
        one
        for one in memory.boards
        if one.query.kind == kind.name and one.query.seat in seats and _looks_same(one, asked.picture)
    ]
    spots = _find(kind, asked, memory)
    height, width = asked.picture.shape[:2]
    middles = [(float(x) / width, float(y) / height) for x, y in (spot.corners.mean(0) for spot in spots)]
    seated = len(seats) == 1 or all(seat in asked.places for seat in seats)
    lying = _lying(seats, middles, asked.places, seated)
    found = {
        query.seat: _read(kind, asked.picture, spots[lying[query.seat]], query, memory)
        for query in asked.queries
        if query.seat in lying and (query.seat in asked.wanted or not seated)
    }
    owners = {seat: kind.owner(board.reading, asked.queries) for seat, board in found.items() if board.reading}
    told = {owner: lying[seat] for seat, owner in owners.items() if owner is not None}
    if not seated and len(told) == len(seats):
        again = [query for query in asked.queries if told[query.seat] != lying[query.seat]]
        found |= {query.seat: _read(kind, asked.picture, spots[told[query.seat]], query, memory) for query in again}
        lying, seated = told, True
    boards = [
        msgspec.structs.replace(found[seat], at=middles[lying[seat]])
        if seat in found
        else BoardRead(seat, None, failure=finding("table.none_there", "no board lies there"))
        for seat in seats
        if seat in asked.wanted or not seated
    ]
    return TableRead(tuple(boards), seated)


def _lying(seats: Sequence[int], middles: Sequence[Share], places: Mapping[int, Share], seated: bool) -> dict[int, int]:
    """Seat -> which of the boards is its one; where that is not known for all, the others come in their order."""
    found = by_place(middles, {seat: places[seat] for seat in seats if seat in places})
    if seated and places:
        return found
    free = [k for k in range(len(middles)) if k not in found.values()]
    return found | dict(zip([seat for seat in seats if seat not in found], free, strict=False))


def by_place(middles: Sequence[Share], places: Mapping[int, Share]) -> dict[int, int]:
    """Seat -> which of the boards lies at its place: the nearest ones first, none of them twice."""
    pairs = sorted(
        (float(np.hypot(x - px, y - py)), seat, k)
        for seat, (px, py) in places.items()
        for k, (x, y) in enumerate(middles)
    )
    found = dict[int, int]()
    for away, seat, k in pairs:
        if away <= FAR and seat not in found and k not in found.values():
            found[seat] = k
    return found


def _find(kind: CameraKind, asked: TableQuery, memory: Memory) -> list[Any]:
    """Where boards lie: those that look the same where they lay; of the others all that have the kind's markers; those
    without are found one after the other."""
    from vision.table import Spot, find_alike, in_rows, without

    spots = [one.spot for one in memory.boards]
    if len(spots) == len(asked.queries):
        return in_rows(spots)
    layout = memory.layout(kind, asked.queries[0])
    markers = kind.markers(layout)
    if markers is not None:
        found = find_alike(asked.picture, layout.size, markers, len(asked.queries))
        return in_rows([*spots, *(spot for spot in found if not any(_within(spot, kept) for kept in spots))])
    picture, known = asked.picture, [one.query.seat for one in memory.boards]
    for spot in spots:
        picture = without(picture, spot)
    for query in asked.queries:
        if query.seat in known:
            continue
        try:
            reading = read([picture], _alone(query), memory)
        except NotPossible:
            break
        spots.append(Spot(np.array(reading.located.corners, float), None))
        picture = without(picture, spots[-1])
    return in_rows(spots)


def _within(spot: Any, other: Any) -> bool:
    """Whether the middle of a board lies within the other one."""
    middle = spot.corners.mean(0)
    return bool((other.corners.min(0) < middle).all() and (middle < other.corners.max(0)).all())


def _looks_same(kept: KeptBoard, picture: Image) -> bool:
    """Whether nothing has changed on a board since it was read."""
    from vision.unchanged import looks_same

    rows, columns = _part(picture, kept.spot.corners)
    return looks_same(kept.picture, picture[rows, columns], kept.spot.corners - (columns.start, rows.start))


def _part(picture: Image, corners: Any) -> tuple[slice, slice]:
    """Rows and columns of the picture that hold these corners."""
    (left, top), (right, bottom) = corners.min(0), corners.max(0)
    height, width = picture.shape[:2]
    return slice(max(0, int(top)), min(height, int(bottom) + 1)), slice(max(0, int(left)), min(width, int(right) + 1))


def _alone(query: Query) -> Query:
    """The same without a memory of where it lay: other parts of the picture are shown each time."""
    return msgspec.structs.replace(query, board="")


def _read(kind: CameraKind, picture: Image, spot: Any, query: Query, memory: Memory) -> BoardRead:
    """What is read of that board for this query; what was read of it stands where both are the same."""
    kept = next((one for one in memory.boards if one.spot is spot), None)
    if kept is not None and _same(kept.query, query):
        return kept.found
    found = _read_now(picture, spot, query, memory)
    memory.boards = [one for one in memory.boards if one.spot is not spot]
    if _stands(kind, query, found):
        memory.boards.append(KeptBoard(spot, picture[_part(picture, spot.corners)].copy(), query, found))
    return found


def _stands(kind: CameraKind, query: Query, found: BoardRead) -> bool:
    """Whether no light and no hand was in the way of the reading: what was hidden may be seen the next time."""
    if found.failure is not None:
        return found.failure.code == kind.nothing_new
    return not kind.light(query, found.reading)


def _same(one: Query, other: Query) -> bool:
    """Whether the same is asked, wherever the photograph goes; pictures that are no files are not compared."""
    if not all(isinstance(picture, Path) for picture in (*one.pictures.values(), *other.pictures.values())):
        return False
    asked, again = (msgspec.structs.asdict(msgspec.structs.replace(query, flat=None)) for query in (one, other))
    return asked == again


def _read_now(picture: Image, spot: Any, query: Query, memory: Memory) -> BoardRead:
    from vision.table import alone

    shown = alone(picture, spot)
    middle = spot.corners.mean(0)
    part = _part(picture, middle + (spot.corners - middle) * ROOM)
    try:
        reading = read([np.ascontiguousarray(shown[part])], _alone(query), memory)
    except NotPossible as error:
        return BoardRead(query.seat, None, failure=error.finding)
    return BoardRead(query.seat, None, reading, flat=query.flat)
