"""A reading of cards leads to a question only where an answer changes somebody's points."""

from __future__ import annotations

from typing import Any

import pytest

from engines.errors import BadInput
from engines.stellar.doubt import Doubt, Field, questions
from tests.engines.stellar.stellar_tables import HOUSE

MOON = {"type": "moon", "number": 4, "stars": 2}
TABLE: dict[str, Any] = {
    "game": "stellar",
    "players": [
        {
            "name": "Neil",
            "telescope": {"1": MOON, "2": {"face_down": True}},
            "notebook": [{"type": "moon", "number": 3}, {"type": "cloud", "number": 5}],
        },
        {"name": "Youri", "telescope": {"1": {"type": "planet", "number": 5, "stars": 0}}},
    ],
}


def doubt(name: Any, *chances: tuple[Any, float], area: Any = "telescope", place: int = 1, player: int = 0) -> Doubt:
    return Doubt(Field(player, area, place, name), chances)


def test_stars_on_a_card_with_a_run_are_asked_about_with_the_points_at_stake() -> None:
    """A run of one moon: each star is a point; two stars or three."""
    ((field, weight),) = questions(HOUSE, TABLE, [doubt("stars", (2, 0.7), (3, 0.3))])
    assert (field.name, weight.stake) == ("stars", 1.0)
    assert weight.effect == pytest.approx(0.3)


def test_stars_of_a_type_without_a_collection_are_not_asked_about_at_the_end() -> None:
    """Youri has no planet in the notebook."""
    assert questions(HOUSE, TABLE, [doubt("stars", (0, 0.5), (1, 0.5), player=1)]) == []


def test_a_number_that_decides_a_section_costs_both_players() -> None:
    """4 + 3 for the face-down card beats 5; a 1 does not: 10 points go to the other side."""
    ((_field, weight),) = questions(HOUSE, TABLE, [doubt("number", (4, 0.6), (1, 0.4))])
    assert weight.stake == 20.0


def test_a_type_may_be_one_of_several() -> None:
    """As a cloud the notebook card ends the run of moons, and the moon's stars score nothing."""
    some = [doubt("type", ("moon", 0.5), ("cloud", 0.3), ("planet", 0.2), area="notebook", place=0)]
    ((_field, weight),) = questions(HOUSE, TABLE, some)
    assert weight.stake == 2.0
    assert weight.effect == pytest.approx(1.0)


def test_what_may_be_no_card_of_the_notebook_costs_what_it_would_score() -> None:
    """Without the moon 3 there is no run of moons, which the two stars multiply."""
    ((field, weight),) = questions(
        HOUSE, TABLE, [doubt("face_down", (False, 0.8), (True, 0.2), area="notebook", place=0)]
    )
    assert (field.name, weight.stake) == ("face_down", 2.0)


def test_a_slot_may_be_empty() -> None:
    """Without the moon 4, or the card face down, the section is Youri's, or nobody's: 4 + 3 against 5."""
    ((_field, weight),) = questions(HOUSE, TABLE, [doubt("face_down", (False, 0.8), (None, 0.2))])
    assert weight.stake >= 20.0
    neil, youri = TABLE["players"]
    turned = {**TABLE, "players": [{**neil, "telescope": {"1": MOON, "2": {**MOON, "face_down": True}}}, youri]}
    ways = doubt("face_down", (True, 0.5), (False, 0.3), (None, 0.2), place=2)
    ((field, weight),) = questions(HOUSE, turned, [ways])
    assert field.place == 2
    assert weight.stake >= 20.0


def test_the_largest_expected_effect_comes_first_and_impossible_answers_do_not_count() -> None:
    """A satellite has no 6/0: that pair of answers is no table."""
    some = [
        doubt("number", (3, 0.8), ("6/0", 0.2), area="notebook", place=0),
        doubt("satellite", (False, 0.9), (True, 0.1), area="notebook", place=0),
        doubt("face_down", (False, 0.6), (True, 0.4)),
    ]
    found = questions(HOUSE, TABLE, some)
    assert found[0][0].name == "face_down"
    effects = [weight.effect for _field, weight in found]
    assert effects == sorted(effects, reverse=True)


def test_an_answer_that_makes_no_table_does_not_count() -> None:
    some = [doubt("number", (3, 0.5), (None, 0.3), (2, 0.2), area="notebook", place=0)]
    assert questions(HOUSE, TABLE, some) == []
    some = [doubt("number", (4, 0.5), (None, 0.3), (1, 0.2))]
    ((_field, weight),) = questions(HOUSE, TABLE, some)
    assert weight.stake == 20.0
    assert questions(HOUSE, TABLE, [doubt("number", (None, 1.0))]) == []


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (doubt("stars", (1, 1.0), place=9), "no such card"),
        (doubt("stars", (1, 1.0), player=4), "no such card"),
        (doubt("stars"), "one value at least"),
    ],
)
def test_a_doubt_about_a_card_that_is_not_there_is_refused(wrong: Doubt, reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        questions(HOUSE, TABLE, [wrong])
