"""Reads which constellation tiles lie in a picture: by figure first, by type and by what the record expects besides."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from engines.errors import BadInput, NotPossible
from vision import opencv
from vision.light import Light, Trouble, sharpness
from vision.pose import Array, Image, project
from vision.quads import find_quads
from vision.tiles.figures import find_strokes
from vision.tiles.layout import TileSet
from vision.tiles.match import Match, best_matches
from vision.tiles.owned import Owned, likeness
from vision.tiles.patch import Patch, patch_of, seen_ratio
from vision.tiles.tint import type_odds

SHARPNESS = 32.0
"""Nats that a whole unit of fit is worth."""
NOTHING, CLUTTER = 0.53, 0.6
"""The fit that a flat thing reaches that is no tile, and that strokes reach of which many were tried."""
LEAST_FIT = 0.42
_AHEAD, _FORGIVEN, _MOST_FORGIVEN, _EXCUSED = 0.1, 0.75, 0.15, 0.9
_ALONE_FIT, _ALONE_MARGIN = 0.66, 0.1
"""What strokes without a tile's outline around them must reach."""
SURE = 0.97
UNEXPECTED = 0.02
"""The chance that a tile lies there that the record does not expect."""
_MOST = 40
_MIRRORED, _CLEARLY = 6, 0.72
_OVERLAID = 12.0
_LISTED = 0.15
_CLUSTERS = 20


class FoundTile(msgspec.Struct, frozen=True):
    """A tile that was read: its id, how likely, its corners (px, clockwise from the printed top left), and rivals."""

    tile: str
    p: float
    corners: tuple[tuple[float, float], ...]
    rivals: tuple[tuple[str, float], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Plain JSON values."""
        shape: dict[str, Any] = {"tile": self.tile, "p": self.p, "corners": [list(corner) for corner in self.corners]}
        if self.rivals:
            shape["or"] = [{"tile": tile, "p": p} for tile, p in self.rivals]
        return shape


class TilesReading(msgspec.Struct, frozen=True, kw_only=True):
    """The tiles of one picture, from left to right; `doubtful`: those about which a person should be asked."""

    tiles: tuple[FoundTile, ...]
    doubtful: tuple[FoundTile, ...]
    light: Light
    ms: Mapping[str, float]

    def as_json(self) -> dict[str, Any]:
        """The reading as plain JSON values, in the shape that the command line prints."""
        every = {id(tile): tile for tile in (*self.tiles, *self.doubtful)}.values()
        confidence = max((tile.p for tile in every), default=0.0)
        corners = [list(corner) for tile in list(every)[:1] for corner in tile.corners]
        return {
            "game": "tiles",
            "located": {"by": "outline", "corners": corners, "confidence": confidence},
            "tiles": [tile.as_json() for tile in self.tiles],
            "doubtful": [tile.as_json() for tile in self.doubtful],
            "light": msgspec.to_builtins(self.light),
            "ms": dict(self.ms),
        }


def read_tiles(
    image: Image | Sequence[Image],
    tiles: TileSet,
    *,
    expect: Collection[str] = (),
    remaining: Collection[str] = (),
    owned: Owned | None = None,
) -> TilesReading:
    """The tiles that lie face up in `image` (uint8, grey or BGR), or in the sharpest of a burst.

    `expect`: ids of the tiles the record believes to lie there; `remaining`: of those that may. Both are evidence, not
    truth. `owned`: photographs of the owner's own tiles. Raises NotPossible where there is no tile, BadInput for
    senseless input.
    """
    begun = time.perf_counter()
    frames = [image] if isinstance(image, np.ndarray) else list(image)
    if not frames:
        raise BadInput("image: expected one picture at least")
    frame = opencv.coloured(max((opencv.checked(frame) for frame in frames), key=sharpness))
    prior = _prior(tiles, expect, remaining)
    start = time.perf_counter()
    quads = find_quads(frame)
    located = time.perf_counter()
    search = _Search(frame, tiles, prior, owned)
    search.look_at([quad for quad in quads if _as_long(quad, frame, tiles.aspect)])
    search.look_at(find_strokes(frame, _CLUSTERS), cut=False)
    found = _each_once(search.tiles())
    if not any(tile.p > SURE for tile in found) and search.mirrored(quads):
        raise NotPossible("the picture is mirrored, as by a selfie camera: switch mirroring off")
    if not found:
        raise NotPossible("no constellation tile in the picture" if quads else "nothing like a tile in the picture")
    done = time.perf_counter()
    spent = {"locate": located - start, "read": done - located, "total": done - begun}
    return TilesReading(
        tiles=tuple(tile for tile in found if tile.p >= 0.5),
        doubtful=tuple(tile for tile in found if tile.p < SURE),
        light=_light(frame, found),
        ms={name: round(1000 * seconds, 2) for name, seconds in spent.items()},
    )


def _prior(tiles: TileSet, expect: Collection[str], remaining: Collection[str]) -> NDArray[np.float64]:
    """(n,) nats by which the record favours each tile; the favoured ones stand at 0."""
    prior = np.zeros(len(tiles.figures))
    for what, names in (("expect", expect), ("remaining", remaining)):
        unknown = sorted(set(names) - set(tiles.ids))
        if unknown:
            raise BadInput(f"{what}: {unknown[0]!r} is no tile of the layout")
        likely = np.array([name in names for name in tiles.ids])
        if likely.any() and not likely.all():
            prior += np.where(likely, 0.0, np.log(UNEXPECTED * likely.sum() / (~likely).sum()))
    return prior


class _Search:
    """Looks at one place of a picture after the other and keeps the likeliest tile of each."""

    def __init__(self, frame: Image, tiles: TileSet, prior: NDArray[np.float64], owned: Owned | None) -> None:
        self.frame, self.all, self.prior, self.owned = frame, tiles, prior, owned
        self.found: list[tuple[Array, FoundTile]] = []

    def look_at(self, quads: Sequence[Array], cut: bool = True) -> None:
        """Look for a tile at each of these places, but for those where a tile has been found beyond doubt.

        `cut`: the quads are the tiles' own outlines, as long and wide as tiles are.
        """
        for quad in quads[:_MOST]:
            sure = [other for other, tile in self.found if tile.p > SURE]
            if not any(_same_place(quad, other) or (not cut and _holds(_grown(other), quad)) for other in sure):
                self._look(quad, cut)

    def _look(self, quad: Array, cut: bool) -> None:
        patch = patch_of(self.frame, quad, self.all.aspect if cut else 1.0)
        figures, alone = self.all.figures, not cut
        matches = best_matches(patch, figures, thorough=cut, anywhere=alone) if patch.may_hold_a_figure else []
        if not matches or matches[0].fit < (_ALONE_FIT if alone else LEAST_FIT):
            return
        if alone and len(matches) > 1 and matches[0].fit - matches[1].fit < _ALONE_MARGIN:
            return
        tile = _judged(patch, matches, self.all, self.prior, self.owned, alone)
        if tile is not None and not any(_same_place(quad, other) and old.p >= tile.p for other, old in self.found):
            self.found = [(other, old) for other, old in self.found if not _same_place(quad, other)]
            self.found.append((quad, tile))

    def mirrored(self, quads: Sequence[Array]) -> bool:
        """Whether a tile lies at one of these places as seen in a mirror."""
        for quad in quads[:_MIRRORED]:
            patch = patch_of(self.frame, quad, self.all.aspect)
            if patch.may_hold_a_figure:
                turned = best_matches(patch, self.all.figures, mirrored=True, thorough=False)
                plain = best_matches(patch, self.all.figures, thorough=False)
                if turned and turned[0].fit > _CLEARLY and turned[0].fit > plain[0].fit + 0.1:
                    return True
        return False

    def tiles(self) -> list[FoundTile]:
        """The tiles found, from left to right."""
        return [tile for _, tile in sorted(self.found, key=lambda pair: float(pair[0][:, 0].mean()))]


def _as_long(quad: Array, frame: Image, aspect: float | None) -> bool:
    """Whether a quad is about as long for its width as the tiles are."""
    if aspect is None:
        return True
    ratio = seen_ratio(quad, (frame.shape[1], frame.shape[0]))
    return bool(0.75 < max(ratio, 1 / ratio) / aspect < 1.33)


def _same_place(quad: Array, other: Array) -> bool:
    """Whether two quads are about one thing: their middles lie near each other, or one's within the other."""
    areas = [float(cv2.contourArea(one.astype(np.float32))) for one in (quad, other)]
    if np.hypot(*(quad.mean(0) - other.mean(0))) < 0.5 * np.sqrt(max(areas)):
        return True
    return max(areas) < _OVERLAID * min(areas) and (_holds(quad, other) or _holds(other, quad))


def _grown(quad: Array) -> Array:
    """The quad with what its own edges make of the table around it."""
    return np.asarray(quad.mean(0) + (quad - quad.mean(0)) * 1.2)


def _holds(quad: Array, other: Array) -> bool:
    x, y = other.mean(0).tolist()
    return cv2.pointPolygonTest(quad.astype(np.float32).reshape(-1, 1, 2), (x, y), False) >= 0


def _judged(
    patch: Patch,
    matches: Sequence[Match],
    tiles: TileSet,
    prior: NDArray[np.float64],
    owned: Owned | None,
    alone: bool,
) -> FoundTile | None:
    """The likeliest tile of a patch with its rivals; None where it is likelier no tile at all.

    `alone`: strokes without a tile's outline around them. Flat things that are no tiles are about as like one figure
    as like another, so that what is like one figure only may fit less well.
    """
    rows = np.array([match.index for match in matches])
    fits = np.array([match.fit for match in matches])
    weight = SHARPNESS * fits + prior[rows]
    weight = weight + type_odds(patch, [tiles.figures[row].tile.type for row in rows])
    weight = weight + likeness(patch, [tiles.figures[row].tile.id for row in rows], owned)
    plain = _shares(weight, SHARPNESS * (CLUTTER if alone else NOTHING))
    excused = _shares(weight, SHARPNESS * (NOTHING - forgiven(fits, int(weight.argmax()))))
    # What is a tile only because nothing else is like it is asked about.
    p = plain if alone else np.maximum(plain, np.minimum(excused, _EXCUSED))
    order = np.argsort(-p)
    best = int(order[0])
    if p[best] < _LISTED:
        return None
    rivals = tuple((tiles.figures[rows[k]].tile.id, round(float(p[k]), 4)) for k in order[1:4] if p[k] > 0.02)
    corners = _corners(patch, matches[best], tiles)
    return FoundTile(tiles.figures[rows[best]].tile.id, round(float(p[best]), 4), corners, rivals)


def _shares(weight: NDArray[np.float64], nothing: float) -> NDArray[np.float64]:
    """(n,) probabilities of things with these log-weights beside that of nothing."""
    top = max(float(weight.max()), nothing)
    share = np.exp(weight - top)
    return np.asarray(share / (share.sum() + np.exp(nothing - top)))


def forgiven(fits: NDArray[np.float64], best: int) -> float:
    """How much less well (in fit) the figure `best` may fit where it fits far better than all others."""
    ahead = float(fits[best] - np.delete(fits, best).max(initial=0.0))
    return min(max(_FORGIVEN * (ahead - _AHEAD), 0.0), _MOST_FORGIVEN)


def _corners(patch: Patch, match: Match, tiles: TileSet) -> tuple[tuple[float, float], ...]:
    """The tile's corners in the picture, clockwise from the one that is its top left when its figure stands upright."""
    rows, columns = patch.ink.shape
    flat = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], float) - 0.5
    stars = tiles.figures[match.index].stars
    turn = float(np.angle(np.vdot(stars - stars.mean(), match.stars - match.stars.mean())))
    first = round(turn / (np.pi / 2)) % 4
    return tuple((round(float(x), 2), round(float(y), 2)) for x, y in np.roll(project(patch.plane, flat), -first, 0))


def _each_once(found: Sequence[FoundTile]) -> list[FoundTile]:
    """The same with doubt where one tile seems to lie there twice: each exists once."""
    twice = {tile.tile for tile in found if sum(other.tile == tile.tile for other in found) > 1}
    best = {name: max(tile.p for tile in found if tile.tile == name) for name in twice}
    return [
        msgspec.structs.replace(tile, p=min(tile.p, 0.49 if tile.p < best[tile.tile] else 0.9))
        if tile.tile in twice
        else tile
        for tile in found
    ]


def _light(frame: Image, found: Sequence[FoundTile]) -> Light:
    """Whether the tiles can be seen well."""
    grey = opencv.grey(frame)
    bright, contrast = [], []
    for tile in found:
        mask = np.zeros(grey.shape, np.uint8)
        cv2.fillPoly(mask, [np.rint(np.array(tile.corners)).astype(np.int32)], 1)
        values = grey[mask > 0]
        if len(values):
            low, high = np.percentile(values, [2, 98])
            bright.append(float(high))
            contrast.append(float(high - low))
    why = []
    if bright and min(bright) < 45:
        why.append(Trouble.TOO_DARK)
    if contrast and min(contrast) < 18:
        why.append(Trouble.GLARE)
    return Light(not why, tuple(why))
