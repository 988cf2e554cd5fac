"""Finds the window of a board: where the disc, whose star map is known, shows and where it does not."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import msgspec
import numpy as np

from vision.capture.board.cut import clear_steps, placed
from vision.capture.board.sides import Sides
from vision.capture.camera import Camera
from vision.capture.disc.starmap import StarMap
from vision.capture.pictures import linear
from vision.capture.tuning import TUNING
from vision.ink.layout import rotation_matrix
from vision.ink.pose import Array, Flags, Floats, Image
from vision.ink.starfield import vertex

_ANGLES = 480
_STEP = 0.2  # mm
_FIRST = 0.12  # disc radii: so near to Polaris the disc shows for sure
_CORE = 0.3  # disc radii: there the colours of photograph and star map are matched
_BRIGHTER = 100.0  # brightness at which colours may be twice as far apart: a lens and a sensor spare the dark
_SPOT = 6.0  # mm that no star is long
_WIDE = 31  # angles: broader than any star
_LOOKED_AT, _TRIES = 2500, 250
_GAIN = (0.2, 5.0)
_NEAR, _STRETCH = 4, 7  # steps on either side of an edge, and angles in a row without one
_AROUND = 16  # angles on either side
_SLACK = 4  # steps by which an edge may lie beside a path


class Framed(msgspec.Struct, frozen=True, eq=False):
    """A photograph of the board: the camera over its disc, and the board's sides."""

    image: Image
    camera: Camera
    sides: Sides


class Opening(msgspec.Struct, frozen=True, eq=False):
    """A window: `outline` (m, 2) mm from the disc's centre, in the board's directions, clockwise.

    `unclear`: from where to where (degrees clockwise from the right) not all photographs show an edge there.
    """

    outline: Array
    unclear: tuple[tuple[float, float], ...]


def window_outline(framed: Sequence[Framed], found: StarMap, depth: float) -> Opening:
    """The window that the photographs show."""
    angle = np.arange(_ANGLES) * 2 * np.pi / _ANGLES
    away = np.arange(_FIRST * found.disc.radius, found.disc.radius + 1.0, _STEP)
    way = np.stack([np.cos(angle), np.sin(angle)], 1)
    rays = way[:, None] * away[None, :, None]
    apart, gone, edges, sharp = zip(*(_seen(f, found, rays, depth) for f in framed), strict=True)
    near = np.linalg.norm(rays, axis=2) < _CORE * found.disc.radius
    likely = np.where(np.any(gone, 0) & np.logical_not(near), -TUNING.bar, _like_the_disc(np.min(apart, 0), near))
    path = _path(likely.astype(np.float32), 0.5 * np.min(edges, 0) + 0.5 * np.mean(edges, 0))
    seems = _without_strays(_sharpened(np.min(sharp, 0), path) * _STEP + away[0])
    clear = sum(clear_steps(f.image, f.camera, f.sides.turn_deg, depth, way, seems) for f in framed)
    at = seems + placed(np.asarray(clear))
    return Opening(way * at[:, None], _unclear(np.min(edges, 0), (at - away[0]) / _STEP))


def _unclear(edge: Floats, at: Array) -> tuple[tuple[float, float], ...]:
    """Where (degrees from, to) there is hardly an edge (angles, steps) near the step `at` (angles,) for some angles."""
    near = np.round(at).astype(int)[:, None] + np.arange(-_NEAR, _NEAR + 1)
    faint = np.take_along_axis(edge, np.clip(near, 0, edge.shape[1] - 1), 1).max(1) < TUNING.faint_edge
    twice = np.concatenate([faint, faint]).astype(np.uint8)[None]
    whole = cv2.morphologyEx(twice, cv2.MORPH_CLOSE, np.ones((1, 5), np.uint8))
    long = np.asarray(cv2.morphologyEx(whole, cv2.MORPH_OPEN, np.ones((1, _STRETCH), np.uint8)), int)[0]
    step = np.diff(long, prepend=0, append=0)
    runs = zip(np.flatnonzero(step == 1), np.flatnonzero(step == -1), strict=True)
    degrees = 360 / len(faint)
    return tuple(
        (round(float(start) * degrees, 1), round(float(end - 1) * degrees % 360, 1))
        for start, end in runs
        if start < len(faint) and (start > 0 or not faint[-1])
    )


def _seen(framed: Framed, found: StarMap, rays: Array, depth: float) -> tuple[Floats, Flags, Floats, Floats]:
    """(angles, steps): how far each point's colour is from that of the disc below, whether a star is missing there.

    And 0…1 how much like an edge, twice: as the eye sees it, which finds edges in the dark too, and in light, which
    places them.
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
    light = _matched(wanted, shown, core)
    shade = np.clip((shown * light).sum(2) / np.maximum((light * light).sum(2), 1.0), *TUNING.shade)
    apart = np.linalg.norm(shown - light * shade[..., None], axis=2) / (1 + light.mean(2) / _BRIGHTER)
    near = _sampled(framed.image, 0.15 * scale, px, shape)
    gone = _missing(light.mean(2), shown.mean(2))
    return np.asarray(apart, np.float32), gone, _steepness(near), _steepness(linear(np.asarray(near, np.uint8)))


def _missing(wanted: Floats, shown: Floats) -> Flags:
    """(angles, steps): where the disc has a bright spot and the photograph none; a mirrored lamp only brightens."""
    bright, seen = (
        light - cv2.morphologyEx(light, cv2.MORPH_OPEN, np.ones((1, round(_SPOT / _STEP)), np.uint8))
        for light in (wanted, shown)
    )
    gone = (bright > TUNING.bright) & (wanted - shown > TUNING.gone * bright) & (seen < (1 - TUNING.gone) * bright)
    around = np.concatenate([gone[-2:], gone, gone[:2]]).astype(np.uint8)
    return np.asarray(cv2.morphologyEx(around, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))[2:-2] > 0)


def _like_the_disc(apart: Floats, core: Flags) -> Floats:
    """(angles, steps) how much each point looks like the disc in one of the photographs: 1 as the disc, below 0 unlike.

    What is plainly no disc over some breadth counts for more: another opening of the board lies beyond a bar of it.
    """
    usual = max(TUNING.min_apart, TUNING.apart * float(np.median(apart[core])))
    likely = np.tanh((usual - apart) / usual)
    plainly = (apart > TUNING.plainly * usual) & np.logical_not(core)
    around = np.concatenate([plainly[-_WIDE:], plainly, plainly[:_WIDE]]).astype(np.uint8)
    bar = cv2.morphologyEx(around, cv2.MORPH_OPEN, np.ones((_WIDE, round(TUNING.bar_mm / _STEP)), np.uint8))[
        _WIDE:-_WIDE
    ]
    return np.asarray(np.where(bar > 0, -TUNING.bar, likely), np.float32)


def _steepness(seen: Floats) -> Floats:
    """(angles, steps): 0…1 how steeply the colour changes outward."""
    step = np.linalg.norm(np.gradient(seen, axis=1), axis=2)
    return np.asarray(np.minimum(step / max(float(np.percentile(step, 97)), TUNING.edge_levels), 1.0), np.float32)


def _sampled(picture: Image, soft: float, px: Array, shape: tuple[int, ...]) -> Floats:
    """The picture, blurred by `soft` px, at (n, 2) px."""
    maps = px.astype(np.float32).reshape(*shape, 2)
    smooth = cv2.GaussianBlur(picture, (0, 0), max(soft, 0.5))
    return np.asarray(cv2.remap(smooth, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR), np.float32)


def _matched(wanted: Floats, shown: Floats, core: Array) -> Floats:
    """`wanted` in the light of `shown`: a gain and an offset a channel on which most of the core agrees.

    A lamp mirrored in the core must not count, so pairs of points are tried; then those that agree settle the rest.
    As many bright points as dark ones are looked at: stars are few, but the ground alone tells no gain.
    """
    a, b = wanted[core].astype(float), shown[core].astype(float)
    rng = np.random.default_rng(5)
    order = np.argsort(a.sum(1))
    count = min(len(a) // 12, _LOOKED_AT // 2)
    rows = np.concatenate([rng.choice(order[: -len(a) // 12], count), rng.choice(order[-len(a) // 12 :], count)])
    few, seen = a[rows], b[rows]
    dark, light = np.arange(count), np.arange(count, 2 * count)
    best, kept = -1, np.ones(len(few), bool)
    for one, other in zip(rng.choice(dark, _TRIES), rng.choice(light, _TRIES), strict=True):
        gain = np.clip((seen[other] - seen[one]) / np.maximum(few[other] - few[one], TUNING.gain_levels), *_GAIN)
        off = np.linalg.norm(seen - seen[one] - gain * (few - few[one]), axis=1)
        near = off < TUNING.agrees + TUNING.agrees_bright * seen.mean(1)
        if near.sum() > best:
            best, kept = int(near.sum()), near
    out = np.empty_like(wanted)
    for k in range(3):
        x, y = few[kept][:, k], seen[kept][:, k]
        line = np.polyfit(x, y, 1) if np.ptp(x) > TUNING.gain_levels else np.array([1.0, np.mean(y - x)])
        out[..., k] = np.polyval(line, wanted[..., k])
    return out


def _path(likely: Floats, edge: Floats) -> Array:
    """(angles,) the step at which the window ends: as much disc inside, as little outside, and an edge between."""
    worth = np.cumsum(likely, axis=1) * _STEP + TUNING.edge_worth_mm * edge
    worth = np.concatenate([worth, worth], 0)  # twice around, so that the ends meet
    most = 16
    total = worth[0].copy()
    back = np.zeros(worth.shape, np.int16)
    shifts = np.arange(-most, most + 1)
    cost = np.abs(shifts) * _STEP * TUNING.bend_cost_mm
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


def _without_strays(path: Array) -> Array:
    """The path (mm) with what leaves it for a short way, as along a star that the window cuts, laid back onto it."""
    beside = np.arange(-_AROUND, _AROUND + 1)
    near = path[(np.arange(len(path))[:, None] + beside) % len(path)]
    terms = (beside / _AROUND)[:, None] ** np.arange(4)
    weight = np.ones_like(near)
    for _ in range(8):
        weighted = terms.T[None] * weight[:, None]
        bend = np.linalg.solve(weighted @ terms + 1e-6 * np.eye(4), weighted @ near[..., None])[..., 0]
        weight = 1 / (0.05 + np.abs(near - bend @ terms.T))
    usual, smooth = bend[:, 0], np.median(np.abs(near - bend @ terms.T), axis=1) < TUNING.smooth_mm
    return np.asarray(np.where(smooth & (np.abs(path - usual) > TUNING.stray_mm), usual, path))


def _sharpened(edge: Floats, path: Array) -> Array:
    """(angles,) the path moved onto the sharpest edge near it, to a part of a step."""
    rows = np.arange(len(path))[:, None]
    near = np.clip(path[:, None] + np.arange(-_SLACK, _SLACK + 1), 1, edge.shape[1] - 2)
    heights = edge[rows, near]
    at = near[rows[:, 0], heights.argmax(1)]
    r = rows[:, 0]
    peak = edge[r, at]
    moved = np.where(peak > TUNING.sharp_edge, at + vertex(edge[r, at - 1], peak, edge[r, at + 1]), path)
    around = np.stack([np.roll(moved, s) for s in (-1, 0, 1)])
    return np.asarray(np.median(around, 0), float)
