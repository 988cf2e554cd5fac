"""Finds things of one size that were laid apart on a plain ground of another colour, such as tiles in rows."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.ink import opencv
from vision.ink.pose import Array, Image
from vision.ink.rectangles.quad import area_of, crossing
from vision.ink.rectangles.tuning import LAID

Outline = NDArray[np.int32]
Line = tuple[tuple[float, float], tuple[float, float]]


def find_laid(image: Image) -> list[Array]:
    """(4, 2) px corners of each, clockwise from the one nearest to the picture's top left; rounded corners squared.

    `image`: BGR. What is much larger or smaller than the others is none of them; what a narrow bridge joins is parted.
    """
    ratio = min(1.0, LAID.work_px / max(image.shape[:2]))
    mask = _off_ground(opencv.zoomed(image, ratio))
    outlines = _outlines(mask)
    whole = [_corners(outline) for outline in outlines]
    shares = iter(_shares([quad for quad in whole if quad is not None]))
    found: list[Array] = []
    for outline, quad in zip(outlines, whole, strict=True):
        if quad is not None and next(shares) < LAID.max_size:
            found.append(quad)
        else:
            found += _parted(outline, mask.shape)
    kept = [quad for quad, share in zip(found, _shares(found), strict=True) if LAID.min_size < share < LAID.max_size]
    return [(quad + 0.5) / ratio - 0.5 for quad in kept]


def _off_ground(small: Image) -> Image:
    """Where something lies on the ground, whose colour is that of most of the picture's edge."""
    lab = cv2.cvtColor(cv2.medianBlur(small, 5), cv2.COLOR_BGR2LAB).astype(np.float32)
    edge = np.concatenate([lab[:6].reshape(-1, 3), lab[-6:].reshape(-1, 3), lab[:, :6].reshape(-1, 3)])
    apart = np.linalg.norm((lab - np.median(edge, 0)) * LAID.lab_weights, axis=2)
    level, _ = cv2.threshold(np.minimum(apart, 255).astype(np.uint8), 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    return np.asarray(apart > max(level * LAID.off_level, LAID.min_off), np.uint8)


def _outlines(mask: Image) -> list[Outline]:
    found, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return [np.asarray(one, np.int32) for one in found if cv2.contourArea(one) > LAID.min_area * mask.size]


def _parted(outline: Outline, shape: tuple[int, ...]) -> list[Array]:
    """The things that a narrow bridge joins to this outline; none where no bridge parts it into such."""
    blob = np.asarray(cv2.drawContours(np.zeros(shape, np.uint8), [outline], -1, 1, -1), np.uint8)
    for share in LAID.bridges:
        broad = 2 * round(share * float(np.sqrt(cv2.contourArea(outline))) / 2) + 1
        around = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (broad, broad))
        parts = _outlines(np.asarray(cv2.morphologyEx(blob, cv2.MORPH_OPEN, around), np.uint8))
        found = [quad for part in parts if (quad := _corners(part)) is not None]
        if len(found) > 1 and len(found) == len(parts):
            return found
    return []


def _shares(quads: list[Array]) -> Array:
    """(n,) how large each of these is beside the others; at a slant those further off are smaller."""
    area = np.log([area_of(quad) for quad in quads])
    if len(area) < LAID.min_count:
        return np.asarray(np.exp(area - np.median(area))) if len(area) else area
    middles = np.array([quad.mean(0) for quad in quads])
    apart = middles - middles.mean(0)
    terms = np.column_stack([np.ones(len(area)), apart / np.ptp(apart)])
    weight, usual = np.ones(len(area)), area
    for _ in range(12):
        slope = np.linalg.lstsq(terms * weight[:, None], area * weight, rcond=None)[0]
        usual = terms @ slope
        weight = np.sqrt(1 / (0.05 + np.abs(area - usual)))
    return np.asarray(np.exp(area - usual))


def _corners(outline: Outline) -> Array | None:
    """The four corners of an outline, clockwise from the top left; None where it is no rectangle."""
    hull = cv2.convexHull(outline)
    box = cv2.boxPoints(cv2.minAreaRect(hull)).astype(float)
    if cv2.contourArea(hull) < LAID.full * area_of(box):
        # Seen at a slant, a rectangle is as broad as its box at one end only.
        slanted = cv2.approxPolyDP(hull, 0.04 * cv2.arcLength(hull, True), True).reshape(-1, 2)
        if len(slanted) != 4 or cv2.contourArea(hull) < LAID.full_slanted * cv2.contourArea(slanted):
            return None
        box = slanted.astype(float)
    points = (hull if len(outline) < LAID.min_outline else outline).reshape(-1, 2).astype(float)
    sides = [_side(points, box[k], box[(k + 1) % 4]) for k in range(4)]
    quad = np.array([crossing(*sides[k - 1], *sides[k]) for k in range(4)])
    return np.roll(quad, -int(quad.sum(1).argmin()), axis=0)


def _side(points: Array, a: Array, b: Array) -> Line:
    """A point of the outline's side from corner `a` to `b` of its box, and its direction; corners left out."""
    length = max(float(np.linalg.norm(b - a)), 1e-9)
    way = (b - a) / length
    along = (points - a) @ way / length
    off = np.abs((points - a) @ np.array([-way[1], way[0]]))
    near = (along > LAID.corner) & (along < 1 - LAID.corner) & (off < LAID.beside * length)
    if near.sum() < LAID.min_points:
        return (float(a[0]), float(a[1])), (float(way[0]), float(way[1]))
    x, y, px, py = cv2.fitLine(points[near].astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel().tolist()
    return (px, py), (x, y)
