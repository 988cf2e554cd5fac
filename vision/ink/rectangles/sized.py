"""Finds rectangles of a card's size on the table by their edges, at any turn, also where others lie over them.

Everything here is millimetres on the table's plane; a rectangle is a row `x, y, angle`: its middle, and the direction
of its short sides in degrees clockwise.
"""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.ink import opencv
from vision.ink.pose import Array, Image, project
from vision.ink.rectangles.tuning import SIZED

Slopes = NDArray[np.int16]
_AT_ONCE = 200
"""Rectangles looked at in one go: what is kept of them meanwhile then stays near the processor."""


class Edges(msgspec.Struct, frozen=True, eq=False):
    """A picture's edges: slopes (rows, columns) in grey levels a pixel, and the plane (3×3, mm -> px) they are on."""

    across: NDArray[np.float32]
    down: NDArray[np.float32]
    plane: Array

    def along(self, points: Array, normals: Array) -> NDArray[np.float32]:
        """How steep the picture is at points (…, 2) mm in the direction of normals (…, 2) mm, 0 outside; ≥ 0.

        Normals are units, for each point or for all along an axis.
        """
        x, y = np.moveaxis(points, -1, 0)
        across, down = np.moveaxis(normals * 0.2, -1, 0)
        column, row = _projected(self.plane, x, y)
        ahead_x, ahead_y = _projected(self.plane, x + across, y + down)
        ahead_x -= column
        ahead_y -= row
        length = np.maximum(np.sqrt(ahead_x * ahead_x + ahead_y * ahead_y), 1e-9)
        column, row = np.rint(column), np.rint(row)
        rows, columns = self.across.shape
        inside = (column >= 0) & (row >= 0) & (column < columns) & (row < rows)
        place = np.where(inside, row * columns + column, 0).astype(np.intp)
        gx, gy = self.across.ravel()[place], self.down.ravel()[place]
        steep = np.abs(gx * ahead_x + gy * ahead_y) / length
        aligned = steep > SIZED.across * np.sqrt(gx * gx + gy * gy)
        return np.asarray(np.where(inside & aligned, steep, 0), np.float32)


def _projected(plane: Array, x: Array, y: Array) -> tuple[Array, Array]:
    """Points through a 3×3 homography, as `project`, their coordinates apart."""
    (a, b, c), (d, e, f), (g, h, i) = plane.tolist()
    away = g * x + h * y + i
    return (a * x + b * y + c) / away, (d * x + e * y + f) / away


def edges_of(image: Image, plane: Array) -> Edges:
    """The edges of a picture (grey or BGR), the steepest of its channels at each pixel."""
    smooth = cv2.GaussianBlur(image, (0, 0), 0.8)
    # A channel at a time: slopes of all of them would be the most memory that reading a picture takes.
    across, down, most = _slopes(smooth if image.ndim == 2 else cv2.extractChannel(smooth, 0))
    for channel in range(1, 1 if image.ndim == 2 else image.shape[2]):
        one, other, size = _slopes(cv2.extractChannel(smooth, channel))
        better = size > most
        across, down, most = np.where(better, one, across), np.where(better, other, down), np.maximum(most, size)
    return Edges(across.astype(np.float32) / np.float32(8), down.astype(np.float32) / np.float32(8), plane)


def _slopes(smooth: cv2.typing.MatLike) -> tuple[Slopes, Slopes, Slopes]:
    """Of a picture of one channel, eight times grey levels a pixel: across, down, and the size of both together."""
    across = np.asarray(cv2.Sobel(smooth, cv2.CV_16S, 1, 0), np.int16)
    down = np.asarray(cv2.Sobel(smooth, cv2.CV_16S, 0, 1), np.int16)
    return across, down, np.abs(across) + np.abs(down)


def segments_of(image: Image, edges: Edges) -> tuple[Array, NDArray[np.float32]]:
    """(m, 2, 2) mm: the ends of straight edges at least 7 mm long, the longest and steepest first; (m,) how steep."""
    found = opencv.line_segments(opencv.grey(image)).reshape(-1, 2)
    if not len(found):
        return np.zeros((0, 2, 2)), np.zeros(0, np.float32)
    ends = project(np.asarray(np.linalg.inv(edges.plane), float), found).reshape(-1, 2, 2)
    span = ends[:, 1] - ends[:, 0]
    length = np.maximum(np.hypot(*span.T), 1e-9)
    points = ends[:, :1] + span[:, None] * np.array([0.25, 0.5, 0.75])[:, None]
    normals = np.broadcast_to((span[:, ::-1] * [-1, 1] / length[:, None])[:, None], points.shape)
    steepness = edges.along(points, normals).mean(1)
    order = np.argsort(-np.minimum(length, 60.0) * np.minimum(steepness, 2 * SIZED.strong), kind="stable")
    kept = order[length[order] >= SIZED.segment_mm][: SIZED.max_segments]
    return ends[kept], steepness[kept]


def corner_rectangles(
    segments: Array, size: tuple[float, float], steepness: NDArray[np.float32] | None = None
) -> Array:
    """(r, 3) rectangles of this size (short, long side) with a corner where two segments meet at a right angle.

    Those with the longest segments first; segments of little `steepness` (m,) count as shorter.
    """
    if len(segments) < 2:
        return np.zeros((0, 3))
    start, span = segments[:, 0], segments[:, 1] - segments[:, 0]
    length = np.hypot(*span.T)
    unit = span / length[:, None]
    a, b = np.nonzero(np.triu(np.abs(unit @ unit.T) < np.sin(np.radians(SIZED.askew_deg)), 1))
    turn = unit[a, 0] * unit[b, 1] - unit[a, 1] * unit[b, 0]
    gap = start[b] - start[a]
    along_a = (gap[:, 0] * unit[b, 1] - gap[:, 1] * unit[b, 0]) / turn
    along_b = (gap[:, 0] * unit[a, 1] - gap[:, 1] * unit[a, 0]) / turn
    end_a, end_b = _end(along_a, length[a]), _end(along_b, length[b])
    keep = (end_a != 0) & (end_b != 0)
    a, b, end_a, end_b, along_a = a[keep], b[keep], end_a[keep], end_b[keep], along_a[keep]
    corner = start[a] + unit[a] * along_a[:, None]
    clear = np.ones(len(segments)) if steepness is None else np.minimum(steepness / SIZED.strong, 1.0)
    found, worth = [], []
    for one, other, sign, across in ((a, b, end_a, end_b), (b, a, end_b, end_a)):
        fits = (length[one] < size[0] + 3) & (length[other] < size[1] + 3)
        u, v = unit[one] * sign[:, None], unit[other] * across[:, None]
        # The two directions, made perpendicular; the longer edge says more about the turn.
        side = np.where(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0] > 0, 1.0, -1.0)[:, None]
        turned = np.stack([v[:, 1], -v[:, 0]], 1) * side
        mean = u * length[one, None] + turned * length[other, None]
        mean /= np.hypot(*mean.T)[:, None]
        down = np.stack([-mean[:, 1], mean[:, 0]], 1) * side
        middle = corner + mean * size[0] / 2 + down * size[1] / 2
        angle = np.degrees(np.arctan2(mean[:, 1], mean[:, 0])) % 180
        found.append(np.column_stack([middle, angle])[fits])
        worth.append(((length[one] / size[0] + length[other] / size[1]) * np.minimum(clear[one], clear[other]))[fits])
    every = np.concatenate(found)
    return np.asarray(every[np.argsort(-np.concatenate(worth), kind="stable")])


def _end(along: Array, length: Array) -> NDArray[np.int64]:
    """1 where the meeting point lies at the segment's start, -1 at its end, 0 elsewhere."""
    at_start = (along > -SIZED.beyond_mm) & (along < np.minimum(SIZED.within_mm, length / 3))
    at_end = (along < length + SIZED.beyond_mm) & (along > length - np.minimum(SIZED.within_mm, length / 3))
    return np.where(at_start, 1, np.where(at_end, -1, 0))


def axes(angle_deg: Array) -> tuple[Array, Array]:
    """Unit vectors (n, 2) along the short and the long side."""
    angle = np.radians(angle_deg)
    return np.stack([np.cos(angle), np.sin(angle)], -1), np.stack([-np.sin(angle), np.cos(angle)], -1)


def support(edges: Edges, rectangles: Array, size: tuple[float, float]) -> NDArray[np.float32]:
    """(r, 4) how much of each side (top, right, bottom, left) lies on an edge of the picture, 0…1."""
    parts = [_support(edges, rectangles[k : k + _AT_ONCE], size) for k in range(0, len(rectangles), _AT_ONCE)]
    return np.concatenate(parts) if parts else np.zeros((0, 4), np.float32)


def _support(edges: Edges, rectangles: Array, size: tuple[float, float]) -> NDArray[np.float32]:
    u, v = axes(rectangles[:, 2])
    middle = rectangles[:, :2]
    found = []
    for out, along, half, length in ((-v, u, size[1] / 2, size[0]), (u, v, size[0] / 2, size[1]),
                                     (v, u, size[1] / 2, size[0]), (-u, v, size[0] / 2, size[1])):  # fmt: skip
        count = max(6, int((length - 2 * SIZED.corner_mm) / SIZED.step_mm))
        places = np.linspace(-1, 1, count) * (length / 2 - SIZED.corner_mm)
        line = middle[:, None] + out[:, None] * half + along[:, None] * places[:, None]
        points = line[None] + out[None, :, None] * np.array([-SIZED.reach_mm, 0, SIZED.reach_mm])[:, None, None, None]
        steep = edges.along(points, out[None, :, None]).max(0)
        found.append(np.minimum(steep / SIZED.strong, 1.0).mean(1))
    return np.stack(found, 1)


def merit(sides: NDArray[np.float32]) -> NDArray[np.float32]:
    """(r,) one number for four sides' support: the weakest side counts half, for it may be hidden."""
    order = np.sort(sides, axis=1)
    return np.asarray((order[:, 1:].sum(1) + 0.5 * order[:, 0]) / 3.5, np.float32)


def distinct(rectangles: Array, worth: NDArray[np.float32], most: int) -> NDArray[np.intp]:
    """Rows of the best rectangles, without those that nearly equal a better one."""
    left = np.argsort(-worth, kind="stable")
    kept: list[int] = []
    while len(left) and len(kept) < most:
        best = int(left[0])
        kept.append(best)
        away = np.hypot(*(rectangles[left, :2] - rectangles[best, :2]).T)
        turned = np.abs((rectangles[left, 2] - rectangles[best, 2] + 90) % 180 - 90)
        left = left[(away > SIZED.same_mm) | (turned > SIZED.same_deg)]
    return np.array(kept, np.intp)


def around(rectangle: Array, shift_mm: float, turn_deg: float) -> Array:
    """(n, 3) a rectangle shifted and turned a little in every way."""
    shifts = np.arange(-shift_mm, shift_mm + 0.01, 1.4)
    turns = np.arange(-turn_deg, turn_deg + 0.01, 2.0)
    x, y, angle = np.meshgrid(shifts, shifts, turns)
    return np.asarray(rectangle + np.stack([x.ravel(), y.ravel(), angle.ravel()], 1))


def outlines(rectangles: Array, size: tuple[float, float]) -> Array:
    """(r, 4, 2) mm: the corners, clockwise; the first is the top left of a card that is not upside down."""
    u, v = axes(rectangles[:, 2])
    half_u, half_v = u * size[0] / 2, v * size[1] / 2
    middle = rectangles[:, :2]
    return np.stack(
        [middle - half_u - half_v, middle + half_u - half_v, middle + half_u + half_v, middle - half_u + half_v], 1
    )


# Closer ---------------------------------------------------------------------------------------------------------

_OFFSETS = np.arange(-2.8, 2.81, 0.28)


def fitted(edges: Edges, rectangles: Array, size: tuple[float, float]) -> Array:
    """(r, 3) mm: rectangles of that size moved and turned so that their sides lie on edges of the picture nearby.

    Opposite sides keep about their distance; each half of a side says on its own where it would lie.
    """
    u, v = axes(rectangles[:, 2])
    found = rectangles.astype(float)
    for out, along, half, length, way in ((v, u, size[1] / 2, size[0], 1.0), (u, v, size[0] / 2, size[1], -1.0)):
        one, other = (_profile(edges, rectangles[:, :2], sign * out, along, half, length) for sign in (-1.0, 1.0))
        near, far = _pair(one.sum(1), other.sum(1))
        moved = (_halves(other, far) - _halves(one, near)) / 2
        found[:, :2] += out * moved.mean(1, keepdims=True)
        apart = length / 2 - SIZED.corner_mm
        found[:, 2] += way * np.degrees((moved[:, 1] - moved[:, 0]) / apart) / 2
    return found


def _profile(edges: Edges, middle: Array, out: Array, along: Array, half: float, length: float) -> Array:
    """(r, 2 halves, offsets) how steep the picture is along lines parallel to one side."""
    places = np.linspace(-1, 1, 16) * (length / 2 - SIZED.corner_mm)
    line = middle[:, None] + out[:, None] * half + along[:, None] * places[:, None]
    points = line[:, :, None] + out[:, None, None] * _OFFSETS[:, None]
    steep = edges.along(points, out[:, None, None])
    share = np.minimum(steep, 2 * SIZED.strong) / SIZED.strong
    return np.asarray(np.stack([share[:, :8].mean(1), share[:, 8:].mean(1)], 1), float)


def _pair(one: Array, other: Array) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The offsets (rows of `_OFFSETS`) of two opposite sides that lie on edges and keep their distance."""
    grown = (_OFFSETS[:, None] + _OFFSETS[None]) / 1.2
    moved = (_OFFSETS[:, None] - _OFFSETS[None]) / 2 / 2.4
    score = one[:, :, None] + other[:, None] - 0.8 * grown**2 - 0.5 * moved**2
    best = score.reshape(len(score), grown.size).argmax(1)
    near, far = np.unravel_index(best, grown.shape)
    return near, far


def _halves(profile: Array, shift: NDArray[np.intp]) -> Array:
    """(r, 2) mm: how far each half of a side moves outwards, near the whole side's shift."""
    away = np.arange(len(_OFFSETS))[None] - shift[:, None]
    near = profile - 0.06 * away[:, None] ** 2
    return np.asarray(_OFFSETS[near.argmax(2)])
