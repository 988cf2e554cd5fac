"""How a deck prints its numbers and stars, learnt from the owner's cards: what a doubtful card is compared with."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from vision.cards.layout import TYPES
from vision.cards.nets import NUMBERS, load_conv_net
from vision.cards.patches import NUMBER_SIDE, STARS_SHAPE, Patches, seen_numbers, stars_views

START_NUMBER = 3
"""What all start cards print."""
_LEAST_LIKELY = 0.5


def own_number(start: Patches) -> Patches:
    """(32, 32) the ink of the start cards' number; nothing where they seem to print another one.

    `start` (n, 32, 32, 3): number patches of start cards, float32, 0…255.
    """
    if not len(start):
        return np.zeros((NUMBER_SIDE, NUMBER_SIDE), np.float32)
    views = seen_numbers(start)[0]
    odds = np.log(load_conv_net("numbers").shares(views)[:, :6] + 1e-3).sum(0)
    share = np.exp(odds - odds.max())
    shown = share[NUMBERS.index(START_NUMBER)] > _LEAST_LIKELY * share.sum()
    return mean_number(views) * np.float32(shown)


def mean_number(views: Patches) -> Patches:
    """(32, 32) what the number views (n, 32, 32, 2) of several cards share."""
    return np.asarray(views[..., 1].mean(0), np.float32)


def own_stars(start: Patches, start_contrast: Patches, bare: Patches, bare_contrast: Patches) -> Patches:
    """(20, 48, 2) the ink where stars are printed: of the start cards, whose stars nobody told, and without a star.

    `start`, `bare` (n, 20, 48, 3): stars patches of start cards and satellites (or none), float32, 0…255, with the
    contrasts of the numbers on the same cards.
    """
    return np.stack([_mean_ink(start, start_contrast), _mean_ink(bare, bare_contrast)], -1)


def _mean_ink(patches: Patches, contrasts: Patches) -> Patches:
    if not len(patches):
        return np.zeros(STARS_SHAPE, np.float32)
    return np.asarray(stars_views(patches, contrasts)[..., 0].mean(0), np.float32)


def beside_own(views: Patches, own: Patches) -> Patches:
    """(n, rows, columns, channels + more) the views of n cards, each with the deck's own look beside it."""
    more = own.reshape(*own.shape[:2], -1)
    return np.concatenate([views, np.broadcast_to(more, (len(views), *more.shape))], -1)


def own_looks(numbers: Mapping[str, Patches], stars: Mapping[str, Patches]) -> tuple[Patches, Patches]:
    """`own_number` and `own_stars` of the owner's cards by kind: their number and stars patches, float32, 0…255."""
    kinds = [kind for kind in TYPES if kind in numbers]
    figures = {kind: numbers[kind][None] for kind in (*kinds, "satellite") if kind in numbers}
    contrasts = {kind: seen_numbers(patch)[1] for kind, patch in figures.items()}
    start = np.concatenate([figures[kind] for kind in kinds]) if kinds else _none((NUMBER_SIDE, NUMBER_SIDE))
    shown = np.stack([stars[kind] for kind in kinds]) if kinds else _none(STARS_SHAPE)
    beside = np.concatenate([contrasts[kind] for kind in kinds]) if kinds else np.zeros(0, np.float32)
    bare = "satellite" in figures
    without = stars["satellite"][None] if bare else _none(STARS_SHAPE)
    faint = contrasts["satellite"] if bare else np.zeros(0, np.float32)
    return own_number(start), own_stars(shown, beside, without, faint)


def _none(shape: tuple[int, int]) -> NDArray[np.float32]:
    return np.zeros((0, *shape, 3), np.float32)
