"""A table's habits with slates: which lines a slate teaches, and that its sort alone is read by them."""

from __future__ import annotations

from typing import Any

from tests.vision.slate.conftest import SlateSet
from vision.own.fit import Habit
from vision.own.habits import Habits, usual
from vision.own.slate import lessons
from vision.slate.evidence import prepare_blank

NAME = "slate_easy_1000020"


def test_a_slate_is_read_by_the_habit_of_its_sort(slates: SlateSet) -> None:
    features = len(usual("vision.slate").mean)
    neutral, contrary = (Habit((*first, *[0.0] * features)) for first in ((1.0, 0.0), (1.0, -4.0)))

    def lines(**changes: Any) -> list[tuple[str, str, float]]:
        return [(one.a, one.b, one.p) for one in slates.read(NAME, **changes).lines]

    as_before = lines()
    assert lines(habits=Habits(compared=neutral)) == as_before
    assert lines(habits=Habits(bare=contrary)) == as_before
    assert lines(habits=Habits(compared=contrary)) != as_before


def test_habits_do_not_count_where_nothing_is_known(slates: SlateSet) -> None:
    nothing: dict[str, Any] = {"known": (), "known_shooting_stars": (), "expect": None}
    contrary = Habit((1.0, -4.0, *[0.0] * len(usual("vision.slate").mean)))
    read = [slates.read(NAME, **nothing, **more).lines for more in ({}, {"habits": Habits(compared=contrary)})]
    assert read[0] == read[1]


def test_a_slate_teaches_its_lines_those_of_shooting_stars_among_them(slates: SlateSet) -> None:
    query, truth, board = slates.queries[NAME], slates.truths[NAME], slates.board(NAME)
    known = {name: query[name] for name in ("known", "known_shooting_stars")}
    blank = prepare_blank(slates.blank(NAME), board)
    compared, (with_record, without) = lessons(slates.picture(NAME), board, blank, truth, **known)
    new = sum(line["new"] for line in truth["lines"])
    assert compared
    assert with_record.drawn.sum() >= new > 0
    assert without.drawn.sum() >= len(truth["lines"])
    assert without.features.shape == (len(without.drawn), len(usual("vision.slate").mean))
    told = {**truth, "shooting_stars": [{"from": a, "to": b} for a, b in truth["shooting_stars"]]}
    again = lessons(slates.picture(NAME), board, blank, told, **known)[1]
    assert (again[1].drawn == without.drawn).all()
