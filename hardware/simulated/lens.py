"""Pose and lens: from millimetres on the board to pixels of the picture and back."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np

from hardware.simulated.pixels import Field, Points

Box = tuple[slice, slice]  # rows, columns of a picture

_CELL = 16  # the maps are exact at every 16th pixel and interpolated between


class View(msgspec.Struct, frozen=True):
    """A pinhole camera with radial distortion before a board.

    Board coordinates in mm: x right, y down, z away from the camera (the face is z = 0). Pixels: the centre of the
    top-left pixel is (0, 0). `rotation` 3×3 and `translation` 3 (mm) take board to camera coordinates.
    """

    size: tuple[int, int]
    focal: float
    centre: tuple[float, float]
    k1: float
    k2: float
    rotation: Points
    translation: Points

    def project(self, points: Points, z: float | Points = 0.0) -> Points:
        """Pixels (N×2) of board points (N×2 mm) at depth z (mm below the face)."""
        solid = np.column_stack([points, np.broadcast_to(z, len(points))]) @ self.rotation.T + self.translation
        flat = solid[:, :2] / solid[:, 2:]
        square = (flat**2).sum(1, keepdims=True)
        bent = flat * (1 + self.k1 * square + self.k2 * square**2)
        return np.asarray(bent * self.focal + np.array(self.centre))

    def box_of(self, pixels: Points, margin: int) -> Box | None:
        """The part of the picture around these pixels (N×2), so many wider; None where all of it is outside."""
        low, high = np.floor(pixels.min(0)).astype(int) - margin, np.ceil(pixels.max(0)).astype(int) + margin + 1
        x0, y0 = (int(v) for v in np.maximum(low, 0))
        x1, y1 = (int(v) for v in np.minimum(high, self.size))
        return (slice(y0, y1), slice(x0, x1)) if x0 < x1 and y0 < y1 else None

    def scale(self, point: Points) -> float:
        """Pixels a millimetre at a board point (2 mm), the mean over directions."""
        around = self.project(point + np.array([[0, 0], [1, 0], [0, 1]]))
        return float(np.sqrt(abs(np.linalg.det(around[1:] - around[0]))))

    def plane(self, z: float = 0.0, affine: Points | None = None, box: Box | None = None) -> Field:
        """Where each pixel's ray meets the plane z: H×W×2 float32, board millimetres.

        `affine` (2×3) is applied to them; `box` (rows, columns) restricts the map to a part of the picture.
        """
        rows, columns = box or (slice(0, self.size[1]), slice(0, self.size[0]))
        tall, wide = -(-(rows.stop - rows.start) // _CELL) + 2, -(-(columns.stop - columns.start) // _CELL) + 2
        u = columns.start + (np.arange(wide) - 0.5) * _CELL - 0.5
        v = rows.start + (np.arange(tall) - 0.5) * _CELL - 0.5
        grid = np.stack(np.meshgrid(u, v), axis=-1)
        rays = self._straighten((grid - np.array(self.centre)) / self.focal)
        home = np.linalg.inv(np.column_stack([self.rotation[:, :2], self.rotation[:, 2] * z + self.translation]))
        hit = np.concatenate([rays, np.ones((*rays.shape[:2], 1))], axis=-1) @ home.T
        flat = hit[..., :2] / np.maximum(hit[..., 2:], 1e-6)
        coarse = (flat if affine is None else flat @ affine[:, :2].T + affine[:, 2]).astype(np.float32)
        fine = cv2.resize(coarse, (wide * _CELL, tall * _CELL), interpolation=cv2.INTER_LINEAR)
        return np.asarray(
            fine[_CELL : _CELL + rows.stop - rows.start, _CELL : _CELL + columns.stop - columns.start], np.float32
        )

    def _straighten(self, bent: Points) -> Points:
        flat = bent.copy()
        for _ in range(8):
            square = (flat**2).sum(-1, keepdims=True)
            flat = bent / (1 + self.k1 * square + self.k2 * square**2)
        return flat


def look_at(
    size: tuple[int, int],
    focal: float,
    at: tuple[float, float],
    target: Points,
    scale: float,
    tilt_deg: float,
    towards_deg: float,
    turn_deg: float,
    k1: float = 0.0,
    k2: float = 0.0,
) -> View:
    """A view that shows board point `target` (mm) at pixel `at` with `scale` px/mm.

    The board is turned clockwise by `turn_deg` in the picture, then tilted by `tilt_deg` about the direction
    `towards_deg` of the picture.
    """
    turn = _about(np.array([0.0, 0.0, 1.0]), turn_deg)
    direction = np.deg2rad(towards_deg)
    rotation = _about(np.array([np.cos(direction), np.sin(direction), 0.0]), tilt_deg) @ turn
    middle = ((size[0] - 1) / 2, (size[1] - 1) / 2)
    ray = np.array([(at[0] - middle[0]) / focal, (at[1] - middle[1]) / focal, 1.0])
    translation = ray * (focal / scale) - rotation[:, :2] @ target
    return View(size, focal, middle, k1, k2, rotation, translation)


def _about(axis: Points, degrees: float) -> Points:
    return np.asarray(cv2.Rodrigues(axis * np.deg2rad(degrees))[0], float)


def focal_of(size: tuple[int, int], view_deg: float) -> float:
    """The focal length in pixels of a camera that sees `view_deg` degrees across its width."""
    return float(size[0] / 2 / np.tan(np.deg2rad(view_deg) / 2))
