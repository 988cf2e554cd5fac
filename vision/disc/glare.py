"""Where a lamp is mirrored in the window of a disc's board."""

from __future__ import annotations

from typing import Final

import numpy as np

from engines.errors import finding
from vision.ink.glare import PX_PER_MM, Glare, glare_on
from vision.ink.layout import DiscLayout
from vision.ink.light import window_mask
from vision.ink.pose import Image, Pose

GLARE: Final = finding(
    "disc.glare",
    "a lamp is mirrored in the disc and hides its lines: move the lamp or turn the board, and photograph again",
)


def window_glare(image: Image, pose: Pose, layout: DiscLayout) -> Glare:
    """The glare in the window of the board at `pose`."""
    grid = pose.grid(layout, PX_PER_MM)
    window, visible = window_mask(layout, pose.rotation_deg, grid.halved()), ~np.isnan(pose.seen)
    return glare_on(image, pose.disc_to_image, grid, window, layout.stars_xy[visible], pose.seen[visible])
