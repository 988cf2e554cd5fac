"""What a slate's lattice shows, and what is said where a lamp is mirrored in it."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from engines.errors import finding
from engines.slates import SlateSky
from vision.ink.glare import PX_PER_MM
from vision.ink.light import PlayArea, play_area
from vision.ink.pose import Grid, Image, Placed
from vision.slate.grids import lattice_grid
from vision.slate.layout import STAR, SlateBoard

GLARE: Final = finding(
    "slate.glare",
    "a lamp is mirrored in the slate and hides its lines: move the lamp or turn the slate, and photograph again",
)


def lattice_area(image: Image, pose: Placed, board: SlateBoard, sky: SlateSky) -> PlayArea:
    """What the lattice of the slate at `pose`, with `sky` printed on it, shows."""
    grid = lattice_grid(board, PX_PER_MM, 3.0)
    half = grid.halved()
    stars = np.flatnonzero((board.kinds(sky) == STAR) & ~np.isnan(pose.seen))
    field = star_field(board, sky, half, half.size[::-1])
    return play_area(image, pose.plane, pose.corners, grid, field, board.points_xy[stars], pose.seen[stars])


def star_field(board: SlateBoard, sky: SlateSky, grid: Grid, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """(rows, columns) where the slate's stars are: not the corners that an arch cuts off."""
    mask = np.zeros(shape, np.uint8)
    stars = grid.to_pixels(board.points_xy[board.kinds(sky) == STAR])
    for x, y in np.rint(stars).astype(int).tolist():
        cv2.circle(mask, (x, y), round(float(board.pitch.mean()) * 0.6 * grid.px_per_mm), 1, -1)
    return mask > 0
