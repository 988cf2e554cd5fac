"""What pens have added to a board in one picture or in a burst, the clean board brought to each picture's focus."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import cv2
import numpy as np

from vision.ink.evidence import (
    CleanBoard,
    Evidence,
    box,
    clear_places,
    half_size,
    ink_plane,
    light_gain,
    ridges_of,
    veil_over,
    whole_size,
)
from vision.ink.glare import as_bright_ink
from vision.ink.pose import Image, Numbers, Plane
from vision.ranks import median, percentile

REACH = 3
"""The clean board is brought to a picture's focus by a kernel of so many pixels to each side."""
EVERY = 4
"""One in so many pixels, in both directions, tells that kernel."""
HIDES = 0.6
"""Under this much veil a picture of a burst counts half."""
WIDER_MM = 5.0
"""Side of the square in which the middle brightness is the ground's: ink fills less than half of it."""
NO_LINES: Numbers = np.zeros((0, 2, 2))


def added_ink(
    areas: Sequence[Image], clean: CleanBoard | None, px_per_mm: float, lines: Numbers = NO_LINES
) -> tuple[Plane, Evidence]:
    """What was added to the `clean` board (float32, brighter where there is ink), and its maps.

    `areas`: pictures of one board, rectified to the same grid, uint8: grey beside a `clean` board, else grey or BGR.
    `lines`, (n, 2, 2) px of the grid: the ends of lines that are drawn for certain.
    """
    if clean is None:
        plane = ink_plane(joined(areas))
        white = percentile(plane[::4, ::4], 99) + 1
        return plane, Evidence(*ridges_of(plane, px_per_mm), None, None, white)
    parts = [_added(area, clean, px_per_mm, lines) for area in areas]
    added, veil = _fused([part[:2] for part in parts])
    clear = np.maximum.reduce([part[2] for part in parts])
    return added, Evidence(*ridges_of(added, px_per_mm), veil, clean.ridge, 255.0, clear)


def _glare_over(half: Plane, clean: CleanBoard, gain: float, px_per_mm: float) -> Plane:
    """By how many grey levels a lamp brightens the ground, as if the rest of the light were that of
    the clean board."""
    side = int(WIDER_MM * px_per_mm / 2) | 1
    added = np.clip(half - np.float32(gain) * clean.half, 0, 255).astype(np.uint8)
    return whole_size(box(cv2.medianBlur(added, side).astype(np.float32), side) / np.float32(gain), clean.grey)


def _added(area: Image, clean: CleanBoard, px_per_mm: float, lines: Numbers) -> tuple[Plane, Plane, Plane]:
    """What was added and the veil, both as if this picture's light were that of the clean board, and what is clear."""
    picture = area.astype(np.float32)
    half = half_size(picture)
    mean, gains = light_gain(half, clean, px_per_mm)
    gain = median(gains[::8, ::8])
    light, lit = whole_size(mean, picture), whole_size(gains, picture) * clean.print
    added = picture - light
    added -= cv2.filter2D(lit, cv2.CV_32F, _focus(added, lit), borderType=cv2.BORDER_REFLECT)
    added *= np.float32(clean.ink_sign / gain)
    veil = whole_size(veil_over(half, clean, gain, px_per_mm), picture)
    if len(lines):
        added = as_bright_ink(added, partial(_glare_over, half, clean, gain, px_per_mm), lines, px_per_mm)
    return added, veil, clear_places(half, clean, gain, px_per_mm)


def _focus(after: Plane, clean: Plane) -> Plane:
    """The kernel (2·REACH + 1 square) that makes `after` of `clean`: blur, motion and the rest of a shift.

    Weighted least squares in two turns, so that ink, which the clean board does not have, hardly counts.
    """
    side = 2 * REACH + 1
    moved = np.lib.stride_tricks.sliding_window_view(clean, (side, side))[::EVERY, ::EVERY]
    design, target = moved.reshape(-1, side * side), after[REACH:-REACH:EVERY, REACH:-REACH:EVERY].ravel()
    as_it_is = np.zeros(side * side, np.float32)
    as_it_is[side * side // 2] = 1.0
    miss = target - design @ _least_squares(design, target, as_it_is)
    spread = 3.0 * median(np.abs(miss[::4])) + 1e-3
    weight = np.asarray(1 / np.sqrt(1 + (miss / np.float32(spread)) ** 2), np.float32)
    design *= weight[:, None]
    return _least_squares(design, target * weight, as_it_is).reshape(side, side)


def _least_squares(design: Plane, target: Plane, usual: Plane) -> Plane:
    """(k,) the factors of (n, k) `design` that make (n,) `target` of it, held a little to what is `usual`."""
    gram = design.T @ design
    stiff = 1e-3 * float(np.trace(gram)) / len(gram) + 1e-3
    wanted = target @ design + stiff * usual
    return np.asarray(np.linalg.solve(gram + stiff * np.eye(len(gram)), wanted), np.float32)


def _fused(parts: list[tuple[Plane, Plane]]) -> tuple[Plane, Plane]:
    """The pictures of a burst as one: the quieter count more, and those that a hand or a glare veils here hardly."""
    if len(parts) == 1:
        return parts[0]
    added = np.stack([part for part, _ in parts])
    veil = np.stack([part for _, part in parts])
    noise = np.median(np.abs(added[:, ::3, ::3]), axis=(1, 2)) + np.float32(0.1)
    weight = noise[:, None, None] ** -2 / (1 + (veil / np.float32(HIDES)) ** 4)
    weight /= weight.sum(0)
    return np.asarray((weight * added).sum(0)), np.asarray((weight * veil).sum(0))


def joined(areas: Sequence[Image]) -> Image:
    """The same area in several pictures made one: their middle value, so that noise and moving hands go."""
    if len(areas) == 1:
        return areas[0]
    levels = [max(float(area.mean()), 1.0) for area in areas]
    even = np.stack([area.astype(np.float32) * (levels[0] / level) for area, level in zip(areas, levels, strict=True)])
    return np.asarray(np.clip(np.rint(np.median(even, axis=0)), 0, 255), np.uint8)
