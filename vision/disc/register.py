"""Finds the printed stars of a disc whose turn is known under a placed board; mends the place by them and by edges."""

from __future__ import annotations

import itertools
import math

import cv2
import msgspec
import numpy as np

from vision.disc.tuning import TUNING
from vision.disc.turn import repeats, rival_turns, type_scatter, unlikely, visible_at
from vision.ink import opencv
from vision.ink.layout import DiscLayout
from vision.ink.pose import Array, project, terms
from vision.ink.starfield import AT_HOME, SEEN, StarField, fit, peaks

Side = tuple[Array, float, float]
"""A line: its normal, its offset along that, and the share of the side that an edge covers there."""


class Snap(msgspec.Struct, frozen=True, eq=False):
    """The printed stars as found at `turn`.

    `model`: (6, 2) mm, `pose.terms` of disc mm (scale: `radius`) -> how far the star lies from there in the disc frame
    of `turn`. `seen`: (n,) evidence 0…1, NaN where the frame covers the star. `shift`: (n, 2) mm from where the layout
    puts it to where it was found; `error`: (n,) mm from the model to there.
    """

    turn: float
    model: Array
    seen: Array
    error: Array
    shift: Array
    radius: float

    def linear(self) -> Array:
        """2×2: the model's linear part, near the identity."""
        return np.asarray(np.eye(2) + self.model[1:3].T / self.radius)

    def rotation(self) -> float:
        """Degrees clockwise: `turn` and what the model turns further."""
        linear = self.linear()
        return self.turn + math.degrees(math.atan2(linear[1, 0] - linear[0, 1], linear[0, 0] + linear[1, 1]))

    def typical_shift(self) -> float:
        """How far (mm) the stars that were seen lie from where the layout puts them at `turn`: the median."""
        seen = self.seen > SEEN
        return float(np.median(np.linalg.norm(self.shift[seen], axis=1))) if seen.any() else math.inf

    def share(self) -> float:
        """0…1: how many of the visible stars were seen where the model puts them."""
        visible = ~np.isnan(self.seen)
        home = (self.seen > SEEN) & (self.error < AT_HOME)
        return float(home.sum() / max(1, visible.sum()))


_STIFF = np.array([0.02, 0.02, 0.02, 0.15, 0.15, 0.15])
_AFFINE = np.array([0.02, 0.02, 0.02, 1e6, 1e6, 1e6])


def snap(field: StarField, layout: DiscLayout, turn: float, reaches: tuple[float, ...] = (2.5, 1.3, 1.0)) -> Snap:
    """Finds the visible stars near where `turn` puts them and fits a smooth model, in ever smaller reaches (mm)."""
    visible = visible_at(layout, field, turn)
    stars = layout.stars_xy[visible]
    design = terms(stars, layout.radius)
    model = np.zeros((6, 2))
    height = np.zeros(len(stars))
    shift = np.zeros_like(stars)
    for step, reach in enumerate(reaches):
        found, height = peaks(field, layout.to_board(stars + design @ model, turn), reach)
        shift = layout.to_disc(found, turn) - stars
        model = fit(design, shift, height.astype(float) ** 2, _STIFF if step else _AFFINE)
    seen = np.full(len(visible), np.nan)
    error = np.full(len(visible), np.nan)
    moved = np.full((len(visible), 2), np.nan)
    seen[visible], moved[visible] = height, shift
    error[visible] = np.linalg.norm(shift - design @ model, axis=1)
    return Snap(turn, model, seen, error, moved, layout.radius)


def snap_likeliest(
    field: StarField, layout: DiscLayout, slack: float, expected: float | None, reaches: tuple[float, ...]
) -> Snap:
    """`snap` at the disc's turn; where the map leaves a choice, at the turn at which stars of one type look most alike.

    `slack`: mm the stars may lie off; `expected`: where the disc should stand, which tips what is even then.
    """
    snaps = [snap(field, layout, turn, reaches) for turn in rival_turns(field, layout, slack)]
    if len(snaps) == 1:
        return snaps[0]
    return min(snaps, key=lambda one: scatter(field, layout, one) + unlikely(layout, one.turn, expected))


def scatter(field: StarField, layout: DiscLayout, snapped: Snap) -> float:
    """`turn.type_scatter` of the stars where they were found; 0 where the layout knows one type only."""
    rows = np.flatnonzero(snapped.seen > SEEN)
    if len({layout.types[row] for row in rows}) < 2:
        return 0.0
    stars = layout.stars_xy[rows]
    board = layout.to_board(stars + terms(stars, layout.radius) @ snapped.model, snapped.turn)
    return type_scatter(field, layout, rows, board)


def slipped(field: StarField, layout: DiscLayout, snapped: Snap) -> bool:
    """Whether the stars of a regular map may have been taken for their neighbours.

    On a lattice a board one step off may put as many stars on stars; then stars of one type look no more alike where
    they were found than a step further on.
    """
    moved = [msgspec.structs.replace(snapped, model=snapped.model + _first_term(step)) for step in repeats(layout)]
    floor = TUNING.rival * _evidence(field, layout, snapped)
    rivals = [one for one in moved if _evidence(field, layout, one) > floor]
    if not rivals:
        return False
    return scatter(field, layout, snapped) > TUNING.slipped * min(scatter(field, layout, one) for one in rivals)


def _evidence(field: StarField, layout: DiscLayout, snapped: Snap) -> float:
    """Mean blob where the model puts the visible stars."""
    stars = layout.stars_xy[~np.isnan(snapped.seen)]
    board = layout.to_board(stars + terms(stars, layout.radius) @ snapped.model, snapped.turn)
    rows, columns = field.blobs.shape
    at = np.rint((board - field.origin) * field.scale).astype(np.intp)
    inside = ((at >= 0) & (at < [columns, rows])).all(1)
    return float(field.blobs[at[inside, 1], at[inside, 0]].mean()) if inside.any() else 0.0


def _first_term(step: Array) -> Array:
    constant = np.zeros((6, 2))
    constant[0] = step
    return constant


def mend(plane: Array, layout: DiscLayout, snap: Snap, anchors: tuple[Array, Array] | None = None) -> Array | None:
    """`plane` (3×3, board mm -> px) moved so that the stars found lie where they should; None with too few of them.

    The disc turns under the board, so the stars say nothing about the board's own turn: that stays, unless `anchors`
    ((n, 2) board mm on the face, (n, 2) px) say otherwise.
    """
    sure = (snap.seen > SEEN) & (snap.error < TUNING.sure_mm)
    if sure.sum() < TUNING.min_stars:
        return None
    stars = layout.stars_xy[sure]
    found = project(plane, layout.to_board(stars + snap.shift[sure], snap.turn))
    board = layout.to_board(stars, snap.rotation())
    if anchors is not None:
        board = np.concatenate([board, *[anchors[0]] * 3])
        found = np.concatenate([found, *[anchors[1]] * 3])
    return opencv.homography(board, found)


def mend_sides(plane: Array, segments: Array, layout: DiscLayout, stars: Array, image: Array) -> tuple[Array, float]:
    """`plane` (3×3, board mm -> px) moved onto the edges near the board's sides, and the disc's turn under it then.

    Boards carry lines along their edges, so of all choices the one wins that puts the stars (n, 2) disc mm, found at
    `image` (n, 2) px on the face, nearest to where they were found, however the disc is turned; sides without an edge
    stay.
    """
    quad = project(plane, layout.board_corners)
    scale = float(np.sqrt(cv2.contourArea(quad.astype(np.float32)) / (layout.size[0] * layout.size[1])))
    sides = [_side_lines(quad[k], quad[(k + 1) % 4], segments, TUNING.side_mm * scale) for k in range(4)]
    best, turn, least = plane, _turned(plane, layout, stars, image)[0], np.inf
    for chosen in itertools.product(*sides):
        moved = _plane_through(chosen, layout)
        if moved is None:
            continue
        found, off = _turned(moved, layout, stars, image)
        cost = 4 * off - sum(cover for _, _, cover in chosen) / 2
        if cost < least:
            best, turn, least = moved, found, cost
    return best, turn


def _turned(plane: Array, layout: DiscLayout, stars: Array, image: Array) -> tuple[float, float]:
    """The turn (degrees) of a disc whose `stars` are seen at `image`, and how far (mm) they lie off all the same."""
    seen = project(np.asarray(np.linalg.inv(plane), float), image) - layout.centre
    cross = (stars[:, 0] * seen[:, 1] - stars[:, 1] * seen[:, 0]).sum()
    turn = math.degrees(math.atan2(cross, (stars * seen).sum()))
    off = seen + layout.centre - layout.to_board(stars, turn)
    return turn, float(np.sqrt(np.mean(np.sum(off**2, 1))))


def _side_lines(start: Array, end: Array, segments: Array, reach: float) -> list[Side]:
    """The side itself and up to two edges near it: (normal, offset, share of the side covered)."""
    unit = (end - start) / np.linalg.norm(end - start)
    normal = np.array([-unit[1], unit[0]])
    ends = segments.reshape(-1, 2, 2) - start
    off, along = ends @ normal, np.clip(ends @ unit / np.linalg.norm(end - start), 0, 1)
    length = np.ptp(along, axis=1)
    level = np.ptp(off, axis=1) < TUNING.side_slant * np.ptp(ends @ unit, axis=1)
    fit = (np.abs(off).max(1) < reach) & level & (length > TUNING.min_side)
    lines: list[Side] = [(normal, float(normal @ start), 0.0)]
    left = np.flatnonzero(fit)
    left = left[np.argsort(-length[left])]
    one = max(TUNING.one_line_px, TUNING.one_line * reach)
    while len(left) and len(lines) < 4:
        near = np.abs(off[left].mean(1) - off[left[0]].mean()) < one
        lines.append(_line_through(segments[left[near]].reshape(-1, 2), float(min(1, length[left[near]].sum()))))
        left = left[~near]
    return lines


def _line_through(points: Array, cover: float) -> Side:
    middle = points.mean(0)
    normal = np.linalg.svd(points - middle)[2][1]
    return normal, float(normal @ middle), cover


def _plane_through(sides: tuple[Side, ...], layout: DiscLayout) -> Array | None:
    corners = []
    for k in range(4):
        (n1, c1, _), (n2, c2, _) = sides[k - 1], sides[k]
        if abs(n1[0] * n2[1] - n1[1] * n2[0]) < TUNING.corner_sine:
            return None
        corners.append(np.linalg.solve(np.array([n1, n2]), np.array([c1, c2])))
    return opencv.homography(layout.board_corners, np.array(corners))
