"""Finds a star disc in a photograph: first the board, then the turn of the disc, then the printed stars."""

from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec
import numpy as np

from engines.errors import NotPossible
from vision import markers, opencv, outline, register
from vision.layout import DiscLayout, rotation_matrix
from vision.pose import Array, By, Image, Pose, project

# How far (mm) the board may lie from where it was looked for: by four markers, by fewer or by its edges.
NEAR, ROUGH = 1.0, 3.0
_GOOD_FIRST_LOOK = 0.8


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
    grey = opencv.grey(image)
    best: Pose | None = None
    for pose in _attempts(image, grey, layout, last):
        if pose.confidence >= enough(pose):
            return pose
        if best is None or pose.confidence > best.confidence:
            best = pose
    raise NotPossible(_why(layout, best))


def _why(layout: DiscLayout, best: Pose | None) -> str:
    if best is None:
        return "no board in the picture: neither markers nor the board's outline can be seen"
    return "something like the board is there, but its printed stars cannot be seen where they should be"


def enough(pose: Pose) -> float:
    """The share of visible stars that chance does not reach: more for few stars."""
    visible = int(np.count_nonzero(~np.isnan(pose.seen)))
    return min(0.9, 0.3 + 0.7 / math.sqrt(max(1, visible)))


def _attempts(image: Image, grey: Image, layout: DiscLayout, last: Pose | None) -> Iterator[Pose]:
    """Poses to judge, the cheapest and likeliest first."""
    if layout.markers is not None:
        yield from _by_markers(image, grey, layout)
    if last is not None:
        yield settle(image, layout, last.board_to_image, "reference", ROUGH)
    yield from _by_outline(image, grey, layout)


def _by_markers(image: Image, grey: Image, layout: DiscLayout) -> Iterator[Pose]:
    assert layout.markers is not None
    group = markers.agreeing(markers.find_markers(grey, layout.markers), layout.markers)
    plane = markers.plane_of(group, layout, size_of(image))
    if plane is not None:
        slack = NEAR if len(group) >= 4 else ROUGH
        yield settle(image, layout, plane, "markers", slack, markers.anchors(group, layout.markers))


def _by_outline(image: Image, grey: Image, layout: DiscLayout) -> Iterator[Pose]:
    segments = outline.edge_segments(grey)
    for plane in _likely_planes(image, layout, outline.board_quads(segments, size_of(image), layout))[:3]:
        pose = settle(image, layout, plane, "outline", ROUGH)
        if pose.confidence >= enough(pose):
            pose = _on_the_edges(pose, layout, segments, size_of(image))
        yield pose


def _likely_planes(image: Image, layout: DiscLayout, quads: Array) -> list[Array]:
    """The planes of those outlines on which most stars lie, at a first look."""
    looks: list[tuple[float, Array]] = []
    for quad in quads:
        plane = opencv.homography(layout.board_corners, quad)
        if plane is None:
            continue
        below = register.disc_plane(plane, layout.depth, size_of(image))
        field = register.star_field(image, below, layout, register.COARSE)
        looks.append((register.best_turn(field, layout, ROUGH)[1], plane))
        if looks[-1][0] > _GOOD_FIRST_LOOK:
            break
    return [plane for _, plane in sorted(looks, key=lambda look: -look[0])]


def _on_the_edges(pose: Pose, layout: DiscLayout, segments: Array, size: tuple[int, int]) -> Pose:
    stars = layout.stars_xy[pose.seen > register.SEEN]
    board = layout.to_board(stars, pose.rotation_deg)
    plane = outline.mend_sides(pose.board_to_image, segments, layout, board, _face_px(pose, layout, stars, size))
    return msgspec.structs.replace(pose, board_to_image=plane, corners=project(plane, layout.board_corners))


def _face_px(pose: Pose, layout: DiscLayout, stars: Array, size: tuple[int, int]) -> Array:
    """(n, 2) px: where (n, 2) disc mm would be seen if they lay on the board's face."""
    board = layout.to_board(stars, pose.rotation_deg)
    below = register.disc_plane(pose.board_to_image, layout.depth, size)
    return pose.to_image(stars) + project(pose.board_to_image, board) - project(below, board)


def size_of(image: Image) -> tuple[int, int]:
    """(columns, rows)."""
    return image.shape[1], image.shape[0]


def settle(
    image: Image, layout: DiscLayout, plane: Array, by: By, slack: float, anchors: tuple[Array, Array] | None = None
) -> Pose:
    """The pose of a board whose face lies within `slack` mm of `plane` (3×3, board mm -> px).

    A rough plane is mended first, with the stars and `anchors`: (n, 2) board mm and the (n, 2) px they were found at.
    """
    below = register.disc_plane(plane, layout.depth, size_of(image))
    field = register.star_field(image, below, layout)
    turn, _ = register.best_turn(field, layout, slack)
    if slack > NEAR:
        snap = register.snap(field, layout, turn, (4.0, 2.5, 1.5))
        mended = register.mend(plane, layout, snap, anchors)
        if mended is not None:
            plane, turn = mended, snap.rotation()
            below = register.disc_plane(plane, layout.depth, size_of(image))
            field = register.star_field(image, below, layout)
    return pose_of(layout, plane, below, register.snap(field, layout, turn, (2.5, 1.3, 1.0)), by)


def pose_of(layout: DiscLayout, plane: Array, below: Array, snap: register.Snap, by: By) -> Pose:
    """A pose from the board's plane, the disc's plane, and the stars found on it."""
    linear, rotation = snap.linear(), snap.rotation() % 360
    affine = np.eye(3)
    affine[:2, :2], affine[:2, 2] = linear, snap.model[0]
    placed = np.eye(3)
    placed[:2, :2], placed[:2, 2] = rotation_matrix(snap.turn), layout.centre
    residual = np.zeros((6, 2))
    residual[3:] = snap.model[3:] @ np.linalg.inv(linear).T
    return Pose(
        by=by,
        confidence=snap.share(),
        corners=project(plane, layout.board_corners),
        board_to_image=plane,
        disc_to_image=below @ placed @ affine,
        rotation_deg=rotation,
        round=layout.round_at(rotation),
        residual=residual,
        scale=layout.radius,
        seen=np.where(snap.error > register.AT_HOME, 0.0, snap.seen),
    )
