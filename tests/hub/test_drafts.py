"""A seating is drawn, looked at and changed before anybody else sees it; what its traps were stays mended."""

from __future__ import annotations

import pytest

from hub.database.store import Store
from hub.errors import Refused
from hub.event import evening, results, rounds
from hub.event.results import Claim
from hub.link import tables
from hub.link.tables import TableNote
from hub.views import board
from hub.views.guests import Guests
from hub.web.guests import screen_pages
from tests.hub.pages import ACTOR, plan


def evening_of(store: Store, players: int, **changes: object) -> int:
    event = evening.create_event(store, ACTOR, plan(**changes))
    evening.add_players(store, event, ACTOR, [""] * players)
    return event


def seated(store: Store, event: int, number: int = 1) -> list[tuple[int, ...]]:
    tables_ = board.round_view(store, event, number).tables
    return [tuple(seat.player for seat in table.seats) for table in tables_]


def test_only_the_host_sees_a_draft(sqlite_store: Store) -> None:
    event = evening_of(sqlite_store, 4, seats=2, places=2)
    view = board.event_view(sqlite_store, event)
    place = view.places[0].id
    device = tables.pair(sqlite_store, tables.new_code(sqlite_store, place), "Window", "here")

    def shown() -> tuple[object, object, object]:
        note = TableNote(sent=1, screen="start")
        said = tables.take_note(sqlite_store, device.table, device.token, note)
        page = Guests(sqlite_store).page(view.players[0].key)
        return Guests(sqlite_store).screen_now(view.key).seating, page.now, said.seating

    drawn = rounds.plan_round(sqlite_store, event, ACTOR, draft=True)
    assert board.round_view(sqlite_store, event, 1).timer.state == "draft"
    assert shown() == (None, None, None)
    rounds.publish_round(sqlite_store, event, ACTOR, drawn)
    assert None not in shown()
    with pytest.raises(Refused):
        rounds.publish_round(sqlite_store, event, ACTOR, drawn)


def test_a_draft_is_changed_begun_and_drawn_again_as_a_published_seating_is(sqlite_store: Store) -> None:
    event = evening_of(sqlite_store, 4, seats=2, places=2)
    drawn = rounds.plan_round(sqlite_store, event, ACTOR, draft=True)
    one, other = board.round_view(sqlite_store, event, 1).tables
    rounds.swap_players(sqlite_store, event, ACTOR, one.seats[0].player, other.seats[0].player)
    assert seated(sqlite_store, event)[0][0] == other.seats[0].player
    rounds.publish_round(sqlite_store, event, ACTOR, drawn)
    assert rounds.plan_round(sqlite_store, event, ACTOR, draft=True) == drawn
    assert board.round_view(sqlite_store, event, 1).timer.state == "draft"
    rounds.start_round(sqlite_store, event, ACTOR, drawn)
    assert board.round_view(sqlite_store, event, 1).timer.state == "running"


def test_a_seating_that_is_drawn_again_is_another_one(sqlite_store: Store) -> None:
    event = evening_of(sqlite_store, 12, seats=3, places=4)
    drawn = set()
    for _ in range(4):
        rounds.plan_round(sqlite_store, event, ACTOR, draft=True)
        drawn.add(frozenset(map(frozenset, seated(sqlite_store, event))))
    assert len(drawn) > 1


def test_byes_count_once_their_round_is_over_and_bear_no_star(sqlite_store: Store) -> None:
    event = evening_of(sqlite_store, 12, seats=3, places=1)
    drawn = rounds.plan_round(sqlite_store, event, ACTOR)
    byes = [table for table in board.round_view(sqlite_store, event, 1).tables if table.bye]
    assert len(byes) == 9
    assert not any(seat.first for table in byes for seat in table.seats)

    def points() -> list[int]:
        return [line.line.points for line in board.standings_view(sqlite_store, event)]

    rounds.start_round(sqlite_store, event, ACTOR, drawn)
    assert points() == [0] * 12
    rounds.end_round(sqlite_store, event, ACTOR, drawn)
    assert points() == [12] * 9 + [0] * 3


def test_byes_of_an_evening_that_is_ended_in_the_middle_of_a_round_count(sqlite_store: Store) -> None:
    event = evening_of(sqlite_store, 3, seats=2, places=1)
    rounds.start_round(sqlite_store, event, ACTOR, rounds.plan_round(sqlite_store, event, ACTOR))
    evening.end_event(sqlite_store, event, ACTOR)
    assert sum(line.line.points for line in board.standings_view(sqlite_store, event)) == 12


def test_so_many_tables_as_the_players_need_are_set_up(sqlite_store: Store) -> None:
    event = evening_of(sqlite_store, 12, seats=4, places=1)
    room = board.room_of(board.event_view(sqlite_store, event))
    assert room == board.Room(players=12, tables=1, needed=3, byes=8)
    evening.add_places(sqlite_store, event, ACTOR, room.needed)
    room = board.room_of(board.event_view(sqlite_store, event))
    assert room == board.Room(players=12, tables=3, needed=3, byes=0)
    for count in (0, 501):
        with pytest.raises(Refused):
            evening.add_places(sqlite_store, event, ACTOR, count)


@pytest.mark.parametrize("pack", ["", "../house", "a b", "x" * 41])
def test_a_pack_is_called_as_its_file(sqlite_store: Store, pack: str) -> None:
    with pytest.raises(Refused, match="pack"):
        evening.create_event(sqlite_store, ACTOR, plan(pack=pack))


@pytest.mark.parametrize(
    ("players", "seats", "fits"),
    [
        (3, 3, ["large columns-1"]), (6, 3, ["large columns-2"]), (8, 2, ["large columns-2"]),
        (18, 3, ["large columns-3"]), (20, 2, ["usual columns-3", "large columns-1"]),
        (36, 4, ["usual columns-3"]),
    ],
)  # fmt: skip
def test_few_tables_take_the_whole_big_screen(sqlite_store: Store, players: int, seats: int, fits: list[str]) -> None:
    event = evening_of(sqlite_store, players, seats=seats, places=12)
    rounds.plan_round(sqlite_store, event, ACTOR)
    pages = screen_pages(Guests(sqlite_store).screen_now(board.event_view(sqlite_store, event).key))
    assert [page.fit for page in pages] == fits


def test_long_names_are_written_smaller_before_they_are_cut(sqlite_store: Store) -> None:
    event = evening.create_event(sqlite_store, ACTOR, plan(seats=4, places=6))
    long = [f"Konstantina Wölfelschneider-Brzęczyszczykiewicz {n}" for n in range(12)]
    evening.add_players(sqlite_store, event, ACTOR, long)
    rounds.plan_round(sqlite_store, event, ACTOR)
    key = board.event_view(sqlite_store, event).key
    assert [page.fit for page in screen_pages(Guests(sqlite_store).screen_now(key))] == ["small columns-3 whole"]
    evening.add_players(sqlite_store, event, ACTOR, [name.swapcase() + "!" for name in long])
    rounds.plan_round(sqlite_store, event, ACTOR)
    assert [page.fit for page in screen_pages(Guests(sqlite_store).screen_now(key))] == ["large columns-3"]


def test_a_table_that_has_a_result_before_its_round_begins_stays_as_it_is(sqlite_store: Store) -> None:
    event = evening_of(sqlite_store, 8, seats=2, places=4)
    rounds.plan_round(sqlite_store, event, ACTOR)
    early = board.round_view(sqlite_store, event, 1).tables[1]
    results.propose(sqlite_store, event, "t", early.id, Claim(totals=(1, 2), source="table", by="t"))
    rounds.plan_round(sqlite_store, event, ACTOR)
    tables_ = board.round_view(sqlite_store, event, 1).tables
    stays = next(table for table in tables_ if table.id == early.id)
    assert (stays.state, stays.kept, [seat.player for seat in stays.seats]) == (
        "proposed", True, [seat.player for seat in early.seats]
    )  # fmt: skip
    assert sorted(seat.player for table in tables_ for seat in table.seats) == sorted(
        player.id for player in board.event_view(sqlite_store, event).players
    )
    other = next(table for table in tables_ if table.id != early.id)
    with pytest.raises(Refused, match="proposed"):
        rounds.swap_players(sqlite_store, event, ACTOR, stays.seats[0].player, other.seats[0].player)
