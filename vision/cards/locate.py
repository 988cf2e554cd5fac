"""Where the table's plane lies in a photograph: by the telescope's corner markers."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from vision.cards.faint import with_faint
from vision.cards.layout import CardsLayout
from vision.cards.tuning import TUNING
from vision.ink import markers, opencv
from vision.ink.diagnosis import plain_ids
from vision.ink.layout import MarkerSet
from vision.ink.pose import Array, By, Image, project

_TRIES = ((1.0, 10.0), (1.0, 5.0), (2.0, 10.0), (2.0, 4.0))


class Table(NamedTuple):
    """`plane`: 3×3, board mm -> px; how it was found, how sure (0…1), and by which corners of markers, mm and px."""

    plane: Array
    by: By
    confidence: float
    anchors: tuple[Array, Array]


def px_per_mm(plane: Array, at: Array) -> float:
    """Pixels a millimetre at a point (2 mm) of a plane (3×3, mm -> px)."""
    a, b, c = project(plane, at + np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    return float(np.sqrt(abs(np.linalg.det(np.array([b - a, c - a])))))


def shrunk(image: Image, factor: float) -> tuple[Image, Array]:
    """The picture by that factor smaller, and the plane (3×3) that takes its pixels there."""
    shrink = np.array([[factor, 0, (factor - 1) / 2], [0, factor, (factor - 1) / 2], [0, 0, 1]])
    return opencv.zoomed(image, factor), shrink


def no_finer(image: Image, plane: Array, at: Array, finest: float, spared: float) -> tuple[Image, Array]:
    """The picture with at most `finest` pixels a millimetre at a point (2 mm), and the plane in it.

    What had to be made smaller by no more than the factor `spared` is left as it is.
    """
    factor = finest / max(px_per_mm(plane, at), 1e-6)
    if factor > spared:
        return image, plane
    small, shrink = shrunk(image, factor)
    return small, np.asarray(shrink @ plane, float)


class _Board(NamedTuple):
    size: tuple[float, float]
    markers: MarkerSet


def table_by_markers(grey: Image, layout: CardsLayout) -> Table | None:
    """The plane of the telescope board, None where fewer than two of its markers are seen, or where they lie
    otherwise."""
    known = layout.marker_set()
    if known is None or layout.telescope is None:
        return None
    board = _Board((layout.telescope.board.width, layout.telescope.board.height), known)
    best: list[markers.Marker] = []
    for zoom, constant in _TRIES:
        found = markers.agreeing(markers.find_markers(grey, known, zoom=zoom, constant=constant), known)
        best = max(best, found, key=len)
        if len(best) == len(known.ids):
            break
    if len(best) < TUNING.min_markers or (
        len(best) == TUNING.min_markers
        and len(set(plain_ids(grey, known.dictionary)) & set(known.ids)) > TUNING.min_markers
    ):
        return None  # any two may lie as on a telescope by chance: a third that can be read would have to agree
    if len(best) < len(known.ids):
        best = with_faint(grey, best, board)
    plane = markers.plane_of(best, board, (grey.shape[1], grey.shape[0]))
    if plane is None:
        return None
    return Table(plane, "markers", round(len(best) / len(known.ids), 2), markers.anchors(best, known))


def table_of(image: Image, layout: CardsLayout) -> Table | None:
    """The table's plane in a photograph (BGR), None where it cannot be told."""
    return table_by_markers(opencv.grey(image), layout)
