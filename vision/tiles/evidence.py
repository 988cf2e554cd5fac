"""One tile seen straight from above: where its ink is, and where its stars may be."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.ink import opencv
from vision.ink.pose import Array, Floats, Image
from vision.ink.rectangles.quad import ratio_of
from vision.ranks import median, percentile
from vision.tiles.tuning import TUNING

SIDE = 128
"""The longer side (px) of a tile seen straight."""
_EDGE = 0.05
"""The share of a tile along its edge that is not looked at."""
_SOLID = 17
"""Patches of ink this wide (px) are no strokes."""
_HAT = 21
"""Wider (px) than any printed star."""
_STRONGEST = 40
"""Points that say how much a star stands out."""
_FINE = 256
"""Steps of a grey level in which what is lighter or darker than all near is told."""


class Patch(msgspec.Struct, frozen=True, eq=False, dict=True):
    """A tile seen straight: `colour` BGR, `ink` (rows, columns) 0…1, `blob` how like a printed star, 0…1.

    `solid`: 0…1, patches of colour too broad for strokes. `places`: (k,) complex px, the likeliest stars; `plane`: 3×3,
    px of the patch -> px of the picture.
    """

    colour: Image
    ink: Floats
    solid: Floats
    blob: Floats
    places: NDArray[np.complex128]
    plane: Array
    turns: tuple[float, float] = (0.0, 90.0)
    """Degrees at which figures stand straight: one of these, and how far apart they are."""

    @property
    def may_hold_a_figure(self) -> bool:
        """Whether there is ink in the middle, but not all over it."""
        rows, columns = self.ink.shape
        share = float((self.ink[rows // 6 : -(rows // 6), columns // 6 : -(columns // 6)] > 0.5).mean())
        least, most = TUNING.inked
        return least < share < most and len(self.places) > 3

    @cached_property
    def lab(self) -> Floats:
        """(rows, columns, 3): the patch's colours, a little softened."""
        soft = cv2.GaussianBlur(self.colour, (0, 0), 0.9)
        return np.asarray(cv2.cvtColor(soft, cv2.COLOR_BGR2Lab), np.float32)

    @cached_property
    def starry(self) -> Floats:
        """`blob`, as large as anywhere within two pixels and at most 0.6: a star is a star."""
        wide = cv2.dilate(self.blob, np.ones((5, 5), np.uint8))
        return np.asarray(np.minimum(wide, 0.6) / 0.6, np.float32)

    @cached_property
    def inky(self) -> Floats:
        """`ink`, as large as anywhere within a pixel."""
        return np.asarray(cv2.dilate(self.ink, np.ones((3, 3), np.uint8)), np.float32)

    @cached_property
    def soft(self) -> Floats:
        """`ink`, as softly as figures are drawn to be laid beside it."""
        return np.asarray(cv2.GaussianBlur(self.ink, (0, 0), 1.2), np.float32)

    @cached_property
    def most_solid(self) -> float:
        """The most that `solid` is anywhere."""
        return float(self.solid.max())


def patch_of(image: Image, quad: Array, aspect: float | None, tall: bool = True) -> Patch:
    """The tile whose corners lie at `quad` (4, 2) px in `image` (BGR); `tall`: its figure stands along its length."""
    width, height = _size(quad, (image.shape[1], image.shape[0]), aspect)
    flat = np.array([[-0.5, -0.5], [width - 0.5, -0.5], [width - 0.5, height - 0.5], [-0.5, height - 0.5]])
    plane = cv2.getPerspectiveTransform(flat.astype(np.float32), quad.astype(np.float32))
    colour = opencv.flattened(image, np.asarray(plane, float), (width, height))
    return _patch(colour, ink_of(colour), np.asarray(plane, float), _turns((width, height), aspect, tall))


def _patch(colour: Image, ink: tuple[Floats, Floats], plane: Array, turns: tuple[float, float]) -> Patch:
    blob = _blobs(ink[0])
    return Patch(colour, *ink, blob, _places(blob), plane, turns)


def _turns(size: tuple[int, int], aspect: float | None, tall: bool) -> tuple[float, float]:
    if aspect is None or aspect < TUNING.plainly_long:
        return 0.0, 90.0
    return (0.0 if (size[1] > size[0]) == tall else 90.0), 180.0


def other_inks(patch: Patch) -> Iterator[Patch]:
    """The same with its ink found otherwise: what is lighter, or darker, than all that is near.

    That shows thick and dense strokes, and those of noisy pictures.
    """
    for ink in _hats(patch.colour):
        yield _patch(patch.colour, ink, patch.plane, patch.turns)


def inked(patch: Patch, ink: Floats) -> Patch:
    """The same with this for its ink: how far each pixel is from the ground, in any unit."""
    return _patch(patch.colour, _strokes(ink), patch.plane, patch.turns)


def filled(patch: Patch, hollow: int) -> Patch:
    """The same with what is hollow, up to so wide (px), filled with ink."""
    around = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (hollow, hollow))
    ink = np.asarray(cv2.morphologyEx(patch.ink, cv2.MORPH_CLOSE, around), np.float32)
    blob = _blobs(np.asarray(cv2.GaussianBlur(ink, (0, 0), 1.5), np.float32))
    return Patch(patch.colour, ink, patch.solid, blob, _places(blob), patch.plane, patch.turns)


def _hats(colour: Image) -> Iterator[tuple[Floats, Floats]]:
    lab = np.asarray(cv2.cvtColor(colour, cv2.COLOR_BGR2Lab), np.uint8)
    smooth = np.asarray(cv2.GaussianBlur(lab.astype(np.float32), (0, 0), 0.9), np.float32)
    fine = np.asarray(smooth * _FINE, np.uint16)  # in whole numbers half the time is enough to look around
    around = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (_HAT, _HAT))
    light, dark = (
        [over_noise(plane / np.float32(_FINE)) for plane in cv2.split(cv2.morphologyEx(fine, kind, around))]
        for kind in (cv2.MORPH_TOPHAT, cv2.MORPH_BLACKHAT)
    )
    tint = np.maximum(light[1], dark[1]) ** 2 + np.maximum(light[2], dark[2]) ** 2
    rows, columns = smooth.shape[0] // 7, smooth.shape[1] // 7
    middle = smooth[rows:-rows, columns:-columns, 0]
    lopsided = float(((middle - np.float32(median(middle))) ** 3).sum())
    for bright in (light[0], dark[0]) if lopsided > 0 else (dark[0], light[0]):
        yield _strokes(np.sqrt(bright**2 + tint))


def over_noise(plane: NDArray[Any]) -> Floats:
    """How much there is of something beyond what is usual in the middle of the patch."""
    rows, columns = plane.shape[0] // 7, plane.shape[1] // 7
    return np.asarray(np.maximum(plane - 1.2 * median(plane[rows:-rows, columns:-columns]), 0), np.float32)


def _size(quad: Array, size: tuple[int, int], aspect: float | None) -> tuple[int, int]:
    """Width and height of the patch: as the tile's aspect says, or as a usual camera would see the quad."""
    ratio = ratio_of(quad, size, aspect)
    return (SIDE, max(24, round(SIDE / ratio))) if ratio > 1 else (max(24, round(SIDE * ratio)), SIDE)


def ink_of(colour: Image) -> tuple[Floats, Floats]:
    """Two (rows, columns) 0…1: how far each pixel is from the ground around it in colour; strokes, broad patches."""
    lab = np.asarray(cv2.cvtColor(colour, cv2.COLOR_BGR2Lab), np.uint8)
    smooth = cv2.GaussianBlur(lab, (0, 0), 0.7)
    wide, near = (lengths(cv2.absdiff(smooth, cv2.medianBlur(lab, reach))) for reach in (41, 21))
    return _strokes(np.sqrt(wide * near))


def _strokes(ink: Floats) -> tuple[Floats, Floats]:
    """Strokes and broad patches, 0…1, of how far each pixel is from the ground."""
    rows, columns = ink.shape
    inset = round(_EDGE * max(rows, columns))
    inner = ink[2 * inset : rows - 2 * inset, 2 * inset : columns - 2 * inset]
    if not inner.size:  # narrower than any tile: a layout may say so
        return np.zeros_like(ink), np.zeros_like(ink)
    noise, strong = median(inner), percentile(inner, 97)
    ink = np.asarray(ink / (ink + 0.4 * max(strong, TUNING.over_noise * noise, 6.0)) * 1.4, np.float32)
    solid = cv2.morphologyEx(ink, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (_SOLID, _SOLID)))
    ink = np.asarray(ink - solid, np.float32)
    mask = np.zeros_like(ink)
    mask[inset : rows - inset, inset : columns - inset] = 1
    return np.asarray(np.clip(ink, 0, 1) * mask, np.float32), np.asarray(solid, np.float32)


def lengths(planes: NDArray[Any]) -> Floats:
    """(rows, columns) how long the three numbers at each pixel (rows, columns, 3) are."""
    return np.asarray(np.sqrt(cv2.transform(planes.astype(np.float32) ** 2, np.ones((1, 3)))), np.float32)


def _blobs(ink: Floats) -> Floats:
    """How much more ink there is at a point than around it in every direction: stars, ends and bends of lines."""
    best = np.zeros_like(ink)
    for sigma in (1.6, 2.6):
        smooth = cv2.GaussianBlur(ink, (0, 0), sigma)
        xx, yy = cv2.Sobel(smooth, cv2.CV_32F, 2, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 2)
        xy = cv2.Sobel(smooth, cv2.CV_32F, 1, 1)
        flattest = -(xx + yy) / 2 - np.sqrt((xx - yy) ** 2 / 4 + xy**2)
        best = np.maximum(best, np.float32(sigma**2) * flattest)
    usual = float(np.sort(best[best > 0])[-_STRONGEST:].sum()) / _STRONGEST
    return np.asarray(np.clip(best / max(usual, 1e-3), 0, 1), np.float32)


def _places(blob: Floats) -> NDArray[np.complex128]:
    top = cv2.dilate(blob, np.ones((5, 5), np.uint8))
    rows, columns = np.nonzero((blob >= top) & (blob > TUNING.min_blob))
    tall, wide = blob.shape
    off = np.maximum(np.abs(rows / tall - 0.5), np.abs(columns / wide - 0.5))
    worth = np.where(off < TUNING.off_middle, 1.0, TUNING.off_middle_worth)
    order = np.argsort(-blob[rows, columns] * worth)[: TUNING.stars]
    return np.asarray(columns[order] + 1j * rows[order], np.complex128)
