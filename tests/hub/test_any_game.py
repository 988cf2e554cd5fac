"""Evenings with games that no engine knows: described by the host, told by the players, counted as they are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from engines.described import ScoreRow
from hub.app import Hub
from hub.database.store import Store
from hub.doors import hosts
from hub.doors.door import COOKIE
from hub.event import described, evening, results, rounds
from hub.event.described import Described
from hub.event.evening import Plan
from hub.event.standings import Outcome, standings, worth
from hub.views import board
from hub.views.seatings import SeatingView
from hub.web.presets import PRESETS
from tests.hub.pages import ACTOR, HOST, PASSWORD, browser_at, csrf
from tests.hub.refusals import refused

CATAN = {"title": "Catan", "rows": [{"name": "Settlements"}, {"name": "Cities", "each": 2}]}
FORM = {
    "name": "Saturday", "system": "swiss", "seats": "2", "seats_min": "2", "places": "1", "rounds": "2",
    "minutes": "0", "confirm": "one", "live": "progress", "bye_points": "",
}  # fmt: skip


class Night:
    """An evening at a browser: one table of two."""

    def __init__(self, client: TestClient, store: Store, **form: str) -> None:
        self.client, self.store = client, store
        made = client.post("/host/events", data={**FORM, "csrf": csrf(client), **form})
        assert made.status_code == 303, made.text
        self.id = int(made.headers["location"].split("/")[3])
        self.players = evening.add_players(store, self.id, ACTOR, ["Ada", "Bo"])
        rounds.start_round(store, self.id, ACTOR, rounds.plan_round(store, self.id, ACTOR))

    @property
    def view(self) -> board.EventView:
        return board.event_view(self.store, self.id)

    @property
    def table(self) -> SeatingView:
        return board.round_view(self.store, self.id, 1).tables[0]

    def phone(self, seat: int) -> str:
        player = self.table.seats[seat].player
        return f"/p/{next(line.key for line in self.view.players if line.id == player)}"

    def tell(self, seat: int, **form: Any) -> Any:
        data = {"seating": str(self.table.id), **form}
        return self.client.post(f"{self.phone(seat)}/result", data=data)

    def judge(self, **form: Any) -> None:
        seen = {"csrf": csrf(self.client), "seen": str(self.view.version), "seating": str(self.table.id)}
        assert self.client.post(f"/host/events/{self.id}/do/judge", data={**seen, **form}).status_code == 303

    @property
    def ended(self) -> list[tuple[int | None, int | None]]:
        return [(seat.total, seat.rank) for seat in self.table.seats]


@pytest.fixture
def client(sqlite_store: Store) -> Iterator[TestClient]:
    """A host's browser."""
    hosts.set_password(sqlite_store, HOST, PASSWORD)
    token, _ = hosts.log_in(sqlite_store, HOST, PASSWORD, "here")
    with Hub(sqlite_store) as hub, browser_at(hub) as opened:
        opened.cookies.set(COOKIE, token)
        yield opened


@pytest.mark.parametrize(
    ("score", "told", "expected", "said"),
    [
        ("points", ("7", "12"), [(7, 2), (12, 1)], "12"),
        ("lowest", ("7", "12"), [(7, 1), (12, 2)], "12"),
        ("places", ("2", "1"), [(2, 2), (1, 1)], "2"),
        ("outcome", ("2", "0"), [(2, 1), (0, 2)], "won"),
        ("outcome", ("1", "1"), [(1, 1), (1, 1)], "drawn"),
        ("outcome", ("0", "0"), [(0, 2), (0, 2)], "lost"),
        ("time", ("1:02:05", "12:05"), [(3725, 2), (725, 1)], "12:05"),
    ],
)
def test_a_described_game_ends_as_its_players_tell_it(
    client: TestClient, sqlite_store: Store, score: str, told: tuple[str, str], expected: object, said: str
) -> None:
    night = Night(client, sqlite_store, game="other", title="Backgammon", score=score)
    assert night.view.title == "Backgammon"
    assert night.tell(0, total=list(told)).status_code == 303
    assert night.ended == expected
    page = client.get(night.phone(1)).text
    assert "Backgammon" in page
    assert f'<div class="total">{said}</div>' in page
    client.post(f"{night.phone(1)}/vote", data={"result": str(night.table.result), "agrees": "1"})
    assert night.table.state == "confirmed"


def test_rows_of_a_score_pad_are_added_up(client: TestClient, sqlite_store: Store) -> None:
    rows = "Settlements\n\nCities × 2\nMissed x -3\n"
    night = Night(client, sqlite_store, game="other", title="Islands", score="points", rows=rows)
    assert night.view.options["rows"][1:] == [{"name": "Cities", "each": 2}, {"name": "Missed", "each": -3}]
    page = client.get(night.phone(0)).text
    assert page.count('name="cell"') == 6
    assert "Cities × 2" in page
    assert 'name="total"' not in page
    assert night.tell(0, cell=["4", "3", "1", "5", "", ""]).status_code == 303
    assert night.ended == [(7, 1), (5, 2)]
    kept = client.get(f"/host/events/{night.id}/settings").text
    assert "Settlements\nCities × 2\nMissed × -3</textarea>" in kept
    assert night.tell(1, cell=["4", "3"]).status_code == 422


def test_a_row_that_brings_nothing_breaks_ties(client: TestClient, sqlite_store: Store) -> None:
    night = Night(client, sqlite_store, game="other", title="Islands", score="points", rows="Points\nCoins × 0")
    assert "Coins (breaks ties)" in client.get(night.phone(0)).text
    assert night.tell(0, cell=["7", "2", "7", "3"]).status_code == 303
    assert night.ended == [(7, 2), (7, 1)]
    night.judge(cell=["7", "4", "7", "3"])
    assert night.ended == [(7, 1), (7, 2)]
    night.judge(cell=["7", "4", "7", "3"], winner="1")
    assert night.ended == [(7, 2), (7, 1)]


@pytest.mark.parametrize("code", PRESETS)
def test_every_preset_makes_an_evening(client: TestClient, sqlite_store: Store, code: str) -> None:
    preset = PRESETS[code]
    form = {"seats": str(preset.seats + 1), "seats_min": "2", "game": f"other:{code}"}
    made = client.post("/host/events", data={**FORM, "csrf": csrf(client), **form})
    view = board.event_view(sqlite_store, int(made.headers["location"].split("/")[3]))
    assert (view.game, view.title, view.seats, view.seats_min) == (
        "other", preset.title, preset.seats, preset.seats_min,
    )  # fmt: skip
    assert view.scheme == preset.scheme
    assert view.bye_points == (0 if preset.scheme == "totals" else 12)


def test_who_loses_together_wins_nothing_and_has_no_victory(client: TestClient, sqlite_store: Store) -> None:
    night = Night(client, sqlite_store, game="other:cooperative")
    assert night.tell(0, total=["0", "0"]).status_code == 303
    results.confirm(sqlite_store, night.id, ACTOR, night.table.result or 0)
    lines = board.standings_view(sqlite_store, night.id)
    assert [(line.line.points, line.line.wins) for line in lines] == [(0, 0), (0, 0)]


def test_the_host_judges_a_described_game_and_takes_what_a_player_claims(
    client: TestClient, sqlite_store: Store
) -> None:
    night = Night(client, sqlite_store, game="other", title="Golf", score="lowest")
    night.tell(0, total=["70", "81"])
    night.tell(1, total=["82", "81"])
    page = client.get(f"/host/events/{night.id}/judge").text
    assert "82 : 81" in page
    claim = {"case": str(board.queue(sqlite_store, night.id)[0].id), "player": str(night.table.seats[1].player)}
    seen = {"csrf": csrf(client), "seen": str(night.view.version)}
    client.post(f"/host/events/{night.id}/do/accept", data={**seen, **claim})
    assert night.ended == [(82, 2), (81, 1)]
    night.judge(total=["70", "71"])
    assert (night.table.state, night.ended) == ("judged", [(70, 1), (71, 2)])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "evening.options"),
        ({"title": "\u2800"}, "name.length"),
        ({"title": "A", "score": "style"}, "evening.options"),
        ({"title": "A", "rows": [{"name": "x"}] * 13}, "evening.options"),
        ({"title": "A", "rows": [{"name": " "}]}, "name.length"),
        ({"title": "A", "score": "time", "rows": [{"name": "x"}]}, "game.rows"),
        ({"title": "A", "more": 1}, "evening.options"),
    ],
)
def test_a_description_that_cannot_be_is_refused(sqlite_store: Store, options: dict[str, Any], said: str) -> None:
    with refused("bad_value") as error:
        evening.create_event(sqlite_store, ACTOR, Plan(name="E", game="other", options=options))
    assert error.value.why is not None
    assert error.value.why.code == said


def test_the_points_of_a_game_are_added_up_only_where_most_win(sqlite_store: Store) -> None:
    plan = Plan(name="E", game="other", options={"title": "Golf", "score": "lowest"}, scheme="totals")
    with refused("bad_value") as error:
        evening.create_event(sqlite_store, ACTOR, plan)
    assert error.value.why is not None
    assert error.value.why.code == "evening.scheme"


@pytest.mark.parametrize(
    ("score", "totals", "code"),
    [("outcome", (3, 0), "result.outcome"), ("places", (2, 2), "result.places"), ("time", (-1, 5), "result.time")],
)
def test_how_no_such_game_ends_is_refused(score: Any, totals: tuple[int, ...], code: str) -> None:
    with refused("bad_value") as error:
        Described(title="A", score=score).check(totals)
    assert error.value.why is not None
    assert error.value.why.code == code


def test_names_of_a_description_are_kept_as_other_names_are() -> None:
    assert described.checked(CATAN) == Described(title="Catan", rows=(ScoreRow("Settlements"), ScoreRow("Cities", 2)))
    assert described.checked({"title": " Go\u200b "}).title == "Go"


@pytest.mark.parametrize(
    ("scheme", "more", "totals", "ranks", "expected"),
    [
        ("shared", True, (30, 20, 10), (1, 2, 3), (12, 6, 0)),
        ("places", True, (30, 20, 20, 10, 5), (1, 2, 2, 4, 5), (4, 3, 3, 1, 0)),
        ("percent", True, (30, 20, -4), (1, 2, 3), (100, 66, 0)),
        ("percent", True, (0, 0), (1, 1), (0, 0)),
        ("percent", False, (60, 80, 60), (1, 3, 1), (100, 75, 100)),
        ("percent", False, (0, 80), (1, 2), (100, 0)),
        ("totals", True, (2, 0), (1, 2), (2, 0)),
    ],
)
def test_what_a_game_is_worth(scheme: Any, more: bool, totals: Any, ranks: Any, expected: object) -> None:
    assert worth(Outcome(tuple(range(len(totals))), totals, ranks, more), scheme) == expected


def test_wins_come_first_where_the_host_wants_it() -> None:
    done = [Outcome((1, 2, 3), (9, 8, 7), (1, 2, 3)), Outcome((2, 3, 1), (9, 8, 0), (1, 2, 3))]
    done += [Outcome((3, 2, 1), (5, 4, 3), (1, 2, 3)), Outcome((1, 2, 3), (5, 4, 3), (1, 2, 3))]
    assert [(line.player, line.points) for line in standings([1, 2, 3], done)] == [(2, 30), (1, 24), (3, 18)]
    first = standings([1, 2, 3], done, scheme="wins")
    assert [(line.player, line.wins) for line in first] == [(1, 2), (2, 1), (3, 1)]


def test_an_evening_of_before_counts_as_it_did(sqlite_store: Store) -> None:
    event = evening.create_event(sqlite_store, ACTOR, Plan(name="E", game="star_explorer"))
    view = board.event_view(sqlite_store, event)
    assert (view.scheme, view.title) == ("shared", "star_explorer")
