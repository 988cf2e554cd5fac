"""What is said of the light in which cards lie."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hardware.simulated.stellar.face import Face
from tests.vision.cards.laid import card_plane, found_in, plane, table
from tests.vision.cards.test_cards_found import telescope_picture
from vision.cards.find import Search
from vision.cards.light import light_of
from vision.cards.looks import Deck
from vision.cards.read import _free, read_cards
from vision.cards.reading import Lying
from vision.ink.light import Trouble
from vision.ink.pose import Image, project

_BOARD, _LAMP, _SAND = (70, 60, 60), (235, 240, 240), (110, 200, 230)


def telescope(deck: Deck, at: int, colour: tuple[int, int, int]) -> Image:
    """A bare telescope of which a slot is seen in this colour."""
    corners = project(plane(), deck.layout.outline + deck.layout.slots[at])
    picture = np.full((760, 1000, 3), _BOARD, np.uint8)
    return np.asarray(cv2.fillConvexPoly(picture, np.rint(corners).astype(np.int32), colour), np.uint8)


@pytest.mark.parametrize(
    ("colour", "free", "glare"),
    [(_LAMP, {3, 7}, True), (_LAMP, {3}, False), (_SAND, {3, 7}, False), (_BOARD, {3, 7}, False)],
)
def test_a_lamp_is_named_that_whitens_a_slot_without_a_card(
    deck: Deck, colour: tuple[int, int, int], free: set[int], glare: bool
) -> None:
    light = light_of(Search(telescope(deck, 7, colour), plane(), deck), free)
    assert (Trouble.GLARE_ON_CARDS in light.why) is glare


def test_a_light_board_between_dark_cards_is_no_lamp(deck: Deck) -> None:
    picture = np.full((760, 1000, 3), 160, np.uint8)
    for slot in set(deck.layout.slots) - {7}:
        corners = project(plane(), deck.layout.outline + deck.layout.slots[slot])
        cv2.fillConvexPoly(picture, np.rint(corners).astype(np.int32), (30, 30, 30))
    assert light_of(Search(picture, plane(), deck), {7}).ok


def test_a_picture_without_light_is_too_dark(deck: Deck) -> None:
    dark = np.full((760, 1000, 3), 20, np.uint8)
    assert light_of(Search(dark, plane(), deck), {7}).why == (Trouble.TOO_DARK,)


@pytest.mark.parametrize(
    ("unseen", "count"), [(None, 11), (Lying(notebook=1), 11), (Lying(telescope=2), 11), (Lying(telescope=0), 0)]
)
def test_no_slot_counts_as_free_where_the_record_knows_of_no_more_cards(
    deck: Deck, unseen: Lying | None, count: int
) -> None:
    (x, y), card = deck.layout.slots[7], deck.layout.card
    there = card_plane(deck, 0.0, (x + card.width / 2, y + card.height / 2))
    found = found_in(table((there, Face("moon", "4", 2))), deck)
    assert len(_free(found, unseen, deck.layout)) == count


def test_a_washed_slot_that_is_asked_about_is_named_as_well(deck: Deck) -> None:
    picture = telescope_picture(deck) // 2
    corners = project(plane(), deck.layout.outline + deck.layout.slots[5])
    cv2.fillConvexPoly(picture, np.rint(corners).astype(np.int32), _LAMP)
    for known in (None, Lying(telescope=1)):
        told = read_cards(picture, deck, known)
        assert [doubt.slot for doubt in told.doubtful if doubt.field == "face_down" and doubt.slot] == [5]
        assert told.light.why == (Trouble.GLARE_ON_CARDS,)
