"""What each point of a lattice looks like: a star, a planet, or nothing; by that a slate is told and set upright."""

from __future__ import annotations

import cv2
import numpy as np

from vision.ink.nets import load_net
from vision.ink.pose import Array, Flags, Grid, Image, Indices, Plane
from vision.slate.layout import MISSING, PLANET, STAR
from vision.slate.tuning import TUNING

PX_PER_MM = 2.0
RADII = (0.0, 0.9, 1.8, 2.7, 3.6, 4.8)
OUTER = (6.0, 7.0)
SPOKES = 12
NAMES = (
    *(f"{what}_{radius}" for what in ("light", "colour", "uneven") for radius in RADII), "blob", "spread", "around",
    "contrast",
)  # fmt: skip
"""What each column of `point_features` means: on circles of so many mm the brightness, the change of colour and the
unevenness, over the usual contrast of the points; the blob there; how much the surroundings vary; that contrast."""


def _circles(flat: Plane, grid: Grid, points: Array, radii: tuple[float, ...]) -> Plane:
    """(points, radii, SPOKES, channels) of the picture on circles around the points (board mm)."""
    turn = np.arange(SPOKES) * 2 * np.pi / SPOKES
    ring = np.stack([np.cos(turn), np.sin(turn)], 1)
    xy = points[:, None, None] + np.array(radii)[None, :, None, None] * ring
    px = grid.to_pixels(xy.reshape(-1, 2)).astype(np.float32).reshape(len(points), -1, 2)
    seen = cv2.remap(flat, px, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    return np.asarray(seen, np.float32).reshape(len(points), len(radii), SPOKES, -1)


def point_features(flat: Image, blobs: Plane, grid: Grid, points: Array) -> Plane:
    """(points, len(NAMES)): `flat` and `blobs` are the rectified lattice and its blobs, `points` (n, 2) board mm."""
    smooth = cv2.GaussianBlur(flat, (0, 0), 0.7).astype(np.float32).reshape(*flat.shape[:2], -1)
    inner, outer = _circles(smooth, grid, points, RADII), _circles(smooth, grid, points, OUTER)
    ground = np.median(outer.reshape(len(points), -1, smooth.shape[2]), axis=1)[:, None]
    mean = inner.mean(2) - ground
    light, colour = mean.mean(2), np.abs(mean).max(2)
    uneven = inner.mean(3).std(2)
    contrast = max(float(np.percentile(colour[:, 0], 70)), 4.0)
    at = np.rint(grid.to_pixels(points)).astype(int)
    at = np.clip(at, 0, np.array(blobs.shape[::-1]) - 1)
    around = outer.mean(3).reshape(len(points), -1).std(1)
    rest = np.stack([blobs[at[:, 1], at[:, 0]], np.ptp(inner[:, :3].mean(3), axis=(1, 2)) / contrast, around / contrast,
                     np.full(len(points), np.log(contrast))], 1)  # fmt: skip
    return np.concatenate([light / contrast, colour / contrast, uneven / contrast, rest], 1).astype(np.float32)


def kind_log_odds(features: Plane) -> Array:
    """(points, 3) natural logarithms: how well each point looks like STAR, PLANET, MISSING."""
    star = load_net("vision.slate", "slate_point_star").log_odds(features).astype(float)
    planet = load_net("vision.slate", "slate_point_planet").log_odds(features).astype(float)
    something = -np.logaddexp(0, planet)
    kinds = np.empty((len(features), 3))
    kinds[:, PLANET] = -np.logaddexp(0, -planet)
    kinds[:, STAR] = something - np.logaddexp(0, -star)
    kinds[:, MISSING] = something - np.logaddexp(0, star)
    return np.maximum(kinds, TUNING.min_log_likelihood)


def likeness(kinds: Array, truth: Indices, shown: Flags) -> float:
    """The sum over the points in the picture of how well each looks like what it should be."""
    return float(kinds[np.arange(len(truth)), truth][shown].sum())
