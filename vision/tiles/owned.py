"""Photographs of the owner's own tiles, and how like them a tile in a picture looks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import cv2
import msgspec
import numpy as np

from engines.errors import NotPossible, finding
from vision.ink import opencv
from vision.ink.pose import Array, Floats, Image
from vision.ink.rectangles.loose import find_quads
from vision.tiles.evidence import Patch, ink_of, patch_of
from vision.tiles.tuning import TUNING

_SIDE = 72

NOTHING_LIKE_A_TILE: Final = finding("tiles.nothing_like", "nothing like a tile in the picture")


class Owned(msgspec.Struct, frozen=True, eq=False):
    """The ink of each tile that was photographed alone: id -> four (72, 72) pictures, a quarter turn apart."""

    looks: Mapping[str, Floats]


def enrol(image: Image, aspect: float | None = None) -> Floats:
    """(4, 72, 72): the tile that lies alone in `image`, in its four turns. Raises NotPossible where there is none."""
    picture = opencv.coloured(opencv.checked(image))
    quads = find_quads(picture)
    if not quads:
        raise NotPossible.of(NOTHING_LIKE_A_TILE)
    look = _square(patch_of(picture, quads[0], aspect).colour)
    return np.stack([np.rot90(look, turn) for turn in range(4)])


def likeness(patch: Patch, names: Sequence[str], owned: Owned | None) -> Array:
    """(n,) nats for each of these tiles by how like its photograph the patch looks; 0 where there is none."""
    if owned is None:
        return np.zeros(len(names))
    look = _square(patch.colour).ravel()
    return np.array(
        [TUNING.own_look * _best(look, owned.looks[name]) if name in owned.looks else 0.0 for name in names]
    )


def _best(look: Floats, enrolled: Floats) -> float:
    return float((enrolled.reshape(4, -1) @ look).max()) / look.size


def _square(colour: Image) -> Floats:
    ink = cv2.GaussianBlur(ink_of(colour)[0], (0, 0), 1.0)
    small = cv2.resize(ink, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA)
    return np.asarray((small - small.mean()) / max(float(small.std()), 1e-6), np.float32)
