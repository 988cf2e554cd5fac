"""What the net that judges lines among their neighbours looks at: the strip itself, each line at its ends, the slate's
ink."""

from __future__ import annotations

import numpy as np

from vision.ink.pose import Indices, Plane
from vision.ink.strips import ACROSS, ALONG, PAST, Strips
from vision.ranks import percentile_of_rows
from vision.slate.edges import WAYS, Edges
from vision.slate.features import FLOOR

PLAUSIBLE = -7.0
"""Lines whose ink alone gives them smaller log-odds are not looked at closely: hardly any of them is drawn."""
STRONGEST = 12
MOST_INK = 60.0
TURNS = np.arange(1, WAYS)
AROUND_NAMES = tuple(f"at_{end}_{turn}" for end in "ab" for turn in TURNS)
SLATE_NAMES = (*(f"strong_{k}" for k in range(STRONGEST)), "faint", "likely", "expected")
STRIP_NAMES = tuple(f"ridge_{t}_{s}" for t in range(PAST + ALONG + PAST) for s in range(ACROSS))
NAMES = AROUND_NAMES + SLATE_NAMES + STRIP_NAMES
"""What each column of `close_features` means, in order."""


def close_features(
    edges: Edges, rows: Indices, at: Indices, strips: Strips, ink: float, log_odds: Plane, points: int
) -> Plane:
    """(m, len(NAMES)) for the m lines `at` these places among the n `rows` of the edges, whose strips these are.

    `ink`: the strength of a drawn line; `log_odds` (n,): by the ink alone, or recorded; `points` of the lattice.
    """
    ridge = np.clip(strips.ridge[at] / np.float32(ink), -1, 2).reshape(len(at), len(STRIP_NAMES))
    slate = np.broadcast_to(_slate(strips, log_odds), (len(at), len(SLATE_NAMES)))
    return np.concatenate([_around(edges, rows, rows[at], log_odds, points), slate, ridge], 1)


def _around(edges: Edges, rows: Indices, wanted: Indices, log_odds: Plane, points: int) -> Plane:
    """(m, len(AROUND_NAMES)) log-odds of the lines at both ends of those `wanted`, in turn from the way on."""
    z = np.full(len(edges.a) + 1, FLOOR, np.float32)
    z[rows] = np.clip(log_odds, FLOOR, -FLOOR)
    leaving = np.full((points, WAYS), -1)
    leaving[edges.a, edges.way] = leaving[edges.b, (edges.way + WAYS // 2) % WAYS] = np.arange(len(edges.a))
    ends = [(edges.a, edges.way), (edges.b, edges.way + WAYS // 2)]
    found = [leaving[point[wanted, None], (way[wanted, None] + TURNS) % WAYS] for point, way in ends]
    return np.asarray(z[np.concatenate(found, 1)])


def _slate(strips: Strips, log_odds: Plane) -> Plane:
    """(len(SLATE_NAMES),) how strong the strongest lines of the slate are, and how many lines are likely."""
    strong = np.sort(percentile_of_rows(strips.on_path, 30))[::-1][:STRONGEST]
    ink = np.log1p(np.clip(np.pad(strong, (0, STRONGEST - len(strong))), 0, MOST_INK))
    many = [np.log1p((log_odds > least).sum()) for least in (-4, 0)]
    return np.array([*ink, *many, (1 / (1 + np.exp(-log_odds.astype(float)))).sum() / 10], np.float32)
