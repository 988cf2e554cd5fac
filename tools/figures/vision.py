"""The readers' figures: how much processor time a photograph takes, decoded picture in memory to reading out."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.errors import BadInput, NotPossible
from pi_app.camera.entries import named_images
from pi_app.camera.readers import ListReader, open_reader, reader_names
from planisphere.figure import Figure
from tools.figures.timed import seconds_of
from vision.ink import opencv
from vision.ink.lock import Lock
from vision.ink.pose import Image
from vision.ink.reading import CLOCK

PHOTOS = Path("tests/photos")
NAMES = {"star_explorer": "star_disc", "look_at_the_stars": "slate", "stellar": "card", "tiles": "tile"}
"""How a reader is called in the names of its figures, where not by its kind."""
TURNS = 5
FLOOR_PX_PER_MM = 3.0


def figures(photos: Path | None = None, turns: int = TURNS) -> Iterator[Figure]:
    """Median and 95th percentile of one thread's processor time over the photographs of each `read-batch` list.

    `photos`: one list, `KIND.….jsonl` by name (default: `tests/photos/KIND/KIND.list.jsonl` of every reader). The
    floor, in turns with it: `cv2.aruco` with default parameters on the grey picture and one warp of the board to
    3 px/mm. Raises BadInput for a list that is not one, NotPossible where there is none.
    """
    for kind, path in lists(photos):
        with _one_thread():
            found = list(_figures_of(kind, path, turns))
        yield from found


@contextmanager
def _one_thread() -> Iterator[None]:
    """Within, OpenCV works on one thread, and readings tell its processor time."""
    import cv2

    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    clock = CLOCK.set(process_time)
    try:
        yield
    finally:
        CLOCK.reset(clock)
        cv2.setNumThreads(threads)


def lists(photos: Path | None) -> list[tuple[str, Path]]:
    """The lists to read, each with its kind. Raises NotPossible where there is none."""
    if photos is not None:
        named = photos.name.split(".")[0]
        found = [(named if named in reader_names() else "star_explorer", photos)]
    else:
        found = [(kind, PHOTOS / kind / f"{kind}.list.jsonl") for kind in reader_names()]
    there = [(kind, path) for kind, path in found if path.is_file()]
    if not there:
        missing = "{photos}: no such list of photographs; name one with --photos"
        raise NotPossible("photos.no_list", missing, found[0][1])
    return there


def entries_of(photos: Path) -> list[dict[str, Any]]:
    """The decoded lines of a list. Raises BadInput."""
    try:
        lines = [line for line in photos.read_text("utf-8").splitlines() if line.strip()]
        entries = [msgspec.json.decode(line, type=dict[str, Any]) for line in lines]
    except (msgspec.DecodeError, UnicodeDecodeError, OSError) as error:
        raise BadInput(
            "photos.no_json_lines", "{photos}: expected JSON lines, each a JSON object: {problem}", photos, error
        ) from error
    if not entries:
        raise BadInput("photos.empty_list", "{photos}: the list is empty", photos)
    return entries


class _Row(msgspec.Struct, frozen=True):
    size: str
    total_ms: float
    locate_ms: float | None
    locked_ms: float | None
    floor_ms: float


def _figures_of(kind: str, photos: Path, turns: int) -> Iterator[Figure]:
    reader = open_reader(kind, photos.parent)
    rows = [row for entry in entries_of(photos) if (row := _measure(reader, photos.parent, entry, turns)) is not None]
    for size in sorted({row.size for row in rows}):
        here = [row for row in rows if row.size == size]
        floor = statistics.median(row.floor_ms for row in here)
        name = f"read.{NAMES.get(kind, kind)}.{size}"
        totals = [row.total_ms for row in here]
        yield Figure(f"{name}.total_ms", statistics.median(totals), "ms", floor)
        yield Figure(f"{name}.total_p95_ms", float(np.percentile(totals, 95)), "ms", floor)
        for part in ("locate_ms", "locked_ms"):
            spent = [ms for row in here if (ms := getattr(row, part)) is not None]
            if spent:
                yield Figure(f"{name}.{part}", statistics.median(spent), "ms", floor)


def _measure(reader: ListReader, folder: Path, entry: dict[str, Any], turns: int) -> _Row | None:
    """The quickest of some readings of one photograph; None where no board is found in it."""
    try:
        reading = reader.read(entry).as_json()
    except NotPossible:
        return None
    picture = opencv.load(str(folder / named_images(entry)[0]))
    grey = np.ascontiguousarray(picture if picture.ndim == 2 else picture.mean(2).astype(np.uint8))
    layout = (
        msgspec.json.decode((folder / entry["layout"]).read_bytes()) if isinstance(entry.get("layout"), str) else {}
    )
    floor = partial(_floor, grey, layout, reading.get("located", {}).get("corners"))
    spent, floors = [], []
    for _ in range(turns):
        spent.append(reader.read(entry).as_json()["ms"])
        floors.append(1000 * seconds_of(floor, process_time))
    locates = [ms["locate"] for ms in spent if "locate" in ms]
    height, width = grey.shape
    total = min(ms["total"] for ms in spent)
    locked = _locked_ms(picture, layout, reading.get("located", {}).get("corners"), turns)
    return _Row(f"{width}x{height}", total, min(locates, default=None), locked, min(floors))


def _locked_ms(picture: Image, layout: dict[str, Any], corners: list[list[float]] | None, turns: int) -> float | None:
    """How long it takes to verify that the board still lies where it was; None for what is no board."""
    if corners is None or len(corners) != 4 or "board" not in layout:
        return None
    outline = _board_corners(layout)
    plane = opencv.homography(outline, np.array(corners, float))
    if plane is None:
        return None
    try:
        lock = Lock.from_reading(picture, plane, outline)
    except NotPossible:
        return None
    return min(1000 * seconds_of(lambda: lock.verify(picture), process_time) for _ in range(turns))


def _board_corners(layout: dict[str, Any]) -> NDArray[np.float64]:
    """(4, 2) mm, clockwise from the printed top left."""
    width, height = layout["board"]["width"], layout["board"]["height"]
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], float)


def _floor(grey: Image, layout: dict[str, Any], corners: list[list[float]] | None) -> None:
    import cv2

    markers = layout.get("markers") or {}
    named = getattr(cv2.aruco, markers.get("dictionary", "DICT_4X4_50"))
    cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(named)).detectMarkers(grey)
    if corners is None or len(corners) != 4 or "board" not in layout:
        return
    target = np.asarray(_board_corners(layout) * FLOOR_PX_PER_MM, np.float32)
    warp = cv2.getPerspectiveTransform(np.array(corners, np.float32), target)
    cv2.warpPerspective(grey, warp, (round(float(target[2, 0])), round(float(target[2, 1]))))
