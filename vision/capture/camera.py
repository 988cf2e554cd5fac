"""Where each camera stood over a bare disc, settled over all photographs together.

What is known: the disc's edge is a circle, Polaris is its middle, and what is printed on it is printed in one place.
Each photograph has its own pose, and a lens that is much the same in all of them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.capture.tuning import TUNING
from vision.ink.layout import rotation_matrix
from vision.ink.pose import Array, descended

USUAL_VIEW = 66.0
"""Degrees across the longer side of a picture that most cameras see."""


class Camera(msgspec.Struct, frozen=True, eq=False):
    """A pinhole camera with two lens terms: `pose` (rotation vector, then translation in mm) takes disc mm to it.

    `bend` grows with the square of the distance from the middle of the picture, `far_bend` with its fourth power.
    """

    size: tuple[int, int]
    focal: float
    bend: float
    pose: Array
    far_bend: float = 0.0

    def _middle(self) -> Array:
        return np.array([(self.size[0] - 1) / 2, (self.size[1] - 1) / 2])

    def to_image(self, xy: Array, depth: float = 0.0) -> Array:
        """(n, 2) disc mm -> (n, 2) px; `depth` mm below the disc's face (negative: above)."""
        turn = cv2.Rodrigues(self.pose[:3])[0]
        solid = xy @ turn[:, :2].T + turn[:, 2] * depth + self.pose[3:]
        flat = solid[:, :2] / solid[:, 2:]
        return np.asarray(flat * self._bent(flat) * self.focal + self._middle())

    def _bent(self, flat: Array) -> Array:
        """(n, 1) how much further from the middle each point is seen than through a pinhole."""
        away = (flat**2).sum(1, keepdims=True)
        return np.asarray(1 + self.bend * away + self.far_bend * away**2)

    def to_disc(self, pixels: Array, depth: float = 0.0) -> Array:
        """(n, 2) px -> (n, 2) disc mm on the disc's face, or on a plane `depth` mm below it."""
        bent = (pixels - self._middle()) / self.focal
        flat = bent
        for _ in range(5):
            flat = bent / self._bent(flat)
        turn = cv2.Rodrigues(self.pose[:3])[0]
        plane = np.column_stack([turn[:, 0], turn[:, 1], turn[:, 2] * depth + self.pose[3:]])
        hit = np.linalg.solve(plane, np.column_stack([flat, np.ones(len(flat))]).T).T
        return np.asarray(hit[:, :2] / hit[:, 2:])

    def turned(self, degrees: float) -> Camera:
        """The same camera over a disc whose own frame is turned clockwise by `degrees`."""
        spin = cv2.Rodrigues(np.array([0.0, 0.0, math.radians(degrees)]))[0]
        turn = cv2.Rodrigues(cv2.Rodrigues(self.pose[:3])[0] @ spin)[0].ravel()
        return Camera(self.size, self.focal, self.bend, np.concatenate([turn, self.pose[3:]]), self.far_bend)


class Sight(msgspec.Struct, frozen=True, eq=False):
    """What one photograph shows: (n, 2) px of the edge, and (m, 2) px of printed spots with the spot's number each.

    Spot number 0 is Polaris, once; `middle_mm`: how far it is usually seen beside the middle.
    """

    size: tuple[int, int]
    edge: Array
    spots: Array
    numbers: NDArray[np.intp]
    middle_mm: float = TUNING.middle_mm


def usual_focal(size: tuple[int, int]) -> float:
    """Pixels, for a usual lens."""
    return max(size) / 2 / math.tan(math.radians(USUAL_VIEW / 2))


def two_poses(size: tuple[int, int], edge: Array, radius: float) -> list[Camera]:
    """The two ways in which a circle of `radius` mm can be seen as this edge by a usual lens."""
    focal = usual_focal(size)
    cone = _cone(size, edge, focal)
    (low, mid, high), ways = np.linalg.eigh(cone)  # one is below 0, two are above
    across, along = math.sqrt((high - mid) / (high - low)), math.sqrt((mid - low) / (high - low))
    found = []
    for sign in (1, -1):
        normal = np.asarray(sign * across * ways[:, 2] + along * ways[:, 0], float)
        normal *= np.sign(normal[2]) or 1.0
        middle = np.asarray(np.linalg.solve(cone, normal), float)
        middle /= middle[2]
        far = radius / _seen_radius(size, edge, focal, normal, middle)
        axis = np.cross([0.0, 0.0, 1.0], normal)
        tilt = math.asin(min(float(np.linalg.norm(axis)), 1.0)) / max(float(np.linalg.norm(axis)), 1e-9)
        start = Camera(size, focal, 0.0, np.concatenate([axis * tilt, middle * far]))
        found.append(_rounded(start, edge, radius))
    return found


def _cone(size: tuple[int, int], edge: Array, focal: float) -> Array:
    """(3, 3): the cone of rays that ends in the edge, 0 on it and below 0 inside."""
    (x, y), axes, turn = cv2.fitEllipseDirect(edge.astype(np.float32))
    spin, middle = rotation_matrix(turn), np.array([x - (size[0] - 1) / 2, y - (size[1] - 1) / 2]) / focal
    form = spin @ np.diag((2 * focal / np.array(axes)) ** 2) @ spin.T
    pull = form @ middle
    return np.block([[form, -pull[:, None]], [-pull[None], np.array([[middle @ pull - 1]])]])


def _seen_radius(size: tuple[int, int], edge: Array, focal: float, normal: Array, middle: Array) -> float:
    """The radius of the circle about `middle`, square to `normal`, that is seen as the edge."""
    ways = np.column_stack([(edge - [(size[0] - 1) / 2, (size[1] - 1) / 2]) / focal, np.ones(len(edge))])
    hit = ways * (normal @ middle / (ways @ normal))[:, None]
    return float(np.median(np.linalg.norm(hit - middle, axis=1)))


def _rounded(start: Camera, edge: Array, radius: float) -> Camera:
    """The camera moved until the edge lies on the circle."""

    def miss(values: Array) -> Array:
        return np.asarray(np.linalg.norm(_posed(start, values).to_disc(edge), axis=1) - radius)

    return _posed(start, descended(miss, start.pose.copy(), steps=12))


def _posed(camera: Camera, pose: Array) -> Camera:
    return Camera(camera.size, camera.focal, camera.bend, pose)


def settle(cameras: Sequence[Camera], sights: Sequence[Sight], radius: float) -> list[Camera]:
    """All cameras moved and their lenses bent until edge, Polaris (spot number 0) and spots agree.

    A spot seen once says nothing; one seen in several photographs must lie in one place.
    """
    numbers = np.concatenate([sight.numbers for sight in sights]).astype(int)
    count = np.bincount(numbers, minlength=int(numbers.max(initial=0)) + 1)
    doubt = np.full(len(numbers), TUNING.spot_mm)
    middles = np.repeat([sight.middle_mm for sight in sights], [len(sight.numbers) for sight in sights])
    doubt[numbers == 0] = middles[numbers == 0]

    def miss(values: Array) -> Array:
        found = _unpacked(cameras, values)
        rims = [
            (np.linalg.norm(c.to_disc(s.edge), axis=1) - radius) / TUNING.edge_mm / math.sqrt(len(s.edge) / 40)
            for c, s in zip(found, sights, strict=True)
        ]
        places = np.concatenate([c.to_disc(s.spots) for c, s in zip(found, sights, strict=True)])
        sums = [np.bincount(numbers, places[:, k], minlength=len(count)) for k in (0, 1)]
        home = np.stack(sums, 1) / np.maximum(count, 1)[:, None]
        home[0] = 0.0
        off = (places - home[numbers]) / doubt[:, None]
        return np.concatenate([_tamed(np.concatenate(rims)), _tamed(off.ravel()), _habits(values, len(cameras))])

    start = np.concatenate([_lens(cameras), *[c.pose for c in cameras]])
    return _unpacked(cameras, descended(miss, start, steps=25))


def _lens(cameras: Sequence[Camera]) -> Array:
    bend = float(np.mean([c.bend for c in cameras]))
    own = [[math.log(c.focal / usual_focal(c.size)), c.bend - bend] for c in cameras]
    focal = float(np.mean([k for k, _ in own]))
    return np.array([focal, bend, *[v for k, b in own for v in (k - focal, b)]])


def _unpacked(cameras: Sequence[Camera], values: Array) -> list[Camera]:
    n = len(cameras)
    own, poses = values[2 : 2 + 2 * n].reshape(n, 2), values[2 + 2 * n :].reshape(n, 6)
    return [
        Camera(c.size, usual_focal(c.size) * math.exp(values[0] + own[k, 0]), float(values[1] + own[k, 1]), poses[k])
        for k, c in enumerate(cameras)
    ]


def _habits(values: Array, n: int) -> Array:
    own = values[2 : 2 + 2 * n].reshape(n, 2) / [TUNING.lens_each, TUNING.bend_each]
    return np.concatenate([[values[0] / TUNING.lens, values[1] / TUNING.bend], own.ravel()])


def _tamed(miss: Array) -> Array:
    """Misses beyond three of the usual count ever less (Cauchy)."""
    return np.asarray(np.sign(miss) * 3 * np.sqrt(np.log1p((miss / 3) ** 2)))
