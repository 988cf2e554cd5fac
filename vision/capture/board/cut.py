"""Places the cut edge of a window to a tenth of a millimetre: disc inside, then the cut's wall, then the face.

A camera above the middle of a board sees the wall of the cut between disc and face; how broad it looks follows from
where the camera stands. The colours of all three are not known.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.capture.camera import Camera
from vision.capture.pictures import linear
from vision.capture.tuning import TUNING
from vision.ink.layout import rotation_matrix
from vision.ink.pose import Array, Floats, Image

_STEP = 0.05  # mm
_INSIDE, _OUTSIDE = 0.9, 0.55  # mm looked at on either side of the edge
_SOFT = 0.16  # mm over which a photograph blurs an edge


def clear_steps(image: Image, camera: Camera, turn_deg: float, depth: float, way: Array, away: Array) -> Floats:
    """(angles, candidates): how clearly disc, wall and face part at each of `candidates()` mm from `away`.

    `way`: (angles, 2) unit vectors in the board's directions; `away`: (angles,) mm from the disc's centre.
    """
    reach = np.arange(-TUNING.cut_slack_mm - _INSIDE, TUNING.cut_slack_mm + _OUTSIDE + _STEP / 2, _STEP)
    spin = rotation_matrix(turn_deg).T
    xy = (way[:, None] * (away[:, None] + reach)[..., None]).reshape(-1, 2) @ spin
    px = camera.to_image(xy, -depth).astype(np.float32).reshape(len(way), len(reach), 2)
    seen = cv2.remap(image, px[..., 0], px[..., 1], cv2.INTER_LINEAR)
    light = linear(np.asarray(seen, np.uint8)).astype(float)
    around = np.concatenate([light[-1:], light, light[:1]])
    light = (around[:-2] + around[1:-1] + around[2:]) / 3
    broad = _wall(camera, spin, depth, way, away)
    inside, outside = round(_INSIDE / _STEP), round(_OUTSIDE / _STEP)
    windows = np.lib.stride_tricks.sliding_window_view(light, inside + outside + 1, axis=1)  # angles, places, 3, steps
    told = _explained(np.asarray(np.arange(-inside, outside + 1) * _STEP, float), broad)
    even = windows - windows.mean(-1, keepdims=True)
    return np.asarray(np.einsum("apck,akl,apcl->ap", even, told, even, optimize=True), np.float32)


def candidates() -> Array:
    """(candidates,) mm beside where an edge seems to be."""
    count = round(2 * TUNING.cut_slack_mm / _STEP) + 1
    return np.linspace(-TUNING.cut_slack_mm, TUNING.cut_slack_mm, count)


def placed(clear: Floats) -> Array:
    """(angles,) mm beside where the edge seemed to be, from how clear all places are: (angles, candidates)."""
    offset = candidates()
    most = np.maximum(clear.max(1, keepdims=True), 1e-6)
    worth = clear / most - TUNING.cut_home * (offset / TUNING.cut_slack_mm) ** 2
    at = np.clip(worth.argmax(1), 1, len(offset) - 2)
    rows = np.arange(len(at))
    before, peak, after = worth[rows, at - 1], worth[rows, at], worth[rows, at + 1]
    shift = np.clip(0.5 * (before - after) / np.minimum(before - 2 * peak + after, -1e-6), -0.5, 0.5)
    found = offset[at] + shift * _STEP
    around = np.stack([np.roll(found, k) for k in range(-3, 4)])
    return np.asarray(np.median(around, 0))


def _wall(camera: Camera, spin: Array, depth: float, way: Array, away: Array) -> Array:
    """(angles,) mm, on the face, that the wall below the edge seems broad; 0 where it hides behind the edge."""
    edge = way * away[:, None]
    foot = camera.to_disc(camera.to_image(edge @ spin), -depth) @ spin.T
    return np.asarray(np.maximum(away - (foot * way).sum(1), 0.0))


def _explained(at: Array, broad: Array) -> Array:
    """(angles, k, k): how much of a profile over `at` (mm from the edge) three plain colours explain."""
    face = np.clip(0.5 + at / (2 * _SOFT), 0, 1)
    below = np.clip(0.5 + (at + broad[:, None]) / (2 * _SOFT), 0, 1)
    wall = below - face
    parts = np.stack([np.broadcast_to(face, wall.shape), wall], 2)
    parts = parts - parts.mean(1, keepdims=True)
    gram = parts.transpose(0, 2, 1) @ parts + 1e-2 * np.eye(2)
    return np.asarray(parts @ np.linalg.solve(gram, parts.transpose(0, 2, 1)))
