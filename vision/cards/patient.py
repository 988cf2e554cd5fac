"""Looks again, with more patience, where the record knows of cards that were not found.

Whatever speaks for a card is tried: its whole front at any place and turn, a sign with an outline around it, a free
slot, an outline that was not among the best. Each is moved a little until number, sign and front are seen best.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from vision.cards.align import agreement
from vision.cards.find import (
    Candidates,
    Covering,
    Search,
    card_corners,
    card_planes,
    described,
    half_turn,
    joined,
    slot_of,
)
from vision.cards.fronts import by_fronts
from vision.cards.layout import CardsLayout
from vision.cards.signs import best_apart, corners_apart, of_no_card
from vision.cards.tuning import TUNING
from vision.ink.layout import rotation_matrix
from vision.ink.pose import Array, project
from vision.ink.rectangles.quad import inside

Odds = Callable[[Candidates], NDArray[np.float64]]

_SIGN_TURNS = np.arange(0.0, 360.0, 8.0)
_SLOT_MM = (-2.5, 0.0, 2.5)
_SHIFTS_MM = ((1.5, 0.0), (-1.5, 0.0), (0.0, 1.5), (0.0, -1.5))
_TURNS_DEG = (-5.0, -2.5, 2.5, 5.0)
_AT_ONCE = 200


def look_again(
    search: Search, corners: Array, slots: NDArray[np.int64], odds: Odds, where: tuple[bool, bool]
) -> Candidates:
    """What else may be a front, the likeliest of its place, beside the cards that were found (n, 4, 2 px).

    `slots` of the telescope that are taken; `where`: whether to look in the telescope, and outside of it.
    """
    layout = search.deck.layout
    planes = np.concatenate(
        [
            by_fronts(search.image, search.plane, search.deck, corners, where),
            _either_way_up(search, _left(search)),
            _either_way_up(search, _free_slots(search, slots)),
            _around_signs(search, corners),
        ]
    )
    rectangles = _rectangles(search, planes)
    slot = slot_of(layout, rectangles)
    beside = where[1] & ~_on_board(layout, rectangles)
    wanted = np.where(slot > 0, where[0], beside) & ~np.isin(slot, slots[slots > 0])
    planes = planes[wanted & (_hidden(layout, planes, corners) < TUNING.covered_anew)]
    seen = _seen(search, planes)
    seen = seen.rows(best_apart(odds(seen), corners_apart(seen.corners, TUNING.apart), TUNING.max_tried))
    for _ in range(TUNING.rounds):
        seen = _moved(search, seen, odds)
    return seen


def _seen(search: Search, planes: Array) -> Candidates:
    """What cards at these planes (n, 3, 3) show."""
    deck, layout = search.deck, search.deck.layout
    rectangles = _rectangles(search, planes)
    merit = search.merit_of(rectangles)
    cover = np.zeros(len(planes), np.float32)
    if deck.front is not None:
        for start in range(0, len(planes), _AT_ONCE):
            part = slice(start, start + _AT_ONCE)
            cover[part] = agreement(search.soft, planes[part], layout, deck.front)
    found = Covering(slot_of(layout, rectangles), planes, merit, cover)
    return described(search.image, found, deck)


def _rectangles(search: Search, planes: Array) -> Array:
    """(n, 3) mm of cards at these planes."""
    flat = search.on_table(card_corners(search.deck.layout, planes))
    across = flat[:, 1] - flat[:, 0]
    return np.column_stack([flat.mean(1), np.degrees(np.arctan2(across[:, 1], across[:, 0])) % 180])


def _moved(search: Search, seen: Candidates, odds: Odds) -> Candidates:
    """Each card where it is likeliest, a little beside or turned."""
    layout, count = search.deck.layout, len(seen.slot)
    if not count:
        return seen
    moves = [
        *(_shift(*shift) for shift in _SHIFTS_MM),
        *(_turn(np.array([layout.card.width, layout.card.height]) / 2, turn) for turn in _TURNS_DEG),
    ]
    tries = joined([seen, _seen(search, np.concatenate([seen.planes @ move for move in moves]))])
    worth = odds(tries).reshape(-1, count)
    return tries.rows(worth.argmax(0) * count + np.arange(count))


def _shift(x: float, y: float) -> Array:
    return np.array([[1.0, 0.0, x], [0.0, 1.0, y], [0.0, 0.0, 1.0]])


def _turn(middle: Array, degrees: float) -> Array:
    spin = np.eye(3)
    spin[:2, :2] = rotation_matrix(degrees)
    return np.asarray(_shift(*middle) @ spin @ _shift(*-middle))


def _left(search: Search) -> Array:
    """(n, 4, 2) px of the best rectangles that no card was found in."""
    rows = np.flatnonzero(search.open)
    return search.corners_of(
        search.rectangles[rows[np.argsort(-search.merit[rows], kind="stable")][: TUNING.max_left_rectangles]]
    )


def _free_slots(search: Search, taken: NDArray[np.int64]) -> Array:
    """(n, 4, 2) px of cards upright in the middle of each other slot, and a little beside it."""
    layout = search.deck.layout
    middle = np.array([layout.card.width, layout.card.height]) / 2
    found = [
        [*(np.array(place) + middle + (x, y)), 0.0]
        for slot, place in layout.slots.items()
        if slot not in taken
        for x in _SLOT_MM
        for y in _SLOT_MM
    ]
    return search.corners_of(np.array(found).reshape(-1, 3))


def _either_way_up(search: Search, corners: Array) -> Array:
    """(2n, 3, 3) card mm -> px of cards there, and upside down."""
    planes = card_planes(search.deck.layout, corners)
    return np.concatenate([planes, planes @ half_turn(search.deck.layout)])


def _around_signs(search: Search, corners: Array) -> Array:
    """(n, 3, 3) cards around signs that no card found has, at the turns at which outlines are seen best."""
    layout = search.deck.layout
    places = of_no_card(search.signs, search.on_table(corners), layout)[: TUNING.max_left_signs]
    if not len(places):
        return np.zeros((0, 3, 3))
    offset = np.array([layout.card.width, layout.card.height]) / 2 - np.array(layout.type.at)
    angle = np.radians(_SIGN_TURNS)
    shift = np.stack([np.cos(angle) * offset[0] - np.sin(angle) * offset[1],
                      np.sin(angle) * offset[0] + np.cos(angle) * offset[1]], 1)  # fmt: skip
    middles = places[:, None] + shift[None]
    turns = np.broadcast_to(_SIGN_TURNS, middles.shape[:2])
    rectangles = np.column_stack([middles.reshape(-1, 2), turns.ravel()])
    worth = search.merit_of(rectangles).reshape(len(places), -1)
    planes = []
    for _ in range(TUNING.left_sign_turns):
        best = worth.argmax(1)
        chosen = np.column_stack([middles[np.arange(len(places)), best], _SIGN_TURNS[best]])
        planes.append(card_planes(layout, search.corners_of(chosen)))
        gone = np.abs((_SIGN_TURNS[best][:, None] - _SIGN_TURNS + 180) % 360 - 180) < TUNING.left_sign_turns_apart_deg
        worth = np.where(gone, -1.0, worth)
    return np.concatenate(planes)


def _on_board(layout: CardsLayout, rectangles: Array) -> NDArray[np.bool_]:
    """(n,) whether the middle of each lies on the telescope's board."""
    if layout.telescope is None:
        return np.zeros(len(rectangles), bool)
    size = np.array([layout.telescope.board.width, layout.telescope.board.height])
    return np.asarray(((rectangles[:, :2] > 0) & (rectangles[:, :2] < size)).all(1))


def _hidden(layout: CardsLayout, planes: Array, corners: Array) -> Array:
    """(n,) the share of each card that lies on cards that were found."""
    u, v = np.meshgrid(np.linspace(0.08, 0.92, 6), np.linspace(0.08, 0.92, 6))
    at = np.column_stack([u.ravel() * layout.card.width, v.ravel() * layout.card.height])
    points = np.stack([project(one, at) for one in planes]) if len(planes) else np.zeros((0, 36, 2))
    under = np.zeros(points.shape[:2], bool)
    for quad in corners:
        under |= inside(points, quad)
    return np.asarray(under.mean(1))
