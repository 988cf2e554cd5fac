"""Where a lamp is mirrored in a board, so that what is drawn there shows less or not at all."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.ink import opencv
from vision.ink.light import PlayArea, overexposed
from vision.ink.pose import Grid, Image
from vision.ink.strips import shown_along
from vision.ink.tuning import LIGHTS

Numbers = NDArray[np.float64]

PX_PER_MM = 2.0
"""Boards are laid flat at this scale, and looked at at half of it."""

AROUND_MM = 15
"""A printed star's ground is looked at in a square of this side: the star itself, dark on light, is smaller."""
AROUND_SHARE = 0.4
"""A star counts where more than this of that square is overexposed: its own softness takes half of it."""
STAR_MM = 7
"""A square of this side is wider than a printed star."""


class Glare(msgspec.Struct, frozen=True, eq=False):
    """Of one picture, laid flat as `grid` says.

    `share`: the part of what can be drawn on that is washed out; `blind`: (rows, columns) at half the grid's pixels, 1
    where the ground is as bright as light ink, else 0; 0 where nothing can be drawn, however bright a frame is there.
    """

    grid: Grid
    share: float
    blind: NDArray[np.float32]

    def blind_along(self, a: Numbers, b: Numbers) -> NDArray[np.float32]:
        """(n,) the part of each way from `a` to `b` ((n, 2) mm) on which light ink could not be seen for the glare."""
        return np.asarray(shown_along(self.blind, self.grid, a, b).mean(1), np.float32)


def glare_on(area: PlayArea) -> Glare:
    """The glare in a play area that is laid flat at `PX_PER_MM`."""
    blind = overexposed(area.small)
    around = cv2.blur(blind.astype(np.float32), (AROUND_MM, AROUND_MM))
    dark = _dark_print(opencv.darkest(area.small))
    within = area.at_stars(dark)[area.at_stars(around) > AROUND_SHARE]
    if len(within) >= LIGHTS.few_stars and np.median(within) > LIGHTS.dark_print:
        blind[:] = False  # a light ground: its print shows, and so do dark pens
    blind &= area.drawn_on
    return Glare(area.grid, float((area.washed | blind)[area.drawn_on].mean()), blind.astype(np.float32))


def _dark_print(plane: Image) -> Image:
    """How much darker (0…255) a thing of a star's size is than what lies around it; 0 at the edge of a glare."""
    square = cv2.getStructuringElement(cv2.MORPH_RECT, (STAR_MM, STAR_MM))
    return np.asarray(cv2.dilate(cv2.morphologyEx(plane, cv2.MORPH_BLACKHAT, square), np.ones((3, 3))), np.uint8)
