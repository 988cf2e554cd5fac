"""Says whether a photograph of a slate can be read well."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from engines.slates import SlateSky
from vision.ink import opencv
from vision.ink.light import (
    Light,
    LightFigures,
    Trouble,
    detail_share,
    evenness,
    hidden_share,
    outside_by,
    verdict,
    washed_out,
)
from vision.ink.pose import Grid, Image
from vision.slate.layout import STAR, SlateBoard
from vision.slate.pose import SlatePose, lattice_grid


def check_light(image: Image, pose: SlatePose, board: SlateBoard, sky: SlateSky) -> Light:
    """Whether `image` (uint8, grey or BGR), with its slate at `pose` and `sky` printed on it, can be read well."""
    light = verdict(light_figures(image, pose, board, sky))
    return Light(light.ok, tuple(Trouble.GLARE_ON_SLATE if why == Trouble.GLARE else why for why in light.why))


def light_figures(image: Image, pose: SlatePose, board: SlateBoard, sky: SlateSky) -> LightFigures:
    """The figures of one located photograph."""
    grid = lattice_grid(board, 2.0, 3.0)
    flat = opencv.flattened(image, pose.plane @ grid.to_disc(), grid.size)
    small = np.asarray(cv2.pyrDown(flat), np.uint8)
    bright = opencv.brightest(small)
    field = star_field(board, sky, grid.halved(), small.shape[:2])
    washed = washed_out(small, field)
    stars = np.flatnonzero((board.kinds(sky) == STAR) & ~np.isnan(pose.seen))
    at = np.rint(grid.halved().to_pixels(board.points_xy[stars])).astype(int)
    at = np.clip(at, 0, np.array(small.shape[1::-1]) - 1)
    return LightFigures(
        bright=float(np.percentile(opencv.grey(flat)[::3, ::3], 98)),
        glare=float(washed[field].mean()),
        detail=detail_share(bright),
        even=evenness(bright),
        outside=outside_by(pose.corners, image),
        covered=hidden_share(board.points_xy[stars], pose.seen[stars], washed[at[:, 1], at[:, 0]]),
    )


def star_field(board: SlateBoard, sky: SlateSky, grid: Grid, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """(rows, columns) where the slate's stars are: not the corners that an arch cuts off."""
    mask = np.zeros(shape, np.uint8)
    stars = grid.to_pixels(board.points_xy[board.kinds(sky) == STAR])
    for x, y in np.rint(stars).astype(int).tolist():
        cv2.circle(mask, (x, y), round(float(board.pitch.mean()) * 0.6 * grid.px_per_mm), 1, -1)
    return mask > 0
