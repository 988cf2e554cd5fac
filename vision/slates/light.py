"""Says whether a photograph of a slate can be read well."""

from __future__ import annotations

import cv2
import numpy as np

from vision import opencv
from vision.light import Light, LightFigures, detail_share, hidden_share, outside_by, verdict, washed_out
from vision.pose import Image
from vision.slates.layout import STAR, SlateBoard
from vision.slates.pose import SlatePose, lattice_grid


def check_light(image: Image, pose: SlatePose, board: SlateBoard) -> Light:
    """Whether `image` (uint8, grey or BGR), with its slate at `pose`, can be read well."""
    return verdict(light_figures(image, pose, board))


def light_figures(image: Image, pose: SlatePose, board: SlateBoard) -> LightFigures:
    """The figures of one located photograph."""
    grid = lattice_grid(board, 2.0, 3.0)
    flat = opencv.flattened(image, pose.plane @ grid.to_disc(), grid.size)
    small = np.asarray(cv2.pyrDown(flat), np.uint8)
    washed = washed_out(small, np.ones(small.shape[:2], bool))
    stars = np.flatnonzero((board.kinds(board.skies[0]) == STAR) & ~np.isnan(pose.seen))
    at = np.rint(grid.halved().to_pixels(board.points_xy[stars])).astype(int)
    at = np.clip(at, 0, np.array(small.shape[1::-1]) - 1)
    return LightFigures(
        bright=float(np.percentile(opencv.grey(flat)[::3, ::3], 98)),
        glare=float(washed.mean()),
        detail=detail_share(opencv.brightest(small)),
        outside=outside_by(pose.corners, image),
        covered=hidden_share(board.points_xy[stars], pose.seen[stars], washed[at[:, 1], at[:, 0]]),
    )
