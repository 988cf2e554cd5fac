"""Where a slate lies in one picture."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.ink import opencv
from vision.ink.pose import Array, By, Grid, Image, project, terms
from vision.slate.layout import SlateBoard

MARGIN_MM = 9.0
"""Margin of the rectified area around the lattice."""


class SlatePose(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """One slate in one picture.

    `corners`: (4, 2) px, clockwise from the printed top left. `plane`: 3×3, board mm -> px. `residual`: (6, 2) mm, what
    the printed stars say beyond it, for `pose.terms` about `centre` in parts of `scale`. `confidence`: 0…1.
    `seen`: (points,) how much of a star is seen at each point of the lattice, 0…1; NaN outside the picture. `markers`:
    by how many of them the slate was placed.
    """

    by: By
    confidence: float
    corners: Array
    plane: Array
    residual: Array
    centre: Array
    scale: float
    seen: Array
    markers: int = 0

    def to_image(self, xy_mm: Array) -> Array:
        """(n, 2) board mm -> (n, 2) px, star-registered."""
        xy = np.asarray(xy_mm, float)
        return project(self.plane, xy + terms(xy - self.centre, self.scale) @ self.residual)

    def px_per_mm(self) -> float:
        """Pixels a millimetre in the middle of the lattice (geometric mean of the two directions)."""
        a, b, c = self.to_image(self.centre + np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
        (ux, uy), (vx, vy) = b - a, c - a
        return float(np.sqrt(abs(ux * vy - uy * vx)))

    def rectify(self, image: Image, grid: Grid) -> Image:
        """The slate seen straight on, as `grid` (board mm) lays it out: (rows, columns[, channels]) uint8."""
        columns, rows = grid.size
        step = 8
        nx, ny = -(-columns // step) + 1, -(-rows // step) + 1
        xs, ys = np.meshgrid(np.arange(nx) * float(step), np.arange(ny) * float(step))
        points = self.to_image(grid.to_mm(np.stack([xs.ravel(), ys.ravel()], 1)))
        nodes = points.reshape(ny, nx, 2).astype(np.float32)
        return opencv.remap(image, opencv.upsample_map(nodes, step, columns, rows))


def lattice_grid(board: SlateBoard, px_per_mm: float, margin: float = MARGIN_MM) -> Grid:
    """The rectangle of the board that holds the lattice, `margin` mm wider."""
    low, high = board.points_xy.min(0) - margin, board.points_xy.max(0) + margin
    columns, rows = np.ceil((high - low) * px_per_mm).astype(int) + 1
    return Grid((float(low[0]), float(low[1])), px_per_mm, (int(columns), int(rows)))


def board_grid(board: SlateBoard, px_per_mm: float) -> Grid:
    """The whole board."""
    columns, rows = (round(side * px_per_mm) for side in board.size)
    return Grid((0.0, 0.0), px_per_mm, (columns, rows))


def inside_picture(points: NDArray[np.float64], size: tuple[int, int]) -> NDArray[np.bool_]:
    """(n,) whether each pixel lies in a picture of `size` (columns, rows)."""
    return np.asarray(((points >= 0) & (points <= np.array(size) - 1)).all(1))
