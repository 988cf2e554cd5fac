"""A season of several cafés: their owners agree, each sees the table, and nobody gets at the other's evenings."""

from __future__ import annotations

import msgspec
import pytest
from starlette.testclient import TestClient

from hub.database.store import Store
from hub.doors import hosts, staff
from hub.event import evening, results, rounds, seasons
from hub.event.evening import Plan
from hub.event.league import Rules
from hub.views import board
from hub.views import seasons as views
from tests.hub.pages import ACTOR, HOST, PASSWORD
from tests.hub.refusals import refused
from tests.hub.test_roles import browser, log_in

__all__ = ["browser"]
ZORA = "host:Zora"


def played(store: Store, cafe: int, first: str) -> int:
    """An evening of a café: that one beats Ada."""
    event = evening.create_event(store, ACTOR, Plan(name=f"Evening {cafe}", game="stellar", seats=2), cafe)
    evening.add_players(store, event, ACTOR, [first, "Ada"])
    rounds.start_round(store, event, ACTOR, rounds.plan_round(store, event, ACTOR))
    (table,) = board.round_view(store, event, 1).tables
    results.judge(store, event, ACTOR, table.id, [9 if seat.name == first else 3 for seat in table.seats])
    evening.release(store, event, ACTOR, 1)
    return event


@pytest.fixture
def season(store: Store) -> int:
    """A season of the first café, with one evening; Zora owns the second one."""
    hosts.set_password(store, HOST, PASSWORD)
    hosts.set_password(store, "Zora", PASSWORD, "Comet")
    made = seasons.create_season(store, "Town league", Rules())
    seasons.set_season(store, played(store, 1, "Bo"), ACTOR, made)
    return made


def table_of(store: Store, season: int) -> list[tuple[str, int]]:
    return [(line.name, line.line.points) for line in views.season_view(store, season).lines]


def test_evenings_of_a_café_count_once_its_owner_has_the_code_and_no_longer_once_it_leaves(
    store: Store, season: int
) -> None:
    other = played(store, 2, "Cy")
    with refused("not_found"):
        seasons.set_season(store, other, ZORA, season)
    code = seasons.invite_cafe(store, season)
    with refused("bad_code"):
        seasons.join_season(store, code, 1, ACTOR)
    with refused("bad_code"):
        seasons.join_season(store, "another code", 2, ZORA)
    assert seasons.join_season(store, f" {code} ", 2, ZORA) == season
    with refused("bad_code"):
        seasons.join_season(store, code, 3, ZORA)
    seasons.set_season(store, other, ZORA, season)
    assert table_of(store, season) == [("Bo", 12), ("Cy", 12), ("Ada", 0)]
    assert views.season_view(store, season).guests == ((2, "Comet"),)
    assert [line.name for line in views.seasons(store, 2)] == ["Town league"]
    seasons.leave_season(store, season, 2, ZORA)
    assert table_of(store, season) == [("Bo", 12), ("Ada", 0)]
    assert views.seasons(store, 2) == ()
    with refused("not_found"):
        seasons.leave_season(store, season, 2, ZORA)
    for cafe in (1, 2):
        assert [deed.verb for deed in staff.deeds(store, cafe)][:2] == ["left_season", "joined_season"]


def test_a_code_is_good_for_a_week(store: Store, season: int) -> None:
    code, now = seasons.invite_cafe(store, season), store.clock()
    store.clock = lambda: now + seasons.CODE_VALID_MS + 1_000
    with refused("bad_code"):
        seasons.join_season(store, code, 2, ZORA)


def joined(browser: TestClient, store: Store, season: int) -> hosts.Session:
    """Zora is logged in, and her café takes part with an evening."""
    seasons.join_season(store, seasons.invite_cafe(store, season), 2, ZORA)
    seasons.set_season(store, played(store, 2, "Cy"), ZORA, season)
    return log_in(browser, store, "Zora")


def test_the_other_owner_sees_the_table_and_may_not_touch_the_rest(
    browser: TestClient, store: Store, season: int
) -> None:
    zora = joined(browser, store, season)
    page = browser.get(f"/host/seasons/{season}").text
    assert "Evening 1" in page
    assert '/host/events/1"' not in page
    entry = next(line.entry for line in views.season_view(store, season).lines if line.name == "Bo")
    person = f"/host/seasons/{season}/people/{entry}"
    assert browser.get(person).status_code == 200
    assert browser.get(f"/host/seasons/{season}/table.csv").status_code == 200
    assert browser.get(f"{person}/kept.json").status_code == 404
    form = {"csrf": zora.csrf, "name": "Mine", "worth": "places", "cafe": "1"}
    for address in (f"/host/seasons/{season}", f"/host/seasons/{season}/invite"):
        assert browser.post(address, data=form).status_code == 404, address
    assert browser.get("/host/events/1").status_code == 404
    assert browser.post(f"/host/seasons/{season}/leave", data=form).headers["location"] == "/host/seasons"
    assert browser.get(f"/host/seasons/{season}").status_code == 404


def test_the_other_owner_erases_a_person_from_the_own_evenings_alone(
    browser: TestClient, store: Store, season: int
) -> None:
    zora = joined(browser, store, season)
    entry = next(line.entry for line in views.season_view(store, season).lines if line.name == "Ada")
    gone = browser.post(f"/host/seasons/{season}/people/{entry}/forget", data={"csrf": zora.csrf})
    assert gone.status_code == 303
    names = [[player.name for player in board.event_view(store, event).players] for event in (1, 2)]
    assert names == [["Bo", "Ada"], ["Cy", "Player 2"]]


def test_owners_invite_join_and_shut_out_by_their_pages(browser: TestClient, store: Store, season: int) -> None:
    owner = log_in(browser, store)
    page = browser.post(f"/host/seasons/{season}/invite", data={"csrf": owner.csrf}).text
    code = page.partition('<p class="code">')[2].partition("<")[0]
    zora = log_in(browser, store, "Zora")
    wrong = browser.post("/host/seasons/join", data={"csrf": zora.csrf, "code": "x"})
    assert wrong.status_code == 403
    assert "That code is unknown" in wrong.text
    assert browser.post("/host/seasons/join", data={"csrf": zora.csrf, "code": code}).status_code == 303
    owner = log_in(browser, store)
    assert "Comet" in browser.get(f"/host/seasons/{season}").text
    staff.accept(store, staff.invite(store, owner, "host", None), "Hal", PASSWORD)
    hal = log_in(browser, store, "Hal")
    out = {"csrf": hal.csrf, "cafe": "2"}
    assert browser.post(f"/host/seasons/{season}/leave", data=out).status_code == 403
    owner = log_in(browser, store)
    browser.post(f"/host/seasons/{season}/leave", data={**out, "csrf": owner.csrf})
    assert views.season_view(store, season).guests == ()


def test_what_a_season_says_of_other_cafés_is_their_name(store: Store, season: int) -> None:
    seasons.join_season(store, seasons.invite_cafe(store, season), 2, ZORA)
    seasons.set_season(store, played(store, 2, "Cy"), ZORA, season)
    told = msgspec.to_builtins(views.season_view(store, season).evenings)
    assert [(one["cafe"], one["cafe_name"]) for one in told] == [(1, ""), (2, "Comet")]
