"""A fair ship is hardly ever accused; a ball that comes down too often or never moves is named."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from hardware.fairness import MIN_LIKELIHOOD_RATIO, STUCK_SHAKES, Fairness, Verdict

FOUR = ("black", "blue", "yellow", "red")
FIVE = (*FOUR, "yellow")


def shakes(balls: tuple[str, ...], ball: str, share: float, count: int, rng: Random) -> list[tuple[str, str]]:
    """Shakes of a ship in which a ball shows `share` times as often as it should."""
    pairs = list(combinations(balls, 2))
    with_it = [pair for pair in pairs if ball in pair]
    without = [pair for pair in pairs if ball not in pair]
    chance = share * len(with_it) / len(pairs)
    found = []
    for _ in range(count):
        one, other = rng.choice(with_it if rng.random() < chance else without)
        found.append((one, other) if rng.random() < 0.5 else (other, one))
    return found


def judged(balls: tuple[str, ...], seen: list[tuple[str, str]]) -> Verdict:
    """The verdict after all those shakes."""
    fairness = Fairness(balls)
    for pair in seen:
        fairness.add(pair)
    return fairness.verdict()


def accused(balls: tuple[str, ...], ball: str, share: float, count: int, runs: int) -> float:
    """The share of ships that are accused of a bias."""
    rng = Random(11)
    return sum(judged(balls, shakes(balls, ball, share, count, rng)).kind == "biased" for _ in range(runs)) / runs


@pytest.mark.exhaustive
@pytest.mark.parametrize("balls", [FOUR, FIVE])
def test_a_fair_ship_is_hardly_ever_accused_in_500_shakes(balls: tuple[str, ...]) -> None:
    assert accused(balls, "red", 1.0, 500, 150) <= 0.02


@pytest.mark.parametrize(("share", "count"), [(1.4, 150), pytest.param(1.2, 600, marks=pytest.mark.exhaustive)])
def test_a_ball_of_four_that_shows_too_often_is_named(share: float, count: int) -> None:
    assert accused(FOUR, "red", share, count, 100) >= 0.8


def test_the_verdict_names_the_ball_and_how_often_it_shows() -> None:
    verdict = judged(FOUR, shakes(FOUR, "blue", 1.6, 300, Random(2)))
    assert (verdict.kind, verdict.ball) == ("biased", "blue")
    assert verdict.share == pytest.approx(1.6, abs=0.12)
    assert verdict.evidence >= MIN_LIKELIHOOD_RATIO


def test_a_ball_that_stays_in_its_slot_is_stuck() -> None:
    test = Fairness(FOUR)
    rng = Random(3)
    for number in range(1, STUCK_SHAKES + 1):
        verdict = test.add((rng.choice(FOUR[:3]), "red"))
        assert (verdict.kind == "stuck") == (number == STUCK_SHAKES)
    assert (verdict.ball, verdict.slot) == ("red", 1)
    assert test.add(("red", "blue")).kind != "stuck"


def test_an_unknown_ball_breaks_a_run_and_is_not_counted() -> None:
    test = Fairness(FOUR)
    for _ in range(STUCK_SHAKES - 1):
        test.add(("blue", "red"))
    assert test.add((None, "red")).kind == "stuck"
    assert test.shakes == STUCK_SHAKES - 1
    assert test.add(("blue", None)) == Verdict("fair", STUCK_SHAKES - 1, evidence=test.verdict().evidence)


@pytest.mark.parametrize("pair", [("red", "red"), ("green", "red")])
def test_balls_that_the_ship_does_not_hold_are_refused(pair: tuple[str, str]) -> None:
    with pytest.raises(ValueError, match="expected two of"):
        Fairness(FOUR).add(pair)


def test_a_ship_needs_three_balls() -> None:
    with pytest.raises(ValueError, match="3 at least"):
        Fairness(("red", "blue"))
