"""A reading of a slate leads to a question only where an answer changes points or leaves other stars unused."""

from __future__ import annotations

import pytest

from engines.look_at_the_stars.doubt import Detection, questions
from tests.engines.look_at_the_stars.lats_tables import HOUSE, at, lines, slate, with_object, with_star

CHAIN = "B3-C3 C3-D3 D3-E3"
"""Three level lines of slate 3: a constellation for 3 points."""


def seen(text: str, p: float) -> list[Detection]:
    return [Detection("line", ends, p) for ends in lines(text)]


def test_a_line_that_makes_a_constellation_is_asked_about_with_the_points_at_stake() -> None:
    """With D3-E3 three lines score 3, without it two score nothing."""
    state = at("N1", slate(3))
    (question,) = questions(HOUSE, state, 0, seen(CHAIN, 0.9), seen("D3-E3", 0.7))
    assert (question.kind, question.at, question.p) == ("line", ("D3", "E3"), 0.7)
    assert (question.drawn.points, question.not_drawn.points) == (3, 0)
    assert set(question.not_drawn.unused) - set(question.drawn.unused) == {"E3"}
    assert question.weight.stake == pytest.approx(3.0)
    assert question.weight.effect == pytest.approx(0.9)
    assert question.weight.usable == pytest.approx(0.3)


def test_nothing_is_asked_where_all_slates_score_the_same_and_no_turn_is_left() -> None:
    """A lone line scores nothing; its stars matter as long as turns are left."""
    doubt = seen("B3-C3", 0.6)
    assert questions(HOUSE, at("N1", slate(3), turn=18), 0, [], doubt) == []
    (question,) = questions(HOUSE, at("N1", slate(3), turn=17), 0, [], doubt)
    assert question.weight.stake == 0
    assert question.weight.usable == pytest.approx(2 * 0.4)


def test_what_is_known_or_cannot_be_on_the_slate_is_not_asked_about() -> None:
    state = at("N1", with_object(with_star(slate(3, "B3-C3"), "F4", "G5"), "planet", "I7"))
    nonsense = [
        *seen("C3-B3 B1-C2 B3-D3", 0.5),
        Detection("line", ("B3",), 0.5),
        Detection("line", ("Z1", "Z2"), 0.5),
        Detection("shooting_star", ("G5", "F4"), 0.5),
        Detection("shooting_star", ("A4", "A5"), 0.5),
        Detection("planet", ("I7",), 0.5),
        Detection("galaxy", ("J5",), 0.5),
        Detection("comet", ("C6",), 0.5),
        Detection("planet", ("Q9",), 0.5),
    ]
    assert questions(HOUSE, state, 0, [], nonsense) == []


def test_shooting_stars_and_objects_are_asked_about_too() -> None:
    """A shooting star of two units scores 2, an aura 2, a planet beside the constellation 1."""
    state = at("N1", slate(3, CHAIN), turn=18)
    doubt = [
        Detection("shooting_star", ("H3", "I4"), 0.8),
        Detection("aura", ("C3",), 0.6),
        Detection("planet", ("C4",), 0.2),
    ]
    found = {q.kind: q for q in questions(HOUSE, state, 0, [], doubt)}
    assert {kind: q.weight.stake for kind, q in found.items()} == {"shooting_star": 1.0, "aura": 2.0, "planet": 1.0}
    assert found["shooting_star"].drawn.points == found["shooting_star"].not_drawn.points + 1
    assert found["planet"].p == 0.2


def test_the_question_with_the_largest_expected_effect_comes_first() -> None:
    """The line joins three lines to four others: sizes 3 and 4 become one of 8."""
    state = at("N1", slate(3, CHAIN + " F4-G4 G4-H4 H4-I4 I4-J4"), turn=18)
    found = questions(HOUSE, state, 0, [], [*seen("E3-F4", 0.55), *seen("B3-B2", 0.95)])
    assert [q.at for q in found] == [("E3", "F4"), ("B2", "B3")]
    assert found[0].weight.effect > found[1].weight.effect


def test_a_line_through_a_creature_is_possible_where_new_stars_may_be() -> None:
    """The cell at I9 of slate 1 belongs to a creature: only a star that a power adds lets a line in."""
    state = at("N1", slate(1), power="star")
    asked = questions(HOUSE, state, 0, [], [Detection("star", ("G9",), 0.9), *seen("F9-G9", 0.6)])
    assert {q.kind for q in asked} >= {"line"}
