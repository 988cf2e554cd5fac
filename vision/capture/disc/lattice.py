"""Says whether stars lie on a square lattice, and which; a check, never a place to move a star to."""

from __future__ import annotations

import math

import msgspec
import numpy as np

from vision.capture.tuning import TUNING
from vision.ink.layout import rotation_matrix
from vision.ink.pose import Array


class Lattice(msgspec.Struct, frozen=True):
    """A square lattice: `pitch` mm, `turn_deg` (-45 < turn ≤ 45), and a point of it."""

    pitch: float
    turn_deg: float
    origin: tuple[float, float]

    def steps(self, xy: Array) -> Array:
        """(n, 2) places in pitches from the origin, unrounded."""
        return np.asarray((xy - self.origin) @ rotation_matrix(self.turn_deg) / self.pitch)

    def points(self, reach: float) -> Array:
        """(n, 2) places of the points no more than `reach` mm from the disc's middle."""
        most = math.ceil((reach + math.hypot(*self.origin)) / self.pitch) + 1
        steps = np.stack(np.meshgrid(np.arange(-most, most + 1), np.arange(-most, most + 1)), -1).reshape(-1, 2)
        xy = steps @ rotation_matrix(self.turn_deg).T * self.pitch + self.origin
        return np.asarray(xy[np.linalg.norm(xy, axis=1) <= reach])

    def off(self, xy: Array) -> Array:
        """(n,) mm by which places miss the nearest point of the lattice."""
        steps = self.steps(xy)
        return np.asarray(np.linalg.norm(steps - np.round(steps), axis=1) * self.pitch)


def find_lattice(xy: Array) -> Lattice | None:
    """The lattice on which (n, 2) places lie, or None where they lie on none or are too few to tell."""
    if len(xy) < TUNING.min_on_lattice:
        return None
    gaps = xy[:, None] - xy[None]
    length = np.linalg.norm(gaps, axis=2) + 1e9 * np.eye(len(xy))
    pitch = float(np.median(length.min(1)))
    short = gaps[(length < TUNING.next_star * pitch)]
    angle = np.arctan2(short[:, 1], short[:, 0])
    turn = float(np.angle(np.mean(np.exp(4j * angle)))) / 4
    origin = xy[int(np.linalg.norm(xy - xy.mean(0), axis=1).argmin())]
    for _ in range(6):
        pitch, turn, origin = _fitted(xy, pitch, turn, origin)
    found = Lattice(pitch, math.degrees(turn), (float(origin[0]), float(origin[1])))
    return found if np.median(found.off(xy)) < TUNING.lattice_fit * pitch else None


def _fitted(xy: Array, pitch: float, turn: float, origin: Array) -> tuple[float, float, Array]:
    """The lattice moved, turned and stretched onto the places near its points (least squares in the plane)."""
    z, home = xy[:, 0] + 1j * xy[:, 1], origin[0] + 1j * origin[1]
    step = pitch * np.exp(1j * turn)
    steps = (z - home) / step
    whole = np.round(steps.real) + 1j * np.round(steps.imag)
    near = np.abs(steps - whole) < TUNING.near_point
    if near.sum() < TUNING.min_near_points:
        return pitch, turn, origin
    design = np.column_stack([whole[near], np.ones(int(near.sum()))])
    (step, home), *_ = np.linalg.lstsq(design, z[near], rcond=None)
    return float(abs(step)), float(np.angle(step)), np.array([home.real, home.imag])


def common_pitch(gaps: Array, least: float, most: float) -> float | None:
    """The largest pitch (mm) of which all (n,) gaps are about whole multiples."""
    best = None
    for pitch in np.arange(least, most, 0.01):
        steps = gaps / pitch
        if float(np.mean(np.abs(steps - np.round(steps)))) < TUNING.whole_steps and float(np.abs(steps).max()) >= 1:
            best = float(pitch)
    if best is None:
        return None
    for _ in range(5):
        steps = np.round(gaps / best)
        best = float((gaps * steps).sum() / max(float((steps * steps).sum()), 1e-9))
    return best
