"""A strip of picture along every pair of stars, and the best pen path through it."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.evidence import Evidence
from vision.pose import Grid

Plane = NDArray[np.float32]
Numbers = NDArray[np.float64]

ALONG = 24
"""Samples between the two stars."""
PAST = 4
"""Samples beyond each star."""
PAST_MM = 0.8
"""Distance between samples beyond a star."""
ACROSS = 13
HALF_MM = 2.6
"""Half the width of a strip."""
MIDDLE = ACROSS // 2
STEP_MM = 2 * HALF_MM / (ACROSS - 1)


class Strips(msgspec.Struct, frozen=True, eq=False):
    """The strips of n star pairs.

    `ridge` (n, PAST + ALONG + PAST, ACROSS): oriented ridge strength in noise standard deviations, bright across the
    line is positive. `path` (n, ALONG): column of the best path. `on_path`, `printed`, `veil` (n, ALONG): ridge
    strength, that of the print, and veil along that path. `length` (n,) mm.
    """

    ridge: Plane
    path: NDArray[np.intp]
    on_path: Plane
    printed: Plane
    veil: Plane
    length: Numbers


def _geometry(a: Numbers, b: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Sample centres (n, T, 2) in mm, unit normals (n, 2), lengths (n,)."""
    delta = b - a
    length = np.hypot(delta[:, 0], delta[:, 1])
    unit = delta / length[:, None]
    normal = np.stack([-unit[:, 1], unit[:, 0]], 1)
    inside = (np.arange(ALONG) + 0.5) / ALONG * length[:, None]
    past = (np.arange(PAST) + 0.5) * PAST_MM
    before = np.broadcast_to(-past[::-1], (len(a), PAST))
    after = length[:, None] + past
    t = np.concatenate([before, inside, after], 1)
    return a[:, None] + t[..., None] * unit[:, None], normal, length


def _across(centres: Numbers, normal: Numbers, grid: Grid) -> tuple[Plane, Plane]:
    """Pixel maps (n, T·ACROSS) of all the samples."""
    offsets = (np.arange(ACROSS) - MIDDLE) * STEP_MM
    start = (centres - np.array(grid.origin)) * grid.px_per_mm
    side = (normal * grid.px_per_mm)[:, None, None] * offsets[:, None]
    points = (start[:, :, None] + side).astype(np.float32)
    flat = points.reshape(len(centres), -1, 2)
    return np.ascontiguousarray(flat[..., 0]), np.ascontiguousarray(flat[..., 1])


def best_paths(ridge: Plane, bend: float = 1.5, stray: float = 0.08) -> NDArray[np.intp]:
    """(n, ALONG) columns of the strongest path through (n, ALONG, ACROSS) `ridge`, one column a step at most.

    `bend`: price of a step sideways; `stray`: price of a column off the chord, growing towards both ends.
    """
    cost = np.ascontiguousarray(np.moveaxis(ridge, 0, 2))
    ends = np.abs(np.linspace(-1, 1, ALONG)) ** 4
    off = np.abs(np.arange(ACROSS) - MIDDLE)
    cost = cost - (stray * (0.3 + 3 * ends)[:, None, None] * (off**1.5)[:, None]).astype(np.float32)
    best = cost[0]
    choice = np.zeros(cost.shape, np.int8)
    for t in range(1, ALONG):
        top, step = best.copy(), choice[t]
        right = best[:-1] - np.float32(bend)
        better = right > top[1:]
        np.copyto(top[1:], right, where=better)
        step[1:][better] = -1
        left = best[1:] - np.float32(bend)
        better = left > top[:-1]
        np.copyto(top[:-1], left, where=better)
        step[:-1][better] = 1
        best = top + cost[t]
    path = np.empty((ALONG, cost.shape[2]), np.intp)
    rows = np.arange(cost.shape[2])
    path[-1] = best.argmax(0)
    for t in range(ALONG - 1, 0, -1):
        path[t - 1] = path[t] + choice[t, path[t], rows]
    return path.T


def sample_strips(evidence: Evidence, grid: Grid, a: Numbers, b: Numbers, ceiling: float = 12.0) -> Strips:
    """The strips of the star pairs `a`, `b` ((n, 2) disc mm); ridges count up to `ceiling` when the path is chosen."""
    centres, normal, length = _geometry(a, b)
    columns, rows = _across(centres, normal, grid)
    shape = (len(a), PAST + ALONG + PAST, ACROSS)
    nx, ny = normal[:, 0].astype(np.float32), normal[:, 1].astype(np.float32)
    weights = np.stack([-nx * nx, -2 * nx * ny, -ny * ny], 1)

    def oriented(maps: Plane) -> Plane:
        seen = cv2.remap(maps, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
        return np.einsum("nkc,nc->nk", seen, weights).reshape(shape)

    ridge = oriented(evidence.ridge)
    inner = ridge[:, PAST:-PAST]
    path = best_paths(np.clip(inner, -3.0, ceiling))
    pick = path[..., None]
    on_path = np.take_along_axis(inner, pick, 2)[..., 0]
    cx = np.take_along_axis(columns.reshape(shape)[:, PAST:-PAST], pick, 2)[..., 0]
    cy = np.take_along_axis(rows.reshape(shape)[:, PAST:-PAST], pick, 2)[..., 0]
    printed = np.einsum("nkc,nc->nk", cv2.remap(evidence.print_ridge, cx, cy, cv2.INTER_LINEAR), weights)
    veil = cv2.remap(evidence.veil, cx, cy, cv2.INTER_LINEAR)
    return Strips(ridge, path, on_path, printed, veil, length)
