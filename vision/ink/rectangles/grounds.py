"""Rectangles by the colour of their ground, where no outline was made out: like others found, or around strokes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.ink import opencv
from vision.ink.pose import Array, Image
from vision.ink.rectangles.quad import side_of
from vision.ink.rectangles.tuning import GROUNDS
from vision.ranks import median_of_columns


def find_alike(image: Image, found: Sequence[Array], coarsely: bool = False) -> list[Array]:
    """(4, 2) px corners of what has the colour and about the size of the things at the quads `found`.

    `coarsely`: half as finely, so that noise does not hide it.
    """
    factor = min(1.0, GROUNDS.alike_work_px / (1 + coarsely) / max(image.shape[:2]))
    small = opencv.zoomed(image, factor)
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 1.5), cv2.COLOR_BGR2Lab).astype(np.float32)
    chosen: list[Array] = []
    middles = np.empty((0, 2))
    for quad in found[: GROUNDS.models]:
        model = (quad + 0.5) * factor - 0.5
        apart = GROUNDS.alike_apart * side_of(model)
        for mask in _as_coloured(lab, model):
            for one in _as_large(mask, model):
                middle = one.mean(0)
                if (np.hypot(*(middles - middle).T) > apart).all():
                    chosen.append(one)
                    middles = np.vstack([middles, middle])
    return [(one + 0.5) / factor - 0.5 for one in chosen]


def _as_coloured(lab: NDArray[np.float32], model: Array) -> Iterator[Image]:
    """Where the picture is coloured like the ground of the thing at `model`."""
    inside = np.zeros(lab.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, np.rint(model.mean(0) + 0.85 * (model - model.mean(0))).astype(np.int32), 1)
    colours = lab[inside > 0]
    if len(colours) < GROUNDS.alike_min_px:
        return
    ground = median_of_columns(colours)
    away = _apart(lab, ground, GROUNDS.alike_light)
    spread = max(float(np.median(away[inside > 0])), GROUNDS.alike_min_spread)
    reach = 2 * round(0.07 * side_of(model)) + 1
    # the masks are nested: the levels of one picture, which are calmed together
    levels = np.add.reduce([away < times * spread for times in GROUNDS.alike_spreads], dtype=np.uint8)
    calmed = _calmed(levels, reach, 2 * reach + 1)
    for level in range(len(GROUNDS.alike_spreads), 0, -1):
        yield (calmed >= level).view(np.uint8)


def _as_large(mask: Image, model: Array) -> Iterator[Array]:
    """Rectangles around what is about as large as the thing at `model`."""
    sides = np.hypot(*(np.roll(model, -1, 0) - model).T)
    long, short = max(sides[0] + sides[2], sides[1] + sides[3]) / 2, min(sides[0] + sides[2], sides[1] + sides[3]) / 2
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for contour in contours:
        box = cv2.minAreaRect(contour)
        tall, wide = max(box[1]), min(box[1])
        if 1 - GROUNDS.room < tall / long < 1 + GROUNDS.room and 1 - GROUNDS.room < wide / short < 1 + GROUNDS.room:
            yield np.asarray(cv2.boxPoints(box), float)


def find_grounds(image: Image, strokes: Sequence[Array]) -> list[Array]:
    """(4, 2) px corners of what has one ground around strokes and looks like a rectangle.

    `strokes`: (4, 2) px squares around them.
    """
    factor = min(1.0, GROUNDS.work_px / max(image.shape[:2]))
    small = opencv.zoomed(image, factor)
    soft = cv2.GaussianBlur(small.astype(np.float32) / 255, (0, 0), GROUNDS.soft_px)
    lab = np.asarray(cv2.cvtColor(soft, cv2.COLOR_BGR2Lab), np.float32)
    chosen: list[Array] = []
    for square in strokes:
        for one in _grounds(lab, (square + 0.5) * factor - 0.5):
            if all(np.abs(one.mean(0) - other.mean(0)).sum() > GROUNDS.apart * side_of(other) for other in chosen):
                chosen.append(one)
    return [(one + 0.5) / factor - 0.5 for one in chosen]


def _grounds(lab: NDArray[np.float32], square: Array) -> Iterator[Array]:
    side, middle = float(np.ptp(square[:, 0])), square.mean(0)
    low = np.maximum(np.rint(middle - GROUNDS.around * side), 0).astype(int)
    high = np.rint(middle + GROUNDS.around * side).astype(int)
    window = lab[low[1] : high[1], low[0] : high[0]]
    rows, columns = np.ogrid[: window.shape[0], : window.shape[1]]
    near = np.hypot(rows + low[1] - middle[1], columns + low[0] - middle[0]) < GROUNDS.ground_reach * side
    if near.sum() < GROUNDS.min_px:
        return
    ground = median_of_columns(window[near])
    for light in GROUNDS.light:
        away = _apart(window, ground, light)
        spread = max(float(np.median(away[near])), GROUNDS.min_spread)
        most = float(away.max())
        parted, _ = cv2.threshold((away * (255 / max(most, 1e-6))).astype(np.uint8), 0, 255, cv2.THRESH_OTSU)
        for limit in (parted * most / 255, *(times * spread for times in GROUNDS.spreads)):
            box = _boxed((away < limit).astype(np.uint8), near, side)
            if box is not None:
                yield box + low


def _boxed(mask: Image, near: NDArray[np.bool_], side: float) -> Array | None:
    """The rectangle around what is in the mask near the middle; None where that is no rectangle."""
    reach = 2 * round(GROUNDS.stroke * side / 2) + 1
    _, labels = cv2.connectedComponents(_calmed(mask, reach, reach + 2), connectivity=4)
    there = np.bincount(labels[near])
    there[0] = 0
    if not there.any():
        return None
    thing = (labels == there.argmax()).astype(np.uint8)
    if thing[0].any() or thing[-1].any() or thing[:, 0].any() or thing[:, -1].any():
        return None
    contours, _ = cv2.findContours(thing, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    hull = cv2.convexHull(max(contours, key=cv2.contourArea))
    box = cv2.minAreaRect(hull)
    full = cv2.contourArea(hull) / max(box[1][0] * box[1][1], 1.0)
    return np.asarray(cv2.boxPoints(box), float) if full > GROUNDS.full else None


def _apart(lab: NDArray[np.float32], ground: NDArray[np.float32], light: float) -> NDArray[np.float32]:
    """(rows, columns): how far each pixel is from the colour of a ground; lightness counts `light` times."""
    away = [plane - level for plane, level in zip(cv2.split(lab), ground, strict=True)]
    away[0] *= np.float32(light)
    squares = [plane * plane for plane in away]
    return np.asarray(np.sqrt(squares[0] + squares[1] + squares[2]), np.float32)


def _calmed(mask: Image, strokes: int, bridges: int) -> Image:
    """The mask with strokes of a width (px) closed, then what is joined by narrow bridges parted.

    Several nested masks may be calmed at once, as the levels of one picture.
    """
    closing, opening = (cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)) for size in (strokes, bridges))
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, closing)
    return np.asarray(cv2.morphologyEx(closed, cv2.MORPH_OPEN, opening), np.uint8)
