"""OpenCV behind one thin wall: array shapes differ between its versions 4 and 5, here they do not."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from engines.errors import BadInput
from engines.files import whole
from vision.ink.pictures import decode_heic, is_heic, size_of
from vision.ranks import percentile

Image = NDArray[np.uint8]
Map = NDArray[np.float32]
Points = NDArray[np.float64]


_REDUCED = {1: cv2.IMREAD_COLOR, 2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4}
_EIGHTH = cv2.IMREAD_REDUCED_COLOR_8
MAX_SIDE_PX = 6000
"""Pictures longer than this (px) are decoded at a half, a quarter or an eighth of their size."""
MIN_SIDE_PX = 64
_ERROR_OUTPUT = Lock()
_HOLES = (b"premature end", b"bad huffman code")
"""What libjpeg says where it makes up a part of a picture; all else that it says does not change what is seen."""


def decode(data: bytes, name: str = "image", longest: int = MAX_SIDE_PX) -> Image:
    """(rows, columns, 3) BGR uint8 from the bytes of a JPEG, PNG, HEIC, …, turned as it says itself.

    A picture longer than `longest` px comes smaller, see `reduction`. BadInput when the bytes are no picture, are cut
    short, move, are smaller than 64x64 or too large to be a photograph.
    """
    size = size_of(data, name)
    if min(size) < MIN_SIDE_PX:
        raise _too_small(name, size)
    factor = reduction(size, longest)
    if is_heic(data):
        return zoomed(decode_heic(data, name), 1 / factor)
    image, complaints = _decoded(data, _REDUCED.get(factor, _EIGHTH))
    if image is None:
        raise BadInput("picture.damaged", "{name}: a damaged picture", name)
    if any(words in complaints.lower() for words in _HOLES):
        raise BadInput("picture.damaged_jpeg", "{name}: a damaged JPEG", name)
    return np.asarray(image, np.uint8)


def _decoded(data: bytes, how: int) -> tuple[Any, bytes]:
    """The picture, None where there is none, and what its library would have written to standard error."""
    with _ERROR_OUTPUT, open(os.memfd_create("complaints"), "rb") as file:
        kept = os.dup(2)
        os.dup2(file.fileno(), 2)
        try:
            image = cv2.imdecode(np.frombuffer(data, np.uint8), how)
        except (cv2.error, MemoryError):
            image = None
        finally:
            os.dup2(kept, 2)
            os.close(kept)
        file.seek(0)
        return image, file.read()


def stored_pixel(value: float, factor: int) -> float:
    """Where a pixel of a picture that was loaded `factor` times smaller lies in the picture as stored."""
    return (value + 0.5) * factor - 0.5


def _too_small(name: str, size: tuple[int, int]) -> BadInput:
    words = "{name}: {columns}x{rows} pixels are too few, expected at least {least}x{least}"
    return BadInput("picture.too_small", words, name, *size, MIN_SIDE_PX)


def reduction(size: tuple[int, int], longest: int) -> int:
    """1, 2, 4 or 8: how many times smaller a picture of this size is decoded to be about `longest` px at most; a very
    narrow one only as much as leaves it broad enough to be read."""
    wanted = next((factor for factor in (1, 2, 4) if max(size) <= factor * longest), 8)
    return next((factor for factor in (8, 4, 2) if factor <= wanted and min(size) >= factor * MIN_SIDE_PX), 1)


class Loading:
    """How large pictures are loaded, and `factors`: path -> how many times smaller than stored it was loaded."""

    def __init__(self, longest: int) -> None:
        self.longest = longest
        self.factors: dict[str, int] = {}


_LOADING: ContextVar[Loading | None] = ContextVar("loading", default=None)


@contextmanager
def loading(longest: int) -> Iterator[Loading]:
    """While it lasts, `load` makes pictures at most about `longest` px long, and says how many times smaller."""
    ours = Loading(longest)
    token = _LOADING.set(ours)
    try:
        yield ours
    finally:
        _LOADING.reset(token)


def load(path: str) -> Image:
    """(rows, columns, 3) BGR uint8 from a file, as `decode` gives it; BadInput too when it is missing."""
    try:
        data = whole(path)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadInput(
            "picture.not_read", "{path}: {reason}, expected a picture (JPEG or PNG)", path, reason
        ) from error
    ours = _LOADING.get()
    longest = MAX_SIDE_PX if ours is None else ours.longest
    image = decode(data, path, longest)
    if ours is not None:
        ours.factors[path] = reduction(size_of(data, path), longest)
    return image


def checked(image: NDArray[np.generic]) -> Image:
    """`image` itself when it is a picture we can read: uint8, (rows, columns) or (rows, columns, 3), not tiny."""
    if image.dtype != np.uint8 or image.ndim not in (2, 3) or (image.ndim == 3 and image.shape[2] != 3):
        raise BadInput(
            "picture.array", "picture: expected uint8 grey or BGR, got {dtype} {shape}", str(image.dtype), image.shape
        )
    if min(image.shape[:2]) < MIN_SIDE_PX:
        raise _too_small("picture", (image.shape[1], image.shape[0]))
    return np.asarray(image, np.uint8)


def grey(image: Image) -> Image:
    """(rows, columns) uint8 of a BGR or already grey picture."""
    return image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)


def brightest(image: Image) -> Image:
    """(rows, columns) uint8: the largest of a picture's channels."""
    if image.ndim == 2:
        return image
    blue, green, red = cv2.split(image)
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)


def darkest(image: Image) -> Image:
    """(rows, columns) uint8: the smallest of a picture's channels."""
    if image.ndim == 2:
        return image
    blue, green, red = cv2.split(image)
    return np.asarray(cv2.min(cv2.min(blue, green), red), np.uint8)


def linear(picture: Image) -> Map:
    """The light, 0…1, that an sRGB-coded picture stands for."""
    return np.asarray((picture.astype(np.float32) / 255) ** 2.2, np.float32)


def stretched(plane: Image) -> Image:
    """(rows, columns) uint8 with its 1st and 99th percentile spread to 0 and 255."""
    low, high = (percentile(plane[::4, ::4], percent) for percent in (1, 99))
    gain = 255 / max(high - low, 16.0)
    return np.asarray(np.clip((plane.astype(np.float32) - low) * gain, 0, 255), np.uint8)


def upsample_map(coarse: Map, step: int, columns: int, rows: int) -> Map:
    """A (rows, columns, 2) map of pixels from a coarse (ny, nx, 2) one whose nodes are `step` pixels apart."""
    warp = np.array([[1 / step, 0, 0], [0, 1 / step, 0]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    full = cv2.warpAffine(coarse, warp, (columns, rows), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(full, np.float32)


def flattened(image: Image, plane: Points, size: tuple[int, int]) -> Image:
    """`image` seen through `plane` (3×3, pixels of the result -> px): (rows, columns) of `size` (columns, rows)."""
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpPerspective(image, plane, size, flags=flags), np.uint8)


def remap(image: Image, at: Map) -> Image:
    """`image` sampled at the (rows, columns, 2) pixels of a map, bilinear, black outside."""
    return np.asarray(cv2.remap(image, at, None, cv2.INTER_LINEAR), np.uint8)  # type: ignore[call-overload]


def spun(picture: Image, degrees: float) -> Image:
    """A square picture turned clockwise about its middle."""
    half = (picture.shape[0] - 1) / 2
    way = cv2.getRotationMatrix2D((half, half), -degrees, 1.0)
    return np.asarray(cv2.warpAffine(picture, way, picture.shape[1::-1], borderMode=cv2.BORDER_REPLICATE), np.uint8)


def zoomed(image: Image, factor: float) -> Image:
    """`image` made `factor` times as large, smooth; itself at factor 1."""
    if factor == 1:
        return image
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=how), np.uint8)


def widely_blurred(plane: Map, sigma: float) -> Map:
    """`plane` (rows, columns) blurred by `sigma` px, 8 at least: at a quarter of its size, which looks the same and
    takes a tenth of the time."""
    rows, columns = plane.shape
    quarter = cv2.resize(plane, (-(-columns // 4), -(-rows // 4)), interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(quarter, (0, 0), sigma / 4)
    return np.asarray(cv2.resize(soft, (columns, rows), interpolation=cv2.INTER_LINEAR), np.float32)


def small(image: Image, size: tuple[int, int]) -> Image:
    """A BGR or grey picture as a BGR one of so many pixels (width, height), each the mean of what it covers."""
    made = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return np.asarray(made if made.ndim == 3 else cv2.cvtColor(made, cv2.COLOR_GRAY2BGR), np.uint8)


def marker_dictionary(name: str) -> cv2.aruco.Dictionary | None:
    """OpenCV's dictionary of markers called `name` (such as DICT_4X4_50), or None."""
    number = getattr(cv2.aruco, name, None) if name.startswith("DICT_") else None
    return None if number is None else cv2.aruco.getPredefinedDictionary(number)


def marker_distance(dictionary: cv2.aruco.Dictionary, ids: Sequence[int]) -> int:
    """The least number of bits in which two of these markers, each in any of its four turns, differ."""
    side = dictionary.markerSize
    bits = [cv2.aruco.Dictionary.getBitsFromByteList(dictionary.bytesList[k : k + 1], side) for k in ids]
    turned = [(k, turn, np.rot90(one, turn)) for k, one in enumerate(bits) for turn in range(4)]
    apart = [int((one != bits[k]).sum()) for j, turn, one in turned for k in range(len(bits)) if k != j or turn]
    return min(apart)


def detect_markers(detector: cv2.aruco.ArucoDetector, grey: Image) -> tuple[list[Points], list[int]]:
    """Marker corners, each (4, 2) px, and the row of each in the detector's dictionary."""
    quads, rows, _ = detector.detectMarkers(grey)
    found = [np.asarray(quad, float).reshape(4, 2) for quad in quads]
    return found, [int(row) for row in np.asarray(rows).reshape(-1)] if found else []


def homography(source: Points, target: Points) -> Points | None:
    """3×3 least-squares homography (n, 2) -> (n, 2), n ≥ 4; None when the points do not determine one."""
    found, _ = cv2.findHomography(source, target, 0)
    return None if found is None or not np.isfinite(found).all() else np.asarray(found, float)


def similarity(source: Points, target: Points) -> Points | None:
    """3×3 turn, shift and scale (n, 2) -> (n, 2) that most points follow, n ≥ 2; None where there is none."""
    found: Any = cv2.estimateAffinePartial2D(source, target, method=cv2.LMEDS)[0]
    return None if found is None or not np.isfinite(found).all() else np.vstack([found, [0.0, 0.0, 1.0]])


def usual_camera(size: tuple[int, int]) -> Points:
    """3×3 camera matrix of a usual lens (66° across the longer side) for a picture of (columns, rows)."""
    focal = max(size) / 2 / math.tan(math.radians(33))
    return np.array([[focal, 0, (size[0] - 1) / 2], [0, focal, (size[1] - 1) / 2], [0, 0, 1]])


def plane_by_camera(plane_xy: Points, image: Points, size: tuple[int, int]) -> Points | None:
    """3×3 homography of plane points (n, 2) mm -> (n, 2) px, n ≥ 4, as a camera with a usual lens sees them."""
    camera = usual_camera(size)
    solid = np.column_stack([plane_xy, np.zeros(len(plane_xy))])
    try:
        ok, turn, shift = cv2.solvePnP(solid, image, camera, None, flags=cv2.SOLVEPNP_IPPE)
        ok, turn, shift = cv2.solvePnP(solid, image, camera, None, turn, shift, True, cv2.SOLVEPNP_ITERATIVE)
    except cv2.error:
        return None
    matrix = cv2.Rodrigues(turn)[0]
    found = camera @ np.column_stack([matrix[:, 0], matrix[:, 1], shift.ravel()])
    return np.asarray(found, float) if ok and np.isfinite(found).all() and shift.ravel()[2] > 0 else None


def line_segments(grey: Image) -> Points:
    """(m, 4) straight edges x1, y1, x2, y2 px (line segment detector)."""
    found = cv2.createLineSegmentDetector(cv2.LSD_REFINE_NONE).detect(grey)[0]
    return np.empty((0, 4)) if found is None else np.asarray(found, float).reshape(-1, 4)


def coloured(grey: Image) -> Image:
    """(rows, columns, 3) BGR of a grey picture; itself when it has colours already."""
    return grey if grey.ndim == 3 else np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)
