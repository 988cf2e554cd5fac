"""One photograph of a disc as the line reader sees it: star pairs, their strips and their features."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.evidence import CleanBoard, Evidence, clean_board, ink_evidence
from vision.features import ink_level, line_features
from vision.layout import DiscLayout
from vision.locate import locate_disc
from vision.pairs import Pairs, candidate_pairs
from vision.pose import Grid, Image, Pose
from vision.strips import Strips, sample_strips

PX_PER_MM = 3.0
SAME_STOP_DEG = 3.0
"""A clean picture whose disc stands further off than this was not taken at this stop."""


class Blank(msgspec.Struct, frozen=True, eq=False):
    """A picture of the clean board, located and rectified once for all readings at its stop."""

    rotation_deg: float
    grid: Grid
    board: CleanBoard


class Sight(msgspec.Struct, frozen=True, eq=False):
    """What the reader sees: `features` has a row for each of the `pairs`; `ink` is the strength of a drawn line."""

    pairs: Pairs
    strips: Strips
    evidence: Evidence
    features: NDArray[np.float32]
    ink: float


def prepare_blank(image: Image, layout: DiscLayout, pose: Pose | None = None) -> Blank:
    """Locates and rectifies the picture `image` of the clean board. Raises NotPossible when there is no board in it."""
    pose = pose or locate_disc(image, layout)
    grid = pose.grid(layout, PX_PER_MM)
    return Blank(pose.rotation_deg, grid, clean_board(pose.rectify(image, grid), PX_PER_MM))


def _apart(a: float, b: float) -> float:
    return abs((a - b + 180) % 360 - 180)


def look(image: Image, layout: DiscLayout, pose: Pose, blank: Blank | None, known: frozenset[tuple[int, int]]) -> Sight:
    """The picture as star pairs with features; `known`: pairs of star rows recorded before, looked at in any case."""
    if blank is not None and _apart(blank.rotation_deg, pose.rotation_deg) > SAME_STOP_DEG:
        blank = None
    grid = blank.grid if blank is not None else pose.grid(layout, PX_PER_MM)
    evidence = ink_evidence(pose.rectify(image, grid), blank.board if blank is not None else None, PX_PER_MM)
    pairs = candidate_pairs(layout, pose.rotation_deg, known)
    xy = layout.stars_xy
    strips = sample_strips(evidence, grid, xy[pairs.a], xy[pairs.b])
    ink = ink_level(strips.on_path)
    return Sight(pairs, strips, evidence, line_features(strips, pairs, evidence, xy, ink), ink)
