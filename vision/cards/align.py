"""Lays cards exactly: what all fronts of a deck have in common (or its backs) is brought to cover the picture.

Inverse compositional alignment (Baker and Matthews 2004) of a shift and a turn of the card, brightness left free: how
large a card is follows from the plane it lies in, and a plain card would shrink into what is printed on it.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import msgspec
import numpy as np

from vision.cards.evidence import cut_grey
from vision.cards.layout import CardsLayout, Field
from vision.cards.tuning import TUNING
from vision.ink.pose import Array, Floats, Image

PX_PER_MM = 0.55
"""Scale at which cards are looked at, about; a card is about 1000 pixels."""
_BESIDE_MM = ((0.0, 0.0), (1.2, 0.0), (-1.2, 0.0), (0.0, 1.2), (0.0, -1.2))
CLOSER = 8
"""Steps in which a card is brought to lie exactly."""
MARGIN = 1.1
"""A little of the table around the card is looked at too."""


class Template(msgspec.Struct, frozen=True, eq=False):
    """What is to be covered: `shape` rows, columns; `size` (2,) mm; `level` (pixels,) mean 0 and deviation 1.

    `weight` (pixels,): how far cards agree there; `slopes` (pixels, 3) of a shift and a turn; `inverse` (3, 3).
    """

    shape: tuple[int, int]
    size: Array
    level: Floats
    weight: Floats
    slopes: Floats
    inverse: Floats


def shape_of(layout: CardsLayout) -> tuple[int, int]:
    """Rows and columns in which a card is looked at."""
    return round(layout.card.height * MARGIN * PX_PER_MM), round(layout.card.width * MARGIN * PX_PER_MM)


def wholes(image: Image, planes: Array, layout: CardsLayout) -> Floats:
    """(n, rows, columns) grey, 0…255, of cards and a little around them (`planes`: n × 3×3, card mm -> px)."""
    size = np.array([layout.card.width, layout.card.height])
    return cut_grey(image, planes, (size / 2, size * MARGIN), shape_of(layout))


def template_of(pictures: Sequence[Floats], layout: CardsLayout) -> Template:
    """What these cards (rows, columns; grey) have in common."""
    shape = shape_of(layout)
    size = np.array([layout.card.width, layout.card.height]) * MARGIN
    every = np.stack([_even(one) for one in pictures])
    level = np.asarray(np.median(every, axis=0), np.float32)
    apart = np.median(np.abs(every - level), axis=0) if len(every) > 1 else np.zeros_like(level)
    weight = np.asarray(TUNING.agreeing / (TUNING.agreeing + apart), np.float32)
    weight *= _mask(shape)
    if len(every) > 1:
        weight *= _changing(shape, layout, ((layout.number, 0.35), (layout.stars, 0.35), (layout.type, 0.3)))
    return _template(shape, size, level, weight)


def template_of_kind(picture: Floats, layout: CardsLayout) -> Template:
    """What cards of one type have in common, from one of them (rows, columns; grey): all but number and stars."""
    shape = shape_of(layout)
    weight = _mask(shape) * _changing(shape, layout, ((layout.number, 0.1), (layout.stars, 0.1)))
    return _template(shape, np.array([layout.card.width, layout.card.height]) * MARGIN, _even(picture), weight)


def _even(picture: Floats) -> Floats:
    return np.asarray((picture - picture.mean()) / max(float(picture.std()), 1.0), np.float32)


def _mask(shape: tuple[int, int]) -> Floats:
    """1 on the card, 0 on the table around it."""
    v, u = (np.abs(np.linspace(-MARGIN, MARGIN, n)) <= TUNING.on_card for n in shape)
    return np.asarray(v[:, None] & u[None], np.float32)


def _changing(shape: tuple[int, int], layout: CardsLayout, fields: Sequence[tuple[Field, float]]) -> Floats:
    """1, less where fields differ from card to card: the share that is left of each."""
    rows, columns = shape
    size = np.array([layout.card.width, layout.card.height])
    x = ((np.arange(columns) + 0.5) / columns - 0.5) * MARGIN * size[0] + size[0] / 2
    y = ((np.arange(rows) + 0.5) / rows - 0.5) * MARGIN * size[1] + size[1] / 2
    weight = np.ones(shape, np.float32)
    for field, share in fields:
        inside = (np.abs(y - field.at[1]) < field.size[1] / 2)[:, None] & (np.abs(x - field.at[0]) < field.size[0] / 2)
        weight[inside] *= share
    return weight


def _template(shape: tuple[int, int], size: Array, level: Floats, weight: Floats) -> Template:
    rows, columns = shape
    down, across = np.gradient(level)
    half = size / 2
    reach = float(np.hypot(*half))
    x, y = np.meshgrid(np.linspace(-1, 1, columns) * half[0] / reach, np.linspace(-1, 1, rows) * half[1] / reach)
    # All three numbers in units of half a diagonal, so that they are of one size.
    gx, gy = across * columns / size[0] * reach, down * rows / size[1] * reach
    slopes = np.stack([gx, gy, gy * x - gx * y], -1).reshape(-1, 3)
    curvature = (slopes * weight.reshape(-1, 1)).T @ slopes
    curvature += np.diag(np.diag(curvature) * 0.02) + np.eye(3) * 1e-3 * np.trace(curvature)
    inverse = np.linalg.inv(curvature)
    return Template(
        shape, size, level.reshape(-1), weight.reshape(-1), slopes.astype(np.float32), inverse.astype(np.float32)
    )


def aligned(
    image: Image, planes: Array, layout: CardsLayout, template: Template, turns: int, clear: Image | None = None
) -> tuple[Array, Floats]:
    """Planes (n, 3, 3) moved so that the template covers the picture, and how well it then does (n,), -1…1.

    What lies over a card, or differs from card to card, counts little: pixels far off weigh less. `clear` (a grey
    picture of that size): 0 where something is known to lie over these cards, which then does not count, else 255.
    """
    planes = planes.copy()
    for _ in range(turns):
        levels, trust = _levels(image, planes, layout, template, clear)
        error = (levels - template.level) * template.weight * trust
        share = (template.weight * trust).sum(1, keepdims=True) / template.weight.sum()
        change = error @ template.slopes @ template.inverse.T / np.maximum(share, TUNING.least_share)
        planes = planes @ _undone(np.clip(change, -TUNING.max_change, TUNING.max_change), layout, template)
    return planes, agreement(image, planes, layout, template, clear)


def laid_closer(image: Image, planes: Array, layout: CardsLayout, template: Template) -> Array:
    """Planes (n, 3, 3) of cards, each as the template covers the picture best; tried from a little beside, too."""
    beside = [np.eye(3) + np.array([[0, 0, x], [0, 0, y], [0, 0, 0]]) for x, y in _BESIDE_MM]
    laid, cover = aligned(image, np.concatenate([planes @ shift for shift in beside]), layout, template, CLOSER)
    tries = np.concatenate([planes[None], laid.reshape(len(beside), *planes.shape)])
    worth = np.concatenate([agreement(image, planes, layout, template)[None], cover.reshape(len(beside), -1)])
    return np.asarray(tries[worth.argmax(0), np.arange(len(planes))])


def _undone(change: Floats, layout: CardsLayout, template: Template) -> Array:
    """(n, 3, 3) the inverse of small shifts and turns of a card about its middle, mm."""
    reach = float(np.hypot(*template.size)) / 2
    x, y = layout.card.width / 2, layout.card.height / 2
    dx, dy, turn = change.T.astype(float)
    warp = np.tile(np.eye(3), (len(change), 1, 1))
    warp[:, 1, 0], warp[:, 0, 1] = turn, -turn
    warp[:, 0, 2] = dx * reach + turn * y
    warp[:, 1, 2] = dy * reach - turn * x
    return np.asarray(np.linalg.inv(warp), float)


def agreement(
    image: Image, planes: Array, layout: CardsLayout, template: Template, clear: Image | None = None
) -> Floats:
    """(n,) weighted correlation of the picture with the template, -1…1, of what is not hidden; `clear`: as above."""
    levels, trust = _levels(image, planes, layout, template, clear)
    weight = template.weight * trust
    weight /= np.maximum(weight.sum(1, keepdims=True), 1e-6)
    flat = template.level - (weight @ template.level)[:, None]
    own = levels - (levels * weight).sum(1, keepdims=True)
    both = (own * flat * weight).sum(1)
    sizes = np.sqrt((own**2 * weight).sum(1) * (flat**2 * weight).sum(1))
    seen = (template.weight * trust).sum(1) / template.weight.sum()
    return np.asarray(both / np.maximum(sizes, 1e-6) * np.minimum(seen / TUNING.seen_in_full, 1.0), np.float32)


def _levels(
    image: Image, planes: Array, layout: CardsLayout, template: Template, clear: Image | None
) -> tuple[Floats, Floats]:
    """(n, pixels) the picture under the template in the template's brightness, and how far each pixel is trusted."""
    seen = wholes(image, planes, layout).reshape(len(planes), template.level.size)
    seen -= seen.mean(1, keepdims=True)
    alike, squares = seen * template.level, seen * seen
    shown: Floats | float = 1.0
    if clear is not None:
        shown = wholes(clear, planes, layout).reshape(seen.shape) / np.float32(255)
    trust, levels = np.ones_like(seen) * shown, seen
    for _ in range(2):
        weight = template.weight * trust
        weight /= np.maximum(weight.sum(1, keepdims=True), 1e-6)
        level = weight @ template.level
        mean, both, own = (np.einsum("ij,ij->i", part, weight) for part in (seen, alike, squares))
        gain = np.maximum((both - mean * level) / np.maximum(own - mean * mean, 1e-6), 1e-3)
        levels = seen * gain[:, None] + (level - gain * mean)[:, None]
        away = (levels - template.level) * np.float32(1 / TUNING.outlier)
        away *= away
        away += 1
        trust = shown / (away * away)
    return np.asarray(levels, np.float32), np.asarray(trust, np.float32)


def softened(image: Image, px_per_mm: float) -> Image:
    """The grey picture as smooth as a card is looked at."""
    grey = image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), max(0.4, 0.45 * px_per_mm / PX_PER_MM)), np.uint8)
