"""Lays the figures of tiles over a tile seen straight, at any turn and size; says how well each explains its ink."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.pose import Array
from vision.tiles.layout import TileFigure
from vision.tiles.patch import SIDE, Floats, Patch

Complex = NDArray[np.complex128]
_SMALLEST, _LARGEST = 0.18, 1.0
"""How wide a figure may be, in shares of the patch's longer side."""
_STARS_WEIGHT = 0.5
_LIKELY = 150
_KEPT = 3
_MASKED_BY = 5
_SNAP = 5.0
_ASIDE = 0.06
_SOME_SOLID = 0.06
_ALONG = np.array([0.2, 0.35, 0.5, 0.65, 0.8])
"""Where, along a line, its ink is looked for."""


class Effort(msgspec.Struct, frozen=True):
    """How many likely stars of a patch and pairs of a figure's stars are laid on each other; how many then settled.

    `straight`: only where the figure stands straight on its tile.
    """

    places: int
    anchors: int
    refined: int
    straight: bool = False


STRAIGHT, FEW, MANY = Effort(26, 6, 14, True), Effort(16, 4, 10), Effort(36, 8, 24)
_FAINT, CLEAR = 0.3, 0.72
"""Fits between which a second look is worth its while."""
_ASKEW = 12.0
"""Degrees by which a figure printed straight may seem askew."""


class Placed(msgspec.Struct, frozen=True, eq=False):
    """A figure laid over a patch: `stars` (n,) complex px; `promise`: how well its stars and lines lie on ink."""

    index: int
    figure: TileFigure
    stars: Complex
    promise: float
    mirrored: bool = False


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
    if not thorough or (quick and not _FAINT < quick[0].fit < CLEAR):
        return quick
    return _looked_through(patch, figures, mirrored, MANY, anywhere)


def _looked_through(
    patch: Patch, figures: Sequence[TileFigure], mirrored: bool, effort: Effort, anywhere: bool
) -> list[Match]:
    pairs = _pairs_of(patch, effort)
    ways = [
        placed for k, figure in enumerate(figures) for placed in _placements(patch, pairs, k, figure, mirrored, effort)
    ]
    if not ways:
        return []
    ways.sort(key=lambda placed: -placed.promise)
    refined = [_settled(patch, placed) for placed in ways[: effort.refined]]
    aside = [0.0 if anywhere else _off_middle(patch, one) for one in refined]
    off = [loss + _on_solid(patch, one) for loss, one in zip(aside, refined, strict=True)]
    drawn = [_drawn(patch, one) for one in refined]
    first = [fit - loss for fit, loss in zip(_fits(patch, drawn, _middle(patch)), off, strict=True)]
    order = sorted(range(len(refined)), key=lambda k: -first[k])
    mask = _around(patch, [refined[k] for k in order[:_MASKED_BY]])
    fits = [max(fit - loss, 0.0) for fit, loss in zip(_fits(patch, drawn, mask), off, strict=True)]
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
    return np.asarray(np.abs(off) < _ASKEW)


def _off_middle(patch: Patch, placed: Placed) -> float:
    """What a figure loses for lying aside: figures are printed in the middle of their tiles."""
    rows, columns = patch.ink.shape
    middle = complex(
        np.ptp(placed.stars.real) / 2 + placed.stars.real.min() - columns / 2,
        np.ptp(placed.stars.imag) / 2 + placed.stars.imag.min() - rows / 2,
    )
    return max(0.0, abs(middle) / SIDE - _ASIDE)


def _on_solid(patch: Patch, placed: Placed) -> float:
    """What a figure loses for lying on a broad patch of colour, whose rim is no figure."""
    return max(0.0, float(patch.solid[_around(patch, [placed])].mean()) - _SOME_SOLID)


def _one_each(placed: Sequence[Placed], fits: Sequence[float]) -> list[Match]:
    best: dict[int, Match] = {}
    for one, fit in zip(placed, fits, strict=True):
        if one.index not in best or fit > best[one.index].fit:
            best[one.index] = Match(one.index, fit, one.stars, one.figure.i, one.figure.j)
    return sorted(best.values(), key=lambda match: -match.fit)


class Pairs(msgspec.Struct, frozen=True, eq=False):
    """Pairs of likely stars of a patch that a figure's stars may lie on: (k,) complex px, of the first and between.

    `length` px and `angle` degrees of what lies between.
    """

    start: Complex
    between: Complex
    length: NDArray[np.float64]
    angle: NDArray[np.float64]


def _pairs_of(patch: Patch, effort: Effort) -> Pairs:
    places = patch.places[: effort.places]
    apart = places[None, :] - places[:, None]
    length = np.abs(apart)
    start, end = np.nonzero((length > 0.15 * SIDE) & (length < _LARGEST * SIDE))
    between = apart[start, end]
    return Pairs(places[start], between, length[start, end], np.angle(between, deg=True))


def _placements(
    patch: Patch, pairs: Pairs, index: int, figure: TileFigure, mirrored: bool, effort: Effort
) -> list[Placed]:
    """The most promising ways to lay a figure so that two of its outer stars lie on likely stars of the patch."""
    stars = figure.stars.conj() if mirrored else figure.stars
    base, period = patch.turns
    laid = []
    for a, b in figure.anchors[: effort.anchors]:
        side = complex(stars[b] - stars[a])
        fits = (pairs.length > _SMALLEST * SIDE * abs(side)) & (pairs.length < _LARGEST * SIDE * abs(side))
        if effort.straight:
            turned = np.degrees(np.angle(side)) + base - period / 2
            fits &= np.abs((pairs.angle - turned) % period - period / 2) < _ASKEW
        grow = pairs.between[fits] / side
        laid.append(pairs.start[fits, None] + grow[:, None] * (stars - stars[a]))
    every = np.concatenate(laid)
    if not len(every):
        return []
    on_stars = _looked_up(patch.starry, every)
    likely = np.argpartition(-on_stars.sum(1), min(_LIKELY, len(every)) - 1)[:_LIKELY]
    every = every[likely]
    promise = _promise(patch, figure, every, on_stars[likely])
    found: list[Placed] = []
    for k in np.argsort(-promise)[: 8 * _KEPT]:
        if all(np.abs(every[k] - other.stars).max() > 6 for other in found):
            found.append(Placed(index, figure, every[k], float(promise[k]), mirrored))
            if len(found) == _KEPT:
                break
    return found


def _promise(patch: Patch, figure: TileFigure, stars: Complex, on_stars: Floats) -> NDArray[np.float64]:
    """(m,) for (m, n) laid stars: how well stars lie on likely stars and lines on ink."""
    a, b = stars[:, figure.i], stars[:, figure.j]
    on_ink = _looked_up(patch.inky, a + (b - a) * _ALONG[:, None, None]).mean(0)
    lines = (on_ink.mean(1) + on_ink.min(1)) / 2
    return np.asarray(_STARS_WEIGHT * on_stars.mean(1) + (1 - _STARS_WEIGHT) * lines, float)


def _looked_up(plane: Floats, at: Complex) -> Floats:
    """A padded plane at points (px of the patch), 0 far outside."""
    last = 3 * SIDE - 1
    columns = np.clip(at.real + (SIDE + 0.5), 0, last).astype(np.intp)
    rows = np.clip(at.imag + (SIDE + 0.5), 0, last).astype(np.intp)
    return np.asarray(plane.ravel()[rows * (3 * SIDE) + columns], np.float32)


def _settled(patch: Patch, placed: Placed) -> Placed:
    """The same with its stars pulled to the blobs near them, all together by one affine map."""
    stars = placed.stars
    model = np.stack([placed.figure.stars.real, placed.figure.stars.imag, np.ones(len(stars))], 1)
    for reach in (_SNAP, 3.0):
        away = np.abs(stars[:, None] - patch.places)
        nearest = away.argmin(1)
        pull = np.where(away.min(1) < reach, patch.places[nearest], stars)
        firm = np.where(away.min(1) < reach, 1.0, 0.25)[:, None]
        target = np.stack([pull.real, pull.imag], 1)
        affine = np.linalg.lstsq(model * firm, target * firm, rcond=None)[0]
        if not _plausible(affine[:2], (np.linalg.det(affine[:2]) > 0) != placed.mirrored):
            break
        moved = model @ affine
        stars = moved[:, 0] + 1j * moved[:, 1]
    return msgspec.structs.replace(placed, stars=stars)


def _plausible(affine: Array, right_way_round: bool) -> bool:
    """Whether a tile seen straight may be so much wider than tall: about as wide, and not turned over."""
    wide, narrow = np.linalg.svd(affine, compute_uv=False)
    return bool(right_way_round and narrow > 0.7 * wide)


def _around(patch: Patch, placed: Sequence[Placed]) -> NDArray[np.bool_]:
    """Where any of these figures lies, with some room around it."""
    mask = np.zeros(patch.ink.shape, np.uint8)
    for one in placed:
        points = np.stack([one.stars.real, one.stars.imag], 1)
        cv2.fillPoly(mask, [cv2.convexHull(np.rint(points).astype(np.int32))], 1)
    room = 2 * round(0.05 * SIDE) + 1
    return np.asarray(cv2.dilate(mask, np.ones((room, room), np.uint8)) > 0, np.bool_)


def _middle(patch: Patch) -> NDArray[np.bool_]:
    """The middle of the tile, where figures are printed."""
    rows, columns = patch.ink.shape
    mask = np.zeros((rows, columns), np.bool_)
    mask[rows // 7 : -(rows // 7), columns // 7 : -(columns // 7)] = True
    return mask


def _fits(patch: Patch, drawn: Sequence[Floats], mask: NDArray[np.bool_]) -> list[float]:
    """How much of the ink within the mask each figure explains: correlation with its best mix of stars and lines."""
    at = np.flatnonzero(mask)
    if not len(at):
        return [0.0] * len(drawn)
    soft = np.asarray(cv2.GaussianBlur(patch.ink, (0, 0), 1.2), np.float32).ravel()[at]
    target = np.asarray(soft - soft.mean(), np.float32)
    norm = float(target @ target)
    if norm < 1e-6:
        return [0.0] * len(drawn)
    return [_explained(planes[:, at], target, norm) for planes in drawn]


def _drawn(patch: Patch, placed: Placed) -> Floats:
    """(2, rows · columns): the figure's lines and its stars as soft masks."""
    lines, marks = np.zeros(patch.ink.shape, np.uint8), np.zeros(patch.ink.shape, np.uint8)
    points = np.rint(np.stack([placed.stars.real, placed.stars.imag], 1) * 16).astype(np.int32)
    for a, b in zip(placed.figure.i.tolist(), placed.figure.j.tolist(), strict=True):
        cv2.line(lines, points[a].tolist(), points[b].tolist(), 255, 2, cv2.LINE_AA, 4)
    for point in points.tolist():
        cv2.circle(marks, point, 4 * 16, 255, -1, cv2.LINE_AA, 4)
    return np.stack([cv2.GaussianBlur(plane, (0, 0), 1.4).ravel() for plane in (lines, marks)]).astype(np.float32)


def _explained(parts: Floats, target: Floats, norm: float) -> float:
    """How much of the target (n,), of mean 0, the best mix of parts (2, n) explains, 0…1."""
    total = parts.sum(1).astype(float)
    gram = (parts @ parts.T).astype(float) - np.outer(total, total) / parts.shape[1] + 1e-6 * np.eye(2)
    along = (parts @ target).astype(float)
    mix = np.linalg.solve(gram, along)
    if (mix < 0).any():
        alone = np.where(along > 0, along**2 / np.diag(gram), 0.0)
        return float(np.sqrt(max(alone.max(), 0.0) / norm))
    return float(np.sqrt(max(float(mix @ along), 0.0) / norm))
