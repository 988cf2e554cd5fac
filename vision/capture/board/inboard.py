"""Finds the disc of a known star map in a photograph of its board, wherever and however turned."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.errors import NotPossible
from vision.capture.camera import Camera, usual_focal
from vision.capture.disc.gather import ROUGH, crests, spot_field
from vision.capture.disc.starmap import StarMap
from vision.capture.pictures import even_grey, sturdy_affine, sturdy_homography
from vision.capture.tuning import TUNING
from vision.ink import opencv
from vision.ink.layout import rotation_matrix
from vision.ink.pose import Array, Image, descended, project

_LOOK = 2.0  # px/mm at which neighbourhoods of stars are compared
_AROUND = 15.0  # px of that: how far a neighbourhood reaches (a descriptor spans about six times as much)
_TURNS = 36
_SIZES = (1.0, 0.85, 0.72, 0.6, 0.5, 0.42)
_EVEN = 8.0  # px: over about three stars
_STAR_ROOM, _WIDE_ROOM = 3.0, 6.0  # mm around a star that are compared to know it, and to say where it is


class Over(msgspec.Struct, frozen=True, eq=False):
    """The camera over a disc in its board, and the stars it sees there: (n, 2) disc mm, (n, 2) px.

    `same`: it is likely the camera that took the bare disc.
    """

    camera: Camera
    places: Array
    spots: Array
    same: bool


def camera_over(image: Image, found: StarMap, name: str, known: Sequence[Camera] = ()) -> Over:
    """The camera that took `image` of the disc in its board; `known`: cameras that may have been the same.

    Of the planes that the disc may lie in, the one in which most stars look as they do on the bare disc. Raises
    NotPossible where the star map is not in the picture.
    """
    tried = [_over(image, found, plane, known) for plane in _rough_planes(image, found, name)]
    overs = [over for over in tried if over is not None]
    likeness = [_as_on_the_disc(image, found, over) for over in overs]
    best = int(np.argmax(likeness)) if overs else -1
    if best < 0 or likeness[best] < max(TUNING.min_alike, TUNING.min_share * len(overs[best].places)):
        raise NotPossible(
            "capture.stars_hidden",
            "{name}: the disc's stars cannot be made out in its board; photograph it again from above, larger, "
            "without lamps mirrored in it",
            name,
        )
    return _clear_of_edges(image, found, overs[best])


def _clear_of_edges(image: Image, found: StarMap, over: Over) -> Over:
    """By the stars around which all looks as on the bare disc: beside the window's edge its shadow, its wall and the
    board's face move the spots inwards, by a tenth of a millimetre and more."""
    likeness = _likeness(image, found, over.camera, over.places, _WIDE_ROOM)
    kept = likeness > float(np.median(likeness)) - TUNING.less_alike
    if np.count_nonzero(kept) < TUNING.min_alike:
        return over
    places, spots = over.places[kept], over.spots[kept]
    return Over(_refined(over.camera, places, spots, over.same), places, spots, over.same)


def _over(image: Image, found: StarMap, plane: Array, known: Sequence[Camera]) -> Over | None:
    """The camera over a disc that lies about as `plane` (3×3, disc mm -> px) says; None where its stars do not."""
    places = np.array([star.place for star in found.stars])
    size = (image.shape[1], image.shape[0])
    seen = _seen_spots(image, plane)
    best = plane
    for reach in TUNING.star_reach_mm:
        rows, spots = _pairs(best, places, seen, reach)
        if len(rows) < TUNING.min_alike:
            return None
        new, _ = sturdy_homography(places[rows], spots, _px_per_mm(best))
        best = best if new is None else new
    rows, spots = _pairs(best, places, seen, TUNING.star_found_mm)
    if len(rows) < TUNING.min_alike:
        return None
    start = _posed(best, size, known)
    same = bool(_alike(size, known))
    return Over(_refined(start, places[rows], spots, same), places[rows], spots, same)


def _as_on_the_disc(image: Image, found: StarMap, over: Over) -> int:
    """How many of the map's stars look in the photograph as on the bare disc, in form and colour."""
    places = np.array([star.place for star in found.stars])
    return int((_likeness(image, found, over.camera, places, _STAR_ROOM) > TUNING.star_alike).sum())


def _likeness(image: Image, found: StarMap, camera: Camera, places: Array, room: float) -> Array:
    """(n,) how alike the photograph and the bare disc are up to `room` mm to each side of the `places`, -1 to 1."""
    disc = found.disc
    step = np.arange(-room, room + 0.01, 0.5)
    grid = np.stack(np.meshgrid(step, step), -1).reshape(-1, 2)
    xy = (places[:, None] + grid).reshape(-1, 2)
    views = ((image, camera.to_image(xy)), (disc.picture, disc.to_pixels(xy)))
    patches = []
    for picture, px in views:
        soft = cv2.GaussianBlur(picture, (0, 0), max(0.5, 0.3 * float(np.linalg.norm(px[1] - px[0]))))
        maps = px.astype(np.float32).reshape(-1, len(grid), 2)
        patch = cv2.remap(soft, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR).astype(float)
        patch -= patch.mean(1, keepdims=True)
        patches.append(patch / (np.linalg.norm(patch, axis=(1, 2), keepdims=True) + 1e-6))
    return np.asarray((patches[0] * patches[1]).sum((1, 2)))


def _px_per_mm(plane: Array) -> float:
    a, b, c = project(plane, np.array([[0.0, 0.0], [10.0, 0.0], [0.0, 10.0]]))
    return float(np.linalg.norm(b - a) + np.linalg.norm(c - a)) / 20


def _pairs(plane: Array, places: Array, seen: Array, reach: float) -> tuple[NDArray[np.intp], Array]:
    """Which stars have a spot within `reach` mm of where they should be seen, and (n, 2) px of the spots."""
    wanted = project(plane, places)
    apart = np.linalg.norm(wanted[:, None] - seen[None], axis=2) / _px_per_mm(plane)
    near = apart.argmin(1)
    mutual = (apart.argmin(0)[near] == np.arange(len(places))) & (apart.min(1) < reach)
    return np.flatnonzero(mutual), np.asarray(seen[near[mutual]])


def _seen_spots(image: Image, plane: Array) -> Array:
    """(n, 2) px of spots as large as stars, by a look at the scale of the disc."""
    ratio = min(1.0, ROUGH / _px_per_mm(plane))
    small = opencv.zoomed(image, ratio)
    scale = _px_per_mm(plane) * ratio
    places, height = crests(spot_field(small, scale, 1.5), round(1.6 * scale), TUNING.min_spot_in_board)
    order = np.argsort(-height)[: TUNING.max_seen_spots]
    return np.asarray((places[order] + 0.5) / ratio - 0.5)


# The first look ---------------------------------------------------------------------------------------------------


def _rough_planes(image: Image, found: StarMap, name: str) -> list[Array]:
    """3×3, disc mm -> px, each of the turns and sizes at which most neighbourhoods of stars look alike, best first."""
    radius = found.disc.radius
    own = _all_own_neighbourhoods(found)
    voted: list[tuple[int, Array]] = []
    for share in _SIZES:
        ratio = _LOOK * 2 * radius / (share * min(image.shape[:2]) * 1.05)
        spots, features = _neighbourhoods(opencv.zoomed(image, ratio), ratio, None)
        if len(spots) < TUNING.min_alike:
            continue
        for k in range(_TURNS):
            votes, plane = _vote(own[k][0], own[k][1], spots, features, _LOOK / ratio)
            if plane is not None and votes >= TUNING.min_votes:
                voted.append((votes, plane))
    if not voted:
        raise NotPossible(
            "capture.other_disc", "{name}: this disc is not in the picture, or too small, or its stars are hidden", name
        )
    planes: list[Array] = []
    corners = radius * np.array([[-1.0, 0.0], [1.0, 0.0], [0.0, -1.0], [0.0, 1.0]])
    for _, plane in sorted(voted, key=lambda v: -v[0]):
        apart = [np.linalg.norm(project(plane, corners) - project(p, corners), axis=1).max() for p in planes]
        if min(apart, default=np.inf) > TUNING.planes_apart_mm * _px_per_mm(plane):
            planes.append(plane)
    return planes[: TUNING.max_planes]


@lru_cache(maxsize=1)
def _all_own_neighbourhoods(found: StarMap) -> list[tuple[Array, Array]]:
    """Those of each turn; both photographs of a board ask for the same."""
    soft = np.asarray(cv2.GaussianBlur(found.disc.picture, (0, 0), found.disc.scale / _LOOK / 2), np.uint8)
    return [_own_neighbourhoods(found, soft, 360 / _TURNS * k) for k in range(_TURNS)]


def _own_neighbourhoods(found: StarMap, soft: Image, turn: float) -> tuple[Array, Array]:
    """Places (disc mm) and descriptors of the map's stars with its `soft` picture turned clockwise by `turn` °."""
    disc = found.disc
    side = 2 * round(disc.radius * _LOOK) + 1
    half, middle = (disc.picture.shape[0] - 1) / 2, (side - 1) / 2
    spin = rotation_matrix(turn) * (_LOOK / disc.scale)
    way = np.column_stack([spin, middle - spin @ np.array([half, half])])
    flat = cv2.warpAffine(soft, way, (side, side))
    places = np.array([star.place for star in found.stars])
    pixels = places @ rotation_matrix(turn).T * _LOOK + middle
    return places, _neighbourhoods(np.asarray(flat, np.uint8), 1.0, pixels)[1]


def _neighbourhoods(picture: Image, ratio: float, spots: Array | None) -> tuple[Array, Array]:
    """Spots (px of the picture before it was made `ratio` times as large) and a descriptor of what is around each."""
    if spots is None:
        found, height = crests(spot_field(picture, _LOOK, 1.5), round(1.6 * _LOOK), TUNING.min_spot_in_board)
        spots = found[np.argsort(-height)[: TUNING.max_neighbourhoods]]
    points = [cv2.KeyPoint(float(x), float(y), _AROUND, 0.0) for x, y in spots]
    if not points:
        return np.empty((0, 2)), np.empty((0, 128))
    _, features = cv2.SIFT.create().compute(even_grey(picture, _EVEN), points)
    return (spots + 0.5) / ratio - 0.5, np.sqrt(features / (np.abs(features).sum(1, keepdims=True) + 1e-6))


def _vote(places: Array, own: Array, spots: Array, features: Array, scale: float) -> tuple[int, Array | None]:
    """How many neighbourhoods agree on where the disc lies at about `scale` px/mm, and 3×3, disc mm -> px."""
    likeness = own @ features.T
    near = np.argsort(-likeness, axis=1)[:, :2]
    source = np.repeat(places, 2, axis=0)
    target = spots[near.ravel()]
    affine, inside = sturdy_affine(source, target, TUNING.neighbourhoods_mm * scale)
    if affine is None:
        return 0, None
    spread = np.linalg.svd(affine[:, :2], compute_uv=False)
    low, high = TUNING.neighbourhoods_size
    if spread[1] < low * scale or spread[0] > high * scale or np.linalg.det(affine[:, :2]) < 0:
        return 0, None
    return len({int(k) // 2 for k in np.flatnonzero(inside)}), np.vstack([affine, [0, 0, 1]])


# The camera -------------------------------------------------------------------------------------------------------


def _alike(size: tuple[int, int], known: Sequence[Camera]) -> list[Camera]:
    return [camera for camera in known if camera.size == size]


def _posed(plane: Array, size: tuple[int, int], known: Sequence[Camera]) -> Camera:
    """A camera that sees the disc about as `plane` says."""
    alike = _alike(size, known)
    focal = float(np.mean([c.focal for c in alike])) if alike else usual_focal(size)
    bend = float(np.mean([c.bend for c in alike])) if alike else 0.0
    inner = np.array([[focal, 0, (size[0] - 1) / 2], [0, focal, (size[1] - 1) / 2], [0, 0, 1]])
    turn = np.linalg.solve(inner, plane)
    turn *= 2 / (np.linalg.norm(turn[:, 0]) + np.linalg.norm(turn[:, 1]))
    if turn[2, 2] < 0:
        turn = -turn
    u, _, v = np.linalg.svd(np.column_stack([turn[:, 0], turn[:, 1], np.cross(turn[:, 0], turn[:, 1])]))
    return Camera(size, focal, bend, np.concatenate([cv2.Rodrigues(u @ v)[0].ravel(), turn[:, 2]]))


LOOSE, LOOSE_SAME = (TUNING.lens, TUNING.bend), (TUNING.lens_each, TUNING.bend_each)
"""How far off (parts, and the bend) a lens may be, of a camera that is not known and of one that is."""


def _refined(start: Camera, places: Array, spots: Array, same: bool) -> Camera:
    """The camera moved, and its lens bent a little, until it sees the stars where they are."""
    loose = LOOSE_SAME if same else LOOSE

    def moved(values: Array) -> Camera:
        return Camera(start.size, start.focal * math.exp(values[0]), start.bend + values[1], values[2:])

    def miss(values: Array) -> Array:
        off = (moved(values).to_disc(spots) - places) / TUNING.star_mm
        return np.concatenate([3 * np.arcsinh(off.ravel() / 3), [values[0] / loose[0], values[1] / loose[1]]])

    return moved(descended(miss, np.concatenate([[0.0, 0.0], start.pose]), 25))
