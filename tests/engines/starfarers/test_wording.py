"""What the reader of an encounter card says."""

from __future__ import annotations

from typing import get_args

import pytest

from engines.game import NATURE
from engines.starfarers.encounters import wording
from engines.starfarers.encounters.interpreter import Followed
from engines.starfarers.encounters.wording import Line, followed_words, outline, prompt
from engines.starfarers.model import Answer, Choose, DrawEncounter, GainUpgrade, Give, Shake, StarfarersAction
from engines.starfarers.pack import EncounterKind, Fame, LoseUpgrade, Neighbour, Receive
from tests.engines.starfarers.encounter_tables import ACTIVE, HOUSE, at_encounter, drawn, encounters_of, with_seat

CARDS = {card.id: card for card in HOUSE.pack.encounters}
BEFORE = at_encounter()
INTERPRETER = encounters_of(HOUSE)


def test_every_kind_has_a_title_and_a_scene_and_every_neighbour_a_name() -> None:
    kinds = set(get_args(EncounterKind))
    assert set(wording.TITLES) == set(wording.SCENES) == kinds
    assert set(wording.NEIGHBOURS) == set(get_args(Neighbour))


def test_a_false_merchant_cannot_be_told_from_a_true_one() -> None:
    assert wording.TITLES["false_merchant"] == wording.TITLES["merchant"]
    assert wording.SCENES["false_merchant"] == wording.SCENES["merchant"]
    assert outline(CARDS[7])[0] == outline(CARDS[1])[0]


def test_the_outline_of_a_gift_lists_what_each_number_brings() -> None:
    assert outline(CARDS[1]) == [
        Line(0, "", "How many cards do you give: none to 3?"),
        Line(1, "0 cards", "Every opponent gives you a card of their choice. Lose 2 fame rings."),
        Line(1, "1 card", "Take 1 food from the bank. Lose 1 fame ring."),
        Line(1, "2 cards", "Take 1 card of your choice from the bank. Win 1 fame ring."),
        Line(1, "3 cards", "Take 2 cards of your choice from the bank. Win 1 fame ring."),
    ]


def test_the_outline_of_a_false_merchant_asks_after_the_gift() -> None:
    assert outline(CARDS[7]) == [
        Line(0, "", "How many cards do you give: none to 3?"),
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
        Line(2, "3", "Give those cards back to the bank. Lose 1 fame ring."),
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


def _steps(*actions: StarfarersAction, light: bool = False) -> list[str]:
    """What is said while these actions are played: what each brought, then the next prompt."""
    state = at_encounter(mode="light") if light else BEFORE
    said: list[str] = []
    for action in actions:
        state, followed = INTERPRETER.follow(state, action)
        said += followed_words(state, followed)
        if state.encounter is not None:
            said.append(prompt(INTERPRETER, state))
    return said


def test_the_reader_names_the_opponent_and_tells_what_followed() -> None:
    assert _steps(
        DrawEncounter(card=23, seat=NATURE),
        Answer(yes=True, seat=ACTIVE),
        Shake(player=ACTIVE, balls=("yellow", "red"), seat=NATURE),
        Shake(player=0, balls=("black", "blue"), seat=NATURE),
        Choose(cards=(1, 1, 0, 0, 0), seat=ACTIVE),
    ) == [
        "Do you fight for it?",
        "Combat with Rosa: both shake, cannons count.",
        "Combat with Rosa: both shake, cannons count.",
        "Take 2 cards of your choice from the bank.",
        "Win 1 fame ring.",
    ]


def test_the_price_is_part_of_the_question() -> None:
    assert _steps(DrawEncounter(card=9, seat=NATURE)) == ["Do you hand over 2 cards?"]


def test_what_comes_to_nothing_says_so() -> None:
    state = drawn(with_seat(BEFORE, ACTIVE, boosters=0, cannons=0, rings=0), 28)
    _, followed = INTERPRETER.follow(state, Give(seat=ACTIVE))
    assert followed == [Followed(LoseUpgrade(), True), Followed(Fame(rings=-1), False)]
    words = followed_words(state, followed)
    assert words == ["Lose an upgrade of your choice. There is none: go on.", "Lose 1 fame ring."]


def test_in_light_mode_the_table_is_told_what_to_do_with_its_cards() -> None:
    assert _steps(DrawEncounter(card=11, seat=NATURE), Answer(yes=True, seat=ACTIVE), light=True) == [
        "Do you hand over 2 cards?",
        "Give 2 cards of your choice to the bank.",
        "Your first ship does not fly in this turn.",
    ]


def test_an_empty_bank_is_told() -> None:
    assert followed_words(BEFORE, [Followed(Receive(cards=2), True)])[0].endswith("There is none: go on.")


def test_an_upgrade_is_asked_for_by_a_prompt() -> None:
    assert _steps(
        DrawEncounter(card=2, seat=NATURE),
        Give(cards=(1, 1, 1, 0, 0), seat=ACTIVE),
        GainUpgrade(upgrade="booster", seat=ACTIVE),
    ) == [
        "How many cards do you give: none to 3?",
        "Win an upgrade of your choice, if your mother ship has room.",
        "Win 1 fame ring.",
    ]


def test_friendship_cards_say_what_they_do() -> None:
    said = {card.id: wording.friendship(card) for card in HOUSE.pack.friendship}
    assert said["green-ore"] == "When a roll brings you ore, take 1 ore more."
    assert said["merchants-fuel"] == "The bank takes 2 fuel for any 1 card."
    assert said["scientists-both-a"] == "Counts as 1 booster and 1 cannon on your mother ship."
    assert said["scientists-cannons"] == "Counts as 2 cannons on your mother ship."
    assert said["diplomats-tribute"] == "On a 7, give cards back only with more than 12 in hand."
    assert set(wording.FRIENDSHIP) == {card.power for card in HOUSE.pack.friendship}
