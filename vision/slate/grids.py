"""Rectangles of a slate, as it is seen straight on."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.ink.pose import Grid
from vision.slate.layout import SlateBoard

MARGIN_MM = 9.0
"""Margin of the rectified area around the lattice."""


def lattice_grid(board: SlateBoard, px_per_mm: float, margin: float = MARGIN_MM) -> Grid:
    """The rectangle of the board that holds the lattice, `margin` mm wider."""
    low, high = board.points_xy.min(0) - margin, board.points_xy.max(0) + margin
    columns, rows = np.ceil((high - low) * px_per_mm).astype(int) + 1
    return Grid((float(low[0]), float(low[1])), px_per_mm, (int(columns), int(rows)))


def board_grid(board: SlateBoard, px_per_mm: float) -> Grid:
    """The whole board."""
    columns, rows = (round(side * px_per_mm) for side in board.size)
    return Grid((0.0, 0.0), px_per_mm, (columns, rows))


def inside_picture(points: NDArray[np.float64], size: tuple[int, int]) -> NDArray[np.bool_]:
    """(n,) whether each pixel lies in a picture of `size` (columns, rows)."""
    return np.asarray(((points >= 0) & (points <= np.array(size) - 1)).all(1))
