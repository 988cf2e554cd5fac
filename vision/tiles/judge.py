"""How likely a patch shows a tile, and which: from how well figures fit, and what else is known."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from statistics import median

import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.ink.pose import project
from vision.ranks import median_of_columns
from vision.tiles.evidence import Patch
from vision.tiles.layout import TileSet
from vision.tiles.match import Match
from vision.tiles.owned import Owned, likeness
from vision.tiles.tint import type_odds
from vision.tiles.tuning import TUNING


class Sight(msgspec.Struct, frozen=True, eq=False, dict=True):
    """A place that was looked at: its patch and the figures that explain its ink, the best first.

    `alone`: strokes without a tile's outline around them; `side`: the length of the outline's sides, px; `closely`:
    the figures were laid on it with all patience, which makes wrong ones fit better, too.
    """

    patch: Patch
    matches: Sequence[Match]
    alone: bool
    side: float
    closely: bool = False

    @property
    def ahead(self) -> float:
        """How much better the best figure fits than all others."""
        return self.matches[0].fit - (self.matches[1].fit if len(self.matches) > 1 else 0.0)

    @cached_property
    def width(self) -> float:
        """How wide the best figure is in the picture, px."""
        stars = self.matches[0].stars
        seen = project(self.patch.plane, np.stack([stars.real, stars.imag], 1))
        return float(np.hypot(*(seen[:, None] - seen).transpose(2, 0, 1)).max())

    @cached_property
    def contrast(self) -> float:
        """How far the best figure's lines stand out from the ground beside them, in spreads of that ground."""
        match = self.matches[0]
        a, b = match.stars[match.i], match.stars[match.j]
        on = self._colours(np.concatenate([a + (b - a) * share for share in (0.3, 0.5, 0.7)]))
        spread = float(np.linalg.norm(self._beside - self.ground, axis=1).mean())
        return float(np.linalg.norm(np.median(on, axis=0) - self.ground)) / (spread + 0.5)

    @cached_property
    def ground(self) -> NDArray[np.float64]:
        """(3,) Lab: the usual colour beside the best figure's lines."""
        return np.asarray(np.median(self._beside, axis=0))

    @cached_property
    def _beside(self) -> NDArray[np.float64]:
        match = self.matches[0]
        a, b = match.stars[match.i], match.stars[match.j]
        aside = TUNING.aside_px * 1j * (b - a) / np.maximum(np.abs(b - a), 1e-6)
        return self._colours(
            np.concatenate([a + (b - a) * share + way * aside for share in (0.35, 0.5, 0.65) for way in (-1, 1)])
        )

    def _colours(self, at: NDArray[np.complex128]) -> NDArray[np.float64]:
        """(n, 3) Lab colours of the patch at points (px)."""
        rows, columns = self.patch.lab.shape[:2]
        x = np.clip(np.rint(at.real), 0, columns - 1).astype(np.intp)
        y = np.clip(np.rint(at.imag), 0, rows - 1).astype(np.intp)
        return np.asarray(self.patch.lab[y, x], float)


class Judged(msgspec.Struct, frozen=True):
    """Which match of a sight is the likeliest, how likely, and the figures it may be instead."""

    best: int
    p: float
    rivals: tuple[tuple[str, float], ...]


class Sizes(msgspec.Struct, frozen=True, eq=False):
    """How large the sure tiles of a picture are: their sides, how wide their figures are, and a unit of those (px).

    `grounds`: the colours (Lab) on which they are printed.
    """

    side: float
    width: float
    unit: float
    grounds: Sequence[NDArray[np.float64]] = ()

    @property
    def sides(self) -> tuple[float, float]:
        """Between which lengths (px) an outline's sides are that may be such a tile's, however slanted."""
        return self.side / float(np.exp(TUNING.other_large)), self.side * float(np.exp(TUNING.other_large))

    def fit(self, sight: Sight, tiles: TileSet | None) -> bool:
        """Whether a sight is about as large: its outline, or its strokes as figures of one width or of one scale."""
        if not sight.alone or tiles is None:
            return sight.alone or self.as_large(sight.side)
        unit = sight.width / tiles.figures[sight.matches[0].index].width
        off = np.log([sight.width / self.width, unit / self.unit])
        return bool(np.abs(off).min() < TUNING.as_large)

    def as_large(self, side: float) -> bool:
        """Whether an outline of this length (px) is about as large."""
        return abs(float(np.log(side / self.side))) < TUNING.as_large

    def other(self, side: float) -> bool:
        """Whether an outline of this length (px) is too large or too small for such a tile, however slanted."""
        least, most = self.sides
        return not least <= side <= most

    def same_ground(self, wide: Patch) -> bool:
        """Whether a patch shows the ground on which a sure tile is printed, and another one around it.

        `wide`: with what lies around its outline, a twelfth of it at each edge.
        """
        lab, rim = wide.lab, wide.lab.shape[0] // 16
        inner = lab[3 * rim : -3 * rim, 3 * rim : -3 * rim]
        usual = median_of_columns(inner.reshape(-1, 3))
        apart = [np.abs(usual - ground) for ground in self.grounds]
        if not any(a[0] < TUNING.same_light and np.linalg.norm(a[1:]) < TUNING.same_tint for a in apart):
            return False
        sides = (lab[:rim], lab[-rim:], lab[:, :rim], lab[:, -rim:])
        around = [np.linalg.norm(median_of_columns(side.reshape(-1, 3)) - usual) for side in sides]
        return float(min(around)) > TUNING.around

    def other_ground(self, sight: Sight) -> bool:
        """Whether strokes, or what was laid on closely, are printed on another colour than all sure tiles."""
        tints = [np.linalg.norm((sight.ground - ground)[1:]) for ground in self.grounds]
        return (sight.alone or sight.closely) and bool(tints) and float(min(tints)) > TUNING.other_tint


def sizes_of(sights: Sequence[Sight], tiles: TileSet) -> Sizes | None:
    """The sizes of sure tiles; None where there is none with an outline."""
    outlined = [sight for sight in sights if not sight.alone]
    if not outlined:
        return None
    widths = [sight.width for sight in outlined]
    units = [sight.width / tiles.figures[sight.matches[0].index].width for sight in outlined]
    sides = [sight.side for sight in outlined]
    grounds = [sight.ground for sight in outlined]
    return Sizes(median(sides), median(widths), median(units), grounds)


def tile_odds(sight: Sight, best: int = 0, sizes: Sizes | None = None, tiles: TileSet | None = None) -> float:
    """Nats for the match `best` to be a tile beside being none; `sizes`: of the sure tiles of the picture."""
    fits = np.array([match.fit for match in sight.matches])
    ahead = min(float(fits[best] - np.delete(fits, best).max(initial=0.0)), TUNING.max_ahead)
    worth = TUNING.strokes if sight.alone else TUNING.closely if sight.closely else TUNING.outlined
    odds = worth.fit * (float(fits[best]) - worth.usual_fit) + worth.ahead * (ahead - worth.usual_ahead)
    odds += float(
        np.clip(TUNING.contrast * np.log(max(sight.contrast, 1e-3) / TUNING.usual_contrast), -TUNING.max_contrast, 1.5)
    )
    if sight.matches[best].askew:
        odds -= worth.askew
    if sizes is not None and not sizes.fit(sight, tiles):
        odds -= TUNING.other_size
    return odds


def judged(
    sight: Sight, tiles: TileSet, prior: NDArray[np.float64], owned: Owned | None, sizes: Sizes | None
) -> Judged | None:
    """The likeliest tile of a sight with its rivals; None where it is likelier no tile at all.

    `prior`: (n,) nats by which the record favours each tile, 0 at best.
    """
    rows = np.array([match.index for match in sight.matches])
    other = prior[rows] + type_odds(sight.patch, [tiles.figures[row].tile.type for row in rows])
    other = other + likeness(sight.patch, [tiles.figures[row].tile.id for row in rows], owned)
    weight = TUNING.sharpness * np.array([match.fit for match in sight.matches]) + other
    best = int(weight.argmax())
    share = np.exp(weight - weight[best])
    share /= share.sum()
    there = 1 / (1 + np.exp(-(tile_odds(sight, best, sizes, tiles) + other[best])))
    crooked = sight.closely and sight.matches[best].askew
    faint = sight.alone and sight.matches[best].fit < TUNING.faint
    if crooked or faint or (sizes is not None and sizes.other_ground(sight)):
        there = min(there, TUNING.asked)
    p = share * there
    if p[best] < TUNING.listed:
        return None
    likely = [k for k in np.argsort(-p)[1:4] if p[k] > TUNING.named]
    rivals = tuple((tiles.figures[rows[k]].tile.id, round(float(p[k]), 4)) for k in likely)
    return Judged(best, round(float(p[best]), 4), rivals)
