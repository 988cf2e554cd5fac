"""Lays a photographed telescope flat: plane, lens and what is printed on the board, settled together.

What is known: all slots are drawn alike, upright and straight, and markers are squares of a known size. Ink that is
blurred, or spread on the paper, moves every border between black and white towards one side by the same little way;
so a marker is measured by borders of both kinds, and a slot by the middle of its line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.ink import opencv
from vision.ink.pose import Array, descended

SLOTS = 12
_BEND, _FAR_BEND = 0.1, 0.04
"""One standard deviation of the bends of usual lenses."""
_ROUGHLY = (1.0, 0.15)
"""How far off (mm) the corners of slots, which may follow either side of a line, and of markers are at first."""
_UNIT = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


class Points(NamedTuple):
    """Places on printed borders: `at` (n, 2) px; which `thing` (slots first, then markers); across which `axis` of it
    the border is met; how far from its middle it should be (slots: in shares of a side, markers: mm); and towards which
    side it grows lighter (`sense`: ±1 inside a marker, ±2 around it, 0 for a line)."""

    at: Array
    thing: NDArray[np.intp]
    axis: NDArray[np.intp]
    away: Array
    sense: Array

    def only(self, which: NDArray[np.bool_]) -> Points:
        """Some of them."""
        at, thing, axis, away, sense = self
        return Points(at[which], thing[which], axis[which], away[which], sense[which])


def joined(parts: Sequence[Points]) -> Points:
    """All of them together."""
    return Points(
        np.concatenate([part.at for part in parts]),
        np.concatenate([part.thing for part in parts]),
        np.concatenate([part.axis for part in parts]),
        np.concatenate([part.away for part in parts]),
        np.concatenate([part.sense for part in parts]),
    )


class Drawing(NamedTuple):
    """What is printed, mm: `middles` of slots and markers, how far markers are `turned` (radians), the slots' `sides`,
    and how far ink `spread`s inside markers and around them."""

    middles: Array
    turned: Array
    sides: Array
    spread: Array


class Flattening(NamedTuple):
    """`plane`: 3×3, from straight rays of the picture to mm; `lens`: two terms of radial bend, as in `Camera`."""

    plane: Array
    lens: Array
    picture: tuple[int, int]

    def _camera(self) -> tuple[Array, float]:
        camera = opencv.usual_camera(self.picture)
        return camera[:2, 2], float(camera[0, 0])

    def _bent(self, rays: Array) -> Array:
        away = (rays**2).sum(-1, keepdims=True)
        return np.asarray(1 + self.lens[0] * away + self.lens[1] * away**2)

    def to_mm(self, pixels: Array) -> Array:
        """(n, 2) px -> (n, 2) mm."""
        middle, focal = self._camera()
        seen = (pixels - middle) / focal
        rays = seen
        for _ in range(6):
            rays = seen / self._bent(rays)
        found = np.column_stack([rays, np.ones(len(rays))]) @ self.plane.T
        return np.asarray(found[:, :2] / found[:, 2:])

    def to_px(self, places: Array) -> Array:
        """(n, 2) mm -> (n, 2) px."""
        middle, focal = self._camera()
        found = np.column_stack([places, np.ones(len(places))]) @ np.linalg.inv(self.plane).T
        rays = found[:, :2] / found[:, 2:]
        return np.asarray(rays * self._bent(rays) * focal + middle)


def off(flat: Flattening, drawing: Drawing, points: Points) -> Array:
    """(n,) mm: how far beyond where it should be each place lies, across its border."""
    away = flat.to_mm(points.at) - drawing.middles[points.thing]
    slot = points.thing < SLOTS
    angle = np.where(slot, 0.0, drawing.turned[np.maximum(points.thing - SLOTS, 0)] if len(drawing.turned) else 0.0)
    x = away[:, 0] * np.cos(angle) + away[:, 1] * np.sin(angle)
    y = away[:, 1] * np.cos(angle) - away[:, 0] * np.sin(angle)
    expected = np.where(
        slot, points.away * drawing.sides[points.axis], points.away + _moved(drawing.spread, points.sense)
    )
    return np.asarray(np.where(points.axis == 0, x, y) - expected)


def _moved(spread: Array, sense: Array) -> Array:
    """(n,) mm by which ink moves borders away from the middle."""
    return np.asarray(np.sign(sense) * np.append(0.0, spread)[np.abs(sense).astype(int)])


def settled(
    flat: Flattening, drawing: Drawing, points: Points, doubt: float | Array, bend: float = 1.0
) -> tuple[Flattening, Drawing]:
    """Plane, lens and drawing moved until the places agree; those beyond three times `doubt` (mm) count ever less."""

    def miss(values: Array) -> Array:
        new, moved = _unpacked(values, flat, drawing)
        away = off(new, moved, points) / doubt
        tamed = np.sign(away) * 3 * np.sqrt(np.log1p((away / 3) ** 2))
        return np.concatenate(
            [tamed, new.lens / [bend * _BEND, bend * _FAR_BEND], moved.middles[0] - drawing.middles[0]]
        )

    return _unpacked(descended(miss, _packed(flat, drawing), steps=12), flat, drawing)


def _packed(flat: Flattening, drawing: Drawing) -> Array:
    plane = (flat.plane / flat.plane[2, 2]).ravel()[:8]
    return np.concatenate([plane, flat.lens, drawing.middles.ravel(), drawing.turned, drawing.sides, drawing.spread])


def _unpacked(values: Array, flat: Flattening, drawing: Drawing) -> tuple[Flattening, Drawing]:
    count = len(drawing.middles)
    plane, lens, rest = np.append(values[:8], 1.0).reshape(3, 3), values[8:10], values[10:]
    middles, turned, sides = rest[: 2 * count].reshape(count, 2), rest[2 * count : -4], rest[-4:-2]
    return flat._replace(plane=plane, lens=lens), Drawing(middles, turned, sides, rest[-2:])


def begun(
    slots: Array, markers: Array, size: tuple[float, float], marker_size: float, picture: tuple[int, int]
) -> tuple[Flattening, Drawing]:
    """A first guess by the corners alone: slots (12, 4, 2) px about `size` mm, markers (n, 4, 2) px."""
    camera = opencv.usual_camera(picture)
    every = (np.concatenate([slots, markers]) - camera[:2, 2]) / camera[0, 0]
    first = int(np.argmin(np.linalg.norm(slots.mean(1) - slots.mean((0, 1)), axis=1)))
    plane = np.asarray(
        cv2.getPerspectiveTransform(every[first].astype(np.float32), (_UNIT * size).astype(np.float32)), float
    )
    flat = Flattening(plane, np.zeros(2), picture)
    corners = np.concatenate([slots, markers]).reshape(-1, 2)
    places = flat.to_mm(corners).reshape(-1, 4, 2)
    along = places[SLOTS:, 1] - places[SLOTS:, 0]
    drawing = Drawing(places.mean(1), np.arctan2(along[:, 1], along[:, 0]), np.array(size, float), np.zeros(2))
    points = _corner_points(slots, markers, marker_size)
    for _ in range(2):
        flat, drawing = settled(flat, drawing, points, np.where(points.thing < SLOTS, *_ROUGHLY), 0.3)
    return flat, drawing


def _corner_points(slots: Array, markers: Array, marker_size: float) -> Points:
    """Each corner as a place on both borders that meet in it."""
    return joined(
        [
            Points(quad, np.full(4, k), np.full(4, axis), _UNIT[:, axis] * whole, np.zeros(4))
            for k, quad in enumerate([*slots, *markers])
            for axis, whole in enumerate([1.0 if k < SLOTS else marker_size] * 2)
        ]
    )
