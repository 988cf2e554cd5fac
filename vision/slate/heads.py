"""The heads of shooting stars: what lies around an end of a diagonal, seen along it."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np

from vision.ink.evidence import Evidence
from vision.ink.pose import Array, Grid, Indices, Plane
from vision.slate.edges import Edges

ALONG_MM = np.arange(-8.0, 3.1, 1.0)
"""Places along the shaft, 0 at the end, negative on the shaft."""
ACROSS_MM = np.arange(-6.0, 6.1, 1.0)
NAMES = tuple(f"{what}_{t:.0f}_{s:.0f}" for what in ("ridge",) for t in ALONG_MM for s in ACROSS_MM if s >= 0) + tuple(
    f"lean_{t:.0f}_{s:.0f}" for t in ALONG_MM for s in ACROSS_MM if s > 0
)
"""What each column of `head_features` means: ink on both sides together, and how unlike the two sides are."""


class Ends(msgspec.Struct, frozen=True, eq=False):
    """Directed ends of diagonals: `edge` (m,) their row, `at` (m,) the point where the head may be."""

    edge: Indices
    at: Indices


def diagonal_ends(edges: Edges, rows: Indices) -> Ends:
    """Both ends of each of the diagonals among `rows`."""
    rows = rows[edges.step[rows] >= 2]
    return Ends(np.concatenate([rows, rows]), np.concatenate([edges.a[rows], edges.b[rows]]))


def head_features(evidence: Evidence, grid: Grid, edges: Edges, ends: Ends, points: Array, ink: float) -> Plane:
    """(m, len(NAMES)); `points` (points, 2) board mm of the lattice, `ink` the strength of a drawn line."""
    if not len(ends.at):
        return np.zeros((0, len(NAMES)), np.float32)
    head = points[ends.at]
    tail = points[edges.a[ends.edge] + edges.b[ends.edge] - ends.at]
    unit = (head - tail) / np.linalg.norm(head - tail, axis=1)[:, None]
    along, across = np.meshgrid(ALONG_MM, ACROSS_MM, indexing="ij")
    normal = np.stack([-unit[:, 1], unit[:, 0]], 1)
    xy = head[:, None] + along.reshape(-1, 1) * unit[:, None] + across.reshape(-1, 1) * normal[:, None]
    px = grid.to_pixels(xy.reshape(-1, 2)).astype(np.float32).reshape(len(head), -1, 2)
    strength = -(evidence.ridge[..., 0] + evidence.ridge[..., 2]) / np.float32(evidence.noise * ink)
    seen = cv2.remap(strength, px, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)  # type: ignore[call-overload]
    patch = np.clip(np.asarray(seen, np.float32).reshape(len(head), len(ALONG_MM), len(ACROSS_MM)), -1.0, 2.0)
    middle = len(ACROSS_MM) // 2
    left, right = patch[..., middle::-1], patch[..., middle:]
    return np.concatenate(
        [((left + right) / 2).reshape(len(head), -1), np.abs(left - right)[..., 1:].reshape(len(head), -1)], 1
    )
