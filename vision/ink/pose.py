"""Where a board and its disc lie in one picture.

Pixels are (column, row) with pixel centres at whole numbers; disc millimetres turn with the disc.
"""

from __future__ import annotations

from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.ink.layout import DiscLayout

Array = NDArray[np.float64]
Image = NDArray[np.uint8]
Floats = NDArray[np.float32]
Plane = NDArray[np.float32]
Numbers = NDArray[np.float64]
Flags = NDArray[np.bool_]
Indices = NDArray[np.intp]
By = Literal["markers", "outline", "reference"]


def project(homography: Array, xy: Array) -> Array:
    """(n, 2) points through a 3×3 homography."""
    xyw = xy @ homography[:, :2].T + homography[:, 2]
    return np.asarray(xyw[:, :2] / xyw[:, 2:])


class Grid(msgspec.Struct, frozen=True):
    """How a rectified image lies over the disc: pixel (0, 0) shows `origin` (disc mm); `size` (columns, rows)."""

    origin: tuple[float, float]
    px_per_mm: float
    size: tuple[int, int]

    def to_pixels(self, xy_mm: Array) -> Array:
        """(n, 2) disc mm -> (n, 2) pixels of the rectified image."""
        return np.asarray((xy_mm - np.array(self.origin)) * self.px_per_mm, float)

    def to_mm(self, pixels: Array) -> Array:
        """(n, 2) pixels of the rectified image -> (n, 2) disc mm."""
        return np.asarray(pixels / self.px_per_mm + np.array(self.origin), float)

    def to_disc(self) -> Array:
        """3×3, homogeneous pixels of the rectified image -> disc mm."""
        x, y = self.origin
        return np.array([[1 / self.px_per_mm, 0, x], [0, 1 / self.px_per_mm, y], [0, 0, 1]])

    def halved(self) -> Grid:
        """The same rectangle at half the pixels a millimetre, as `cv2.pyrDown` makes it."""
        return Grid(self.origin, self.px_per_mm / 2, ((self.size[0] + 1) // 2, (self.size[1] + 1) // 2))


def terms(xy_mm: Array, scale: float) -> Array:
    """(n, 6): 1, u, v, u², uv, v² with (u, v) = disc mm / `scale`; the basis of the residual."""
    u, v = xy_mm[:, 0] / scale, xy_mm[:, 1] / scale
    return np.stack([np.ones_like(u), u, v, u * u, u * v, v * v], 1)


class Placed(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """What was drawn on, where it lies in one picture.

    `corners`: (4, 2) px, the board's, clockwise from the printed top left. `plane`: 3×3, mm of what was drawn on -> px.
    `residual`: (6, 2) mm, what the printed stars say beyond it, for `terms` about `middle` in parts of `scale`.
    `confidence`: 0…1. `seen`: (n,) how much of each printed star is seen, 0…1; NaN where it is not to be seen.
    `markers`: by how many of them the board was placed.
    """

    by: By
    confidence: float
    corners: Array
    plane: Array
    residual: Array
    middle: Array = msgspec.field(default_factory=lambda: np.zeros(2))
    scale: float
    seen: Array
    markers: int = 0

    def to_image(self, xy_mm: Array) -> Array:
        """(n, 2) mm -> (n, 2) px, star-registered."""
        xy = np.asarray(xy_mm, float)
        return project(self.plane, xy + terms(xy - self.middle, self.scale) @ self.residual)

    def px_per_mm(self) -> float:
        """Pixels a millimetre at the middle (geometric mean of the two directions)."""
        a, b, c = self.to_image(self.middle + np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
        (ux, uy), (vx, vy) = b - a, c - a
        return float(np.sqrt(abs(ux * vy - uy * vx)))

    def sample_map(self, grid: Grid) -> NDArray[np.float32]:
        """(rows, columns, 2): the picture's column and row that each rectified pixel shows.

        Computed on every eighth pixel and interpolated (error below 0.01 px at table distances).
        """
        from vision.ink import opencv

        columns, rows = grid.size
        step = 8
        nx, ny = -(-columns // step) + 1, -(-rows // step) + 1
        xs, ys = np.meshgrid(np.arange(nx) * float(step), np.arange(ny) * float(step))
        points = self.to_image(grid.to_mm(np.stack([xs.ravel(), ys.ravel()], 1)))
        return opencv.upsample_map(points.reshape(ny, nx, 2).astype(np.float32), step, columns, rows)

    def rectify(self, image: Image, grid: Grid) -> Image:
        """What was drawn on seen straight on, star-registered: (rows, columns[, channels]) uint8 as `grid` lays it."""
        from vision.ink import opencv

        return opencv.remap(image, self.sample_map(grid))


class Pose(Placed, frozen=True, eq=False, kw_only=True):
    """One board with its disc in one picture: `plane` is the disc's at this rotation, its depth below the face.

    `board_to_image`: 3×3, board mm -> px. `rotation_deg`: clockwise, 0 ≤ angle < 360. `round`: 1, 2, … or None between
    the stops.
    """

    board_to_image: Array
    rotation_deg: float
    round: int | None

    def board_px(self, xy_mm: Array) -> Array:
        """(n, 2) board mm on the face -> (n, 2) px."""
        return project(self.board_to_image, np.asarray(xy_mm, float))

    def grid(self, layout: DiscLayout, px_per_mm: float = 3.0, margin: float = 3.0) -> Grid:
        """The rectangle of the disc frame that holds the window at this rotation, `margin` mm wider."""
        outline = layout.window_in_disc(self.rotation_deg)
        low, high = outline.min(0) - margin, outline.max(0) + margin
        columns, rows = np.ceil((high - low) * px_per_mm).astype(int) + 1
        return Grid((float(low[0]), float(low[1])), px_per_mm, (int(columns), int(rows)))


def descended(miss: object, start: Array, steps: int) -> Array:
    """Least squares of what is not linear, such as poses and outlines: Levenberg-Marquardt, numeric derivatives."""
    assert callable(miss)
    values, rest, damp = start, miss(start), 1e-3
    nudge = np.full(len(start), 1e-5)
    for _ in range(steps):
        slope = np.stack([(miss(values + nudge * e) - rest) / nudge[0] for e in np.eye(len(values))], 1)
        gram, pull = slope.T @ slope, slope.T @ rest
        while damp < 1e6:
            step = np.linalg.solve(gram + damp * np.diag(np.diag(gram) + 1e-6), -pull)
            new = miss(values + step)
            if new @ new < rest @ rest:
                break
            damp *= 10
        else:
            break
        gain = 1 - (new @ new) / (rest @ rest)
        values, rest, damp = values + step, new, damp / 5
        if gain < 1e-6:
            break
    return values
