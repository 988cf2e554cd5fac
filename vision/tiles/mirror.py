"""Whether the tiles of a picture are seen in a mirror, as by a selfie camera."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from vision.ink.pose import Array, Image
from vision.tiles.evidence import patch_of
from vision.tiles.judge import Judged, Sight
from vision.tiles.layout import TileSet
from vision.tiles.match import best_matches
from vision.tiles.tuning import TUNING


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
    sure = sorted((one for one in found if one[1].p > TUNING.min_p), key=lambda one: -one[1].p)
    for sight, verdict in sure[: TUNING.mirror_compared]:
        if ahead == TUNING.mirror_plain:
            break
        match = sight.matches[verdict.best]
        turned = best_matches(sight.patch, tiles.figures, mirrored=True, thorough=False, anywhere=sight.alone)
        by = match.fit - (turned[0].fit if turned else 0.0)
        ahead += (by > TUNING.mirror_lead) - (by < -TUNING.mirror_lead)
        if by <= TUNING.mirror_lead and turned[0].index != match.index:
            undecided.add(tiles.ids[match.index])
    return Sides(ahead, frozenset(undecided))


def in_a_mirror(image: Image, tiles: TileSet, quads: Sequence[Array], least: int) -> bool:
    """Whether at so many of the first of these places (4, 2) px a tile lies as seen in a mirror."""
    seen: list[Array] = []
    places = quads[: TUNING.mirror_outlines]
    for left, quad in zip(range(len(places), 0, -1), places, strict=True):
        if not 0 < least - len(seen) <= left:
            break
        patch = patch_of(image, quad, tiles.aspect, tiles.tall)
        if patch.may_hold_a_figure and not any(_near(quad, other) for other in seen):
            turned = best_matches(patch, tiles.figures, mirrored=True, thorough=False)
            if turned and turned[0].fit > TUNING.mirror_fit:
                plain = best_matches(patch, tiles.figures, thorough=False)
                if turned[0].fit > plain[0].fit + TUNING.mirror_ahead:
                    seen.append(quad)
    return len(seen) == least


def _near(quad: Array, other: Array) -> bool:
    """Whether two outlines are of one thing."""
    return float(np.hypot(*(quad.mean(0) - other.mean(0)))) < 0.5 * float(np.hypot(*(quad[2] - quad[0])))
