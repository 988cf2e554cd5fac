"""Our icons: strokes with round ends on a grid of 24, x right, y down."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

Stroke = list[tuple[float, float]]
GRID: Final = 24
STROKE: Final = 2.0
"""How broad strokes are, of the grid."""
LEAST_PX: Final = 1.6
"""They are never finer than this."""


def _arc(cx: float, cy: float, radius: float, start: float, end: float, steps: int = 16) -> Stroke:
    """Points of an arc; degrees clockwise from +x."""
    turns = [math.radians(start + (end - start) * i / steps) for i in range(steps + 1)]
    return [(cx + radius * math.cos(t), cy + radius * math.sin(t)) for t in turns]


def _star(cx: float, cy: float, radius: float, tips: int = 5, inner: float = 0.42) -> Stroke:
    corners = [(radius if i % 2 == 0 else radius * inner, -90 + 180 * i / tips) for i in range(2 * tips + 1)]
    return [(cx + r * math.cos(math.radians(a)), cy + r * math.sin(math.radians(a))) for r, a in corners]


ICONS: Final[dict[str, list[Stroke]]] = {
    "up": [[(5, 15.5), (12, 8.5), (19, 15.5)]],
    "back": [[(15.5, 5), (8.5, 12), (15.5, 19)]],
    "next": [[(8.5, 5), (15.5, 12), (8.5, 19)]],
    "undo": [[(9, 4), (4, 9), (9, 14)], [(4, 9), (14, 9), *_arc(14, 14, 5, -90, 90), (9, 19)]],
    "redo": [[(15, 4), (20, 9), (15, 14)], [(20, 9), (10, 9), *_arc(10, 14, 5, -90, -270), (15, 19)]],
    "menu": [[(4, 6), (20, 6)], [(4, 12), (20, 12)], [(4, 18), (20, 18)]],
    "camera": [
        [(3, 7), (8, 7), (10, 4), (14, 4), (16, 7), (21, 7), (21, 19), (3, 19), (3, 7)],
        _arc(12, 13, 4, 0, 360, 24),
    ],
    "boards": [
        [(4, 4), (10, 4), (10, 10), (4, 10), (4, 4)],
        [(14, 4), (20, 4), (20, 10), (14, 10), (14, 4)],
        [(4, 14), (10, 14), (10, 20), (4, 20), (4, 14)],
        [(14, 14), (20, 14), (20, 20), (14, 20), (14, 14)],
    ],
    "check": [[(4, 13), (10, 19), (20, 6)]],
    "cross": [[(5, 5), (19, 19)], [(19, 5), (5, 19)]],
    "help": [
        _arc(12, 12, 9, 0, 360, 28),
        [*_arc(12, 9.5, 3, 180, 420, 14), (12, 13.5), (12, 14.5)],
        [(12, 17.4)],
    ],
    "nearer": [_arc(10, 10, 6.5, 0, 360, 24), [(15, 15), (21, 21)], [(10, 7), (10, 13)], [(7, 10), (13, 10)]],
    "farther": [_arc(10, 10, 6.5, 0, 360, 24), [(15, 15), (21, 21)], [(7, 10), (13, 10)]],
    "plus": [[(12, 5), (12, 19)], [(5, 12), (19, 12)]],
    "star": [_star(12, 12.5, 9)],
    "turn": [_arc(12, 13.2, 8, 0, 290, 24), [(12.5, 1.9), (14.74, 5.68), (10.5, 7.2)]],
    "opposite": [
        [(7, 20), (7, 4)],
        [(3, 8), (7, 4), (11, 8)],
        [(17, 4), (17, 20)],
        [(13, 16), (17, 20), (21, 16)],
    ],
    "sound": [
        [(4, 9), (8, 9), (13, 5), (13, 19), (8, 15), (4, 15), (4, 9)],
        _arc(13, 12, 4, -50, 50, 8),
        _arc(13, 12, 8, -50, 50, 12),
    ],
    "mute": [[(4, 9), (8, 9), (13, 5), (13, 19), (8, 15), (4, 15), (4, 9)], [(16, 9), (22, 15)], [(22, 9), (16, 15)]],
    "warn": [[(12, 3), (22, 20), (2, 20), (12, 3)], [(12, 9), (12, 14)], [(12, 17.2)]],
    "pen": [[(4, 20), (5, 15), (16, 4), (20, 8), (9, 19), (4, 20)], [(13, 7), (17, 11)]],
    "phone": [[(7, 2), (17, 2), (17, 22), (7, 22), (7, 2)], [(10.5, 18.5), (13.5, 18.5)]],
    "clock": [_arc(12, 12, 9, 0, 360, 28), [(12, 6.5), (12, 12), (16, 14)]],
    "sheet": [
        [(5, 3), (19, 3), (19, 21), (5, 21), (5, 3)],
        [(8, 8), (16, 8)],
        [(8, 12), (16, 12)],
        [(8, 16), (13, 16)],
    ],
    "leave": [
        [(13.5, 8), (13.5, 4), (3.5, 4), (3.5, 20), (13.5, 20), (13.5, 16)],
        [(8.5, 12), (20.5, 12)],
        [(16.5, 8), (20.5, 12), (16.5, 16)],
    ],
    "home": [[(3, 12), (12, 4), (21, 12)], [(6, 10), (6, 20), (18, 20), (18, 10)]],
    "erase": [[(9, 19), (4, 14), (14, 4), (20, 10), (11, 19), (9, 19)], [(9, 9), (15, 15)], [(12, 20), (20, 20)]],
    "crown": [[(4, 18), (3, 7), (8, 12), (12, 5), (16, 12), (21, 7), (20, 18), (4, 18)]],
}


def coverage(strokes: Sequence[Stroke], side: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """How much of each pixel the strokes cover on a square of so many: side x side, 0-255, rows from the top.

    A stroke of one point is a dot; one that ends where it began has no seam.
    """
    at = (np.arange(side) + 0.5) * GRID / side
    x, y = np.meshgrid(at, at)
    nearest = np.full((side, side), np.inf)
    for stroke in strokes:
        for (ax, ay), (bx, by) in zip(stroke, stroke[1:] or stroke, strict=False):
            along = (bx - ax) ** 2 + (by - ay) ** 2
            t = np.clip(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / along, 0, 1) if along else 0.0
            nearest = np.minimum(nearest, np.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)))
    half = max(STROKE / 2, LEAST_PX / 2 * GRID / side)
    return np.asarray(np.clip((half - nearest) * side / GRID + 0.5, 0, 1) * 255, np.uint8)
