"""Lays the plane of a telescope again by the cards in its slots, where its markers do not tell it well.

Two markers at one end hardly tell how far away the other end is: it may seem half a slot off. Cards that surely lie in
slots tell it. The new plane counts if by it more is seen, or more lies well in slots.
"""

from __future__ import annotations

import numpy as np

from vision.cards.judge import Seen, likely_cards
from vision.cards.tuning import TUNING
from vision.ink import opencv
from vision.ink.pose import Array, project


def relaid(seen: Seen, board: Array, px: Array) -> Seen:
    """What is seen by a plane through the cards in slots and the markers; `seen` itself where that is no better.

    `board` (n, 2) mm and `px` (n, 2): the corners of the markers that were found.
    """
    for _ in range(TUNING.relaid):
        cards, slots = _in_slots(seen)
        plane = None if _well(seen) == len(cards) else _through(np.stack([board, px]), cards, slots)
        if plane is None:
            return seen
        again = likely_cards(seen.search.image, plane, seen.search.deck)
        # Any one card can be brought into a slot: a second one must lie in its own by that.
        if _well(again) < 2 or _worth(again) < _worth(seen) + TUNING.worth_laying:
            return seen
        seen = again
    return seen


def _worth(seen: Seen) -> float:
    """How much is seen: the log-odds of all cards, of each no more than are needed, and one for each that lies well."""
    return float(np.clip(seen.odds, 0, TUNING.sure_enough).sum()) + _well(seen)


def _well(seen: Seen) -> int:
    """How many cards surely lie well in their slots."""
    return int((_off(seen.search.plane, *_in_slots(seen)) < TUNING.well_in_slot_mm).sum())


def _in_slots(seen: Seen) -> tuple[Array, Array]:
    """(n, 2) px: the middles of the sure cards in slots, and mm of those of their slots. How large and how turned cards
    seem by a plane that is wrong says little."""
    rows = np.flatnonzero((seen.odds > TUNING.sure) & (seen.cards.slot > 0))
    layout = seen.search.deck.layout
    middle = layout.outline.mean(0)
    at = seen.cards.planes[rows] @ [*middle, 1.0]
    slots = [middle + layout.slots[int(slot)] for slot in seen.cards.slot[rows]]
    return at[:, :2] / at[:, 2:], np.array(slots).reshape(-1, 2)


def _through(anchors: Array, cards: Array, slots: Array) -> Array | None:
    """The plane (mm -> px) through markers (2, n, 2: mm and px) and cards, without those that lie far otherwise than
    the rest; None where that leaves none."""
    board, px = (np.tile(one, (TUNING.marker_weight, 1)) for one in anchors)
    left = np.ones(len(cards), bool)
    while left.any():
        plane = opencv.homography(np.concatenate([board, slots[left]]), np.concatenate([px, cards[left]]))
        if plane is None:
            break
        off = np.where(left, _off(plane, cards, slots), 0.0)
        if off.max() < TUNING.astray_mm:
            return plane
        left[off.argmax()] = False
    return None


def _off(plane: Array, cards: Array, slots: Array) -> Array:
    """(n,) mm: how far the middles of cards (px) lie off those of their slots (mm)."""
    flat = project(np.asarray(np.linalg.inv(plane), float), cards)
    return np.asarray(np.linalg.norm(flat - slots, axis=1))
