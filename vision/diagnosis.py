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
MIRRORED = "the picture is mirrored, as by a selfie camera: switch mirroring off"


def why_not_found(image: Image, markers: MarkerSet) -> str | None:
    """One line on what is wrong with `image` as a picture of the board with these markers; None where nothing is known.

    To be asked of pictures in which the board was not found by its markers.
    """
    grey = opencv.grey(image)
    grey = opencv.zoomed(grey, min(1.0, _WORK / max(grey.shape)))
    needed = min(3, len(markers.ids))
    back = np.ascontiguousarray(grey[:, ::-1])
    if _count(back, markers) >= needed > _count(grey, markers):
        return MIRRORED
    plain = plain_ids(grey, markers.dictionary)
    own = set(markers.ids)
    if not own & set(plain) and len(own & set(plain_ids(back, markers.dictionary))) >= min(_FEW, len(own)):
        return MIRRORED
    strange = [number for number in plain if number not in own]
    if len(strange) >= _FEW and _count(grey, markers) < needed:
        seen, wanted = ", ".join(map(str, strange)), ", ".join(map(str, markers.ids))
        return f"another board: its markers are {seen}, expected {wanted}"
    return None


def is_mirrored(image: Image, dictionary: str) -> bool:
    """Whether markers of a dictionary can be read in the mirror image only, whatever their ids."""
    grey = opencv.grey(image)
    grey = opencv.zoomed(grey, min(1.0, _WORK / max(grey.shape)))
    back = np.ascontiguousarray(grey[:, ::-1])
    return not plain_ids(grey, dictionary) and len(plain_ids(back, dictionary)) > _FEW


def _count(grey: Image, markers: MarkerSet) -> int:
    try:
        return len(agreeing(find_markers(grey, markers, constant=13.0), markers))
    except NotPossible:
        return len(markers.ids)


def plain_ids(grey: Image, dictionary: str) -> list[int]:
    """The ids of all markers of a dictionary that can be read without any correction of their bits."""
    return sorted({number for _, number in plain_markers(grey, dictionary)})
