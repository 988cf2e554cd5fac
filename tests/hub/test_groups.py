"""Groups: everybody plays within the own one, the best of each go on to finals."""

from __future__ import annotations

import pytest

from hub.database.store import Store
from hub.event import evening, rounds
from hub.event.evening import Entry
from hub.event.groups import first_against_last, how_many, share_out, sizes
from hub.views import board
from hub.views.guests import Guests
from hub.web.pages import group_letter
from tests.hub.cups import Cup, names
from tests.hub.pages import ACTOR
from tests.hub.refusals import refused


def test_everybody_meets_everybody_of_the_own_group_and_nobody_else(store: Store) -> None:
    cup = Cup(store, 11)
    met = [frozenset(names(table)) for _ in range(3) for table in cup.play()]
    assert sorted(map(len, cup.groups.values())) == [3, 4, 4]
    assert len(met) == len(set(met)) == 6 + 6 + 3
    assert all(any(pair <= group for group in cup.groups.values()) for pair in met)


def test_the_best_of_each_group_meet_those_who_just_came_on_of_another(store: Store) -> None:
    cup = Cup(store, 8)
    for _ in range(3):
        assert all(table.group is not None for table in cup.play())
    shown = board.standings_view(store, cup.event)
    assert [(line.group, line.line.place) for line in shown] == [(g, n) for g in (1, 2) for n in (1, 2, 3, 4)]
    (first, second, *_), (other, fourth, *_) = (
        [line.name for line in shown if line.group == group] for group in (1, 2)
    )
    for best in (0, 4):
        with refused("bad_value"):
            cup.cut(best)
    cup.cut(2)
    assert {player.name for player in cup.view.players if player.here} == {first, second, other, fourth}
    finals = cup.play()
    assert sorted(map(sorted, map(names, finals))) == sorted(map(sorted, ({first, fourth}, {other, second})))
    assert all(table.group is None for table in finals)
    lines = board.standings_view(store, cup.event)
    assert [line.line.place for line in lines][:3] == [1, 2, 3]
    assert {line.name for line in lines[:4]} == {first, second, other, fourth}


def test_guests_see_groups_and_their_place_within_the_own_one(store: Store) -> None:
    cup = Cup(store, 8)
    cup.play()
    evening.release(store, cup.event, ACTOR, 1)
    key = cup.view.players[0].key
    page = Guests(store).page(key)
    assert page.ranked == 4
    assert page.place in (1, 2)
    rounds.start_round(store, cup.event, ACTOR, rounds.plan_round(store, cup.event, ACTOR))
    shown = Guests(store).screen_now(cup.view.key)
    assert shown.seating is not None
    assert {table.group for table in shown.seating.tables} == {1, 2}
    assert [line.group for line in shown.standings] == [1] * 4 + [2] * 4


def test_seeds_are_shared_out_and_a_kept_table_keeps_its_group(store: Store) -> None:
    cup = Cup(store, 0, group_size=3)
    seeded = [Entry(name=f"S{n}", seed=n) for n in (1, 2)]
    evening.add_players(store, cup.event, ACTOR, ["a", "b", "c", "d", *seeded])
    tables = cup.draw()
    assert not any({"S1", "S2"} <= group for group in cup.groups.values())
    kept = next(table for table in tables if not table.bye)
    rounds.keep_seating(store, cup.event, ACTOR, kept.id, True)
    for _ in range(3):
        cup.draw()
        assert any(names(kept) <= group for group in cup.groups.values())
        assert sorted(map(len, cup.groups.values())) == [3, 3]


def test_two_who_swap_in_the_first_draft_swap_their_groups_and_later_only_seats(store: Store) -> None:
    cup = Cup(store, 8)
    tables = cup.draw()
    one = next(table for table in tables if table.group == 1).seats[0]
    other = next(table for table in tables if table.group == 2).seats[0]
    rounds.swap_players(store, cup.event, ACTOR, one.player, other.player)
    assert one.name in cup.groups[2]
    assert other.name in cup.groups[1]
    assert all(table.group is not None for table in cup.tables)
    rounds.start_round(store, cup.event, ACTOR, cup.view.rounds[0].id)
    rounds.end_round(store, cup.event, ACTOR, cup.view.rounds[0].id)
    rounds.plan_round(store, cup.event, ACTOR, anyway=True)
    rounds.swap_players(store, cup.event, ACTOR, one.player, other.player)
    assert one.name in cup.groups[2]
    assert [table.group for table in cup.tables].count(None) == 2


def test_who_comes_late_joins_the_smallest_group_and_rooms_are_counted_by_groups(store: Store) -> None:
    cup = Cup(store, 7, places=2)
    room = board.room_of(cup.view)
    assert (room.needed, room.byes) == (3, 3)
    evening.add_places(store, cup.event, ACTOR, 4)
    cup.play()
    before = min(cup.groups.values(), key=len)
    evening.add_players(store, cup.event, ACTOR, ["Late"])
    cup.play()
    assert before | {"Late"} in cup.groups.values()


@pytest.mark.parametrize(
    ("players", "most", "expected"), [(12, 4, 3), (11, 4, 3), (5, 4, 1), (6, 3, 2), (7, 3, 2), (2, 4, 1), (0, 4, 1)]
)
def test_no_group_has_fewer_than_three(players: int, most: int, expected: int) -> None:
    assert how_many(players, most) == expected
    assert sum(sizes([None] * players, most)) == players


def test_groups_are_filled_one_by_one_and_club_mates_kept_apart() -> None:
    assert share_out([1, 2, 3, 4], {}, 2, {}) == {1: 1, 3: 1, 2: 2, 4: 2}
    shared = share_out([1, 2, 3, 4], {}, 2, {(1, 3): 1})
    assert shared[1] != shared[3]
    assert share_out([9], {1: 1, 2: 2, 3: 2}, 1, {})[9] == 1


def test_the_first_finals_are_between_groups_where_that_can_be() -> None:
    best, groups = [1, 2, 3, 4, 5, 6, 7, 8], {1: 1, 2: 2, 3: 3, 4: 4, 8: 1, 7: 2, 6: 3, 5: 4}
    assert first_against_last(best, groups, {}) == [(1, 8), (2, 7), (3, 6), (4, 5)]
    met = {(1, 8): 1, (2, 7): 1, (3, 6): 1, (4, 5): 1}
    assert not set(first_against_last(best, groups, met)) & set(met)
    assert first_against_last([1, 2, 3, 4], {1: 1, 2: 1, 3: 2, 4: 2}, {}) == [(1, 4), (3, 2)]


def test_groups_are_called_by_letters_as_long_as_these_last() -> None:
    assert [group_letter(group) for group in (None, 1, 26, 27)] == ["", "A", "Z", "27"]
