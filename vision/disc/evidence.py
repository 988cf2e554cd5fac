"""One photograph of a disc as the line reader sees it: star pairs, their strips and their features."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.disc.bows import best_bows, glance, wide_ridges
from vision.disc.crosses import star_patches
from vision.disc.features import line_features, off_axis, steps_along
from vision.disc.locate import locate_disc, window_area
from vision.disc.pairs import Pairs, candidate_pairs, depth_inside
from vision.disc.tuning import TUNING
from vision.ink import opencv
from vision.ink.evidence import CleanBoard, Evidence, clean_board, half_size
from vision.ink.focus import added_ink
from vision.ink.glare import glare_on
from vision.ink.layout import DiscLayout
from vision.ink.light import Light, PlayArea, check_light, window_mask
from vision.ink.pose import Grid, Image, Pose
from vision.ink.strips import Strips, ink_level, sample_strips, shown_along
from vision.ranks import median

PX_PER_MM = 2.4


class Blank(msgspec.Struct, frozen=True, eq=False):
    """A picture of the clean board, located and rectified once for all readings at its stop.

    `stars`: (k, n, n, 3) the board's face around the 3-point stars, None where the layout does not place them. `lit`:
    whether a lamp is mirrored in it, where no difference would say nothing.
    """

    rotation_deg: float
    grid: Grid
    board: CleanBoard
    stars: Image | None
    lit: bool


class Sight(msgspec.Struct, frozen=True, eq=False):
    """What the reader sees: `features` has a row for each of the `pairs`; `ink` is the strength of a drawn line.

    `compared`: whether it was set against a clean board. `clear`: (n,) how much of the print around a pair's chord
    still shows, 0 (overexposed, covered) to 1; 1 without a clean board. `blind`: (n,) whether a pair lies in a glare
    that would hide its line. `on_axis`: (n,) whether it lies on the printed axis, whose white hides a white line.
    `glare`: the part of the window that is washed out. `light`: how well the best picture can be read. `evidence`,
    `grid`: the maps that the strips come from.
    """

    pairs: Pairs
    strips: Strips
    features: NDArray[np.float32]
    ink: float
    compared: bool
    clear: NDArray[np.float32]
    blind: NDArray[np.bool_]
    on_axis: NDArray[np.bool_]
    glare: float
    light: Light
    evidence: Evidence
    grid: Grid

    @property
    def unseen(self) -> NDArray[np.bool_]:
        """(n,) whether a pair's line could not be seen if it were drawn."""
        return self.blind | self.on_axis


def prepare_blank(image: Image, layout: DiscLayout) -> Blank:
    """Locates and rectifies the picture `image` of the clean board. Raises NotPossible when there is no board in it."""
    pose = locate_disc(image, layout)
    grid = pose.grid(layout, PX_PER_MM)
    board = clean_board(pose.rectify(opencv.grey(image), grid), PX_PER_MM)
    stars = star_patches(image, pose, layout) if len(layout.three_point_xy) else None
    lit = glare_on(window_area(image, pose, layout)).share > TUNING.glare_on_clean
    return Blank(pose.rotation_deg, grid, board, stars, lit)


def look(
    frames: Sequence[tuple[Image, Pose]], layout: DiscLayout, blank: Blank | None, known: frozenset[tuple[int, int]]
) -> Sight:
    """One or more pictures of a board, best first, as star pairs with features.

    `known`: pairs of star rows recorded before, looked at in any case.
    """
    pose = frames[0][1]
    windows = [window_area(image, at, layout) for image, at in frames]
    if blank is not None and comparable(blank, pose, layout):
        areas = [at.rectify(opencv.grey(image), blank.grid) for image, at in frames]
        return see(areas, blank.grid, blank.board, layout, pose.rotation_deg, known, windows)
    grid = pose.grid(layout, PX_PER_MM)
    return see([at.rectify(image, grid) for image, at in frames], grid, None, layout, pose.rotation_deg, known, windows)


def comparable(blank: Blank, pose: Pose, layout: DiscLayout) -> bool:
    """Whether a board at `pose` can be compared with the clean one: no lamp is mirrored in that, and it shows most of
    what this window shows."""
    return not blank.lit and shown_by(blank, pose, layout) >= TUNING.shown_on_clean


def shown_by(blank: Blank, pose: Pose, layout: DiscLayout) -> float:
    """The share of the window at `pose` that the clean picture shows, too: less, the further its disc is turned off."""
    grid = pose.grid(layout, 1.0)
    here, there = (window_mask(layout, turn, grid) for turn in (pose.rotation_deg, blank.rotation_deg))
    return float(there[here].mean())


def see(
    areas: Sequence[Image],
    grid: Grid,
    clean: CleanBoard | None,
    layout: DiscLayout,
    rotation_deg: float,
    known: frozenset[tuple[int, int]],
    windows: Sequence[PlayArea],
) -> Sight:
    """`look` at the play area in one or more pictures, already rectified: grey beside a `clean` board, else grey or
    BGR. `windows`: what each shows of the window."""
    xy = layout.stars_xy
    inside = depth_inside(layout, rotation_deg) >= 0
    drawn = xy[np.array([ends for ends in sorted(known) if inside[list(ends)].all()], np.intp).reshape(-1)]
    added, evidence = added_ink(areas, clean, PX_PER_MM, grid.to_pixels(drawn).reshape(-1, 2, 2))
    half = half_size(added)
    wide = wide_ridges(half, PX_PER_MM)
    pairs = candidate_pairs(layout, rotation_deg, known)
    strength = glance(wide, grid, xy[pairs.a], xy[pairs.b])
    strong = max(median(np.sort(strength)[-TUNING.strongest_pairs :]) if len(strength) else 0.0, 1.0)
    promising = _promising(strength, strong) | (np.hypot(*(xy[pairs.a] - xy[pairs.b]).T) < TUNING.short_mm)
    shown = shown_along(evidence.clear, grid, xy[pairs.a], xy[pairs.b])
    glares = [glare_on(window) for window in windows]
    blind = np.min([glare.blind_along(xy[pairs.a], xy[pairs.b]) for glare in glares], axis=0) > TUNING.blind_share
    on_axis = off_axis(pairs, xy, layout.source.axis.angle_deg) < TUNING.on_axis_mm
    looked_at = np.flatnonzero(promising | (shown.mean(1) < TUNING.blind) | blind | on_axis | pairs.among(known))
    pairs, shown, blind, on_axis = pairs.take(looked_at), shown[looked_at], blind[looked_at], on_axis[looked_at]
    bows = best_bows(wide, grid, xy[pairs.a], xy[pairs.b], strong)
    strips = sample_strips(evidence, grid, xy[pairs.a], xy[pairs.b], strong, np.rint(bows.column))
    ink = ink_level(strips.on_path)
    steps = steps_along(half, strips, grid, xy[pairs.a], xy[pairs.b])
    features = line_features(strips, bows, pairs, steps, shown, evidence, xy, layout.source.axis.angle_deg, ink)
    clear = np.where(blind | on_axis, np.float32(0), shown.mean(1))
    glare, light = min(one.share for one in glares), check_light(windows[0])
    return Sight(pairs, strips, features, ink, clean is not None, clear, blind, on_axis, glare, light, evidence, grid)


def _promising(strength: NDArray[np.float32], strong: float) -> NDArray[np.bool_]:
    """(n,) whether each pair has ink enough at a first glance to be looked at; `strong`: what the strongest have."""
    promising = strength >= (TUNING.worth_a_look * strong if strong > TUNING.faint_glance else -np.inf)
    promising[
        np.argsort(-strength, kind="stable")[: max(TUNING.strongest_pairs, int(TUNING.looked_at * len(strength)))]
    ] = True
    return np.asarray(promising)
