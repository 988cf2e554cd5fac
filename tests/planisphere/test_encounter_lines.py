"""What is printed on encounter cards."""

from __future__ import annotations

from typing import get_args

import pytest

from engines.starfarers.pack import Neighbour
from planisphere.sheets.starfarers.encounter_lines import NEIGHBOURS, Line, outline
from tests.engines.starfarers.encounter_tables import HOUSE

CARDS = {card.id: card for card in HOUSE.pack.encounters}


def test_every_neighbour_has_a_name() -> None:
    assert set(NEIGHBOURS) == set(get_args(Neighbour))


def test_the_outline_of_a_gift_lists_what_each_number_brings() -> None:
    assert outline(CARDS[1]) == [
        Line(0, "", "How many cards do you give: 0 to 3?"),
        Line(1, "0 cards", "Every opponent gives you a card of their choice. Lose 2 fame rings."),
        Line(1, "1 card", "Take 1 food from the bank. Lose 1 fame ring."),
        Line(1, "2 cards", "Take 1 card of your choice from the bank. Win 1 fame ring."),
        Line(1, "3 cards", "Take 2 cards of your choice from the bank. Win 1 fame ring."),
    ]


def test_the_outline_of_a_false_merchant_asks_after_the_gift() -> None:
    assert outline(CARDS[7]) == [
        Line(0, "", "How many cards do you give: 0 to 3?"),
        Line(0, "", "Whatever you gave, he is a pirate. Do you attack him?"),
        Line(1, "yes", "Combat with the player on your right: both shake, cannons count."),
        Line(2, "won", "Take back what you gave. Win 1 fame ring."),
        Line(2, "lost", "Your first ship does not fly in this turn."),
        Line(1, "no", "Nothing happens."),
    ]


def test_the_outline_of_an_ambush_indents_the_fight_after_a_failed_escape() -> None:
    assert outline(CARDS[17]) == [
        Line(0, "", "Do you try to escape?"),
        Line(1, "yes", "Your boosters against those of the second player on your left: nobody shakes."),
        Line(2, "away", "Nothing happens."),
        Line(2, "caught", "Combat with the second player on your left: both shake, cannons count."),
        Line(3, "won", "Take 2 ore from the bank. Win 1 fame ring."),
        Line(3, "lost", "Lose an upgrade of your choice. Win 1 fame ring."),
        Line(1, "no", "Combat with the second player on your left: both shake, cannons count."),
        Line(2, "won", "Take 2 ore from the bank. Win 1 fame ring."),
        Line(2, "lost", "Lose an upgrade of your choice. Win 1 fame ring."),
    ]


def test_the_outline_of_a_fence_has_a_line_for_each_band() -> None:
    swap = "Give 1 card of your choice to the bank. Take 2 cards of your choice from the bank."
    assert outline(CARDS[12]) == [
        Line(0, "", "Do you swap 1 card for 2 of your choice?"),
        Line(1, "yes", f"{swap} Shake: the balls alone decide."),
        Line(2, "1 or 2", "Lose 1 fame ring."),
        Line(2, "3", "Give the cards that you took back to the bank. Lose 1 fame ring."),
        Line(2, "4 or 5", "Nothing happens."),
        Line(1, "no", "Win 1 fame ring."),
    ]


@pytest.mark.parametrize("card", CARDS.values(), ids=lambda card: str(card.id))
def test_every_line_of_every_card_is_whole_sentences(card: object) -> None:
    lines = outline(card)  # type: ignore[arg-type]
    assert lines
    for line in lines:
        assert line.text[-1] in ".?"
        assert "{" not in line.text
        assert line.text[0].isupper()
