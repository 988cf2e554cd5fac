"""Where a lamp is mirrored in a slate."""

from __future__ import annotations

from typing import Final

import numpy as np

from engines.errors import finding
from engines.slates import SlateSky
from vision.ink.glare import PX_PER_MM, Glare, glare_on
from vision.ink.pose import Image
from vision.slate.layout import STAR, SlateBoard
from vision.slate.light import star_field
from vision.slate.pose import SlatePose, lattice_grid

GLARE: Final = finding(
    "slate.glare",
    "a lamp is mirrored in the slate and hides its lines: move the lamp or turn the slate, and photograph again",
)


def lattice_glare(image: Image, pose: SlatePose, board: SlateBoard, sky: SlateSky) -> Glare:
    """Where a lamp is mirrored in the slate at `pose`, with `sky` printed on it."""
    grid = lattice_grid(board, PX_PER_MM, 3.0)
    half = grid.halved()
    stars = np.flatnonzero((board.kinds(sky) == STAR) & ~np.isnan(pose.seen))
    field = star_field(board, sky, half, half.size[::-1])
    return glare_on(image, pose.plane, grid, field, board.points_xy[stars])
