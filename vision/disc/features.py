"""Numbers that tell a drawn line from none, one row a star pair."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np

from vision.disc.bows import Bows, bow_shapes
from vision.disc.pairs import Pairs
from vision.ink.evidence import Evidence
from vision.ink.pose import Grid, Numbers, Plane
from vision.ink.strips import ALONG, MIDDLE, PAST, STEP_MM, Chords, Strips, ink_level, longest_run, past_ends
from vision.ranks import median, percentile

NAMES = (
    "mean", "mean_ratio", "low_ratio", "worst_ratio", "covered", "covered_noise", "longest_gap_mm", "spread",
    "rough", "offset", "end_near", "end_far", "bow", "length", "past_more", "past_less", "weaker_end", "weaker_third",
    "beside", "print", "veil", "veil_top", "noise", "ink", "third", "third_path", "third_at", "through_third",
    "fine", "fine_ratio", "fine_low", "fine_worst", "thin", "axis",
    "wide", "wide_ratio", "wide_low", "wide_worst", "wide_third", "wide_end", "wide_score", "wide_beside", "wide_ink",
    "bow_near", "bow_far", "bow_bent", "bow_path",
    "stands", "stands_ratio", "stands_low", "stands_worst", "step", "step_worst", "shown", "shown_least",
)  # fmt: skip
"""What each column of `line_features` means, in order."""

BLUR_MM = 0.45
"""Blur under which a path and what lies beside it are compared."""
BESIDE_MM = 2.0
"""Distance from a path at which its ground is looked at: beyond the ink."""


class Steps(msgspec.Struct, frozen=True, eq=False):
    """Along the paths of n star pairs, (n, ALONG) grey levels: `stands`, how far the path is brighter than the brighter
    of its two sides; `step`, how much brighter its left side is than its right one."""

    stands: Plane
    step: Plane


def steps_along(half: Plane, strips: Strips, grid: Grid, a: Numbers, b: Numbers) -> Steps:
    """The steps of what was added to a board, given at `half` the size, along the paths of the star pairs `a`, `b` ((n,
    2) disc mm)."""
    chords = Chords(grid, a, b, halved=True)
    soft = np.asarray(cv2.GaussianBlur(half, (0, 0), BLUR_MM * chords.scale), np.float32)
    count = strips.path.shape[1]
    along = ((np.arange(count) + 0.5) / count).astype(np.float32) * chords.pixels[:, None]
    off = ((strips.path - MIDDLE) * STEP_MM * chords.scale).astype(np.float32)
    ways = [chords.beside(along, off + np.float32(side * BESIDE_MM * chords.scale)) for side in (-1, 0, 1)]
    seen = [cv2.remap(soft, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) for x, y in ways]
    left, on_path, right = np.asarray(seen, np.float32)
    return Steps(on_path - np.maximum(left, right), left - right)


def _third(strips: Strips, pairs: Pairs, sides: Plane, ink: float) -> tuple[Plane, Plane]:
    """Distance (mm) from the path to the nearest third star's height on it, and ridge strength there."""
    rows = np.arange(len(pairs.a))
    at = np.clip((pairs.at * ALONG).astype(np.intp), 0, ALONG - 1)
    off = (strips.path[rows, at] - MIDDLE) * STEP_MM
    return np.abs(sides - off).astype(np.float32), np.clip(strips.on_path[rows, at], -ink, 2 * ink) / np.float32(ink)


def _fine(strips: Strips, ink: float) -> tuple[Plane, ...]:
    """The path in the finer ridge filter: strength; mean, fifth and worst run in parts of `ink`; fine over coarse."""
    v = np.clip(strips.fine, -ink, 1.6 * ink) / np.float32(ink)
    mean = strips.fine.mean(1)
    worst = ((v[:, :-2] + v[:, 1:-1] + v[:, 2:]) / 3).min(1)
    thin = np.clip(mean / np.maximum(strips.on_path.mean(1), 1.0), -1, 3)
    return np.log1p(np.clip(mean, 0, 50)), v.mean(1), np.partition(v, 4, axis=1)[:, 4], worst, thin


def _wide(strips: Strips, bows: Bows) -> tuple[Plane, ...]:
    """The wide ridges along the bow: strength; in parts of this board's wide ink the mean, fifth, worst run, weakest
    third and end; strength in spreads of all pairs; excess over the strip; the ink; the bow's ends, bend, and distance
    (mm) from the path."""
    ink = np.float32(ink_level(bows.on_bow))
    v = np.clip(bows.on_bow, -ink, 1.6 * ink) / ink
    worst = ((v[:, :-4] + v[:, 1:-3] + v[:, 2:-2] + v[:, 3:-1] + v[:, 4:]) / 5).min(1)
    gain = bows.gain
    low, middle = (percentile(gain, 20), median(gain)) if len(gain) else (0.0, 1.0)
    score = np.asarray(np.clip((gain - middle) / max(middle - low, 0.05), -4, 20), np.float32)
    shape = np.abs(bow_shapes()[0])[bows.shape]
    return (
        np.log1p(np.clip(gain, 0, 50)), np.clip(gain / ink, -1, 2), np.partition(v, 4, axis=1)[:, 4], worst,
        v.reshape(len(v), 3, -1).mean(2).min(1), np.minimum(v[:, :5].mean(1), v[:, -5:].mean(1)), score,
        np.clip((gain - bows.usual) / ink, -1, 2), np.full(len(v), np.log(ink)),
        shape[:, :2].min(1), shape[:, :2].max(1), shape[:, 2],
        np.abs(strips.path - bows.column).mean(1) * STEP_MM,
    )  # fmt: skip


def _steps(steps: Steps) -> tuple[Plane, ...]:
    """How far the path stands out from both sides: strength; in parts of this board's ink the mean, fifth and worst
    third; and the step from one side to the other in the same parts: mean, largest third."""
    seen = len(steps.stands) > 0
    spread = max(median(np.abs(steps.stands - np.float32(median(steps.stands)))) / 0.6745, 0.1) if seen else 1.0
    stands = steps.stands / np.float32(spread)
    ink = np.float32(ink_level(stands))
    v = np.clip(stands, -ink, 1.6 * ink) / ink
    step = np.abs((steps.step / np.float32(spread * ink)).reshape(len(v), 3, -1).mean(2))
    return (
        np.log1p(np.clip(stands.mean(1), 0, 50)), v.mean(1), np.partition(v, 4, axis=1)[:, 4],
        v.reshape(len(v), 3, -1).mean(2).min(1), np.clip(step.mean(1), 0, 4), np.clip(step.max(1), 0, 6),
    )  # fmt: skip


def _signed_third(pairs: Pairs, xy: Numbers) -> Plane:
    start, delta = xy[pairs.a], xy[pairs.b] - xy[pairs.a]
    length = np.hypot(delta[:, 0], delta[:, 1])
    rel = xy[pairs.third_row] - start
    side = (rel[:, 1] * delta[:, 0] - rel[:, 0] * delta[:, 1]) / length
    return np.where(pairs.third_row < 0, 6.0, side).astype(np.float32)


def off_axis(pairs: Pairs, xy: Numbers, axis_deg: float) -> Plane:
    """Distance (mm, at most 5) from the printed axis to the farther of the two stars."""
    turn = np.radians(axis_deg)
    away = np.abs(xy @ np.array([-np.sin(turn), np.cos(turn)]))
    return np.asarray(np.minimum(np.maximum(away[pairs.a], away[pairs.b]), 5.0), np.float32)


def line_features(
    strips: Strips,
    bows: Bows,
    pairs: Pairs,
    steps: Steps,
    shown: Plane,
    evidence: Evidence,
    xy: Numbers,
    axis_deg: float,
    ink: float,
) -> Plane:
    """(n, len(NAMES)); `xy` (stars, 2) disc mm, `axis_deg` where the axis lies in them, `ink` from `ink_level`; `shown`
    (n, k): how much of the print shows along the chords."""
    v = np.clip(strips.on_path, -ink, 1.6 * ink) / np.float32(ink)
    raw = strips.on_path
    order = np.sort(v, axis=1)
    runs = (v[:, :-2] + v[:, 1:-1] + v[:, 2:]) / 3
    off = (strips.path - MIDDLE) * STEP_MM
    first, last = np.abs(off[:, 0]), np.abs(off[:, -1])
    t = np.linspace(0, 1, ALONG)
    chord = off[:, :1] * (1 - t) + off[:, -1:] * t
    past_more, past_less = past_ends(strips, ink)
    thirds = v.reshape(len(v), 3, -1).mean(2)
    edges = np.maximum.reduce([strips.ridge[:, PAST:-PAST, column] for column in (0, 1, 2, -3, -2, -1)])
    beside = np.clip(edges, 0, ink).mean(1) / ink
    third_path, through = _third(strips, pairs, _signed_third(pairs, xy), ink)
    length, same = strips.length, np.ones(len(v))
    columns = [
        np.log1p(np.clip(raw.mean(1), 0, 50)), v.mean(1), order[:, 4], runs.min(1), (v > 0.35).mean(1),
        (raw > 2.0).mean(1), longest_run(v < 0.3) * length / ALONG, v.std(1),
        np.abs(np.diff(off, axis=1)).mean(1), np.abs(off.mean(1)), np.minimum(first, last), np.maximum(first, last),
        np.abs(off - chord).max(1), length / 30, past_more, past_less,
        np.minimum(v[:, :5].mean(1), v[:, -5:].mean(1)), thirds.min(1),
        beside, np.clip(strips.printed.mean(1) / 10, -2, 4), np.clip(strips.veil.mean(1), 0, 3),
        np.clip(strips.veil.max(1), 0, 3), same * np.log(evidence.noise / evidence.white), same * np.log(ink),
        pairs.third, np.minimum(third_path, 6), np.abs(pairs.at - 0.5), through,
        *_fine(strips, ink), off_axis(pairs, xy, axis_deg), *_wide(strips, bows),
        *_steps(steps), shown.mean(1), shown.min(1),
    ]  # fmt: skip
    return np.stack([np.asarray(c, np.float32) for c in columns], 1)
