"""Things of power bonuses that a pen may have drawn on a point: planets, moons, novas and the like, as proposals."""

from __future__ import annotations

import cv2
import numpy as np

from vision.ink.evidence import Evidence
from vision.ink.pose import Array, Grid, Numbers, Plane
from vision.slate.edges import Edges

RADII_MM = (1.0, 2.0, 3.0, 4.0, 5.0, 6.5)
SPOKES = 16
WAVES = (1, 2, 3, 4)
NAMES = (
    *(f"{what}_{radius:.0f}" for what in ("mean", "least", "most") for radius in RADII_MM),
    *(f"wave{k}_{radius:.0f}" for k in WAVES for radius in RADII_MM),
    "lines", "strongest_line", "head", "tall",
)  # fmt: skip
"""What each column of `object_features` means: ink on circles of so many mm and how it changes around them, the number
of lines at the point, their strongest, the log-odds of a shooting star's head, the ink in lines at all."""


def object_features(
    evidence: Evidence, grid: Grid, edges: Edges, points: Array, odds: Numbers, heads: dict[tuple[int, int], float],
    ink: float,
) -> Plane:  # fmt: skip
    """(points, len(NAMES)); `odds` (edges,) and `heads`: log-odds of lines and of heads, `ink` of a line."""
    turn = np.arange(SPOKES) * 2 * np.pi / SPOKES
    ring = np.stack([np.cos(turn), np.sin(turn)], 1)
    xy = points[:, None, None] + np.array(RADII_MM)[None, :, None, None] * ring
    px = grid.to_pixels(xy.reshape(-1, 2)).astype(np.float32).reshape(len(points), -1, 2)
    strength = -(evidence.ridge[..., 0] + evidence.ridge[..., 2]) / np.float32(evidence.noise * ink)
    seen = cv2.remap(strength, px, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)  # type: ignore[call-overload]
    circles = np.clip(np.asarray(seen, np.float32).reshape(len(points), len(RADII_MM), SPOKES), -1.0, 2.0)
    waves = np.abs(np.fft.rfft(circles, axis=2))[..., list(WAVES)] / SPOKES
    sure = 1 / (1 + np.exp(-odds))
    lines, strongest = np.zeros(len(points)), np.full(len(points), -8.0)
    for end in (edges.a, edges.b):
        np.add.at(lines, end, sure)
        np.maximum.at(strongest, end, odds)
    head = np.full(len(points), -12.0)
    for (_, at), value in heads.items():
        head[at] = max(head[at], value)
    columns = [circles.mean(2), circles.min(2), circles.max(2), *np.moveaxis(waves, 2, 0)]
    rest = np.stack([lines, np.maximum(strongest, -8.0), head, np.full(len(points), np.log(ink))], 1)
    return np.concatenate([*columns, rest], 1).astype(np.float32)
