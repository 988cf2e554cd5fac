"""What the reader of an encounter card says."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec.structs import replace

from engines.game import NATURE
from engines.starfarers.encounters.interpreter import Followed
from engines.starfarers.model import Answer, Choose, DrawEncounter, GainUpgrade, Give, Shake, StarfarersAction
from engines.starfarers.pack import EncounterKind, Fame, LoseUpgrade, Pay, Receive
from pi_app import i18n
from pi_app.games.starfarers.dealing import terms_words
from pi_app.games.starfarers.encounter_words import prompt, scene, sentence, title, told
from pi_app.games.starfarers.words import cards_words, friendship_words
from tests.engines.starfarers.encounter_tables import ACTIVE, HOUSE, at_encounter, drawn, encounters_of, with_seat

BEFORE = at_encounter()
INTERPRETER = encounters_of(HOUSE)


def test_a_false_merchant_cannot_be_told_from_a_true_one() -> None:
    said = {card.kind: (title(card), scene(card)) for card in HOUSE.pack.encounters}
    assert set(said) == set(get_args(EncounterKind))
    assert said["false_merchant"] == said["merchant"]


def _steps(*actions: StarfarersAction, light: bool = False) -> list[str]:
    """What is said while these actions are played: what each brought, then the next prompt."""
    state = at_encounter(mode="light") if light else BEFORE
    said: list[str] = []
    for action in actions:
        state, followed = INTERPRETER.follow(state, action)
        said += told(state, followed)
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
    words = told(state, followed)
    assert words == ("Lose an upgrade of your choice. There is none: go on.", "Lose 1 fame ring.")


def test_in_light_mode_the_table_is_told_what_to_do_with_its_cards() -> None:
    assert _steps(DrawEncounter(card=11, seat=NATURE), Answer(yes=True, seat=ACTIVE), light=True) == [
        "Do you hand over 2 cards?",
        "Give 2 cards of your choice to the bank.",
        "Your first ship does not fly in this turn.",
    ]


def test_an_empty_bank_is_told() -> None:
    assert told(BEFORE, [Followed(Receive(cards=2), True)])[0].endswith("There is none: go on.")


def test_an_upgrade_is_asked_for_by_a_prompt() -> None:
    assert _steps(
        DrawEncounter(card=2, seat=NATURE),
        Give(cards=(1, 1, 1, 0, 0), seat=ACTIVE),
        GainUpgrade(upgrade="booster", seat=ACTIVE),
    ) == [
        "How many cards do you give: 0 to 3?",
        "Win an upgrade of your choice, if your mother ship has room.",
        "Win 1 fame ring.",
    ]


def test_friendship_cards_say_what_they_do() -> None:
    cards = {card.id: card for card in HOUSE.pack.friendship}
    said = {name: friendship_words(card) for name, card in cards.items()}
    assert said["green-ore"] == "When a roll brings you ore, take 1 ore more."
    assert said["merchants-fuel"] == "The bank takes 2 fuel for any 1 card."
    assert said["scientists-both-a"] == "Counts as 1 booster and 1 cannon."
    assert said["scientists-cannons"] == "Counts as 2 cannons."
    assert said["diplomats-tribute"] == "On a 7, give cards back only with more than 12 in hand."


def test_a_card_of_another_pack_that_counts_as_more_says_so() -> None:
    card = next(card for card in HOUSE.pack.friendship if card.id == "scientists-cannons")
    assert friendship_words(replace(card, boosters=1)) == "Counts as 1 × booster + 2 × cannon."


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ("1 goods", "2 goods", "5 goods")),
        ("de", ("1 Ware", "2 Waren", "5 Waren")),
        ("fr", ("1 bien", "2 biens", "5 biens")),
        ("pl", ("1 towar", "2 towary", "5 towarów")),
    ],
)
def test_cards_are_counted_in_the_plural_of_the_language(language: str, said: tuple[str, ...]) -> None:
    i18n.set_language(language)
    assert tuple(cards_words((0, 0, 0, 0, n)) for n in (1, 2, 5)) == said


def test_cards_that_a_sentence_moves_are_its_object() -> None:
    i18n.set_language("pl")
    assert cards_words((1, 0, 0, 0, 0)) == "1 ruda"
    assert terms_words("Ana", (1, 0, 0, 0, 0), (0, 0, 0, 0, 5)) == "Ana daje 1 rudę za 5 towarów"
    assert sentence(Receive(1, "ore"), "") == "Weź z banku 1 rudę."
    assert sentence(Pay(1), "") == "Daj bankowi 1 kartę do wyboru."
