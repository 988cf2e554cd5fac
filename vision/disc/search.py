"""Brings a board that is only about placed to where its disc's stars are: by votes of all blobs for all stars."""

from __future__ import annotations

import cv2
import numpy as np

from vision.disc.tuning import TUNING
from vision.disc.turn import stars_at, turn_table
from vision.ink.layout import DiscLayout
from vision.ink.pose import Array, Image
from vision.ink.starfield import COARSE, StarField, disc_plane, star_field

_TURN_SLACK = np.arange(-8.0, 8.1, 2.0)
_SIZES = (1.0, 0.94, 1.06)


def search(image: Image, plane: Array, layout: DiscLayout, reach: float = 25.0) -> Array | None:
    """`plane` (3×3, board mm -> px) moved by up to `reach` mm and a few per cent to where most stars fall on blobs."""
    size = (image.shape[1], image.shape[0])
    best, most = None, 0.0
    for factor in _SIZES:
        grown = plane @ _about(layout.centre, factor, 0.0, 0.0)
        field = star_field(image, disc_plane(grown, layout.depth, size), layout, COARSE)
        votes, dx, dy = _vote(field, layout, reach)
        if votes > most:
            best, most = plane @ _about(layout.centre, factor, dx, dy), votes
    return best


def _about(centre: Array, factor: float, dx: float, dy: float) -> Array:
    shift = centre * (1 - factor) + factor * np.array([dx, dy])
    return np.array([[factor, 0, shift[0]], [0, factor, shift[1]], [0, 0, 1]])


def _vote(field: StarField, layout: DiscLayout, reach: float) -> tuple[float, float, float]:
    """The most votes for one shift (a vote a visible star, at most about 1) and that shift in board mm."""
    peaks, weight = _peaks(field)
    stops = [layout.rotation_of(k + 1) for k in range(min(layout.rounds, 12))]
    turns = (np.array(stops)[:, None] + _TURN_SLACK).ravel() % 360
    table = turn_table(layout, field)
    visible = table.visible[np.rint(turns).astype(int) % 360]
    cells = int(2 * reach / TUNING.vote_cell_mm) + 1
    best = (0.0, 0.0, 0.0)
    for stars, shown in zip(stars_at(layout, turns), visible, strict=True):
        apart = (peaks[:, None] - stars[None, shown] + reach) / TUNING.vote_cell_mm
        whole = apart.astype(np.int32)
        inside = ((apart >= 0) & (whole < cells - 1)).all(2)
        flat = (whole[..., 1] * cells + whole[..., 0])[inside]
        votes = np.bincount(flat, np.broadcast_to(weight[:, None], inside.shape)[inside], cells * cells)
        spread = cv2.boxFilter(votes.reshape(cells, cells), -1, (2, 2), normalize=False, anchor=(0, 0))
        row, column = divmod(int(spread.argmax()), cells)
        score = float(spread[row, column]) / max(int(shown.sum()), TUNING.few_stars)
        if score > best[0]:
            best = (score, (column + 1) * TUNING.vote_cell_mm - reach, (row + 1) * TUNING.vote_cell_mm - reach)
    return best


def _peaks(field: StarField) -> tuple[Array, Array]:
    top = (field.blobs == cv2.dilate(field.blobs, np.ones((5, 5), np.uint8))) & (field.blobs > TUNING.min_peak)
    rows, columns = np.nonzero(top)
    height = field.blobs[rows, columns]
    order = np.argsort(-height)[: TUNING.max_peaks]
    return np.stack([columns[order], rows[order]], 1) / field.scale + field.origin, height[order].astype(float)
