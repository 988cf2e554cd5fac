"""Whether the tiles of a picture are seen in a mirror, as by a selfie camera."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from vision.ink.pose import Array, Image
from vision.tiles.judge import SURE, Judged, Sight
from vision.tiles.layout import TileSet
from vision.tiles.match import best_matches
from vision.tiles.patch import patch_of

_LOOKED_AT = 6
_CLEARLY, _AHEAD = 0.72, 0.1
"""How well a figure's mirror image fits where a tile is seen in a mirror, and how much better than all figures."""
_COMPARED = 4
"""How many of the surest tiles are laid beside the mirror images of all figures."""
_PLAINLY = 0.05
"""So much better one of the two fits where it is plain whether a tile that was found is seen in a mirror."""


class Sides(msgspec.Struct, frozen=True):
    """Of the surest tiles of a picture, how many more are seen as they are than in a mirror.

    `open`: the ids of those that may as well be another tile that is seen in a mirror.
    """

    ahead: int
    open: frozenset[str]


def sides_of(found: Sequence[tuple[Sight, Judged]], tiles: TileSet) -> Sides:
    """Whether the sure tiles among `found` fit their figures better than the mirror images of all figures do.

    A figure that is about its own mirror image says nothing, and is right either way.
    """
    ahead, undecided = 0, set()
    sure = sorted((one for one in found if one[1].p > SURE), key=lambda one: -one[1].p)
    for sight, told in sure[:_COMPARED]:
        match = sight.matches[told.best]
        turned = best_matches(sight.patch, tiles.figures, mirrored=True, thorough=False, anywhere=sight.alone)
        by = match.fit - (turned[0].fit if turned else 0.0)
        ahead += (by > _PLAINLY) - (by < -_PLAINLY)
        if by <= _PLAINLY and turned[0].index != match.index:
            undecided.add(tiles.ids[match.index])
    return Sides(ahead, frozenset(undecided))


def places_in_a_mirror(image: Image, tiles: TileSet, quads: Sequence[Array], most: int) -> int:
    """At how many of these places (4, 2) px a tile lies as seen in a mirror; no more than `most` are counted."""
    seen: list[Array] = []
    for quad in quads[:_LOOKED_AT]:
        if len(seen) == most:
            break
        patch = patch_of(image, quad, tiles.aspect, tiles.tall)
        if patch.may_hold_a_figure and not any(_near(quad, other) for other in seen):
            turned = best_matches(patch, tiles.figures, mirrored=True, thorough=False)
            plain = best_matches(patch, tiles.figures, thorough=False)
            if turned and turned[0].fit > _CLEARLY and turned[0].fit > plain[0].fit + _AHEAD:
                seen.append(quad)
    return len(seen)


def _near(quad: Array, other: Array) -> bool:
    """Whether two outlines are of one thing."""
    return float(np.hypot(*(quad.mean(0) - other.mean(0)))) < 0.5 * float(np.hypot(*(quad[2] - quad[0])))
