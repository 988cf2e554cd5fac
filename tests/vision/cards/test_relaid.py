"""A telescope of which two markers are seen: cards in its slots say how far away its other end is."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.simulated.stellar.face import Face
from pi_app.games.stellar.camera import CARDS
from tests.vision.cards.laid import PX_PER_MM, card_plane, plane, table
from vision.cards import relaid as laying
from vision.cards.judge import Seen, likely_cards
from vision.cards.locate import Table, px_per_mm, table_of
from vision.cards.looks import Deck
from vision.cards.read import read_cards
from vision.cards.relaid import relaid
from vision.cards.tuning import TUNING
from vision.ink import opencv
from vision.ink.pose import Array, Image, project

_PHOTOS = Path(__file__).parents[2] / "photos" / "stellar"
_NAME = "cards_hard_910700008"
_FACES = {2: Face("moon", "4", 2), 6: Face("planet", "1", 1), 8: Face("cloud", "5", 0), 11: Face("asteroid", "2", 3)}
_ASIDE_MM = 13.0


def board_of(deck: Deck) -> Array:
    """(4, 2) mm: its corners."""
    assert deck.layout.telescope is not None
    board = deck.layout.telescope.board
    return np.array([[0, 0], [board.width, 0], [board.width, board.height], [0, board.height]])


def upper_markers(deck: Deck) -> Array:
    """(8, 2) mm: the corners of those at the upper end."""
    markers = deck.layout.marker_set()
    assert markers is not None
    return markers.corners[:2].reshape(-1, 2)


def stretched(deck: Deck, by: float) -> Array:
    """The plane as the upper markers might tell it: the lower end seems `by` mm farther away."""
    flat = board_of(deck)
    onto = opencv.homography(flat, flat + np.array([[0, 0], [0, 0], [0, by], [0, by]]))
    assert onto is not None
    return plane() @ onto


def laid_again(deck: Deck, by: float, aside: dict[int, float]) -> tuple[Seen, Seen]:
    """What is seen by a stretched plane and then by the cards, which lie `aside` (slot -> mm down)."""
    half = np.array([deck.layout.card.width, deck.layout.card.height]) / 2
    there = {slot: np.array(deck.layout.slots[slot]) + half + (0, off) for slot, off in aside.items()}
    picture = table(*((card_plane(deck, 0.0, (at[0], at[1])), _FACES[slot]) for slot, at in there.items()))
    seen = likely_cards(picture, stretched(deck, by), deck)
    return seen, relaid(seen, upper_markers(deck), project(plane(), upper_markers(deck)))


def off_mm(deck: Deck, seen: Seen) -> float:
    """By how many mm the plane puts the worst corner of the board beside where it is."""
    away = project(seen.search.plane, board_of(deck)) - project(plane(), board_of(deck))
    return float(np.hypot(*away.T).max()) / PX_PER_MM


def test_cards_in_slots_say_how_far_away_the_hidden_end_is(deck: Deck) -> None:
    first, again = laid_again(deck, 20.0, {2: 0.0, 6: 0.0, 8: 0.0, 11: 0.0})
    assert off_mm(deck, first) == pytest.approx(20.0)
    assert off_mm(deck, again) < 3.0


def test_a_card_that_seemed_to_lie_beside_the_board_is_in_its_slot_then(deck: Deck) -> None:
    first, again = laid_again(deck, 35.0, {2: 0.0, 6: 0.0, 8: 0.0, 11: 0.0})
    slots = [set(seen.cards.slot[seen.odds > TUNING.sure].tolist()) for seen in (first, again)]
    assert slots == [{0, 2, 6, 8}, {2, 6, 8, 11}]


@pytest.mark.parametrize(
    "aside", [{11: _ASIDE_MM}, {2: 0.0, 6: 0.0, 11: _ASIDE_MM}, {2: 0.0, 6: 0.0, 8: _ASIDE_MM, 11: 0.0}, {}]
)
def test_the_plane_of_the_markers_is_kept_where_a_card_lies_aside_of_its_slot(
    deck: Deck, aside: dict[int, float]
) -> None:
    first, again = laid_again(deck, 0.0, aside)
    assert again is first


def test_a_single_card_lays_no_plane_however_well_it_then_lies(deck: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laying, "_worth", lambda seen: 9.0 * laying._well(seen))
    first, again = laid_again(deck, 0.0, {11: _ASIDE_MM})
    assert again is first


def test_a_card_counted_to_a_wrong_slot_is_left_out(deck: Deck) -> None:
    slots = np.array([deck.layout.outline.mean(0) + deck.layout.slots[slot] for slot in _FACES])
    aside = np.zeros_like(slots)
    aside[2] = (50.0, 0.0)
    cards = project(plane(), slots + aside)
    anchors = np.stack([upper_markers(deck), project(plane(), upper_markers(deck))])
    through = laying._through(anchors, cards, slots)
    assert through is not None
    assert project(through, board_of(deck)) == pytest.approx(project(plane(), board_of(deck)), abs=0.1)


def photograph() -> tuple[Image, Deck, Table]:
    """A photograph, its deck and where its telescope lies."""
    rows = map(json.loads, (_PHOTOS / "stellar.list.jsonl").read_text().splitlines())
    name = next(row["layout"] for row in rows if row["id"] == _NAME)
    deck, picture = CARDS.parse(CARDS.layout_text(name, _PHOTOS), _PHOTOS), opencv.load(str(_PHOTOS / f"{_NAME}.jpg"))
    found = table_of(picture, deck.layout)
    assert found is not None
    return picture, deck, found


def test_a_photograph_whose_farther_markers_are_hidden_is_read_as_with_them() -> None:
    picture, deck, found = photograph()
    markers = deck.layout.marker_set()
    assert markers is not None
    for row in (2, 3):
        quad = markers.corners[row]
        over = project(found.plane, quad.mean(0) + 1.3 * (quad - quad.mean(0)))
        cv2.fillConvexPoly(picture, np.rint(over).astype(np.int32), (128, 128, 128))
    reading = read_cards(picture, deck)
    off = np.array(reading.located.corners) - project(found.plane, board_of(deck))
    assert reading.located.confidence == 0.5
    assert np.hypot(*off.T).max() / px_per_mm(found.plane, board_of(deck).mean(0)) < 5.0
    assert sum(card.slot is not None for card in reading.cards) == 4
