"""A table's habit: fitted to its own boards, held near what the nets say, and used where boards are read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from vision.disc import judge
from vision.disc.evidence import prepare_blank
from vision.disc.read import read_disc
from vision.ink import doubt, opencv
from vision.ink.doubt import DoubtLimits
from vision.ink.layout import parse_layout
from vision.own.disc import lessons
from vision.own.fit import Habit, Lesson, Usual, fitted
from vision.own.habits import NO_HABITS, Habits, learnt, usual

PHOTOS = Path(__file__).parent.parent / "photos" / "star_explorer"
PLAIN = Usual(mean=(0.0, 10.0), deviation=(1.0, 2.0))


def board(seed: int, shift: float) -> Lesson:
    """Lines of which the net says what is so, but for one feature that it does not understand."""
    rng = np.random.default_rng(seed)
    truth, feature = rng.normal(0, 3, 60), rng.normal(10, 2, 60)
    drawn = rng.random(60) < 1 / (1 + np.exp(-truth))
    return Lesson(truth - shift * (feature - 10) / 2, np.column_stack([rng.normal(0, 1, 60), feature]), drawn)


def test_a_habit_puts_right_what_a_net_misjudges_at_this_table() -> None:
    habit = fitted([board(seed, 1.5) for seed in range(12)], PLAIN)
    other = board(99, 1.5)
    z = habit.corrected(other.log_odds, other.features, PLAIN)

    def loss(log_odds: np.ndarray) -> float:
        return float(np.logaddexp(0, np.where(other.drawn, -log_odds, log_odds)).mean())

    assert loss(z) < 0.8 * loss(other.log_odds)


def test_a_habit_of_few_lines_stays_near_what_the_net_says() -> None:
    one = board(3, 1.5)
    few = fitted([Lesson(one.log_odds[:3], one.features[:3], one.drawn[:3])], PLAIN)
    many = fitted([board(seed, 1.5) for seed in range(12)], PLAIN)
    assert abs(few.weights[0] - 1) < 0.3
    assert abs(few.weights[3]) < 0.25 * abs(many.weights[3])


def test_no_feature_of_a_board_unlike_all_others_runs_away() -> None:
    habit = Habit((1.0, 0.0, 0.0, 1.0))
    strange = habit.corrected(np.zeros(1), np.array([[0.0, 1e6]]), PLAIN)
    assert strange.tolist() == [3.0]


def test_a_disc_is_read_by_the_habit_of_its_sort(monkeypatch: pytest.MonkeyPatch) -> None:
    query = json.loads((PHOTOS / "star_explorer.list.jsonl").read_text("utf-8").splitlines()[0])
    truth = json.loads((PHOTOS / "truth.jsonl").read_text("utf-8").splitlines()[0])
    layout = parse_layout((PHOTOS / query["layout"]).read_bytes())
    image, clean = (opencv.load(str(PHOTOS / query[what])) for what in ("image", "blank"))
    blank = prepare_blank(clean, layout)
    told = {"known": query["known"], "expect": query["expect"]}
    plain = read_disc(image, layout, blank=blank, **told)
    features = len(usual("vision.disc").mean)
    neutral, contrary = (Habit((*first, *[0.0] * features)) for first in ((1.0, 0.0), (1.0, -12.0)))

    def lines(habits: Habits) -> list[tuple[int, int, float]]:
        return [(one.a, one.b, one.p) for one in read_disc(image, layout, blank=blank, habits=habits, **told).lines]

    as_before = [(one.a, one.b, one.p) for one in plain.lines]
    assert lines(Habits(compared=neutral)) == as_before
    assert lines(Habits(bare=contrary)) == as_before
    recorded = {tuple(sorted(pair)) for pair in query["known"]}
    doubted = set(as_before) - set(lines(Habits(compared=contrary)))
    assert doubted
    assert {(a, b) for a, b, _ in doubted} <= recorded, "beside a clean picture new lines are judged by the nets alone"

    def bare(habits: Habits) -> dict[tuple[int, int], float]:
        return {(one.a, one.b): one.p for one in read_disc(image, layout, habits=habits, **told).lines}

    drawn = {(line["a"], line["b"]) for line in truth["lines"] if line["new"]}
    surer = Habit((1.0, -3.0, *[0.0] * features))
    assert bare(Habits(bare=surer, new_lines=False, asks_less=False)) == bare(NO_HABITS)
    changed = bare(Habits(bare=surer, asks_less=False))
    assert {line for line, p in bare(NO_HABITS).items() if changed.get(line, 0.0) < p} & drawn
    asks_less: list[bool] = []

    def limits_for(*args: Any) -> DoubtLimits:
        asks_less.append(args[-1])
        return doubt.limits_for(*args)

    monkeypatch.setattr(judge, "limits_for", limits_for)
    assert lines(Habits(compared=contrary, asks_less=False)) == lines(Habits(compared=contrary))
    assert asks_less == [False, True]
    compared, (lesson,) = lessons(image, layout, blank, truth)
    assert compared
    assert lesson.drawn.sum() >= sum(line["new"] for line in truth["lines"])
    assert lesson.features.shape == (len(lesson.drawn), features)


def test_only_of_a_sort_with_boards_enough_a_habit_is_learnt() -> None:
    boards = [(sort, [board(seed, 1.5)]) for seed, sort in enumerate((True, True, False, True))]
    habits = learnt(boards, 3, PLAIN)
    assert habits.compared == fitted([board(seed, 1.5) for seed in (0, 1, 3)], PLAIN)
    assert habits.bare is None


def test_a_board_is_tried_by_what_the_others_of_its_sort_teach() -> None:
    boards = [(sort, [board(seed, 1.5)]) for seed, sort in enumerate((True, True, True, False, False, False))]
    habits = learnt(boards, 3, PLAIN, without=boards[1])
    assert habits == Habits(compared=fitted([board(seed, 1.5) for seed in (0, 2)], PLAIN))


def test_habits_are_plain_data() -> None:
    habits = Habits(bare=Habit((1.0, 0.5)))
    assert msgspec.convert(msgspec.to_builtins(habits), Habits) == habits
