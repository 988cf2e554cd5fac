"""What colours say, as natural logs of levels: how far cards are from their looks, and whether the board lies bare.

`gains` (3,) everywhere: how much brighter each colour is in the picture than where the looks were learnt; None where no
card tells.
"""

from __future__ import annotations

import numpy as np

from vision.cards.evidence import NO_NUMBER
from vision.cards.find import Candidates, Covering, Search, card_corners, card_planes, described
from vision.cards.overlapped import shared
from vision.cards.tuning import TUNING
from vision.ink.pose import Array, Flags, Floats, Numbers, project


def gains_of(search: Search, cards: Candidates, odds: Numbers) -> Numbers | None:
    """The gains, by the cards that surely are some."""
    sure, deck = np.flatnonzero(odds > TUNING.sure), search.deck
    if not len(sure) or not deck.kinds:
        return None
    seen = search.tints(cards.planes[sure])
    learnt = np.stack([deck.tints[deck.kinds[int(k)]] for k in cards.marks[sure].argmax(1)])
    return np.asarray(np.median(np.median(_log(seen) - _log(learnt), axis=(1, 2)), axis=0), float)


def tint_distance(seen: Floats, learnt: Floats, gains: Numbers | None) -> Numbers:
    """(n,) how far colours are apart; half of what is the same all over is forgiven as light."""
    apart = _log(seen) - _log(learnt)
    if not len(apart):
        return np.zeros(0)
    if gains is None:
        apart = apart - np.median(apart, axis=(1, 2), keepdims=True)
    else:
        apart = apart - gains
        apart = apart - 0.5 * np.median(apart, axis=(1, 2, 3), keepdims=True)
    return np.asarray(np.sqrt(np.median(apart**2, axis=(1, 2)).mean(1)), float)


def board_covered(search: Search, planes: Array, gains: Numbers | None) -> Numbers:
    """(n,) whether a back hides the board there (1) or it lies bare (-1): which of both the colours are nearer to."""
    if search.ground is None or not len(planes):
        return np.zeros(len(planes))
    learnt = _learnt(search, "back", gains)
    if _apart(learnt[None], _log(search.ground.colour))[0] <= TUNING.told_from_board:
        return np.zeros(len(planes))
    board, back = _from_board(search, planes), _apart(_log(search.tints(planes)), learnt)
    nearer = (board - back) / (board + back + TUNING.hardly_apart)
    return np.asarray(np.clip(TUNING.nearer_by * nearer, -1, 1), float)


def not_bare(search: Search, cards: Candidates, gains: Numbers | None, most: int) -> tuple[Candidates, Flags]:
    """The slots on which none of the cards lies and plainly something hides the board, as cards that lie there, and
    whether they are more like backs; the `most` that hide it most."""
    layout, deck = search.deck.layout, search.deck
    planes = _slot_planes(search)
    free = [k for k, corners in enumerate(card_corners(layout, planes)) if _in_sight(search, corners, cards)]
    slots, planes = np.array(list(layout.slots), np.intp)[free], planes[free]
    tells = search.ground is not None and len(slots) > 0 and bool(deck.kinds)
    away = _from_board(search, planes) if tells else np.zeros(len(slots))
    rows = np.argsort(-away, kind="stable")[: max(most, 0)]
    rows = rows[away[rows] > TUNING.hides_the_board]
    if not len(rows):
        return cards.rows(rows), np.zeros(0, bool)
    nothing = np.zeros(len(rows), np.float32)
    there = described(search.image, Covering(slots[rows], planes[rows], nothing, nothing), deck)
    if deck.back is None:
        return there, nothing > 0
    seen = _log(search.tints(there.planes))
    front = np.min([_apart(seen, _learnt(search, kind, gains)) for kind in deck.kinds], axis=0)
    back = _apart(seen, _learnt(search, "back", gains))
    return there, (back < front) & (there.numbers[:, NO_NUMBER] > TUNING.no_number_there)


def _slot_planes(search: Search) -> Array:
    """(n, 3, 3) planes of cards that lie on the slots as they are printed."""
    layout = search.deck.layout
    at = np.array(list(layout.slots.values())).reshape(-1, 1, 2)
    corners = at + np.array([layout.card.width, layout.card.height]) * [[0, 0], [1, 0], [1, 1], [0, 1]]
    return card_planes(layout, project(search.plane, corners.reshape(-1, 2)).reshape(-1, 4, 2))


def _in_sight(search: Search, slot: Array, cards: Candidates) -> bool:
    """Whether the picture shows all of a slot (4, 2 px), and none of the cards on it."""
    seen = bool(((slot >= 0) & (slot <= np.array(search.image.shape[1::-1]) - 1)).all())
    return seen and not any(shared(slot, card) > TUNING.overlap for card in cards.corners)


def _learnt(search: Search, look: str, gains: Numbers | None) -> Numbers:
    """(rows, columns, 3) the colours of that look in this picture's light."""
    return _log(search.deck.tints[look]) + (0.0 if gains is None else gains)


def _from_board(search: Search, planes: Array) -> Numbers:
    """(n,) how far colours are from the board's: those of all of it or, under a lamp, of what lies beside."""
    assert search.ground is not None, "whoever asks has looked"
    seen = _log(search.tints(planes))
    middles = card_corners(search.deck.layout, planes).mean(1)
    lit = _log(search.ground.beside(project(np.asarray(np.linalg.inv(search.plane), float), middles)))
    return np.minimum(_apart(seen, _log(search.ground.colour)), _apart(seen, lit[:, None, None]))


def _apart(seen: Numbers, colours: Numbers) -> Numbers:
    """(n,) how far (n, rows, columns, 3) colours are from others."""
    return np.asarray(np.median(np.abs(seen - colours).max(-1), axis=(1, 2)), float)


def _log(colours: Floats) -> Numbers:
    return np.asarray(np.log(np.maximum(colours, 0) + 12.0), float)
