"""Tells how a disc is turned under its board: by where its stars lie and, where that leaves a choice, by their look."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.disc.tuning import TUNING
from vision.ink.layout import DiscLayout
from vision.ink.pose import Array
from vision.ink.starfield import Floats, StarField


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
    layout.__dict__[key] = table = TurnTable(turns, index, visible)
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
    sums = (near[table.index] * table.visible).sum(1)
    return np.asarray(sums / np.maximum(table.visible.sum(1), TUNING.few_stars), float)


def rival_turns(field: StarField, layout: DiscLayout, slack: float) -> list[float]:
    """The turns of the disc (degrees clockwise, to about a degree) that the places of its stars leave, best first.

    `slack`: mm the stars may lie off. One, unless the star map looks much like itself when turned.
    """
    return _rivals(turn_scores(field, layout, slack), turn_table(layout, field).turns)


def _rivals(scores: Array, turns: Array) -> list[float]:
    usual = float(np.median(scores))
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
    surrounds it, in its middle and halfway to its rim.
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
    ring = 0.6 * radius * np.stack([np.cos(angles), np.sin(angles)], 1)
    spots = np.rint(np.concatenate([at[:, None], at[:, None] + ring], 1)).astype(np.intp)
    spots = np.clip(spots, 0, [columns - 1, rows - 1])
    seen = unlike[spots[..., 1], spots[..., 0]]
    return np.concatenate([seen[:, 0], seen[:, 1:].mean(1)], 1).astype(float)
