"""Finds tiles laid out in rows on a plain ground, and sees each straight on."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from engines.errors import NotPossible
from vision.capture.pictures import Mask
from vision.capture.tuning import TUNING
from vision.ink import opencv
from vision.ink.pose import Array, Image

WIDTH = 48.0
"""Tile millimetres are counted as if every tile were so wide."""
SCALE = 10.0
"""Pixels a tile millimetre of a tile seen straight on."""
_LOOK = 1600
_BRIDGES = (0.03, 0.06, 0.1, 0.15, 0.2)  # of how large things are that are joined: how broad a bridge may be


def find_tiles(image: Image, name: str) -> list[Image]:
    """The tiles of a photograph straight on, row by row; raises NotPossible where there are none."""
    ratio = min(1.0, _LOOK / max(image.shape[:2]))
    small = opencv.zoomed(image, ratio)
    quads = _quads(_off_ground(small), name)
    full = [(quad + 0.5) / ratio - 0.5 for quad in quads]
    aspect = float(np.median([_aspect(quad) for quad in full]))
    return [_straight(image, quad, aspect) for quad in _in_rows(full)]


def _off_ground(small: Image) -> Mask:
    """Where something lies on the plain ground."""
    lab = cv2.cvtColor(cv2.medianBlur(small, 5), cv2.COLOR_BGR2LAB).astype(np.float32)
    edge = np.concatenate([lab[:6].reshape(-1, 3), lab[-6:].reshape(-1, 3), lab[:, :6].reshape(-1, 3)])
    apart = np.linalg.norm((lab - np.median(edge, 0)) * (0.6, 1.4, 1.4), axis=2)
    level, _ = cv2.threshold(np.minimum(apart, 255).astype(np.uint8), 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    return np.asarray(apart > max(level * 0.8, 10.0), np.uint8)


def _quads(mask: Mask, name: str) -> list[Array]:
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    large = [np.asarray(o, np.int32) for o in outlines if cv2.contourArea(o) > mask.size / 400]
    whole = [_corners(outline) for outline in large]
    boxes = [quad for quad in whole if quad is not None]
    if not boxes:
        raise NotPossible(
            "capture.nothing_laid",
            "{name}: no tiles in the picture; lay them apart on a plain ground of another colour",
            name,
        )
    likely = dict(zip([id(quad) for quad in boxes], _shares(boxes), strict=True))
    boxes = []
    for outline, quad in zip(large, whole, strict=True):
        if quad is not None and likely[id(quad)] < TUNING.max_tile_size:
            boxes.append(quad)
        else:
            boxes += _parted(outline, mask.shape)
    return [quad for quad, share in zip(boxes, _shares(boxes), strict=True) if 0.6 < share < TUNING.max_tile_size]


def _parted(outline: NDArray[np.int32], shape: tuple[int, ...]) -> list[Array]:
    """The tiles that a narrow bridge joins to this outline, as where a lamp is mirrored between them."""
    blob = np.asarray(cv2.drawContours(np.zeros(shape, np.uint8), [outline], -1, 1, -1), np.uint8)
    for share in _BRIDGES:
        broad = 2 * round(share * float(np.sqrt(cv2.contourArea(outline))) / 2) + 1
        around = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (broad, broad))
        apart = cv2.morphologyEx(blob, cv2.MORPH_OPEN, around)
        parts, _ = cv2.findContours(apart, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        large = [np.asarray(part, np.int32) for part in parts if cv2.contourArea(part) > blob.size / 400]
        found = [quad for part in large if (quad := _corners(part)) is not None]
        if len(found) > 1 and len(found) == len(large):
            return found
    return []


def _shares(quads: list[Array]) -> Array:
    """(n,) how large each of these is beside the others; at a slant those further off are smaller."""
    area = np.log([cv2.contourArea(quad.astype(np.float32)) for quad in quads])
    usual = np.full(len(area), np.median(area))
    if len(area) >= TUNING.min_tiles:
        middles = np.array([quad.mean(0) for quad in quads])
        terms = np.column_stack([np.ones(len(area)), (middles - middles.mean(0)) / np.ptp(middles)])
        weight = np.ones(len(area))
        for _ in range(12):
            slope = np.linalg.lstsq(terms * weight[:, None], area * weight, rcond=None)[0]
            usual = terms @ slope
            weight = np.sqrt(1 / (0.05 + np.abs(area - usual)))
    return np.asarray(np.exp(area - usual))


def _corners(outline: NDArray[np.int32]) -> Array | None:
    """The four corners of a tile-like outline, clockwise from the top left; its rounded corners squared."""
    hull = cv2.convexHull(outline)
    box = cv2.boxPoints(cv2.minAreaRect(hull)).astype(float)
    if cv2.contourArea(hull) < 0.85 * cv2.contourArea(box.astype(np.float32)):
        # Seen at a slant, a tile is as broad as its box at one end only.
        slanted = cv2.approxPolyDP(hull, 0.04 * cv2.arcLength(hull, True), True).reshape(-1, 2)
        if len(slanted) != 4 or cv2.contourArea(hull) < 0.93 * cv2.contourArea(slanted):
            return None
        box = slanted.astype(float)
    points = hull.reshape(-1, 2).astype(float) if len(outline) < 40 else outline.reshape(-1, 2).astype(float)
    sides = [_side(points, box[k], box[(k + 1) % 4]) for k in range(4)]
    corners = [_meet(sides[k - 1], sides[k]) for k in range(4)]
    quad = np.array(corners)
    start = int((quad.sum(1)).argmin())
    return np.roll(quad, -start, axis=0)


def _side(points: Array, a: Array, b: Array) -> tuple[Array, Array]:
    """A point of the outline's side from corner `a` to `b` of its box, and its direction; corners left out."""
    way = (b - a) / max(float(np.linalg.norm(b - a)), 1e-9)
    along = (points - a) @ way / max(float(np.linalg.norm(b - a)), 1e-9)
    off = np.abs((points - a) @ np.array([-way[1], way[0]]))
    near = (along > 0.15) & (along < 0.85) & (off < 0.08 * np.linalg.norm(b - a))
    if near.sum() < 8:
        return a, way
    x, y, px, py = cv2.fitLine(points[near].astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
    return np.array([px, py], float), np.array([x, y], float)


def _meet(one: tuple[Array, Array], other: tuple[Array, Array]) -> Array:
    (p, u), (q, v) = one, other
    share = np.linalg.solve(np.column_stack([u, -v]), q - p)
    return np.asarray(p + share[0] * u)


def _aspect(quad: Array) -> float:
    """Height by width."""
    sides = np.linalg.norm(np.roll(quad, -1, 0) - quad, axis=1)
    return float((sides[1] + sides[3]) / (sides[0] + sides[2]))


def _in_rows(quads: list[Array]) -> list[Array]:
    """Row by row, each from left to right."""
    tall = float(np.median([np.linalg.norm(q[3] - q[0]) for q in quads]))
    left = sorted(quads, key=lambda q: float(q[:, 1].mean()))
    rows: list[list[Array]] = []
    for quad in left:
        if rows and quad[:, 1].mean() - np.mean([q[:, 1].mean() for q in rows[-1]]) < 0.5 * tall:
            rows[-1].append(quad)
        else:
            rows.append([quad])
    return [quad for row in rows for quad in sorted(row, key=lambda q: float(q[:, 0].mean()))]


def _straight(image: Image, quad: Array, aspect: float) -> Image:
    size = (round(WIDTH * SCALE), round(WIDTH * SCALE * aspect))
    frame = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], float) - 0.5
    plane = opencv.homography(frame, quad)
    assert plane is not None
    return opencv.flattened(image, plane, size)
