"""Finds a star disc in a photograph: first the board, then the turn of the disc, then the printed stars."""

from __future__ import annotations

import math

import msgspec
import numpy as np

from engines.errors import NotPossible
from vision import opencv, register
from vision.layout import DiscLayout, rotation_matrix
from vision.markers import agreeing, find_markers, plane_of
from vision.pose import Array, By, Image, Pose, project

ENOUGH = 0.75


def locate_disc(
    image: Image,
    layout: DiscLayout,
    *,
    last: Pose | None = None,
    rotation_hint: float | None = None,
    blank: Image | None = None,
) -> Pose:
    """Where the board and its disc lie in `image` (uint8, grey or BGR).

    `last`: the pose of the same camera's picture before this one, for a board partly hidden. `rotation_hint`: degrees
    clockwise, where the disc should stand. `blank`: the same board clean, any pose, disc at this rotation.
    Raises NotPossible with a short reason when no board is found, BadInput when `image` is none.
    """
    image = opencv.checked(image)
    if layout.markers is not None:
        grey = opencv.grey(image)
        plane = plane_of(agreeing(find_markers(grey, layout.markers), layout.markers), layout, size_of(image))
        if plane is not None:
            return settle(image, layout, plane, "markers")
    raise NotPossible("no board in the picture")


def size_of(image: Image) -> tuple[int, int]:
    """(columns, rows)."""
    return image.shape[1], image.shape[0]


def settle(image: Image, layout: DiscLayout, plane: Array, by: By) -> Pose:
    """The pose of a board whose face is roughly at `plane` (3×3, board mm -> px): turn of the disc, then its stars."""
    below = register.disc_plane(plane, layout.depth, size_of(image))
    field = register.star_field(image, below, layout)
    scores = register.turn_scores(field, layout)
    turn = float(register.turn_table(layout, field).turns[int(scores.argmax())])
    snap = register.snap(field, layout, turn)
    return pose_of(layout, plane, below, snap, by)


def pose_of(layout: DiscLayout, plane: Array, below: Array, snap: register.Snap, by: By) -> Pose:
    """A pose from the board's plane, the disc's plane, and the stars found on it."""
    linear = np.eye(2) + snap.model[1:3].T / layout.radius
    lean = math.degrees(math.atan2(linear[1, 0] - linear[0, 1], linear[0, 0] + linear[1, 1]))
    rotation = (snap.turn + lean) % 360
    affine = np.eye(3)
    affine[:2, :2], affine[:2, 2] = linear, snap.model[0]
    placed = np.eye(3)
    placed[:2, :2], placed[:2, 2] = rotation_matrix(snap.turn), layout.centre
    residual = np.zeros((6, 2))
    residual[3:] = snap.model[3:] @ np.linalg.inv(linear).T
    return Pose(
        by=by,
        confidence=confidence(snap),
        corners=project(plane, layout.board_corners),
        board_to_image=plane,
        disc_to_image=below @ placed @ affine,
        rotation_deg=rotation,
        round=layout.round_at(rotation),
        residual=residual,
        scale=layout.radius,
        seen=snap.seen,
    )


def confidence(snap: register.Snap) -> float:
    """0…1: the share of the visible stars that were seen where the model puts them."""
    visible = ~np.isnan(snap.seen)
    if not visible.any():
        return 0.0
    return float(np.mean((snap.seen[visible] > 0.3) & (snap.error[visible] < 0.6)))
