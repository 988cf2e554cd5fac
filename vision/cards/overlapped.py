"""Lays cards again over which others lie: what those hide says nothing of how a card lies, their turn does.

Cards in columns lie alike. The sides of two that overlap make rectangles that lie askew between them.
"""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.cards.align import CLOSER, agreement, aligned
from vision.cards.find import Candidates, Search, card_corners, still_numbered
from vision.cards.layout import CardsLayout
from vision.cards.tuning import TUNING
from vision.ink.pose import Array, Image, project
from vision.ink.rectangles.quad import inside

_TIMES = 2


def laid_apart(search: Search, cards: Candidates, down: NDArray[np.bool_]) -> Candidates:
    """The cards; those that others overlap beside the telescope laid again. `down` (n,): which lie on their faces.

    Twice: in a column one learns its turn from the next.
    """
    layout = search.deck.layout
    fronts = (cards.slot == 0) & ~down & (cards.marks.max(1, initial=-1) > TUNING.half_alike)
    for _ in range(_TIMES):
        for row in map(int, np.flatnonzero(fronts)):
            laid = _laid(search, cards, row, down)
            if laid is not None:
                planes = cards.planes.copy()
                planes[row] = laid
                planes = still_numbered(search.image, cards, planes, layout)
                cards = msgspec.structs.replace(cards, planes=planes, corners=card_corners(layout, planes))
    return cards


def _laid(search: Search, cards: Candidates, row: int, down: NDArray[np.bool_]) -> Array | None:
    """(3, 3) another plane of a card, in which what is shown of it looks more like its type; None: there is none."""
    deck, flat = search.deck, search.on_table(cards.corners)
    plane = cards.planes[row]
    near = [k for k in range(len(flat)) if k != row and shared(flat[row], flat[k]) > TUNING.overlap]
    turns = [_turn(flat[row], flat[k]) for k in near if not down[k]]
    tries = [plane @ _about_print(deck.layout, turn) for turn in turns if abs(turn) < TUNING.alike_deg]
    if not tries:
        return None
    # What prints its number or its sign inside another card lies on that one.
    prints = project(plane, np.array([deck.layout.number.at, deck.layout.type.at]))
    clear = _clear(search.soft, [cards.corners[k] for k in near if not inside(prints, cards.corners[k]).any()])
    front = deck.kind_fronts[int(cards.marks[row].argmax())]
    laid, cover = aligned(search.soft, np.stack([plane, *tries]), deck.layout, front, CLOSER, clear)
    best = int(cover.argmax())
    before = agreement(search.soft, plane[None], deck.layout, front, clear)[0]
    moved = np.linalg.norm(card_corners(deck.layout, laid[[best]])[0] - cards.corners[row], axis=1).max()
    width = np.linalg.norm(cards.corners[row, 1] - cards.corners[row, 0])
    better = cover[best] > before + TUNING.better_laid and moved > TUNING.hair * width
    return np.asarray(laid[best], float) if better else None


def shared(one: Array, other: Array) -> float:
    """The share of a card's area (4, 2) that another one shares."""
    flat = one.astype(np.float32)
    return float(cv2.intersectConvexConvex(flat, other.astype(np.float32))[0]) / max(float(cv2.contourArea(flat)), 1.0)


def _turn(one: Array, other: Array) -> float:
    """Degrees clockwise from one card (4, 2 mm) to another, -90…90: a half turn is none."""
    (ax, ay), (bx, by) = (corners[1] - corners[0] for corners in (one, other))
    return float((np.degrees(np.arctan2(by, bx) - np.arctan2(ay, ax)) + 90) % 180 - 90)


def _about_print(layout: CardsLayout, turn: float) -> Array:
    """3×3, card mm: a card turned so many degrees clockwise about the middle between its number and its sign."""
    x, y = (np.array(layout.number.at) + np.array(layout.type.at)) / 2
    cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    return np.array([[cos, -sin, x - cos * x + sin * y], [sin, cos, y - sin * x - cos * y], [0.0, 0.0, 1.0]])


def _clear(picture: Image, quads: list[Array]) -> Image:
    """A picture of that size, 0 where these cards (4, 2 px) lie, else 255."""
    clear = np.full(picture.shape[:2], 255, np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(clear, np.rint(quad).astype(np.int32), 0)
    return clear
