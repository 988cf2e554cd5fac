"""Dry-erase pen strokes as hands draw them: bowed, wobbly, off the star centres, broken, faint, wiped."""

from __future__ import annotations

import itertools

import cv2
import msgspec
import numpy as np

from hardware.simulated.pixels import Colour, Field, Points, Sheet, clip8, cloud


class Pen(msgspec.Struct, frozen=True):
    """How a pen and its holder draw; lengths in millimetres, `bow` and `gaps` as shares of the line's length."""

    width: float = 1.2
    opacity: float = 0.9
    colour: Colour = (245.0, 248.0, 250.0)
    miss: float = 0.4
    bow: float = 0.015
    wobble: float = 0.12
    overshoot: float = 0.8
    gaps: float = 0.0
    patchy: float = 0.15


class Stroke(msgspec.Struct, frozen=True):
    """One drawn line: centre points (N×2 mm), width at each (mm), ink there 0-1 (0 where the pen skipped)."""

    points: Points
    widths: Points
    ink: Points
    colour: Colour
    patchy: float = 0.15


def draw_line(rng: np.random.Generator, start: Points, end: Points, pen: Pen) -> Stroke:
    """A hand-drawn stroke from star centre to star centre (mm)."""
    a = start + rng.normal(0, pen.miss, 2)
    b = end + rng.normal(0, pen.miss, 2)
    length = float(np.hypot(*(b - a))) + 1e-6
    along = (b - a) / length
    a, b = a - along * rng.normal(0, pen.overshoot), b + along * rng.normal(0, pen.overshoot)
    count = max(6, int(length / 0.6))
    share = np.linspace(0, 1, count)
    side = rng.normal(0, pen.bow) * length * 4 * share * (1 - share) + _sway(rng, count, pen.wobble)
    points = a + (b - a) * share[:, None] + side[:, None] * np.array([-along[1], along[0]])
    widths = pen.width * (1 + 0.12 * _sway(rng, count, 1.0))
    return Stroke(points, np.clip(widths, 0.35, 3.0), _ink(rng, count, length, pen), pen.colour, pen.patchy)


def draw_cross(rng: np.random.Generator, centre: Points, size: float, pen: Pen) -> list[Stroke]:
    """The two strokes that cross off a 3-point star; `size` is half the cross's width in mm."""
    turn = rng.normal(0, 0.2) + np.pi / 4
    strokes = []
    for angle in (turn, turn + np.pi / 2 + rng.normal(0, 0.15)):
        arm = np.array([np.cos(angle), np.sin(angle)]) * size * rng.uniform(0.8, 1.2)
        strokes.append(draw_line(rng, centre - arm, centre + arm, pen))
    return strokes


def _sway(rng: np.random.Generator, count: int, size: float) -> Points:
    knots = rng.normal(0, size, max(3, count // 8) + 1)
    return np.interp(np.linspace(0, len(knots) - 1, count), np.arange(len(knots)), knots)


def _ink(rng: np.random.Generator, count: int, length: float, pen: Pen) -> Points:
    ink = pen.opacity * np.clip(1 + 0.10 * _sway(rng, count, 1.0), 0.3, 1.15)
    for _ in range(rng.poisson(pen.gaps * length)):
        middle, half = rng.integers(count), rng.uniform(0.3, 1.6) / 0.6
        ink[max(0, int(middle - half)) : int(middle + half) + 1] *= rng.choice([0.0, 0.0, 0.3])
    return np.clip(ink, 0, 1)


def ink_grain(rng: np.random.Generator, shape: tuple[int, int], ppmm: float) -> Field:
    """The patchiness of ink over a sheet, H×W, mean 0: blotches of some millimetres and fine streaks."""
    return np.asarray(cloud(rng, shape, 4 * ppmm, 2) * 0.7 + cloud(rng, shape, 0.7 * ppmm, 1) * 0.5, np.float32)


def lay_all(sheet: Sheet, strokes: list[Stroke], wiped: list[Stroke], rng: np.random.Generator) -> None:
    """Draws wiped strokes on the sheet and the others over them."""
    grain = ink_grain(rng, sheet.picture.shape[:2], sheet.ppmm)
    for stroke in wiped:
        lay_ink(sheet, stroke, grain * 3, soften=rng.uniform(0.15, 0.9))
    for stroke in strokes:
        lay_ink(sheet, stroke, grain)


def lay_ink(sheet: Sheet, stroke: Stroke, grain: Field, soften: float = 0.0) -> None:
    """Draws the stroke on the sheet; `soften` (mm) blurs it, as a wiped stroke is."""
    pixels, ppmm = sheet.pixels(stroke.points), sheet.ppmm
    pad = int((stroke.widths.max() + 3 * soften) * ppmm) + 3
    low = np.maximum(np.floor(pixels.min(0)).astype(int) - pad, 0)
    high = np.minimum(np.ceil(pixels.max(0)).astype(int) + pad, np.array(sheet.picture.shape[1::-1]))
    if (high <= low).any():
        return
    mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.float32)
    _trace(mask, pixels - low, stroke.widths * ppmm, stroke.ink)
    if soften > 0:
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), soften * ppmm), np.float32)
    box = np.s_[low[1] : high[1], low[0] : high[0]]
    alpha = mask * np.clip(1 + stroke.patchy * grain[box], 0.1, 1.25)
    part = sheet.picture[box]
    part[...] = clip8(part + (np.asarray(stroke.colour, np.float32) - part) * np.minimum(alpha, 1)[..., None])


def _trace(mask: Field, pixels: Points, widths: Points, ink: Points) -> None:
    """Ribbons of constant ink, laid side by side; a round cap at each end of a run."""
    normal = np.gradient(pixels, axis=0)
    normal = np.column_stack([-normal[:, 1], normal[:, 0]]) / np.maximum(np.hypot(*normal.T), 1e-6)[:, None]
    left, right = pixels + normal * widths[:, None] / 2, pixels - normal * widths[:, None] / 2
    layer = np.zeros(mask.shape, np.uint8)
    for low, high in _runs(ink):
        ribbon = np.concatenate([left[low:high], right[low:high][::-1]])
        layer[:] = 0
        cv2.fillPoly(layer, [np.round(ribbon * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        for end in (low, high - 1):
            at = np.round(pixels[end] * 16).astype(int)
            cv2.circle(layer, (int(at[0]), int(at[1])), round(widths[end] * 8), 255, -1, cv2.LINE_AA, 4)
        np.maximum(mask, layer * np.float32(ink[low:high].mean() / 255), out=mask)


def _runs(ink: Points) -> list[tuple[int, int]]:
    """Stretches of at most 12 points with like ink; skipped where there is hardly any."""
    cuts = np.flatnonzero(np.abs(np.diff(ink)) > 0.15) + 1
    edges = sorted({0, len(ink), *cuts.tolist(), *range(0, len(ink), 12)})
    pairs = itertools.pairwise(edges)
    return [(low, min(high + 1, len(ink))) for low, high in pairs if ink[low:high].mean() > 0.04 and high > low]
