"""The reader's figure: how long one photograph of a star disc takes, decoded picture in memory to reading out."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.errors import BadInput, NotPossible
from planisphere.figures import Figure
from planisphere.readings.discs import DiscQuery, DiscReader
from vision import opencv
from vision.layout import DiscLayout, parse_layout
from vision.pose import Image

PHOTOS = Path("tests/photos/star_explorer/star_explorer.list.jsonl")
TURNS = 5
FLOOR_PX_PER_MM = 3.0


def figures(photos: Path = PHOTOS, turns: int = TURNS) -> Iterator[Figure]:
    """Medians over the photographs of a `read-batch` list, locate and read, on one thread.

    The floor, in turns with it: `cv2.aruco` with default parameters on the grey picture and one warp of the board to
    3 px/mm. Raises BadInput for a list that is not one, NotPossible where there is none.
    """
    import cv2

    if not photos.is_file():
        raise NotPossible(f"{photos}: no such list of photographs; name one with --photos")
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        rows = [_measure(photos.parent, query, turns) for query in _queries(photos)]
    finally:
        cv2.setNumThreads(threads)
    for size in sorted({row.size for row in rows}):
        here = [row for row in rows if row.size == size]
        floor = statistics.median(row.floor_ms for row in here)
        yield Figure(f"read.star_disc.{size}.total_ms", statistics.median(row.total_ms for row in here), "ms", floor)
        yield Figure(f"read.star_disc.{size}.locate_ms", statistics.median(row.locate_ms for row in here), "ms", floor)


class _Row(msgspec.Struct, frozen=True):
    size: str
    total_ms: float
    locate_ms: float
    floor_ms: float


def _queries(photos: Path) -> list[DiscQuery]:
    try:
        entries = [msgspec.json.decode(line) for line in photos.read_text("utf-8").splitlines() if line.strip()]
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"{photos}: expected JSON lines: {error}") from error
    if not entries:
        raise BadInput(f"{photos}: the list is empty")
    return [DiscQuery.parse(entry) for entry in entries]


def _measure(folder: Path, query: DiscQuery, turns: int) -> _Row:
    reader = DiscReader(folder)
    name = query.image if isinstance(query.image, str) else query.image[0]
    picture = opencv.load(str(folder / name))
    grey = np.ascontiguousarray(picture if picture.ndim == 2 else picture.mean(2).astype(np.uint8))
    layout = parse_layout((folder / query.layout).read_bytes())
    reading = reader.reading(query)
    corners = np.array(reading.located.corners, np.float32)
    floor = partial(_floor, grey, layout, corners)
    totals, locates, floors = [], [], []
    for _ in range(turns):
        spent = reader.reading(query).ms
        totals.append(spent.total)
        locates.append(spent.locate)
        floors.append(1000 * _seconds(floor))
    height, width = grey.shape
    return _Row(f"{width}x{height}", min(totals), min(locates), min(floors))


def _floor(grey: Image, layout: DiscLayout, corners: NDArray[np.float32]) -> None:
    import cv2

    markers = layout.source.markers
    named = getattr(cv2.aruco, markers.dictionary if markers else "DICT_4X4_50")
    cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(named)).detectMarkers(grey)
    board = layout.source.board
    size = (round(board.width * FLOOR_PX_PER_MM), round(board.height * FLOOR_PX_PER_MM))
    target = np.array([[0, 0], [size[0], 0], size, [0, size[1]]], np.float32)
    cv2.warpPerspective(grey, cv2.getPerspectiveTransform(corners, target), size)


def _seconds(job: Callable[[], None]) -> float:
    begun = time.perf_counter()
    job()
    return time.perf_counter() - begun
