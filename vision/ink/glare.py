"""Where a lamp is mirrored in a board: what is drawn there shows less, not at all, or darker than the film under it."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import msgspec
import numpy as np

from vision.ink import opencv
from vision.ink.light import PlayArea, overexposed
from vision.ink.pose import Grid, Image, Numbers, Plane
from vision.ink.strips import shown_along
from vision.ink.tuning import LIGHTS, OUTSHONE
from vision.ranks import percentile_of_rows

PX_PER_MM = 2.0
"""Boards are laid flat at this scale, and looked at at half of it."""

AROUND_MM = 15
"""A printed star's ground is looked at in a square of this side: the star itself, dark on light, is smaller."""
AROUND_SHARE = 0.4
"""A star counts where more than this of that square is overexposed: its own softness takes half of it."""
STAR_MM = 7
"""A square of this side is wider than a printed star."""
ALONG = np.linspace(0.25, 0.75, 6)
"""Shares of its length at which a recorded line is looked at: stars lie at its ends."""
ACROSS_MM = np.linspace(-2.6, 2.6, 14)
"""Distances across its straight way that are looked at: hands do not draw straight."""
BESIDE = np.r_[0:4, 10:14]
"""Those of these distances that lie beside its ink, and tell its ground."""


class Glare(msgspec.Struct, frozen=True, eq=False):
    """Of one picture, laid flat as `grid` says.

    `share`: the part of what can be drawn on that is washed out; `blind`: (rows, columns) at half the grid's pixels, 1
    where the ground is as bright as light ink, else 0; 0 where nothing can be drawn, however bright a frame is there.
    """

    grid: Grid
    share: float
    blind: Plane

    def blind_along(self, a: Numbers, b: Numbers) -> Plane:
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


def as_bright_ink(added: Plane, ground: Callable[[], Plane], lines: Numbers, px_per_mm: float) -> Plane:
    """`added`, what was added to a board (rows, columns), with its sign turned where ink is darker than its ground.

    `ground` tells by how many grey levels it is brighter than without a lamp in it, and is asked only where ink enough
    is dark; `lines`, (n, 2, 2) px: the ends of lines that are drawn for certain. They tell from which brightness on ink
    is darker, which is more than what ink itself adds; where they are darker nowhere, nothing is turned.
    """
    limit = inversion_level(added, ground, lines, px_per_mm)
    return added if np.isinf(limit) else added * np.tanh((np.float32(limit) - ground()) / np.float32(OUTSHONE.soft))


def inversion_level(added: Plane, ground: Callable[[], Plane], lines: Numbers, px_per_mm: float) -> float:
    """The brightness of the ground from which on the `lines` are darker than it, as in `as_bright_ink`."""
    if not len(lines):
        return float("inf")
    begin, way = lines[:, 0], lines[:, 1] - lines[:, 0]
    normal = np.stack([-way[:, 1], way[:, 0]], 1) / np.maximum(np.linalg.norm(way, axis=1), 1e-6)[:, None]
    middle = begin[:, None] + ALONG[:, None] * way[:, None]
    places = middle[:, :, None] + px_per_mm * ACROSS_MM[:, None] * normal[:, None, None]
    seen = _at(added, places.reshape(-1, len(ACROSS_MM), 2))
    ink = seen - percentile_of_rows(seen[:, BESIDE], 50)[:, None]
    ink = ink[np.arange(len(ink)), np.abs(ink).argmax(1)]
    least = -OUTSHONE.share * np.abs(ink).sum()
    if ink[ink < 0].sum() > least:
        return float("inf")
    bright = _at(ground(), middle.reshape(-1, 1, 2))[:, 0]
    order = np.argsort(bright)
    bright, ink = bright[order], ink[order]
    usual = float(np.median(ink[: (len(ink) + 1) // 2]))
    lit = int(np.searchsorted(bright, usual, side="right"))
    if usual <= 0 or lit == len(ink):
        return float("inf")
    first = lit + int(np.cumsum(ink[lit:][::-1])[::-1].argmin())
    beyond = ink[first:]
    told = len(beyond) >= OUTSHONE.fewest and (beyond < 0).mean() >= OUTSHONE.agreed and beyond.sum() <= least
    return float(bright[first]) if told else float("inf")


def _at(plane: Plane, places: Numbers) -> Plane:
    """(n, k) what a plane has at (n, k, 2) px."""
    x, y = (np.ascontiguousarray(places[..., axis], np.float32) for axis in (0, 1))
    return np.asarray(cv2.remap(plane, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32)
