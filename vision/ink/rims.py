"""Finds round things: a flat disc's ellipse and its edge to a part of a pixel, and circles of a known size."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np

from vision.ink import opencv
from vision.ink.pose import Array, Floats, Image
from vision.ink.tuning import RIMS

_ANGLES = np.deg2rad([*range(35, 146, 10), *range(215, 326, 10)])


class Rim(msgspec.Struct, frozen=True, eq=False):
    """The edge of a disc in one picture.

    `centre` px, `axes` (half, px), `turn_deg` of the first axis; `edge`: (n, 2) px on the edge itself.
    """

    centre: Array
    axes: Array
    turn_deg: float
    edge: Array


def find_rim(image: Image) -> Rim | None:
    """The rim of the disc that fills most of the picture (BGR), None where there is no ellipse.

    With less than `RIMS.min_edge` points on its edge, it is too blurred or covered to be measured.
    """
    ratio = RIMS.look_px / max(image.shape[:2])
    small = opencv.zoomed(image, min(1.0, ratio))
    ratio = small.shape[1] / image.shape[1]
    lab = cv2.cvtColor(cv2.medianBlur(small, RIMS.larger_than_stars_px), cv2.COLOR_BGR2LAB)
    best = _ellipse(np.asarray(lab, np.float32))
    if best is None:
        return None
    centre, axes, turn = (best[0] + 0.5) / ratio - 0.5, best[1] / ratio, best[2]
    edge = _edge(image, centre, axes, turn, RIMS.edge_px / ratio)
    if len(edge) < RIMS.min_edge:
        return Rim(centre, axes, turn, edge)
    (x, y), (a, b), angle = cv2.fitEllipseDirect(edge.astype(np.float32))
    return Rim(np.array([x, y]), np.array([a, b]) / 2, float(angle), edge)


def _steps(lab: Floats, origin: Array) -> tuple[Array, Array]:
    """Along rays from `origin`: (rays, peaks) distances of the strongest colour steps, and their heights."""
    reach, band = int(np.hypot(*lab.shape[:2])), RIMS.band_px
    angle = np.arange(RIMS.rays) * 2 * np.pi / RIMS.rays
    along = np.arange(20, reach)
    x = (origin[0] + np.cos(angle)[:, None] * along).astype(np.float32)
    y = (origin[1] + np.sin(angle)[:, None] * along).astype(np.float32)
    rays = cv2.remap(lab, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    inner = cv2.boxFilter(rays, -1, (band, 5), anchor=(band - 1, 2))
    outer = cv2.boxFilter(rays, -1, (band, 5), anchor=(0, 2))
    step = np.linalg.norm(outer - inner, axis=2)
    rows, columns = lab.shape[:2]
    within = (x >= band) & (y >= band) & (x <= columns - 1 - band) & (y <= rows - 1 - band)
    step[~within] = 0
    crest = step * (step >= cv2.dilate(step, np.ones((1, 9), np.uint8)))
    order = np.argsort(-crest, axis=1)[:, : RIMS.peaks]
    return along[order].astype(float), np.take_along_axis(crest, order, 1)


def _ellipse(lab: Floats) -> tuple[Array, Array, float] | None:
    """The ellipse (centre, half axes, turn) most rays agree on, the steepest first."""
    height, width = lab.shape[:2]
    origin = np.array([(width - 1) / 2, (height - 1) / 2])
    distance, strength = _steps(lab, origin)
    angle = np.arange(RIMS.rays) * 2 * np.pi / RIMS.rays
    spots = origin + distance[..., None] * np.stack([np.cos(angle), np.sin(angle)], 1)[:, None]
    rng = np.random.default_rng(1)
    best, best_score = None, 0.0
    floor = np.percentile(strength[strength > 0], 30) if (strength > 0).any() else 1.0
    for _ in range(RIMS.tries):
        rays = (rng.integers(RIMS.rays) + np.arange(6) * RIMS.rays // 6 + rng.integers(-12, 13, 6)) % RIMS.rays
        pick = np.minimum(rng.geometric(0.6, 6) - 1, RIMS.peaks - 1)
        if (strength[rays, pick] < floor).any():
            continue
        fitted = _fitted(spots[rays, pick], (width, height))
        if fitted is None:
            continue
        score = _agreement(fitted, origin, distance, strength, angle)
        if score > best_score:
            best, best_score = fitted, score
    if best is None or best_score < RIMS.agreed * RIMS.rays:
        return None
    return best


def _fitted(points: Array, size: tuple[int, int]) -> tuple[Array, Array, float] | None:
    (x, y), (a, b), turn = cv2.fitEllipseDirect(points.astype(np.float32))
    low, high = sorted((a, b))
    if (
        not np.isfinite([x, y, a, b]).all()
        or low < RIMS.smallest * min(size)
        or high > RIMS.largest * max(size)
        or low < RIMS.slant * high
    ):
        return None
    return np.array([x, y]), np.array([a, b]) / 2, float(turn)


def _agreement(
    ellipse: tuple[Array, Array, float], origin: Array, distance: Array, strength: Array, angle: Array
) -> float:
    """How many rays have a colour step where the ellipse crosses them, steep steps counting more."""
    reach = _crossing(ellipse, origin, angle)
    near = np.abs(distance - reach[:, None]) < RIMS.on_rim_px
    return float((near * np.minimum(strength, RIMS.full_step) ** 0.5).max(1).sum() / RIMS.full_step**0.5)


def _crossing(ellipse: tuple[Array, Array, float], origin: Array, angle: Array) -> Array:
    """Where rays from `origin` cross the ellipse: their lengths, NaN where they do not."""
    centre, axes, turn = ellipse
    c, s = np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))
    spin = np.array([[c, s], [-s, c]])
    start = spin @ (origin - centre) / axes
    way = np.stack([np.cos(angle), np.sin(angle)], 1) @ spin.T / axes
    a, b, k = (way**2).sum(1), way @ start, start @ start - 1
    root = b * b - a * k
    return np.asarray(np.where(root > 0, (-b + np.sqrt(np.maximum(root, 0))) / a, np.nan))


def _edge(image: Image, centre: Array, axes: Array, turn_deg: float, reach: float) -> Array:
    """(n, 2) px: where the colour steps most across the ellipse, within `reach` px of it."""
    t = np.arange(360) * 2 * np.pi / 360
    c, s = np.cos(np.deg2rad(turn_deg)), np.sin(np.deg2rad(turn_deg))
    spin = np.array([[c, -s], [s, c]])
    on = np.stack([np.cos(t), np.sin(t)], 1) * axes @ spin.T + centre
    normal = np.stack([np.cos(t) / axes[0], np.sin(t) / axes[1]], 1) @ spin.T
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    offset = np.arange(-reach - 6, reach + 6.01, 0.5)
    x, y = ((on[:, k, None] + normal[:, k, None] * offset).astype(np.float32) for k in (0, 1))
    lines = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    smooth = cv2.GaussianBlur(opencv.linear(np.asarray(lines, np.uint8)) * 255, (0, 1), sigmaX=2.5, sigmaY=0.01)
    slope = np.linalg.norm(np.gradient(smooth, axis=1), axis=2)
    slope[:, : RIMS.ends] = slope[:, -RIMS.ends :] = 0
    at = slope.argmax(1)
    rows = np.arange(len(at))
    before, peak, after = slope[rows, at - 1], slope[rows, at], slope[rows, (at + 1) % slope.shape[1]]
    shift = 0.5 * (before - after) / np.minimum(before - 2 * peak + after, -1e-6)
    found = on + normal * (offset[at] + 0.5 * np.clip(shift, -1, 1))[:, None]
    sure = (peak > RIMS.firm * np.median(peak)) & (at > RIMS.ends) & (at < len(offset) - RIMS.ends - 1)
    return _without_strays(found[sure])


def _without_strays(points: Array) -> Array:
    """The points that lie on one ellipse."""
    for _ in range(4):
        if len(points) < RIMS.min_edge:
            return points
        (x, y), (a, b), turn = cv2.fitEllipseDirect(points.astype(np.float32))
        c, s = np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))
        flat = (points - (x, y)) @ np.array([[c, -s], [s, c]]) / (np.array([a, b]) / 2)
        miss = np.abs(np.linalg.norm(flat, axis=1) - 1)
        points = points[miss <= max(RIMS.stray_times * float(np.median(miss)), RIMS.stray)]
    return points


def slopes_of(colour: Image) -> tuple[Floats, Floats]:
    """(rows, columns, channels) slopes across and down, of the smoothed picture."""
    smooth = cv2.GaussianBlur(colour, (0, 0), 1.0).astype(np.float32)
    across, down = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=0.125), cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=0.125)
    return np.asarray(across, np.float32), np.asarray(down, np.float32)


def rims_of(across: Floats, down: Floats, places: Array, full: float) -> Array:
    """(n,) for (n, 3) circles x, y, radius: the share of top and bottom along which colour changes straight outwards.

    `full`: edges (grey levels a px) that count in full. The sides do not count: there may be walls, as of a tube.
    """
    cos, sin = np.cos(_ANGLES), np.sin(_ANGLES)
    x, y, radius = places.T[:, :, None]
    columns, rows = np.rint(x + radius * cos).astype(int), np.rint(y + radius * sin).astype(int)
    tall, wide = across.shape[:2]
    inside = (rows >= 0) & (rows < tall) & (columns >= 0) & (columns < wide)
    columns, rows = np.clip(columns, 0, wide - 1), np.clip(rows, 0, tall - 1)
    outward = np.abs(across[rows, columns] * cos[:, None] + down[rows, columns] * sin[:, None]).max(2)
    return np.asarray((np.minimum(outward / full, 1.0) * inside).mean(1), float)
