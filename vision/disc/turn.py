"""Tells how a disc is turned under its board: by where its stars lie and, where that leaves a choice, by their look;
and where a board lies that is only about placed, by votes of all blobs for all stars."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.disc.tuning import TUNING
from vision.ink.layout import DiscLayout
from vision.ink.pose import Array, Floats, Image
from vision.ink.starfield import COARSE, StarField, disc_plane, star_field
from vision.ranks import median

_TURN_SLACK = np.arange(-8.0, 8.1, 2.0)
_SIZES = (1.0, 0.94, 1.06)
_LOOK_RADII = (0.0, 0.6, 0.95)
"""Radii of the circles on which a star is looked at, as shares of its own."""
_HUE_WEIGHT = 8.0
"""Weight of a star's hue beside its colour. Of 92 pictures by three renderers whose star maps leave a choice of turns,
and which show at least two in five of their stars at the right one, 89 were turned rightly without it, all with it."""


def stars_at(layout: DiscLayout, turns: Array) -> Array:
    """(turns, stars, 2) board mm: every star at every turn (degrees clockwise)."""
    c, s = np.cos(np.radians(turns))[:, None], np.sin(np.radians(turns))[:, None]
    x, y = layout.stars_xy[:, 0], layout.stars_xy[:, 1]
    return np.stack([c * x - s * y, s * x + c * y], 2) + layout.centre


def repeats(layout: DiscLayout) -> Array:
    """(k, 2) disc mm: up to four shifts that put at least two stars in five on stars, as on a lattice; mostly none."""
    cached = layout.__dict__.get("repeats")
    if isinstance(cached, np.ndarray):
        return cached
    stars = layout.stars_xy
    apart = (stars[:, None] - stars[None]).reshape(-1, 2)
    least, reach = TUNING.repeats_mm
    near = apart[(np.abs(apart).max(1) < reach) & (np.linalg.norm(apart, axis=1) > least)]
    counts, edges, _ = np.histogram2d(near[:, 0], near[:, 1], bins=int(reach), range=[[-reach, reach]] * 2)
    order = np.argsort(-counts, axis=None)[:4]
    columns, rows = np.unravel_index(order, counts.shape)
    often = counts[columns, rows] >= TUNING.repeats * len(stars)
    rough = np.stack([edges[columns], edges[rows]], 1)[often] + 0.5 * (edges[1] - edges[0])
    exact = [near[np.linalg.norm(near - shift, axis=1) < TUNING.same_way_mm].mean(0) for shift in rough]
    found = np.array(exact).reshape(-1, 2)
    layout.__dict__["repeats"] = found
    return found


class TurnTable(msgspec.Struct, frozen=True, eq=False):
    """Where the stars fall in a star field at every turn: flat `index` and `visible`, (turns, stars), and the `share`
    of each visible star in the evidence."""

    turns: Array
    index: NDArray[np.int32]
    visible: NDArray[np.bool_]
    share: Floats


def _window_room(layout: DiscLayout, field: StarField) -> Floats:
    rows, columns = field.blobs.shape
    mask = np.zeros((rows, columns), np.uint8)
    cv2.fillPoly(mask, [np.rint((layout.window - field.origin) * field.scale).astype(np.int32)], 255)
    return np.asarray(cv2.distanceTransform(mask, cv2.DIST_L2, 5) / field.scale, np.float32)


def turn_table(layout: DiscLayout, field: StarField) -> TurnTable:
    """The table of `layout` at the field's scale, a turn each degree, computed at its first use."""
    key = f"turns_{field.scale}"
    cached = layout.__dict__.get(key)
    if isinstance(cached, TurnTable):
        return cached
    rows, columns = field.blobs.shape
    turns = np.arange(360.0)
    at = np.rint((stars_at(layout, turns) - field.origin) * field.scale).astype(np.int32)
    inside = (at >= 0).all(2) & (at[..., 0] < columns) & (at[..., 1] < rows)
    at[~inside] = 0
    index = at[..., 1] * columns + at[..., 0]
    room = _window_room(layout, field).ravel()[index]
    visible = inside & (room >= TUNING.whole_star * layout.star_radii)
    share = visible / np.maximum(visible.sum(1, keepdims=True), TUNING.few_stars)
    layout.__dict__[key] = table = TurnTable(turns, index, visible, share.astype(np.float32))
    return table


def visible_at(layout: DiscLayout, field: StarField, turn: float) -> NDArray[np.bool_]:
    """(n,) which stars lie wholly in the window at `turn`."""
    table = turn_table(layout, field)
    return np.asarray(table.visible[round(turn) % 360], np.bool_)


def turn_scores(field: StarField, layout: DiscLayout, slack: float) -> Array:
    """(turns,) mean evidence of the visible stars, half of it within `slack` mm and half within a third of that."""
    table = turn_table(layout, field)
    sizes = [2 * round(reach * field.scale) + 1 for reach in (slack / 3, slack)]
    close, loose = (cv2.dilate(field.blobs, np.ones((size, size), np.uint8)) for size in sizes)
    near = (close + loose).ravel() / 2
    return np.asarray(np.einsum("ij,ij->i", near[table.index], table.share), float)


def rival_turns(field: StarField, layout: DiscLayout, slack: float) -> list[float]:
    """The turns of the disc (degrees clockwise, to about a degree) that the places of its stars leave, best first.

    `slack`: mm the stars may lie off. One, unless the star map looks much like itself when turned.
    """
    return _rivals(turn_scores(field, layout, slack), turn_table(layout, field).turns)


def _rivals(scores: Array, turns: Array) -> list[float]:
    usual = median(scores)
    floor, kept = usual + TUNING.rival_turn * (float(scores.max()) - usual), list[float]()
    for k in np.argsort(-scores):
        if scores[k] < floor or len(kept) == TUNING.max_turns:
            break
        if all(abs(_between(turns[k], other)) > TUNING.other_turn_deg for other in kept):
            kept.append(float(turns[k]))
    return kept


def _between(first: float, second: float) -> float:
    return (first - second + 180) % 360 - 180


def unlikely(layout: DiscLayout, turn: float, expected: float | None) -> float:
    """What a turn off the stops, or off the one `expected`, must do better by to be believed (share of the scatter)."""
    off = TUNING.off_stop if layout.round_at(turn) is None else 0.0
    return off + (
        TUNING.unexpected_turn
        if expected is not None and abs(_between(turn, expected)) > TUNING.other_turn_deg
        else 0.0
    )


def type_scatter(field: StarField, layout: DiscLayout, rows: NDArray[np.intp], board_xy: Array) -> float:
    """How unlike each other the stars of one type look, 0…1 of how unlike all stars look.

    `rows`: (n,) which stars of the layout are believed to lie at (n, 2) board mm. Each star is its colour, less what
    surrounds it, in its middle and halfway to its rim, and its hue (colour less its grey) there and at the rim: a
    bright lamp, or a camera that sharpens, leaves that where brightness tells types no more.
    """
    looks = _looks(field, layout, board_xy)
    kinds = np.array(layout.types)[rows]
    total = _spread(looks)
    return sum(_spread(looks[kinds == kind]) for kind in sorted(set(kinds))) / max(total, 1e-6)


def _spread(looks: Array) -> float:
    away = np.linalg.norm(looks - np.median(looks, axis=0), axis=1)
    return float(np.minimum(away, 2 * np.median(away) + 1e-6).sum())


def _looks(field: StarField, layout: DiscLayout, board_xy: Array) -> Array:
    flat = field.flat.reshape(*field.flat.shape[:2], -1).astype(np.float32)
    radius = float(np.median(layout.star_radii)) * field.scale
    wide = 2 * round(1.6 * radius) + 1
    unlike = cv2.blur(flat, (3, 3)) - cv2.blur(flat, (wide, wide))
    unlike = unlike.reshape(*field.flat.shape[:2], -1)
    rows, columns = field.blobs.shape
    at = (board_xy - field.origin) * field.scale
    angles = np.linspace(0, 2 * np.pi, 8, endpoint=False)
    ring = radius * np.stack([np.cos(angles), np.sin(angles)], 1)
    spots = np.rint(at[:, None, None] + np.array(_LOOK_RADII)[:, None, None] * ring).astype(np.intp)
    spots = np.clip(spots, 0, [columns - 1, rows - 1])
    middle, halfway, rim = np.moveaxis(unlike[spots[..., 1], spots[..., 0]].mean(2), 1, 0)
    hue = middle + halfway + rim
    hue = hue - hue.mean(1, keepdims=True)
    return np.concatenate([middle, halfway, _HUE_WEIGHT * hue], 1).astype(float)


def search(image: Image, plane: Array, layout: DiscLayout, reach: float = 25.0) -> Array | None:
    """`plane` (3×3, board mm -> px) moved by up to `reach` mm and a few per cent to where most stars fall on blobs."""
    size = (image.shape[1], image.shape[0])
    best, most = None, 0.0
    for factor in _SIZES:
        grown = plane @ _about(layout.centre, factor, 0.0, 0.0)
        field = star_field(image, disc_plane(grown, layout.depth, size), layout, COARSE)
        votes, dx, dy = _vote(field, layout, reach)
        if votes > most:
            best, most = plane @ _about(layout.centre, factor, dx, dy), votes
    return best


def _about(centre: Array, factor: float, dx: float, dy: float) -> Array:
    shift = centre * (1 - factor) + factor * np.array([dx, dy])
    return np.array([[factor, 0, shift[0]], [0, factor, shift[1]], [0, 0, 1]])


def _vote(field: StarField, layout: DiscLayout, reach: float) -> tuple[float, float, float]:
    """The most votes for one shift (a vote a visible star, at most about 1) and that shift in board mm."""
    peaks, weight = _peaks(field)
    stops = [layout.rotation_of(k + 1) for k in range(min(layout.rounds, 12))]
    turns = (np.array(stops)[:, None] + _TURN_SLACK).ravel() % 360
    table = turn_table(layout, field)
    visible = table.visible[np.rint(turns).astype(int) % 360]
    cells = int(2 * reach / TUNING.vote_cell_mm) + 1
    best = (0.0, 0.0, 0.0)
    for stars, shown in zip(stars_at(layout, turns), visible, strict=True):
        apart = (peaks[:, None] - stars[None, shown] + reach) / TUNING.vote_cell_mm
        whole = apart.astype(np.int32)
        inside = ((apart >= 0) & (whole < cells - 1)).all(2)
        flat = (whole[..., 1] * cells + whole[..., 0])[inside]
        votes = np.bincount(flat, np.broadcast_to(weight[:, None], inside.shape)[inside], cells * cells)
        spread = cv2.boxFilter(votes.reshape(cells, cells), -1, (2, 2), normalize=False, anchor=(0, 0))
        row, column = divmod(int(spread.argmax()), cells)
        score = float(spread[row, column]) / max(int(shown.sum()), TUNING.few_stars)
        if score > best[0]:
            best = (score, (column + 1) * TUNING.vote_cell_mm - reach, (row + 1) * TUNING.vote_cell_mm - reach)
    return best


def _peaks(field: StarField) -> tuple[Array, Array]:
    top = (field.blobs == cv2.dilate(field.blobs, np.ones((5, 5), np.uint8))) & (field.blobs > TUNING.min_peak)
    rows, columns = np.nonzero(top)
    height = field.blobs[rows, columns]
    order = np.argsort(-height)[: TUNING.max_peaks]
    return np.stack([columns[order], rows[order]], 1) / field.scale + field.origin, height[order].astype(float)
