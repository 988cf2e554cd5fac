"""Why a board was not found: the picture is mirrored, dark, washed out or blurred, or shows another board's markers."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

import cv2
import numpy as np

from engines.errors import Finding, NotPossible, finding
from vision.ink import opencv
from vision.ink.layout import MarkerSet
from vision.ink.light import Light, Trouble
from vision.ink.markers import LOOKS, Marker, agreeing, find_markers, lie_as_printed, plain_markers
from vision.ink.pose import Image
from vision.ink.tuning import DIAGNOSIS, LIGHTS

MIRRORED: Final = finding("picture.mirrored", "the picture is mirrored, as by a selfie camera: switch mirroring off")
OTHER_GAME: Final = finding(
    "board.other_game", "another board, perhaps of another game: its markers lie otherwise than on this one"
)
TOO_DARK: Final = finding("picture.too_dark", "the picture is too dark: photograph again with more light")
TOO_BRIGHT: Final = finding(
    "picture.too_bright", "the picture is too bright: photograph again with less light or exposure"
)
BLURRED: Final = finding("picture.blurred", "the picture is blurred: photograph again, focused and held still")
HIDDEN: Final = finding(
    "picture.hidden", "much of the board is hidden: take away hands and what lies on it, and photograph again"
)
_TROUBLES: Final = MappingProxyType({Trouble.TOO_DARK: TOO_DARK, Trouble.BLUR: BLURRED, Trouble.HAND: HIDDEN})


def why_unreadable(light: Light, glare: float, lamp: Finding, faint: Finding) -> Finding:
    """Why a board that was found cannot be read: what is wrong with its `light`, `lamp` where it is washed out (a share
    of `glare`), else that its lines are too `faint`."""
    if glare >= LIGHTS.max_glare:
        return lamp
    return next((_TROUBLES[trouble] for trouble in light.why if trouble in _TROUBLES), faint)


def explained(error: NotPossible, image: Image | None, markers: MarkerSet | None) -> NotPossible:
    """`error`, because of which a board was not found in `image`, with what can be told from the picture: that it is
    mirrored or shows another board, which explains all, or that it is small, dark, bright or blurred.

    `markers`: those of the board, None where it has none; `image`: None where there is none to look at.
    """
    if image is None:
        return error
    why = None if markers is None else why_not_found(image, markers)
    if why is not None:
        return NotPossible.of(why)
    unclear = why_unclear(image)
    return error if unclear is None else NotPossible("picture.unclear", "{problem}; {why}", error, unclear)


def why_not_found(image: Image, markers: MarkerSet) -> Finding | None:
    """What is wrong with `image` as a picture of the board with these markers; None where nothing is known.

    To be asked of pictures in which the board was not found by its markers.
    """
    grey = opencv.grey(image)
    grey = opencv.zoomed(grey, min(1.0, DIAGNOSIS.work_px / max(grey.shape)))
    needed = min(3, len(markers.ids))
    back = np.ascontiguousarray(grey[:, ::-1])
    group = _group(grey, markers, needed)
    if group is None or len(group) >= needed:
        return None if group is None or lie_as_printed(group, markers) else OTHER_GAME
    mirrored = _group(back, markers, needed)
    if mirrored is None or len(mirrored) >= needed:
        return MIRRORED
    plain = plain_ids(grey, markers.dictionary)
    own = set(markers.ids)
    in_mirror = own & set(plain_ids(back, markers.dictionary))
    if not own & set(plain) and len(in_mirror) >= min(DIAGNOSIS.min_markers, len(own)):
        return MIRRORED
    strange = [number for number in plain if number not in own]
    if len(strange) >= DIAGNOSIS.min_markers:
        seen, wanted = ", ".join(map(str, strange)), ", ".join(map(str, markers.ids))
        return finding("board.another", "another board: its markers are {seen}, expected {wanted}", seen, wanted)
    return OTHER_GAME if len(own & set(plain)) >= needed else None


def why_unclear(image: Image) -> Finding | None:
    """What hides all in `image`: few pixels, too little light or too much, blur; None where nothing does.

    To be asked of pictures in which nothing was found: boards are read in pictures that are nearly as bad.
    """
    if min(image.shape[:2]) < DIAGNOSIS.min_side_px:
        words = "the picture has only {columns}x{rows} pixels: take a larger one"
        return finding("picture.small", words, image.shape[1], image.shape[0])
    grey = opencv.grey(image)
    grey = opencv.zoomed(grey, min(1.0, 1280 / max(grey.shape)))
    if np.percentile(grey, 95) < DIAGNOSIS.dark:
        return TOO_DARK
    if (opencv.brightest(image)[::2, ::2] >= DIAGNOSIS.white).mean() > DIAGNOSIS.max_white:
        return TOO_BRIGHT
    fine, large = (_contrast(grey, sigma) for sigma in (1.0, 8.0))
    if large > DIAGNOSIS.shapes and fine < DIAGNOSIS.soft * large:
        return BLURRED
    return None


def _contrast(grey: Image, sigma: float) -> float:
    """How much (0…255) the things of a size, given as a standard deviation in px, stand out."""
    one, other = (cv2.GaussianBlur(grey.astype(np.float32), (0, 0), wide) for wide in (sigma, 2 * sigma))
    return float(np.percentile(cv2.absdiff(one, other)[::2, ::2], 99.5))


def is_mirrored(image: Image, dictionary: str) -> bool:
    """Whether markers of a dictionary can be read in the mirror image only, whatever their ids."""
    grey = opencv.grey(image)
    grey = opencv.zoomed(grey, min(1.0, DIAGNOSIS.work_px / max(grey.shape)))
    back = np.ascontiguousarray(grey[:, ::-1])
    return not plain_ids(grey, dictionary) and len(plain_ids(back, dictionary)) > DIAGNOSIS.min_markers


def _group(grey: Image, markers: MarkerSet, needed: int) -> list[Marker] | None:
    """The markers found that agree with each other, looked for until so many as `needed` do; None where two boards have
    them."""
    best: list[Marker] = []
    for zoom, constant in LOOKS:
        try:
            best = max(best, agreeing(find_markers(grey, markers, zoom=zoom, constant=constant), markers), key=len)
        except NotPossible:
            return None
        if len(best) >= needed:
            break
    return best


def plain_ids(grey: Image, dictionary: str) -> list[int]:
    """The ids of all markers of a dictionary that can be read without any correction of their bits."""
    return sorted({number for _, number in plain_markers(grey, dictionary)})
