"""Roles of hosts, invitations, cafés that share a database: nobody does or sees what is not theirs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from starlette.routing import Route
from starlette.testclient import TestClient

from hub import web
from hub.app import Hub
from hub.database.store import Store
from hub.doors import hosts, staff
from hub.doors.door import COOKIE
from hub.doors.roles import DEEDS, PAGES, ROLES, may_ask
from hub.event import evening, seasons
from hub.event.evening import Plan
from hub.event.league import Rules
from hub.link import tables
from hub.views import board
from hub.web.host import ACTIONS, TABS
from hub.web.words import HOST_VERBS
from hub.web.words import ROLES as SAID
from tests.hub.pages import ACTOR, HOST, PASSWORD, browser_at, played_evening
from tests.hub.refusals import refused


@pytest.fixture
def night(store: Store) -> int:
    return played_evening(store).id


@pytest.fixture
def browser(store: Store) -> Iterator[TestClient]:
    with Hub(store) as hub, browser_at(hub) as opened:
        yield opened


def log_in(browser: TestClient, store: Store, name: str = HOST, password: str = PASSWORD) -> hosts.Session:
    token, session = hosts.log_in(store, name, password, "here")
    browser.cookies.clear()
    browser.cookies.set(COOKIE, token)
    found = hosts.session_of(store, token)
    assert found is not None
    assert found.csrf == session.csrf
    return found


def member(browser: TestClient, store: Store, role: str, event: int | None = None) -> hosts.Session:
    """A host of that role who is logged in."""
    owner = log_in(browser, store)
    staff.accept(store, staff.invite(store, owner, role, event), role.title(), PASSWORD)
    return log_in(browser, store, role.title())


def test_every_role_and_every_deed_is_known() -> None:
    assert set(SAID) == set(ROLES)
    assert frozenset().union(*DEEDS.values()) <= set(ACTIONS)
    assert frozenset().union(*PAGES.values()) <= {name for name, _ in TABS} | {"cases", "pictures", "part", "print"}


def test_an_address_that_nobody_thought_of_is_the_owners() -> None:
    for route in web.routes(None):
        assert isinstance(route, Route)
        if route.path.startswith("/host"):
            for role in ("judge", "registrar", "screen"):
                if may_ask(role, route.path, whole=True):
                    page = route.path.removeprefix("/host/events/{event}").strip("/").partition("/")[0]
                    assert route.path in ("/host", "/host/password") or page in PAGES[role]
    assert not may_ask("host", "/host/new", whole=True)
    assert may_ask("owner", "/host/new", whole=True)


@pytest.mark.parametrize("role", ROLES)
def test_a_role_sees_its_pages_and_no_other(browser: TestClient, store: Store, night: int, role: str) -> None:
    member(browser, store, role)
    base = f"/host/events/{night}"
    pages = {name: browser.get(f"{base}/{name}".rstrip("/")).status_code for name, _ in TABS}
    seen = PAGES.get(role, frozenset(pages))
    assert pages == {name: 200 if name in seen else 403 for name in pages}
    assert browser.get("/host").status_code == 200
    assert browser.get("/host/people").status_code == (200 if role == "owner" else 403)
    for address in ("/host/seasons", "/host/tables", f"/api/events/{night}/export.json"):
        assert browser.get(address).status_code == (200 if role in ("owner", "host") else 403), address


@pytest.mark.parametrize("role", ["judge", "registrar", "screen"])
def test_a_role_does_nothing_that_is_not_its_own(browser: TestClient, store: Store, night: int, role: str) -> None:
    session = member(browser, store, role)
    form = {"csrf": session.csrf, "seen": "", "then": ""}
    for verb in ACTIONS:
        answer = browser.post(f"/host/events/{night}/do/{verb}", data=form)
        assert (answer.status_code == 403) == (verb not in DEEDS[role]), verb
    for address in ("/host/events", "/host/pairing", "/host/seasons", "/host/tables/1/retire", "/host/people/invite"):
        assert browser.post(address, data=form).status_code == 403


def test_what_a_role_may_not_do_is_not_offered(browser: TestClient, store: Store, night: int) -> None:
    member(browser, store, "judge")
    page = browser.get(f"/host/events/{night}").text
    assert "/do/say" not in page
    assert "/do/undo" not in browser.get(f"/host/events/{night}/log").text
    shown = browser.get(f"/host/events/{night}/rounds").text
    assert "/do/confirm" in shown
    assert "/do/end_round" not in shown


def test_who_is_a_host_of_one_evening_sees_that_one(browser: TestClient, store: Store, night: int) -> None:
    other = evening.create_event(store, ACTOR, Plan(name="Other", game="stellar", seats=2))
    session = member(browser, store, "host", night)
    assert session.event == night
    assert browser.get(f"/host/events/{night}/settings").status_code == 200
    assert browser.get(f"/host/events/{other}").status_code == 404
    assert "Other" not in browser.get("/host").text
    assert browser.post("/host/events", data={"csrf": session.csrf}).status_code == 403


def test_an_invitation_is_good_for_one(browser: TestClient, store: Store, night: int) -> None:
    owner = log_in(browser, store)
    form = {"csrf": owner.csrf, "role": "judge", "event": ""}
    page = browser.post("/host/people/invite", data=form).text
    address = page.partition("/invitation/")[2].partition("<")[0]
    assert browser.post("/host/people/invite", data={**form, "role": "king"}).status_code == 422
    browser.cookies.clear()
    assert "judge: results and questions" in browser.get(f"/invitation/{address}").text
    assert browser.post(f"/invitation/{address}", data={"name": "Jo", "password": "short"}).status_code == 422
    assert browser.post(f"/invitation/{address}", data={"name": HOST.upper(), "password": PASSWORD}).status_code == 422
    assert browser.post(f"/invitation/{address}", data={"name": "Jo", "password": PASSWORD}).status_code == 303
    assert browser.get(f"/invitation/{address}").status_code == 404
    assert browser.post(f"/invitation/{address}", data={"name": "Al", "password": PASSWORD}).status_code == 404
    assert [(one.name, one.role) for one in staff.members(store, 1)] == [("Jo", "judge"), ("Vera", "owner")]


def test_a_host_who_is_removed_is_out_at_once_and_an_owner_stays(browser: TestClient, store: Store) -> None:
    hosts.set_password(store, HOST, PASSWORD)
    jo = member(browser, store, "judge")
    assert browser.get("/host").status_code == 200
    owner = hosts.Session(1, HOST, "x")
    staff.remove(store, owner, jo.host)
    assert browser.get("/host").status_code == 303
    with refused("not_now"):
        staff.remove(store, owner, 1)
    with refused("not_now"):
        staff.set_role(store, owner, 1, "host")
    assert [one.role for one in staff.members(store, 1)] == ["owner"]
    told = [(deed.actor, deed.verb, deed.name) for deed in staff.deeds(store, 1)]
    assert told == [
        ("host:Vera", "host_removed", "Judge"), ("host:Judge", "host_joined", "judge"),
        ("host:Vera", "invite_host", "judge"),
    ]  # fmt: skip
    assert {verb for _, verb, _ in told} <= set(HOST_VERBS)


def test_the_own_password_is_changed_with_the_one_before(browser: TestClient, store: Store) -> None:
    hosts.set_password(store, HOST, PASSWORD)
    session = log_in(browser, store)
    form = {"csrf": session.csrf, "before": "wrong", "password": "Another-Comet-7"}
    assert browser.post("/host/password", data=form).status_code == 403
    assert browser.post("/host/password", data={**form, "before": PASSWORD, "password": "short"}).status_code == 422
    assert browser.post("/host/password", data={**form, "before": PASSWORD}).status_code == 303
    assert browser.get("/host").status_code == 303
    log_in(browser, store, HOST, "Another-Comet-7")
    assert browser.get("/host").status_code == 200


def test_cafes_on_one_database_see_only_their_own(browser: TestClient, store: Store, night: int) -> None:
    season = seasons.create_season(store, "Winter", Rules())
    hosts.set_password(store, "Wanda", PASSWORD, "Moonlight")
    hosts.set_password(store, "Walt", PASSWORD, "Moonlight")
    wanda = log_in(browser, store, "Wanda")
    assert (wanda.cafe, wanda.role) == (2, "owner")
    assert [one.name for one in staff.members(store, wanda.cafe)] == ["Walt", "Wanda"]
    view = board.event_view(store, night)
    device = tables.paired_tables(store)[0].id
    form = {"csrf": wanda.csrf, "seen": "", "then": "", "place": str(view.places[0].id), "host": "1", "role": "judge"}
    for address in (
        f"/host/events/{night}", f"/host/events/{night}/players", f"/host/events/{night}/print/slips.pdf",
        f"/host/seasons/{season}", f"/host/seasons/{season}/table.csv", f"/api/events/{night}/export.csv",
        f"/api/events/{night}/export.json", f"/feed/host/{night}", f"/host/events/{night}/cases/1/photo",
    ):  # fmt: skip
        assert browser.get(address).status_code == 404, address
    for address in (
        f"/host/events/{night}/do/end_event", f"/host/tables/{device}/retire", "/host/pairing",
        f"/host/seasons/{season}", "/host/people/remove", "/host/people/role",
    ):  # fmt: skip
        assert browser.post(address, data=form).status_code in (404, 422), address
    for address in ("/host", "/host/seasons", "/host/tables", "/host/people"):
        shown = browser.get(address).text
        assert not any(name in shown for name in ("Friday", "Winter", "Window", "Vera")), address
    own = evening.create_event(store, "host:Wanda", Plan(name="Moon", game="stellar", seats=2), wanda.cafe)
    place = board.event_view(store, own).places[0].id
    for deed in (
        lambda: evening.set_table(store, own, "host:Wanda", place, device),
        lambda: seasons.set_season(store, own, "host:Wanda", season),
        lambda: staff.invite(store, wanda, "judge", night),
    ):
        with refused("not_found"):
            deed()
    paired = tables.pair(store, tables.new_code(store, place), "Bar", "here")
    assert [table.id for table in tables.paired_tables(store, 2)] == [paired.table]


def test_hosts_and_evenings_of_the_version_before_are_the_first_cafes(tmp_path: Path) -> None:
    path = tmp_path / "hub.sqlite3"
    with closing(sqlite3.connect(path)) as file:
        file.executescript((Path(__file__).parents[1] / "saved" / "hub_0006.sql").read_text())
    with Store(path) as store:
        assert [(one.name, one.role) for one in staff.members(store, 1)] == [("Vera", "owner")]
        assert [line.name for line in board.events(store)] == ["Friday"]
        assert [table.name for table in tables.paired_tables(store)] == ["Window"]
        assert hosts.attempt(store, "Vera", "here").is_right("long enough")
