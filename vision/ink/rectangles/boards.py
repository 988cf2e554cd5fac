"""Rectangles of which only the proportions are known, such as boards, among the straight edges of a picture.

Edges are gathered into lines, lines into quadrilaterals that a rectangle of the board's proportions could look like to
a camera with a usual lens; those with the best-covered sides come first. Which way up, what is printed must tell.
"""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.ink import opencv
from vision.ink.layout import BoardLayout
from vision.ink.pose import Array
from vision.ink.rectangles.tuning import BOARDS


class Lines(msgspec.Struct, frozen=True, eq=False):
    """Lines a·x + b·y = c (px): `normal` (n, 2) unit, `offset` (n,); `segments` (m, 4) px lie on line `owner` (m,)."""

    normal: Array
    offset: Array
    segments: Array
    owner: NDArray[np.intp]


def gather(segments: Array, slack: float) -> Lines:
    """Lines through the longest segments, each with all segments that lie within `slack` px of it."""
    start, end = segments[:, :2], segments[:, 2:]
    along = end - start
    length = np.linalg.norm(along, axis=1)
    normal = np.stack([-along[:, 1], along[:, 0]], 1) / length[:, None]
    offset = (normal * start).sum(1)
    near = (np.abs(start @ normal.T - offset) < slack) & (np.abs(end @ normal.T - offset) < slack)
    owner = np.full(len(segments), -1)
    kept: list[int] = []
    for one in range(len(segments)):
        if owner[one] < 0 and len(kept) < 3 * BOARDS.lines:
            owner[near[:, one] & (owner < 0)] = len(kept)
            kept.append(one)
    lines = Lines(normal[kept], offset[kept], segments[owner >= 0], owner[owner >= 0])
    return _longest(lines, BOARDS.lines)


def _longest(lines: Lines, count: int) -> Lines:
    reach = np.hypot(lines.segments[:, 2] - lines.segments[:, 0], lines.segments[:, 3] - lines.segments[:, 1])
    total = np.bincount(lines.owner, reach, len(lines.offset))
    chosen = np.argsort(-total)[:count]
    place = np.full(len(total), -1)
    place[chosen] = np.arange(len(chosen))
    owner = place[lines.owner]
    return Lines(lines.normal[chosen], lines.offset[chosen], lines.segments[owner >= 0], owner[owner >= 0])


def _crossings(lines: Lines) -> Array:
    n, c = lines.normal, lines.offset
    cross = n[:, None, 0] * n[None, :, 1] - n[:, None, 1] * n[None, :, 0]
    cross = np.where(np.abs(cross) < BOARDS.crossing, np.nan, cross)
    x = (c[:, None] * n[None, :, 1] - c[None, :] * n[:, None, 1]) / cross
    y = (n[:, None, 0] * c[None, :] - n[None, :, 0] * c[:, None]) / cross
    return np.stack([x, y], 2)


def _opposites(lines: Lines, least: float) -> NDArray[np.intp]:
    """(k, 2) pairs of lines that may be opposite sides: nearly parallel, `least` px apart."""
    i, j = np.triu_indices(len(lines.offset), 1)
    along = (lines.normal[i] * lines.normal[j]).sum(1)
    middle = lines.segments.reshape(-1, 2, 2).mean(1)
    centre = np.stack([middle[lines.owner == k].mean(0) for k in range(len(lines.offset))])
    gap = np.abs((lines.normal[i] * (centre[j] - centre[i])).sum(1))
    fit = (np.abs(along) > BOARDS.parallel) & (gap > least)
    return np.stack([i[fit], j[fit]], 1)


def quads_of(lines: Lines, size: tuple[int, int]) -> Array:
    """(k, 4, 2) px: convex quadrilaterals, clockwise, whose sides lie on four of the lines."""
    pairs = _opposites(lines, BOARDS.apart * min(size))
    if len(pairs) < 2:
        return np.empty((0, 4, 2))
    crossing = _crossings(lines)
    first, second = np.triu_indices(len(pairs), 1)
    a, b, c, d = pairs[first, 0], pairs[first, 1], pairs[second, 0], pairs[second, 1]
    quads = np.stack([crossing[a, c], crossing[c, b], crossing[b, d], crossing[d, a]], 1)
    quads = quads[np.isfinite(quads).all((1, 2))]
    turn = _turns(quads)
    quads[(turn < 0).all(1)] = quads[(turn < 0).all(1)][:, ::-1]
    low, high = -BOARDS.beyond * np.array(size), (1 + BOARDS.beyond) * np.array(size)
    inside = ((quads > low) & (quads < high)).all((1, 2))
    return np.asarray(quads[inside & ((turn > 0).all(1) | (turn < 0).all(1))])


def _turns(quads: Array) -> Array:
    side = np.roll(quads, -1, 1) - quads
    after = np.roll(side, -1, 1)
    return np.asarray(side[..., 0] * after[..., 1] - side[..., 1] * after[..., 0])


def proportions(quads: Array, size: tuple[int, int]) -> tuple[Array, Array]:
    """(k,) first side over second side, and (k,) cosine of their angle, of the flat thing each quadrilateral shows."""
    focal = opencv.usual_camera(size)[0, 0]
    p = (quads - (np.array(size) - 1) / 2) / focal
    d1, d2, s = p[:, 1] - p[:, 2], p[:, 3] - p[:, 2], p[:, 0] - p[:, 1] + p[:, 2] - p[:, 3]
    det = d1[:, 0] * d2[:, 1] - d1[:, 1] * d2[:, 0]
    g = (s[:, 0] * d2[:, 1] - s[:, 1] * d2[:, 0]) / det
    h = (d1[:, 0] * s[:, 1] - d1[:, 1] * s[:, 0]) / det
    across = np.column_stack([p[:, 1] - p[:, 0] + g[:, None] * p[:, 1], g])
    down = np.column_stack([p[:, 3] - p[:, 0] + h[:, None] * p[:, 3], h])
    wide, high = np.linalg.norm(across, axis=1), np.linalg.norm(down, axis=1)
    return wide / high, (across * down).sum(1) / (wide * high)


def coverage(quads: Array, segments: Array, slack: float) -> Array:
    """(k, 4) share of each side that lies within `slack` px of some edge of its direction."""
    start, side = quads.reshape(-1, 2), (np.roll(quads, -1, 1) - quads).reshape(-1, 2)
    length = np.linalg.norm(side, axis=1)
    unit = side / length[:, None]
    normal = np.stack([unit[:, 1], -unit[:, 0]], 1)
    level = (normal * start).sum(1)[:, None]
    near = [np.abs(normal @ end.T - level) < slack for end in (segments[:, :2], segments[:, 2:])]
    one, edge = np.nonzero(near[0] & near[1])
    away = segments[edge].reshape(-1, 2, 2) - start[one][:, None]
    along = np.clip((away * unit[one][:, None]).sum(2) / length[one][:, None], 0, 1)
    share = np.bincount(one, np.abs(along[:, 1] - along[:, 0]), len(start))
    return np.asarray(np.minimum(share, 1.0).reshape(-1, 4))


def board_quads(segments: Array, size: tuple[int, int], layout: BoardLayout) -> Array:
    """(k, 4, 2) px, best first: where the board's outline may be, corners clockwise, the first one a possible top left.

    Each outline comes in every way up that its proportions allow.
    """
    if len(segments) < 4:
        return np.empty((0, 4, 2))
    slack = BOARDS.slack * max(size)
    quads = quads_of(gather(segments, slack), size)
    if not len(quads):
        return quads
    ratio, angle = proportions(quads, size)
    wanted = layout.size[0] / layout.size[1]
    upright, lying = (np.abs(np.log(r)) < BOARDS.ratio for r in (ratio / wanted, ratio * wanted))
    fit = (np.abs(angle) < BOARDS.right_angle) & (upright | lying)
    quads, upright, lying = quads[fit], upright[fit], lying[fit]
    cover = coverage(quads, segments, slack)
    score = cover.mean(1) + cover.min(1)
    best = _distinct(quads, np.argsort(-score), 1.5 * slack)
    ways = [np.roll(quads[k], -turn, 0) for k in best for turn in range(4) if (upright, lying)[turn % 2][k]]
    return np.array(ways).reshape(-1, 4, 2)


def _distinct(quads: Array, order: NDArray[np.intp], slack: float) -> list[int]:
    kept: list[int] = []
    for k in order:
        if all(np.abs(quads[k] - quads[other]).max() > slack for other in kept):
            kept.append(int(k))
        if len(kept) == BOARDS.quads:
            break
    return kept
