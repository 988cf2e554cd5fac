"""Finds the printed stars of a disc once the board is roughly placed: the turn of the disc, then every star.

Works on the play area seen straight on in the board frame, at two pixels a millimetre (one for a first look). A star
is a small blob that differs from what surrounds it in any colour channel, brighter or darker; pen strokes, edges and
lamps are no blobs.
"""

from __future__ import annotations

import math

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision import opencv
from vision.layout import DiscLayout
from vision.pose import Array, Image, project, terms

FINE, COARSE = 2.0, 1.0
MARGIN = 4.0
# A star was seen when its blob is at least this strong and this near (mm) to where the model puts it.
SEEN, AT_HOME = 0.3, 0.6

Floats = NDArray[np.float32]


class StarField(msgspec.Struct, frozen=True, eq=False):
    """How much each point of the play area looks like a star: `blobs` (rows, columns), about 0…1.

    `origin`: board mm of pixel (0, 0); `scale`: pixels a millimetre.
    """

    blobs: Floats
    origin: Array
    scale: float


def disc_plane(board_to_image: Array, depth: float, size: tuple[int, int]) -> Array:
    """3×3, board mm on a plane `depth` mm below the face -> px, for a camera with a usual lens (66° across `size`)."""
    camera = opencv.usual_camera(size)
    turn = np.linalg.solve(camera, board_to_image)
    turn = turn * (2 / (np.linalg.norm(turn[:, 0]) + np.linalg.norm(turn[:, 1])))
    if turn[2, 2] < 0:
        turn = -turn
    below = turn.copy()
    below[:, 2] += depth * np.cross(turn[:, 0], turn[:, 1])
    return np.asarray(camera @ below)


def star_field(image: Image, plane: Array, layout: DiscLayout, scale: float = FINE) -> StarField:
    """The star field of the play area; `plane`: 3×3, board mm in the disc's plane -> px."""
    low, high = layout.window.min(0) - MARGIN, layout.window.max(0) + MARGIN
    columns, rows = (np.ceil((high - low) * scale).astype(int) + 1).tolist()
    unit = np.array([[1 / scale, 0, low[0]], [0, 1 / scale, low[1]], [0, 0, 1]])
    flat = cv2.warpPerspective(image, plane @ unit, (columns, rows), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    return StarField(_blobs(np.asarray(flat, np.uint8), scale * float(np.median(layout.star_radii))), low, scale)


def _blobs(flat: Image, radius: float) -> Floats:
    wide = 2 * round(radius * 1.3) + 1
    unlike = cv2.absdiff(flat, cv2.boxFilter(flat, -1, (wide, wide)))
    sigma = max(0.8, 0.55 * radius)
    hole = np.ones((2 * round(0.4 * radius) + 1,) * 2, np.uint8)
    filled = cv2.morphologyEx(opencv.brightest(np.asarray(unlike, np.uint8)), cv2.MORPH_CLOSE, hole)
    smooth = cv2.GaussianBlur(filled.astype(np.float32), (0, 0), sigma)
    xx = cv2.Sobel(smooth, cv2.CV_32F, 2, 0)
    yy = cv2.Sobel(smooth, cv2.CV_32F, 0, 2)
    xy = cv2.Sobel(smooth, cv2.CV_32F, 1, 1)
    bend = cv2.magnitude(0.5 * (xx - yy), xy)
    blobs = cv2.max(-0.5 * (xx + yy) - bend, 0)
    return np.asarray(blobs / (blobs + np.float32(_level(blobs))), np.float32)


def _level(blobs: Floats) -> float:
    return max(float(np.percentile(blobs[::3, ::3], 97)), 1e-3)


def stars_at(layout: DiscLayout, turns: Array) -> Array:
    """(turns, stars, 2) board mm: every star at every turn (degrees clockwise)."""
    c, s = np.cos(np.radians(turns))[:, None], np.sin(np.radians(turns))[:, None]
    x, y = layout.stars_xy[:, 0], layout.stars_xy[:, 1]
    return np.stack([c * x - s * y, s * x + c * y], 2) + layout.centre


class TurnTable(msgspec.Struct, frozen=True, eq=False):
    """Where the stars fall in a star field at every turn: flat `index` and `visible`, (turns, stars)."""

    turns: Array
    index: NDArray[np.int32]
    visible: NDArray[np.bool_]


def _window_room(layout: DiscLayout, field: StarField) -> Floats:
    rows, columns = field.blobs.shape
    mask = np.zeros((rows, columns), np.uint8)
    cv2.fillPoly(mask, [np.rint((layout.window - field.origin) * field.scale).astype(np.int32)], 255)
    return np.asarray(cv2.distanceTransform(mask, cv2.DIST_L2, 5) / field.scale, np.float32)


def turn_table(layout: DiscLayout, field: StarField) -> TurnTable:
    """The table of `layout` at the field's scale (a turn each half degree or degree), computed at its first use."""
    key = f"turns_{field.scale}"
    cached = layout.__dict__.get(key)
    if isinstance(cached, TurnTable):
        return cached
    rows, columns = field.blobs.shape
    turns = np.arange(0, 360, 1 / field.scale)
    at = np.rint((stars_at(layout, turns) - field.origin) * field.scale).astype(np.int32)
    inside = (at >= 0).all(2) & (at[..., 0] < columns) & (at[..., 1] < rows)
    at[~inside] = 0
    index = at[..., 1] * columns + at[..., 0]
    room = _window_room(layout, field).ravel()[index]
    layout.__dict__[key] = table = TurnTable(turns, index, inside & (room >= 0.8 * layout.star_radii))
    return table


def visible_at(layout: DiscLayout, field: StarField, turn: float) -> NDArray[np.bool_]:
    """(n,) which stars lie wholly in the window at `turn`."""
    table = turn_table(layout, field)
    return table.visible[round((turn % 360) * field.scale) % len(table.turns)]


def best_turn(field: StarField, layout: DiscLayout, slack: float = 1.0) -> tuple[float, float]:
    """The turn (degrees) at which most stars lie on blobs, `slack` mm apart at most, and the mean evidence there."""
    table = turn_table(layout, field)
    width = 2 * round(slack * field.scale) + 1
    near = cv2.dilate(field.blobs, np.ones((width, width), np.uint8)).ravel()
    sums = (near[table.index] * table.visible).sum(1)
    scores = sums / np.maximum(table.visible.sum(1), 8)
    best = int(scores.argmax())
    return float(table.turns[best]), float(scores[best])


class Snap(msgspec.Struct, frozen=True, eq=False):
    """The printed stars as found at `turn`.

    `model`: (6, 2) mm, `pose.terms` of disc mm (scale: `radius`) -> how far the star lies from there in the disc frame
    of `turn`. `seen`: (n,) evidence 0…1, NaN where the frame covers the star. `error`: (n,) mm from the model.
    """

    turn: float
    model: Array
    seen: Array
    error: Array
    radius: float

    def linear(self) -> Array:
        """2×2: the model's linear part, near the identity."""
        return np.asarray(np.eye(2) + self.model[1:3].T / self.radius)

    def rotation(self) -> float:
        """Degrees clockwise: `turn` and what the model turns further."""
        linear = self.linear()
        return self.turn + math.degrees(math.atan2(linear[1, 0] - linear[0, 1], linear[0, 0] + linear[1, 1]))

    def share(self) -> float:
        """0…1: how many of the visible stars were seen where the model puts them."""
        visible = ~np.isnan(self.seen)
        home = (self.seen > SEEN) & (self.error < AT_HOME)
        return float(home.sum() / max(1, visible.sum()))


def _peaks(field: StarField, board_xy: Array, reach: float) -> tuple[Array, Array]:
    """Blob peaks within `reach` mm of (n, 2) board mm: (n, 2) board mm, and (n,) their heights."""
    half = max(1, round(reach * field.scale))
    pad = half + 1
    offsets = np.arange(-half, half + 1)
    rows, columns = field.blobs.shape
    padded = cv2.copyMakeBorder(field.blobs, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=0.0)
    base = np.clip(np.rint((board_xy - field.origin) * field.scale).astype(np.intp), 0, [columns - 1, rows - 1]) + pad
    patches = padded[base[:, 1, None, None] + offsets[:, None], base[:, 0, None, None] + offsets]
    fall = np.exp(-0.5 * (offsets / (0.7 * half)) ** 2).astype(np.float32)
    best = (patches * fall * fall[:, None]).reshape(len(base), -1).argmax(1)
    x, y = base[:, 0] + offsets[best % len(offsets)], base[:, 1] + offsets[best // len(offsets)]
    height = padded[y, x]
    peak = np.stack(
        [
            x + _vertex(padded[y, x - 1], height, padded[y, x + 1]),
            y + _vertex(padded[y - 1, x], height, padded[y + 1, x]),
        ],
        1,
    )
    return (peak - pad) / field.scale + field.origin, height


def _vertex(before: Floats, at: Floats, after: Floats) -> Floats:
    bend = np.minimum(before - 2 * at + after, -1e-6)
    return np.asarray(np.clip(0.5 * (before - after) / bend, -0.5, 0.5))


def _fit(design: Array, shift: Array, weight: Array, stiff: Array) -> Array:
    """(6, 2) robust ridge fit of `shift` (n, 2) mm on `design` (n, 6)."""
    coefficients = np.zeros((design.shape[1], 2))
    for round_off in (1.0, 0.5, 0.3):
        miss = np.linalg.norm(shift - design @ coefficients, axis=1)
        w = weight / (1 + (miss / round_off) ** 2) ** 2
        gram = (design.T * w) @ design + np.diag(stiff)
        coefficients = np.linalg.solve(gram, (design.T * w) @ shift)
    return coefficients


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
        found, height = _peaks(field, layout.to_board(stars + design @ model, turn), reach)
        shift = layout.to_disc(found, turn) - stars
        model = _fit(design, shift, height.astype(float) ** 2, _STIFF if step else _AFFINE)
    seen = np.full(len(visible), np.nan)
    error = np.full(len(visible), np.nan)
    seen[visible] = height
    error[visible] = np.linalg.norm(shift - design @ model, axis=1)
    return Snap(turn, model, seen, error, layout.radius)


def mend(plane: Array, layout: DiscLayout, snap: Snap, anchors: tuple[Array, Array] | None = None) -> Array | None:
    """`plane` (3×3, board mm -> px) moved so that the stars found lie where they should; None with too few of them.

    The disc turns under the board, so the stars say nothing about the board's own turn: that stays, unless `anchors`
    ((n, 2) board mm on the face, (n, 2) px) say otherwise.
    """
    sure = (snap.seen > SEEN) & (snap.error < 0.8)
    if sure.sum() < 10:
        return None
    stars = layout.stars_xy[sure]
    found = project(plane, layout.to_board(stars + terms(stars, layout.radius) @ snap.model, snap.turn))
    board = layout.to_board(stars, snap.rotation())
    if anchors is not None:
        board = np.concatenate([board, *[anchors[0]] * 3])
        found = np.concatenate([found, *[anchors[1]] * 3])
    return opencv.homography(board, found)
