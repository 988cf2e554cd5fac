"""Parts of cards cut out of a picture, all of one size, and what of them is ink."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.layout import CardsLayout, Field
from vision.ink.pose import Array, Image

Patches = NDArray[np.float32]

NUMBERS: tuple[int | str | None, ...] = (1, 2, 3, 4, 5, "6/0", None)
"""What the number net tells apart; None: no number is printed there."""
NO_NUMBER = NUMBERS.index(None)
"""The place of that."""
NUMBER_SIDE = 32
STARS_SHAPE = (20, 48)
"""Rows, columns of a stars patch; the row of stars lies along its columns."""
NUMBER_MARGIN = 1.2
STARS_MARGIN = 1.2
_NUMBER_MIDDLE = (0.34, 0.34, 2)
_STARS_MIDDLE = (0.4, 0.42, 8)
_MIN_SPREAD = 2.0
_MIN_NUMBER = 4.0
_BESIDE = 0.3
_MIN_BESIDE = 3.0
_STRONGEST = 99
_MAX_UNDER_SIGN = 0.3
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
    points = np.ones((3, shape[0] * shape[1]), np.float32)
    points[:2] = _spread(shape, along) * field[1][:, None] + field[0][:, None]
    seen = (planes.reshape(-1, 3).astype(np.float32) @ points).reshape(len(planes), *points.shape)
    at = np.empty((len(planes), points.shape[1], 2), np.float32)
    np.divide(seen[:, 0], seen[:, 2], out=at[..., 0])
    np.divide(seen[:, 1], seen[:, 2], out=at[..., 1])
    return at.reshape(-1, shape[1], 2)


@lru_cache(maxsize=32)
def _spread(shape: tuple[int, int], along: bool) -> Array:
    """(2, pixels) the middles of a patch's pixels in shares of its size, 0 in its middle."""
    rows, columns = shape
    u, v = np.meshgrid((np.arange(columns) + 0.5) / columns - 0.5, (np.arange(rows) + 0.5) / rows - 0.5)
    return np.stack([u.ravel(), v.ravel()] if along else [v.ravel(), u.ravel()])


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
    """(n, 20, 48, 3) around the printed stars, their row along the columns; number, sign and table are left out."""
    along = layout.stars.size[0] >= layout.stars.size[1]
    patches = cut(image, planes, box_of(layout.stars, STARS_MARGIN), STARS_SHAPE, along)
    other = _other_things(layout, along)
    if other.any() and len(patches):
        patches[:, other] = np.median(patches[:, ~other], axis=1)[:, None]
    return patches


def _other_things(layout: CardsLayout, along: bool) -> NDArray[np.bool_]:
    """(20, 48) what of a stars patch shows the number, the sign or what lies beside the card."""
    rows, columns = STARS_SHAPE
    u, v = np.meshgrid((np.arange(columns) + 0.5) / columns - 0.5, (np.arange(rows) + 0.5) / rows - 0.5)
    away = np.stack([u, v] if along else [v, u], -1) * np.array(layout.stars.size) * STARS_MARGIN
    at = away + np.array(layout.stars.at)
    stars = (np.abs(away) < np.array(layout.stars.size) / 2).all(-1)
    number = (np.abs(at - np.array(layout.number.at)) < np.array(layout.number.size) / 2).all(-1)
    beside = ((at < 0) | (at > np.array([layout.card.width, layout.card.height]))).any(-1)
    # A sign is round and its box is not: one that reaches into the box of the stars leaves them room.
    sign = (((at - np.array(layout.type.at)) / (np.array(layout.type.size) / 2)) ** 2).sum(-1) < 1
    return np.asarray(((number | beside) & ~stars) | sign & ((sign & stars).sum() < _MAX_UNDER_SIGN * stars.sum()))


def contrast(patches: Patches) -> NDArray[np.float32]:
    """(n,) how far the ink of each patch stands out from its ground (standard deviation along its strongest colour)."""
    return np.asarray(_along(patches)[1], np.float32)


def strongest(patches: Patches) -> NDArray[np.float32]:
    """(n,) grey levels by which the strongest ink of each patch differs from its ground."""
    ink = _along(patches)[0]
    flat = ink.reshape(len(ink), ink.shape[1] * ink.shape[2])
    return np.asarray(np.percentile(flat, _STRONGEST, axis=1), np.float32)


def ink_of(patches: Patches, least: NDArray[np.float32] | float = _MIN_NUMBER) -> Patches:
    """(n, rows, columns) standardised: how much each pixel differs from the patch's ground in its strongest colour.

    Ink is positive. `least`: the contrast below which nothing is amplified.
    """
    strength, spread = _along(patches)
    return np.asarray(strength / np.maximum(spread, least)[:, None, None], np.float32)


def number_views(patches: Patches) -> Patches:
    """(n, 32, 32, 2) what the number net looks at: the ink of the whole patch, and as its middle alone would say.

    A plate that ends inside the patch hides a figure from the first, but not from the second.
    """
    return seen_numbers(patches)[0]


def seen_numbers(patches: Patches) -> tuple[Patches, NDArray[np.float32]]:
    """What the number net looks at (see `number_views`), and (n,) the ink's contrast (see `contrast`)."""
    strength, spread = _along(patches)
    whole = strength / np.maximum(spread, _MIN_NUMBER)[:, None, None]
    return np.stack([whole, _middle_ink(patches, _NUMBER_MIDDLE)], -1), spread


def stars_views(patches: Patches, number_contrast: NDArray[np.float32]) -> Patches:
    """(n, 20, 48, 2) what the stars net looks at: ink beside that of the number on the same card, and ink alone.

    `number_contrast` (n,): without it, noise would look like faint stars. Stars fainter than the number, or than the
    rim of the card, are seen in the second.
    """
    beside = ink_of(patches, np.maximum(_BESIDE * number_contrast, _MIN_BESIDE))
    return np.stack([beside, _middle_ink(patches, _STARS_MIDDLE)], -1)


def _middle_ink(patches: Patches, reach: tuple[float, float, int]) -> Patches:
    """(n, rows, columns) as `ink_of`, ground and strongest colour told by the middle of the patch.

    `reach`: of that middle, down and across, in shares of the patch, and how sharply it ends (2: a bell).
    """
    n, rows, columns, _ = patches.shape
    v, u = ((np.arange(size) + 0.5) / size - 0.5 for size in (rows, columns))
    down, across, power = reach
    window = np.exp(-(np.abs(v[:, None] / down) ** power) - np.abs(u[None] / across) ** power)
    weight = (window / window.sum()).ravel().astype(np.float32)
    flat = patches.reshape(n, rows * columns, 3)
    away = flat - (weight @ flat)[:, None]
    apart = np.swapaxes(away * weight[:, None], 1, 2) @ away
    axis = np.linalg.eigh(apart)[1][:, :, -1:].astype(np.float32)
    strength = (away @ axis)[..., 0]
    square = strength * strength
    spread = np.sqrt(square @ weight)
    sign = np.where((square * strength) @ weight < 0, -1, 1)
    strength *= (sign / np.maximum(spread, _MIN_SPREAD))[:, None]
    return np.asarray(np.clip(strength, -4, 4).reshape(n, rows, columns), np.float32)


def _along(patches: Patches) -> tuple[Patches, NDArray[np.float32]]:
    n, rows, columns, _ = patches.shape
    edge = np.concatenate(
        [
            patches[:, [0, 1, -2, -1]].reshape(n, 4 * columns, 3),
            patches[:, :, [0, 1, -2, -1]].reshape(n, 4 * rows, 3),
        ],
        axis=1,
    )
    ground = _middle_value(edge)
    away = patches.reshape(n, rows * columns, 3) - ground[:, None]
    axis = np.linalg.eigh(np.swapaxes(away, 1, 2) @ away)[1][:, :, -1:].astype(np.float32)
    strength = (away @ axis)[..., 0]
    strength *= np.where(np.einsum("np,np,np->n", strength, strength, strength) < 0, -1, 1)[:, None]
    square = np.einsum("np,np->n", strength, strength) / (rows * columns)
    spread = np.sqrt(np.maximum(square - strength.mean(1) ** 2, 0))
    return np.asarray(strength.reshape(n, rows, columns), np.float32), np.asarray(spread, np.float32)


def _middle_value(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """(n, 3) the medians of (n, an even number, 3)."""
    ordered = np.sort(np.ascontiguousarray(values.transpose(0, 2, 1)), axis=2)
    half = ordered.shape[2] // 2
    return np.asarray((ordered[..., half - 1] + ordered[..., half]) / 2, np.float32)
