from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.stellar.model import Phase, PlayHand, PlayRow
from engines.stellar.notebook import Collections, best_use, collections, longest_run, most_points
from tests.engines.stellar.stellar_tables import DECK, HOUSE, at, card, cards, player, rules_of

PLANET, MOON, ASTEROID, CLOUD, BLACK_HOLE = range(5)


def naive_run(numbers: set[int]) -> int:
    """The longest run, number by number."""
    runs = [range(first, end) for first in range(7) for end in range(first + 1, 8)]
    return max((len(run) for run in runs if set(run) <= numbers), default=0)


def naive_best(stars: list[int], held: Collections) -> int:
    """Every satellite in every collection, every 6/0 as 6 and as 0."""
    own = [{n for n in range(1, 6) if mask >> n & 1} for mask in held.masks]
    best = 0
    for where in product(range(5), repeat=len(held.satellites)):
        lying = [own[t] | {n for n, at in zip(held.satellites, where, strict=True) if at == t} for t in range(5)]
        total = 0
        for t in range(5):
            stands = product((0, 6), repeat=held.six_zeros[t])
            total += stars[t] * max(naive_run(lying[t] | set(numbers)) for numbers in stands)
        best = max(best, total)
    return best


@st.composite
def notebooks(draw: st.DrawFn, satellites: int = 3) -> Collections:
    masks = draw(st.tuples(*[st.integers(0, 31).map(lambda mask: mask << 1)] * 5))
    six_zeros = draw(st.tuples(*[st.integers(0, 2)] * 5))
    lying = draw(st.lists(st.integers(1, 5), max_size=satellites))
    return Collections(masks, six_zeros, tuple(sorted(lying)))


STARS = st.lists(st.integers(0, 12), min_size=5, max_size=5)


def test_a_card_goes_face_up_to_the_collection_of_its_type() -> None:
    """stellar.notebook.collections"""
    me = player({1: "planet-3-a"}, ["moon-3-a"], ["moon-1-a", "cloud-1-b", "cloud-2-b"])
    state = at(Phase.PLAY_HAND, me)
    assert rules_of(state, PlayHand("moon-1-a", "notebook", True, seat=0)) == ["stellar.notebook.collections"]
    row = at(Phase.PLAY_ROW, me, coordinate=1)
    assert rules_of(row, PlayRow("notebook", True, seat=0)) == ["stellar.notebook.collections"]
    after = HOUSE.apply(state, PlayHand("moon-1-a", "notebook", seat=0))
    held = collections(DECK, after.seats[0].notebook)
    assert held.masks[MOON] == 1 << 1 | 1 << 3


def test_youris_notebook_planets_4_asteroids_2_3_4_clouds_1_5_then_a_cloud_4_goes_between() -> None:
    """The example of the rule book."""
    youri = ["planet-4-a", "asteroid-2-a", "asteroid-3-a", "asteroid-4-a", "cloud-1-a", "cloud-5-a"]
    state = at(Phase.PLAY_HAND, player({1: "moon-3-a"}, youri, ["cloud-4-a"]), row=["moon-1-a"] * 5)
    after = HOUSE.apply(state, PlayHand("cloud-4-a", "notebook", seat=0)).seats[0].notebook
    assert [DECK.name(code) for code in after] == [*youri[:5], "cloud-4-a", "cloud-5-a"]
    _, uses = best_use((1, 1, 1, 1, 1), collections(DECK, after))
    assert [use.run for use in uses] == [(4,), (), (2, 3, 4), (4, 5), ()]


def test_duplicates_are_ignored_when_runs_are_counted() -> None:
    """stellar.notebook.duplicates"""
    held = collections(DECK, cards("moon-2-a", "moon-2-b", "moon-3-a", "moon-3-b"))
    assert most_points((0, 1, 0, 0, 0), held) == 2


def test_a_type_without_a_card_has_the_multiplier_0() -> None:
    """stellar.score.no_collection"""
    assert most_points((9, 9, 9, 9, 9), collections(DECK, ())) == 0
    assert most_points((9, 9, 9, 9, 9), collections(DECK, cards("moon-2-a"))) == 9


def test_a_6_0_is_a_6_or_a_0() -> None:
    """stellar.notebook.six_zero"""
    low = collections(DECK, cards("moon-6/0", "moon-1-a", "moon-2-a", "moon-5-a"))
    points, uses = best_use((0, 1, 0, 0, 0), low)
    assert (points, uses[MOON].run, uses[MOON].six_zero) == (3, (0, 1, 2), (0,))
    high = collections(DECK, cards("moon-6/0", "moon-1-a", "moon-4-a", "moon-5-a"))
    points, uses = best_use((0, 1, 0, 0, 0), high)
    assert (points, uses[MOON].run, uses[MOON].six_zero) == (3, (4, 5, 6), (6,))
    alone = collections(DECK, cards("moon-6/0"))
    assert best_use((0, 1, 0, 0, 0), alone)[0] == 1


def test_a_satellite_joins_any_collection_or_founds_one_and_moves_until_the_end() -> None:
    """stellar.notebook.satellite"""
    held = collections(DECK, cards("satellite-3", "moon-2-a", "moon-4-a", "cloud-4-a"))
    assert best_use((0, 1, 0, 1, 0), held)[1][MOON].satellites == (3,)
    assert best_use((0, 1, 0, 9, 0), held)[1][CLOUD].satellites == (3,)
    assert best_use((9, 1, 0, 1, 0), held)[1][PLANET].run == (3,)


def test_the_longest_run_goes_from_0_to_5_or_1_to_6_in_print() -> None:
    whole = cards("moon-1-a", "moon-2-a", "moon-3-a", "moon-4-a", "moon-5-a", "moon-6/0")
    assert most_points((0, 1, 0, 0, 0), collections(DECK, whole)) == 6


@given(st.integers(0, 127))
def test_the_longest_run_is_what_counting_number_by_number_gives(mask: int) -> None:
    assert longest_run(mask) == naive_run({n for n in range(7) if mask >> n & 1})


@settings(max_examples=60, deadline=None)
@given(STARS, notebooks())
def test_satellites_and_6_0s_are_used_in_the_best_way(stars: list[int], held: Collections) -> None:
    """stellar.score.best: as trying every way gives."""
    assert most_points(tuple(stars), held) == best_use(tuple(stars), held)[0] == naive_best(stars, held)


@settings(deadline=None)
@given(STARS, notebooks(satellites=8))
def test_the_use_that_is_shown_is_possible_and_pays_what_it_says(stars: list[int], held: Collections) -> None:
    points, uses = best_use(tuple(stars), held)
    assert sorted(n for use in uses for n in use.satellites) == list(held.satellites)
    assert sum(each * len(use.run) for each, use in zip(stars, uses, strict=True)) == points
    for t, use in enumerate(uses):
        own = {n for n in range(1, 6) if held.masks[t] >> n & 1}
        assert set(use.run) <= own | set(use.satellites) | set(use.six_zero)
        assert len(use.six_zero) == held.six_zeros[t]


def test_many_satellites_are_shared_out_too() -> None:
    """Three of each number: the three types with most stars get a run of five each, (5 + 4 + 3) x 5 = 60."""
    held = Collections((0,) * 5, (0,) * 5, tuple(sorted([1, 2, 3, 4, 5] * 3)))
    assert most_points((5, 4, 3, 2, 1), held) == 60


@pytest.mark.parametrize("name", ["moon-6/0", "moon:6/0:0"])
def test_a_6_0_by_its_face_counts_like_the_card(name: str) -> None:
    assert collections(DECK, (card(name),)) == Collections((0,) * 5, (0, 1, 0, 0, 0), ())


def test_a_third_6_0_of_a_type_which_no_deck_has_is_of_no_use() -> None:
    assert collections(DECK, (card("moon:6/0:0"),) * 3) == Collections((0,) * 5, (0, 2, 0, 0, 0), ())
