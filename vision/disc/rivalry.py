"""Star pairs that claim the same ink: which of them explains it best."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.disc.pairs import Pairs
from vision.disc.tuning import TUNING
from vision.ink.pose import Indices, Numbers, Plane
from vision.ink.strips import ALONG, MIDDLE, STEP_MM, Strips

NEAR_MM = 1.1
"""Two paths closer than this follow the same ink."""

NAMES = (
    "alone", "shared", "shared_longer", "shared_shorter", "rival", "rival_longer", "rival_shorter",
    "explained", "chain", "crossed", "end_more", "end_less",
)  # fmt: skip


class Rivals(msgspec.Struct, frozen=True, eq=False):
    """The plausible pairs: `rows` (m,) into the pairs; `near` (m, k, m) whether sample k of row i's path lies on row
    j's, False for itself; `share` (m, m): part of row i's path that does; `crosses` (m, m) whether the chords cross
    between their ends."""

    rows: Indices
    near: NDArray[np.bool_]
    share: Plane
    crosses: NDArray[np.bool_]


def ways(xy: Numbers, a: Indices, b: Indices) -> tuple[Numbers, Numbers]:
    """(m, 2) unit vectors from star rows `a` to `b`, and (m, 2) those across them."""
    delta = xy[b] - xy[a]
    unit = delta / np.hypot(delta[:, 0], delta[:, 1])[:, None]
    return unit, np.stack([-unit[:, 1], unit[:, 0]], 1)


def path_points(strips: Strips, xy: Numbers, pairs: Pairs, rows: Indices, every: int = 2) -> Plane:
    """(m, ALONG / every, 2) disc mm along the paths of `rows`."""
    start, delta = xy[pairs.a[rows]], xy[pairs.b[rows]] - xy[pairs.a[rows]]
    _, normal = ways(xy, pairs.a[rows], pairs.b[rows])
    t = (np.arange(0, ALONG, every) + 0.5) / ALONG
    off = (strips.path[rows, ::every] - MIDDLE) * STEP_MM
    points = start[:, None] + t[:, None] * delta[:, None] + off[..., None] * normal[:, None]
    return points.astype(np.float32)


def near_paths(points: Plane, others: Plane) -> NDArray[np.bool_]:
    """(m, k, n) whether each point of m paths ((m, k, 2) mm) lies within NEAR_MM of each of n `others` ((n, j, 2))."""
    m, k, _ = points.shape
    flat, other = points.reshape(-1, 2), others.swapaxes(0, 1).reshape(-1, 2)
    squared = (flat**2).sum(1)[:, None] + (other**2).sum(1)[None, :] - 2 * flat @ other.T
    nearest = squared.reshape(m, k, others.shape[1], len(others)).min(2, initial=np.inf)
    return np.asarray(nearest < NEAR_MM**2)


def crossings(xy: Numbers, a: Indices, b: Indices) -> NDArray[np.bool_]:
    """(m, m) whether the segments a-b cross properly; those that share a star do not."""
    p, q = xy[a], xy[b]
    d = q - p

    def side(origin: Numbers, direction: Numbers, points: Numbers) -> Numbers:
        rel = points[None] - origin[:, None]
        return np.asarray(direction[:, None, 0] * rel[..., 1] - direction[:, None, 1] * rel[..., 0])

    splits = side(p, d, p) * side(p, d, q) < -1e-9
    same = (a[:, None] == a) | (a[:, None] == b) | (b[:, None] == a) | (b[:, None] == b)
    return np.asarray(splits & splits.T & ~same)


def find_rivals(strips: Strips, pairs: Pairs, xy: Numbers, log_odds: Plane, keep: NDArray[np.bool_]) -> Rivals:
    """The pairs worth comparing: those of plausible ink and those of `keep` (known lines)."""
    rows = np.flatnonzero((log_odds > TUNING.plausible) | keep)
    if len(rows) > TUNING.max_rivals:
        rank = np.where(keep[rows], np.inf, log_odds[rows])
        rows = np.sort(rows[np.argsort(-rank, kind="stable")[: TUNING.max_rivals]])
    near = near_paths(path_points(strips, xy, pairs, rows), path_points(strips, xy, pairs, rows, every=1))
    near[np.arange(len(rows)), :, np.arange(len(rows))] = False
    return Rivals(rows, near, np.asarray(near.mean(1), np.float32), crossings(xy, pairs.a[rows], pairs.b[rows]))


def _most(value: NDArray[np.floating]) -> Plane:
    """(m,) the largest value of each row, at least 0."""
    return np.asarray(value.max(1, initial=0), np.float32)


def _best(value: Plane, allowed: NDArray[np.bool_]) -> Plane:
    """(m,) the largest allowed value of each row, -8 where none is."""
    return np.asarray(np.where(allowed, value, -8).max(1, initial=-8), np.float32)


def rival_features(rivals: Rivals, pairs: Pairs, strips: Strips, log_odds: Plane, features: Plane) -> Plane:
    """(m, len(NAMES) + features) for the plausible pairs: their own features, and what their rivals say."""
    rows, share = rivals.rows, rivals.share
    z = np.clip(log_odds[rows], -8, 8)
    length = strips.length[rows]
    longer = length[None, :] > length[:, None]
    weight = 1 / (1 + np.exp(-z))
    claim = share * weight[None, :]
    other = np.broadcast_to(z[None, :], share.shape)
    over = share > 0.5
    stronger = z[None, :] > z[:, None]
    explained = np.minimum(np.where(stronger, claim, 0).sum(1), 1.5)
    more, less = _ends(pairs, rows, z, over | over.T)
    columns = [
        z, _most(claim), _most(np.where(longer, claim, 0)), _most(np.where(longer, 0, claim)), _best(other, over),
        _best(other, over & longer), _best(other, over & ~longer), explained, _chain(pairs, rows, z),
        _best(other, rivals.crosses), more, less,
    ]  # fmt: skip
    return np.concatenate([np.stack(columns, 1).astype(np.float32), features[rows]], 1)


def _ends(pairs: Pairs, rows: Indices, z: Plane, over: NDArray[np.bool_]) -> tuple[Plane, Plane]:
    """Strongest other line at the better and at the worse joined of the two stars."""
    a, b = pairs.a[rows], pairs.b[rows]
    other = np.broadcast_to(z[None, :], over.shape)
    apart = ~over & ~np.eye(len(rows), dtype=bool)
    at_a = _best(other, ((a[:, None] == a) | (a[:, None] == b)) & apart)
    at_b = _best(other, ((b[:, None] == a) | (b[:, None] == b)) & apart)
    return np.maximum(at_a, at_b), np.minimum(at_a, at_b)


def _chain(pairs: Pairs, rows: Indices, z: Plane) -> Plane:
    """The weaker of the two lines that lead over the third star, -8 where there is none."""
    value = {(int(pairs.a[r]), int(pairs.b[r])): float(v) for r, v in zip(rows, z, strict=True)}

    def weaker(row: int) -> float:
        third = int(pairs.third_row[row])
        a, b = int(pairs.a[row]), int(pairs.b[row])
        if third < 0:
            return -8.0
        first, second = (min(a, third), max(a, third)), (min(b, third), max(b, third))
        return min(value.get(first, -8.0), value.get(second, -8.0))

    return np.array([weaker(int(r)) for r in rows], np.float32)
