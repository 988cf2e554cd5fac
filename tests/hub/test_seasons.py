"""Seasons: how evenings are added up, ratings, a person over the evenings, and what is erased."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from hub.database import audit, schema
from hub.database.store import Store, Transaction
from hub.event import evening, results, rounds, seasons
from hub.event.evening import Plan
from hub.event.league import Night, Rules, Score, league, ratings
from hub.event.standings import Outcome
from hub.views import board
from hub.views import seasons as views
from hub.views.standings import standings_of
from tests.hub.pages import csrf
from tests.hub.refusals import refused
from tests.hub.test_any_game import client

__all__ = ["client"]
ACTOR = "host:Vera"
ADA, BO, CLEO = 1, 2, 3


def night(evening: int, *points: tuple[int, int, int]) -> Night:
    """(person, place, points) …"""
    return Night({person: Score(evening, place, got, 2) for person, place, got in points}, ())


NIGHTS = (
    night(1, (ADA, 1, 30), (BO, 2, 20), (CLEO, 3, 10)),
    night(2, (ADA, 3, 4), (BO, 1, 24), (CLEO, 2, 18)),
    night(3, (BO, 2, 12), (CLEO, 1, 26)),
)


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (Rules(), [(BO, 56), (CLEO, 54), (ADA, 34)]),
        (Rules(best=1), [(ADA, 30), (CLEO, 26), (BO, 24)]),
        (Rules(drop=1), [(CLEO, 44), (BO, 44), (ADA, 34)]),
        (Rules(drop=9), [(ADA, 30), (CLEO, 26), (BO, 24)]),
        (Rules(worth="places", best=2), [(BO, 43), (CLEO, 43), (ADA, 40)]),
    ],
)
def test_evenings_are_added_up_by_the_rules_of_the_season(rules: Rules, expected: list[tuple[int, int]]) -> None:
    assert [(line.person, line.points) for line in league(NIGHTS, rules)] == expected


def test_equal_points_are_broken_by_evenings_won_then_by_the_best_one() -> None:
    lines = league(NIGHTS, Rules(drop=1))
    assert [(line.place, line.person, line.won, line.counted) for line in lines] == [
        (1, CLEO, 1, (2, 3)), (2, BO, 1, (1, 2)), (3, ADA, 1, (1, 2)),
    ]  # fmt: skip
    same = league((night(1, (ADA, 1, 5), (BO, 1, 5), (CLEO, 3, 1)),), Rules())
    assert [line.place for line in same] == [1, 1, 3]


def test_ratings_grow_surer_and_are_those_of_the_library() -> None:
    one = Outcome((ADA, BO), (9, 3), (1, 2))
    after = ratings([Night({}, (one,)), Night({}, (one, one)), Night({}, ())])
    first, second, third = (found[ADA] for found in after)
    assert (first.value, first.deviation, after[0][BO].value) == (1105, 323, 895)
    assert second.value > first.value
    assert second.deviation < first.deviation
    assert third == second
    drawn = ratings([Night({}, (Outcome((ADA, BO), (5, 5), (1, 1)),))])[-1]
    assert drawn[ADA] == drawn[BO]
    assert ratings([Night({}, (Outcome((ADA,), (5,), (1,)),))])[-1] == {}


class League:
    """Two evenings of a season, two rounds each, Ada always first."""

    def __init__(self, store: Store, totals: tuple[int, ...] = (), **plan: object) -> None:
        self.store, self._totals = store, totals
        self.id = seasons.create_season(store, "Winter", Rules(best=1))
        self.events = [self._evening(names, plan) for names in (("Ada", "Bo", ""), ("ADA", "Cleo", ""))]

    def _evening(self, names: tuple[str, ...], plan: dict[str, object]) -> int:
        known: dict[str, object] = {"name": "Friday", "game": "look_at_the_stars", "seats": 3, "seats_min": 2}
        event = evening.create_event(self.store, ACTOR, msgspec.convert({**known, **plan}, Plan))
        evening.add_players(self.store, event, ACTOR, list(names))
        seasons.set_season(self.store, event, ACTOR, self.id)
        for number in (1, 2):
            round_id = rounds.plan_round(self.store, event, ACTOR)
            rounds.start_round(self.store, event, ACTOR, round_id)
            (table,) = board.round_view(self.store, event, number).tables
            totals = tuple(20 if seat.name.casefold() == "ada" else 9 - seat.number for seat in table.seats)
            results.judge(self.store, event, ACTOR, table.id, self._totals or totals)
            rounds.end_round(self.store, event, ACTOR, round_id)
        return event

    @property
    def view(self) -> views.SeasonView:
        return views.season_view(self.store, self.id)

    def entry(self, name: str) -> int:
        return next(line.entry for line in self.view.lines if line.name == name)


def test_the_same_name_is_the_same_person_and_who_has_none_is_in_no_league(store: Store) -> None:
    found = League(store)
    assert [(row.name, row.line.points, row.line.evenings) for row in found.view.lines] == [
        ("ADA", 24, 2), ("Bo", 12, 1), ("Cleo", 12, 1),
    ]  # fmt: skip
    ada = found.view.lines[0]
    assert ada.rating is not None
    assert ada.rating.value > 1000
    told = views.person_view(store, found.id, ada.entry)
    assert [(one.score.place, one.brings, one.counts) for one in told.evenings] == [(1, 24, True), (1, 24, False)]
    assert [one.rating is not None for one in told.evenings] == [True, True]


def test_guests_see_of_a_season_what_was_released(store: Store) -> None:
    found = League(store)
    assert views.season_for_guests(store, found.view.key).lines == ()
    evening.release(store, found.events[0], ACTOR, 1)
    shown = views.season_for_guests(store, found.view.key)
    assert [(row.name, row.line.points) for row in shown.lines] == [("ADA", 12), ("Bo", 6)]
    with refused("not_found"):
        views.person_for_guests(store, found.view.key, found.entry("Cleo"))


@pytest.mark.parametrize(("totals", "rated"), [((2, 2, 2), False), ((0, 0, 0), False), ((1, 1, 1), True)])
def test_who_wins_or_loses_together_is_not_rated(store: Store, totals: tuple[int, ...], rated: bool) -> None:
    found = League(store, totals=totals, game="other", options={"title": "Together", "score": "outcome"})
    assert {row.rating is not None for row in found.view.lines} == {rated}


def whole(store: Store) -> str:
    """All of the database, as text."""
    with store.read() as tx:
        return "\n".join(
            repr(row) for table in schema.metadata.sorted_tables for row in tx.rows(sa.select(table))
        ).casefold()


def test_an_erased_person_is_nowhere_and_the_results_stay(store: Store) -> None:
    found = League(store)
    (played,) = board.round_view(store, found.events[1], 1).tables
    with store.write() as tx:
        table = tx.insert(schema.tables, name="Window", token_hash="x", paired_at=1)
        header = '{"planisphere":1,"game":"look_at_the_stars","players":["ADA","Cleo","Player 3"]}'
        values = {"table_id": table, "state": "aside", "begun_at": 1, "changed_at": 1}
        tx.insert(schema.games, **values, key="g", header=header, seating_id=played.id)
    evening.rename_player(store, found.events[0], ACTOR, 1, "Adele")
    evening.rename_player(store, found.events[0], ACTOR, 1, "Ada")
    evening.say(store, found.events[0], ACTOR, "ADA has won")
    before = found.view.lines
    keys = {player.key for event in found.events for player in board.event_view(store, event).players}
    assert seasons.forget(store, found.id, ACTOR, "Ada") == 2
    text = whole(store)
    assert re.findall(r"\b(?:ada|adele)\b", text) == []
    assert "cleo" in text
    after = found.view.lines
    assert [(row.name, row.line.points) for row in after] == [
        (r.name, r.line.points) for r in before if r.name != "ADA"
    ]
    lines = board.standings_view(store, found.events[1])
    assert [(line.name, line.line.points) for line in lines] == [("Player 1", 24), ("Cleo", 12), ("Player 3", 0)]
    now = {player.key for event in found.events for player in board.event_view(store, event).players}
    assert len(keys & now) == 4
    with refused("not_found"):
        seasons.forget(store, found.id, ACTOR, "Ada")
    with refused("not_found"):
        seasons.forget(store, found.id, ACTOR, "Player 3")


def test_what_was_done_before_somebody_was_erased_can_still_be_undone(store: Store) -> None:
    found = League(store)
    evening.rename_player(store, found.events[0], ACTOR, 1, "Ada B.")
    evening.rename_player(store, found.events[0], ACTOR, 1, "Ada")
    seasons.forget(store, found.id, ACTOR, "Ada")
    log = audit.log_of(store, found.events[0])
    assert [entry.verb for entry in log[:3]] == ["forget", "rename_player", "rename_player"]
    audit.undo(store, found.events[0], log[1].id, ACTOR)
    assert "ada" not in {player.name.casefold() for player in board.event_view(store, found.events[0]).players}


def test_a_person_is_exported_without_the_names_of_others(store: Store) -> None:
    found = League(store)
    told = msgspec.json.encode(views.export_person(store, found.id, found.entry("Cleo"))).decode()
    assert "Cleo" in told
    assert "ADA" not in told
    assert '"key"' not in told
    assert views.export_season(store, found.id).splitlines()[1].startswith("1,ADA,24,2,2,4,")


def test_a_season_on_the_pages(client: TestClient, sqlite_store: Store) -> None:
    form = {"csrf": csrf(client), "name": "Winter", "worth": "points", "best": "0", "drop": "1"}
    made = client.post("/host/seasons", data=form)
    page = made.headers["location"]
    season = int(page.rpartition("/")[2])
    assert "Nothing is played yet." in client.get(page).text
    assert client.post("/host/seasons", data={**form, "drop": "101"}).status_code == 422
    assert client.post("/host/seasons", data={**form, "csrf": "x"}).status_code == 403
    event = League(sqlite_store).events[0]
    settings = client.get(f"/host/events/{event}/settings").text
    assert ">Winter</option>" in settings
    client.post(f"/host/events/{event}/do/set_season", data={"csrf": form["csrf"], "season": str(season), "seen": ""})
    shown = client.get(page).text
    assert ">Bo</a>" in shown
    assert "± " in shown
    client.post(page, data={**form, "name": "Spring", "best": "3"})
    assert views.season_view(sqlite_store, season).name == "Spring"
    evening.release(sqlite_store, event, ACTOR, 2)
    view = views.season_view(sqlite_store, season)
    entry = view.lines[0].entry
    for address in (f"/season/{view.key}", f"/season/{view.key}/people/{entry}", f"{page}/people/{entry}"):
        assert ">Ada<" in client.get(address).text
    assert client.get(f"{page}/table.csv").text.startswith("place,name")
    assert client.get(f"{page}/people/{entry}/kept.json").json()["entries"][0]["name"] == "Ada"
    assert client.post(f"{page}/people/{entry}/forget", data={"csrf": form["csrf"]}).status_code == 303
    assert ">Ada<" not in client.get(f"/season/{view.key}").text
    client.cookies.clear()
    assert client.get(f"{page}/people/{entry}/kept.json").status_code in (303, 401)


def test_a_database_of_the_version_before_opens_with_its_evening(tmp_path: Path) -> None:
    path = tmp_path / "hub.sqlite3"
    with closing(sqlite3.connect(path)) as file:
        file.executescript((Path(__file__).parents[1] / "saved" / "hub_0006.sql").read_text())
    with Store(path) as store:
        view = board.event_view(store, 1)
        assert (view.season, view.message, view.players[0].name) == (None, "Welcome", "Zoé B.")
        assert len(board.standings_view(store, 1)) == 9
        last = audit.log_of(store, 1)[0]
        audit.undo(store, 1, last.id, ACTOR)
        assert board.event_view(store, 1).players[0].name == "Zoé"


def test_a_season_is_added_up_only_where_an_evening_has_changed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    found = League(store)
    key, added = found.view.key, []

    def counted(tx: Transaction, event: int, *, upto: int | None, grouped: bool) -> object:
        added.append(event)
        return standings_of(tx, event, upto=upto, grouped=grouped)

    monkeypatch.setattr("hub.views.seasons.standings_of", counted)
    evening.release(store, found.events[0], ACTOR, 2)
    for _ in range(5):
        views.season_for_guests(store, key)
    assert len(added) == 1
    evening.rename_player(store, found.events[0], ACTOR, 2, "Beau")
    assert [row.name for row in views.season_for_guests(store, key).lines] == ["ADA", "Beau"]
    assert len(added) == 2
    seasons.change_season(store, found.id, "Spring", Rules(worth="places"))
    assert [row.line.points for row in views.season_for_guests(store, key).lines] == [25, 18]
