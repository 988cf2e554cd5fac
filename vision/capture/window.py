"""Finds the window of a board: where the disc, whose star map is known, shows and where it does not."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import msgspec
import numpy as np

from vision.capture.camera import Camera
from vision.capture.pictures import linear
from vision.capture.sides import Sides
from vision.capture.starmap import StarMap
from vision.layout import rotation_matrix
from vision.pose import Array, Image
from vision.starfield import Floats

_ANGLES = 480
_STEP = 0.2  # mm
_FIRST = 0.12  # disc radii: so near to Polaris the disc shows for sure
_CORE = 0.3  # disc radii: there the colours of photograph and star map are matched
_EDGE_WORTH, _BEND_COST = 2.5, 1.4  # mm of disc that an edge, and a bend of 1 mm, are worth


class Framed(msgspec.Struct, frozen=True, eq=False):
    """A photograph of the board: the camera over its disc, and the board's sides."""

    image: Image
    camera: Camera
    sides: Sides


def window_outline(framed: Sequence[Framed], found: StarMap, depth: float) -> Array:
    """(m, 2) mm from the disc's centre, in the board's directions, clockwise: the window's outline."""
    angle = np.arange(_ANGLES) * 2 * np.pi / _ANGLES
    away = np.arange(_FIRST * found.disc.radius, found.disc.radius + 1.0, _STEP)
    way = np.stack([np.cos(angle), np.sin(angle)], 1)
    rays = way[:, None] * away[None, :, None]
    likely, edges, sharp = zip(*(_seen(f, found, rays, depth) for f in framed), strict=True)
    stacked = np.stack(likely)
    path = _path(0.5 * stacked.max(0) + 0.5 * stacked.mean(0), np.mean(edges, 0))
    reach = np.max([_sharpened(edge, path) for edge in sharp], 0)
    return np.asarray(way * (away[0] + reach * _STEP)[:, None])


def _seen(framed: Framed, found: StarMap, rays: Array, depth: float) -> tuple[Floats, Floats, Floats]:
    """(angles, steps): -1…1 how much each point looks like the disc below, and 0…1 how much like an edge.

    Like an edge twice: as the eye sees it, which finds edges in the dark too, and in light, which places them.
    """
    camera, disc = framed.camera, found.disc
    xy = rays.reshape(-1, 2) @ rotation_matrix(framed.sides.turn_deg).T
    px = camera.to_image(xy, -depth)
    below = disc.to_pixels(camera.to_disc(px))
    shape = rays.shape[:2]
    scale = float(np.linalg.norm(np.diff(camera.to_image(np.array([[-5.0, 0], [5.0, 0]])), axis=0))) / 10
    shown = _sampled(framed.image, 0.3 * scale, px, shape)
    wanted = _sampled(disc.picture, 0.35 * disc.scale, below, shape)
    core = np.linalg.norm(rays, axis=2) < _CORE * disc.radius
    apart = np.linalg.norm(shown - _matched(wanted, shown, core), axis=2)
    usual = max(14.0, 3.0 * float(np.median(apart[core])))
    likely = np.tanh((usual - apart) / usual)
    near = _sampled(framed.image, 0.15 * scale, px, shape)
    return likely.astype(np.float32), _steepness(near), _steepness(linear(np.asarray(near, np.uint8)))


def _steepness(seen: Floats) -> Floats:
    """(angles, steps): 0…1 how steeply the colour changes outward."""
    step = np.linalg.norm(np.gradient(seen, axis=1), axis=2)
    return np.asarray(np.minimum(step / max(float(np.percentile(step, 97)), 4.0), 1.0), np.float32)


def _sampled(picture: Image, soft: float, px: Array, shape: tuple[int, ...]) -> Floats:
    """The picture, blurred by `soft` px, at (n, 2) px."""
    maps = px.astype(np.float32).reshape(*shape, 2)
    smooth = cv2.GaussianBlur(picture, (0, 0), max(soft, 0.5))
    return np.asarray(cv2.remap(smooth, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR), np.float32)


def _matched(wanted: Floats, shown: Floats, core: Array) -> Floats:
    """`wanted` in the light of `shown`: a gain and an offset a channel, settled in the core, outliers left out."""
    out = np.empty_like(wanted)
    for k in range(3):
        a, b = wanted[core][:, k].astype(float), shown[core][:, k].astype(float)
        kept = np.ones(len(a), bool)
        line = np.array([1.0, 0.0])
        for _ in range(4):
            line = np.polyfit(a[kept], b[kept], 1) if np.ptp(a[kept]) > 4 else np.array([1.0, np.mean(b - a)])
            off = np.abs(np.polyval(line, a) - b)
            kept = off <= max(2.5 * float(np.median(off)), 3.0)
        out[..., k] = np.polyval(line, wanted[..., k])
    return out


def _path(likely: Floats, edge: Floats) -> Array:
    """(angles,) the step at which the window ends: as much disc inside, as little outside, and an edge between."""
    worth = np.cumsum(likely, axis=1) * _STEP + _EDGE_WORTH * edge
    worth = np.concatenate([worth, worth], 0)  # twice around, so that the ends meet
    most = 16
    total = worth[0].copy()
    back = np.zeros(worth.shape, np.int16)
    shifts = np.arange(-most, most + 1)
    cost = np.abs(shifts) * _STEP * _BEND_COST
    index = np.arange(worth.shape[1])
    for k in range(1, len(worth)):
        padded = np.pad(total, most, constant_values=-1e9)
        choice = np.stack([padded[most + s : most + s + len(total)] for s in shifts]) - cost[:, None]
        best = choice.argmax(0)
        back[k] = shifts[best]
        total = choice[best, index] + worth[k]
    at = int(total.argmax())
    path = np.empty(len(worth), int)
    for k in range(len(worth) - 1, -1, -1):
        path[k] = at
        at = int(np.clip(at + back[k][at], 0, worth.shape[1] - 1))
    half = _ANGLES // 2
    return np.concatenate([path[_ANGLES : _ANGLES + half], path[half:_ANGLES]])


def _sharpened(edge: Floats, path: Array, slack: int = 4) -> Array:
    """(angles,) the path moved onto the sharpest edge near it, to a part of a step."""
    rows = np.arange(len(path))[:, None]
    near = np.clip(path[:, None] + np.arange(-slack, slack + 1), 1, edge.shape[1] - 2)
    heights = edge[rows, near]
    at = near[rows[:, 0], heights.argmax(1)]
    r = rows[:, 0]
    before, peak, after = edge[r, at - 1], edge[r, at], edge[r, at + 1]
    shift = np.clip(0.5 * (before - after) / np.minimum(before - 2 * peak + after, -1e-6), -0.5, 0.5)
    moved = np.where(peak > 0.15, at + shift, path)
    around = np.stack([np.roll(moved, s) for s in (-1, 0, 1)])
    return np.asarray(np.median(around, 0), float)
