"""Tells which way up a bare board lies: its disc turns under it, so the stars alone do not say."""

from __future__ import annotations

import math

import numpy as np

from vision.disc.tuning import TUNING
from vision.ink import opencv
from vision.ink.layout import DiscLayout, rotation_matrix
from vision.ink.pose import Array, Image, Pose, project
from vision.ink.rectangles.boards import coverage


def other_ways(layout: DiscLayout) -> list[Array]:
    """3×3 maps, board mm -> board mm, of the quarter turns after which the board looks much as before (0 to 3)."""
    corners, ways = layout.board_corners, []
    for turns in (1, 2, 3):
        way = opencv.homography(corners, np.roll(corners, turns, 0))
        if way is not None and _alike(layout, way):
            ways.append(way)
    return ways


def _alike(layout: DiscLayout, way: Array) -> bool:
    width, height = layout.size
    stretched = abs(math.log(width / height)) if abs(way[0, 0]) < 0.5 else 0.0
    moved = np.linalg.norm(project(way, layout.centre[None]) - layout.centre)
    before, after = layout.window, project(way, layout.window)
    sides = np.abs(np.concatenate([after.min(0) - before.min(0), after.max(0) - before.max(0)]))
    return bool(stretched < TUNING.stretched and moved < TUNING.alike_mm and sides.max() < TUNING.alike_mm)


def quarter_turned(plane: Array, segments: Array, layout: DiscLayout) -> Array | None:
    """`plane` turned about the disc by the quarter turns after which the sides of the board lie on edges, if they do so
    clearly better than now; else None. `segments`: (m, 4) px, the edges of the picture."""
    quarter = np.eye(3)
    quarter[:2, :2] = rotation_matrix(90)
    quarter[:2, 2] = layout.centre - quarter[:2, :2] @ layout.centre
    planes = [plane @ np.linalg.matrix_power(quarter, turns) for turns in range(4)]
    quads = np.stack([project(one, layout.board_corners) for one in planes])
    side = float(np.median(np.linalg.norm(quads[0] - np.roll(quads[0], 1, 0), axis=1)))
    covered = coverage(quads, segments, TUNING.on_side * side).mean(1)
    best = int(covered.argmax())
    return planes[best] if covered[best] > covered[0] + TUNING.better_covered else None


def most_upright(poses: list[Pose], image: Image, layout: DiscLayout, expected: float | None) -> Pose:
    """Of several ways up the one whose 3-point stars are there, whose disc stands as expected, or that is least turned.

    `image`: grey, the picture of all `poses`; `expected`: the disc's turn in degrees, if the record knows it.
    """
    marks = [_face_marks(pose, image, layout) for pose in poses]
    best = max(marks)
    clear = [pose for pose, mark in zip(poses, marks, strict=True) if mark * TUNING.clearly > best]
    return min(clear, key=lambda pose: (_unexpected(pose, expected), _lean(pose)))


def _face_marks(pose: Pose, image: Image, layout: DiscLayout) -> float:
    """Grey levels by which the face varies where the layout has 3-point stars; 0 where it has none."""
    if not len(layout.three_point_xy):
        return 0.0
    offsets = np.linspace(-TUNING.three_point_mm, TUNING.three_point_mm, 9)
    spots = np.stack(np.meshgrid(offsets, offsets), 2).reshape(-1, 2)
    at = pose.board_px((layout.three_point_xy[:, None] + spots).reshape(-1, 2)).astype(np.float32)
    seen = opencv.remap(image, at.reshape(len(layout.three_point_xy), -1, 2))
    return float(np.median(seen.std(axis=1)))


def _unexpected(pose: Pose, expected: float | None) -> bool:
    return expected is not None and abs((pose.rotation_deg - expected + 180) % 360 - 180) > TUNING.other_turn_deg


def _lean(pose: Pose) -> float:
    """Degrees between the board's upper edge and the picture's."""
    x, y = pose.corners[1] - pose.corners[0]
    return abs(math.degrees(math.atan2(y, x)))
