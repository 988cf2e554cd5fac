"""What hangs on a doubt, for boards simple enough to work out by hand."""

from __future__ import annotations

import pytest

from engines.doubt import Doubts, Standing, drawn_or_not


def sums(answers: dict[str, int]) -> Standing | None:
    """A board is worth the sum of its answers; 99 makes no board."""
    return None if 99 in answers.values() else Standing((sum(answers.values()),))


def test_of_one_doubt_the_stake_is_the_spread_and_the_effect_what_the_proposal_is_expected_to_miss() -> None:
    """0, 4 or 10 with 50, 30 and 20 %: spread 10; 0.3 x 4 + 0.2 x 10 = 3.2."""
    doubts = Doubts({"a": {0: 0.5, 4: 0.3, 10: 0.2}}, sums)
    assert doubts.proposal == {"a": 0}
    weight = doubts.weight("a")
    assert (weight.stake, weight.usable) == (10.0, 0.0)
    assert weight.effect == pytest.approx(3.2)
    assert weight.matters


def test_two_doubts_that_only_count_together() -> None:
    """Both there: 6 points, else none. a (80 %) matters as often as b is there (50 %), and the other way round."""
    both = Doubts(
        {"a": drawn_or_not(0.8), "b": drawn_or_not(0.5)},
        lambda answers: Standing((6 if all(answers.values()) else 0,)),
    )
    assert both.weight("a").stake == pytest.approx(3.0)
    assert both.weight("a").effect == pytest.approx(0.6)
    assert both.weight("b").stake == pytest.approx(4.8)
    assert both.weight("b").effect == pytest.approx(2.4)
    assert both.proposal == {"a": True, "b": True}


def test_answers_that_make_no_board_are_left_out_of_the_average() -> None:
    """b is 0 or impossible: only the board with b = 0 counts."""
    doubts = Doubts({"a": {0: 0.5, 2: 0.5}, "b": {0: 0.5, 99: 0.5}}, sums)
    assert doubts.weight("a").stake == pytest.approx(2.0)
    assert doubts.weight("b").stake == 0.0
    assert not Doubts({"a": {99: 1.0}}, sums).weight("a").matters


def test_what_later_turns_may_use_counts_by_itself() -> None:
    doubts = Doubts(
        {"a": drawn_or_not(0.25)}, lambda answers: Standing((0,), frozenset("xy") if answers["a"] else frozenset())
    )
    weight = doubts.weight("a")
    assert (weight.stake, weight.effect, weight.usable) == (0.0, 0.0, 0.5)
    assert weight.matters


@pytest.mark.parametrize(("count_of", "compared"), [(16, 128), (30, 64)])
def test_of_many_doubts_the_clearest_stay_as_proposed(count_of: int, compared: int) -> None:
    """No more than 128 sets of answers are compared for one of them; of thirty, half as many: a page waits for all."""
    seen: list[dict[int, bool]] = []

    def count(answers: dict[int, bool]) -> Standing:
        seen.append(answers)
        return Standing((sum(answers.values()),))

    doubts = Doubts({number: drawn_or_not(0.5 + number / 100) for number in range(count_of)}, count)
    assert doubts.weight(count_of - 1).stake == pytest.approx(1.0)
    assert len(seen) == 2 * compared
    assert all(answers[count_of - 2] for answers in seen)
