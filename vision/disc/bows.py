"""The evenly bent stroke between two stars that gathers most of the wide ridges: it finds ink too faint for a path."""

from __future__ import annotations

from functools import cache
from itertools import product

import msgspec
import numpy as np

from vision.disc.tuning import TUNING
from vision.ink.evidence import derivatives, noise_of
from vision.ink.pose import Grid, Indices, Numbers, Plane
from vision.ink.strips import ACROSS, ALONG, HALF_MM, MIDDLE, STEP_MM, Chords

ENDS = tuple(0.45 * k for k in range(-3, 4))
"""Offsets (mm) beside the two stars at which a bow may begin and end."""
BENDS = (-1.2, -0.6, 0.0, 0.6, 1.2)
"""Offsets (mm) of the middle of a bow from its own chord."""


class WideRidges(msgspec.Struct, frozen=True, eq=False):
    """`derivatives` at the wide scale, half as many rows and columns as the picture, and one standard
    deviation of them where nothing is drawn."""

    ridge: Plane
    noise: float


class Bows(msgspec.Struct, frozen=True, eq=False):
    """The best bows of n star pairs.

    `shape` (n,): row of `bow_shapes`; `column` (n, ALONG): where it runs, in columns of a strip; `on_bow` (n, ALONG):
    ridge strength along it, in noise standard deviations; `gain` (n,): its mean, the strongest cut; `usual` (n,): the
    mean gain of all bows.
    """

    shape: Indices
    column: Plane
    on_bow: Plane
    gain: Plane
    usual: Plane


def wide_ridges(half: Plane, px_per_mm: float) -> WideRidges:
    """The wide ridges of what was added to a board, given at half the size."""
    ridge = derivatives(half, TUNING.wide_ridge_mm * px_per_mm / 2)
    return WideRidges(ridge, noise_of(ridge))


@cache
def bow_shapes() -> tuple[Numbers, Plane, Plane, Plane]:
    """(k, 3) mm: where a bow begins, ends and how far it bends; (k, ALONG) its columns; (ALONG·ACROSS, k) its share of
    each sample of a strip, all of one bow together 1; (k,) its price."""
    shapes = np.array(list(product(ENDS, ENDS, BENDS)))
    t = (np.arange(ALONG) + 0.5) / ALONG
    begin, end, bend = shapes.T[..., None]
    off = begin * (1 - t) + end * t + bend * 4 * t * (1 - t)
    inside = (np.abs(off) <= HALF_MM).all(1)
    shapes, column = shapes[inside], off[inside] / STEP_MM + MIDDLE
    share = np.maximum(1 - np.abs(column[..., None] - np.arange(ACROSS)), 0) / ALONG
    price = TUNING.unusual_bow * 0.5 * ((shapes / np.array(TUNING.usual_bow_mm)) ** 2).sum(1)
    shares = np.ascontiguousarray(share.reshape(len(shapes), -1).T, np.float32)
    return shapes, column.astype(np.float32), shares, price.astype(np.float32)


def glance(wide: WideRidges, grid: Grid, a: Numbers, b: Numbers) -> Plane:
    """(n,) a cheap upper guess of the wide ridges between the stars `a`, `b`, in noise standard deviations."""
    return Chords(grid, a, b, halved=True).glance(wide.ridge, wide.noise)


def best_bows(wide: WideRidges, grid: Grid, a: Numbers, b: Numbers, ink: float) -> Bows:
    """The best bows between the stars `a`, `b` ((n, 2) disc mm); `ink`: about how strong the board's lines are."""
    _, columns, share, price = bow_shapes()
    chords = Chords(grid, a, b, halved=True)
    along = ((np.arange(ALONG) + 0.5) / ALONG).astype(np.float32) * chords.pixels[:, None]
    across = ((np.arange(ACROSS) - MIDDLE) * STEP_MM * chords.scale).astype(np.float32)
    seen = chords.strengths(wide.ridge, wide.noise, along, across)
    cut = np.clip(seen, -3.0, np.float32(max(TUNING.plain_bow_ink, ink) * TUNING.bow_ceiling))
    means = cut.reshape(len(cut), -1) @ share
    best = (means * np.float32(min(1.0, TUNING.plain_bow_ink / ink)) - price).argmax(1)
    at = columns[best]
    low = np.clip(at.astype(np.intp), 0, ACROSS - 2)
    part = at - low
    place = np.arange(seen.size, step=ACROSS).reshape(low.shape) + low
    left, right = (seen.ravel()[place + k] for k in (0, 1))
    on_bow = np.asarray(left * (1 - part) + right * part, np.float32)
    return Bows(best, at, on_bow, means[np.arange(len(best)), best], means.mean(1))
