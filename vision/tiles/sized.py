"""Finds what is as large as a tile already found, where neither corners nor ground show: by the edges of four sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.ink import opencv
from vision.ink.pose import Array, Floats, Image, project
from vision.tiles.tuning import TUNING

Bytes = NDArray[np.uint8]
_SIDE = 22.0
"""Mean side (px) of a tile in the picture in which outlines are looked for."""
_STEP = 9
"""Degrees between the turns that are tried."""
_SCALES = (0.84, 1.0, 1.19)
"""How large tiles nearer to the camera, or farther away, seem beside the model."""
_MAX_PIXELS = 400_000
_SOFT = 0.8
_AROUND = np.ones((9, 9), np.uint8)
_FINE, _ROOM, _PARTS = 72, 14, 9
"""A thing's side and the room around it (px) where its sides are drawn anew, and the parts of a side."""
_SHARES = np.linspace(0.1, 0.9, 7)
_WITHIN = np.array([((1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v) for v in _SHARES for u in _SHARES])
"""(49, 4) what each of a quad's corners counts for at places spread over it where its colour is looked at."""
_ASLANT, _STAYS = 13, 0.004
"""How far (px) one end of a side may be moved farther than the other; what moving it by a pixel costs."""


def find_sized(image: Image, found: Sequence[Array], ratio: float, count: int) -> list[Array]:
    """(4, 2) px corners of what has the size and the ground of the first tile in `found`, but lies on none of those.

    The likeliest first, at most `count`. `ratio`: width over height of that tile, its width along its first side.
    """
    wide, tall = _SIDE * float(np.sqrt(ratio)), _SIDE / float(np.sqrt(ratio))
    onto, size = _flat(image, found[0], wide, tall)
    if size[0] * size[1] > _MAX_PIXELS:
        return []
    lab = _lab(_seen_through(image, onto, size))
    across, down = _edges(lab)
    shapes = [(wide, tall)] if abs(wide - tall) < 1 else [(wide, tall), (tall, wide)]
    rectangles = [one for turn in range(0, 90, _STEP) for one in _at_turn(across, down, turn, shapes)]
    rectangles.sort(key=lambda one: -one[0])
    known = [project(onto, quad) for quad in found]
    quads = np.array([quad for _, quad in rectangles]).reshape(-1, 4, 2)
    middles = quads.mean(1)
    light, *tint = (_grounds(lab, quads) - _grounds(lab, known[0][None])).T
    free = (np.hypot(*tint) < TUNING.tint_tolerance) & (np.abs(light) < TUNING.light_tolerance)
    for quad in known:
        free &= _apart(middles, quad.mean(0))
    chosen: list[Array] = []
    for k, quad in enumerate(quads):
        if free[k]:
            free &= _apart(middles, middles[k])
            chosen.append(quad)
            if len(chosen) == count:
                break
    back = np.asarray(np.linalg.inv(onto), float)
    return [drawn_closer(image, project(back, quad)) for quad in chosen]


def _apart(middles: Array, other: Array) -> NDArray[np.bool_]:
    """Which of these middles (n, 2) are not of the thing whose middle is the other one."""
    return np.asarray(np.hypot(*(middles - other).T) > TUNING.sized_apart * _SIDE)


def drawn_closer(image: Image, quad: Array) -> Array:
    """The same with each side moved to the plainest edge beside it."""
    far = _FINE + 2 * _ROOM
    flat = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * _FINE + np.float32(_ROOM - 0.5)
    plane = np.asarray(cv2.getPerspectiveTransform(flat, quad.astype(np.float32)), float)
    across, down = (np.abs(one) for one in _edges(_lab(opencv.flattened(image, plane, (far, far)))))
    along = slice(_ROOM + 3, far - _ROOM - 3)
    low, high = along.start, along.stop - 1
    edges = (down[:, along], across[along, ::-1].T, down[::-1, along], across[along].T)
    (top, right, bottom, left) = (_side(one[: 2 * _ROOM]) for one in edges)
    sides = [
        ((low, top[0]), (high, top[1])),
        ((far - 1 - right[0], low), (far - 1 - right[1], high)),
        ((low, far - 1 - bottom[0]), (high, far - 1 - bottom[1])),
        ((left[0], low), (left[1], high)),
    ]
    return project(plane, np.array([_crossing(np.array(sides[k - 1]), np.array(sides[k])) for k in range(4)]))


def _flat(image: Image, model: Array, wide: float, tall: float) -> tuple[Array, tuple[int, int]]:
    """3×3 affine: px -> px where the tile at `model` is upright and so large; and the size of that picture."""
    along = (model[1] - model[0] + model[2] - model[3]) / 2 / wide
    down = (model[3] - model[0] + model[2] - model[1]) / 2 / tall
    turn = np.linalg.inv(np.stack([along, down], 1))
    rows, columns = image.shape[:2]
    corners = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], float) @ turn.T
    low, high = corners.min(0), corners.max(0)
    onto = np.eye(3)
    onto[:2, :2], onto[:2, 2] = turn, -low
    return onto, (int(high[0] - low[0]) + 1, int(high[1] - low[1]) + 1)


def _seen_through(image: Image, onto: Array, size: tuple[int, int]) -> Image:
    """The picture through an affine map that makes it smaller, smoothly."""
    factor = min(1.0, 1.2 * float(np.sqrt(np.abs(np.linalg.det(onto[:2, :2])))))
    rest = 0.5 / factor - 0.5
    grown = np.array([[1 / factor, 0, rest], [0, 1 / factor, rest], [0, 0, 1]])
    small = opencv.zoomed(image, factor)
    return np.asarray(cv2.warpAffine(small, (onto @ grown)[:2], size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _lab(image: Image) -> Floats:
    soft = cv2.GaussianBlur(image, (0, 0), _SOFT)
    return np.asarray(cv2.cvtColor(soft, cv2.COLOR_BGR2Lab), np.float32)


def _edges(lab: Floats) -> tuple[Floats, Floats]:
    """How plain an edge across, and down, each pixel lies on, -1…1: in lightness or in a colour, as it is plainer."""
    across, down = (cv2.Sobel(lab, cv2.CV_32F, *way, scale=0.25) for way in ((1, 0), (0, 1)))
    strength = across**2 + down**2
    plainest = strength.argmax(2)[..., None]
    steep = np.sqrt(np.take_along_axis(strength, plainest, 2)[..., 0])
    share = 1 / (steep + max(2 * float(np.median(steep)), TUNING.faint_edge))
    x, y = (np.take_along_axis(plane, plainest, 2)[..., 0] * share for plane in (across, down))
    return np.asarray(x, np.float32), np.asarray(y, np.float32)


def _at_turn(
    across: Floats, down: Floats, degrees: float, shapes: Sequence[tuple[float, float]]
) -> Iterator[tuple[float, Array]]:
    """Rectangles so turned with edges along all four sides, each with how plain those are."""
    rows, columns = across.shape
    turn = float(np.radians(degrees))
    c, s = float(np.cos(turn)), float(np.sin(turn))
    shift = columns * s
    onto = np.array([[c, s, 0.0], [-s, c, shift]])
    size = int(columns * c + rows * s) + 2, int(columns * s + rows * c) + 2
    upright = cv2.dilate(_turned(c * across + s * down, onto, size), np.ones((1, 3), np.uint8))
    level = cv2.dilate(_turned(c * down - s * across, onto, size), np.ones((3, 1), np.uint8))
    for shape in shapes:
        for scale in _SCALES:
            wide, tall = (max(2, round(side * scale)) for side in shape)
            if size[0] < 2 * wide or size[1] < 2 * tall:
                continue
            score = _four_sided(upright, level, wide, tall)
            peaks = cv2.min(
                cv2.compare(score, cv2.dilate(score, _AROUND), cv2.CMP_GE), cv2.inRange(score, TUNING.plain_sides, 255)
            )
            for column, row in _nonzero(peaks):
                top, bottom = row - shift, row - shift + tall
                flat = np.array([[column, top], [column + wide, top], [column + wide, bottom], [column, bottom]])
                yield float(score[row, column]), flat @ np.array([[c, s], [-s, c]])


def _turned(edges: Floats, onto: Array, size: tuple[int, int]) -> Bytes:
    """How plain edges of either kind are, 0…255, in a picture turned by `onto`."""
    return np.asarray(cv2.warpAffine(cv2.convertScaleAbs(edges, alpha=255), onto, size), np.uint8)


def _four_sided(upright: NDArray[Any], level: NDArray[Any], wide: int, tall: int) -> Bytes:
    """How plain (0…255) the edges of the rectangle, so large, are whose top left lies at each pixel.

    The faintest and the mean of all count alike.
    """
    rows, columns = upright.shape[0] - tall, upright.shape[1] - wide
    beside = cv2.blur(upright, (1, tall), anchor=(0, 0))
    along = cv2.blur(level, (wide, 1), anchor=(0, 0))
    left, right = beside[:rows, :columns], beside[:rows, wide : wide + columns]
    top, bottom = along[:rows, :columns], along[tall : tall + rows, :columns]
    least = cv2.min(cv2.min(left, right), cv2.min(top, bottom))
    aside, about = cv2.addWeighted(left, 0.5, right, 0.5, 0), cv2.addWeighted(top, 0.5, bottom, 0.5, 0)
    return np.asarray(cv2.addWeighted(least, 0.5, cv2.addWeighted(aside, 0.5, about, 0.5, 0), 0.5, 0), np.uint8)


def _nonzero(mask: NDArray[Any]) -> list[list[int]]:
    """Columns and rows of what is not 0."""
    found = cv2.findNonZero(mask)
    return [] if found is None else np.asarray(found, int).reshape(-1, 2).tolist()


def _grounds(lab: Floats, quads: Array) -> Array:
    """(n, 3) Lab: the usual colour within each quad (n, 4, 2), a little from its sides."""
    places = _WITHIN @ quads
    rows, columns = lab.shape[:2]
    x, y = (np.rint(places[..., k]).clip(0, size - 1).astype(np.intp) for k, size in ((0, columns), (1, rows)))
    return np.asarray(np.median(lab[y, x], axis=1), float)


def _side(edges: Floats) -> tuple[float, float]:
    """At which rows the plainest straight edge begins and ends that goes along the columns."""
    parts = np.stack([part.mean(1) for part in np.array_split(edges, _PARTS, 1)], 1)
    begin, end = np.indices((len(parts), len(parts)))
    share = np.linspace(0, 1, _PARTS)
    at = np.rint(begin[..., None] * (1 - share) + end[..., None] * share).astype(int)
    score = parts[at, np.arange(_PARTS)].mean(2) - _STAYS * (np.abs((begin + end) / 2 - _ROOM) + np.abs(end - begin))
    score[np.abs(end - begin) > _ASLANT] = -np.inf
    first, last = np.unravel_index(int(score.argmax()), score.shape)
    return float(first), float(last)


def _crossing(one: Array, other: Array) -> Array:
    """Where two lines, each through two points, meet."""
    share = np.linalg.solve(np.stack([one[1] - one[0], other[0] - other[1]], 1), other[0] - one[0])[0]
    return np.asarray(one[0] + share * (one[1] - one[0]))
