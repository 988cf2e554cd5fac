"""Lays the figures of tiles over a tile seen straight so that two of their stars lie on likely stars of its ink."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.ink.pose import Array, Floats
from vision.tiles.evidence import SIDE, Patch
from vision.tiles.layout import TileFigure
from vision.tiles.tuning import PLACING

Complex = NDArray[np.complex128]
Laid = NDArray[np.complex64]
_ALONG = np.array([0.2, 0.35, 0.5, 0.65, 0.8], np.float32)
"""Where, along a line, its ink is looked for."""


class Effort(msgspec.Struct, frozen=True):
    """How many likely stars of a patch and pairs of a figure's stars are laid on each other; how many then settled.

    `straight`: only where the figure stands straight on its tile.
    """

    places: int
    anchors: int
    refined: int
    straight: bool = False


class Placed(msgspec.Struct, frozen=True, eq=False, dict=True):
    """A figure laid over a patch: `stars` (n,) complex px; `promise`: how well its stars and lines lie on ink."""

    index: int
    figure: TileFigure
    stars: Complex
    promise: float
    mirrored: bool = False

    @property
    def xy(self) -> Array:
        """(n, 2) px: the stars."""
        return self.stars.view(float).reshape(-1, 2)

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """px: the stars' left, top, right and bottom."""
        x, y = self.stars.real.tolist(), self.stars.imag.tolist()
        return min(x), min(y), max(x), max(y)


def placements(patch: Patch, figures: Sequence[TileFigure], mirrored: bool, effort: Effort) -> list[Placed]:
    """The most promising ways to lay figures over the patch, the best first, a few a figure."""
    ways: list[tuple[Laid, Floats]] = []
    for start in range(0, len(figures), PLACING.max_at_once):
        ways += _ways(patch, figures[start : start + PLACING.max_at_once], mirrored, effort)
    return _likeliest(figures, ways, mirrored, effort.refined)


def _ways(patch: Patch, figures: Sequence[TileFigure], mirrored: bool, effort: Effort) -> list[tuple[Laid, Floats]]:
    """The most promising places (n, m) of each figure's stars, the best first, and (m,) how promising each is."""
    drawn = [figure.stars.conj() if mirrored else figure.stars for figure in figures]
    anchors = [figure.anchors[: effort.anchors] for figure in figures]
    first = np.concatenate([stars[[a for a, _ in pairs]] for stars, pairs in zip(drawn, anchors, strict=True)])
    other = np.concatenate([stars[[b for _, b in pairs]] for stars, pairs in zip(drawn, anchors, strict=True)])
    anchor, grow, origin = _grown(patch, first, other - first, effort)
    ends = np.searchsorted(anchor, np.cumsum([len(pairs) for pairs in anchors])).tolist()
    return [
        _ways_of(patch, figure, stars, origin[start:end], grow[start:end])
        for figure, stars, start, end in zip(figures, drawn, [0, *ends[:-1]], ends, strict=True)
    ]


def _grown(patch: Patch, first: Complex, side: Complex, effort: Effort) -> tuple[NDArray[np.intp], Laid, Laid]:
    """Every way to lay anchors, from star `first` along `side` of their figures (k,), on pairs of likely stars.

    Of each of the m ways: which anchor it is, in order, by how much the figure is grown and turned, and where the
    figure's 0 comes to lie (px).
    """
    places = patch.places[: effort.places]
    apart = places[None, :] - places[:, None]
    length = np.abs(apart)
    start, end = np.nonzero((length > PLACING.min_anchor * SIDE) & (length < PLACING.largest * SIDE))
    between, length = apart[start, end], length[start, end].astype(np.float32)
    wide = (SIDE * np.abs(side)).astype(np.float32)[:, None]
    fits = (length > PLACING.smallest * wide) & (length < PLACING.largest * wide)
    if effort.straight:
        base, period = patch.turns
        times = round(360 / period)  # turns that differ by a period are one turn, so many times as far
        here = (between / length * np.exp(-1j * np.radians(base))) ** times
        there = (side / np.abs(side)) ** times
        alike = np.stack([there.real, there.imag], 1).astype(np.float32) @ np.stack([here.real, here.imag]).astype(
            np.float32
        )
        fits &= alike > np.cos(np.radians(times * PLACING.askew_deg))
    anchor, pair = np.nonzero(fits)
    grow = between.astype(np.complex64)[pair] * (1 / side).astype(np.complex64)[anchor]
    return anchor, grow, places.astype(np.complex64)[start][pair] - grow * first.astype(np.complex64)[anchor]


def _ways_of(patch: Patch, figure: TileFigure, stars: Complex, origin: Laid, grow: Laid) -> tuple[Laid, Floats]:
    """Of one figure, which may be turned and grown by `grow` with its 0 at `origin` px."""
    every = origin + grow * stars.astype(np.complex64)[:, None]
    if not every.size:
        return every, np.empty(0, np.float32)
    on_stars = np.add.reduce(_looked_up(patch.starry, every), 0)
    if len(on_stars) > PLACING.likely:
        likely = np.argpartition(-on_stars, PLACING.likely - 1)[: PLACING.likely]
        every, on_stars = every[:, likely], on_stars[likely]
    promise = PLACING.stars_weight / len(every) * on_stars + (1 - PLACING.stars_weight) * _on_ink(patch, figure, every)
    best = np.argsort(-promise)[: 8 * PLACING.max_places]
    return every[:, best], promise[best]


def _likeliest(
    figures: Sequence[TileFigure], ways: Sequence[tuple[Laid, Floats]], mirrored: bool, count: int
) -> list[Placed]:
    """The `count` most promising of all ways, no more than a few of one figure, each plainly another."""
    promises = np.concatenate([promise for _, promise in ways])
    owners = np.repeat(np.arange(len(ways)), [len(promise) for _, promise in ways])
    starts = np.searchsorted(owners, np.arange(len(ways)))
    found: list[Placed] = []
    kept: dict[int, list[Laid]] = {}
    for at in np.argsort(-promises, kind="stable").tolist():
        k = int(owners[at])
        stars = ways[k][0][:, at - starts[k]]
        others = kept.setdefault(k, [])
        if len(others) < PLACING.max_places and all(np.abs(stars - one).max() > PLACING.other_way_px for one in others):
            others.append(stars)
            found.append(Placed(k, figures[k], stars.astype(np.complex128), float(promises[at]), mirrored))
            if len(found) == count:
                break
    return found


def _on_ink(patch: Patch, figure: TileFigure, stars: Laid) -> Floats:
    """(m,) for (n, m) laid stars: how well their lines lie on ink, the worst of them counting as much as all."""
    a, b = stars[figure.i], stars[figure.j]
    along = a + (b - a) * _ALONG[:, None, None]
    each = np.add.reduce(_looked_up(patch.inky, along.reshape(-1, stars.shape[1])).reshape(along.shape), 0)
    share = np.float32(0.5 / len(_ALONG))
    return np.asarray(share * (np.add.reduce(each, 0) / np.float32(len(a)) + np.minimum.reduce(each, 0)), np.float32)


def _looked_up(plane: Floats, at: Laid) -> Floats:
    """A plane at (rows, columns) points (px of the patch), 0 outside."""
    points = np.ascontiguousarray(at).view(np.float32).reshape(*at.shape, 2)
    seen = cv2.remap(plane, points, None, cv2.INTER_NEAREST, borderMode=cv2.BORDER_CONSTANT)  # type: ignore[call-overload]
    return np.asarray(seen, np.float32)
