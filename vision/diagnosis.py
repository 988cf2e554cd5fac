"""Why a board was not found: the picture is mirrored, or the markers in it are those of another board."""

from __future__ import annotations

import cv2
import numpy as np

from engines.errors import NotPossible
from vision import opencv
from vision.layout import MarkerSet
from vision.markers import agreeing, find_markers
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
    strange = [number for number in _plain_ids(grey, markers.dictionary) if number not in markers.ids]
    if len(strange) >= _FEW and _count(grey, markers) < needed:
        seen, wanted = ", ".join(map(str, strange)), ", ".join(map(str, markers.ids))
        return f"another board: its markers are {seen}, expected {wanted}"
    return None


def _count(grey: Image, markers: MarkerSet) -> int:
    try:
        return len(agreeing(find_markers(grey, markers, constant=13.0), markers))
    except NotPossible:
        return len(markers.ids)


def _plain_ids(grey: Image, dictionary: str) -> list[int]:
    """The ids of all markers of a dictionary that can be read without any correction of their bits."""
    whole = opencv.marker_dictionary(dictionary)
    if whole is None:
        return []
    settings = cv2.aruco.DetectorParameters()
    settings.errorCorrectionRate = 0.0
    settings.adaptiveThreshWinSizeMin = settings.adaptiveThreshWinSizeMax = 11
    settings.adaptiveThreshConstant = 10.0
    settings.perspectiveRemovePixelPerCell = 8
    settings.perspectiveRemoveIgnoredMarginPerCell = 0.25
    _, ids = opencv.detect_markers(cv2.aruco.ArucoDetector(whole, settings), grey)
    return sorted(set(ids))
