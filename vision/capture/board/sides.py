"""Finds the four sides of a board around its disc."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import msgspec
import numpy as np

from engines.errors import NotPossible
from vision.capture.camera import Camera
from vision.capture.pictures import linear
from vision.capture.tuning import TUNING
from vision.ink import opencv
from vision.ink.layout import rotation_matrix
from vision.ink.pose import Array, Floats, Image, Indices
from vision.ink.rectangles.around import find_around

_LOOK = 2.0  # px/mm
_REACH = 2.4  # disc radii from the disc's centre in which the board lies
_MARKERS = 4  # of a board


class Sides(msgspec.Struct, frozen=True):
    """A board's sides: `turn_deg` of its top side as seen on the disc (clockwise), and their distances in mm.

    `left`, `top`, `right`, `bottom` count from the disc's centre.
    """

    turn_deg: float
    left: float
    top: float
    right: float
    bottom: float

    def turned(self, quarters: int) -> Sides:
        """The same sides, with another of them called the top: `quarters` further clockwise."""
        around = (self.left, self.top, self.right, self.bottom)
        k = quarters % 4
        return Sides((self.turn_deg + 90 * k) % 360, *(around[k:] + around[:k]))

    def to_board(self, xy: Array) -> Array:
        """(n, 2) mm in the disc's frame -> (n, 2) board mm."""
        return np.asarray(xy @ rotation_matrix(-self.turn_deg).T + (self.left, self.top))

    def to_disc_frame(self, board: Array) -> Array:
        """(n, 2) board mm -> (n, 2) mm in the disc's frame."""
        return np.asarray((board - (self.left, self.top)) @ rotation_matrix(self.turn_deg).T)


def face_points(camera: Camera, xy: Array, depth: float) -> Array:
    """(n, 2) px of points on the board's face, `depth` mm above the disc, given in the disc's frame."""
    return camera.to_image(xy, -depth)


def find_sides(
    image: Image, camera: Camera, radius: float, depth: float, name: str, quads: Sequence[Array] = ()
) -> Sides:
    """The board's sides, its top the short side nearest to the disc. Raises NotPossible.

    `quads`: (4, 2) px of each marker seen; four of one size tell how the board lies, and that its sides are near.
    """
    flat = _flat(image, camera, radius, depth)
    marked = _by_markers(camera, quads, depth)
    if marked is None:
        found = find_around(flat, radius * _LOOK)
    else:
        nearest = [_LOOK * side for side in (marked.left, marked.top, marked.right, marked.bottom)]
        found = find_around(flat, radius * _LOOK, marked.turn_deg, nearest)
    if found is None:
        raise NotPossible(
            "capture.no_sides",
            "{name}: the sides of the board cannot be seen; lay it on a plain ground of another colour",
            name,
        )
    rough = Sides(found.turn_deg, *(px / _LOOK for px in found.distances))
    return _right_way_up(fitted(image, camera, rough, depth))


def _by_markers(camera: Camera, quads: Sequence[Array], depth: float) -> Sides | None:
    """How the board lies and how far its markers reach, where there are four of one size; else None."""
    if len(quads) != _MARKERS:
        return None
    corners = np.stack([camera.to_disc(quad, -depth) for quad in quads])
    along = np.roll(corners, -1, 1) - corners
    length = np.linalg.norm(along, axis=2)
    if length.max() > TUNING.one_size * length.min():
        return None
    way = along[..., 0] + 1j * along[..., 1]
    turn = math.degrees(float(np.angle(((way / np.abs(way)) ** 4).sum()))) / 4
    level = corners.reshape(-1, 2) @ rotation_matrix(-turn).T
    if (level.min(0) > 0).any() or (level.max(0) < 0).any():
        return None
    return Sides(turn % 360, *(-level.min(0)), *level.max(0))


def _flat(image: Image, camera: Camera, radius: float, depth: float) -> Image:
    side = 2 * round(_REACH * radius * _LOOK) + 1
    step = 16
    coarse = np.arange(-(-side // step) + 1) * step
    u, v = np.meshgrid(coarse, coarse)
    xy = np.asarray((np.stack([u.ravel(), v.ravel()], 1) - (side - 1) / 2) / _LOOK, float)
    places = face_points(camera, xy, depth).reshape(len(coarse), len(coarse), 2)
    limit = np.array(image.shape[1::-1]) * 2.0
    kept = np.clip(places, -limit, 2 * limit).astype(np.float32)
    at = opencv.upsample_map(kept, step, side, side)
    flat = cv2.remap(image, at, None, cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    return np.asarray(cv2.medianBlur(flat, 5), np.uint8)


def fitted(image: Image, camera: Camera, rough: Sides, depth: float) -> Sides:
    """The sides, each moved onto the edge seen near it, the board's turn being that of all four."""
    width, height = rough.left + rough.right, rough.top + rough.bottom
    plans = (
        ((0, 0), (0, height), (-1, 0)),
        ((0, 0), (width, 0), (0, -1)),
        ((width, 0), (width, height), (1, 0)),
        ((0, height), (width, height), (0, 1)),
    )
    turns, weights, offsets = [], [], []
    for start, end, out in plans:
        slope, offset, sure = _edge_line(image, camera, rough, depth, start, end, out)
        turns.append(slope)
        offsets.append(offset)
        weights.append(sure * math.dist(start, end) ** 2)
    turn = float(np.average(turns, weights=weights)) if sum(weights) > 0 else 0.0
    left, top, right, bottom = offsets
    return Sides(
        (rough.turn_deg + turn) % 360, rough.left + left, rough.top + top, rough.right + right, rough.bottom + bottom
    )


def _edge_line(
    image: Image,
    camera: Camera,
    rough: Sides,
    depth: float,
    start: tuple[float, float],
    end: tuple[float, float],
    out: tuple[int, int],
) -> tuple[float, float, float]:
    """Degrees clockwise by which an edge is turned against a rough side, mm outward at its middle, how sure (0…1)."""
    share = np.linspace(0.06, 0.94, 90)
    length = math.dist(start, end)
    beside = np.arange(-2.6, 2.61, 0.1)
    base = np.array(start) + share[:, None] * (np.array(end) - np.array(start))
    board = base[:, None] + beside[:, None] * np.array(out, float)
    px = face_points(camera, rough.to_disc_frame(board.reshape(-1, 2)), depth).astype(np.float32)
    maps = px.reshape(*board.shape)
    lines = cv2.remap(image, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    at = beside[_outermost_steps(linear(np.asarray(lines, np.uint8)))]
    along = (share - 0.5) * length
    kept = np.ones(len(at), bool)
    best = -1
    rng = np.random.default_rng(3)
    for _ in range(200):
        i, j = rng.choice(len(at), 2, replace=False)
        tilt = (at[j] - at[i]) / (along[j] - along[i])
        near = np.abs(at - at[i] - tilt * (along - along[i])) < TUNING.on_side_mm
        if near.sum() > best and abs(tilt) < TUNING.side_tilt:
            best, kept = int(near.sum()), near
    line = np.polyfit(along[kept], at[kept], 1)
    turn = math.degrees(math.atan(line[0])) * (out[1] - out[0])
    return turn, float(line[1]), float(kept.mean())


def _outermost_steps(lines: Floats) -> Indices:
    """(rows,) the outermost clear step of colour along each line that runs outward; printed lines are no steps."""
    inner = cv2.boxFilter(lines, -1, (10, 5), anchor=(9, 2), borderType=cv2.BORDER_REPLICATE)
    outer = cv2.boxFilter(lines, -1, (10, 5), anchor=(0, 2), borderType=cv2.BORDER_REPLICATE)
    step = np.linalg.norm(outer - inner, axis=2)
    step[:, :5] = step[:, -5:] = 0
    crest = (step >= cv2.dilate(step, np.ones((1, 7)))) & (step > TUNING.clear_step * step.max(1, keepdims=True))
    return np.asarray(step.shape[1] - 1 - crest[:, ::-1].argmax(1), np.intp)


def agreed(found: Sequence[Sides]) -> Sides:
    """One board's sides from several photographs: a side wall seen aslant only adds, so the nearest of each counts."""
    return Sides(
        found[0].turn_deg, *(min(getattr(s, side) for s in found) for side in ("left", "top", "right", "bottom"))
    )


def _right_way_up(sides: Sides) -> Sides:
    """With the top where it likely is: a short side, the one nearer to the disc."""
    sides = sides if sides.left + sides.right <= sides.top + sides.bottom else sides.turned(1)
    return sides if sides.top <= sides.bottom else sides.turned(2)
