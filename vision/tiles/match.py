"""Lays the figures of tiles over a tile seen straight, at any turn and size; says how well each explains its ink."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.ink.pose import Array, Floats
from vision.tiles.closer import laid_closer
from vision.tiles.evidence import SIDE, Patch
from vision.tiles.layout import TileFigure
from vision.tiles.placing import Complex, Effort, Placed, placements
from vision.tiles.tuning import PLACING, TUNING

_RIDGE = 1e-9
"""Keeps the map of a figure whose stars lie on one line from having no answer."""
_AROUND = 14
"""Farther (px) from all stars of a figure nothing of it is drawn."""


_ROOM = round(0.05 * SIDE)
"""Ink so far (px) around a figure is laid beside it."""
_THIN, _THICK = (2, 4), (6, 7)
"""How wide lines are drawn, and how large stars (radius), px of the patch."""
STRAIGHT, FEW, MANY = Effort(26, 6, 14, True), Effort(16, 4, 10), Effort(36, 8, 24)
_CLOSELY = Effort(36, 8, 16)


class Match(msgspec.Struct, frozen=True, eq=False):
    """How well one figure explains the ink of a patch, 0…1, where it lies best: `stars`, px, and lines `i`-`j` of them.

    `askew`: it does not stand straight on the patch.
    """

    index: int
    fit: float
    stars: Complex
    i: NDArray[np.intp]
    j: NDArray[np.intp]
    askew: bool = False


def best_matches(
    patch: Patch,
    figures: Sequence[TileFigure],
    mirrored: bool = False,
    thorough: bool = True,
    anywhere: bool = False,
) -> list[Match]:
    """The figures that explain the patch's ink, the best first, one entry a figure.

    `thorough`: look again with more patience where something may be there but nothing is clear. `anywhere`:
    the patch is no tile's outline, so that figures need not lie in its middle.
    """
    if len(patch.places) < 3:
        return []
    quick = _looked_through(patch, figures, mirrored, FEW if anywhere else STRAIGHT, anywhere)
    if not thorough or (quick and not TUNING.faint_match < quick[0].fit < TUNING.clear_match):
        return quick
    return _looked_through(patch, figures, mirrored, MANY, anywhere)


def closest_matches(patch: Patch, figures: Sequence[TileFigure], among: Sequence[int]) -> list[Match]:
    """The same of the figures numbered `among`, with all patience.

    Each is laid on the strokes beside its lines, and drawn thickly, too.
    """
    if len(patch.places) < 3:
        return []
    found = _looked_through(patch, [figures[k] for k in among], False, _CLOSELY, False, closely=True)
    return [msgspec.structs.replace(match, index=among[match.index]) for match in found]


def _looked_through(
    patch: Patch,
    figures: Sequence[TileFigure],
    mirrored: bool,
    effort: Effort,
    anywhere: bool,
    closely: bool = False,
) -> list[Match]:
    refined = _settled(patch, placements(patch, figures, mirrored, effort))
    if not refined:
        return []
    if closely:
        refined = laid_closer(patch, refined)
    aside = [0.0 if anywhere else _off_middle(patch, one) for one in refined]
    off = [loss + _on_solid(patch, one) for loss, one in zip(aside, refined, strict=True)]
    drawn = _drawn(patch, refined, _THIN)
    first = [fit - loss for fit, loss in zip(_fits(patch, drawn, _middle(patch)), off, strict=True)]
    order = sorted(range(len(refined)), key=lambda k: -first[k])
    mask = _around(patch.ink.shape, [refined[k] for k in order[: TUNING.masked_by]])
    seen = _fits(patch, drawn, mask)
    if closely:
        thick = _fits(patch, _drawn(patch, refined, _THICK), mask)
        seen = [max(both) for both in zip(seen, thick, strict=True)]
    fits = [max(fit - loss, 0.0) for fit, loss in zip(seen, off, strict=True)]
    best = _one_each(refined, fits)
    if anywhere:
        return best
    straight = [_straight(patch, match, figures[match.index], mirrored) for match in best]
    return [msgspec.structs.replace(match, askew=not one) for match, one in zip(best, straight, strict=True)]


def _straight(patch: Patch, match: Match, figure: TileFigure, mirrored: bool) -> bool:
    stars = figure.stars.conj() if mirrored else figure.stars
    turn = np.vdot(stars - stars.mean(), match.stars - match.stars.mean())
    return bool(_stands(patch, np.array([turn]))[0])


def _stands(patch: Patch, grow: Complex) -> NDArray[np.bool_]:
    """Which of these turns (complex) lay a figure straight on its tile."""
    base, period = patch.turns
    off = (np.angle(grow, deg=True) - base + period / 2) % period - period / 2
    return np.asarray(np.abs(off) < PLACING.askew_deg)


def _off_middle(patch: Patch, placed: Placed) -> float:
    """What a figure loses for lying aside: figures are printed in the middle of their tiles."""
    rows, columns = patch.ink.shape
    left, top, right, bottom = placed.bounds
    middle = complex((right - left) / 2 + left - columns / 2, (bottom - top) / 2 + top - rows / 2)
    return max(0.0, abs(middle) / SIDE - TUNING.aside)


def _on_solid(patch: Patch, placed: Placed) -> float:
    """What a figure loses for lying on a broad patch of colour, whose rim is no figure."""
    if patch.most_solid <= TUNING.some_solid:
        return 0.0
    box = _box(placed, 2 * _ROOM)
    solid = patch.solid[box]
    if solid.max(initial=0.0) <= TUNING.some_solid:
        return 0.0
    around = _around(solid.shape, [placed], (-box[1].start, -box[0].start))
    return max(0.0, float(solid[around].mean()) - TUNING.some_solid)


def _one_each(placed: Sequence[Placed], fits: Sequence[float]) -> list[Match]:
    best: dict[int, Match] = {}
    for one, fit in zip(placed, fits, strict=True):
        if one.index not in best or fit > best[one.index].fit:
            best[one.index] = Match(one.index, fit, one.stars, one.figure.i, one.figure.j)
    return sorted(best.values(), key=lambda match: -match.fit)


def _settled(patch: Patch, placed: Sequence[Placed]) -> list[Placed]:
    """The same with the stars of each pulled to the blobs near them, all together by one affine map."""
    there, model, laid = (
        np.zeros((len(placed), max((len(one.stars) for one in placed), default=0)), complex) for _ in range(3)
    )
    for k, one in enumerate(placed):
        n = len(one.stars)
        there[k, :n], model[k, :n], laid[k, :n] = 1, one.figure.stars, one.stars
    design = np.stack([model, model.conj(), there], 2)  # an affine map of the plane is a·z + b·conj(z) + c
    sound = np.ones(len(placed), bool)
    turned_over = np.array([one.mirrored for one in placed], bool)
    for reach in (TUNING.snap_px, 3.0):
        away = np.abs(laid[:, :, None] - patch.places)
        near = away.min(2, initial=np.inf) < reach
        pull = np.where(near, patch.places[away.argmin(2)], laid)
        weighed = (np.where(near, 1.0, 0.25) ** 2)[:, :, None] * design
        gram = weighed.conj().transpose(0, 2, 1) @ design + _RIDGE * np.eye(3)
        maps = np.linalg.solve(gram, weighed.conj().transpose(0, 2, 1) @ pull[:, :, None])
        sound &= _plausible(np.abs(maps[:, 0, 0]), np.abs(maps[:, 1, 0]), turned_over)
        laid[sound] = (design @ maps)[sound, :, 0]
    return [msgspec.structs.replace(one, stars=laid[k, : len(one.stars)]) for k, one in enumerate(placed)]


def _plausible(turned: Array, flipped: Array, turned_over: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether tiles seen straight may be so much wider than tall: about as wide, and not turned over.

    `turned`, `flipped`: the sizes of what an affine map turns and grows, and of what it flips over besides.
    """
    narrow, wide = np.abs(turned - flipped), turned + flipped
    return np.asarray(((turned > flipped) != turned_over) & (narrow > TUNING.min_narrow * wide), bool)


def _around(shape: tuple[int, ...], placed: Sequence[Placed], offset: tuple[int, int] = (0, 0)) -> NDArray[np.bool_]:
    """Where any of these figures lies, with some room around it, moved by `offset` (columns, rows)."""
    mask = np.zeros(shape, np.uint8)
    for one in placed:
        cv2.fillPoly(mask, [cv2.convexHull(np.rint(one.xy).astype(np.int32))], 1, offset=offset)
    return np.asarray(cv2.dilate(mask, np.ones((2 * _ROOM + 1, 2 * _ROOM + 1), np.uint8)) > 0, np.bool_)


def _middle(patch: Patch) -> NDArray[np.bool_]:
    """The middle of the tile, where figures are printed."""
    rows, columns = patch.ink.shape
    mask = np.zeros((rows, columns), np.bool_)
    mask[rows // 7 : -(rows // 7), columns // 7 : -(columns // 7)] = True
    return mask


def _fits(patch: Patch, drawn: Floats, mask: NDArray[np.bool_]) -> list[float]:
    """How much of the ink within the mask each figure explains: correlation with its best mix of stars and lines.

    `drawn`: (n, 2, rows, columns).
    """
    if not mask.any():
        return [0.0] * len(drawn)
    left, top, wide, tall = cv2.boundingRect(mask.astype(np.uint8))
    box = slice(top, top + tall), slice(left, left + wide)
    within = mask[box].ravel().astype(np.float32)
    share = float(within.sum())
    soft = patch.soft[box].ravel() * within
    target = np.asarray(soft - within * np.float32(soft.sum() / share), np.float32)
    norm = float(target @ target)
    if norm < 1e-6:
        return [0.0] * len(drawn)
    inside = drawn[:, :, *box].reshape(len(drawn), 2, -1) * within
    totals, along = (inside @ np.stack([within, target], 1)).astype(float).transpose(2, 0, 1)
    grams = (inside @ inside.transpose(0, 2, 1)).astype(float) - totals[:, :, None] * totals[:, None] / share
    return np.sqrt(_explained(grams + 1e-6 * np.eye(2), along) / norm).tolist()  # type: ignore[no-any-return]


def _drawn(patch: Patch, placed: Sequence[Placed], pen: tuple[int, int]) -> Floats:
    """(n, 2, rows, columns): the figures' lines and their stars as soft masks, so wide and so large (radius, px)."""
    soft = np.zeros((len(placed), 2, *patch.ink.shape), np.float32)
    both = np.zeros((2, *patch.ink.shape), np.uint8)
    for one, planes in zip(placed, soft, strict=True):
        both[:] = 0
        _draw(both, one, pen)
        box = _box(one, _AROUND)
        for drawn, plane in zip(both, planes, strict=True):
            if drawn[box].size:
                plane[box] = cv2.GaussianBlur(drawn[box].astype(np.float32), (9, 9), 1.4)
    return soft


def _box(placed: Placed, room: int) -> tuple[slice, slice]:
    """The rows and columns around a figure, with so much room (px)."""
    left, top, right, bottom = placed.bounds
    rows = slice(int(max(top - room, 0)), int(max(bottom + room, 1)))
    return rows, slice(int(max(left - room, 0)), int(max(right + room, 1)))


def _draw(both: NDArray[np.uint8], placed: Placed, pen: tuple[int, int]) -> None:
    """Draw a figure's lines on the first of `both` planes, its stars on the other."""
    width, radius = pen
    points = np.rint(placed.xy * 16).astype(np.int32)
    cv2.polylines(both[0], list(points[placed.figure.ends]), False, 255, width, cv2.LINE_AA, 4)
    for point in points.tolist():
        cv2.circle(both[1], point, radius * 16, 255, -1, cv2.LINE_AA, 4)


def _explained(grams: Array, along: Array) -> Array:
    """(n,) how much of a target of mean 0 the best mixes, of no less than nothing, of two parts each explain.

    `grams` (n, 2, 2): the parts' products, less their means; `along` (n, 2): theirs with the target.
    """
    (a, b), (_, c) = grams.transpose(1, 2, 0)
    u, v = along.T
    x, y = (c * u - b * v) / (a * c - b * b), (a * v - b * u) / (a * c - b * b)
    alone = np.maximum(np.where(u > 0, u * u / a, 0.0), np.where(v > 0, v * v / c, 0.0))
    return np.asarray(np.where((x < 0) | (y < 0), alone, np.maximum(x * u + y * v, 0.0)))
