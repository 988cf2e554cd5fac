from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hub.event.seating import Pair, Past, Seating, group, pair, round_robin_pairs, seat_round, table_sizes


def rematches(groups: Iterable[Sequence[int]], met: Mapping[Pair, int]) -> int:
    """How often those who sit together have sat together before, summed over all pairs."""
    return sum(met.get(pair(a, b), 0) for players in groups for a, b in combinations(players, 2))


Fields = st.integers(2, 4).flatmap(lambda most: st.tuples(st.just(most), st.integers(1, most), st.integers(0, 60)))


def partitions(players: Sequence[int], sizes: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to seat them, by brute force."""
    if not players:
        yield []
        return
    for size in set(sizes):
        left = list(sizes)
        left.remove(size)
        for others in combinations(players[1:], size - 1):
            chosen = (players[0], *others)
            for rest in partitions([p for p in players if p not in chosen], left):
                yield [chosen, *rest]


@st.composite
def small_fields(draw: st.DrawFn) -> tuple[int, int, dict[tuple[int, int], int]]:
    """Up to nine players, tables of up to four, and who has met whom how often."""
    most, count = draw(st.integers(2, 4)), draw(st.integers(4, 9))
    pairs = list(combinations(range(count), 2))
    met = draw(st.lists(st.integers(0, 2), min_size=len(pairs), max_size=len(pairs)))
    return most, count, {key: times for key, times in zip(pairs, met, strict=True) if times}


@given(Fields)
def test_tables_are_as_few_and_as_full_as_can_be_and_everybody_is_somewhere(field: tuple[int, int, int]) -> None:
    most, least, players = field
    sizes, byes = table_sizes(players, most, least)
    assert sum(sizes) + byes == players
    assert all(least <= size <= most for size in sizes)
    assert not sizes or max(sizes) - min(sizes) <= 1
    possible = any(count * least <= players <= count * most for count in range(players + 1))
    assert not (possible and byes)


def test_sizes_that_were_worked_out_by_hand() -> None:
    assert table_sizes(10, 4, 2) == ([4, 3, 3], 0)
    assert table_sizes(5, 4, 3) == ([4], 1)
    assert table_sizes(7, 2, 2) == ([2, 2, 2], 1)
    assert table_sizes(9, 4, 2, tables=2) == ([4, 4], 1)
    assert table_sizes(1, 4, 2) == ([], 1)
    assert table_sizes(0, 4, 2) == ([], 0)


@given(small_fields())
@settings(deadline=None, max_examples=60)
def test_rematches_are_as_few_as_brute_force_finds(field: tuple[int, int, dict[tuple[int, int], int]]) -> None:
    most, count, met = field
    sizes, byes = table_sizes(count, most, 2)
    players = list(range(count - byes))
    found = group(players, sizes, {player: player for player in players}, met)
    assert sorted(player for g in found for player in g) == players
    assert sorted(map(len, found)) == sorted(sizes)
    assert rematches(found, met) == min(rematches(other, met) for other in partitions(players, sizes))


@given(st.integers(2, 4), st.integers(4, 40), st.integers(2, 6))
@settings(deadline=None, max_examples=30)
def test_nobody_sits_twice_and_starts_are_shared_out(most: int, players: int, rounds: int) -> None:
    past, history = Past(), []
    for number in range(rounds):
        order = sorted(range(players), key=lambda player: (player * 7919 + number * 104_729) % 1_009)
        found = seat_round(order, {p: i // 4 for i, p in enumerate(order)}, past, seats=most, least=2)
        seated = [player for table in found.tables for player in table.players]
        assert sorted([*seated, *found.byes]) == list(range(players))
        history.append(found)
        past = past_of(history)
    starts = [past.starts.get(player, 0) for player in range(players)]
    assert max(starts) - min(starts) <= max(2, rounds // 2 + 1)


def past_of(history: list[Seating]) -> Past:
    """What the rounds so far know of everybody."""
    tables = [table for found in history for table in found.tables]
    return Past(
        met=Counter(pair(a, b) for table in tables for a, b in combinations(table.players, 2)),
        byes=Counter(player for found in history for player in found.byes),
        seats=Counter((player, seat) for table in tables for seat, player in enumerate(table.players)),
        starts=Counter(table.players[table.first] for table in tables),
    )


def test_in_eight_rounds_of_sixteen_players_at_fours_seats_and_starts_differ_by_two_at_most() -> None:
    history: list[Seating] = []
    for _ in range(8):
        past = past_of(history)
        history.append(seat_round(range(16), {}, past, seats=4, least=2))
    past = past_of(history)
    for seat in range(4):
        counts = [past.seats.get((player, seat), 0) for player in range(16)]
        assert max(counts) - min(counts) <= 2
    starts = [past.starts.get(player, 0) for player in range(16)]
    assert max(starts) - min(starts) <= 2


def test_five_rounds_of_two_hundred_at_fours_have_no_rematch() -> None:
    history: list[Seating] = []
    for number in range(5):
        past = past_of(history)
        points = {player: (player * 31 + number * 17) % 13 for player in range(200)}
        order = sorted(range(200), key=lambda player: -points[player])
        found = seat_round(order, points, past, seats=4, least=2)
        assert rematches((table.players for table in found.tables), past.met) == 0
        history.append(found)


def test_a_hundred_at_twos_meet_neighbours_they_have_not_met() -> None:
    order = list(range(100))
    met = {pair(a, a + 1): 1 for a in range(0, 100, 2)}
    found = group(order, [2] * 50, {player: player // 10 for player in order}, met)
    assert rematches(found, met) == 0
    assert max(abs(a - b) for a, b in found) < 20


@pytest.mark.parametrize("players", range(2, 11))
def test_in_a_round_robin_everybody_meets_everybody_once(players: int) -> None:
    rounds = players - 1 + players % 2
    tables = [found for number in range(1, rounds + 1) for found in round_robin_pairs(range(players), number)]
    met = Counter(pair(a, b) for a, b in tables if a is not None and b is not None)
    assert met == Counter(combinations(range(players), 2))


def test_byes_go_to_those_who_had_fewest_among_them_the_lowest() -> None:
    past = Past(byes={3: 1})
    assert seat_round([0, 1, 2, 3], {}, past, seats=3, least=3).byes == (2,)
    assert seat_round([0, 1, 2, 3], {}, Past(), seats=3, least=3).byes == (3,)
