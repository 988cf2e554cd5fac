"""What is done to pictures in more than one place here."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.ink import opencv
from vision.ink.pose import Array, Floats, Image

Mask = NDArray[np.uint8]


def linear(picture: Image) -> Floats:
    """The light that a picture stands for, 0-255: blur moves an edge in coded values, not in light."""
    return np.asarray(opencv.linear(picture) * 255, np.float32)


def even_grey(picture: Image, reach: float) -> Image:
    """The picture in grey, as light and as full of contrast everywhere as it is within about `reach` px."""
    grey = opencv.grey(picture).astype(np.float32)
    apart = grey - cv2.GaussianBlur(grey, (0, 0), reach)
    usual = np.sqrt(cv2.GaussianBlur(apart**2, (0, 0), 2 * reach)) + 4.0
    return np.asarray(np.clip(128 + 40 * apart / usual, 0, 255), np.uint8)


def filled(mask: Mask) -> Mask:
    """The mask with its holes filled."""
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return np.asarray(cv2.drawContours(np.zeros_like(mask), outlines, -1, 1, -1), np.uint8)


def holes_filled(mask: Mask, most: float) -> Mask:
    """The mask with its holes of up to `most` pixels filled."""
    outlines, tree = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    out = mask.copy()
    inner = (
        [] if tree is None else [o for o, above in zip(outlines, tree.reshape(-1, 4)[:, 3], strict=True) if above >= 0]
    )
    small = [o for o in inner if cv2.contourArea(o) <= most]
    return np.asarray(cv2.drawContours(out, small, -1, 1, -1), np.uint8)


def png(picture: Image) -> bytes:
    """The picture (height, width, 3) BGR as the bytes of a PNG file."""
    return bytes(cv2.imencode(".png", picture)[1])


def sturdy_homography(source: Array, target: Array, least: float, tries: int = 2000) -> tuple[Array | None, Mask]:
    """3×3 (n, 2) -> (n, 2) that most pairs agree on within `least`, and (n,) which do; None where there is none.

    `tries`: after how many guesses it is given up; where half of the pairs agree, 80 find that nearly always.
    """
    found: tuple[Any, Any] = cv2.findHomography(source, target, cv2.RANSAC, least, maxIters=tries)
    if found[0] is None or not np.isfinite(found[0]).all():
        return None, np.zeros(len(source), np.uint8)
    return np.asarray(found[0], float), np.asarray(found[1], np.uint8).ravel()


def sturdy_affine(source: Array, target: Array, least: float) -> tuple[Array | None, Mask]:
    """2×3 (n, 2) -> (n, 2) that most pairs agree on within `least`, and (n,) which do; None where there is none."""
    found: tuple[Any, Any] = cv2.estimateAffine2D(source, target, None, cv2.RANSAC, least, 600, 0.99, 0)
    if found[0] is None or not np.isfinite(found[0]).all():
        return None, np.zeros(len(source), np.uint8)
    return np.asarray(found[0], float), np.asarray(found[1], np.uint8).ravel()
