"""Boards of which no record tells: many drawings side by side, and what an earlier picture shows of them."""

from __future__ import annotations

import math
from itertools import product

import cv2
import numpy as np
import pytest

from tests.vision.test_decode import field_of
from tests.vision.test_read_photos import blank_of, drawn, layout_of, pairs, picture, read
from vision.disc import judge
from vision.disc.evidence import look
from vision.disc.pairs import candidate_pairs
from vision.disc.read import find_board, read_disc
from vision.disc.reading import Reading
from vision.disc.tuning import Prices
from vision.disc.unrecorded import Earlier, line_chances
from vision.ink.doubt import DoubtLimits, unreadable
from vision.ink.strips import beside_ends

NAME = "explorer_easy_1000006"


def test_each_line_is_as_likely_as_its_ink_says_however_many_others_are_in_doubt() -> None:
    stars = [(10.0 * k, 10.0 * (k % 2)) for k in range(41)]
    values = {(k, k + 1): (9.0 if k % 2 else -0.5) for k in range(40)}
    chances = line_chances(field_of(stars, values), Prices())
    expected = [1 / (1 + math.exp(-value / Prices().heat)) for _, value in sorted(values.items())]
    assert chances == pytest.approx(expected, abs=1e-3)


def test_lines_that_cross_share_what_all_their_combinations_weigh() -> None:
    stars = [(0.0, 0.0), (20.0, 20.0), (0.0, 20.0), (20.0, 0.0), (40.0, 0.0), (0.0, -20.0)]
    values = {(0, 1): 3.0, (2, 3): 2.0, (3, 4): 9.0, (0, 5): 9.0}
    field = field_of(stars, values)
    weighed: dict[tuple[int, ...], float] = {}
    for chosen in product((0, 1), repeat=4):
        row = np.array(chosen)
        weighed[chosen] = math.exp((row @ field.value - row @ np.triu(field.clash, 1) @ row) / Prices().heat)
    total = sum(weighed.values())
    expected = [sum(part for chosen, part in weighed.items() if chosen[k]) / total for k in range(4)]
    assert line_chances(field, Prices()) == pytest.approx(expected, abs=2e-3)


def test_a_lone_line_is_less_likely_than_one_that_joins() -> None:
    stars = [(0.0, 0.0), (10.0, 0.0), (20.0, 0.0), (80.0, 0.0), (90.0, 0.0)]
    chances = line_chances(field_of(stars, {(0, 1): 6.0, (1, 2): 0.0, (3, 4): 0.0}), Prices())
    assert chances[2] < chances[1] - 0.1


def test_a_board_without_ink_has_no_lines() -> None:
    assert len(line_chances(field_of([(0.0, 0.0), (10.0, 0.0)], {(0, 1): 0.0})._replace(
        a=[], b=[], value=[], clash=np.zeros((0, 0)), angle=[]), Prices())) == 0  # fmt: skip


def test_an_earlier_picture_speaks_for_what_was_there_and_hardly_against_what_is_new() -> None:
    pairs_there = candidate_pairs(layout_of(NAME), 0.0).take(np.arange(3))
    earlier = Earlier(pairs_there, np.array([0.999, 0.5, 0.001]), DoubtLimits())
    sure, open_, gone = earlier.speaks_for(pairs_there)
    assert sure > 4
    assert 0 < open_ < sure
    assert -1.5 < gone < -0.5
    assert earlier.likely() == {(int(pairs_there.a[0]), int(pairs_there.b[0]))}


def _hidden() -> tuple[tuple[int, int], np.ndarray]:
    """An old line of the board, and a picture in which nothing can be seen of it."""
    seen = read(NAME)
    old = min(drawn(NAME, new=False))
    ends = [seen.pose.to_image(layout_of(NAME).stars_xy[[layout_of(NAME).index[star]]])[0] for star in old]
    shot = picture(NAME).copy()
    a, b = (tuple(np.rint(end).astype(int).tolist()) for end in ends)
    cv2.line(shot, a, b, (70, 60, 60), 26)
    return old, shot


def _untold(shot: np.ndarray, before: np.ndarray | None) -> Reading:
    return read_disc(shot, layout_of(NAME), blank=blank_of(NAME), before=before)


def test_what_a_hand_hides_is_read_from_the_picture_before() -> None:
    old, shot = _hidden()
    assert old not in pairs(_untold(shot, None).lines)
    assert old in pairs(_untold(shot, picture(NAME)).lines)


def test_a_picture_before_in_which_there_is_no_board_says_nothing() -> None:
    shot = picture(NAME)
    assert _untold(shot, np.full_like(shot, 90)).lines == _untold(shot, None).lines


def test_more_may_stay_open_on_a_whole_board_than_in_one_drawing() -> None:
    p, none = np.full(40, 0.012), np.zeros(40, bool)
    limits = DoubtLimits()
    assert unreadable(p, none, None, limits)
    assert not unreadable(p, none, None, limits, recorded=False)
    assert unreadable(np.full(40, 0.019), none, None, limits, recorded=False)


@pytest.mark.parametrize(("beside", "asked"), [(0, True), (3, False)], ids=["alone", "all are compared"])
def test_more_is_asked_where_nobody_is_told_to_compare_every_line(
    beside: int, asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    layout, blank = layout_of(NAME), blank_of(NAME)
    sight = look(find_board([picture(NAME)], layout, blank), layout, blank, frozenset())
    rivals = judge.untold_chances(sight, layout, 0.0, None)[3]
    hardly, *others = np.flatnonzero((sight.clear > 0.9) & ~sight.unseen)[: beside + 1]
    p = np.zeros(len(sight.clear))
    p[hardly], p[others] = 0.01, 0.05
    monkeypatch.setattr(judge, "untold_chances", lambda *_: (np.zeros(len(p)), p, np.arange(len(p)), rivals))
    doubtful = judge.judge_untold(sight, layout, 0.0, None).doubtful
    assert (0.01 in [line.p for line in doubtful]) == asked
    assert len(doubtful) == beside + asked


def test_the_least_sure_are_asked_about_until_few_are_expected_to_be_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    layout, blank = layout_of(NAME), blank_of(NAME)
    sight = look(find_board([picture(NAME)], layout, blank), layout, blank, frozenset())
    rivals = judge.untold_chances(sight, layout, 0.0, None)[3]
    p = np.zeros(len(sight.clear))
    p[np.flatnonzero((sight.clear > 0.9) & ~sight.unseen)[:30]] = 0.012
    monkeypatch.setattr(judge, "untold_chances", lambda *_: (np.zeros(len(p)), p, np.arange(len(p)), rivals))
    asked = judge.judge_untold(sight, layout, 0.0, None).doubtful
    assert len(asked) == math.ceil((30 * 0.012 - DoubtLimits().left_over) / 0.012)


def test_a_line_that_is_read_is_asked_about_where_another_may_have_left_its_ink(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    layout, blank = layout_of(NAME), blank_of(NAME)
    sight = look(find_board([picture(NAME)], layout, blank), layout, blank, frozenset())
    rivals = judge.untold_chances(sight, layout, 0.0, None)[3]
    straight = beside_ends(sight.strips, rivals.rows) < 1.0
    both = (rivals.share > DoubtLimits().same_ink) & (sight.clear[rivals.rows] > 0.9) & straight[:, None]
    own, other = (int(rivals.rows[at]) for at in np.argwhere(both & ~np.eye(len(both), dtype=bool))[0])
    for chance, wanted in ((0.006, 2), (0.004, 0)):
        p = np.zeros(len(sight.clear))
        p[own], p[other] = 0.99, chance
        p[np.flatnonzero(~np.isin(np.arange(len(p)), rivals.rows))[:3]] = 0.05  # all lines are to be compared
        monkeypatch.setattr(judge, "untold_chances", lambda *_, p=p: (np.zeros(len(p)), p, np.arange(len(p)), rivals))
        asked = [line.p for line in judge.judge_untold(sight, layout, 0.0, None).doubtful]
        assert len(set(asked) & {0.99, chance}) == wanted


def test_a_line_whose_course_misses_its_star_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    layout, blank = layout_of(NAME), blank_of(NAME)
    sight = look(find_board([picture(NAME)], layout, blank), layout, blank, frozenset())
    rivals = judge.untold_chances(sight, layout, 0.0, None)[3]
    aside = beside_ends(sight.strips, np.arange(len(sight.clear)))
    own = int(np.flatnonzero((aside > 2.2) & (sight.clear > 0.9) & ~sight.unseen)[0])
    p = np.where(np.arange(len(aside)) == own, 0.999, 0.0)
    monkeypatch.setattr(judge, "untold_chances", lambda *_: (np.full(len(p), 9.0), p, np.arange(len(p)), rivals))
    assert [line.p for line in judge.judge_untold(sight, layout, 0.0, None).doubtful] == [0.999]
