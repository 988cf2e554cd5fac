"""Numbers that tell a drawn unit line from none, one row a line: by its ink alone, then beside its neighbours."""

from __future__ import annotations

import numpy as np

from vision.ink.evidence import Evidence
from vision.ink.pose import Flags, Indices, Plane
from vision.ink.strips import ALONG, INK_FLOOR, MIDDLE, PAST, STEP_MM, Strips, ink_level, longest_run, past_ends
from vision.ranks import percentile, percentile_of_rows
from vision.slate.edges import Edges

NAMES = (
    "mean", "mean_ratio", "low_ratio", "worst_ratio", "covered", "covered_noise", "longest_gap", "spread", "rough",
    "offset", "end_near", "end_far", "bow", "past_more", "past_less", "weaker_end", "weaker_third", "middle", "beside",
    "print", "print_most", "veil", "veil_top", "noise", "ink", "told", "fine", "fine_ratio", "fine_low", "thin",
    "diagonal", "length", "off",
)  # fmt: skip
"""What each column of `edge_features` means, in order."""
AMONG_NAMES = (
    "alone", "best_at_more", "best_at_less", "ahead_more", "ahead_less", "crossing", "parallel",
    "known_at_more", "known_at_less",
)  # fmt: skip
"""What stands before them in `among_features`."""

FLOOR, RECORDED_LOG_ODDS = -8.0, 8.0
"""Log-odds of a line that was not looked at, and of one that the record vouches for."""


def recorded_ink(on_path: Plane, known: Flags) -> float | None:
    """Ridge strength of the `known` lines on this board, in noise standard deviations; None where they are too few."""
    if known.sum() < 2:
        return None
    return percentile(percentile_of_rows(on_path[known], 30), 60)


def ink_strength(on_path: Plane, known: Flags) -> tuple[float, bool]:
    """Ridge strength of a drawn line on this board, in noise standard deviations, and whether recorded lines tell it.

    Else it is the `ink_level`.
    """
    told = recorded_ink(on_path, known)
    if told is not None:
        return max(told, INK_FLOOR), True
    return ink_level(on_path), False


def edge_features(
    strips: Strips,
    rows: Indices,
    edges: Edges,
    evidence: Evidence,
    ink: float,
    from_record: bool,
    pitch: float,
) -> Plane:
    """(n, len(NAMES)) for the n `rows` of the edges, whose strips these are.

    `ink` and `from_record` from `ink_strength`; `pitch` of the lattice in mm.
    """
    raw, n = strips.on_path, len(strips.path)
    v = np.clip(raw, -ink, 1.6 * ink) / np.float32(ink)
    fine = np.clip(strips.fine, -ink, 1.6 * ink) / np.float32(ink)
    order, runs = np.sort(v, axis=1), (v[:, :-2] + v[:, 1:-1] + v[:, 2:]) / 3
    off = (strips.path - MIDDLE) * STEP_MM
    first, last, t = np.abs(off[:, 0]), np.abs(off[:, -1]), np.linspace(0, 1, ALONG)
    chord = off[:, :1] * (1 - t) + off[:, -1:] * t
    inner = strips.ridge[:, PAST:-PAST]
    beside = np.clip(np.concatenate([inner[:, :, :3], inner[:, :, -3:]], 2).max(2), 0, ink).mean(1) / ink
    columns = [
        np.log1p(np.clip(raw.mean(1), 0, 50)), v.mean(1), order[:, 4], runs.min(1), (v > 0.35).mean(1),
        (raw > 2.0).mean(1), longest_run(v < 0.3) / ALONG, v.std(1), np.abs(np.diff(off, axis=1)).mean(1),
        np.abs(off.mean(1)), np.minimum(first, last), np.maximum(first, last), np.abs(off - chord).max(1),
        *past_ends(strips, ink), np.minimum(v[:, :5].mean(1), v[:, -5:].mean(1)), v.reshape(n, 3, -1).mean(2).min(1),
        order[:, ALONG // 2], beside, np.clip(strips.printed.mean(1) / 10, -2, 4),
        np.clip(strips.printed.max(1) / 10, -2, 6), np.clip(strips.veil.mean(1), 0, 3),
        np.clip(strips.veil.max(1), 0, 3), np.full(n, np.log(evidence.noise / evidence.white)), np.full(n, np.log(ink)),
        np.full(n, float(from_record)), np.log1p(np.clip(strips.fine.mean(1), 0, 50)), fine.mean(1),
        np.partition(fine, 4, axis=1)[:, 4], np.clip(strips.fine.mean(1) / np.maximum(raw.mean(1), 1.0), -1, 3),
        edges.step[rows] >= 2, strips.length / pitch, edges.off[rows],
    ]  # fmt: skip
    return np.stack([np.asarray(c, np.float32) for c in columns], 1)


def among_features(edges: Edges, rows: Indices, log_odds: Plane, known: Flags, features: Plane, points: int) -> Plane:
    """(n, len(AMONG_NAMES) + features) for the n `rows`: each line beside what its neighbours say.

    `log_odds` (n,) by the ink alone; `known` (all edges,) recorded lines; `points` of the lattice.
    """
    z = np.full(len(edges.a), FLOOR, np.float32)
    z[rows] = np.clip(log_odds, FLOOR, 8.0)
    best, second = _two_best(edges, z, points)
    with_known, _ = _two_best(edges, np.where(known, z, np.float32(FLOOR)), points)
    here = [np.where(best[end] > z, best[end], second[end]) for end in (edges.a, edges.b)]
    ends = [with_known[end] for end in (edges.a, edges.b)]
    ahead, beside = _read_at(z, edges.ahead), _read_at(z, edges.beside)
    columns = [
        z, np.maximum(*here), np.minimum(*here), ahead.max(1), ahead.min(1), _read_at(z, edges.crossing),
        beside.max(1), np.maximum(*ends), np.minimum(*ends),
    ]  # fmt: skip
    return np.concatenate([np.stack(columns, 1).astype(np.float32)[rows], features], 1)


def _two_best(edges: Edges, z: Plane, points: int) -> tuple[Plane, Plane]:
    """(points,) the strongest and the second strongest line at each point."""
    best = np.full(points, FLOOR, np.float32)
    np.maximum.at(best, edges.a, z)
    np.maximum.at(best, edges.b, z)
    lesser = np.full(points, FLOOR, np.float32)
    for end in (edges.a, edges.b):
        np.maximum.at(lesser, end, np.where(z < best[end], z, np.float32(FLOOR)))
    return best, lesser


def _read_at(z: Plane, rows: Indices) -> Plane:
    """What `z` says of these lines, FLOOR where there is none."""
    return np.where(rows >= 0, z[rows], np.float32(FLOOR))
