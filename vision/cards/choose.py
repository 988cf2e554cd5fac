"""Which of many candidates are cards: the likeliest first, and none where another one already lies."""

from __future__ import annotations

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from vision.cards.find import Candidates, Search, joined
from vision.cards.layout import CardsLayout
from vision.cards.looks import Deck
from vision.pose import Array, Image

Floats = NDArray[np.float64]

FACE = (-8.3, 0.9, 2.7, 5.0, 11.1, 6.3)
"""Log-odds of a face-up card: at rest, by outline, by what fronts share, by a number, by a sign, by both of these."""
BACK = (-13.0, 4.0, 13.0)
"""Log-odds of a face-down card: at rest, by outline, by its likeness to a back."""
PASSES = 4
_SHARED = 0.5
_NONE = 6


class Found(msgspec.Struct, frozen=True, eq=False):
    """The cards of a picture: `cards` with a row each, whether each lies face `down`, and the log-odds of each."""

    cards: Candidates
    down: NDArray[np.bool_]
    odds: Floats


def face_odds(found: Candidates, deck: Deck) -> Floats:
    """(n,) log-odds that a card lies face up just so."""
    rest, outline, front, number, mark, both = FACE
    alike = np.maximum(found.marks.max(1) - 0.5, 0) if deck.kinds else np.full(len(found.slot), 0.3)
    shared = found.front if deck.front else np.full(len(found.slot), 0.9)
    seen = 1.0 - found.numbers[:, _NONE]
    shown = number * seen + mark * alike + both * seen * alike
    return np.asarray(rest + outline * found.merit + front * shared + shown, float)


def back_odds(found: Candidates) -> Floats:
    """(n,) log-odds that a card lies face down just so."""
    rest, outline, alike = BACK
    return np.asarray(rest + outline * found.merit + alike * found.back, float)


def find_cards(image: Image, plane: Array, deck: Deck) -> Found:
    """The cards in a picture (BGR) of a table at `plane` (3×3, mm -> px), by slot, then those of the notebook."""
    search = Search(image, plane, deck)
    parts: list[Candidates] = []
    odds, down = np.zeros(0), np.zeros(0, bool)
    for number in range(PASSES):
        if not search.open.any():
            break
        seen = search.candidates()
        face, back = face_odds(seen, deck), back_odds(seen)
        every = joined([*parts, seen])
        odds, down = np.append(odds, np.maximum(face, back)), np.append(down, back > face)
        rows = chosen(every, odds, deck.layout)
        parts, odds, down = [every.rows(rows)], odds[rows], down[rows]
        search.close(parts[0].corners)
        if number in (1, 2):
            search.add_by_signs(parts[0].corners)
    if not parts:
        return Found(search.candidates(), down, odds)
    order = np.array(sorted(range(len(odds)), key=lambda row: (parts[0].slot[row] or 99, row)), np.intp)
    return Found(parts[0].rows(order), down[order], odds[order])


def chosen(found: Candidates, odds: Floats, layout: CardsLayout) -> NDArray[np.intp]:
    """Rows of the cards: the likeliest, one a slot, none half hidden by a likelier one."""
    kept: list[int] = []
    taken: set[int] = set()
    for row in np.argsort(-odds, kind="stable"):
        if odds[row] < 0:
            break
        slot = int(found.slot[row])
        if slot in taken or any(_shared(found, int(row), other) > _SHARED for other in kept):
            continue
        kept.append(int(row))
        taken |= {slot} if slot else set()
    return np.array(sorted(kept), np.intp)


def _shared(found: Candidates, row: int, other: int) -> float:
    """The share of a card's area that another one shares."""
    one, two = found.corners[row].astype(np.float32), found.corners[other].astype(np.float32)
    if np.hypot(*(one.mean(0) - two.mean(0))) > np.hypot(*(one[2] - one[0])):
        return 0.0
    return float(cv2.intersectConvexConvex(one, two)[0]) / max(float(cv2.contourArea(one)), 1.0)
