"""The tube seen straight: how light falls on it, and where balls are in it."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np

from vision.balls.tuning import TUNING
from vision.ink import opencv
from vision.ink.pose import Array, Floats, Image
from vision.ink.rims import rims_of, slopes_of

WIDE = 36
"""Width (px) to which the tube is brought."""
ASIDE = 14
"""Margin (px) around it that is seen too."""


class Tube(msgspec.Struct, frozen=True, eq=False):
    """A tube seen straight: `colour` BGR uint8 with `ASIDE` px around, `light` linear (1 = white paper)."""

    colour: Image
    light: Floats
    radius: float

    @property
    def bottom(self) -> float:
        """The row (px) of the tube's lower end."""
        return float(self.colour.shape[0] - ASIDE)


class Seen(msgspec.Struct, frozen=True):
    """A round thing in a tube: middle (px), radius, and the share of its rim that can be seen."""

    x: float
    y: float
    radius: float
    rim: float


def tube_of(image: Image, corners: Array, length: float, ball: float, white: Array) -> Tube:
    """The tube whose corners lie at `corners` (4, 2) px; `length`, `ball`: its length and a ball's diameter in widths.

    `white`: (3,) linear BGR of white paper there.
    """
    plane, long = straight(corners, length)
    colour = opencv.flattened(image, plane, (WIDE + 2 * ASIDE, long + 2 * ASIDE))
    return Tube(colour, on_white(colour, white), ball * WIDE / 2)


def straight(corners: Array, length: float) -> tuple[Array, int]:
    """3×3, px of the tube seen straight -> px of the picture where its corners lie at `corners`; and how long it is."""
    long = max(WIDE, min(6 * WIDE, round(WIDE * length)))
    flat = np.array([[0, 0], [WIDE, 0], [WIDE, long], [0, long]], float) + ASIDE - 0.5
    plane = cv2.getPerspectiveTransform(flat.astype(np.float32), corners.astype(np.float32))
    return np.asarray(plane, float), long


def on_white(colour: Image, white: Array) -> Floats:
    """Linear light, 1 = white paper; `white`: (3,) linear BGR of paper."""
    return np.asarray(opencv.linear(colour) / np.maximum(white, 1e-4).astype(np.float32), np.float32)


def balls_in(tube: Tube) -> list[Seen]:
    """The round things of a ball's size along the tube, from the top; at most two, none over another."""
    middle = ASIDE + WIDE / 2 - 0.5
    xs, ys = np.arange(middle - 3, middle + 3.1, 1.5), np.arange(ASIDE, tube.colour.shape[0] - ASIDE + 3.0)
    radii = np.array([0.94, 1.0, 1.06]) * tube.radius
    places = np.stack(np.meshgrid(xs, ys, radii, indexing="ij"), -1).reshape(-1, 3)
    slopes = slopes_of(tube.colour)
    rims = rims_of(*slopes, places, full_edge(*slopes))
    liked = rims - TUNING.aside_cost * np.abs(places[:, 0] - middle)
    chosen: list[int] = []
    for k in np.argsort(-liked).tolist():
        if all(abs(places[k, 1] - places[other, 1]) > TUNING.upon[0] * tube.radius for other in chosen):
            chosen.append(k)
        if len(chosen) == 2:
            break
    found = [Seen(float(x), float(y), float(r), float(rims[k])) for k in chosen for x, y, r in [places[k]]]
    return sorted(found, key=lambda one: one.y)


def full_edge(across: Floats, down: Floats) -> float:
    """The edges (grey levels a px) that count in full as a ball's rim: weaker where all are, as in a milky tube.

    `across`, `down`: slopes of the tube seen straight, with `ASIDE` px around or more.
    """
    steep = np.hypot(across, down)[ASIDE:-ASIDE, ASIDE:-ASIDE].max(2)
    return float(np.clip(TUNING.edge_share * np.percentile(steep, 95), TUNING.least_edge, TUNING.full_edge))


def white_of(image: Image, corners: Array) -> tuple[Array, float]:
    """(3,) linear BGR of a white area (4, 2) px, and the share of it that is too bright to tell its colour."""
    flat = np.array([[0, 0], [16, 0], [16, 16], [0, 16]], np.float32)
    plane = np.asarray(cv2.getPerspectiveTransform(flat, corners.astype(np.float32)), float)
    area = opencv.flattened(image, plane, (17, 17)).reshape(-1, 3)
    clipped = float((area >= TUNING.white_clipped).any(1).mean())
    return np.asarray(np.median(opencv.linear(area), axis=0), float), clipped
