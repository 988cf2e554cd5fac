"""Finds a star disc in a photograph: first the board, then the turn of the disc, then the printed stars."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec
import numpy as np

from engines.errors import Finding, NotPossible, finding
from vision.disc import register
from vision.disc.tuning import TUNING
from vision.disc.turn import search, turn_scores
from vision.disc.wayup import most_upright, other_ways, quarter_turned
from vision.ink import markers, opencv
from vision.ink.diagnosis import MIRRORED
from vision.ink.glare import PX_PER_MM, glare_on
from vision.ink.layout import DiscLayout, rotation_matrix
from vision.ink.light import PlayArea, play_area, window_mask
from vision.ink.pose import Array, By, Image, Pose, project
from vision.ink.rectangles import boards, edges
from vision.ink.starfield import AT_HOME, COARSE, SEEN, disc_plane, star_field
from vision.ink.tuning import MARKERS

_CENTRE = np.zeros((1, 2))
NO_BOARD: Final = finding("disc.none", "no board in the picture: neither markers nor the board's outline can be seen")
NO_STARS: Final = finding(
    "disc.no_stars",
    "something like the board is there, but its printed stars cannot be seen where they should be",
)
GLARE: Final = finding(
    "disc.glare",
    "a lamp is mirrored in the disc and hides its lines: move the lamp or turn the board, and photograph again",
)


def locate_disc(
    image: Image,
    layout: DiscLayout,
    *,
    last: Pose | None = None,
    rotation_hint: float | None = None,
    before: Image | None = None,
) -> Pose:
    """Where the board and its disc lie in `image` (uint8, grey or BGR).

    `last`: where the board lay in an earlier picture; where it still lies there nothing else is looked for.
    `rotation_hint`: degrees clockwise, where the disc should stand; it settles what a regular star map leaves open.
    `before`: a picture of the same board, perhaps from the same place, for when this one does not show enough of it.
    Raises NotPossible with a short reason when no board is found, BadInput when `image` is none.
    """
    picture = _Picture(opencv.checked(image), opencv.grey(image), layout, rotation_hint)
    best, marked = _likeliest(picture, last, before)
    if layout.markers is None and _mirrored(picture, best):
        raise NotPossible.of(MIRRORED)
    if best is None or best.confidence < enough(best):
        raise NotPossible.of(_why_none(picture, best, marked))
    return best if best.confidence >= TUNING.poor_confidence else _by_votes(best, picture)


def _likeliest(picture: _Picture, last: Pose | None, before: Image | None) -> tuple[Pose | None, Pose | None]:
    """The pose at which most stars are seen, and one that rests on markers, each None where there is none."""
    best: Pose | None = None
    marked: Pose | None = None
    others = TUNING.other_looks
    for pose, firm in _attempts(picture, last, before):
        if pose.confidence >= (enough(pose) if firm else _sure(pose)):
            return pose, marked
        best = pose if best is None or pose.confidence > best.confidence else best
        marked = pose if pose.markers >= markers.SURE_MARKERS else marked
        others -= best.confidence >= enough(best)
        if others < 0:
            break
    return best, marked


def _sure(pose: Pose) -> float:
    """The confidence from which on a board that markers did not place is surely there."""
    return max(enough(pose), TUNING.sure_confidence)


def _mirrored(picture: _Picture, best: Pose | None) -> bool:
    """Whether a board without markers is surely seen in the mirror image, and not in the picture as it is."""
    if best is not None and best.confidence >= _sure(best):
        return False
    flipped = msgspec.structs.replace(
        picture,
        image=np.ascontiguousarray(picture.image[:, ::-1]),
        grey=np.ascontiguousarray(picture.grey[:, ::-1]),
    )
    other, _ = _likeliest(flipped, None, None)
    seen = 0.0 if best is None else best.confidence
    return other is not None and other.confidence > max(_sure(other), seen + TUNING.better_by)


def _why_none(picture: _Picture, best: Pose | None, marked: Pose | None) -> Finding:
    """Why too few of the stars are seen at the `best` of the poses; `marked`: one that rests on markers."""
    there = marked if marked is not None else best
    if there is None or (marked is None and there.confidence < TUNING.half_seen * enough(there)):
        return NO_BOARD
    glare = glare_on(window_area(picture.image, there, picture.layout))
    return GLARE if glare.share > TUNING.flooded else NO_STARS


def _by_votes(poor: Pose, picture: _Picture) -> Pose:
    """A pose near a `poor` one where more of the stars are seen, else that one."""
    moved = search(picture.image, poor.board_to_image, picture.layout)
    if moved is None:
        return poor
    pose = settle(picture, moved, poor.by, TUNING.rough_mm)
    return pose if pose.confidence > poor.confidence + TUNING.better_by else poor


class _Attempt(NamedTuple):
    """A pose to judge; `firm`: its board's place is known to a millimetre, so that half its stars are proof enough."""

    pose: Pose
    firm: bool = False


class _Picture(msgspec.Struct, frozen=True, eq=False):
    """One picture to find one board in; `expected`: where its disc should stand."""

    image: Image
    grey: Image
    layout: DiscLayout
    expected: float | None

    @property
    def size(self) -> tuple[int, int]:
        """(columns, rows)."""
        return self.grey.shape[1], self.grey.shape[0]


def enough(pose: Pose) -> float:
    """The share of visible stars that chance does not reach: more for few stars."""
    visible = int(np.count_nonzero(~np.isnan(pose.seen)))
    return min(0.9, 0.3 + 0.7 / math.sqrt(max(1, visible)))


def _attempts(picture: _Picture, last: Pose | None, before: Image | None) -> Iterator[_Attempt]:
    """Poses to judge, the cheapest and likeliest first."""
    doubtful: list[tuple[Array, By]] = []
    if last is not None:
        yield from _unmoved(picture, last)
    if picture.layout.markers is not None:
        yield from _by_markers(picture, 1.0, MARKERS.constant, doubtful)
    segments = edges.edge_segments(picture.grey)
    yield from _by_outline(picture, segments, doubtful)
    if picture.layout.markers is not None:
        yield from _by_markers(picture, 2.0, MARKERS.faint_constant, doubtful)
    yield from _by_outline(picture, edges.coarse_segments(picture.image), doubtful)
    for plane in _earlier_planes(picture, last, before):
        doubtful.append((plane, "reference"))
        yield _Attempt(settle(picture, plane, "reference", TUNING.rough_mm))
    for plane, by in doubtful:
        moved = search(picture.image, plane, picture.layout)
        if moved is not None:
            pose = settle(picture, moved, by, TUNING.rough_mm)
            yield _Attempt(_right_way_up(pose, picture, segments) if by == "outline" else pose)


def _unmoved(picture: _Picture, last: Pose) -> Iterator[_Attempt]:
    """The pose of a board that has not moved since `last`, but for a disc turned from stop to stop."""
    pose = settle(picture, last.board_to_image, "reference", TUNING.near_mm)
    step = abs(picture.layout.step_deg) or 360.0
    turned = (pose.rotation_deg - last.rotation_deg + step / 2) % step - step / 2
    moved = np.linalg.norm(pose.to_image(_CENTRE) - last.to_image(_CENTRE)) / last.px_per_mm()
    grown = pose.px_per_mm() / last.px_per_mm()
    still = moved < TUNING.still_mm and abs(turned) < TUNING.still_deg
    if pose.confidence > TUNING.as_sure * last.confidence and still and TUNING.grown[0] < grown < TUNING.grown[1]:
        yield _Attempt(pose, firm=True)


def _earlier_planes(picture: _Picture, last: Pose | None, before: Image | None) -> Iterator[Array]:
    if last is not None:
        yield last.board_to_image
    if before is not None:
        try:
            yield locate_disc(before, picture.layout, rotation_hint=picture.expected).board_to_image
        except NotPossible:
            return


def _by_markers(
    picture: _Picture, zoom: float, constant: float, doubtful: list[tuple[Array, By]]
) -> Iterator[_Attempt]:
    layout = picture.layout
    assert layout.markers is not None
    found = markers.find_markers(picture.grey, layout.markers, zoom=zoom, constant=constant)
    group = markers.agreeing(found, layout.markers)
    plane = markers.plane_of(group, layout, picture.size)
    if plane is None:
        return
    doubtful.append((plane, "markers"))
    slack = TUNING.near_mm if len(group) >= 4 else TUNING.rough_mm
    pose = settle(picture, plane, "markers", slack, markers.anchors(group, layout.markers) if len(group) > 1 else None)
    if len(group) <= 2:
        pose = _on_the_edges(pose, picture, edges.edge_segments(picture.grey))
    yield _Attempt(msgspec.structs.replace(pose, markers=len(group)), firm=slack == TUNING.near_mm)


def _by_outline(picture: _Picture, segments: Array, doubtful: list[tuple[Array, By]]) -> Iterator[_Attempt]:
    quads = boards.board_quads(segments, picture.size, picture.layout)
    looks: list[tuple[float, Array]] = []
    for plane in (opencv.homography(picture.layout.board_corners, quad) for quad in quads):
        if plane is not None:
            looks.append((_first_look(picture, plane), plane))
            if looks[-1][0] > TUNING.good_first_look:
                yield _Attempt(_right_way_up(settle(picture, plane, "outline", TUNING.rough_mm), picture, segments))
    looks.sort(key=lambda look: -look[0])
    doubtful += [(plane, "outline") for _, plane in looks[:2]]
    for look, plane in looks[:3]:
        if look <= TUNING.good_first_look:
            yield _Attempt(_right_way_up(settle(picture, plane, "outline", TUNING.rough_mm), picture, segments))


def _first_look(picture: _Picture, plane: Array) -> float:
    """The share of the stars, about, that lie on blobs when the board lies at `plane`."""
    layout = picture.layout
    field = star_field(picture.image, disc_plane(plane, layout.depth, picture.size), layout, COARSE)
    return float(turn_scores(field, layout, TUNING.rough_mm).max())


def _right_way_up(pose: Pose, picture: _Picture, segments: Array) -> Pose:
    """`pose`, found by its stars, with the board turned as its edges and 3-point stars say, and its sides on edges."""
    if pose.confidence < enough(pose):
        return pose
    turned = quarter_turned(pose.board_to_image, segments, picture.layout)
    if turned is not None:
        pose = settle(picture, turned, "outline", TUNING.rough_mm)
    others = [
        settle(picture, pose.board_to_image @ way, "outline", TUNING.rough_mm) for way in other_ways(picture.layout)
    ]
    rivals = [pose, *(other for other in others if other.confidence > TUNING.rival * pose.confidence)]
    best = pose if len(rivals) == 1 else most_upright(rivals, picture.grey, picture.layout, picture.expected)
    return _on_the_edges(best, picture, segments)


def _on_the_edges(pose: Pose, picture: _Picture, segments: Array) -> Pose:
    """`pose` with its board's sides on the edges near them; a pose that is none stays as it is."""
    if pose.confidence < enough(pose):
        return pose
    layout = picture.layout
    stars = layout.stars_xy[pose.seen > SEEN]
    board = layout.to_board(stars, pose.rotation_deg)
    face = _face_px(pose, board, stars, disc_plane(pose.board_to_image, layout.depth, picture.size))
    plane, turn = register.mend_sides(pose.board_to_image, segments, layout, stars, face)
    return msgspec.structs.replace(
        pose,
        board_to_image=plane,
        corners=project(plane, layout.board_corners),
        rotation_deg=turn % 360,
        round=layout.round_at(turn),
    )


def _face_px(pose: Pose, board: Array, stars: Array, below: Array) -> Array:
    """(n, 2) px: where (n, 2) disc mm would be seen if they lay on the board's face."""
    return pose.to_image(stars) + project(pose.board_to_image, board) - project(below, board)


def settle(picture: _Picture, plane: Array, by: By, slack: float, anchors: tuple[Array, Array] | None = None) -> Pose:
    """The pose of a board whose face lies within `slack` mm of `plane` (3×3, board mm -> px).

    A rough plane is mended first, with the stars and `anchors`: (n, 2) board mm and the (n, 2) px they were found at.
    """
    layout = picture.layout
    below = disc_plane(plane, layout.depth, picture.size)
    field = star_field(picture.image, below, layout)
    if slack <= TUNING.near_mm:
        snap = register.snap_likeliest(field, layout, slack, picture.expected, TUNING.fine_steps_mm)
        return pose_of(layout, plane, below, snap, by)
    snap = register.snap_likeliest(field, layout, slack, picture.expected, TUNING.rough_steps_mm)
    best = pose_of(layout, plane, below, snap, by)
    for _ in range(3):
        mended = register.mend(plane, layout, snap, anchors)
        if mended is None:
            break
        plane, below = mended, disc_plane(mended, layout.depth, picture.size)
        field = star_field(picture.image, below, layout)
        snap = register.snap(field, layout, snap.rotation(), TUNING.fine_steps_mm)
        before, best = best.confidence, pose_of(layout, plane, below, snap, by)
        if best.confidence < before or snap.typical_shift() < TUNING.close_mm:
            break
    if register.slipped(field, layout, snap):
        return msgspec.structs.replace(best, confidence=0.0)
    return best


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
        plane=below @ placed @ affine,
        rotation_deg=rotation,
        round=layout.round_at(rotation),
        residual=residual,
        scale=layout.radius,
        seen=np.where(snap.error > AT_HOME, 0.0, snap.seen),
    )


def window_area(image: Image, pose: Pose, layout: DiscLayout) -> PlayArea:
    """What the window of the board at `pose` shows."""
    grid = pose.grid(layout, PX_PER_MM)
    window, visible = window_mask(layout, pose.rotation_deg, grid.halved()), ~np.isnan(pose.seen)
    stars = layout.stars_xy[visible]
    return play_area(image, pose.plane, pose.corners, grid, window, stars, pose.seen[visible])
