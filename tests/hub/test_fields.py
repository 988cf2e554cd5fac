"""Fields of players: from a spreadsheet, with clubs and seeds, checked in, penalized; tables of a draft that stay."""

from __future__ import annotations

from itertools import combinations

import pytest
from starlette.testclient import TestClient

from hub.database.store import Store
from hub.event import evening, results, rounds
from hub.event.evening import Entry
from hub.event.standings import Outcome, standings
from hub.views import board
from hub.views.guests import Guests
from hub.web.forms import entries
from tests.hub.pages import ACTOR, csrf, plan
from tests.hub.refusals import refused
from tests.hub.test_any_game import client

__all__ = ["client"]


def evening_of(store: Store, players: list[Entry], **changes: object) -> int:
    event = evening.create_event(store, ACTOR, plan(places=12, **changes))
    evening.add_players(store, event, ACTOR, players)
    return event


def seated(store: Store, event: int) -> list[set[str]]:
    tables = board.round_view(store, event, board.event_view(store, event).next_round).tables
    return [{seat.name for seat in table.seats} for table in tables if not table.bye]


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"Ada\nBo\n", [("Ada", "", None), ("Bo", "", None)]),
        ("\ufeffName;Verein;Setzplatz\nZo\u00e9;\u0141\u00f3d\u017a;2\n;;\n".encode(),
         [("Zoé", "Łódź", 2), ("", "", None)]),
        (b'seed,club,name\n3,"Bears, old",Ada\n', [("Ada", "Bears, old", 3)]),
        ("Zo\u00e9\tB\u00e4ren\n".encode("cp1252"), [("Zoé", "Bären", None)]),
    ],
)  # fmt: skip
def test_players_come_from_a_spreadsheet(data: bytes, found: list[tuple[str, str, int | None]]) -> None:
    assert entries(data) == [Entry(name=name, club=club, seed=seed) for name, club, seed in found]


@pytest.mark.parametrize("data", [b"", b"\n \n", b"name,club\n", b"Ada,Bears,first\n"])
def test_a_file_without_players_is_refused(data: bytes) -> None:
    with refused("bad_value"):
        entries(data)


def test_a_file_on_the_page_of_players(client: TestClient, sqlite_store: Store) -> None:
    event = evening_of(sqlite_store, [])
    form = {"csrf": csrf(client), "seen": "", "then": f"/host/events/{event}/players"}
    address = f"/host/events/{event}/do/import_players"
    sent = client.post(address, data=form, files={"file": ("a.csv", b"name,club,seed\nAda,Bears,1\nBo,,\n")})
    assert sent.status_code == 303
    assert client.post(address, data=form, files={"file": ("a.csv", b"Cy,Bears,0\n")}).status_code == 422
    view = board.event_view(sqlite_store, event)
    assert [(p.name, p.club, p.seed) for p in view.players] == [("Ada", "Bears", 1), ("Bo", "", None)]
    changed = {**form, "player": str(view.players[1].id), "club": "Owls", "seed": "", "penalty": "3"}
    client.post(f"/host/events/{event}/do/set_player", data=changed)
    page = client.get(f"/host/events/{event}/players").text
    assert "Bears · seed 1" in page
    assert "Owls · −3" in page


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_is_of_one_club_is_kept_apart(sqlite_store: Store, seats: int) -> None:
    clubs = ["Bears", "bears", "Owls", "Foxes"] if seats > 2 else ["Bears", "Owls"]
    players = [Entry(name=f"P{n}", club=clubs[n % len(clubs)]) for n in range(24)]
    of = {player.name: player.club.casefold() for player in players}
    event = evening_of(sqlite_store, players, seats=seats)
    rounds.plan_round(sqlite_store, event, ACTOR)
    pairs = [pair for table in seated(sqlite_store, event) for pair in combinations(table, 2)]
    mates = [pair for pair in pairs if of[pair[0]] == of[pair[1]]]
    assert len(mates) == {2: 0, 3: 4, 4: 6}[seats]  # as few as there can be


def test_the_first_meets_the_middle_one_and_every_table_has_one_of_the_best(sqlite_store: Store) -> None:
    players = [Entry(name=f"P{9 - n}", seed=9 - n) for n in range(8)] + [Entry(name="P10")]
    event = evening_of(sqlite_store, players[:8], seats=2)
    rounds.plan_round(sqlite_store, event, ACTOR)
    assert sorted(map(sorted, seated(sqlite_store, event))) == [["P2", "P6"], ["P3", "P7"], ["P4", "P8"], ["P5", "P9"]]
    larger = evening_of(sqlite_store, players, seats=3)
    rounds.plan_round(sqlite_store, larger, ACTOR)
    assert sorted(map(sorted, seated(sqlite_store, larger))) == [
        ["P10", "P4", "P7"], ["P2", "P5", "P8"], ["P3", "P6", "P9"],
    ]  # fmt: skip


def test_seeds_of_one_club_are_kept_apart_too(sqlite_store: Store) -> None:
    players = [Entry(name=f"P{n}", seed=n, club="Bears" if n in (1, 5) else "") for n in range(1, 9)]
    event = evening_of(sqlite_store, players, seats=2)
    rounds.plan_round(sqlite_store, event, ACTOR)
    assert {"P1", "P5"} not in seated(sqlite_store, event)


def test_only_who_has_checked_in_plays(client: TestClient, sqlite_store: Store) -> None:
    event = evening_of(sqlite_store, [Entry(name=name) for name in ("Ada", "Bo", "Cy", "Dee")])
    evening.call_in(sqlite_store, event, ACTOR)
    view = board.event_view(sqlite_store, event)
    assert [(p.here, p.expected) for p in view.players] == [(False, True)] * 4
    assert board.standings_view(sqlite_store, event) == ()
    key = view.players[0].key
    assert "I am here" in client.get(f"/p/{key}").text
    assert client.post(f"/p/{key}/here").status_code == 303
    assert client.post(f"/p/{key}/here").status_code == 303
    assert "You are registered." in client.get(f"/p/{key}").text
    evening.let_in(sqlite_store, event, ACTOR, [view.players[1].id])
    drawn = rounds.plan_round(sqlite_store, event, ACTOR)
    assert seated(sqlite_store, event) == [{"Ada", "Bo"}]
    with refused("not_now"):
        evening.call_in(sqlite_store, event, ACTOR)
    rounds.start_round(sqlite_store, event, ACTOR, drawn)
    evening.check_in(sqlite_store, event, "player:3", view.players[2].id)
    assert board.event_view(sqlite_store, event).players[2].since == 2
    assert Guests(sqlite_store).page(view.players[3].key).expected


def test_a_table_that_is_kept_stays_when_the_others_are_seated_anew(sqlite_store: Store) -> None:
    event = evening_of(sqlite_store, [Entry(name=f"P{n}") for n in range(12)])
    rounds.plan_round(sqlite_store, event, ACTOR, draft=True)
    first, *rest = board.round_view(sqlite_store, event, 1).tables
    rounds.keep_seating(sqlite_store, event, ACTOR, first.id, True)
    drawn = set()
    for _ in range(4):
        rounds.plan_round(sqlite_store, event, ACTOR, draft=True)
        tables = board.round_view(sqlite_store, event, 1).tables
        assert (tables[0].id, tables[0].place, tables[0].seats) == (first.id, first.place, first.seats)
        assert len({seat.player for table in tables for seat in table.seats}) == 12
        drawn.add(frozenset(frozenset(seat.player for seat in table.seats) for table in tables))
    assert len(drawn) > 1
    rounds.keep_seating(sqlite_store, event, ACTOR, first.id, False)
    round_id = rounds.plan_round(sqlite_store, event, ACTOR, draft=True)
    assert not any(table.kept for table in board.round_view(sqlite_store, event, 1).tables)
    rounds.start_round(sqlite_store, event, ACTOR, round_id)
    with refused("not_now"):
        rounds.keep_seating(sqlite_store, event, ACTOR, board.round_view(sqlite_store, event, 1).tables[0].id, True)
    assert rest


def test_a_penalty_is_taken_from_the_points_and_from_nobody_else(sqlite_store: Store) -> None:
    event = evening_of(sqlite_store, [Entry(name=name) for name in ("Ada", "Bo", "Cy")])
    round_id = rounds.plan_round(sqlite_store, event, ACTOR)
    rounds.start_round(sqlite_store, event, ACTOR, round_id)
    (table,) = board.round_view(sqlite_store, event, 1).tables
    results.judge(sqlite_store, event, ACTOR, table.id, tuple(30 - seat.player for seat in table.seats))
    ada = board.event_view(sqlite_store, event).players[0].id
    evening.set_player(sqlite_store, event, ACTOR, ada, "", None, 7)
    lines = board.standings_view(sqlite_store, event)
    assert [(row.name, row.line.points, row.penalty) for row in lines] == [("Bo", 6, 0), ("Ada", 5, 7), ("Cy", 0, 0)]
    assert [row.line.opposition for row in lines] == [6.0, 3.0, 9.0]
    for seed, penalty in ((0, 0), (1, -1), (1, 10_001)):
        with refused("bad_value"):
            evening.set_player(sqlite_store, event, ACTOR, ada, "", seed, penalty)


def test_penalties_of_who_never_played_count_too() -> None:
    lines = standings([1, 2], [Outcome((1, 2), (5, 3), (1, 2))], penalties={1: 20, 2: 0})
    assert [(line.player, line.points) for line in lines] == [(2, 0), (1, -8)]


def test_a_part_of_a_name_finds_the_table(client: TestClient, sqlite_store: Store) -> None:
    event = evening_of(sqlite_store, [Entry(name=name) for name in ("Zoé Ångström", "Bo", "Cy")])
    address = f"/screen/{board.event_view(sqlite_store, event).key}/find"
    assert "No table is seated yet." in client.get(f"{address}?name=bo").text
    rounds.plan_round(sqlite_store, event, ACTOR, draft=True)
    assert "No table is seated yet." in client.get(f"{address}?name=bo").text
    rounds.publish_round(sqlite_store, event, ACTOR, board.event_view(sqlite_store, event).rounds[0].id)
    page = client.get(f"{address}?name=ångs").text
    assert "Table 1" in page
    assert "Zoé Ångström · Seat" in page
    assert "Bo ·" not in page
    assert "Nobody of that name" in client.get(f"{address}?name=<b>").text
    assert "Table 1" not in client.get(f"{address}?name=").text
