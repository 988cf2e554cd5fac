"""Why a board was not found: the picture is mirrored, or the markers in it are those of another board."""

from __future__ import annotations

import numpy as np

from engines.errors import NotPossible
from vision import opencv
from vision.layout import MarkerSet
from vision.markers import agreeing, find_markers, plain_markers
from vision.pose import Image

_WORK = 1600
_FEW = 2


def why_not_found(image: Image, markers: MarkerSet) -> str | None:
    """One line on what is wrong with `image` as a picture of the board with these markers; None where nothing is known.

    To be asked of pictures in which the board was not found by its markers.
    """
    grey = opencv.grey(image)
    grey = opencv.zoomed(grey, min(1.0, _WORK / max(grey.shape)))
    needed = min(3, len(markers.ids))
    if _count(np.ascontiguousarray(grey[:, ::-1]), markers) >= needed > _count(grey, markers):
        return "the picture is mirrored, as by a selfie camera: switch mirroring off"
    strange = sorted({number for _, number in plain_markers(grey, markers.dictionary)} - set(markers.ids))
    if len(strange) >= _FEW and _count(grey, markers) < needed:
        seen, wanted = ", ".join(map(str, strange)), ", ".join(map(str, markers.ids))
        return f"another board: its markers are {seen}, expected {wanted}"
    return None


def _count(grey: Image, markers: MarkerSet) -> int:
    try:
        return len(agreeing(find_markers(grey, markers, constant=13.0), markers))
    except NotPossible:
        return len(markers.ids)
