"""Cards in columns: one that another overlaps is laid by what is shown of it."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from hardware.simulated.stellar.face import Face
from tests.vision.cards.laid import PX_PER_MM, card_plane, plane, table
from vision.cards import overlapped
from vision.cards.find import Candidates, Search, card_corners
from vision.cards.layout import CardsLayout
from vision.cards.looks import Deck
from vision.cards.overlapped import laid_apart, shared
from vision.cards.tuning import TUNING
from vision.ink.pose import Array

FACES = (Face("moon", "4", 2), Face("planet", "2", 1), Face("cloud", "5", 3))


def column(deck: Deck, count: int = 2, step: float = 0.7, turn: float = 4.0) -> Array:
    """(n, 3, 3) cards turned alike, each of which hides all but that share of the one before."""
    angle = np.radians(turn)
    down = np.array([-np.sin(angle), np.cos(angle)]) * deck.layout.card.height * step
    places = [np.array([330.0, 110.0]) + k * down for k in range(count)]
    return np.stack([card_plane(deck, turn, (float(x), float(y))) for x, y in places])


def cards(deck: Deck, planes: Array, slot: int = 0) -> Candidates:
    n = len(planes)
    marks, numbers = np.zeros((n, len(deck.kinds)), np.float32), np.zeros((n, 7), np.float32)
    marks[np.arange(n), [deck.kinds.index(face.kind) for face in FACES[:n]]] = 0.95
    numbers[np.arange(n), [int(face.number) - 1 for face in FACES[:n]]] = 1.0
    zero, corners = np.zeros(n, np.float32), card_corners(deck.layout, planes)
    return Candidates(np.array([slot] + [0] * (n - 1)), planes, corners, zero, zero, numbers, marks)


def looked_at(deck: Deck, there: Array) -> Search:
    return Search(table(*zip(there, FACES, strict=False)), plane(), deck)


def askew(layout: CardsLayout, by_deg: float) -> Array:
    """3×3 card mm: turned about the number."""
    cos, sin = np.cos(np.radians(by_deg)), np.sin(np.radians(by_deg))
    at = np.array(layout.number.at)
    turned = np.eye(3)
    turned[:2, :2] = [[cos, -sin], [sin, cos]]
    turned[:2, 2] = at - turned[:2, :2] @ at
    return turned


def off_mm(deck: Deck, laid: Candidates, there: Array) -> list[float]:
    away = np.linalg.norm(laid.corners - card_corners(deck.layout, there), axis=2).max(1)
    return [float(mm) for mm in away / PX_PER_MM]


@pytest.mark.parametrize("by_deg", [-8.0, 7.0])
def test_a_card_that_another_overlaps_is_laid_as_that_one_lies(deck: Deck, by_deg: float) -> None:
    there = column(deck)
    seen = there.copy()
    seen[0] = there[0] @ askew(deck.layout, by_deg)
    before = cards(deck, seen)
    assert off_mm(deck, before, there)[0] > 4.0
    search = looked_at(deck, there)
    assert max(off_mm(deck, laid_apart(search, before, np.zeros(2, bool)), there)) < 1.5
    for left in (cards(deck, seen, 5), msgspec.structs.replace(before, marks=before.marks * 0.1)):
        laid = laid_apart(search, left, np.zeros(2, bool))
        assert (laid.planes[0] == seen[0]).all(), "in a slot, or of no type that is known"
    assert (laid_apart(search, before, np.array([True, False])).planes[0] == seen[0]).all(), "a back shows no type"


def test_a_card_that_lies_right_hardly_moves_and_one_alone_not_at_all(deck: Deck) -> None:
    there = column(deck)
    search = looked_at(deck, there)
    assert max(off_mm(deck, laid_apart(search, cards(deck, there), np.zeros(2, bool)), there)) < 0.5
    apart = np.stack([there[0] @ askew(deck.layout, 8.0), card_plane(deck, 0.0, (450.0, 150.0))])
    assert (laid_apart(search, cards(deck, apart), np.zeros(2, bool)).planes == apart).all()


@pytest.mark.parametrize(("step", "askew_rows"), [(0.6, [1]), (0.7, [0, 1])])
def test_of_three_in_a_column_each_is_laid_by_what_the_next_leaves_of_it(
    deck: Deck, step: float, askew_rows: list[int]
) -> None:
    there = column(deck, 3, step)
    seen = there.copy()
    seen[askew_rows] = there[askew_rows] @ askew(deck.layout, 7.0)
    laid = laid_apart(looked_at(deck, there), cards(deck, seen), np.zeros(3, bool))
    assert max(off_mm(deck, laid, there)) < 1.5


def test_a_card_is_not_laid_where_its_plain_number_is_gone(deck: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
    there = column(deck)
    aside = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 9.0], [0.0, 0.0, 1.0]])
    monkeypatch.setattr(overlapped, "aligned", lambda _image, planes, *_: (planes @ aside, np.ones(len(planes))))
    assert (laid_apart(looked_at(deck, there), cards(deck, there), np.zeros(2, bool)).planes == there).all()


def test_what_two_cards_share_counts_in_the_area_of_the_first(deck: Deck) -> None:
    first, second = card_corners(deck.layout, column(deck))
    assert shared(first, second) == pytest.approx(0.3, abs=0.01)
    assert shared(first, second) > TUNING.overlap > shared(first, second + 2000.0)
