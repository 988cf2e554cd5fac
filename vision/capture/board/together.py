"""Settles where two cameras stood over one board: by the disc's stars below it and by what is printed on its face.

Stars alone leave a camera's tilt and lens unsure far from the disc. But a marker is a square, all markers of a board
are as large, and what is printed on the face lies in one place in both photographs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import cv2
import msgspec
import numpy as np

from vision.capture.board.inboard import LOOSE, LOOSE_SAME, Over
from vision.capture.camera import Camera
from vision.capture.pictures import even_grey, sturdy_affine
from vision.capture.tuning import TUNING
from vision.ink.layout import rotation_matrix
from vision.ink.pose import Array, Image, descended

_FAR_BEND = 0.012
_SPOTS = 160
_EVEN = 12.0  # px
_SQUARE = np.array([-1 - 1j, 1 - 1j, 1 + 1j, -1 + 1j]) / 2


class Face(msgspec.Struct, frozen=True, eq=False):
    """What one photograph shows of the board's face: marker id -> (4, 2) px, and (n, 2) px of printed spots.

    Spot by spot the same as in the other photograph.
    """

    quads: dict[int, Array]
    spots: Array


def settled(over: Sequence[Over], faces: Sequence[Face], turn_deg: float, depth: float) -> tuple[Camera, Camera, float]:
    """Both cameras, and the turn (degrees clockwise) of the second photograph's face against the first's on the disc.

    `turn_deg`: that turn as it seems; `depth`: mm from the board's face down to the disc.
    """
    shared = sorted(set(faces[0].quads) & set(faces[1].quads))
    both = [np.concatenate([*(f.quads[k] for k in shared), f.spots]) for f in faces]
    corners = 4 * len(shared)
    doubt = np.where(np.arange(len(both[0])) < corners, TUNING.corner_mm, TUNING.print_mm)[:, None]
    loose = LOOSE_SAME if all(one.same for one in over) else LOOSE

    def miss(values: Array) -> Array:
        found = _cameras(over, values)
        stars = [(c.to_disc(one.spots) - one.places) / TUNING.star_mm for c, one in zip(found, over, strict=True)]
        first, second = (c.to_disc(px, -depth) for c, px in zip(found, both, strict=True))
        laid = second @ rotation_matrix(-values[8] - turn_deg).T + values[6:8]
        squares = [
            _off_square(np.stack([c.to_disc(quad, -depth) for quad in face.quads.values()]))
            for c, face in zip(found, faces, strict=True)
            if face.quads
        ]
        tamed = [3 * np.arcsinh(part.ravel() / 3) for part in (*stars, (first - laid) / doubt, *squares)]
        habits = values[:6] / (*loose, _FAR_BEND, *loose, _FAR_BEND)
        return np.concatenate([*tamed, habits, values[6:8] / TUNING.play_mm])

    start = np.concatenate([np.zeros(9), *(one.camera.pose for one in over)])
    values = descended(miss, start, 25)
    one, other = _cameras(over, values)
    return one, other, float(turn_deg + values[8])


def _cameras(over: Sequence[Over], values: Array) -> list[Camera]:
    """Both cameras changed as the values say: for each lens focal length, bend and far bend; pose by pose from 9 on."""
    one_lens = over[0].camera.size == over[1].camera.size
    poses = values[9:].reshape(2, 6)
    return [
        Camera(
            one.camera.size,
            one.camera.focal * math.exp(values[3 * k * (not one_lens)]),
            one.camera.bend + float(values[3 * k * (not one_lens) + 1]),
            pose,
            float(values[3 * k * (not one_lens) + 2]),
        )
        for k, (one, pose) in enumerate(zip(over, poses, strict=True))
    ]


def _off_square(quads: Array) -> Array:
    """(k, 4, 2): how far the corners of (k, 4, 2) quads are from being squares of one size, in usual misses."""
    corners = quads[..., 0] + 1j * quads[..., 1]
    middle = corners.mean(1, keepdims=True)
    sides = ((corners - middle) * _SQUARE.conj()).sum(1, keepdims=True) / (np.abs(_SQUARE) ** 2).sum()
    off = corners - middle - sides / np.abs(sides) * np.abs(sides).mean() * _SQUARE
    return np.stack([off.real, off.imag], 2) / TUNING.corner_mm


def same_spots(one: Image, other: Image, outside: Image) -> tuple[Array, Array]:
    """(n, 2) px of printed spots in two pictures of a face seen straight on; `outside`: 255 where they may lie."""
    first, second = (even_grey(picture, _EVEN) for picture in (one, other))
    least, apart = TUNING.trackable, TUNING.tracked_apart_px
    start: Any = cv2.goodFeaturesToTrack(first, _SPOTS, least, apart, mask=outside, blockSize=5)
    if start is None:
        return np.empty((0, 2)), np.empty((0, 2))
    there, seen, _ = cv2.calcOpticalFlowPyrLK(first, second, start, np.zeros_like(start), winSize=(25, 25), maxLevel=3)
    back, again, _ = cv2.calcOpticalFlowPyrLK(second, first, there, start.copy(), winSize=(25, 25), maxLevel=3)
    a, b, c = (np.asarray(part, float).reshape(-1, 2) for part in (start, there, back))
    kept = (seen.ravel() > 0) & (again.ravel() > 0) & (np.linalg.norm(a - c, axis=1) < TUNING.track_px)
    a, b = a[kept], b[kept]
    if len(a) < TUNING.min_tracked:
        return np.empty((0, 2)), np.empty((0, 2))
    _, agreed = sturdy_affine(a, b, TUNING.agree_px)
    return a[agreed > 0], b[agreed > 0]
