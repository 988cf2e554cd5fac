"""One photograph of a disc as the line reader sees it: star pairs, their strips and their features."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision import opencv
from vision.evidence import CleanBoard, Evidence, clean_board, ink_evidence
from vision.features import ink_level, line_features
from vision.layout import DiscLayout
from vision.locate import locate_disc
from vision.pairs import Pairs, candidate_pairs
from vision.pose import Grid, Image, Pose
from vision.strips import Strips, glance, sample_strips

PX_PER_MM = 2.4
SAME_STOP_DEG = 3.0
"""A clean picture whose disc stands further off than this was not taken at this stop."""
WORTH_A_LOOK = 0.22
"""Pairs whose glance strength is below this share of the board's strongest ones are not looked at closely."""
LEAST_LOOK, MOST_LOOK = 0.6, 2.5
"""Noise standard deviations between which that limit stays."""


class Blank(msgspec.Struct, frozen=True, eq=False):
    """A picture of the clean board, located and rectified once for all readings at its stop."""

    rotation_deg: float
    grid: Grid
    board: CleanBoard


class Sight(msgspec.Struct, frozen=True, eq=False):
    """What the reader sees: `features` has a row for each of the `pairs`; `ink` is the strength of a drawn line."""

    pairs: Pairs
    strips: Strips
    features: NDArray[np.float32]
    ink: float


def prepare_blank(image: Image, layout: DiscLayout, pose: Pose | None = None) -> Blank:
    """Locates and rectifies the picture `image` of the clean board. Raises NotPossible when there is no board in it."""
    pose = pose or locate_disc(image, layout)
    grid = pose.grid(layout, PX_PER_MM)
    return Blank(pose.rotation_deg, grid, clean_board(pose.rectify(opencv.grey(image), grid), PX_PER_MM))


def _apart(a: float, b: float) -> float:
    return abs((a - b + 180) % 360 - 180)


def look(image: Image, layout: DiscLayout, pose: Pose, blank: Blank | None, known: frozenset[tuple[int, int]]) -> Sight:
    """The picture as star pairs with features; `known`: pairs of star rows recorded before, looked at in any case."""
    if blank is not None and _apart(blank.rotation_deg, pose.rotation_deg) <= SAME_STOP_DEG:
        area = pose.rectify(opencv.grey(image), blank.grid)
        return see(area, blank.grid, blank.board, layout, pose.rotation_deg, known)
    grid = pose.grid(layout, PX_PER_MM)
    return see(pose.rectify(image, grid), grid, None, layout, pose.rotation_deg, known)


def see(
    area: Image,
    grid: Grid,
    clean: CleanBoard | None,
    layout: DiscLayout,
    rotation_deg: float,
    known: frozenset[tuple[int, int]],
) -> Sight:
    """`look` at a play area that is already rectified: grey beside a `clean` board, else grey or BGR."""
    evidence = ink_evidence(area, clean, PX_PER_MM)
    xy = layout.stars_xy
    pairs = candidate_pairs(layout, rotation_deg, known)
    pairs = pairs.take(np.flatnonzero(_promising(evidence, grid, xy, pairs) | pairs.among(known)))
    strips = sample_strips(evidence, grid, xy[pairs.a], xy[pairs.b])
    ink = ink_level(strips.on_path)
    return Sight(pairs, strips, line_features(strips, pairs, evidence, xy, ink), ink)


def _promising(evidence: Evidence, grid: Grid, xy: NDArray[np.float64], pairs: Pairs) -> NDArray[np.bool_]:
    """(n,) whether a first glance shows ink enough between two stars to look closely."""
    strength = glance(evidence, grid, xy[pairs.a], xy[pairs.b])
    strongest = np.sort(strength)[-8:]
    limit = WORTH_A_LOOK * float(strongest.mean()) if len(strongest) else 0.0
    return np.asarray(strength >= np.clip(limit, LEAST_LOOK, MOST_LOOK))
