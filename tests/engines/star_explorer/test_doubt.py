"""A reading leads to a question only where an answer changes the score."""

from __future__ import annotations

from typing import Any

import pytest

from engines.star_explorer.doubt import Outcome, drawing_from_lines, questions
from engines.star_explorer.model import Draw

SURE = ((0, 1, 0.99), (1, 2, 0.97), (2, 3, 0.98))
RED_BLUE = {0: "red", 1: "blue", 2: "red", 3: "blue", 4: "red"}


@pytest.fixture(scope="module")
def game(lab: Any) -> Any:
    """Blue pays 2 now, red paid by the start tile 1, a red-blue line 3."""
    return lab.game([lab.row(5)], players=1, types=RED_BLUE)


def points(outcome: Outcome) -> int:
    return outcome.round_points + outcome.unfaded + outcome.bonus


def test_the_proposal_holds_every_line_that_is_more_likely_than_not(lab: Any, game: Any) -> None:
    state = lab.state(game, "row5")
    draw = drawing_from_lines(state, 0, [(2, 1, 0.9), (3, 2, 0.5), (3, 4, 0.49)], stars=[8, 2])
    assert draw == Draw(seat=0, lines=((1, 2), (2, 3)), stars=(8,))


def test_lines_of_earlier_rounds_are_taken_out_first(lab: Any, game: Any) -> None:
    state = lab.state(game, "row5", earlier=[lab.earlier([(20, 21), (21, 22)])], number=2)
    reading = [(21, 20, 0.99), (21, 22, 0.6), *SURE]
    assert drawing_from_lines(state, 0, reading).lines == ((0, 1), (1, 2), (2, 3))
    assert questions(game, state, 0, reading, [(21, 22, 0.6)]) == []


def test_a_doubtful_line_is_asked_about_with_the_points_at_stake(lab: Any, game: Any) -> None:
    """Line 3-4 brings red star 4 (1), a red-blue line (3), no fading star (3) and a rim star (3)."""
    (question,) = questions(game, lab.state(game, "row5"), 0, [*SURE, (3, 4, 0.6)], [(3, 4, 0.6)])
    assert (question.line, question.p, question.weight.stake) == ((3, 4), 0.6, 10.0)
    assert (question.drawn.round_points, question.not_drawn.round_points) == (19, 15)
    assert (question.drawn.unfaded, question.not_drawn.unfaded) == (21, 18)
    assert points(question.drawn) - points(question.not_drawn) == 10
    assert question.weight.effect == pytest.approx(4.0)
    assert question.drawn.broken == question.not_drawn.broken == ()


def test_nothing_is_asked_where_every_answer_gives_the_same_points(lab: Any) -> None:
    """Two lines of a whole white drawing that lacks a third one anyway: one 3-point star in total."""
    ring = lab.tile("ring", [(0, 0), (1, 0), (1, 1), (0, 1), (2, 0)], [(0, 1), (1, 2), (2, 3), (3, 0), (1, 4)])
    game = lab.game([ring], players=1)
    state = lab.state(game, "ring")
    sure = [(5, 6, 0.99), (6, 11, 0.99), (6, 7, 0.99)]
    assert questions(game, state, 0, sure, [(10, 11, 0.5)], stars=[10]) == []


def test_lines_that_matter_only_together_are_both_asked_about(lab: Any) -> None:
    """With both the drawing is whole; with one of them missing the other is worth nothing."""
    ring = lab.tile("ring", [(0, 0), (1, 0), (1, 1), (0, 1), (2, 0)], [(0, 1), (1, 2), (2, 3), (3, 0), (1, 4)])
    game = lab.game([ring], players=1)
    state = lab.state(game, "ring")
    sure = [(5, 6, 0.99), (6, 11, 0.99), (6, 7, 0.99)]
    found = questions(game, state, 0, sure, [(10, 11, 0.4), (5, 10, 0.3)], stars=[10])
    assert [(q.line, points(q.drawn) - points(q.not_drawn)) for q in found] == [((5, 10), 0), ((10, 11), 0)]
    assert [q.weight.stake for q in found] == [pytest.approx(1.2), pytest.approx(0.9)]
    assert found[0].weight.effect == pytest.approx(0.36)


def test_the_largest_effect_comes_first(lab: Any, game: Any) -> None:
    reading = [(0, 1, 0.6), (1, 2, 0.99), (2, 3, 0.99), (3, 4, 0.9)]
    found = questions(game, lab.state(game, "row5"), 0, reading, [(3, 4, 0.9), (0, 1, 0.6)])
    assert [q.line for q in found] == [(0, 1), (3, 4)]
    assert found[0].weight.effect > found[1].weight.effect


def test_a_question_says_whether_the_answer_changes_legality(lab: Any, game: Any) -> None:
    """Line 3-8 does not belong to the row, but star 8 is central."""
    (question,) = questions(game, lab.state(game, "row5"), 0, SURE, [(3, 8, 0.4)])
    assert question.drawn.broken == ("star_explorer.draw.g",)
    assert (question.not_drawn.broken, question.p) == ((), 0.4)


def test_lines_to_unknown_stars_are_never_asked_about(lab: Any, game: Any) -> None:
    assert questions(game, lab.state(game, "row5"), 0, [*SURE, (3, 99, 0.9)], [(3, 99, 0.6), (7, 7, 0.5)]) == []


def test_many_doubtful_lines_are_answered_in_bounded_time(lab: Any, game: Any) -> None:
    doubtful = [(a, a + 5, 0.3) for a in (0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 13, 14, 15, 16)]
    found = questions(game, lab.state(game, "row5"), 0, SURE, doubtful)
    assert {q.line for q in found} >= {(4, 9), (15, 20)}


def test_nobody_is_asked_about_a_line_that_would_lie_on_top_of_a_likelier_one(lab: Any, game: Any) -> None:
    state = lab.state(game, "row5")
    over = (1, 3, 0.3)
    assert [q.line for q in questions(game, state, 0, [*SURE, over], [over])] == []
    without = [(0, 1, 0.99)]
    assert [q.line for q in questions(game, state, 0, [*without, over], [over])] == [(1, 3)]


@pytest.mark.parametrize(("number", "asked"), [(2, 1), (6, 0)])
def test_a_line_that_costs_no_points_but_a_star_is_asked_about_before_the_last_round(
    lab: Any, number: int, asked: int
) -> None:
    """All seven 3-point stars are crossed off, white stars pay nothing: only later rounds could miss star 23."""
    game = lab.game([lab.row(5)], players=1)
    earlier = [lab.earlier([(5, 10)], number=n, fading=7) for n in range(1, number)]
    state = lab.state(game, "row5", earlier=earlier, number=number)
    found = questions(game, state, 0, [(21, 22, 0.99)], [(22, 23, 0.6)])
    assert len(found) == asked
    assert [q.weight.stake for q in found] == [0.0] * asked
    assert [q.weight.usable for q in found] == pytest.approx([0.4] * asked)
