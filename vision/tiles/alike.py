"""Finds more tiles by the ground of those that were found: all tiles of a deck are printed on the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.ink import opencv
from vision.ink.pose import Array, Image

_WORK = 960
_MODELS = 3
_SPREADS = (2.5, 4.0, 7.0)
_LEAST_SPREAD = 2.5
_LIGHT = 0.5
"""What lightness counts for beside colour: light falls unevenly."""
_ROOM = 0.2


def find_alike(image: Image, found: Sequence[Array], coarsely: bool = False) -> list[Array]:
    """(4, 2) px corners of what has the colour and about the size of the tiles at the quads `found`.

    `coarsely`: half as finely, so that noise does not hide it.
    """
    factor = min(1.0, _WORK / (1 + coarsely) / max(image.shape[:2]))
    small = opencv.zoomed(image, factor)
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 1.5), cv2.COLOR_BGR2Lab).astype(np.float32)
    chosen: list[Array] = []
    for quad in found[:_MODELS]:
        model = (quad + 0.5) * factor - 0.5
        for mask in _as_coloured(lab, model):
            for one in _as_large(mask, model):
                if all(np.hypot(*(one.mean(0) - other.mean(0))) > 0.12 * _side(model) for other in chosen):
                    chosen.append(one)
    return [(one + 0.5) / factor - 0.5 for one in chosen]


def _side(quad: Array) -> float:
    return float(np.sqrt(cv2.contourArea(quad.astype(np.float32))))


def _as_coloured(lab: NDArray[np.float32], model: Array) -> Iterator[Image]:
    """Where the picture is coloured like the ground of the tile at `model`."""
    inside = np.zeros(lab.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, np.rint(model.mean(0) + 0.85 * (model - model.mean(0))).astype(np.int32), 1)
    colours = lab[inside > 0]
    if len(colours) < 50:
        return
    ground = np.median(colours, axis=0)
    scale = np.array([_LIGHT, 1.0, 1.0], np.float32)
    away = np.sqrt((((lab - ground) * scale) ** 2).sum(2))
    spread = max(float(np.median(away[inside > 0])), _LEAST_SPREAD)
    reach = 2 * round(0.07 * _side(model)) + 1
    strokes, bridges = (cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)) for size in (reach, 2 * reach + 1))
    for times in _SPREADS:
        mask = (away < times * spread).astype(np.uint8)
        closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, strokes)
        yield np.asarray(cv2.morphologyEx(closed, cv2.MORPH_OPEN, bridges), np.uint8)


def _as_large(mask: Image, model: Array) -> Iterator[Array]:
    """Rectangles around what is about as large as the tile at `model`."""
    sides = np.hypot(*(np.roll(model, -1, 0) - model).T)
    long, short = max(sides[0] + sides[2], sides[1] + sides[3]) / 2, min(sides[0] + sides[2], sides[1] + sides[3]) / 2
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for contour in contours:
        box = cv2.minAreaRect(contour)
        tall, wide = max(box[1]), min(box[1])
        if 1 - _ROOM < tall / long < 1 + _ROOM and 1 - _ROOM < wide / short < 1 + _ROOM:
            yield np.asarray(cv2.boxPoints(box), float)
