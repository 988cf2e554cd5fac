"""Tells which 3-point stars on the board's face have been crossed off."""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np

from vision.ink import opencv
from vision.ink.layout import DiscLayout
from vision.ink.nets import load_net
from vision.ink.pose import Flags, Image, Plane, Pose
from vision.ranks import median_of_columns

PX_PER_MM = 2.5
HALF_MM = 6.0
"""Half the side of the square looked at around each star."""
GLYPH_MM = 4.8
"""Radius within which a star and its cross lie."""
SHIFT = 2
"""Pixels by which a patch may be off its place."""

NAMES = (
    "grey", "most", "least", "grey_outside", "most_outside", "darker", "spread", "unlike",
    "rel_grey", "rel_most", "rel_least", "rel_grey_outside", "rel_most_outside", "rel_darker", "rel_spread",
    "rel_unlike", "noise", "contrast", "ground", "gain",
)  # fmt: skip
"""What each column of `cross_features` means: light added inside the glyph's circle (in three ways of joining the
colours) and outside the glyph, the same over the least changed star, and how the picture is."""


def star_patches(image: Image, pose: Pose, layout: DiscLayout) -> Image:
    """(k, n, n, 3) uint8: the board's face around each 3-point star, upright."""
    count = int(2 * HALF_MM * PX_PER_MM) + 1
    step = (np.arange(count) - count // 2) / PX_PER_MM
    around = np.stack(np.meshgrid(step, step), 2).reshape(-1, 2)
    colour = image if image.ndim == 3 else np.repeat(image[..., None], 3, axis=2)
    at = pose.board_px((layout.three_point_xy[:, None] + around).reshape(-1, 2)).astype(np.float32)
    return opencv.remap(colour, at.reshape(-1, count, 2)).reshape(-1, count, count, 3)


def _blurred(patches: Image) -> Plane:
    return np.stack([cv2.GaussianBlur(patch.astype(np.float32), (0, 0), 1.0) for patch in patches])


def _aligned(after: Plane, clean: Plane) -> tuple[Plane, Plane]:
    """`after` shifted onto the middle of `clean` (all patches alike), and how alike each patch then is, -1…1."""
    side = after.shape[1] - 2 * SHIFT
    target = clean.mean(3)[:, SHIFT:-SHIFT, SHIFT:-SHIFT]
    target = target - target.mean((1, 2), keepdims=True)
    grey, energy = after.mean(3), (target**2).sum((1, 2))
    best, place = np.full(len(after), -1.0), (SHIFT, SHIFT)
    for dy, dx in product(range(2 * SHIFT + 1), repeat=2):
        piece = grey[:, dy : dy + side, dx : dx + side]
        piece = piece - piece.mean((1, 2), keepdims=True)
        alike = (piece * target).sum((1, 2)) / np.sqrt((piece**2).sum((1, 2)) * energy + 1)
        if alike.mean() > best.mean():
            best, place = alike, (dy, dx)
    dy, dx = place
    return after[:, dy : dy + side, dx : dx + side], best.astype(np.float32)


def _added(after: Plane, clean: Plane) -> tuple[Plane, float]:
    """What was added to each patch, and the gain of the light: one robust straight fit a colour over all patches.

    It starts from the gain of the ground, so that it holds where every star is crossed off.
    """
    x, y = (np.ascontiguousarray(patches.reshape(-1, 3).T) for patches in (clean, after))
    gain = ((median_of_columns(y.T) + 1) / (median_of_columns(x.T) + 1))[:, None]
    rest = y - gain * x
    for _ in range(6):
        weight = 1 / (1 + (rest / (1.48 * median_of_columns(np.abs(rest).T)[:, None] + 2)) ** 2)
        total = weight.sum(1, keepdims=True)
        off_x, off_y = (part - (weight * part).sum(1, keepdims=True) / total for part in (x, y))
        cross, own = ((weight * off_x * off).sum(1, keepdims=True) for off in (off_y, off_x))
        gain = (cross + 50) / (own + 50)
        rest = off_y - gain * off_x
    return rest.T.reshape(after.shape), float(gain.mean())


def _top(values: Plane, mask: Flags, share: float) -> Plane:
    """(k,) mean of the largest `share` of each patch's values under its mask, 0 where there are hardly any."""
    out = np.zeros(len(values), np.float32)
    for k, (value, inside) in enumerate(zip(values, mask, strict=True)):
        seen = np.sort(value[inside])
        if len(seen) > 4:
            out[k] = seen[-max(1, int(len(seen) * share)) :].mean()
    return out


def cross_features(after: Image, clean: Image) -> Plane:
    """(k, len(NAMES)) from the patches of one picture and of the clean board, (k, n, n, 3) uint8 each."""
    now, alike = _aligned(_blurred(after), was := _blurred(clean))
    was = was[:, SHIFT:-SHIFT, SHIFT:-SHIFT]
    rest, gain = _added(now, was)
    side = now.shape[1]
    y, x = np.mgrid[:side, :side] - side // 2
    core = x**2 + y**2 < (GLYPH_MM * PX_PER_MM) ** 2
    rest = rest - np.median(rest[:, ~core], axis=1)[:, None, None]
    ground = np.median(was[:, ~core], axis=1)[:, None, None]
    contrast = np.abs(was - ground).max(3)
    glyph = np.stack([cv2.dilate((c > 25).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0 for c in contrast])
    inside, outside = np.broadcast_to(core, glyph.shape), core & ~glyph
    grey, most, least = rest.mean(3), rest.max(3), rest.min(3)
    changes = np.stack([
        _top(grey, inside, 0.2), _top(most, inside, 0.2), _top(least, inside, 0.2), _top(grey, outside, 0.15),
        _top(most, outside, 0.15), _top(-grey, inside, 0.2), grey[:, core].std(1), 60 * (1 - alike),
    ], 1) / 60  # fmt: skip
    picture = np.stack([
        np.median(np.abs(rest[:, ~core]), axis=(1, 2)) / 13.4 + 0.05, contrast[:, core].max(1) / 255,
        ground.mean(3).ravel() / 255, np.full(len(now), gain),
    ], 1)  # fmt: skip
    return np.concatenate([changes, changes - changes.min(0), picture], 1).astype(np.float32)


def count_crossed(patches: Image | None, clean: Image | None) -> int | None:
    """How many stars are crossed off in `patches` (from `star_patches`); None where the layout does not place them.

    Without patches of the `clean` board the middle one of the stars themselves stands for a star not crossed off.
    """
    if patches is None or not len(patches):
        return None
    if clean is None:
        clean = np.repeat(np.median(patches, axis=0, keepdims=True), len(patches), axis=0).astype(np.uint8)
    return int((load_net("vision.disc", "crossed_star").log_odds(cross_features(patches, clean)) > 0).sum())
