"""Parts of cards cut out of a picture, all of one size, and what of them is ink."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.layout import CardsLayout, Field
from vision.pose import Array, Image

Patches = NDArray[np.float32]

NUMBER_SIDE = 32
STARS_SHAPE = (20, 48)
"""Rows, columns of a stars patch; the row of stars lies along its columns."""
NUMBER_MARGIN = 1.2
STARS_MARGIN = 1.2
_NO_MAP: cv2.typing.MatLike = None  # type: ignore[assignment]


def cut(image: Image, planes: Array, field: tuple[Array, Array], shape: tuple[int, int], along: bool = True) -> Patches:
    """(n, rows, columns, 3) float32, 0…255: a box of each of n cards.

    `planes` (n, 3, 3) take card mm to px; `field` is middle and size (mm); `shape` is rows, columns. `along` False: the
    patch's columns run down the card.
    """
    at = _places(planes, field, shape, along)
    return np.asarray(_sampled(image, at).reshape(len(planes), *shape, 3), np.float32)


def cut_grey(image: Image, planes: Array, field: tuple[Array, Array], shape: tuple[int, int]) -> Patches:
    """(n, rows, columns) float32: as `cut`, of a grey picture."""
    at = _places(planes, field, shape, along=True)
    return np.asarray(_sampled(image, at).reshape(len(planes), *shape), np.float32)


def _places(planes: Array, field: tuple[Array, Array], shape: tuple[int, int], along: bool) -> Patches:
    """(n · rows, columns, 2) px."""
    rows, columns = shape
    u, v = np.meshgrid((np.arange(columns) + 0.5) / columns - 0.5, (np.arange(rows) + 0.5) / rows - 0.5)
    across = np.stack([u.ravel(), v.ravel()] if along else [v.ravel(), u.ravel()])
    points = np.vstack([across * field[1][:, None] + field[0][:, None], np.ones((1, rows * columns))])
    x, y, away = np.moveaxis((planes @ points).astype(np.float32), 1, 0)
    return np.stack([x / away, y / away], -1).reshape(-1, columns, 2)


def _sampled(image: Image, at: Patches) -> Image:
    """The picture at these places (rows, columns, 2), however many rows."""
    if not len(at):
        return np.zeros((*at.shape[:2], *image.shape[2:]), np.uint8)
    seen = [
        cv2.remap(image, part, _NO_MAP, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        for part in np.array_split(at, max(1, -(-len(at) // 16000)))
    ]
    return np.asarray(np.concatenate(seen), np.uint8)


def number_box(layout: CardsLayout) -> tuple[Array, Array]:
    """The square around the number that is looked at: middle, size (mm)."""
    side = max(layout.number.size) * NUMBER_MARGIN
    return np.array(layout.number.at), np.array([side, side])


def box_of(field: Field, margin: float = 1.0) -> tuple[Array, Array]:
    """Middle and size (mm) of a printed field, made larger by a margin."""
    return np.array(field.at), np.array(field.size) * margin


def number_patches(image: Image, planes: Array, layout: CardsLayout) -> Patches:
    """(n, 32, 32, 3) around the printed numbers."""
    return cut(image, planes, number_box(layout), (NUMBER_SIDE, NUMBER_SIDE))


def stars_patches(image: Image, planes: Array, layout: CardsLayout) -> Patches:
    """(n, 20, 48, 3) around the printed stars, their row along the columns."""
    along = layout.stars.size[0] >= layout.stars.size[1]
    return cut(image, planes, box_of(layout.stars, STARS_MARGIN), STARS_SHAPE, along)


def contrast(patches: Patches) -> NDArray[np.float32]:
    """(n,) how far the ink of each patch stands out from its ground (standard deviation along its strongest colour)."""
    return np.asarray(_along(patches)[1], np.float32)


def ink_of(patches: Patches, least: NDArray[np.float32] | float = 4.0) -> Patches:
    """(n, rows, columns) standardised: how much each pixel differs from the patch's ground in its strongest colour.

    Ink is positive. `least`: the contrast below which nothing is amplified.
    """
    strength, spread = _along(patches)
    return np.asarray(strength / np.maximum(spread, least)[:, None, None], np.float32)


def _along(patches: Patches) -> tuple[Patches, NDArray[np.float32]]:
    n, rows, columns, _ = patches.shape
    edge = np.concatenate(
        [
            patches[:, [0, 1, -2, -1]].reshape(n, 4 * columns, 3),
            patches[:, :, [0, 1, -2, -1]].reshape(n, 4 * rows, 3),
        ],
        axis=1,
    )
    ground = np.median(edge, axis=1)
    away = patches - ground[:, None, None]
    flat = away.reshape(n, rows * columns, 3)
    spread = np.swapaxes(flat, 1, 2) @ flat / flat.shape[1]
    axis = np.linalg.eigh(spread)[1][:, :, -1]
    strength = np.einsum("nrcd,nd->nrc", away, axis)
    sign = np.where((strength**3).sum((1, 2)) < 0, -1.0, 1.0)
    strength = strength * sign[:, None, None]
    return np.asarray(strength, np.float32), np.asarray(strength.std((1, 2)), np.float32)
