from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hub.event.standings import WIN, Outcome, points, ranks, standings


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ((1, 2), (12, 0)),
        ((1, 1), (6, 6)),
        ((1, 2, 3), (12, 6, 0)),
        ((1, 2, 3, 4), (12, 8, 4, 0)),
        ((2, 1, 2, 4), (6, 12, 6, 0)),
        ((1, 1, 1, 1), (6, 6, 6, 6)),
        ((1,), (12,)),
    ],
)
def test_a_table_hands_out_points_by_opponents_beaten(places: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert points(places) == expected


@given(st.lists(st.integers(0, 9), min_size=2, max_size=4))
def test_every_table_hands_out_half_a_win_a_player(totals: list[int]) -> None:
    assert sum(points(ranks(totals))) == WIN * len(totals) // 2


def test_the_games_own_tie_break_decides_who_is_first() -> None:
    assert ranks([50, 70, 70]) == (3, 1, 1)
    assert ranks([50, 70, 70], winners=[2]) == (3, 2, 1)
    assert ranks([5, 3], winners=[]) == (1, 2)


def test_standings_worked_out_by_hand() -> None:
    done = [Outcome((1, 2), (30, 10), (1, 2)), Outcome((3, 4), (20, 20), (1, 1)), Outcome((1, 3), (5, 15), (2, 1))]
    found = standings([1, 2, 3, 4, 5], done, byes=[5], bye_points=12)
    assert [(s.place, s.player, s.points, s.wins) for s in found] == [
        (1, 3, 18, 2), (2, 1, 12, 1), (3, 5, 12, 0), (4, 4, 6, 1), (5, 2, 0, 0),
    ]  # fmt: skip
    assert (found[0].opposition, found[0].share) == (9.0, 1.25)


def test_those_who_are_equal_in_everything_share_a_place() -> None:
    found = standings([1, 2, 3, 4], [Outcome((1, 2), (7, 3), (1, 2)), Outcome((3, 4), (7, 3), (1, 2))])
    assert [line.place for line in found] == [1, 1, 3, 3]


@given(
    st.permutations([Outcome((1, 2), (9, 8), (1, 2)), Outcome((2, 3), (1, 4), (2, 1)), Outcome((1, 3), (2, 2), (1, 1))])
)
def test_the_order_in_which_results_come_in_does_not_matter(done: list[Outcome]) -> None:
    assert standings([1, 2, 3], done) == standings([1, 2, 3], sorted(done, key=lambda outcome: outcome.players))
