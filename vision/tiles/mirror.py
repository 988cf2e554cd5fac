"""Whether the tiles of a picture are seen in a mirror, as by a selfie camera."""

from __future__ import annotations

from collections.abc import Sequence

from vision.pose import Array, Image
from vision.tiles.layout import TileSet
from vision.tiles.match import best_matches
from vision.tiles.patch import patch_of

_LOOKED_AT = 6
_CLEARLY, _AHEAD = 0.72, 0.1
"""How well a figure's mirror image fits where a tile is seen in a mirror, and how much better than all figures."""


def mirrored(image: Image, tiles: TileSet, quads: Sequence[Array]) -> bool:
    """Whether a tile lies at one of these places (4, 2) px as seen in a mirror."""
    for quad in quads[:_LOOKED_AT]:
        patch = patch_of(image, quad, tiles.aspect, tiles.tall)
        if patch.may_hold_a_figure:
            turned = best_matches(patch, tiles.figures, mirrored=True, thorough=False)
            plain = best_matches(patch, tiles.figures, thorough=False)
            if turned and turned[0].fit > _CLEARLY and turned[0].fit > plain[0].fit + _AHEAD:
                return True
    return False
