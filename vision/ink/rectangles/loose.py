"""Finds flat four-sided things lying on a table: tiles and the like, of any colour, at any turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.ink import opencv
from vision.ink.pose import Array, Image
from vision.ink.rectangles.quad import area_of, crossing, side_of
from vision.ink.rectangles.tuning import LOOSE
from vision.ranks import percentile

Pair = tuple[float, float]


def find_quads(image: Image, patient: bool = False, rough: bool = False) -> list[Array]:
    """(4, 2) px corners, clockwise, of what looks like a flat rectangle; the largest first, one of each.

    `patient`: it is looked for coarsely, too. `rough`: as of `Outlines`.
    """
    outlines = Outlines(image, rough)
    found = outlines.plain()
    return largest_first([*found, *outlines.coarse(found)]) if patient else found


def largest_first(quads: Iterable[Array]) -> list[Array]:
    """Quads in the order of their areas."""
    return sorted(quads, key=lambda quad: -area_of(quad))


class Outlines:
    """Looks in one picture for what looks like a flat rectangle: (4, 2) px corners, clockwise, one of each.

    `rough`: outlines may be noisy; then more is found, and corners are less exact.
    """

    def __init__(self, image: Image, rough: bool = False) -> None:
        self._factor = min(1.0, LOOSE.work_px / max(image.shape[:2]))
        self._small = opencv.zoomed(opencv.coloured(image), self._factor)
        self._rough = rough

    def plain(self) -> list[Array]:
        """What is found at first, the largest first."""
        least = LOOSE.min_side_px * self._factor
        groups = _alike(_outlined(_masks(self._small), 1, least, self._areas((0.0, np.inf))))
        found = _quads(groups, least, 1.0 if self._rough else None)
        return [(quad + 0.5) / self._factor - 0.5 for quad in largest_first(found)]

    def coarse(self, known: Sequence[Array], sides: Pair = (0.0, np.inf)) -> list[Array]:
        """What else there is in noisy pictures, and things that touch each other told apart.

        `known`: what was found. `sides`: how long (px, one with the other) the sides of what is looked for are.
        """
        least = LOOSE.min_side_px * self._factor
        masks = tuple(_masks(np.asarray(cv2.pyrDown(self._small), np.uint8)))
        outlined = _outlined((*masks, *_split(masks)), 2, least, self._areas(sides))
        found = [(quad + 0.5) * self._factor - 0.5 for quad in known]
        middles = np.array([quad.mean(0) for quad in found]).reshape(-1, 2)
        reach = LOOSE.apart * np.array([side_of(quad) for quad in found])

        def is_new(quad: Array, share: float) -> bool:
            return bool((np.abs(quad.mean(0) - middles).sum(1) > share * reach).all())

        groups = [group for group in _alike(outlined) if is_new(group[0][0], LOOSE.plainly_known)]
        new = [quad for quad in _quads(groups, least, 2.0 if self._rough else None) if is_new(quad, 1.0)]
        return [(quad + 0.5) / self._factor - 0.5 for quad in new]

    def _areas(self, sides: Pair) -> Pair:
        """Between which areas (px of the small picture) that of a thing lies whose sides are so long in the picture."""
        rows, columns = self._small.shape[:2]
        low, high = (side * self._factor for side in sides)
        least = LOOSE.min_side_px * self._factor
        return max(least, low) ** 2, min(high**2, LOOSE.max_share * rows * columns)


def _quads(groups: list[list[tuple[Array, Array]]], least: float, apart: float | None) -> list[Array]:
    return [quad for group in groups if (quad := _mean_quad(group, least, apart)) is not None]


def _outlined(masks: Iterable[Image], coarseness: int, least: float, areas: Pair) -> list[tuple[Array, Array]]:
    """Corners and outlines, in the work size, of what has four corners in masks that are so much coarser."""
    found = []
    shortest = 3 * areas[0] ** 0.5
    for mask in masks:
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        for contour in [np.asarray(one, np.int32) for one in contours if coarseness * len(one) >= shortest]:
            corners = _four_corners(contour, coarseness, least, areas)
            if corners is not None:
                outline = (np.asarray(contour, float).reshape(-1, 2) + 0.5) * coarseness - 0.5
                found.append((corners, outline))
    return found


def _split(masks: Iterable[Image]) -> Iterator[Image]:
    """The masks with narrow bridges between things cut."""
    around = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (LOOSE.bridge_px, LOOSE.bridge_px))
    for mask in masks:
        yield np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, around), np.uint8)


def _alike(rough: list[tuple[Array, Array]]) -> list[list[tuple[Array, Array]]]:
    """The four-cornered outlines in groups of the same thing."""
    groups: list[list[tuple[Array, Array]]] = []
    smaller, larger = LOOSE.grouped_size
    heads = np.empty((len(rough), 3))  # column, row and side of each group's first
    for corners, contour in sorted(rough, key=lambda one: -len(one[1])):
        x, y = corners.mean(0).tolist()
        side = side_of(corners)
        u, v, other = heads[: len(groups)].T
        ratio = side / other
        near = (ratio > smaller) & (ratio < larger)
        near &= np.abs(x - u) + np.abs(y - v) < LOOSE.grouped * other + LOOSE.grouped_px
        if near.any():
            groups[int(near.argmax())].append((corners, contour))
        else:
            heads[len(groups)] = x, y, side
            groups.append([(corners, contour)])
    return groups


def _mean_quad(group: list[tuple[Array, Array]], least: float, apart: float | None) -> Array | None:
    """The middle of a few outlines of one thing, its sides drawn straight; None where it is no rectangle.

    `apart`: how far apart (px) the points of the outlines lie where they may be rough.
    """
    step = max(1, len(group) // LOOSE.tried)
    quads: list[Array] = []
    for corners, contour in group[::step]:
        quad = _refined(corners, contour, apart)
        if quad is not None and _rectangular(quad, least) and _as_large(quad, contour, apart):
            quads.append(quad if not quads else _as_turned(quad, quads[0]))
    return np.asarray(np.median(quads, axis=0)) if quads else None


def _as_large(quad: Array, contour: Array, apart: float | None) -> bool:
    """Whether a quad is as large as the outline, which is larger where single points stand out."""
    straight = quad.astype(np.float32)
    area, flat = cv2.contourArea(cv2.convexHull(contour.astype(np.float32))), cv2.contourArea(straight)
    rough = 0.0
    if apart is not None and flat > LOOSE.tiny_px**2:
        rough = LOOSE.roughness_px * apart * cv2.arcLength(straight, True)
    least, most = LOOSE.outline_area
    return bool(least * flat < area < most * flat + rough)


def _masks(small: Image) -> Iterator[Image]:
    """Black and white pictures in one of which a thing's face should stand alone."""
    smooth = cv2.bilateralFilter(small, 5, 24, 3)
    lab = np.asarray(cv2.cvtColor(smooth, cv2.COLOR_BGR2Lab), np.uint8)
    planes = cv2.split(lab)
    edge = np.zeros(small.shape[:2], np.float32)
    for plane in planes:
        wide = cv2.GaussianBlur(plane, (0, 0), 1.0)
        across, down = cv2.Sobel(wide, cv2.CV_32F, 1, 0), cv2.Sobel(wide, cv2.CV_32F, 0, 1)
        edge = np.maximum(edge, cv2.magnitude(across, down))
    for limit in LOOSE.edges:
        yield np.asarray(edge <= limit).view(np.uint8)
    for plane in planes:
        low, high = (percentile(plane[::3, ::3], percent) for percent in (1, 99))
        if high - low >= LOOSE.min_range:
            for share in LOOSE.levels:
                yield np.asarray(cv2.threshold(plane, low + share * (high - low), 255, cv2.THRESH_BINARY)[1], np.uint8)


def _four_corners(contour: NDArray[np.int32], coarseness: int, least: float, areas: Pair) -> Array | None:
    """The corners of a contour of a mask that is so much coarser; None where it has not four that may be a thing's."""
    _, _, wide, tall = cv2.boundingRect(contour)
    if not areas[0] < coarseness**2 * (wide - 1) * (tall - 1):
        return None
    hull = coarseness * cv2.convexHull(contour).reshape(-1, 2)
    area = float(cv2.contourArea(hull))
    if not areas[0] < area < areas[1]:
        return None
    (_, (long, broad), _) = cv2.minAreaRect(hull)
    stretched = LOOSE.box_stretched * LOOSE.stretched
    if area < LOOSE.filled * long * broad or max(long, broad) > stretched * min(long, broad):
        return None
    around = float(cv2.arcLength(hull, True))
    for share in (0.02, 0.035, 0.05, 0.07):
        corners = cv2.approxPolyDP(hull, share * around, True).reshape(-1, 2)
        if len(corners) <= 4:
            break
    quad = np.asarray(corners, float)
    return quad if len(corners) == 4 and _rectangular(quad, LOOSE.rough_side * least) else None


def _refined(corners: Array, contour: Array, apart: float | None) -> Array | None:
    """The corners where straight lines through the four sides meet, if the contour follows all four."""
    along = corners[[1, 2, 3, 0]] - corners
    length = np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-6)[:, None]
    shortest = float(length.min())
    parts = LOOSE.parts
    if apart is not None and shortest >= LOOSE.tiny_px:
        parts = min(parts, int(shortest / (LOOSE.part_px * apart)))
    ux, uy = along[:, :1] / length, along[:, 1:] / length
    x, y = contour[:, 0] - corners[:, :1], contour[:, 1] - corners[:, 1:]
    shares = (x * ux + y * uy) / length
    near_enough = np.abs(y * ux - x * uy) < np.maximum(LOOSE.beside_px + (apart or 1.0), LOOSE.beside * length)
    beside = (shares > LOOSE.corner) & (shares < 1 - LOOSE.corner) & near_enough
    if beside.sum(1).min() < LOOSE.min_points:
        return None
    followed = sum(
        int(np.count_nonzero(np.bincount((share[near] * parts).astype(int), minlength=parts)))
        for near, share in zip(beside, shares, strict=True)
    )
    if followed < LOOSE.followed * 4 * LOOSE.straight * parts:
        return None
    points, lines = contour.astype(np.float32), []
    for near in beside:
        vx, vy, px, py = cv2.fitLine(points[near], cv2.DIST_HUBER, 0, 0.01, 0.01).ravel().tolist()
        lines.append(((px, py), (vx, vy)))
    met = [_met(lines[k - 1], lines[k]) for k in range(4)]
    if any(point is None for point in met):
        return None
    quad = np.array(met, float)
    return quad if _clockwise(quad) else quad[::-1].copy()


def _clockwise(quad: Array) -> bool:
    (ax, ay), (bx, by) = (quad[1] - quad[0]).tolist(), (quad[2] - quad[1]).tolist()
    return bool(ax * by - ay * bx > 0)


def _met(one: tuple[Pair, Pair], other: tuple[Pair, Pair]) -> Pair | None:
    (p, u), (q, v) = one, other
    return None if abs(u[0] * v[1] - u[1] * v[0]) < LOOSE.corner_sine else crossing(p, u, q, v)


def _rectangular(quad: Array, least: float) -> bool:
    # four corners are so few that plain numbers are much quicker than arrays
    corners = [complex(x, y) for x, y in quad.tolist()]
    sides = [corners[k - 3] - corners[k] for k in range(4)]
    lengths = [abs(side) for side in sides]
    if min(lengths) < least or max(lengths) > LOOSE.stretched * min(lengths):
        return False
    if max(lengths[0] / lengths[2], lengths[2] / lengths[0]) >= LOOSE.tapered:
        return False
    return all(
        abs((sides[k] * sides[k - 3].conjugate()).real) < LOOSE.slanted * lengths[k] * lengths[k - 3] for k in range(4)
    )


def _as_turned(quad: Array, like: Array) -> Array:
    """`quad` starting at the corner nearest to the first of `like`."""
    return np.roll(quad, -int(np.argmin(np.hypot(*(quad - like[0]).T))), 0)
